use std::time::{Duration, Instant};

/// Makes steps of the turns of a wheel.
///
/// A notch comes as one event or as several, of a size that differs from system to system; so any turn is a step, but
/// not so soon after the one before.
#[derive(Debug, Default)]
pub(super) struct Wheel {
    last: Option<(Instant, bool)>,
}

impl Wheel {
    const SOON: Duration = Duration::from_millis(45);

    /// Whether there is a step, and whether it goes up.
    pub(super) fn step(&mut self, turned: f32, now: Instant) -> Option<bool> {
        let up = (turned != 0.0).then_some(turned > 0.0)?;
        let soon = self.last.is_some_and(|(last, before)| before == up && now.duration_since(last) < Self::SOON);
        (!soon).then(|| {
            self.last = Some((now, up));
            up
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notch_that_comes_in_parts_is_one_step() {
        let mut wheel = Wheel::default();
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        assert_eq!(wheel.step(1.0, start), Some(true));
        assert_eq!(wheel.step(1.0, after(16)), None);
        assert_eq!(wheel.step(0.0, after(32)), None);
        assert_eq!(wheel.step(-1.0, after(33)), Some(false));
        assert_eq!(wheel.step(-0.1, after(120)), Some(false));
    }
}
