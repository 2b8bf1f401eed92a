//! What tile sets lack: images, and tiles that cannot be built.

use crate::load::error::shortened;
use crate::load::tmx::model::{RawMap, RawSet};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::TileSet;
use std::collections::HashMap;
use std::sync::Arc;

/// A tile set that was built, and what it lacks. Maps of a world share it.
#[derive(Clone)]
pub(super) struct BuiltSet {
    pub(super) tiles: Arc<TileSet>,
    pub(super) faults: Arc<SetFaults>,
}

/// The missing parts of a tile set: images, and tiles that cannot be built.
#[derive(Default)]
pub(super) struct SetFaults {
    list: Vec<SetFault>,
    /// The index of the fault of each tile that is missing. If the image of the whole set is missing, its fault is the
    /// first, and counts for all tiles.
    pub(super) of_tiles: HashMap<u32, u32>,
}

/// A missing part of a tile set.
struct SetFault {
    /// The tile that has the part. `None` for the image of the whole set.
    tile: Option<u32>,
    kind: FaultKind,
}

/// The fault of a missing part of a tile set.
pub(super) enum FaultKind {
    /// An image file cannot be read.
    Image(LoadErrorKind),
    /// The tile set's document is wrong there.
    Content(LoadErrorKind),
    /// A template of a collision shape cannot be read: its index in the raw map.
    Template(usize),
}

impl SetFaults {
    /// Returns the number of faults.
    pub(super) fn len(&self) -> u32 {
        self.list.len() as u32
    }

    /// Returns the index of the fault of a tile that the set does not have.
    pub(super) fn of_tile(&self, id: u32) -> Option<u32> {
        let of_set = self.list.first().filter(|fault| fault.tile.is_none());
        of_set.map(|_| 0).or_else(|| self.of_tiles.get(&id).copied())
    }

    /// Returns whether a fault has an index that only one map knows.
    pub(super) fn is_of_one_map(&self) -> bool {
        self.list.iter().any(|fault| matches!(fault.kind, FaultKind::Template(_)))
    }

    pub(super) fn add(&mut self, tile: Option<u32>, kind: FaultKind) -> u32 {
        self.list.push(SetFault { tile, kind });
        self.len() - 1
    }

    /// Adds the fault of a tile. A fault that the tile has already stays.
    pub(super) fn add_tile(&mut self, id: u32, kind: FaultKind) {
        let index = self.add(Some(id), kind);
        self.of_tiles.entry(id).or_insert(index);
    }

    /// Returns the error of a fault, at its place in the documents of a map that has the set.
    pub(super) fn error(&self, index: u32, raw: &RawMap, set: &RawSet) -> LoadError {
        let SetFault { tile, kind } = &self.list[index as usize];
        let own = tile.and_then(|id| set.tiles.get(&id));
        let image = own.and_then(|tile| tile.image).or(set.image);
        let reference = image.map(|image| &raw.images[image.reference].file);
        match (kind, reference) {
            (FaultKind::Image(kind), Some(reference)) => {
                raw.referenced(LoadError::new(&reference.path, kind.clone()), reference, &element_of(set, *tile))
            }
            (FaultKind::Content(kind), Some(reference)) => {
                raw.documents[reference.document].error(reference.at, kind.clone()).within(element_of(set, *tile))
            }
            (FaultKind::Template(file), _) => raw.template_error(*file, raw.broken_templates[file].clone()),
            // The file was saved while the maps of a world were read.
            (FaultKind::Image(kind) | FaultKind::Content(kind), None) => {
                LoadError::new(&raw.documents[0].path, kind.clone()).within(element_of(set, *tile))
            }
        }
    }
}

/// Returns a tile set, or a tile of it, for messages.
pub(super) fn element_of(set: &RawSet, tile: Option<u32>) -> String {
    let name = shortened(&set.name);
    tile.map_or_else(|| format!("tile set '{name}'"), |id| format!("tile {id} of tile set '{name}'"))
}
