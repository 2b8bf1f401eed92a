use crate::solidity::SolidityRule;

/// How files are loaded.
///
/// ```
/// use tileray::solidity::AlphaThreshold;
/// use tileray::load::{LoadLimits, LoadOptions};
///
/// let options = LoadOptions::default()
///     .with_rule(AlphaThreshold::at_least(128))
///     .with_limits(LoadLimits::default().with_image_pixels(1 << 30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadOptions {
    /// How colors become solidity; any alpha above 0 is solid where nothing is said.
    pub rule: SolidityRule,
    /// Whether a map keeps its tiles' colors, four bytes a pixel, for programs that draw it.
    pub keep_images: bool,
    /// How much a file may claim.
    pub limits: LoadLimits,
}

impl LoadOptions {
    /// The same options with another rule for solidity.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<SolidityRule>) -> Self {
        self.rule = rule.into();
        self
    }

    /// The same options, keeping the tiles' colors or not.
    #[must_use]
    pub const fn with_images(mut self, keep: bool) -> Self {
        self.keep_images = keep;
        self
    }

    /// The same options with other limits.
    #[must_use]
    pub const fn with_limits(mut self, limits: LoadLimits) -> Self {
        self.limits = limits;
        self
    }
}

/// How much a file may claim before it is refused; nothing is allocated for what goes beyond.
///
/// With the defaults a hostile file can take about 2 GiB at the worst (a picture of 16 bits a channel that fills
/// `map_pixels` with kept colors) and usually far less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadLimits {
    /// The bytes of one file: 256 MiB.
    pub file_bytes: u64,
    /// The pixels of one picture: 2^26. Reading one takes up to 8 bytes for each.
    pub image_pixels: u64,
    /// The pixels of all pictures of a map together, and of all its tiles together: 2^28. Tiles narrower than a multiple
    /// of 64 pixels count as that, since masks are kept in words.
    pub map_pixels: u64,
    /// The cells of all layers of a map together: 2^26. Reading one takes about 12 bytes.
    pub cells: u64,
    /// The tiles of all tile sets of a map together: 2^20.
    pub tiles: u64,
    /// The objects of a map and the corners of their outlines together: 2^20. An object takes about 400 bytes while it is
    /// read.
    pub objects: u64,
    /// The custom properties of a map, with those of its layers, objects and tile sets: 2^20. One takes about 100 bytes,
    /// and its text.
    pub properties: u64,
    /// How deep groups of layers may lie in groups: 64.
    pub nesting: usize,
}

impl LoadLimits {
    /// The same limits with other bytes of a file.
    #[must_use]
    pub const fn with_file_bytes(mut self, bytes: u64) -> Self {
        self.file_bytes = bytes;
        self
    }

    /// The same limits with other pixels of a picture.
    #[must_use]
    pub const fn with_image_pixels(mut self, pixels: u64) -> Self {
        self.image_pixels = pixels;
        self
    }

    /// The same limits with other pixels of a map's pictures and tiles.
    #[must_use]
    pub const fn with_map_pixels(mut self, pixels: u64) -> Self {
        self.map_pixels = pixels;
        self
    }

    /// The same limits with other cells of a map.
    #[must_use]
    pub const fn with_cells(mut self, cells: u64) -> Self {
        self.cells = cells;
        self
    }

    /// The same limits with other tiles of a map.
    #[must_use]
    pub const fn with_tiles(mut self, tiles: u64) -> Self {
        self.tiles = tiles;
        self
    }

    /// The same limits with other objects of a map.
    #[must_use]
    pub const fn with_objects(mut self, objects: u64) -> Self {
        self.objects = objects;
        self
    }

    /// The same limits with other custom properties of a map.
    #[must_use]
    pub const fn with_properties(mut self, properties: u64) -> Self {
        self.properties = properties;
        self
    }

    /// The same limits with another nesting of groups.
    #[must_use]
    pub const fn with_nesting(mut self, nesting: usize) -> Self {
        self.nesting = nesting;
        self
    }

    /// How a message says to stay below the limit of this name, for those who made the file, or to raise it, for those
    /// who write the program.
    pub(super) fn remedy(way_to_stay_below: &str, name: &str) -> String {
        format!("{way_to_stay_below}, or raise LoadLimits::{name} (with_{name})")
    }
}

impl Default for LoadLimits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 28,
            image_pixels: 1 << 26,
            map_pixels: 1 << 28,
            cells: 1 << 26,
            tiles: 1 << 20,
            objects: 1 << 20,
            properties: 1 << 20,
            nesting: 64,
        }
    }
}
