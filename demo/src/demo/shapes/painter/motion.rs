use crate::demo::color;
use crate::demo::painter::Painter;
use crate::demo::shapes::body::Body;
use crate::demo::shapes::flight::Flight;
use tileray::glam::Vec2;

/// How long the arrow along a normal is.
const NORMAL: f32 = 40.0;

impl Painter<'_> {
    /// A motion, the body where it touches first and the normal there, and the body where it slides to.
    pub(super) fn flight(&mut self, body: &Body, flight: &Flight) {
        let start = body.pose().translation;
        let wanted = start + flight.motion;
        self.dashes(&[start, wanted], false, color::MOTION);
        self.dot(start, 1.3, color::MOTION);
        let Some((_, sweep)) = flight.met else {
            self.ghost(body, flight.motion, color::WAY_OUT);
            return self.arrow(wanted - flight.motion.normalize_or_zero() * 20.0, wanted, color::MOTION);
        };
        let touch = flight.touch().unwrap_or_default();
        self.ghost(body, flight.motion, color::TABLE.under(color::MOTION, 120));
        self.arrow(wanted - flight.motion.normalize_or_zero() * 20.0, wanted, color::MOTION);
        self.ghost(body, flight.end, color::WAY_OUT);
        self.solid_ghost(body, touch, color::TOUCH);
        self.arrow(start + touch, start + flight.end, color::WAY_OUT);
        let foot = touching_point(body, -sweep.normal) + touch;
        self.arrow(foot, foot + sweep.normal * NORMAL, color::NORMAL);
        self.dot(foot, 1.7, color::TOUCH);
        if let Some(time) = sweep.time {
            let above = body.solid().bounds().size() * Vec2::new(-0.35, -0.5) - Vec2::new(0.0, 4.0);
            self.label(start + touch + above, Vec2::NEG_Y, &format!("t {time:.2}"), color::TOUCH);
        }
    }
}

/// The point of a body that lies furthest in a direction; of an edge that does, the middle.
fn touching_point(body: &Body, direction: Vec2) -> Vec2 {
    let ring = body.ring();
    let furthest = ring.iter().map(|corner| corner.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
    let there: Vec<Vec2> = ring.into_iter().filter(|corner| corner.dot(direction) > furthest - 0.05).collect();
    there.iter().sum::<Vec2>() / there.len().max(1) as f32
}
