//! Limits for untrusted files, and the account of what files ask for.

use crate::load::error::{Limit, LoadErrorKind};
use crate::solidity::SolidityMap;
use glam::UVec2;

/// Limits for untrusted files. A file beyond a limit is an error, and no memory is allocated for it.
///
/// With the defaults a hostile file can take about 2 GiB at worst: images with 16 bits a channel that fill
/// `map_pixels`, with images kept. Most files take far less.
///
/// ```
/// use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};
/// use tileray::SolidityMap;
///
/// let options = LoadOptions::default().limits(LoadLimits::default().file_bytes(16));
/// let error = SolidityMap::open_with("assets/cave.png", &options).unwrap_err();
/// let LoadErrorKind::LimitExceeded(exceeded) = error.kind() else { panic!() };
/// assert_eq!((exceeded.limit, exceeded.most), (Limit::FileBytes, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadLimits {
    /// The maximum bytes of a file; the default is 256 MiB.
    pub file_bytes: u64,
    /// The maximum pixels of an image; the default is 2^26. A mask is decoded row by row. Pictures of tile sets are
    /// decoded as a whole, which takes up to 8 bytes a pixel.
    ///
    /// It is also the maximum bytes of the image's mask, or 64 KiB if that is more. A row of a mask takes 8 bytes for
    /// each 64 pixels begun, so this matters only for images narrower than 8 pixels.
    pub image_pixels: u64,
    /// The maximum pixels of all images of a map together, and of all its tiles together; the default is 2^28.
    /// The width of a tile is rounded up to a multiple of 64 pixels, as in its mask.
    ///
    /// It is also the maximum steps of drawing collision shapes and solid objects: 1 for each row that an edge crosses,
    /// 32 for a row of an ellipse or of a line, 1 for a pixel of a rotated tile, 16 for a cell of a solid object layer.
    /// A step takes a few ns.
    pub map_pixels: u64,
    /// The maximum cells of all layers of a map; the default is 2^26. Reading takes about 12 bytes a cell. Runs of
    /// empty cells in compressed data take almost none.
    pub cells: u64,
    /// The maximum pixels of the tiles in all cells of a map together; the default is 2^36. Tiles larger than cells
    /// overlap, and each counts. The width of a tile is rounded up as for `map_pixels`.
    ///
    /// [`Terrain::from_map`](crate::Terrain::from_map) draws 2^36 pixels in one or two seconds.
    pub drawn_pixels: u64,
    /// The maximum tiles of all tile sets of a map; the default is 2^20.
    pub tiles: u64,
    /// The maximum objects of a map, including the corners of their outlines and the collision shapes of its tiles; the
    /// default is 2^20. Reading takes about 400 bytes an object.
    pub objects: u64,
    /// The maximum custom properties of a map, including its layers, objects and tile sets; the default is
    /// 2^20. Each takes about 100 bytes and its text. Each list, class, item and member counts, and once more for each 100
    /// bytes of the names around it.
    pub properties: u64,
    /// The maximum depth of nested layer groups; the default is 64.
    pub nesting: usize,
}

setters! {
    LoadLimits {
        file_bytes: u64,
        image_pixels: u64,
        map_pixels: u64,
        cells: u64,
        drawn_pixels: u64,
        tiles: u64,
        objects: u64,
        properties: u64,
        nesting: usize,
    }
}

impl Default for LoadLimits {
    fn default() -> Self {
        Self::new()
    }
}

impl LoadLimits {
    /// Returns the default limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            file_bytes: 1 << 28,
            image_pixels: 1 << 26,
            map_pixels: 1 << 28,
            cells: 1 << 26,
            drawn_pixels: 1 << 36,
            tiles: 1 << 20,
            objects: 1 << 20,
            properties: 1 << 20,
            nesting: 64,
        }
    }
}

impl LoadLimits {
    /// Returns the most that a limit allows.
    const fn most(&self, limit: Limit) -> u64 {
        match limit {
            Limit::FileBytes => self.file_bytes,
            Limit::ImagePixels => self.image_pixels,
            // 64 KiB at least.
            Limit::MaskBytes if self.image_pixels < 1 << 16 => 1 << 16,
            Limit::MaskBytes => self.image_pixels,
            Limit::MapPixels | Limit::DrawingSteps => self.map_pixels,
            Limit::DrawnPixels => self.drawn_pixels,
            Limit::Cells => self.cells,
            Limit::Tiles => self.tiles,
            Limit::Objects => self.objects,
            Limit::Properties => self.properties,
            Limit::Nesting => self.nesting as u64,
        }
    }

    /// Checks a number that a file asks for.
    pub(super) const fn check(&self, limit: Limit, asked: u64) -> Result<(), LoadErrorKind> {
        let most = self.most(limit);
        if asked > most { Err(limit.exceeded(asked, most)) } else { Ok(()) }
    }
}

/// A quantity that is counted while a map or a project is read.
#[derive(Clone, Copy)]
pub(super) enum Count {
    /// The cells of the grids of layers.
    Cells,
    /// The cells in the layers' data.
    DataCells,
    Objects,
    Properties,
    Tiles,
    /// The tiles with elements of their own.
    TileElements,
    ImagePixels,
    TilePixels,
    DrawnPixels,
}

/// The totals of what a map, or the maps of a project, have asked for so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Budget {
    limits: LoadLimits,
    totals: [u64; Count::DrawnPixels as usize + 1],
}

impl Budget {
    pub(super) fn new(limits: LoadLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Adds to a count, before memory is allocated for it.
    pub(super) fn take(&mut self, count: Count, more: u64) -> Result<(), LoadErrorKind> {
        let limit = match count {
            Count::Cells | Count::DataCells => Limit::Cells,
            Count::Objects => Limit::Objects,
            Count::Properties => Limit::Properties,
            Count::Tiles | Count::TileElements => Limit::Tiles,
            Count::ImagePixels | Count::TilePixels => Limit::MapPixels,
            Count::DrawnPixels => Limit::DrawnPixels,
        };
        let total = &mut self.totals[count as usize];
        *total = total.saturating_add(more);
        self.limits.check(limit, *total)
    }

    /// Counts a tile, and the bits of its mask.
    pub(super) fn take_tile(&mut self, size: UVec2) -> Result<(), LoadErrorKind> {
        self.take(Count::Tiles, 1)?;
        self.take(Count::TilePixels, SolidityMap::bits_of_size(size))?;
        let bits = self.total(Count::TilePixels);
        if bits > SolidityMap::MAX_PIXELS {
            Err(Limit::MapPixels.exceeded(bits, SolidityMap::MAX_PIXELS))
        } else {
            Ok(())
        }
    }

    /// Returns the total of a count.
    pub(super) const fn total(&self, count: Count) -> u64 {
        self.totals[count as usize]
    }

    /// Returns the account with the cells set to 0, for one map of several.
    pub(super) const fn without_cells(mut self) -> Self {
        self.totals[Count::Cells as usize] = 0;
        self
    }
}
