use super::{Properties, TileImage};
use crate::solidity::{Orientation, SolidityMap};
use glam::IVec2;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A tile of a tile set, and the way it is laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// The tile set: its place in [`TileMap::tile_sets`](super::TileMap::tile_sets).
    pub set: u16,
    /// The tile's id in that set.
    pub id: u32,
    /// The flips it is laid with.
    pub orientation: Orientation,
}

/// Tiles by id: their solidity, and their pictures where they were kept.
///
/// Ids need not be dense, and tiles need not share a size. A loader fills it; a program with levels of its own does so
/// with [`insert`](Self::insert).
#[derive(Clone, Debug, Default)]
pub struct TileSet {
    name: String,
    offset: IVec2,
    tiles: BTreeMap<u32, TileEntry>,
    has_conveyor: bool,
}

#[derive(Clone, Debug)]
struct TileEntry {
    mask: Arc<SolidityMap>,
    picture: Option<Arc<TileImage>>,
    properties: Properties,
}

impl TileSet {
    /// A set without tiles, whose pictures are moved by `offset` pixels where they are laid.
    #[must_use]
    pub fn new(name: impl Into<String>, offset: IVec2) -> Self {
        Self { name: name.into(), offset, tiles: BTreeMap::new(), has_conveyor: false }
    }

    /// Adds a tile, or replaces the one with this id. The mask's size is the tile's size.
    ///
    /// A tile that must not stop anything has a mask without solid pixels.
    pub fn insert(&mut self, id: u32, mask: SolidityMap) {
        self.tiles.insert(id, TileEntry { mask: Arc::new(mask), picture: None, properties: Properties::default() });
    }

    /// Keeps the colors of a tile for programs that draw it; nothing happens where the set has no such tile.
    pub fn set_image(&mut self, id: u32, picture: TileImage) {
        if let Some(entry) = self.tiles.get_mut(&id) {
            entry.picture = Some(Arc::new(picture));
        }
    }

    /// Gives a tile other custom properties; nothing happens where the set has no such tile.
    ///
    /// They are for programs to read: what is solid of a tile is its mask. Of the library only
    /// [`Body::move_and_slide`](crate::motion::Body::move_and_slide) reads one: [`CONVEYOR`](Self::CONVEYOR).
    pub fn set_properties(&mut self, id: u32, properties: Properties) {
        if let Some(entry) = self.tiles.get_mut(&id) {
            self.has_conveyor |= properties.number(Self::CONVEYOR).is_some();
            entry.properties = properties;
        }
    }

    /// The property of a tile that makes it a conveyor: a number, the pixels a second along x by which what stands on it is
    /// taken along.
    pub const CONVEYOR: &str = "conveyor";

    /// How fast a tile runs along x, in pixels a second; `None` where it does not.
    ///
    /// Laid with a horizontal flip it runs the other way. One that is laid on its side runs along y, and moves nothing.
    #[must_use]
    pub fn conveyor(&self, id: u32, orientation: Orientation) -> Option<f32> {
        // Most sets have none, and need not be searched.
        let properties = if self.has_conveyor { self.properties(id) } else { return None };
        let speed = properties.number(Self::CONVEYOR)? as f32;
        let speed = if orientation.horizontal { -speed } else { speed };
        (speed.is_finite() && speed != 0.0 && !orientation.diagonal).then_some(speed)
    }

    /// The set's name; it may be empty and need not be unique.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How far its tiles are moved where they are laid, in pixels; flips do not turn it.
    #[must_use]
    pub const fn offset(&self) -> IVec2 {
        self.offset
    }

    /// The number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there is no tile.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The ids of all tiles, ascending.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.tiles.keys().copied()
    }

    /// The solidity of a tile as drawn in the set, not laid; `None` where the set has no such tile.
    #[must_use]
    pub fn mask(&self, id: u32) -> Option<&SolidityMap> {
        self.tiles.get(&id).map(|entry| &*entry.mask)
    }

    /// The colors of a tile; `None` where the set has no such tile or its picture was not kept.
    #[must_use]
    pub fn image(&self, id: u32) -> Option<&TileImage> {
        self.tiles.get(&id)?.picture.as_deref()
    }

    /// The custom properties of a tile; none where the set has no such tile.
    #[must_use]
    pub fn properties(&self, id: u32) -> &Properties {
        self.tiles.get(&id).map_or(Properties::NONE, |entry| &entry.properties)
    }

    pub(crate) fn shared_mask(&self, id: u32) -> Option<Arc<SolidityMap>> {
        self.tiles.get(&id).map(|entry| Arc::clone(&entry.mask))
    }
}
