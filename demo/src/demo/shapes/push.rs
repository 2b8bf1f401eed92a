use super::body::Body;
use tileray::glam::Vec2;

/// How many times a body is pushed out of what it overlaps most.
const ROUNDS: usize = 24;
/// How much further than its contact says it is pushed, in pixels, so that rounding does not leave it touching.
const CLEARANCE: f32 = 1.0 / 256.0;

/// How a body was pushed out of all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// One minimum translation vector after the other.
    pub(super) steps: Vec<Vec2>,
    /// Whether it overlaps nothing in the end.
    pub(super) is_free: bool,
}

impl Push {
    /// Pushes a body out of what it overlaps most, again and again, until it overlaps nothing any more.
    pub(super) fn out(bodies: &mut [Body], moved: usize) -> Self {
        let mut push = Self::default();
        for _ in 0..=ROUNDS {
            let body = &bodies[moved];
            let others = bodies.iter().enumerate().filter(|&(other, _)| other != moved);
            let contacts = others.filter_map(|(_, other)| body.solid().contact(other.solid()));
            let Some(deepest) = contacts.max_by(|a, b| a.depth.total_cmp(&b.depth)) else {
                push.is_free = true;
                break;
            };
            if push.steps.len() == ROUNDS {
                break;
            }
            let step = deepest.mtv() + deepest.normal * CLEARANCE;
            bodies[moved].translate(step);
            push.steps.push(step);
        }
        push
    }
}
