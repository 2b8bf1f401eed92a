use super::Tile;
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use glam::{IVec2, UVec2, ivec2};
use std::sync::Arc;

/// A tile as a cell lays it: its solidity already turned, and where that lies.
///
/// Every distinct tile of a map has one, however many cells use it.
#[derive(Clone, Debug)]
pub struct PlacedTile {
    tile: Tile,
    /// The same, as a hit has it, which copies it in one piece.
    some_tile: Option<Tile>,
    mask: Arc<SolidityMap>,
    offset: IVec2,
}

impl PlacedTile {
    /// Anchors the picture as Tiled draws it: bottom left corner on the cell's, then moved by the set's offset.
    pub(super) fn new(tile: Tile, mask: Arc<SolidityMap>, set_offset: IVec2, tile_size: UVec2) -> Self {
        let offset = ivec2(0, tile_size.y as i32 - mask.height() as i32).saturating_add(set_offset);
        Self { tile, some_tile: Some(tile), mask, offset }
    }

    /// The tile.
    #[must_use]
    pub const fn tile(&self) -> Tile {
        self.tile
    }

    /// The tile, as one of those that there may be.
    #[inline(always)]
    pub(crate) const fn some_tile(&self) -> &Option<Tile> {
        &self.some_tile
    }

    /// Its solidity as it is laid, with the flips made.
    #[must_use]
    pub fn mask(&self) -> &SolidityMap {
        &self.mask
    }

    /// The top left corner of the laid picture, in pixels from the top left corner of its cell.
    #[must_use]
    pub const fn offset(&self) -> IVec2 {
        self.offset
    }

    /// The pixels that the picture covers, from the top left corner of its cell.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect::from_size(self.offset, self.mask.size())
    }
}
