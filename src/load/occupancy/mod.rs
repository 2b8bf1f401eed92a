//! Maps of robots: occupancy grids as ROS's `map_saver` writes them, a `map.yaml` and its picture.
//!
//! ```text
//! map.yaml ──yaml──▶ entries ──header──▶ image, resolution, origin, rule
//! map.pgm  ──pgm───▶ grays ─────rule───▶ occupied, free, unknown ──▶ two layers of a TileMap
//! ```
//!
//! `rule.rs` states the meaning of each gray, and `header.rs` the accepted keys and values. Occupied and unknown pixels
//! are one tile each, each in its own layer. The map also has a [`ScanFrame`].

mod header;
mod pgm;
mod rule;
mod yaml;

use crate::geometry::{Rect, ScanFrame};
use crate::load::input::{AssetReader, Files, NotingReader, read_file, resolve};
use crate::load::limits::{Budget, Count, LoadLimits};
use crate::load::options::LoadOptions;
use crate::load::picture::pixels::DecodedImage;
use crate::load::{LoadError, LoadErrorKind};
use crate::solidity::SolidityMap;
use crate::tile::{Tile, TileImage, TileLayer, TileMap, TileMapError, TileSet};
use glam::{IVec2, UVec2};
use header::Header;
pub use rule::{Occupancy, OccupancyMode, OccupancyRule};
use std::path::{Path, PathBuf};

/// The longest side of a picture, as it becomes one tile.
const MOST_SIDE: u32 = 1 << 16;

/// Options for loading a robot's map.
///
/// ```
/// use tileray::load::{OccupancyMap, OccupancyOptions, UnknownSpace};
///
/// let options = OccupancyOptions::default().unknown(UnknownSpace::Solid);
/// let office = OccupancyMap::open_with("maps/office.yaml", &options)?;
/// assert!(office.map().layers().all(|layer| layer.solid == Some(true)));
/// # Ok::<(), tileray::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct OccupancyOptions {
    /// Whether unknown pixels are free or solid.
    pub unknown: UnknownSpace,
    /// The limits, and whether the picture is kept. The other fields are not used, as the map states which grays are
    /// solid.
    pub load: LoadOptions,
}

/// The solidity of a robot map's unknown pixels, in queries that name no layers.
///
/// In any case the unknown pixels are a layer of their own, `unknown`. With [`Solid`](Self::Solid) a query leaves them
/// out by `LayerMask::named(map, ["occupied"])`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UnknownSpace {
    /// A ray passes through them, as it passes the border of the map.
    #[default]
    Free,
    /// A ray ends at the border of the known space, as in AMCL's beam model.
    Solid,
}

impl Default for OccupancyOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl OccupancyOptions {
    /// Returns the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self { unknown: UnknownSpace::Free, load: LoadOptions::new() }
    }
}

setters! {
    OccupancyOptions {
        unknown: UnknownSpace,
        load: LoadOptions,
    }
}

/// The map of a robot: an occupancy grid of ROS, with its frame in meters.
///
/// Reads the same files as `nav2_map_server`: a `map.yaml` with the keys `image`, `resolution`, `origin`, `negate`,
/// `occupied_thresh`, `free_thresh` and `mode`. As there, all keys but `mode` are required, and unknown keys are
/// skipped. [`OccupancyRule`] states which pixels are occupied, free and unknown.
///
/// The [`TileMap`](Self::map) has one cell of the picture's size, and two layers: `occupied` (index 0) and `unknown`
/// (index 1). [`frame`](Self::frame) converts meters to its pixels.
///
/// ```
/// use tileray::load::OccupancyMap;
/// use tileray::{LayerMask, LayerSet, Terrain};
///
/// let office = OccupancyMap::open("maps/office.yaml")?;
/// let terrain = Terrain::from_map(office.map());
///
/// // A robot at its dock, the origin of the world, looks along +x: how far is the next column?
/// let beam = office.frame.ray_to_pixels((0.0, 0.0), 0.0, 12.0);
/// let hit = terrain.raycast(&beam).expect("the column");
/// let meters = office.frame.distance_to_world(hit.distance().into());
/// assert!((4.2..4.3).contains(&meters));
///
/// // Both kinds of pixels, and a query that chooses.
/// let both = Terrain::from_layers(office.map(), &LayerSet::all(office.map()))?;
/// let occupied = LayerMask::named(office.map(), ["occupied"])?;
/// let again = both.query().layers(occupied).raycast(&beam);
/// assert_eq!(again.map(|found| found.pixel()), Some(hit.pixel()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OccupancyMap {
    map: TileMap,
    /// The frame: meters of the world to pixels of the map and back.
    pub frame: ScanFrame,
    /// The rule that decided which pixels are occupied, free or unknown.
    pub rule: OccupancyRule,
    /// The path of the picture, as the reader was asked for it.
    pub image: PathBuf,
}

impl OccupancyMap {
    /// The name of the layer of occupied pixels, which has the index 0.
    pub const OCCUPIED: &'static str = "occupied";
    /// The name of the layer of unknown pixels, which has the index 1.
    pub const UNKNOWN: &'static str = "unknown";
    /// The grays of occupied, free and unknown pixels in the picture that is kept. Unknown is darker than the 205 of
    /// `map_saver`, so that it stays visible in light and shadow.
    pub const GRAYS: [u8; 3] = [0, 254, 140];

    /// Opens the map of a robot: a `map.yaml` and its picture. Unknown pixels are free.
    ///
    /// - `image`: relative to the folder of the YAML, or absolute. PGM (`P2`, `P5`, up to 65,535 grays), PNG of any kind,
    ///   and the other formats of [`SolidityMap::open`] whose features are on. The content decides, not the name.
    /// - `resolution`: the meters a pixel, above 0.
    /// - `origin`: `[x, y, yaw]`, the pose of the lower left corner of the picture. The yaw counts.
    /// - `negate`: 0 or 1. As in `nav2_map_server`, other whole numbers and YAML's words for yes and no are accepted.
    /// - `occupied_thresh`, `free_thresh`: from 0 to 1. Unlike there, `free_thresh` above `occupied_thresh` is an error.
    /// - `mode`: `trinary`, `scale` or `raw`, in upper or lower case. The default is `trinary`.
    ///
    /// Grays of a PGM whose maximum is not 255 are scaled to the nearest of 16 bits. A gray above the maximum is white in
    /// `P5` and an error in `P2`. Only the first document of the YAML is read. Aliases are not followed, and the file may
    /// have 64 KiB.
    ///
    /// Costs about 3 ns a pixel, besides decoding a PNG.
    ///
    /// # Errors
    /// See [`LoadErrorKind`]. A picture is one tile, so it may have at most 65,536 pixels a side.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &OccupancyOptions::default())
    }

    /// Opens the map of a robot like [`open`](Self::open), with options.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open).
    pub fn open_with(path: impl AsRef<Path>, options: &OccupancyOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads the map of a robot like [`open`](Self::open), from the files of a reader.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open).
    pub fn read(
        path: impl AsRef<Path>,
        reader: &dyn AssetReader,
        options: &OccupancyOptions,
    ) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let reader = NotingReader::new(reader);
        let header = Header::read(path, &reader, &options.load.limits)?;
        let image = resolve(&header.path, &header.image);
        let picture = read_picture(&image, &reader, &options.load.limits)
            .map_err(|error| error.referenced_by(path, header.image_at, "key 'image'"))?;
        let fail = |kind| LoadError::new(path, kind);
        claim(picture.size, options.load.limits).map_err(fail)?;
        let [occupied, unknown] = masks(&picture, &header.rule);
        let size = picture.size;
        drop(picture);
        let mut map = map_of(occupied, unknown, options).map_err(|error| fail(LoadErrorKind::Map(error)))?;
        map.set_dependencies(reader.into_opened());
        let frame = ScanFrame::new(header.resolution, header.origin, header.yaw, size.y);
        let frame = frame.expect("the header has finite numbers, and a resolution above 0");
        Ok(Self { map, frame, rule: header.rule, image })
    }

    /// Returns the map, for [`Terrain::from_map`](crate::Terrain::from_map).
    #[must_use]
    pub const fn map(&self) -> &TileMap {
        &self.map
    }

    /// Returns the map, without a copy.
    #[must_use]
    pub fn into_map(self) -> TileMap {
        self.map
    }

    /// Returns the size of the picture in pixels.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        self.map.tile_size()
    }

    /// Returns the occupied pixels.
    #[must_use]
    pub fn occupied(&self) -> &SolidityMap {
        self.mask(0)
    }

    /// Returns the unknown pixels. None of them is occupied. A pixel in neither mask is free.
    #[must_use]
    pub fn unknown(&self) -> &SolidityMap {
        self.mask(1)
    }

    fn mask(&self, id: u32) -> &SolidityMap {
        self.map.tile_set(0).and_then(|set| set.mask(id)).expect("the map has both tiles")
    }

    /// Returns the content of a pixel. Pixels outside of the picture are unknown.
    #[must_use]
    pub fn occupancy(&self, pixel: impl Into<IVec2>) -> Occupancy {
        let pixel = pixel.into();
        let is_inside = pixel.cmpge(IVec2::ZERO).all() && pixel.as_uvec2().cmplt(self.size()).all();
        match () {
            () if self.occupied().get(pixel.x, pixel.y) => Occupancy::Occupied,
            () if !is_inside || self.unknown().get(pixel.x, pixel.y) => Occupancy::Unknown,
            () => Occupancy::Free,
        }
    }
}

/// Reads and decodes a picture.
fn read_picture(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<DecodedImage, LoadError> {
    let bytes = read_file(reader, path, limits)?;
    if pgm::is_pgm(&bytes) {
        return pgm::decode(&bytes, limits).map_err(|kind| LoadError::new(path, kind));
    }
    DecodedImage::decode(path, &bytes, limits)
}

/// Counts the picture and its two masks against the limits.
fn claim(size: UVec2, limits: LoadLimits) -> Result<(), LoadErrorKind> {
    if size.max_element() > MOST_SIDE {
        let what = format!("a robot's map of {}x{} pixels", size.x, size.y);
        return Err(LoadErrorKind::not_supported(what, "keep both sides at 65536 pixels at most, or split it"));
    }
    let mut budget = Budget::new(limits);
    budget.take(Count::ImagePixels, u64::from(size.x) * u64::from(size.y))?;
    for _ in 0..2 {
        budget.take_tile(size)?;
        budget.take(Count::Cells, 1)?;
        budget.take(Count::DrawnPixels, SolidityMap::bits_of_size(size))?;
    }
    Ok(())
}

/// Returns the occupied and the unknown pixels.
fn masks(picture: &DecodedImage, rule: &OccupancyRule) -> [SolidityMap; 2] {
    let (table, reads_alpha, layout) = (rule.table(), rule.reads_alpha(), picture.layout);
    if layout.channels == 1 && !layout.is_16_bit {
        return masks_by(picture, |gray| table[usize::from(gray[0])]);
    }
    masks_by(picture, |pixel| {
        let color = layout.color(pixel);
        let is_unknown = reads_alpha && color[3] < u16::MAX;
        if is_unknown { Occupancy::Unknown } else { table[usize::from(rule::gray_of(color))] }
    })
}

/// Returns the occupied and the unknown pixels by their bytes, 64 pixels at a time and without a branch.
fn masks_by(picture: &DecodedImage, occupancy: impl Fn(&[u8]) -> Occupancy) -> [SolidityMap; 2] {
    let (UVec2 { x: width, y: height }, bytes) = (picture.size, picture.layout.bytes());
    let mut masks = [(); 2].map(|()| SolidityMap::new(width, height));
    let [occupied, unknown] = &mut masks;
    for (y, row) in (0..height).zip(picture.bytes.chunks_exact(width as usize * bytes)) {
        let words = occupied.row_mut(y).iter_mut().zip(unknown.row_mut(y));
        for ((occupied, unknown), pixels) in words.zip(row.chunks(64 * bytes)) {
            for (bit, pixel) in pixels.chunks_exact(bytes).enumerate() {
                let found = occupancy(pixel);
                *occupied |= u64::from(found == Occupancy::Occupied) << bit;
                *unknown |= u64::from(found == Occupancy::Unknown) << bit;
            }
        }
    }
    masks
}

/// Creates the map: a tile set of the two masks, and a layer for each.
fn map_of(occupied: SolidityMap, unknown: SolidityMap, options: &OccupancyOptions) -> Result<TileMap, TileMapError> {
    let mut map = TileMap::new(occupied.size())?.with_size(UVec2::ONE)?;
    let mut set = TileSet::new("map", IVec2::ZERO);
    let [occupied_gray, _, unknown_gray] = OccupancyMap::GRAYS;
    for (id, mask, gray) in [(0, occupied, occupied_gray), (1, unknown, unknown_gray)] {
        let image = options.load.keep_images.then(|| picture_of(&mask, gray)).flatten();
        set.insert(id, mask);
        if let Some(image) = image {
            set.set_image(id, image);
        }
    }
    let set = map.add_tile_set(set);
    let unknown_is_solid = options.unknown == UnknownSpace::Solid;
    for (id, name, solid) in [(0, OccupancyMap::OCCUPIED, true), (1, OccupancyMap::UNKNOWN, unknown_is_solid)] {
        let cells = Rect::from_size(IVec2::ZERO, UVec2::ONE);
        let layer = map.add_layer(TileLayer { solid: Some(solid), ..TileLayer::new(name, cells) })?;
        map.set_tile(layer, IVec2::ZERO, Some(Tile { set, id, ..Tile::default() }))?;
    }
    Ok(map)
}

/// Returns the picture of a mask in one gray, transparent elsewhere.
fn picture_of(mask: &SolidityMap, gray: u8) -> Option<TileImage> {
    let (width, height) = (mask.width(), mask.height());
    let pixel = |(x, y)| if mask.get(x, y) { [gray, gray, gray, 255] } else { [0; 4] };
    let all = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    TileImage::new(width, all.map(pixel).collect())
}
