//! Floor areas: conveyors and platforms as seen from above.

use super::fixed;
use super::place::{Place, impl_place};
use super::shape::BodyShape;
use crate::geometry::Rect;
use crate::terrain::StateHash;
use glam::{IVec2, Vec2};

/// A floor that moves, seen from above: a conveyor, a river, a platform.
///
/// It carries the bodies that stand in it and move with [`MotionMode::Floating`](super::MotionMode::Floating). It stops
/// none. A body stands at the middle of its bounding box. This is one pixel, or two or four if sides are even. Then
/// each of these pixels adds its share of the motion, so a body leaves an area smoothly. Where areas overlap, the last
/// one counts.
///
/// ```
/// use tileray::motion::FloorArea;
/// use tileray::{Body, BodyShape, CollisionWorld, MoveOptions, SolidityMap, Terrain, glam::{ivec2, vec2}};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |x, _| x >= 150));
/// let belts = [FloorArea::new(BodyShape::rectangle((100, 20))?, ivec2(20, 40), vec2(30.0, 0.0))];
/// let world = CollisionWorld::new(&terrain, &[]).floor_areas(&belts);
/// let mut hero = Body::rectangle((10, 10), ivec2(30, 45))?;
/// // It walks up while the belt carries it to the right.
/// hero.move_and_slide(world, vec2(0.0, -2.0), 1.0, &MoveOptions::top_down());
/// assert_eq!(hero.position(), ivec2(60, 43));
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloorArea {
    place: Place,
    /// The velocity of bodies that stand in the area, in pixels a second. NaN counts as 0.
    pub velocity: Vec2,
}

impl FloorArea {
    /// Creates an area. The shape's pixel `(0, 0)` lies at `position`.
    #[must_use]
    pub fn new(shape: BodyShape, position: impl Into<IVec2>, velocity: impl Into<Vec2>) -> Self {
        let position = position.into();
        Self { place: Place::new(shape, position), velocity: velocity.into() }
    }

    /// Moves the area itself by its velocity over `dt` seconds. Call it for a platform; a belt stays where it is.
    ///
    /// Fractions of a pixel are kept. A body that stands in the area and is carried keeps its exact distance from it.
    ///
    /// ```
    /// use tileray::{BodyShape, glam::ivec2, motion::FloorArea};
    ///
    /// let mut raft = FloorArea::new(BodyShape::rectangle((32, 32))?, ivec2(0, 0), (30.0, -15.0));
    /// (0..60).for_each(|_| raft.advance(1.0 / 60.0));
    /// assert_eq!(raft.position(), ivec2(30, -15));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn advance(&mut self, dt: f32) {
        self.place.position.drift(fixed::motion(self.velocity, dt));
    }

    /// Returns whether a pixel of the world lies in the area.
    #[must_use]
    pub fn contains(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        self.place.has_pixel(pixel)
    }

    /// Adds the position and the velocity to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        self.place.position.hash_state(hash);
        hash.add_f32(self.velocity.x);
        hash.add_f32(self.velocity.y);
    }
}

impl_place!(FloorArea { velocity: Vec2 });

/// Returns the motion of the floor under a shape over a time, in units: the mean over the pixels in its middle.
pub(super) fn motion_under(areas: &[FloorArea], shape: &BodyShape, at: IVec2, dt: f32) -> [i64; 2] {
    if areas.is_empty() {
        return [0; 2];
    }
    let bounds = shape.bounds().translated(at);
    // Doubled, as the middle may lie between two pixels.
    let middle = bounds.min + bounds.max;
    let (low, high) = ((middle - 1).div_euclid(IVec2::splat(2)), middle.div_euclid(IVec2::splat(2)));
    let mut sum = [0; 2];
    for pixel in [low, IVec2::new(high.x, low.y), IVec2::new(low.x, high.y), high] {
        if let Some(area) = areas.iter().rev().find(|area| area.contains(pixel)) {
            let motion = fixed::motion(area.velocity, dt);
            sum = [sum[0] + motion[0], sum[1] + motion[1]];
        }
    }
    // Rounds toward zero, so mirrored motions stay mirrored.
    sum.map(|sum| sum / 4)
}
