//! Projects of the LDtk editor: `.ldtk`, with external levels in `.ldtkl`.
//!
//! ```text
//! project, levels ──parse──▶ raw ──LevelReader──▶ LayerContent ──LdtkProject::map──▶ TileMap
//! images ──decode, once──▶ SetContent ──────────────────────────────┘
//! ```
//!
//! Each text is parsed once, into the members that `raw.rs` lists. What a file claims, such as the size of a layer,
//! allocates nothing before it is compared with the limits.

mod build;
mod raw;
mod read;

use crate::load::error::shortened;
use crate::load::json::LdtkTile;
use crate::load::limits::Budget;
use crate::tile::{Properties, TileSet};
use glam::{DVec2, IVec2, UVec2, Vec2};
pub(super) use read::read;
use std::path::PathBuf;

/// A project.
struct LdtkProject {
    path: PathBuf,
    /// The files that were read.
    files: Vec<PathBuf>,
    default_grid: u32,
    /// The layers of each level, back to front.
    levels: Vec<Vec<LayerContent>>,
    /// The tile sets in the order of the file, then those of IntGrid values.
    sets: Vec<SetContent>,
    /// What was read, for the limits.
    budget: Budget,
}

/// A layer.
struct LayerContent {
    name: String,
    visible: bool,
    /// The side of the cells in pixels, and their number along each axis.
    grid: u32,
    size: UVec2,
    offset: IVec2,
    parallax: Vec2,
    /// The anchor of tiles, as a part of the cell.
    pivot: DVec2,
    tiles: Option<LayerTiles>,
    values: Option<LayerValues>,
    /// The objects of a layer of entities.
    objects: Option<Vec<ObjectContent>>,
}

/// The tiles of a layer in drawing order.
struct LayerTiles {
    /// The index of the tile set; `None` where there are no tiles.
    set: Option<usize>,
    tiles: Vec<LdtkTile>,
    solid: Option<bool>,
}

/// The values of an IntGrid layer, row after row.
struct LayerValues {
    set: usize,
    values: Vec<u32>,
    solid: bool,
}

/// An entity.
struct ObjectContent {
    id: u32,
    class: String,
    position: DVec2,
    size: DVec2,
    /// The index of its tile's set, and the tile's id there.
    tile: Option<(usize, u32)>,
    properties: Properties,
}

/// Names a level in an error.
fn within_level(name: &str) -> String {
    format!("level '{}'", shortened(name))
}

/// A tile set with its tiles.
struct SetContent {
    /// The tiles, without a drawing offset.
    tiles: TileSet,
    /// The side of the tiles of its grid, in pixels.
    side: u32,
}

/// Returns the name of the layer and of the tile set of an IntGrid layer's values.
fn values_name(layer: &str) -> String {
    format!("{layer}/values")
}

/// Tells the position of a tile or an entity in its layer, for errors.
fn at<N: std::fmt::Display>([x, y]: [N; 2]) -> String {
    format!("at {x},{y}")
}
