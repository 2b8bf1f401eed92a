//! Resolves the numbers of cells to tiles.

use crate::load::error::shortened;
use crate::load::limits::{Budget, Count};
use crate::load::tmx::model::{FLIPPED_DIAGONALLY, GID_FLAGS, RawImage, RawMap, orientation_of};
use crate::load::tmx::model::{below_sets, beyond_sets, not_in_set, outside_sheet};
use crate::load::{LoadErrorKind, LoadLimits};
use crate::solidity::SolidityMap;
use crate::tile::{Tile, TileSet};
use glam::Vec2Swizzles;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The table that resolves the numbers of cells to tiles.
pub(super) struct GidTable {
    /// Sorted by the first tile number. Sets that share one are in the order of their references.
    sets: Vec<NumberedSet>,
    known: HashMap<u32, NumberedTile>,
    /// The last resolved number, as neighboring cells repeat.
    last: (u32, NumberedTile),
    /// The sets that are scaled to the grid, each with its unscaled copy for objects.
    unscaled: HashMap<u16, u16>,
    /// The pixels of the tiles in all cells so far.
    budget: Budget,
}

/// The tile of a number, and the bits that its mask stores.
type NumberedTile = (Tile, u64);

/// A tile set with its tile numbers.
struct NumberedSet {
    first_gid: u32,
    index: u16,
    /// The claimed number of tiles, or 0 if there is no claim.
    claimed: u32,
    /// The path of the image from which its tiles are cut.
    sheet: Option<PathBuf>,
    set: Arc<TileSet>,
}

impl GidTable {
    pub(super) fn new(raw: &RawMap, sets: &[Arc<TileSet>], limits: LoadLimits) -> Self {
        let sheet = |image: RawImage| raw.images[image.reference].file.path.clone();
        let numbered = raw.sets.iter().zip(sets).zip(0..).filter_map(|((reference, set), index)| {
            Some(NumberedSet {
                first_gid: reference.first_gid?,
                index,
                claimed: reference.set.tile_count,
                sheet: reference.set.image.map(sheet),
                set: Arc::clone(set),
            })
        });
        let mut sets: Vec<_> = numbered.collect();
        sets.sort_by_key(|set| set.first_gid);
        let last = (0, (Tile::default(), 0));
        Self { sets, known: HashMap::new(), last, unscaled: HashMap::new(), budget: Budget::new(limits) }
    }

    /// Sets the unscaled copy of a set.
    pub(super) fn add_unscaled(&mut self, set: u16, copy: u16) {
        self.unscaled.insert(set, copy);
    }

    /// Returns the set whose tiles objects show.
    pub(super) fn set_of_objects(&self, set: u16) -> u16 {
        self.unscaled.get(&set).copied().unwrap_or(set)
    }

    /// Returns the tile of a layer's cell, which is not 0, and counts its pixels.
    pub(super) fn drawn_tile(&mut self, cell: u32) -> Result<Tile, LoadErrorKind> {
        let (tile, pixels) = self.find(cell)?;
        self.budget.take(Count::DrawnPixels, pixels)?;
        Ok(tile)
    }

    /// Returns the tile of a number, which is not 0.
    pub(super) fn tile(&mut self, cell: u32) -> Result<Tile, LoadErrorKind> {
        self.find(cell).map(|(tile, _)| tile)
    }

    fn find(&mut self, cell: u32) -> Result<NumberedTile, LoadErrorKind> {
        if self.last.0 == cell && cell != 0 {
            return Ok(self.last.1);
        }
        let tile = match self.known.get(&cell) {
            Some(tile) => *tile,
            None => {
                let tile = self.resolve(cell)?;
                self.known.insert(cell, tile);
                tile
            }
        };
        self.last = (cell, tile);
        Ok(tile)
    }

    fn resolve(&self, cell: u32) -> Result<NumberedTile, LoadErrorKind> {
        let gid = cell & !GID_FLAGS;
        let after = self.sets.partition_point(|set| set.first_gid <= gid);
        let Some(owner) = after.checked_sub(1).map(|index| &self.sets[index]) else {
            return Err(match self.sets.first() {
                Some(first) => below_sets(gid, first.first_gid),
                None => beyond_sets(gid, "the map has none"),
            });
        };
        let id = gid - owner.first_gid;
        if let Some(mask) = owner.set.mask(id) {
            let orientation = orientation_of(cell);
            let size = if cell & FLIPPED_DIAGONALLY == 0 { mask.size() } else { mask.size().yx() };
            return Ok((Tile { set: owner.index, id, orientation }, SolidityMap::bits_of_size(size)));
        }
        let tile = format!("tile {id} of tile set '{}'", shortened(&owner.set.name));
        let (first, tiles) = (owner.first_gid, owner.set.len());
        Err(match &owner.sheet {
            Some(sheet) if id < owner.claimed || owner.claimed == 0 => outside_sheet(gid, &tile, sheet, tiles),
            _ if after == self.sets.len() => {
                beyond_sets(gid, &format!("the last begins at gid {first} and has {tiles} tiles"))
            }
            _ => not_in_set(gid, &tile),
        })
    }
}
