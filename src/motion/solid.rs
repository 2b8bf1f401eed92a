use super::BodyShape;
use super::place::Place;
use crate::collide::Hull;
use crate::geometry::Direction;
use crate::geometry::{Pose, Rect};
use crate::terrain::StateHash;
use glam::{IVec2, Vec2};
use std::fmt;

/// Something solid that is not terrain and may move: a platform, a lift, a door, a sprite that one can stand on.
///
/// It lies at whole pixels, as bodies do. [`move_solid`](super::CollisionWorldMut::move_solid) moves it and takes along who stands on it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solid {
    pub(super) shape: BodyShape,
    pub(super) place: Place,
    /// The one direction of motion that it stops; `None` where it stops all.
    pub one_way: Option<Direction>,
    /// How fast its surface runs, as that of a conveyor, in pixels a second along x; what stands on it is taken along. One that
    /// is not finite counts as 0.
    pub conveyor: f32,
}

impl Solid {
    /// A solid thing that stops every motion.
    #[must_use]
    pub const fn new(shape: BodyShape, position: IVec2) -> Self {
        Self { shape, place: Place::new(position), one_way: None, conveyor: 0.0 }
    }

    /// The same, solid against one direction of motion only.
    #[must_use]
    pub const fn with_one_way(mut self, one_way: Option<Direction>) -> Self {
        self.one_way = one_way;
        self
    }

    /// The same with a surface that runs.
    #[must_use]
    pub const fn with_conveyor(mut self, pixels_a_second: f32) -> Self {
        self.conveyor = pixels_a_second;
        self
    }

    /// The pixels that a hull shares more than an edge with, so that whoever keeps out of them keeps out of the hull.
    ///
    /// `None` where no pixel is, as where the pose is not finite, or where it is larger than
    /// [`BodyShape::MAX_SIDE`]. Numbers are rounded as `f64`: a pixel of which the hull covers less than a billionth may be
    /// missing. Costs a few operations for each row and edge.
    #[must_use]
    pub fn from_hull(hull: &Hull, pose: &Pose) -> Option<Self> {
        let (mask, position) = super::hull_pixels::covered(hull, pose)?;
        Some(Self::new(BodyShape::from_mask(mask).ok()?, position))
    }

    /// Its pixels, relative to its position.
    #[must_use]
    pub const fn shape(&self) -> &BodyShape {
        &self.shape
    }

    /// Where the shape's pixel `(0, 0)` lies.
    #[must_use]
    pub const fn position(&self) -> IVec2 {
        self.place.pixel()
    }

    /// Puts it elsewhere, through whatever is in between; no body is taken along.
    pub const fn set_position(&mut self, position: IVec2) {
        self.place = Place::new(position);
    }

    /// Where it lies with the fraction of a pixel that it has moved beyond.
    #[must_use]
    pub fn exact_position(&self) -> Vec2 {
        self.place.exact()
    }

    /// The smallest rectangle around its pixels in the world.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.shape.bounds().translated(self.position())
    }

    /// Adds all that moves it to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        self.place.hash_state(hash);
        hash.add(self.one_way.map_or(0, |way| 1 + way as u64));
        hash.add_f32(self.conveyor);
    }

    /// How fast its surface runs; `None` where it does not.
    pub(super) fn runs(&self) -> Option<f32> {
        Some(self.conveyor).filter(|speed| speed.is_finite() && *speed != 0.0)
    }

    /// Whether a pixel is one of it.
    fn has(&self, pixel: IVec2) -> bool {
        let pixel = pixel - self.position();
        self.shape.mask().get(pixel.x, pixel.y)
    }

    /// Whether it is in the way of a step of a shape that is not inside of it.
    pub(super) fn stops(&self, shape: &BodyShape, at: IVec2, way: Direction) -> bool {
        self.stops_two_way(shape, at, way) || self.stops_one_way(shape, at, way)
    }

    /// Whether it stops every motion and is in the way.
    pub(super) fn stops_two_way(&self, shape: &BodyShape, at: IVec2, way: Direction) -> bool {
        let to = at + way.step();
        self.one_way.is_none() && shape.front(way).overlap(self.shape.mask(), self.position() - to).is_some()
    }

    /// Whether it stops motions that way only and the step enters its face.
    pub(super) fn stops_one_way(&self, shape: &BodyShape, at: IVec2, way: Direction) -> bool {
        self.one_way == Some(way) && shape.enters(at, way, |pixel| self.has(pixel))
    }

    /// Whether a fall onto a pixel from above is stopped by it.
    pub(super) fn is_floor(&self, pixel: IVec2) -> bool {
        match self.one_way {
            None => self.has(pixel),
            Some(Direction::Down) => self.has(pixel) && !self.has(pixel - IVec2::Y),
            Some(_) => false,
        }
    }
}

/// Which way a wall stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// Toward −x.
    Left,
    /// Toward +x.
    Right,
}

impl Side {
    pub(super) const fn way(self) -> Direction {
        match self {
            Self::Left => Direction::Left,
            Self::Right => Direction::Right,
        }
    }

    /// −1 for left, 1 for right.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Left => -1,
            Self::Right => 1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.way().name())
    }
}
