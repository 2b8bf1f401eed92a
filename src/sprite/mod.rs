//! Sprites: many posed hulls and masks, the pairs of them that collide, and queries of them.
//!
//! ```text
//! Sprites ──boxes──▶ BroadPhase ──pairs──▶ hulls ──▶ masks ──▶ SpriteContact    ContactFinder
//!                        └──boxes near a ray, point, box──▶ hulls ──▶ SpriteHit   SpriteQueries
//! ```
//!
//! | question | method |
//! | --- | --- |
//! | which sprites collide, by hulls or by pixels | [`ContactFinder::find`], [`ContactFinder::find_by_pixels`] |
//! | what is at a point, in a box, on a ray, nearest | those of [`SpriteQueries`], from [`Sprites::queries`] |
//! | what does a ray hit first, terrain or a sprite | [`TerrainQuery::with_sprites`](crate::TerrainQuery::with_sprites) |
//! | how is a sprite pushed out of another, or out of terrain | [`collide::contact`](crate::collide::contact) of [`Sprites::hull`]s, [`TerrainQuery::contact`](crate::TerrainQuery::contact) |
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
