//! How long a ray takes, over some frames.

use super::casts::Casts;
use std::collections::VecDeque;

/// Over how many frames the time of a ray is told.
pub(crate) const TIMED_FRAMES: usize = 45;

/// What a ray took in each of the last frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timing {
    nanos: VecDeque<f64>,
}

impl Timing {
    /// Takes the casts of one more frame.
    pub(crate) fn add(&mut self, casts: &Casts) {
        if self.nanos.len() == TIMED_FRAMES {
            self.nanos.pop_front();
        }
        self.nanos.push_back(casts.time.as_secs_f64() * 1e9 / casts.rays().max(1) as f64);
    }

    /// Forgets the frames before, whose rays were others.
    pub(crate) fn clear(&mut self) {
        self.nanos.clear();
    }

    /// How long a ray took lately, in nanoseconds: the median over some frames, since one alone is too short to be
    /// measured well; 0 before the first.
    pub(crate) fn nanos_a_ray(&self) -> f64 {
        let mut nanos: Vec<f64> = self.nanos.iter().copied().collect();
        nanos.sort_unstable_by(f64::total_cmp);
        nanos.get(nanos.len() / 2).copied().unwrap_or(0.0)
    }
}
