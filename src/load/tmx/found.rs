//! What the walks through the documents find, for those who make a map of it.

use super::raw_object::RawObjectLayer;
use super::slim::Slim;
use crate::geometry::Rect;
use crate::tile::Properties;
use glam::{DVec2, IVec2, ivec2};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// What the walks collect.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) sets: Vec<SetReference>,
    /// The files of tile sets, each once, and where each is named first.
    pub(super) files: Vec<(PathBuf, usize)>,
    /// The numbers of those files among the documents.
    pub(super) documents: HashMap<PathBuf, usize>,
    pub(super) pictures: Vec<ImageReference>,
    pub(super) layers: Vec<RawLayer>,
    pub(super) groups: Vec<RawGroup>,
    pub(super) object_layers: Vec<RawObjectLayer>,
    /// The files of object templates, each once, and where each is named first.
    pub(super) template_files: Vec<(PathBuf, usize)>,
    /// The numbers of those files among them.
    pub(super) template_numbers: HashMap<PathBuf, usize>,
    /// The map's own custom properties.
    pub(super) map_properties: Properties,
    /// What was claimed so far, which the limits bound: the cells of the layers' grids, those of their data, tiles, objects
    /// with the corners of their outlines, and custom properties.
    pub(super) grid_cells: u64,
    pub(super) data_cells: u64,
    pub(super) tiles: u64,
    pub(super) objects: u64,
    pub(super) properties: u64,
    /// The tiles that have elements of their own.
    pub(super) tile_elements: u64,
}

/// A tile set of the map.
pub(super) struct SetReference {
    /// The number of its first tile in the map's cells.
    pub(super) first_gid: u32,
    /// The document that holds it: 0 for the map's own.
    pub(super) document: usize,
    /// What its element says.
    pub(super) set: RawSet,
}

/// What a tile set says that `tiled` does not get to read. A copy shares the properties.
#[derive(Clone)]
pub(super) struct RawSet {
    /// How many tiles it claims.
    pub(super) tile_count: Option<u32>,
    /// Where on a tile that is an object its position lies, in parts of its width and height.
    pub(super) anchor: DVec2,
    /// The custom properties of its tiles by their ids.
    pub(super) properties: Arc<BTreeMap<u32, Properties>>,
}

/// A picture that a tile set names.
pub(super) struct ImageReference {
    pub(super) path: PathBuf,
    /// The document that names it, and where.
    pub(super) document: usize,
    pub(super) at: usize,
}

/// A group of layers.
pub(super) struct RawGroup {
    /// The group around it.
    pub(super) parent: Option<usize>,
    /// From 1 for a group that lies in none.
    pub(super) depth: usize,
    /// What `tiled` reads of it, without its layers.
    pub(super) slim: Slim,
}

/// The cells of a tile layer as its file holds them.
pub(super) struct RawLayer {
    /// Where its element begins.
    pub(super) at: usize,
    /// The group around it.
    pub(super) group: Option<usize>,
    /// The cells that its grid holds.
    pub(super) cells: Rect,
    pub(super) blocks: Vec<Block>,
    pub(super) properties: Properties,
}

/// A layer's data, or a chunk of it.
pub(super) struct Block {
    pub(super) cells: Rect,
    /// The tile number and flips of each cell, row after row.
    pub(super) gids: Vec<u32>,
}

impl Block {
    /// The cells that are not empty, with their tile numbers and flips.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (IVec2, u32)> + '_ {
        let width = self.cells.width().max(1) as usize;
        self.gids.chunks(width).zip(self.cells.min.y..).flat_map(move |(row, y)| {
            let cells = row.iter().zip(self.cells.min.x..);
            cells.filter(|(gid, _)| **gid != 0).map(move |(gid, x)| (ivec2(x, y), *gid))
        })
    }
}
