//! A project that was read: its levels, and the tile sets that they use.

use crate::load::error::shortened;
use crate::load::json::LdtkTile;
use crate::load::limits::Budget;
use crate::load::{LoadError, LoadErrorKind, LoadOptions};
use crate::tile::{MapObject, TileSet};
use glam::{DVec2, IVec2, UVec2, Vec2};
use std::collections::HashMap;
use std::path::PathBuf;

/// A project.
pub(super) struct LdtkProject {
    pub(super) path: PathBuf,
    pub(super) options: LoadOptions,
    /// The files that were read.
    pub(super) files: Vec<PathBuf>,
    pub(super) default_grid: u32,
    /// The content of the levels, or their errors.
    pub(super) levels: Vec<Result<LevelContent, LoadError>>,
    /// The tile sets in the order of the file, then the sets of IntGrid values.
    pub(super) sets: Vec<SetContent>,
    /// The counts of what was read, for the limits.
    pub(super) budget: Budget,
}

/// The content of a level.
pub(super) struct LevelContent {
    /// The file that has the layers: the project, or a file of the level.
    pub(super) path: PathBuf,
    /// The layers, back to front.
    pub(super) layers: Vec<LayerContent>,
}

/// A layer.
pub(super) struct LayerContent {
    pub(super) name: String,
    pub(super) visible: bool,
    /// The side of the cells in pixels, and their number along each axis.
    pub(super) grid: u32,
    pub(super) size: UVec2,
    pub(super) offset: IVec2,
    pub(super) parallax: Vec2,
    /// The anchor of tiles, as a fraction of the cell.
    pub(super) pivot: DVec2,
    pub(super) tiles: Option<LayerTiles>,
    pub(super) values: Option<LayerValues>,
    /// The objects of a layer of entities.
    pub(super) objects: Option<Vec<ObjectContent>>,
}

/// The tiles of a layer in drawing order.
pub(super) struct LayerTiles {
    /// The index of the tile set, or `None` without tiles.
    pub(super) set: Option<usize>,
    /// The number of the layer's tile set, if the project does not have it. The layer's tiles are dropped.
    pub(super) missing_set: Option<i64>,
    pub(super) tiles: Vec<LdtkTile>,
    pub(super) solid: Option<bool>,
}

/// The values of an IntGrid layer, row after row.
pub(super) struct LayerValues {
    pub(super) set: usize,
    pub(super) values: Vec<u32>,
    pub(super) solid: bool,
}

/// An entity.
pub(super) struct ObjectContent {
    /// The object without its tile.
    pub(super) object: MapObject,
    /// The position in the file, which is the pivot's.
    pub(super) px: [f64; 2],
    /// The index of its tile's set, and the tile's id there. The number of the set, if the project does not have it.
    pub(super) tile: Option<Result<(usize, u32), i64>>,
}

/// Returns the fault of a tile set that the project does not have.
pub(super) fn no_such_set(number: i64) -> LoadErrorKind {
    let detail = format!("the project has no tile set with the number {number}");
    LoadErrorKind::content(detail, "choose the tile set again in LDtk")
}

/// Returns the name of a level for errors.
pub(super) fn within_level(name: &str) -> String {
    format!("level '{}'", shortened(name))
}

/// A tile set with its tiles.
pub(super) struct SetContent {
    /// The tiles, without a drawing offset.
    pub(super) tiles: TileSet,
    /// The side of the tiles of its grid, in pixels.
    pub(super) side: u32,
    /// The error of the image, if it is missing.
    pub(super) fault: Option<LoadError>,
    /// The faults of the parts that entities show and that the image does not have, by their ids.
    pub(super) part_faults: HashMap<u32, LoadErrorKind>,
}

/// Returns the name of the layer and of the tile set of an IntGrid layer's values.
pub(super) fn values_name(layer: &str) -> String {
    format!("{layer}/values")
}

/// Returns the position of a tile or an entity in its layer, for errors.
pub(super) fn at<N: std::fmt::Display>([x, y]: [N; 2]) -> String {
    format!("at {x},{y}")
}
