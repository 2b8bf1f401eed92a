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
    /// Whether missing parts that decide what is solid are [warnings](crate::TileMap::warnings), not errors; the default
    /// is false.
    ///
    /// A part is missing if its file does not exist, is of another kind than expected, or is broken: a picture, a tile
    /// set, a template, or a map of a world. Tiles that no tile set has are missing too. Parts that decide nothing are
    /// always left out with a warning. So are all parts if this is set: cells of missing tiles are then empty. A file
    /// beyond the limits is an error in any case, and so is the map's own document.
    ///
    /// At the time of loading, the layers that are [solid by default](crate::TileLayer::is_solid_by_default) decide. A
    /// program that chooses other layers sets this, and checks the [layers of the
    /// warnings](crate::tile::LoadWarning::layers):
    ///
    /// ```
    /// # #[cfg(feature = "tmx")] {
    /// use tileray::{LayerSet, Terrain, TileMap, load::LoadOptions};
    ///
    /// let map = TileMap::open_with("maps/cave.tmx", &LoadOptions::default().allow_missing(true))?;
    /// let chosen = LayerSet::named(&map, ["ground"])?;
    /// for warning in map.warnings() {
    ///     if warning.layers().iter().any(|layer| chosen.contains(*layer)) {
    ///         return Err(warning.message().into());
    ///     }
    /// }
    /// let terrain = Terrain::from_layers(&map, &chosen)?;
    /// # assert!(terrain.memory() > 0);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub allow_missing: bool,
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
            allow_missing: false,
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
        allow_missing: bool,
        limits: LoadLimits,
    }
}
