use super::course::Course;
use super::ground::Ground;
use glam::IVec2;

/// Passes over the stretches of a motion in which nothing is near, many steps at once.
///
/// What is tried is half of the motion, as all of it is known to meet something, then half of that, and so on, down to a few
/// steps, which are taken one by one.
#[derive(Debug)]
pub(super) struct Flight {
    /// The time up to which the motion has come, at least.
    time: i64,
    /// The time that is tried next.
    share: i64,
    /// Whether what is next below counts too, as where one may come to stand.
    minds_floor: bool,
}

/// Motions of more steps than these are looked at by the stretch, not step by step.
const LONG: i32 = 64;

/// Fewer steps than these are not worth a look at all that they may meet.
const FEWEST_STEPS: i32 = 3;

impl Flight {
    pub(super) const fn new(minds_floor: bool) -> Self {
        Self { time: 0, share: Course::TIME / 2, minds_floor }
    }

    /// Tries the rest of the motion as a whole again, as after something was met and it goes another way.
    pub(super) const fn try_all(&mut self) {
        self.share = Course::TIME;
    }

    /// Takes all steps that need no rules: a short way of a box step by step in a loop of its own, else stretch by stretch.
    /// Whether there were any.
    pub(super) fn run(&mut self, ground: &mut Ground<'_>, course: &mut Course, at: &mut IVec2) -> bool {
        if course.is_over() {
            return false;
        }
        let left = course.left().abs();
        let flown = if left.x + left.y > LONG { None } else { ground.fly(course, at, self.minds_floor) };
        flown.unwrap_or_else(|| self.advance(ground, course, at))
    }

    /// Goes on as far as nothing is near; whether it went anywhere.
    fn advance(&mut self, ground: &mut Ground<'_>, course: &mut Course, at: &mut IVec2) -> bool {
        let mut moves = false;
        while self.time < Course::TIME {
            let until = (self.time + self.share).min(Course::TIME);
            let ahead = course.ahead(until);
            let steps = ahead.x.abs() + ahead.y.abs();
            if steps == 0 {
                self.time = until;
                continue;
            }
            if steps < FEWEST_STEPS && until < Course::TIME {
                // The next time, after a step or two.
                self.share = (self.share * 2).min(Course::TIME);
                return moves;
            }
            if ground.is_clear(*at, ahead, self.minds_floor) {
                course.go_to(until);
                *at += ahead;
                moves = true;
                self.time = until;
            } else if steps < FEWEST_STEPS {
                return moves;
            }
            self.share = (self.share / 2).max(1);
        }
        moves
    }
}
