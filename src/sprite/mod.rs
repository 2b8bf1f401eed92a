//! Sprites: posed hulls and masks, the pairs that collide, and spatial queries; rays against terrain and moving shapes.
//!
//! | question | method |
//! | --- | --- |
//! | which sprites collide, by hulls or by pixels | [`ContactFinder::find`], [`ContactFinder::find_by_pixels`] |
//! | which sprites are at a point, in a box, in a circle, on a ray, nearest | the methods of [`SpriteQueries`], from [`Sprites::queries`] |
//! | what does a ray hit first, terrain or a sprite | [`TerrainQuery::with_sprites`](crate::TerrainQuery::with_sprites) |
//! | what does a ray or a scanner meet first, terrain or a moving shape | [`TerrainQuery::with_colliders`](crate::TerrainQuery::with_colliders), for [`Colliders`] of any kind |
//! | how is a sprite pushed out of another, or out of terrain | [`collide::contact`](crate::collide::contact) of two [`Sprites::hull`], [`TerrainQuery::contact`](crate::TerrainQuery::contact) |
//! | which pixels does a rotated sprite cover | [`Sprite::pixels`] |
//!
//! # The algorithm
//!
//! ```text
//! Sprites ──boxes──▶ BroadPhase ──pairs──▶ hulls ──▶ masks ──▶ SpriteContact      ContactFinder
//!                        └──boxes near a ray, point, box──▶ hulls ──▶ SpriteHit   SpriteQueries
//!
//! set_pose(id, pose):     pose the hull, store its bounding box                            sprites.rs
//! find():                 pairs = broad_phase.pairs(boxes)        a spatial hash           broad_phase/mod.rs
//!                         keep the pairs whose categories agree                            sprite.rs
//!                         keep the pairs whose hulls overlap      separating axes          collide/hull
//! find_by_pixels():       keep the pairs of find() whose masks share a pixel               pixels.rs
//! raycast(ray):           for each row of cells along the ray:                             broad_phase/along.rs
//!                             for each box on the ray: cast the ray against the hull
//!                             stop if the next row begins beyond the nearest hit
//! with_colliders(..).scan(..):                                                            world.rs
//!     ranges of the terrain alone                                                         scan
//!     for each pose: for each shape within its longest range:                             colliders.rs
//!         for each beam in the sector of the shape: cast it against the shape             raycast/beams.rs
//! with_colliders(..).ranges(..):
//!     for each ray, up to its range: as raycast(ray) above, with shapes of any kind
//! ```
//!
//! Pairs, contacts and lists of sprites are in ascending order of ids, for every number of threads. Rotated masks are
//! sampled at the centers of pixels, never rasterized. [`SpritePixels`] says which mask covers a center on a border.
//! Mirrored sprites cover mirrored pixels.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | pose | a rotation about the origin of the sprite's frame, then a translation |
//! | hull | convex polygons that stand for the solid pixels of a sprite |
//! | mask, pivot | the pixels of a sprite; the point of the mask at the origin of the sprite's frame |
//! | category | a bit; two sprites can collide if each one collides with a category of the other |
//! | slot, generation | the index of a sprite; a counter that makes an id invalid once its sprite is removed |
//! | broad phase | the search for boxes that overlap, before hulls are tested |
//!
//! # Proofs
//!
//! `tests/sprites` compares
//!
//! - pairs of boxes with a loop over all pairs (`boxes.rs`), contacts with a loop over all hulls (`contacts.rs`),
//! - queries and rays with a test of every sprite and every edge (`queries.rs`, `rays.rs`),
//! - rays and scans among colliders with a test of every shape (`colliders.rs`),
//! - covered pixels and their contacts with a look at every pixel (`pixels.rs`, `posed.rs`, `contacts.rs`),
//! - ids, snapshots and the serialized form with plain collections (`handles.rs`, `written.rs`).

mod broad_phase;
mod colliders;
mod contacts;
mod pixels;
mod queries;
#[expect(clippy::module_inception, reason = "the layer is named after its main type")]
mod sprite;
mod sprites;
mod world;

pub use broad_phase::BroadPhase;
pub use colliders::Colliders;
pub use contacts::{ContactFinder, SpriteContact};
pub use pixels::SpritePixels;
pub use queries::{NearestSprite, SpriteFilter, SpriteHit, SpritePredicate, SpriteQueries};
pub use sprite::Sprite;
pub use sprites::{SpriteId, Sprites};
pub use world::{WorldHit, WorldQuery};
