//! Levels: tile sets, layers of cells, objects, and where the tiles lie in the world.
//!
//! ```text
//! TileMap ─┬─ TileSet ─── mask, image and properties by tile id
//!          ├─ TileLayer ─ cells of 0 or 1 + index ──▶ PlacedTile: mask with its flips applied, and its offset
//!          ├─ MapObject ─ points, shapes and texts; solid where `add_solid_objects` makes their layer a TileLayer
//!          └─ LayerSet ── the layers that a query or a terrain uses
//! ```
//!
//! A cell draws its tile with the bottom left corners of cell and tile together, then moved by the set's offset. So
//! tiles may be larger than cells; of two that cover a pixel, the one drawn later is in front (see [`RenderOrder`]).

mod cells;
mod difference;
mod layer;
mod layer_set;
mod map;
mod map_error;
mod merge;
mod object;
mod paint;
mod pixels;
mod placed_tile;
mod properties;
mod set;
mod solid_objects;
mod solid_shape;

pub use cells::RenderOrder;
pub(crate) use difference::MapDifference;
pub use layer::TileLayer;
pub use layer_set::{LayerNameError, LayerSet};
pub use map::TileMap;
pub use map_error::TileMapError;
pub use object::{MapObject, ObjectLayer, ObjectShape};
pub(crate) use pixels::{TileChange, TileFinder};
pub use placed_tile::{PlacedTile, Tile};
pub use properties::{Properties, Property};
pub use set::{TileImage, TileSet};
#[cfg(feature = "tmx")]
pub(crate) use solid_objects::{CountedLimit, SolidObjectsBudget};
pub use solid_objects::{SolidObjectsError, SolidObjectsLimit};
#[cfg(feature = "tmx")]
pub(crate) use solid_shape::ShapeFit;
