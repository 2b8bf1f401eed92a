//! Levels: tile sets, layers of cells, objects, and where the tiles lie in the world.
//!
//! | question | method of [`TileMap`] |
//! | --- | --- |
//! | how is a level built or changed | [`add_tile_set`](TileMap::add_tile_set), [`add_layer`](TileMap::add_layer), [`set_tile`](TileMap::set_tile), [`add_object`](TileMap::add_object) |
//! | what is in a cell, and where is it drawn | [`tile`](TileMap::tile), [`placed_tiles`](TileMap::placed_tiles), [`cell_pixels`](TileMap::cell_pixels), [`paint`](TileMap::paint) |
//! | which pixels are solid | [`solidity`](TileMap::solidity), [`solidity_with`](TileMap::solidity_with) |
//! | how do several maps become one | [`add_map`](TileMap::add_map) |
//! | how do objects become terrain | [`add_solid_objects`](TileMap::add_solid_objects), [`object_mask`](TileMap::object_mask) |
//! | what is missing in a loaded level | [`warnings`](TileMap::warnings) |
//!
//! # The structure
//!
//! ```text
//! TileMap ─┬─ TileSet ─── mask, image and properties by tile id
//!          ├─ TileLayer ─ cells of 0 or 1 + index ──▶ PlacedTile: mask with its flips applied, and its offset
//!          ├─ MapObject ─ points, shapes and texts; solid if `add_solid_objects` makes their layer a TileLayer
//!          └─ LayerSet ── the layers that a query or a terrain uses
//! ```
//!
//! A cell draws its tile with the bottom left corners of cell and tile together, then moved by the set's offset. So
//! tiles may be larger than cells, and a pixel may have several tiles. The one drawn last is in front ([`RenderOrder`]):
//!
//! ```text
//! draw(window):  for each cell whose tile may reach the window, in drawing order:           pixels.rs
//!                    draw placed[cell].mask at corner(cell) + placed[cell].offset
//! tile(pixel):   the same cells in reverse order: the first whose mask has the pixel
//! ```
//!
//! All of this is plain data, and clones share it until one of them changes. Objects do not collide: rays and terrain do
//! not see them, unless `add_solid_objects` draws a layer of them into tiles. An object's position is its top left corner
//! for every shape; `load` converts the anchors of Tiled.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | tile | an id in a tile set, and the flips that a cell draws it with |
//! | placed tile | a tile as cells of one height draw it; a map keeps each once |
//! | page, run | 4096 cells and 64 cells of a layer; clones share pages, and runs without tiles are skipped |
//! | reach | the box around all placed tiles of a layer, relative to their cells |
//! | frame | the rectangle of a map's size in tiles; infinite maps have none |
//!
//! # Proofs
//!
//! - Drawing and owners equal a look at every tile: `tests/terrain/bricks.rs` and `edits.rs` there.
//! - Maps that are put together equal their parts: `merge.rs` there. The difference of two maps: `update.rs` there.
//! - Objects as terrain equal the plain formulas of an oracle: `solid_objects.rs` and `shapes.rs` in `tests/load`.
//! - The unit tests of `cells.rs` and `placed_tile.rs` compare the grid and the index of tiles with plain tables.

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
mod warning;

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
pub use warning::LoadWarning;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub(crate) use warning::Warnings;
