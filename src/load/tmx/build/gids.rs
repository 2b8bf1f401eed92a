//! Resolves the numbers of cells and objects to tiles, and names what is missing.

use super::faults::BuiltSet;
use crate::geometry::sort_by_key;
use crate::load::error::shortened;
use crate::load::limits::{Budget, Count};
use crate::load::picture::tile_sampler::TileSizing;
use crate::load::tmx::model::{FLIPPED_DIAGONALLY, GID_FLAGS, RawContent, RawMap, RawObject, RawTileOf};
use crate::load::tmx::model::{below_sets, beyond_sets, orientation_of};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};
use crate::solidity::SolidityMap;
use crate::tile::Tile;
use glam::Vec2Swizzles;
use std::collections::HashMap;
use std::path::Path;

/// A part that a map lacks. Sets and files are named by their indices in the raw map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// The file of a tile set.
    SetFile(usize),
    /// The file of a template.
    Template(usize),
    /// A picture, or another part of a set, by the index of its fault.
    OfSet(u16, u32),
    /// A tile that a set does not have.
    Tile(u16, u32),
    /// The tiles outside of a set's image.
    OutsideImage(u16),
    /// The tile set of the numbers beyond the last tile of all sets.
    BeyondSets,
    /// The tile set of the numbers below the first tile of all sets.
    BelowSets,
}

/// The table that resolves the numbers of cells to tiles.
pub(super) struct GidTable<'m> {
    pub(super) raw: &'m RawMap,
    sets: Vec<BuiltSet>,
    /// The first tile number and the index of each set that has one, sorted. Sets that share a number are in the order
    /// of their references.
    numbered: Vec<(u32, u16)>,
    /// The greatest id of the last numbered set.
    last_id: Option<u32>,
    /// The set that objects show for each set: its unscaled copy if it is scaled to the grid.
    shown: Vec<u16>,
    known: HashMap<u32, Found>,
    /// The last resolved number, as neighboring cells repeat.
    last: (u32, Found),
    /// The pixels of the tiles in all cells so far.
    budget: Budget,
}

/// Returns the first tile number and the index of each set that has one, sorted.
fn numbered_sets(raw: &RawMap) -> Vec<(u32, u16)> {
    let numbered = (0..).zip(&raw.sets).filter_map(|(index, reference)| Some((reference.first_gid?, index)));
    let mut numbered: Vec<_> = numbered.collect();
    sort_by_key(&mut numbered, |(first_gid, _)| *first_gid);
    numbered
}

/// Returns the index of the set that has a tile number, and the tile's id there. As in Tiled, each number belongs to the
/// last set that begins at it or below, whether the set has the tile or not.
fn owner_among(numbered: &[(u32, u16)], cell: u32) -> Option<(u16, u32)> {
    let gid = cell & !GID_FLAGS;
    let after = numbered.partition_point(|(first_gid, _)| *first_gid <= gid);
    let (first_gid, set) = numbered[after.checked_sub(1)?];
    Some((set, gid - first_gid))
}

/// Returns for each set whether its tiles are scaled to the grid and shown by objects, which have sizes of their own.
pub(super) fn scaled_sets_of_objects(raw: &RawMap) -> Vec<bool> {
    let is_scaled = |set: u16| raw.sets[usize::from(set)].set.sizing != TileSizing::Own;
    let mut are_shown = vec![false; raw.sets.len()];
    if raw.sets.iter().all(|reference| reference.set.sizing == TileSizing::Own) {
        return are_shown;
    }
    let numbered = numbered_sets(raw);
    let objects = raw.layers.iter().flat_map(|layer| match &layer.content {
        RawContent::Objects(objects) => objects.as_slice(),
        RawContent::Cells(..) => &[],
    });
    let set_of = |object: &RawObject| {
        let of_template = || raw.templates[object.template?].as_ref()?.tile;
        match object.tile.or_else(of_template)? {
            RawTileOf::Map(gid) => owner_among(&numbered, gid).map(|(set, _)| set),
            RawTileOf::SetFile { file, .. } => Some(raw.sets_of_files[file]),
        }
    };
    objects.filter_map(set_of).for_each(|set| are_shown[usize::from(set)] = is_scaled(set));
    are_shown
}

/// The tile of a number, and the bits that its mask stores; or the part that is missing.
type Found = Result<(Tile, u64), Part>;

impl<'m> GidTable<'m> {
    /// Creates the table of the raw map's sets.
    pub(super) fn new(raw: &'m RawMap, sets: Vec<BuiltSet>, shown: Vec<u16>, limits: LoadLimits) -> Self {
        let numbered = numbered_sets(raw);
        let last_id = numbered.last().and_then(|(_, index)| sets[usize::from(*index)].tiles.ids().last());
        let last = (0, Ok((Tile::default(), 0)));
        Self { raw, sets, numbered, last_id, shown, known: HashMap::new(), last, budget: Budget::new(limits) }
    }

    /// Counts the pixels of a tile that a cell draws.
    pub(super) fn claim(&mut self, pixels: u64) -> Result<(), LoadErrorKind> {
        self.budget.take(Count::DrawnPixels, pixels)
    }

    /// Returns the tile of a number, which is not 0.
    pub(super) fn find(&mut self, cell: u32) -> Found {
        if self.last.0 == cell && cell != 0 {
            return self.last.1;
        }
        let found = match self.known.get(&cell) {
            Some(found) => *found,
            None => {
                let found = match self.owner(cell) {
                    Some((set, id)) => self.tile(set, id, cell),
                    None => Err(Part::BelowSets),
                };
                self.known.insert(cell, found);
                found
            }
        };
        self.last = (cell, found);
        found
    }

    fn owner(&self, cell: u32) -> Option<(u16, u32)> {
        owner_among(&self.numbered, cell)
    }

    /// Returns a tile of a set, with the flips of a number.
    fn tile(&self, set: u16, id: u32, cell: u32) -> Found {
        let Some(mask) = self.sets[usize::from(set)].tiles.mask(id) else { return Err(self.missing(set, id)) };
        let size = if cell & FLIPPED_DIAGONALLY == 0 { mask.size() } else { mask.size().yx() };
        Ok((Tile { set, id, orientation: orientation_of(cell) }, SolidityMap::bits_of_size(size)))
    }

    /// Returns the part that a tile lacks which its set does not have.
    #[cold]
    fn missing(&self, set: u16, id: u32) -> Part {
        let (reference, built) = (&self.raw.sets[usize::from(set)], &self.sets[usize::from(set)]);
        // A file that is referenced twice is one part.
        let first = reference.file.map_or(set, |file| self.raw.sets_of_files[file]);
        let is_last = reference.first_gid.is_some() && self.numbered.last().is_some_and(|(_, last)| *last == set);
        match (reference.file, built.faults.of_tile(id)) {
            (Some(file), _) if self.raw.broken_sets.contains_key(&file) => Part::SetFile(file),
            (_, Some(fault)) => Part::OfSet(first, fault),
            _ if reference.set.image.is_some() && (id < reference.set.tile_count || reference.set.tile_count == 0) => {
                Part::OutsideImage(first)
            }
            _ if is_last && reference.set.image.is_some() && self.last_id.is_none_or(|last| id > last) => {
                Part::BeyondSets
            }
            _ => Part::Tile(first, id),
        }
    }

    /// Returns whether a part is a tile that was deleted from a collection. Tiled marks cells that still have it, and no picture
    /// is missing.
    pub(super) fn is_deleted(&self, part: Part) -> bool {
        matches!(part, Part::Tile(set, _) if self.raw.sets[usize::from(set)].set.image.is_none())
    }

    /// Returns the tile of an object, and its set in the file if the map has it. Objects show unscaled tiles.
    pub(super) fn of_object(&mut self, tile: RawTileOf) -> (Option<u16>, Result<Tile, Part>) {
        let (set, found) = match tile {
            RawTileOf::Map(gid) => match self.find(gid) {
                Ok((tile, pixels)) => (Some(tile.set), Ok((tile, pixels))),
                Err(part) => (self.owner(gid).map(|(set, _)| set), Err(part)),
            },
            RawTileOf::SetFile { file, id, gid } => {
                let set = self.raw.sets_of_files[file];
                let found = self.tile(set, id, gid).map_err(|part| match part {
                    Part::BeyondSets | Part::OutsideImage(_) => Part::Tile(set, id),
                    part => part,
                });
                (Some(set), found)
            }
        };
        let shown = |set: u16| self.shown[usize::from(set)];
        (set, found.map(|(tile, _)| Tile { set: shown(tile.set), ..tile }))
    }

    /// Iterates over the missing parts of all sets, whether tiles need them or not.
    pub(super) fn missing_parts(&self) -> impl Iterator<Item = Part> + '_ {
        (0..).zip(self.raw.sets.iter().zip(&self.sets)).flat_map(|(set, (reference, built))| {
            let broken = reference.file.filter(|file| self.raw.broken_sets.contains_key(file));
            let first = reference.file.map_or(set, |file| self.raw.sets_of_files[file]);
            // A file that many sets reference is told once.
            let count = if first == set { built.faults.list.len() as u32 } else { 0 };
            let faults = (0..count).map(move |fault| Part::OfSet(first, fault));
            broken.map(Part::SetFile).into_iter().chain(faults)
        })
    }

    /// Returns the error of a missing part. `tile` is the number of a cell or an object that needs the part, and `fail`
    /// creates an error there.
    pub(super) fn error(&self, part: Part, tile: u32, fail: impl FnOnce(LoadErrorKind) -> LoadError) -> LoadError {
        let raw = self.raw;
        let gid = tile & !GID_FLAGS;
        let title = |set: u16, id: u32| {
            format!("tile {id} of tile set '{}'", shortened(&self.sets[usize::from(set)].tiles.name))
        };
        match part {
            Part::SetFile(file) => raw.set_error(file, raw.broken_sets[&file].clone()),
            Part::Template(file) => raw.template_error(file, raw.broken_templates[&file].clone()),
            Part::OfSet(set, fault) => self.sets[usize::from(set)].faults.list[fault as usize].clone(),
            Part::Tile(set, id) => {
                let detail = format!("{}, which has no such tile", title(set, id));
                fail(LoadErrorKind::NoSuchTile { gid, detail, remedy: "erase the cell, or add the tile" })
            }
            Part::OutsideImage(set) => {
                let id = self.owner(tile).map_or(0, |(_, id)| id);
                let image = raw.sets[usize::from(set)].set.image.map(|image| &*raw.images[image.reference].file.path);
                let tiles = self.sets[usize::from(set)].tiles.len();
                let image = shortened(&image.unwrap_or(Path::new("")).to_string_lossy());
                let detail = format!("{}, but the set's image '{image}' has only {tiles} tiles", title(set, id));
                fail(LoadErrorKind::NoSuchTile { gid, detail, remedy: "enlarge the image, or erase the cell" })
            }
            Part::BeyondSets => {
                let (first, set) = self.numbered.last().copied().unwrap_or_default();
                let tiles = self.sets[usize::from(set)].tiles.len();
                fail(beyond_sets(gid, &format!("the last begins at gid {first} and has {tiles} tiles")))
            }
            Part::BelowSets => fail(match self.numbered.first() {
                Some((first_gid, _)) => below_sets(gid, *first_gid),
                None => beyond_sets(gid, "the map has none"),
            }),
        }
    }
}
