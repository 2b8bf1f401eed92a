//! One sprite: pose, hull, mask and categories.

use crate::collide::Hull;
use crate::geometry::Pose;
use crate::solidity::SolidityMap;
use glam::Vec2;
use std::sync::Arc;

/// An object in the world: a posed hull, an optional mask, and collision categories.
///
/// Sprites of one kind share their hull and mask, as clones of a [`Hull`] share its pieces. [`pixels`](Self::pixels)
/// returns the pixels that the mask covers. Two sprites can collide if each one's `category` shares a bit with the
/// other's `collides_with`, so a sprite without a category collides with none.
///
/// ```
/// use tileray::{ConvexPolygon, Pose, Sprite};
///
/// const HERO: u32 = 1;
/// const COIN: u32 = 2;
/// let hull = ConvexPolygon::rectangle((0.0, 0.0), (12.0, 14.0))?;
/// let hero = Sprite { category: HERO, ..Sprite::new(hull.clone()) };
/// let pose = Pose::at((5.0, 0.0));
/// let coin = Sprite { category: COIN, collides_with: HERO, pose, ..Sprite::new(hull) };
/// assert!(hero.can_collide_with(&coin) && !coin.can_collide_with(&coin));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sprite {
    /// The pose of the sprite's frame in the world. A sprite whose pose is not finite overlaps nothing.
    pub pose: Pose,
    /// The shape, in the sprite's frame.
    pub hull: Hull,
    /// The pixels for pixel-exact queries, if any; the hull should contain them.
    #[cfg_attr(feature = "serde", serde(with = "shared_mask"))]
    pub mask: Option<Arc<SolidityMap>>,
    /// The point of the mask at the origin of the frame, around which the sprite rotates. A hull made from the mask
    /// fits it after a [translation](Hull::translated) by `-pivot`.
    pub pivot: Vec2,
    /// The categories of this sprite, as bits.
    pub category: u32,
    /// The categories that this sprite collides with, as bits.
    pub collides_with: u32,
    /// A number for the game's own use.
    pub user_data: u64,
}

impl Sprite {
    /// Creates a sprite at the origin, of category 1, that collides with all categories.
    #[must_use]
    pub fn new(hull: impl Into<Hull>) -> Self {
        Self {
            pose: Pose::IDENTITY,
            hull: hull.into(),
            mask: None,
            pivot: Vec2::ZERO,
            category: 1,
            collides_with: u32::MAX,
            user_data: 0,
        }
    }

    /// Returns whether each sprite's category is among the categories that the other collides with.
    #[must_use]
    pub const fn can_collide_with(&self, other: &Self) -> bool {
        (self.category & other.collides_with != 0) & (other.category & self.collides_with != 0)
    }
}

#[cfg(feature = "serde")]
mod shared_mask {
    //! A shared mask, serialized by value.

    use super::{Arc, SolidityMap};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(mask: &Option<Arc<SolidityMap>>, serializer: S) -> Result<S::Ok, S::Error> {
        mask.as_deref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Arc<SolidityMap>>, D::Error> {
        Ok(Option::<SolidityMap>::deserialize(deserializer)?.map(Arc::new))
    }
}
