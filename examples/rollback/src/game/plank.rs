use tileray::glam::{IVec2, Vec2};
use tileray::{BodyShape, Direction, Solid};

/// A platform that moves to and fro. Fighters jump through it from below.
#[derive(Clone, Debug)]
pub(super) struct Plank {
    /// The plank where it starts.
    pub(super) solid: Solid,
    /// The velocity on the way out, in pixels a second.
    velocity: Vec2,
    /// The steps of one way.
    steps: u32,
}

impl Plank {
    pub(super) fn new(at: IVec2, velocity: Vec2, steps: u32) -> Self {
        let shape = BodyShape::rectangle((48, 5)).expect("a plank has pixels");
        Self { solid: Solid::new(shape, at).with_one_way(Some(Direction::Down)), velocity, steps }
    }

    /// Returns the velocity in a step, in pixels a second.
    pub(super) fn velocity(&self, frame: u32) -> Vec2 {
        if (frame / self.steps).is_multiple_of(2) { self.velocity } else { -self.velocity }
    }
}
