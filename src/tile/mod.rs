//! What the level says: tile sets, layers of cells, and how they lie in the world.

mod cells;
mod layer;
mod layer_set;
mod map;
mod object;
mod owner;
mod placed_tile;
mod properties;
mod replacement;
mod set;
mod stamps;
mod tile_image;

pub use layer::TileLayer;
pub use layer_set::{LayerNameError, LayerSet};
pub use map::{TileMap, TileMapError};
pub use object::{MapObject, ObjectShape};
pub(crate) use owner::TileFinder;
pub use placed_tile::PlacedTile;
pub use properties::{Properties, Property};
pub use set::{Tile, TileSet};
pub use tile_image::TileImage;
