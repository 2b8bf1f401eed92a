use super::sprite::Sprite;
use super::sprites::SpriteId;
use std::fmt;

/// Which sprites a query sees. The default sees all.
///
/// ```
/// use tileray::{Sprite, SpriteFilter, SpriteId};
///
/// const ENEMY: u32 = 4;
/// let is_awake = |_: SpriteId, sprite: &Sprite| sprite.user_data > 0;
/// let filter = SpriteFilter { categories: ENEMY, predicate: Some(&is_awake), ..SpriteFilter::default() };
/// # let _ = filter;
/// ```
#[derive(Clone, Copy)]
pub struct SpriteFilter<'a> {
    /// Those of these categories, as bits.
    pub categories: u32,
    /// But not these, as the one that asks.
    pub exclude: &'a [SpriteId],
    /// And only those for which this is true.
    pub predicate: Option<&'a SpritePredicate>,
}

/// What a filter may ask of a sprite.
pub type SpritePredicate = dyn Fn(SpriteId, &Sprite) -> bool + Send + Sync;

impl SpriteFilter<'_> {
    /// Whether a query sees a sprite.
    #[must_use]
    pub fn sees(&self, id: SpriteId, sprite: &Sprite) -> bool {
        sprite.category & self.categories != 0
            && !self.exclude.contains(&id)
            && self.predicate.is_none_or(|predicate| predicate(id, sprite))
    }
}

impl Default for SpriteFilter<'_> {
    /// Sees all sprites that have a category.
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
