//! Solids: platforms, lifts and doors.

use super::categories::{Categories, Mover};
use super::place::{Place, impl_place};
use super::shape::BodyShape;
use crate::geometry::{Bound, Direction, Rect};
use crate::terrain::StateHash;
use glam::{IVec2, Vec2};
use std::fmt;

/// A solid object that may move: a platform, a lift, a door, a sprite to stand on. The name is Celeste's.
///
/// Solids lie at whole pixels, as bodies do. They stop bodies through a [`CollisionWorld`](crate::CollisionWorld), and
/// carry and push them in [`CollisionWorldMut::move_solid`](super::CollisionWorldMut::move_solid). Solids and bodies may
/// have [categories](Self::category), so that some pass through each other.
///
/// ```
/// use tileray::{Body, BodyShape, CollisionWorld, Direction, Solid, SolidityMap, Terrain, glam::ivec2};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::new(200, 200));
/// let plank = Solid::new(BodyShape::rectangle((40, 4))?, ivec2(0, 100));
/// let planks = [plank.with_one_way(Some(Direction::Down))];
/// let world = CollisionWorld::new(&terrain, &planks);
///
/// let mut hero = Body::rectangle((12, 14), ivec2(10, 110))?;
/// assert_eq!(hero.move_y(world, -40.0).moved, -40); // through the plank from below
/// assert_eq!(hero.move_y(world, 40.0).moved, 16); // onto it from above
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "AnimatableBody2D")]
pub struct Solid {
    pub(super) place: Place,
    /// The only direction of motion that the solid stops; `None` if it stops all.
    pub one_way: Option<Direction>,
    /// The speed of the surface along x, in pixels a second, as of a conveyor belt. It moves bodies that stand on the
    /// solid. A speed that is not finite counts as 0.
    pub conveyor: f32,
    /// The weight of a crate, which bodies and other solids push and carry; `None` for a solid that nothing pushes. Weight
    /// 1 halves the speed of a body that pushes. A weight that is negative or not finite counts as `None`, and so does
    /// the weight of a one-way solid.
    pub weight: Option<f32>,
    /// The categories of this solid, as bits; 1 by default.
    ///
    /// A solid meets a body or another solid if each one's `category` shares a bit with the other's `collides_with`, as
    /// [sprites](crate::Sprite) do. Else the two pass through each other: neither stops, pushes or carries the other.
    pub category: u32,
    /// The categories of the bodies and solids that this solid meets, as bits; all by default.
    pub collides_with: u32,
}

impl Solid {
    /// Creates a solid that stops every motion. The shape's pixel `(0, 0)` lies at `position`.
    #[must_use]
    pub fn new(shape: BodyShape, position: impl Into<IVec2>) -> Self {
        let position = position.into();
        let (place, Categories { category, collides_with, .. }) = (Place::new(shape, position), Categories::ALL);
        Self { place, one_way: None, conveyor: 0.0, weight: None, category, collides_with }
    }

    /// Returns the same solid, made to stop motion in one direction only; with `None`, every motion.
    #[must_use]
    pub const fn with_one_way(mut self, one_way: Option<Direction>) -> Self {
        self.one_way = one_way;
        self
    }

    /// Returns the same solid as a conveyor of a speed in pixels a second.
    #[must_use]
    pub const fn with_conveyor(mut self, pixels_a_second: f32) -> Self {
        self.conveyor = pixels_a_second;
        self
    }

    /// Returns the same solid as a crate of a weight, which is pushed and carried.
    #[must_use]
    pub const fn with_weight(mut self, weight: f32) -> Self {
        self.weight = Some(weight);
        self
    }

    /// Returns the same solid with its [`category`](Self::category) and the categories that it
    /// [collides with](Self::collides_with).
    #[must_use]
    pub const fn with_categories(mut self, category: u32, collides_with: u32) -> Self {
        (self.category, self.collides_with) = (category, collides_with);
        self
    }

    /// Adds the position, the direction, the conveyor speed, the weight and the categories to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        self.place.position.hash_state(hash);
        hash.add_direction(self.one_way);
        hash.add_f32(self.conveyor);
        if let Some(weight) = self.weight {
            hash.add_f32(weight);
        }
        Categories { solid: None, ..self.categories(0) }.hash_state(hash);
    }

    /// Returns the categories of the solid at an index.
    pub(super) const fn categories(&self, index: usize) -> Categories {
        Categories { category: self.category, collides_with: self.collides_with, solid: Some(index) }
    }

    /// Returns the solid at an index as what moves.
    pub(super) const fn mover(&self, index: usize) -> Mover<'_> {
        Mover { shape: self.shape(), at: self.position(), categories: self.categories(index) }
    }

    /// Returns the weight of a crate, in 1/256; `None` if the solid is none.
    pub(super) fn crate_weight(&self) -> Option<i64> {
        // More would not fit, and nobody notices.
        const HEAVIEST: f32 = 65536.0;
        let weight = self.weight.filter(|weight| self.one_way.is_none() && (0.0..f32::INFINITY).contains(weight));
        weight.map(|weight| (weight.at_most(HEAVIEST) * 256.0) as i64)
    }

    /// Returns whether the solid is a crate.
    pub(super) fn is_crate(&self) -> bool {
        self.crate_weight().is_some()
    }

    /// Returns whether a shape lies inside of the solid. A one-way solid has no inside.
    pub(super) fn is_entered_by(&self, shape: &BodyShape, at: IVec2) -> bool {
        self.one_way.is_none() && self.place.overlaps(shape, at)
    }

    /// Returns the speed of the surface; `None` if it is 0 or not finite.
    pub(super) fn conveyor_speed(&self) -> Option<f32> {
        Some(self.conveyor).filter(|speed| speed.is_finite() && *speed != 0.0)
    }

    /// Returns whether the solid stops a step of a shape that does not overlap it.
    pub(super) fn stops(&self, shape: &BodyShape, at: IVec2, direction: Direction) -> bool {
        let offset = self.position() - at - direction.step();
        match self.one_way {
            None => shape.front(direction).overlap(self.shape().mask(), offset).is_some(),
            Some(one_way) => shape.is_stopped_one_way(at, direction, one_way, &|pixel| self.place.has_pixel(pixel)),
        }
    }
}

impl_place!(Solid {
    one_way: Option<Direction>,
    conveyor: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<f32>,
    #[serde(default = "Categories::usual_category", skip_serializing_if = "Categories::is_usual_category")]
    category: u32,
    #[serde(default = "Categories::usual_collides_with", skip_serializing_if = "Categories::is_usual_collides_with")]
    collides_with: u32
});

/// The left or the right side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// Toward −x.
    Left,
    /// Toward +x.
    Right,
}

impl Side {
    pub(super) const fn direction(self) -> Direction {
        match self {
            Self::Left => Direction::Left,
            Self::Right => Direction::Right,
        }
    }

    /// Returns −1 for left, 1 for right.
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
        f.write_str(self.direction().name())
    }
}
