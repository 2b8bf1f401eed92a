//! Empty space ahead of a body: many steps are taken at once.

use super::probe::StepProbe;
use super::steps::PixelSteps;
use glam::IVec2;

/// Fewer steps than this are not worth a test of their bounding box.
const FEWEST_STEPS: i32 = 3;

/// Skips the parts of a motion through empty space.
///
/// The whole motion is known to meet something. So the bounding box of its first half is tested, then that of its first
/// quarter, and so on, down to a few steps, which are taken one by one.
#[derive(Debug)]
pub(super) struct EmptySpaceSkipper {
    /// All steps before this time are taken.
    time: i64,
    /// The duration of the part to test next.
    part: i64,
    /// Whether the row under the body counts, because a floor there would support it.
    stop_above_floor: bool,
}

impl EmptySpaceSkipper {
    pub(super) const fn new(stop_above_floor: bool) -> Self {
        Self { time: 0, part: PixelSteps::DURATION / 2, stop_above_floor }
    }

    /// Makes the next test cover the whole rest of the motion, because its direction changed.
    pub(super) const fn restart(&mut self) {
        self.part = PixelSteps::DURATION;
    }

    /// Takes the steps of the parts that are empty; returns whether there were any.
    pub(super) fn skip(&mut self, probe: &mut StepProbe<'_>, steps: &mut PixelSteps, at: &mut IVec2) -> bool {
        let mut moves = false;
        while self.time < PixelSteps::DURATION {
            let until = (self.time + self.part).min(PixelSteps::DURATION);
            let ahead = steps.until(until);
            let count = ahead.x.abs() + ahead.y.abs();
            if count == 0 {
                self.time = until;
                continue;
            }
            if count < FEWEST_STEPS && until < PixelSteps::DURATION {
                // The next call comes after a step or two, and tests twice this part.
                self.part = (self.part * 2).min(PixelSteps::DURATION);
                return moves;
            }
            if probe.is_clear(*at, ahead, self.stop_above_floor) {
                steps.skip_until(until);
                *at += ahead;
                moves = true;
                self.time = until;
            } else if count < FEWEST_STEPS {
                return moves;
            }
            self.part = (self.part / 2).max(1);
        }
        moves
    }
}
