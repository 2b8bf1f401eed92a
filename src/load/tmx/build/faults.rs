//! What tile sets lack: images, and tiles that cannot be built.

use crate::load::LoadError;
use crate::load::error::shortened;
use crate::load::tmx::model::RawSet;
use crate::tile::TileSet;
use std::collections::HashMap;
use std::sync::Arc;

/// A tile set that was built, and what it lacks. Maps of a world share it.
#[derive(Clone)]
pub(super) struct BuiltSet {
    pub(super) tiles: Arc<TileSet>,
    pub(super) faults: Arc<SetFaults>,
}

/// The errors of the missing parts of a tile set: images, and tiles that cannot be built.
#[derive(Default)]
pub(super) struct SetFaults {
    pub(super) list: Vec<LoadError>,
    /// Whether the image of the whole set is missing. Its error is then the first, and counts for all tiles.
    pub(super) lacks_image: bool,
    /// The index of the error of each tile that is missing.
    pub(super) of_tiles: HashMap<u32, u32>,
}

impl SetFaults {
    /// Returns the index of the error of a tile that the set does not have.
    pub(super) fn of_tile(&self, id: u32) -> Option<u32> {
        if self.lacks_image { Some(0) } else { self.of_tiles.get(&id).copied() }
    }

    pub(super) fn add(&mut self, error: LoadError) -> u32 {
        self.list.push(error);
        self.list.len() as u32 - 1
    }

    /// Adds the error of a tile. An error that the tile has already stays.
    pub(super) fn add_tile(&mut self, id: u32, error: LoadError) {
        let index = self.add(error);
        self.of_tiles.entry(id).or_insert(index);
    }
}

/// Returns a tile set, or a tile of it, for messages.
pub(super) fn element_of(set: &RawSet, tile: Option<u32>) -> String {
    let name = shortened(&set.name);
    tile.map_or_else(|| format!("tile set '{name}'"), |id| format!("tile {id} of tile set '{name}'"))
}
