use platformer_game::game::STEP;

/// The part of a step by which the time between two pictures may be off and still counts as one step.
const SNAP: f32 = 0.2;
/// The most steps between two pictures. Time beyond them is dropped: the game slows down.
const MOST: u32 = 5;

/// The number of steps from picture to picture.
///
/// Screens show a picture about every 1/60 s, now a little earlier, now later. Counted exactly, some pictures would show
/// no step and some two, so a time near one step counts as one.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// The time that no step was made for, in seconds.
    owed: f32,
}

impl Pace {
    /// Returns the steps to make after so many seconds.
    pub(crate) fn steps(&mut self, seconds: f32) -> u32 {
        if (seconds - STEP).abs() < SNAP * STEP {
            return 1;
        }
        self.owed += seconds.max(0.0);
        let due = (self.owed / STEP) as u32;
        self.owed = if due < MOST { self.owed - due as f32 * STEP } else { 0.0 };
        due.min(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_uneven_screen_shows_one_step_a_picture() {
        let mut pace = Pace::default();
        let times = [0.0167, 0.0150, 0.0183, 0.0161, 0.0174].into_iter().cycle().take(500);
        assert!(times.map(|time| pace.steps(time)).all(|steps| steps == 1));
    }

    #[test]
    fn other_screens_keep_the_time() {
        for rate in [30, 48, 75, 144, 240, 1000] {
            let mut pace = Pace::default();
            let steps: u32 = (0..rate * 10).map(|_| pace.steps(1.0 / rate as f32)).sum();
            assert!((597..=600).contains(&steps), "{rate} pictures a second: {steps} steps in 10 s");
        }
    }

    #[test]
    fn a_long_wait_is_dropped() {
        let mut pace = Pace::default();
        assert_eq!([3.0, STEP, STEP, f32::NAN, -1.0].map(|time| pace.steps(time)), [MOST, 1, 1, 0, 0]);
    }
}
