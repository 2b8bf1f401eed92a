//! Sprites: many posed hulls and masks, the pairs of them that collide, and queries of them.
//!
//! ```text
//! Sprites ──boxes──▶ BroadPhase ──pairs──▶ hulls ──▶ masks ──▶ SpriteContact    ContactFinder
//!                        └──boxes near a ray, point, box──▶ hulls ──▶ SpriteHit   SpriteQueries
//! ```
//!
//! The algorithm of the broad phase is in the header of `broad_phase/mod.rs`.

mod broad_phase;
mod contacts;
mod pixels;
mod queries;
#[expect(clippy::module_inception, reason = "the layer is named after its main type")]
mod sprite;
mod sprites;
mod world;

pub use broad_phase::BroadPhase;
pub use contacts::{ContactFinder, SpriteContact};
pub use pixels::SpritePixels;
pub use queries::{NearestSprite, SpriteFilter, SpriteHit, SpritePredicate, SpriteQueries};
pub use sprite::Sprite;
pub use sprites::{SpriteId, Sprites};
pub use world::{WorldHit, WorldQuery};
