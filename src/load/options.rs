//! Options of loading: what is solid, and what is kept.

use crate::load::limits::LoadLimits;
use crate::solidity::{AlphaThreshold, SolidityRule};

/// Options for loading images and maps.
///
/// ```
/// use tileray::solidity::AlphaThreshold;
/// use tileray::load::{LoadLimits, LoadOptions};
///
/// let options = LoadOptions::default()
///     .rule(AlphaThreshold::at_least(128))
///     .limits(LoadLimits::default().image_pixels(1 << 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadOptions {
    /// The rule that decides which colors are solid; by default any alpha above 0.
    pub rule: SolidityRule,
    /// What makes the pixels of a map's tiles solid: by default the rule for colors.
    pub tile_solidity: TileSolidity,
    /// The width in pixels of polylines that are solid; the default is 1.
    /// [`TileMap::object_mask`](crate::TileMap::object_mask) states which pixels it means. 0 leaves polylines out.
    pub line_width: u16,
    /// Whether a map keeps its tiles' images, four bytes a pixel, for programs that draw it.
    pub keep_images: bool,
    /// The limits for untrusted files.
    pub limits: LoadLimits,
}

/// What makes the pixels of a map's tiles solid.
///
/// Tiled's collision shapes are drawn by the rule of [`TileMap::object_mask`](crate::TileMap::object_mask), in the
/// frame of the tile's picture. A shape is scaled if its tile is scaled to the grid, and flipped with the tile. Pixels
/// outside of the picture are left out. All objects of the tile's collision layer count, shown or hidden, except
/// points, texts and tiles. The property `solid` = false of a tile or of its set frees the tile in any case.
///
/// ```
/// use tileray::load::{LoadOptions, TileSolidity};
///
/// let options = LoadOptions::default().tile_solidity(TileSolidity::ShapesOrPixels).line_width(2);
/// assert_eq!(LoadOptions::default().tile_solidity, TileSolidity::Pixels);
/// assert_eq!((options.line_width, LoadOptions::default().line_width), (2, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TileSolidity {
    /// The colors of the tile's picture, by [`LoadOptions::rule`].
    #[default]
    Pixels,
    /// The collision shapes of the tile. A tile without any is free.
    Shapes,
    /// The collision shapes of a tile that has any, else the colors of its picture. Points, texts and tiles do not
    /// count as shapes.
    ShapesOrPixels,
    /// All pixels of the tile. If a picture is fitted into a cell with its proportions, the whole cell is solid.
    Cells,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl LoadOptions {
    /// Returns the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            rule: SolidityRule::Alpha(AlphaThreshold::ANY),
            tile_solidity: TileSolidity::Pixels,
            line_width: 1,
            keep_images: false,
            limits: LoadLimits::new(),
        }
    }
}

impl LoadOptions {
    /// Sets [`rule`](field@Self::rule).
    #[must_use]
    pub fn rule(mut self, rule: impl Into<SolidityRule>) -> Self {
        self.rule = rule.into();
        self
    }
}

setters! {
    LoadOptions {
        tile_solidity: TileSolidity,
        line_width: u16,
        keep_images: bool,
        limits: LoadLimits,
    }
}
