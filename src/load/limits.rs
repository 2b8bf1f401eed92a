//! Limits for untrusted files, one account of what files ask for, and the error of more.

use super::error_kind::LoadErrorKind;
use crate::solidity::SolidityMap;
#[cfg(any(feature = "ldtk", feature = "ros", feature = "tmx"))]
use glam::UVec2;
use std::fmt;

/// Limits for untrusted files. A file beyond a limit is an error, before memory is allocated for it.
///
/// With the defaults a hostile file can take about 2 GiB at worst: an image with 16 bits a channel that fills
/// `map_pixels`, with images kept. Most take far less.
///
/// ```
/// use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};
/// use tileray::SolidityMap;
///
/// let options = LoadOptions::default().with_limits(LoadLimits::default().with_file_bytes(16));
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
    /// The maximum pixels of an image; the default is 2^26. A mask is decoded row by row. The pictures of tile sets
    /// are decoded as a whole, which takes up to 8 bytes a pixel.
    ///
    /// It is also the maximum bytes of the image's mask, or 64 KiB if that is more. A row of a mask takes 8 bytes
    /// for each 64 pixels begun, so this concerns images narrower than 8 pixels only.
    pub image_pixels: u64,
    /// The maximum pixels of all images of a map together, and of all its tiles together; the default is 2^28.
    /// The width of a tile is rounded up to a multiple of 64 pixels, as in its mask.
    ///
    /// It is also the maximum steps of drawing collision shapes and solid objects: one for each row that an edge crosses,
    /// 32 for a row of an ellipse or of a line, one for a pixel of a rotated tile, 16 for a cell of a solid layer of
    /// objects. A step takes a few ns.
    pub map_pixels: u64,
    /// The maximum cells of all layers of a map; the default is 2^26. Reading takes about 12 bytes a cell; runs of
    /// empty cells in compressed data take almost none.
    pub cells: u64,
    /// The maximum pixels of the tiles in all cells of a map together; the default is 2^36. Where tiles are larger than
    /// cells they overlap, and each counts. The width of a tile is rounded up as for `map_pixels`.
    ///
    /// [`Terrain::from_map`](crate::Terrain::from_map) draws 2^36 pixels in one or two seconds.
    pub drawn_pixels: u64,
    /// The maximum tiles of all tile sets of a map; the default is 2^20.
    pub tiles: u64,
    /// The maximum objects of a map, including the corners of their outlines and the collision shapes of its tiles; the
    /// default is 2^20. Reading takes about 400 bytes an object.
    pub objects: u64,
    /// The maximum custom properties of a map, including its layers, objects and tile sets; the default is
    /// 2^20. Each takes about 100 bytes and its text.
    pub properties: u64,
    /// The maximum depth of nested layer groups; the default is 64.
    pub nesting: usize,
}

/// Implements the method of [`LoadLimits`] that sets a limit, for each of them.
macro_rules! limit_setters {
    ($($method:ident sets $limit:ident: $number:ty;)*) => {
        impl LoadLimits {$(
            #[doc = concat!("Sets [`", stringify!($limit), "`](Self::", stringify!($limit), ").")]
            #[must_use]
            pub const fn $method(mut self, $limit: $number) -> Self {
                self.$limit = $limit;
                self
            }
        )*}
    };
}

limit_setters! {
    with_file_bytes sets file_bytes: u64;
    with_image_pixels sets image_pixels: u64;
    with_map_pixels sets map_pixels: u64;
    with_cells sets cells: u64;
    with_drawn_pixels sets drawn_pixels: u64;
    with_tiles sets tiles: u64;
    with_objects sets objects: u64;
    with_properties sets properties: u64;
    with_nesting sets nesting: usize;
}

impl Default for LoadLimits {
    fn default() -> Self {
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

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The bytes of a file: [`LoadLimits::file_bytes`].
    FileBytes,
    /// The pixels of an image: [`LoadLimits::image_pixels`].
    ImagePixels,
    /// The bytes of an image's mask, 8 a row at least: [`LoadLimits::image_pixels`].
    MaskBytes,
    /// The pixels of all images of a map, or of all its tiles: [`LoadLimits::map_pixels`].
    MapPixels,
    /// The steps of drawing collision shapes and solid objects: [`LoadLimits::map_pixels`].
    DrawingSteps,
    /// The pixels of the tiles in all cells: [`LoadLimits::drawn_pixels`].
    DrawnPixels,
    /// The cells of all layers of a map: [`LoadLimits::cells`].
    Cells,
    /// The tiles of all tile sets of a map: [`LoadLimits::tiles`].
    Tiles,
    /// Objects and corners of objects: [`LoadLimits::objects`].
    Objects,
    /// Custom properties: [`LoadLimits::properties`].
    Properties,
    /// The depth of nested groups: [`LoadLimits::nesting`].
    Nesting,
}

impl Limit {
    /// Returns the most that the limits allow.
    pub(super) fn most(self, limits: &LoadLimits) -> u64 {
        match self {
            Self::FileBytes => limits.file_bytes,
            Self::ImagePixels => limits.image_pixels,
            Self::MaskBytes => limits.image_pixels.max(1 << 16),
            Self::MapPixels | Self::DrawingSteps => limits.map_pixels,
            Self::DrawnPixels => limits.drawn_pixels,
            Self::Cells => limits.cells,
            Self::Tiles => limits.tiles,
            Self::Objects => limits.objects,
            Self::Properties => limits.properties,
            Self::Nesting => limits.nesting as u64,
        }
    }

    /// Returns the error of more than this limit allows.
    pub(super) const fn exceeded(self, asked: u64, most: u64) -> LoadErrorKind {
        LoadErrorKind::LimitExceeded(LimitExceeded { limit: self, asked, most })
    }

    /// Checks a number that the file asks for.
    pub(super) fn check(self, asked: u64, limits: &LoadLimits) -> Result<(), LoadErrorKind> {
        let most = self.most(limits);
        if asked > most { Err(self.exceeded(asked, most)) } else { Ok(()) }
    }
}

/// A file asks for more than a limit of [`LoadLimits`] allows. Its message names the limit and how to raise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    /// What is counted.
    pub limit: Limit,
    /// What was counted until the limit was exceeded.
    pub asked: u64,
    /// The most that is allowed.
    pub most: u64,
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, unit, remedy, field) = match self.limit {
            Limit::FileBytes => ("the file has", "bytes", "make it smaller", "file_bytes"),
            Limit::ImagePixels => ("the image has", "pixels", "make it smaller", "image_pixels"),
            Limit::MaskBytes => {
                ("the mask of the image takes", "bytes, 8 a row at least", "make it less tall", "image_pixels")
            }
            Limit::MapPixels => {
                ("the images or the tiles of the map together have", "pixels", "make them smaller", "map_pixels")
            }
            Limit::DrawingSteps => (
                "drawing the collision shapes and solid objects of the map takes",
                "steps, such as rows of edges",
                "use smaller or simpler shapes",
                "map_pixels",
            ),
            Limit::DrawnPixels => (
                "the tiles in the cells of the map together cover",
                "pixels, those that overlap counted each time",
                "use smaller tiles or fewer cells",
                "drawn_pixels",
            ),
            Limit::Cells => ("the map declares", "cells", "make its layers smaller", "cells"),
            Limit::Tiles => ("the map declares", "tiles", "use smaller tile sets", "tiles"),
            Limit::Objects => ("the map has", "objects and corners of objects", "remove some", "objects"),
            Limit::Properties => ("the map and its tile sets have", "custom properties", "remove some", "properties"),
            Limit::Nesting => ("groups are nested", "deep", "nest them less", "nesting"),
        };
        let Self { asked, most, .. } = self;
        write!(
            f,
            "{subject} {asked} {unit}, more than the limit of {most}; {remedy}, or raise LoadLimits::{field} (with_{field})"
        )
    }
}

/// What is counted while a map or a project is read: each has a total of its own.
#[cfg(any(feature = "ldtk", feature = "ros", feature = "tmx"))]
#[cfg_attr(not(feature = "tmx"), expect(dead_code, reason = "only maps of Tiled have some of these"))]
#[derive(Clone, Copy)]
pub(super) enum Count {
    /// The cells of the grids of layers.
    Cells,
    /// The cells in the data of layers.
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

/// The account of what a map, or the maps of a project, have asked for so far.
#[cfg(any(feature = "ldtk", feature = "ros", feature = "tmx"))]
#[derive(Clone, Copy, Default)]
pub(super) struct Budget {
    limits: LoadLimits,
    totals: [u64; Count::DrawnPixels as usize + 1],
}

#[cfg(any(feature = "ldtk", feature = "ros", feature = "tmx"))]
impl Budget {
    pub(super) fn new(limits: LoadLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Counts more, before memory is allocated for it.
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
        limit.check(*total, &self.limits)
    }

    /// Counts a tile of this size, and the bits of its mask.
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

    /// Returns what was counted.
    pub(super) const fn total(&self, count: Count) -> u64 {
        self.totals[count as usize]
    }

    /// Returns the account with no cells, for those of one map of several.
    #[cfg(feature = "ldtk")]
    pub(super) const fn without_cells(mut self) -> Self {
        self.totals[Count::Cells as usize] = 0;
        self
    }
}
