//! Filters: which sprites a query considers.

use super::sprite::Sprite;
use super::sprites::SpriteId;
use std::fmt;

/// The sprites that a query considers; by default all.
///
/// ```
/// use tileray::Sprite;
/// use tileray::sprite::{SpriteFilter, SpriteId};
///
/// const ENEMY: u32 = 4;
/// let is_awake = |_: SpriteId, sprite: &Sprite| sprite.user_data > 0;
/// let awake_enemies =
///     SpriteFilter { categories: ENEMY, predicate: Some(&is_awake), ..Default::default() };
/// # let _ = awake_enemies;
/// ```
///
/// Queries test hulls. The predicate can test [pixels](Sprite::pixels) too. A hull around the mask holds the centers of
/// the solid pixels, but not always their corners.
///
/// ```
/// use tileray::glam::vec2;
/// use tileray::sprite::{BroadPhase, SpriteFilter, SpriteId};
/// use tileray::{ConvexPolygon, Hull, SolidityMap, Sprite, Sprites};
///
/// let ring = SolidityMap::from_ascii("#####\n#...#\n#...#\n#...#\n#####")?;
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (5.0, 5.0))?);
/// let mut sprites = Sprites::new();
/// let ring = sprites.insert(Sprite { mask: Some(ring.into()), ..Sprite::new(hull) });
/// let mut broad_phase = BroadPhase::new();
/// let queries = sprites.queries(&mut broad_phase);
/// let clicked = |point| {
///     let on_pixel = |_: SpriteId, sprite: &Sprite| match sprite.pixels() {
///         Some(pixels) => pixels.contains(point),
///         None => true,
///     };
///     queries.at_point(point, &SpriteFilter { predicate: Some(&on_pixel), ..Default::default() })
/// };
/// assert_eq!((clicked(vec2(0.5, 2.5)), clicked(vec2(2.5, 2.5))), (vec![ring], vec![]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct SpriteFilter<'a> {
    /// The categories to consider, as bits.
    pub categories: u32,
    /// Sprites to ignore, for instance the one that asks.
    pub exclude: &'a [SpriteId],
    /// A further condition.
    pub predicate: Option<&'a SpritePredicate<'a>>,
}

/// A condition of a [`SpriteFilter`].
pub type SpritePredicate<'a> = dyn Fn(SpriteId, &Sprite) -> bool + Send + Sync + 'a;

impl SpriteFilter<'_> {
    /// Returns whether a query considers a sprite.
    #[must_use]
    pub fn accepts(&self, id: SpriteId, sprite: &Sprite) -> bool {
        sprite.category & self.categories != 0
            && !self.exclude.contains(&id)
            && self.predicate.is_none_or(|predicate| predicate(id, sprite))
    }
}

impl Default for SpriteFilter<'_> {
    /// Accepts all sprites that have a category.
    fn default() -> Self {
        Self { categories: u32::MAX, exclude: &[], predicate: None }
    }
}

impl fmt::Debug for SpriteFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpriteFilter")
            .field("categories", &self.categories)
            .field("exclude", &self.exclude)
            .field("predicate", &self.predicate.map(|_| "a function"))
            .finish()
    }
}
