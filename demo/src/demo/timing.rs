use std::collections::VecDeque;

/// Over how many frames a time is told.
pub(crate) const TIMED_FRAMES: usize = 45;

/// What something took in each of the last frames, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timing {
    nanos: VecDeque<f64>,
}

impl Timing {
    /// Takes the time of one more frame.
    pub(crate) fn add(&mut self, nanos: f64) {
        if self.nanos.len() == TIMED_FRAMES {
            self.nanos.pop_front();
        }
        self.nanos.push_back(nanos);
    }

    /// Forgets the frames before, which were about something else.
    pub(crate) fn clear(&mut self) {
        self.nanos.clear();
    }

    /// How long it took lately, in nanoseconds: the median over some frames, since one alone is too short to be measured
    /// well; 0 before the first.
    pub(crate) fn nanos(&self) -> f64 {
        let mut nanos: Vec<f64> = self.nanos.iter().copied().collect();
        nanos.sort_unstable_by(f64::total_cmp);
        nanos.get(nanos.len() / 2).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_that_of_the_last_frames() {
        let mut timing = Timing::default();
        assert_eq!(timing.nanos(), 0.0);
        (0..100).for_each(|frame| timing.add(f64::from(frame)));
        assert_eq!(timing.nanos(), 77.0);
        timing.clear();
        timing.add(5.0);
        assert_eq!(timing.nanos(), 5.0);
    }
}
