use crate::collide::Hull;
use crate::geometry::Pose;
use crate::solidity::SolidityMap;
use glam::Vec2;
use std::sync::Arc;

/// A thing in the world: where it stands, what it collides with, and whom it can_collide_with.
///
/// Sprites of one kind share their hull and mask: copies of a [`Hull`] keep its pieces once. Where a sprite has a mask,
/// [`pixels`](Self::pixels) tells what it covers. Two sprites meet where each
/// one's `category` has a bit in common with the other's `collides_with`; so a sprite without a category can_collide_with none.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, Pose, Sprite};
///
/// const HERO: u32 = 1;
/// const COIN: u32 = 2;
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (12.0, 14.0))?);
/// let hero = Sprite { category: HERO, ..Sprite::new(hull.clone()) };
/// let coin = Sprite { category: COIN, collides_with: HERO, pose: Pose::at((5.0, 0.0)), ..Sprite::new(hull) };
/// assert!(hero.can_collide_with(&coin) && !coin.can_collide_with(&coin));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sprite {
    /// Where its frame lies in the world. A pose that is not finite is nowhere, and can_collide_with nothing.
    pub pose: Pose,
    /// Its shape, in its own frame.
    pub hull: Hull,
    /// Its pixels, if they are to be asked about; the hull should hold them.
    #[cfg_attr(feature = "serde", serde(with = "super::record::mask"))]
    pub mask: Option<Arc<SolidityMap>>,
    /// The point of the mask that lies at the origin of the frame, about which the sprite turns. A hull that was made of the
    /// mask lies on it once it is [moved](Hull::translated) by `-pivot`.
    pub pivot: Vec2,
    /// What it is, as bits.
    pub category: u32,
    /// The categories of the sprites that it can_collide_with, as bits.
    pub collides_with: u32,
    /// A number of the game's own.
    pub user_data: u64,
}

impl Sprite {
    /// One that stands at the origin, is of the category 1, and can_collide_with all categories.
    #[must_use]
    pub fn new(hull: Hull) -> Self {
        Self {
            pose: Pose::IDENTITY,
            hull,
            mask: None,
            pivot: Vec2::ZERO,
            category: 1,
            collides_with: u32::MAX,
            user_data: 0,
        }
    }

    /// Whether each one's category is among those that the other can_collide_with.
    #[must_use]
    pub const fn can_collide_with(&self, other: &Self) -> bool {
        (self.category & other.collides_with != 0) & (other.category & self.collides_with != 0)
    }
}
