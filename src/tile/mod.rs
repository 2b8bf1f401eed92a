//! What the level says: tile sets, layers of cells, and how they lie in the world.

mod cells;
mod layer;
mod layer_set;
mod map;
mod object;
mod one_way;
mod owner;
mod picture;
mod properties;
mod replacement;
mod set;
mod stamp;
mod stamps;

pub use layer::TileLayer;
pub use layer_set::{LayerSet, UnknownLayer};
pub use map::{TileMap, TileMapError};
pub use object::{MapObject, ObjectShape};
pub use one_way::OneWay;
pub(crate) use owner::TileFinder;
pub use picture::Picture;
pub use properties::{Properties, Property};
pub use set::{Tile, TileSet};
pub use stamp::Stamp;
