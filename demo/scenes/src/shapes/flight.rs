//! The motions of a body: shape casts with a slide, pushes by the MTV, and projections out of polygons.

use super::body::ShapeBody;
use tileray::Circle;
use tileray::collide::Sweep;
use tileray::glam::Vec2;

/// The sweep of a body among others, with the slide after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub(super) motion: Vec2,
    /// The first body in the way, and the sweep to it.
    pub(super) met: Option<(usize, Sweep)>,
    /// The offset from the start to the end of the slide.
    pub(super) end: Vec2,
}

/// The gap that a body keeps to its second touch, in pixels.
const CLEARANCE: f32 = 1.0 / 64.0;

impl Flight {
    pub(super) fn of(bodies: &[ShapeBody], moved: usize, motion: Vec2) -> Self {
        let met = first_met(bodies, moved, Vec2::ZERO, motion, None);
        let Some((other, sweep)) = met else { return Self { motion, met, end: motion } };
        let touch = motion * sweep.time.unwrap_or(0.0);
        // The body slides along the first body until a second one stops it.
        let slide = sweep.slide(motion) - touch;
        let end = match first_met(bodies, moved, touch, slide, Some(other)) {
            Some((_, second)) => {
                let length = slide.length();
                let part = (length * second.time.unwrap_or(0.0) - CLEARANCE).max(0.0);
                touch + slide.normalize_or_zero() * part
            }
            None => touch + slide,
        };
        Self { motion, met, end }
    }

    /// Returns the motion up to the first touch.
    pub(super) fn touch(&self) -> Option<Vec2> {
        let (_, sweep) = self.met?;
        Some(self.motion * sweep.time?)
    }
}

/// Returns the first body in the way from the offset `start` on, apart from the body `passed`.
fn first_met(
    bodies: &[ShapeBody],
    moved: usize,
    start: Vec2,
    motion: Vec2,
    passed: Option<usize>,
) -> Option<(usize, Sweep)> {
    let solid = bodies[moved].solid.translated(start);
    let others = (0..bodies.len()).filter(|&other| other != moved && Some(other) != passed);
    let sweeps = others.map(|other| (other, solid.sweep(&bodies[other].solid, motion)));
    let met = sweeps.filter(|(_, sweep)| sweep.time.is_some());
    met.min_by(|(_, a), (_, b)| a.time.unwrap_or(1.0).total_cmp(&b.time.unwrap_or(1.0)))
}

/// The largest number of steps of a push.
const ROUNDS: usize = 24;
/// The length that a push adds to the depth of a contact, in pixels, so that rounding leaves no touch.
const PUSH_CLEARANCE: f32 = 1.0 / 256.0;

/// The push of a body out of all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// The minimum translation vectors, in order.
    pub(super) steps: Vec<Vec2>,
    /// Whether the body overlaps nothing in the end.
    pub(super) is_free: bool,
}

impl Push {
    /// Pushes a body out of its deepest overlap repeatedly, until it overlaps nothing.
    pub(super) fn out(bodies: &mut [ShapeBody], moved: usize) -> Self {
        let mut push = Self::default();
        for _ in 0..=ROUNDS {
            let body = &bodies[moved];
            let others = bodies.iter().enumerate().filter(|&(other, _)| other != moved);
            let contacts = others.filter_map(|(_, other)| body.solid.contact(&other.solid));
            let Some(deepest) = contacts.max_by(|a, b| a.depth.total_cmp(&b.depth)) else {
                push.is_free = true;
                break;
            };
            if push.steps.len() == ROUNDS {
                break;
            }
            let step = deepest.mtv() + deepest.normal * PUSH_CLEARANCE;
            bodies[moved].translate(step);
            push.steps.push(step);
        }
        push
    }
}

/// The projection of a point or a circle out of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    /// The circle; a point has radius 0.
    pub(super) probe: Circle,
    /// The position that the center moves to.
    pub(super) out: Vec2,
}

impl Projection {
    /// Projects the probe out of the first polygon that it lies in; concave polygons come first.
    pub(super) fn of(bodies: &[ShapeBody], probe: Circle) -> Option<Self> {
        let mut outlines: Vec<_> = bodies.iter().filter_map(ShapeBody::outline).collect();
        outlines.sort_by_key(tileray::Polygon::is_convex);
        let out = outlines.iter().find_map(|outline| match probe.radius {
            0.0 => outline.project_out(probe.center),
            _ => outline.project_circle_out(probe),
        });
        out.map(|out| Self { probe, out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::shapes::body::Form;
    use tileray::glam::vec2;

    fn block(x: f32, y: f32, width: f32, height: f32) -> ShapeBody {
        ShapeBody::new(Form::rectangle("block", width, height).expect("it has an area"), (x, y), 0.0, Rgb::WHITE)
    }

    #[test]
    fn a_motion_is_free_or_slides_along_the_first_body_up_to_the_next() {
        let wall = block(60.0, 0.0, 10.0, 200.0);
        let far = block(100.0, 0.0, 10.0, 200.0);
        let floor = block(40.0, 35.0, 200.0, 10.0);
        for (others, motion, met, end) in [
            (vec![far, wall.clone()], vec2(100.0, 20.0), Some(2), vec2(50.0, 20.0)),
            (vec![wall, floor], vec2(100.0, 50.0), Some(1), vec2(50.0, 25.0)),
            (vec![block(60.0, 0.0, 10.0, 10.0)], vec2(0.0, -90.0), None, vec2(0.0, -90.0)),
        ] {
            let bodies: Vec<ShapeBody> = [block(0.0, 0.0, 10.0, 10.0)].into_iter().chain(others).collect();
            let flight = Flight::of(&bodies, 0, motion);
            assert!((flight.end - end).abs().max_element() < 0.05, "{flight:?}");
            assert_eq!(flight.met.map(|(other, _)| other), met);
            assert_eq!(flight.touch(), met.map(|_| motion / 2.0));
            assert!(flight.met.is_none_or(|(_, sweep)| sweep.normal == vec2(-1.0, 0.0)));
        }
    }
}
