//! How far a body can move.

use super::body::Body;
use tileray::collide::Sweep;
use tileray::glam::Vec2;

/// A motion of a body among others, and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub(super) motion: Vec2,
    /// What is met first, and how.
    pub(super) met: Option<(usize, Sweep)>,
    /// Where the body comes to when it slides, from where it is.
    pub(super) end: Vec2,
}

/// How much earlier than at its second touch a body stops, in pixels.
const CLEARANCE: f32 = 1.0 / 64.0;

impl Flight {
    pub(super) fn of(bodies: &[Body], moved: usize, motion: Vec2) -> Self {
        let met = first_met(bodies, moved, Vec2::ZERO, motion, None);
        let Some((other, sweep)) = met else { return Self { motion, met, end: motion } };
        let touch = motion * sweep.time.unwrap_or(0.0);
        // It slides along the one that it meets, unless a third one stops it there.
        let slide = sweep.slide(motion) - touch;
        let end = match first_met(bodies, moved, touch, slide, Some(other)) {
            Some((_, second)) => {
                let length = slide.length();
                let way = (length * second.time.unwrap_or(0.0) - CLEARANCE).max(0.0);
                touch + slide.normalize_or_zero() * way
            }
            None => touch + slide,
        };
        Self { motion, met, end }
    }

    /// Where it touches first, from where it is.
    pub(super) fn touch(&self) -> Option<Vec2> {
        let (_, sweep) = self.met?;
        Some(self.motion * sweep.time?)
    }
}

/// The body that is met first from `place` on, without the body `passed`.
fn first_met(
    bodies: &[Body],
    moved: usize,
    place: Vec2,
    motion: Vec2,
    passed: Option<usize>,
) -> Option<(usize, Sweep)> {
    let solid = bodies[moved].solid().translated(place);
    let others = (0..bodies.len()).filter(|&other| other != moved && Some(other) != passed);
    let sweeps = others.map(|other| (other, solid.sweep(bodies[other].solid(), motion)));
    let met = sweeps.filter(|(_, sweep)| sweep.time.is_some());
    met.min_by(|(_, a), (_, b)| a.time.unwrap_or(1.0).total_cmp(&b.time.unwrap_or(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::color::Rgb;
    use crate::demo::shapes::form::Form;
    use tileray::glam::vec2;

    fn block(x: f32, y: f32, width: f32, height: f32) -> Body {
        Body::new(Form::rectangle("block", width, height).expect("it has an area"), (x, y), 0.0, Rgb::WHITE)
    }

    #[test]
    fn what_is_met_first_stops_it_and_it_slides_on() {
        let bodies = [block(0.0, 0.0, 10.0, 10.0), block(100.0, 0.0, 10.0, 200.0), block(60.0, 0.0, 10.0, 200.0)];
        let flight = Flight::of(&bodies, 0, vec2(100.0, 20.0));
        assert_eq!(
            flight.met.map(|(other, sweep)| (other, sweep.time, sweep.normal)),
            Some((2, Some(0.5), vec2(-1.0, 0.0)))
        );
        assert_eq!((flight.touch(), flight.end), (Some(vec2(50.0, 10.0)), vec2(50.0, 20.0)));
    }

    #[test]
    fn a_third_body_stops_the_slide() {
        let bodies = [block(0.0, 0.0, 10.0, 10.0), block(60.0, 0.0, 10.0, 200.0), block(40.0, 35.0, 200.0, 10.0)];
        let end = Flight::of(&bodies, 0, vec2(100.0, 50.0)).end;
        assert!((end - vec2(50.0, 25.0)).abs().max_element() < 0.05, "{end}");
    }

    #[test]
    fn nothing_in_the_way_is_the_whole_motion() {
        let bodies = [block(0.0, 0.0, 10.0, 10.0), block(60.0, 0.0, 10.0, 10.0)];
        let flight = Flight::of(&bodies, 0, vec2(0.0, -90.0));
        assert_eq!((flight.met, flight.touch(), flight.end), (None, None, vec2(0.0, -90.0)));
    }
}
