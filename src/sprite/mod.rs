//! Sprites: what they are, which of them meet, and what a ray meets of them.

mod broad_phase;
mod cast;
mod contacts;
mod filter;
mod nearest;
mod pixels;
mod queries;
#[cfg(feature = "serde")]
mod record;
#[expect(clippy::module_inception, reason = "it holds what the layer is named after")]
mod sprite;
mod sprites;
mod world;

pub use broad_phase::BroadPhase;
pub use cast::SpriteHit;
pub use contacts::{ContactFinder, SpriteContact};
pub use filter::{SpriteFilter, SpritePredicate};
pub use nearest::NearestSprite;
pub use pixels::SpritePixels;
pub use queries::SpriteQueries;
pub use sprite::Sprite;
pub use sprites::{SpriteId, Sprites};
pub use world::WorldHit;
