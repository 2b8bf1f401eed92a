//! What files claim, counted against the limits before memory is allocated for it.

use super::error_kind::LoadErrorKind;
use super::options::LoadLimits;
use crate::solidity::SolidityMap;
use glam::UVec2;

/// Adds to a total before memory is allocated for it. Above the limit, returns the error of the new total.
pub(super) fn claim(
    total: &mut u64,
    more: u64,
    limit: u64,
    error: impl FnOnce(u64) -> LoadErrorKind,
) -> Result<(), LoadErrorKind> {
    *total = total.saturating_add(more);
    if *total > limit { Err(error(*total)) } else { Ok(()) }
}

/// The totals that the maps of a project, or one map, have claimed so far.
#[derive(Clone, Copy)]
pub(super) struct Claims {
    limits: LoadLimits,
    cells: u64,
    objects: u64,
    properties: u64,
    pub(super) tiles: u64,
    image_pixels: u64,
    pub(super) tile_pixels: u64,
    drawn_pixels: u64,
}

impl Claims {
    pub(super) const fn new(limits: LoadLimits) -> Self {
        Self { limits, cells: 0, objects: 0, properties: 0, tiles: 0, image_pixels: 0, tile_pixels: 0, drawn_pixels: 0 }
    }

    /// Returns the totals with no cells, for those of one map of several.
    #[cfg(feature = "ldtk")]
    pub(super) const fn without_cells(self) -> Self {
        Self { cells: 0, ..self }
    }

    /// Counts cells of layers.
    pub(super) fn cells(&mut self, more: u64) -> Result<(), LoadErrorKind> {
        let limit = self.limits.cells;
        claim(&mut self.cells, more, limit, |cells| LoadErrorKind::TooManyMapCells { cells, limit })
    }

    /// Counts objects.
    pub(super) fn objects(&mut self, more: u64) -> Result<(), LoadErrorKind> {
        let limit = self.limits.objects;
        claim(&mut self.objects, more, limit, |_| LoadErrorKind::TooManyObjects { limit })
    }

    /// Counts custom properties.
    pub(super) fn properties(&mut self, more: u64) -> Result<(), LoadErrorKind> {
        let limit = self.limits.properties;
        claim(&mut self.properties, more, limit, |_| LoadErrorKind::TooManyProperties { limit })
    }

    /// Counts tiles of tile sets.
    pub(super) fn tiles(&mut self, more: u64) -> Result<(), LoadErrorKind> {
        let limit = self.limits.tiles;
        claim(&mut self.tiles, more, limit, |tiles| LoadErrorKind::TooManyTiles { tiles, limit })
    }

    /// Counts a tile of this size, and the bits of its mask.
    pub(super) fn tile(&mut self, size: UVec2) -> Result<(), LoadErrorKind> {
        self.tiles(1)?;
        let limit = self.limits.map_pixels;
        let most = limit.min(SolidityMap::MAX_PIXELS);
        claim(&mut self.tile_pixels, SolidityMap::bits_of_size(size), most, |_| LoadErrorKind::TooManyPixels { limit })
    }

    /// Counts the pixels of a decoded image.
    pub(super) fn image(&mut self, pixels: u64) -> Result<(), LoadErrorKind> {
        let limit = self.limits.map_pixels;
        claim(&mut self.image_pixels, pixels, limit, |_| LoadErrorKind::TooManyPixels { limit })
    }

    /// Counts the bits of the masks of tiles in cells.
    pub(super) fn drawn_pixels(&mut self, bits: u64) -> Result<(), LoadErrorKind> {
        let limit = self.limits.drawn_pixels;
        claim(&mut self.drawn_pixels, bits, limit, |_| LoadErrorKind::TooManyDrawnPixels { limit })
    }
}
