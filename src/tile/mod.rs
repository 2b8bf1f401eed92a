//! Levels: tile sets, layers of cells, objects, and where the tiles lie in the world.
//!
//! ```text
//! TileMap ─┬─ TileSet ─── mask, image and properties by tile id
//!          ├─ TileLayer ─ cells of 0 or 1 + index ──▶ PlacedTile: mask with its flips applied, and its offset
//!          ├─ MapObject ─ points, shapes and texts; not solid
//!          └─ LayerSet ── the layers that a query or a terrain uses
//! ```
//!
//! A cell draws its tile with the bottom left corners of cell and tile together, then moved by the set's offset. So
//! tiles may be larger than cells; of two that cover a pixel, the one drawn later is in front (see [`RenderOrder`]).

mod cells;
mod layer;
mod layer_set;
mod map;
mod object;
mod pixels;
mod placed_tile;
mod properties;
mod set;

pub use cells::RenderOrder;
pub use layer::TileLayer;
pub use layer_set::{LayerNameError, LayerSet};
pub use map::{TileMap, TileMapError};
pub use object::{MapObject, ObjectLayer, ObjectShape};
pub(crate) use pixels::TileFinder;
pub use placed_tile::PlacedTile;
pub use properties::{Properties, Property};
pub use set::{Tile, TileImage, TileSet};
