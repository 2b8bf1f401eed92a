//! What the level says: tile sets, layers of cells, and how they lie in the world.

mod layer;
mod layer_set;
mod map;
mod picture;
mod set;
mod stamp;

pub use layer::TileLayer;
pub use layer_set::{LayerSet, UnknownLayer};
pub use map::{TileMap, TileMapError};
pub use picture::Picture;
pub use set::{Tile, TileSet};
pub use stamp::Stamp;
