//! The faults of files, each with its remedy.

use crate::tile::TileMapError;

/// The fault in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// There is no such file.
    #[error("there is no such file; check its name, upper and lower case too")]
    NotFound,
    /// The path is a folder.
    #[error("this is a folder; name a file in it")]
    IsDirectory,
    /// The path is a pipe, a socket or a device.
    #[error("this is a pipe or a device, not a regular file; write its content to a file and name that file")]
    NotRegular,
    /// The path leads out of the folder of [`FilesIn`](crate::load::FilesIn), or is an absolute one.
    #[error(
        "this is outside the folder '{folder}', and only files in it are read; copy the file into the folder, and \
        reference it there by a relative path"
    )]
    OutsideFolder {
        /// The folder, as the reader was given it.
        folder: String,
    },
    /// The file cannot be opened or read for another reason.
    #[error("the file cannot be read ({message}); check that this program may read it")]
    Unreadable {
        /// The system's message.
        message: String,
    },
    /// The file is empty.
    #[error("the file is empty; export it again")]
    Empty,
    /// The file is longer than [`LoadLimits::file_bytes`](crate::load::LoadLimits::file_bytes).
    #[error("the file has more than {limit} bytes; {}", or_raise("make it smaller", "file_bytes"))]
    FileTooLarge {
        /// The limit.
        limit: u64,
    },
    /// The file is not an image in a format that is read.
    #[error("this is {found}, not a PNG image; export it as PNG")]
    NotPng {
        /// The kind of file that was found.
        found: &'static str,
    },
    /// The file is an image in a format whose feature is off.
    #[error(
        "this is a {format} image, which is read with the feature '{feature}' of tileray only; switch it on in the \
        program's Cargo.toml, or export the image as PNG"
    )]
    ImageFeature {
        /// The format.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// An image in another format than PNG cannot be decoded.
    #[error("the {format} image cannot be decoded ({detail}); copy or export it again")]
    MalformedImage {
        /// The format.
        format: &'static str,
        /// The decoder's message.
        detail: String,
    },
    /// The PNG is truncated.
    #[error("the PNG ends too early; copy or export it again")]
    TruncatedPng,
    /// A checksum of the PNG is wrong.
    #[error("the PNG is damaged, a checksum is wrong ({detail}); copy or export it again")]
    PngChecksum {
        /// The part with the wrong checksum.
        detail: String,
    },
    /// The PNG violates the format.
    #[error("the PNG is malformed ({detail}); export it again")]
    MalformedPng {
        /// The violated rule.
        detail: String,
    },
    /// The image has more pixels than [`LoadLimits::image_pixels`](crate::load::LoadLimits::image_pixels).
    #[error(
        "the image has {width}x{height} pixels, but at most {limit} pixels are read; {}",
        or_raise("make it smaller", "image_pixels")
    )]
    ImageTooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The limit.
        limit: u64,
    },
    /// The image is so narrow and tall that its mask takes more bytes than
    /// [`LoadLimits::image_pixels`](crate::load::LoadLimits::image_pixels): each row takes 8 bytes at least.
    #[error(
        "the mask of the image of {width}x{height} pixels takes {bytes} bytes, 8 a row at least, but at most {limit} \
        are taken; {}",
        or_raise("make it less tall", "image_pixels")
    )]
    MaskTooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The bytes of the mask.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The images or the tiles of a map together have more pixels than
    /// [`LoadLimits::map_pixels`](crate::load::LoadLimits::map_pixels).
    #[error(
        "the images or the tiles of the map together have more than {limit} pixels; {}",
        or_raise("make them smaller", "map_pixels")
    )]
    TooManyPixels {
        /// The limit.
        limit: u64,
    },
    /// The tiles in all cells of a map together have more pixels than
    /// [`LoadLimits::drawn_pixels`](crate::load::LoadLimits::drawn_pixels).
    #[error(
        "the tiles in the cells of the map together cover more than {limit} pixels, those that overlap counted each \
        time; {}",
        or_raise("use smaller tiles or fewer cells", "drawn_pixels")
    )]
    TooManyDrawnPixels {
        /// The limit.
        limit: u64,
    },
    /// Drawing the collision shapes and solid objects of a map takes more steps than
    /// [`LoadLimits::map_pixels`](crate::load::LoadLimits::map_pixels).
    #[error(
        "drawing the collision shapes and solid objects of the map takes more than {limit} steps, such as rows of edges; \
        {}",
        or_raise("use smaller or simpler shapes", "map_pixels")
    )]
    TooManySteps {
        /// The limit.
        limit: u64,
    },
    /// A map or a tile set is expected, but the file is something else.
    #[error("this is {found}, not a Tiled {expected}; {remedy}")]
    NotTiled {
        /// The kind of file that was found.
        found: &'static str,
        /// The expected kind of file: a map or a tile set.
        expected: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The text is not UTF-8.
    #[error("the text is not UTF-8; save it again in Tiled")]
    NotUtf8,
    /// The XML is malformed.
    #[error("the XML is malformed: {detail}; save the file again in Tiled")]
    Xml {
        /// The violated rule.
        detail: String,
    },
    /// The JSON is malformed, or a value in it is not what it should be.
    #[error("the JSON is malformed: {detail}; save the file again in Tiled")]
    Json {
        /// The violated rule.
        detail: String,
    },
    /// A required attribute is missing.
    #[error("<{element}> has no attribute '{attribute}'; save the file again in Tiled")]
    MissingAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute has an invalid value.
    #[error("{attribute}=\"{found}\" of <{element}> should be {expected}; correct it in Tiled")]
    Attribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
        /// The value.
        found: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The map is not orthogonal.
    #[error(
        "the map's orientation is '{found}', but only orthogonal maps are supported; change it in Tiled's Map Properties"
    )]
    Orientation {
        /// The map's orientation.
        found: String,
    },
    /// The file uses a feature that is not supported.
    #[error("{what} is not supported; {remedy}")]
    NotSupported {
        /// The feature.
        what: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// Groups are nested deeper than [`LoadLimits::nesting`](crate::load::LoadLimits::nesting).
    #[error("groups are nested more than {limit} deep; {}", or_raise("nest them less", "nesting"))]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The map's layers have more cells than [`LoadLimits::cells`](crate::load::LoadLimits::cells).
    #[error(
        "the map declares {cells} cells, but at most {limit} are read; {}",
        or_raise("make its layers smaller", "cells")
    )]
    TooManyMapCells {
        /// The number of cells declared so far.
        cells: u64,
        /// The limit.
        limit: u64,
    },
    /// The map's tile sets have more tiles than [`LoadLimits::tiles`](crate::load::LoadLimits::tiles).
    #[error(
        "the map declares {tiles} tiles, but at most {limit} are read; {}",
        or_raise("use smaller tile sets", "tiles")
    )]
    TooManyTiles {
        /// The number of tiles declared so far.
        tiles: u64,
        /// The limit.
        limit: u64,
    },
    /// The map has more objects, or corners of objects, than
    /// [`LoadLimits::objects`](crate::load::LoadLimits::objects).
    #[error("the map has more than {limit} objects and corners of objects; {}", or_raise("remove some", "objects"))]
    TooManyObjects {
        /// The limit.
        limit: u64,
    },
    /// The map has more custom properties than [`LoadLimits::properties`](crate::load::LoadLimits::properties).
    #[error(
        "the map and its tile sets have more than {limit} custom properties; {}",
        or_raise("remove some", "properties")
    )]
    TooManyProperties {
        /// The limit.
        limit: u64,
    },
    /// The layer data has an unknown encoding.
    #[error("the data's encoding '{found}' is not known; set the map's Tile Layer Format to CSV or Base64 in Tiled")]
    Encoding {
        /// The encoding.
        found: String,
    },
    /// The layer data has an unknown compression.
    #[error(
        "the data's compression '{found}' is not known; set the map's Tile Layer Format to zlib, gzip or zstd in Tiled"
    )]
    Compression {
        /// The compression.
        found: String,
    },
    /// An entry of CSV data is not a tile number.
    #[error("'{found}' in the CSV data is not a tile number; save the map again in Tiled")]
    Csv {
        /// The entry.
        found: String,
    },
    /// The data is not base64.
    #[error("the data is not base64 ({detail}); save the map again in Tiled")]
    Base64 {
        /// The position of the fault.
        detail: String,
    },
    /// The data cannot be decompressed.
    #[error("the {compression} data cannot be decompressed ({detail}); save the map again in Tiled")]
    Decompress {
        /// The compression.
        compression: &'static str,
        /// The reason.
        detail: String,
    },
    /// A layer or a chunk has fewer cells than its size.
    #[error("the data holds {found} cells where {expected} are expected; save the map again in Tiled")]
    TooFewCells {
        /// The number of cells by its size.
        expected: u64,
        /// The number of cells in the data.
        found: u64,
    },
    /// A layer or a chunk has more cells than its size. Decompression stops at the first cell too many.
    #[error("the data holds {found} or more cells where {expected} are expected; save the map again in Tiled")]
    TooManyCells {
        /// The number of cells by its size.
        expected: u64,
        /// The number of cells found before reading ended.
        found: u64,
    },
    /// A cell's tile number is above every tile set.
    #[error("gid {gid} is beyond every tile set ({}); add the missing tile set, or erase the cell",
        last_set(*.last_first_gid, *.tiles))]
    GidBeyondSets {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The first tile number of the last tile set; 0 where the map has none.
        last_first_gid: u32,
        /// The number of its tiles.
        tiles: usize,
    },
    /// A cell's tile number is below the first tile set.
    #[error(
        "gid {gid} is below the first tile set, which begins at gid {first}; add the missing tile set, or erase the cell"
    )]
    GidBelowSets {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The first tile number of the first tile set.
        first: u32,
    },
    /// A cell's tile does not exist in its tile set.
    #[error("gid {gid} is tile {id} of tile set '{set}', which has no such tile; erase the cell, or add the tile")]
    NoSuchTile {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The tile's id in its set.
        id: u32,
        /// The tile set's name.
        set: String,
    },
    /// A cell's tile lies outside its tile set's image.
    #[error(
        "gid {gid} is tile {id} of tile set '{set}', which lies outside the set's image; \
        enlarge the image, or erase the cell"
    )]
    TileOutsideImage {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The tile's id in its set.
        id: u32,
        /// The tile set's name.
        set: String,
    },
    /// A tile's part of an image reaches outside the image.
    #[error(
        "the tile's part of the image ({part}) is not inside the image's {width}x{height} pixels; \
        correct it in Tiled"
    )]
    PartOutsideImage {
        /// The part: its corner and size.
        part: String,
        /// The image's width.
        width: u32,
        /// The image's height.
        height: u32,
    },
    /// A project of LDtk is expected, but the file is something else.
    #[error("this is {found}, not an LDtk project; {remedy}")]
    NotLdtk {
        /// The kind of file that was found.
        found: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The project was saved by a version of LDtk before 1.0.
    #[error("the project is of LDtk {found}, but 1.0 or newer is read; open it in a current LDtk and save it")]
    LdtkVersion {
        /// The version in the file.
        found: String,
    },
    /// The JSON of LDtk is malformed, or a value in it is not what it should be.
    #[error("the JSON is malformed: {detail}; save the project again in LDtk")]
    LdtkJson {
        /// The violated rule.
        detail: String,
    },
    /// Values in a project of LDtk contradict each other, or what they name is missing.
    #[error("{detail}; {remedy}")]
    LdtkContent {
        /// The fault.
        detail: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The project has no IntGrid value of a name that the options ask for.
    #[error("no IntGrid value is named '{name}'; the project has {}", known(.available))]
    NoSuchIntGridValue {
        /// The name that was asked for.
        name: String,
        /// The names of the project's IntGrid values.
        available: Vec<String>,
    },
    /// The project has no level of the name that was asked for.
    #[error("no level is named '{name}'{}; the project has {}", did_you_mean(.nearest.as_deref()), known(.available))]
    NoSuchLevel {
        /// The name that was asked for.
        name: String,
        /// The name of a level that is nearly the same.
        nearest: Option<String>,
        /// The names of the project's levels.
        available: Vec<String>,
    },
    /// The project has no level of the index that was asked for.
    #[error("there is no level {index}: the project has {levels} levels, counted from 0")]
    NoSuchLevelIndex {
        /// The index that was asked for.
        index: usize,
        /// The number of levels.
        levels: usize,
    },
    /// The project has no world of the index that was asked for.
    #[error("there is no world {index}: the project has {worlds} worlds, counted from 0")]
    NoSuchWorldIndex {
        /// The index that was asked for.
        index: usize,
        /// The number of worlds.
        worlds: usize,
    },
    /// A world of Tiled cannot be read as it is.
    #[error("{detail}; {remedy}")]
    World {
        /// The fault.
        detail: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The map of a robot cannot be read as it is.
    #[cfg(feature = "ros")]
    #[error("{0}")]
    Occupancy(super::occupancy::OccupancyFault),
    /// The map is invalid.
    #[error("{0}")]
    Map(TileMapError),
}

/// Lists names, the first hundred of many.
fn known(names: &[String]) -> String {
    const MOST: usize = 100;
    let quoted = names.iter().take(MOST).map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => "none".into(),
        count if count > MOST => format!("{quoted} and {} more", count - MOST),
        _ => quoted,
    }
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean '{name}'?)")).unwrap_or_default()
}

/// Formats the remedy for a limit: change the file, or raise the limit of this name in the program.
fn or_raise(remedy: &str, limit: &str) -> String {
    format!("{remedy}, or raise LoadLimits::{limit} (with_{limit})")
}

fn last_set(first_gid: u32, tiles: usize) -> String {
    match first_gid {
        0 => "the map has none".into(),
        _ => format!("the last begins at gid {first_gid} and has {tiles} tiles"),
    }
}
