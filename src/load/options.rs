//! Options: what is solid, and how much of an untrusted file is accepted.

use crate::solidity::SolidityRule;

/// Options for loading images and maps.
///
/// ```
/// use tileray::solidity::AlphaThreshold;
/// use tileray::load::{LoadLimits, LoadOptions};
///
/// let options = LoadOptions::default()
///     .with_rule(AlphaThreshold::at_least(128))
///     .with_limits(LoadLimits::default().with_image_pixels(1 << 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadOptions {
    /// The rule that decides which colors are solid; by default any alpha above 0.
    pub rule: SolidityRule,
    /// What makes the pixels of a map's tiles solid: by default the rule for colors.
    pub tile_solidity: TileSolidity,
    /// The width of polylines in pixels, where objects or collision shapes are solid; the default is 1.
    /// [`TileMap::object_mask`](crate::TileMap::object_mask) states which pixels it means. 0 leaves polylines out.
    pub line_width: u16,
    /// Whether a map keeps its tiles' images, four bytes a pixel, for programs that draw it.
    pub keep_images: bool,
    /// The limits for untrusted files.
    pub limits: LoadLimits,
}

/// What makes the pixels of a map's tiles solid.
///
/// Tiled's collision shapes are drawn by the rule of [`TileMap::object_mask`](crate::TileMap::object_mask), in the frame of
/// the tile's picture: a shape is scaled where its tile is scaled to the grid, and flipped with the tile. Pixels outside of
/// the picture are left out. All objects of the tile's collision layer count, whether shown or hidden, but points, texts
/// and tiles. The property `solid` = false of a tile or of its set frees the tile, whatever is chosen here.
///
/// ```
/// use tileray::load::{LoadOptions, TileSolidity};
///
/// let options = LoadOptions::default().with_tile_solidity(TileSolidity::ShapesOrPixels).with_line_width(2);
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
    /// The collision shapes of the tile; a tile without any is free.
    Shapes,
    /// The collision shapes of a tile that has any, else the colors of its picture. Points, texts and tiles are no shapes.
    ShapesOrPixels,
    /// All pixels of the tile. A picture that is scaled into a cell with its proportions fills the whole cell.
    Cells,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            rule: SolidityRule::default(),
            tile_solidity: TileSolidity::default(),
            line_width: 1,
            keep_images: false,
            limits: LoadLimits::default(),
        }
    }
}

impl LoadOptions {
    /// Sets the solidity rule.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<SolidityRule>) -> Self {
        self.rule = rule.into();
        self
    }

    /// Sets what makes the pixels of a map's tiles solid.
    #[must_use]
    pub const fn with_tile_solidity(mut self, solidity: TileSolidity) -> Self {
        self.tile_solidity = solidity;
        self
    }

    /// Sets the width of solid polylines in pixels.
    #[must_use]
    pub const fn with_line_width(mut self, pixels: u16) -> Self {
        self.line_width = pixels;
        self
    }

    /// Sets whether a map keeps its tiles' images.
    #[must_use]
    pub const fn with_images(mut self, keep: bool) -> Self {
        self.keep_images = keep;
        self
    }

    /// Sets the limits.
    #[must_use]
    pub const fn with_limits(mut self, limits: LoadLimits) -> Self {
        self.limits = limits;
        self
    }
}

/// Limits for untrusted files. A file beyond a limit is an error, before memory is allocated for it.
///
/// With the defaults a hostile file can take about 2 GiB at worst: an image with 16 bits a channel that fills
/// `map_pixels`, with images kept. Most take far less.
///
/// ```
/// use tileray::load::{LoadErrorKind, LoadLimits, LoadOptions};
/// use tileray::SolidityMap;
///
/// let options = LoadOptions::default().with_limits(LoadLimits::default().with_file_bytes(16));
/// let error = SolidityMap::open_with("assets/cave.png", &options).unwrap_err();
/// assert_eq!(error.kind(), &LoadErrorKind::FileTooLarge { limit: 16 });
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

impl LoadLimits {
    /// The bytes that a mask may take whatever the limit of pixels.
    pub(super) const LEAST_MASK_BYTES: u64 = 1 << 16;
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
