//! The faults of files, each with its remedy.

use super::limit::{Limit, LimitExceeded};
use crate::tile::TileMapError;
use std::error::Error;
use std::fmt;

/// The fault in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// There is no such file.
    NotFound,
    /// The path is a folder.
    IsDirectory,
    /// The path is a pipe, a socket or a device.
    NotRegular,
    /// The path leads out of the folder of [`FilesIn`](crate::load::FilesIn), or is an absolute one.
    OutsideFolder {
        /// The folder, as the reader was given it.
        folder: String,
    },
    /// The file cannot be opened or read for another reason.
    Unreadable {
        /// The system's message.
        message: String,
    },
    /// The file is empty.
    Empty,
    /// A file asks for more than a limit allows.
    LimitExceeded(LimitExceeded),
    /// The file is not an image in a format that is read.
    NotPng {
        /// The kind of file that was found.
        found: &'static str,
    },
    /// The file is an image in a format whose feature is off.
    ImageFeature {
        /// The format.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// An image in another format than PNG cannot be decoded.
    MalformedImage {
        /// The format.
        format: &'static str,
        /// The decoder's message.
        detail: String,
    },
    /// The PNG is truncated.
    TruncatedPng,
    /// A checksum of the PNG is wrong.
    PngChecksum {
        /// The part with the wrong checksum.
        detail: String,
    },
    /// The PNG violates the format.
    MalformedPng {
        /// The violated rule.
        detail: String,
    },
    /// A map or a tile set is expected, but the file is something else.
    NotTiled {
        /// The kind of file that was found.
        found: &'static str,
        /// The expected kind of file: a map or a tile set.
        expected: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The text is not UTF-8.
    NotUtf8,
    /// The XML is malformed.
    Xml {
        /// The violated rule.
        detail: String,
    },
    /// The JSON is malformed, or a value in it is not what it should be.
    Json {
        /// The violated rule.
        detail: String,
    },
    /// A required attribute is missing.
    MissingAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute has an invalid value.
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
    Orientation {
        /// The map's orientation.
        found: String,
    },
    /// The file uses a feature that is not supported.
    NotSupported {
        /// The feature.
        what: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The layer data has an unknown encoding.
    Encoding {
        /// The encoding.
        found: String,
    },
    /// The layer data has an unknown compression.
    Compression {
        /// The compression.
        found: String,
    },
    /// An entry of CSV data is not a tile number.
    Csv {
        /// The entry.
        found: String,
    },
    /// The data is not base64.
    Base64 {
        /// The position of the fault.
        detail: String,
    },
    /// The data cannot be decompressed.
    Decompress {
        /// The compression.
        compression: &'static str,
        /// The reason.
        detail: String,
    },
    /// A layer or a chunk has fewer cells than its size.
    TooFewCells {
        /// The number of cells by its size.
        expected: u64,
        /// The number of cells in the data.
        found: u64,
    },
    /// A layer or a chunk has more cells than its size. Decompression stops at the first cell too many.
    TooManyCells {
        /// The number of cells by its size.
        expected: u64,
        /// The number of cells found before reading ended.
        found: u64,
    },
    /// A cell's tile number is above every tile set.
    GidBeyondSets {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The first tile number of the last tile set; 0 where the map has none.
        last_first_gid: u32,
        /// The number of its tiles.
        tiles: usize,
    },
    /// A cell's tile number is below the first tile set.
    GidBelowSets {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The first tile number of the first tile set.
        first: u32,
    },
    /// A cell's tile does not exist in its tile set.
    NoSuchTile {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The tile's id in its set.
        id: u32,
        /// The tile set's name.
        set: String,
    },
    /// A cell's tile lies outside its tile set's image.
    TileOutsideImage {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The tile's id in its set.
        id: u32,
        /// The tile set's name.
        set: String,
    },
    /// A tile's part of an image reaches outside the image.
    PartOutsideImage {
        /// The part: its corner and size.
        part: String,
        /// The image's width.
        width: u32,
        /// The image's height.
        height: u32,
    },
    /// A project of LDtk is expected, but the file is something else.
    NotLdtk {
        /// The kind of file that was found.
        found: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The project was saved by a version of LDtk before 1.0.
    LdtkVersion {
        /// The version in the file.
        found: String,
    },
    /// The JSON of LDtk is malformed, or a value in it is not what it should be.
    LdtkJson {
        /// The violated rule.
        detail: String,
    },
    /// Values in a project of LDtk contradict each other, or what they name is missing.
    LdtkContent {
        /// The fault.
        detail: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The project has no IntGrid value of a name that the options ask for.
    NoSuchIntGridValue {
        /// The name that was asked for.
        name: String,
        /// The names of the project's IntGrid values.
        available: Vec<String>,
    },
    /// The project has no level of the name that was asked for.
    NoSuchLevel {
        /// The name that was asked for.
        name: String,
        /// The name of a level that is nearly the same.
        nearest: Option<String>,
        /// The names of the project's levels.
        available: Vec<String>,
    },
    /// The project has no level of the index that was asked for.
    NoSuchLevelIndex {
        /// The index that was asked for.
        index: usize,
        /// The number of levels.
        levels: usize,
    },
    /// The project has no world of the index that was asked for.
    NoSuchWorldIndex {
        /// The index that was asked for.
        index: usize,
        /// The number of worlds.
        worlds: usize,
    },
    /// A world of Tiled cannot be read as it is.
    World {
        /// The fault.
        detail: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The map of a robot cannot be read as it is.
    #[cfg(feature = "ros")]
    Occupancy(super::occupancy::OccupancyFault),
    /// The map is invalid.
    Map(TileMapError),
}

impl fmt::Display for LoadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such file; check its name, upper and lower case too"),
            Self::IsDirectory => f.write_str("this is a folder; name a file in it"),
            Self::NotRegular => f.write_str(
                "this is a pipe or a device, not a regular file; write its content to a file and name that file",
            ),
            Self::OutsideFolder { folder } => write!(
                f,
                "this is outside the folder '{folder}', and only files in it are read; copy the file into the folder, and \
                reference it there by a relative path"
            ),
            Self::Unreadable { message } => {
                write!(f, "the file cannot be read ({message}); check that this program may read it")
            }
            Self::Empty => f.write_str("the file is empty; export it again"),
            Self::LimitExceeded(exceeded) => fmt::Display::fmt(exceeded, f),
            Self::NotPng { found } => write!(f, "this is {found}, not a PNG image; export it as PNG"),
            Self::ImageFeature { format, feature } => write!(
                f,
                "this is a {format} image, which is read with the feature '{feature}' of tileray only; switch it on in the \
                program's Cargo.toml, or export the image as PNG"
            ),
            Self::MalformedImage { format, detail } => {
                write!(f, "the {format} image cannot be decoded ({detail}); copy or export it again")
            }
            Self::TruncatedPng => f.write_str("the PNG ends too early; copy or export it again"),
            Self::PngChecksum { detail } => {
                write!(f, "the PNG is damaged, a checksum is wrong ({detail}); copy or export it again")
            }
            Self::MalformedPng { detail } => write!(f, "the PNG is malformed ({detail}); export it again"),
            Self::NotTiled { found, expected, remedy } => {
                write!(f, "this is {found}, not a Tiled {expected}; {remedy}")
            }
            Self::NotUtf8 => f.write_str("the text is not UTF-8; save it again in Tiled"),
            Self::Xml { detail } => write!(f, "the XML is malformed: {detail}; save the file again in Tiled"),
            Self::Json { detail } => write!(f, "the JSON is malformed: {detail}; save the file again in Tiled"),
            Self::MissingAttribute { element, attribute } => {
                write!(f, "<{element}> has no attribute '{attribute}'; save the file again in Tiled")
            }
            Self::Attribute { attribute, found, element, expected } => {
                write!(f, "{attribute}=\"{found}\" of <{element}> should be {expected}; correct it in Tiled")
            }
            Self::Orientation { found } => write!(
                f,
                "the map's orientation is '{found}', but only orthogonal maps are supported; change it in Tiled's Map Properties"
            ),
            Self::NotSupported { what, remedy } => write!(f, "{what} is not supported; {remedy}"),
            Self::Encoding { found } => write!(
                f,
                "the data's encoding '{found}' is not known; set the map's Tile Layer Format to CSV or Base64 in Tiled"
            ),
            Self::Compression { found } => write!(
                f,
                "the data's compression '{found}' is not known; set the map's Tile Layer Format to zlib, gzip or zstd in Tiled"
            ),
            Self::Csv { found } => {
                write!(f, "'{found}' in the CSV data is not a tile number; save the map again in Tiled")
            }
            Self::Base64 { detail } => write!(f, "the data is not base64 ({detail}); save the map again in Tiled"),
            Self::Decompress { compression, detail } => {
                write!(f, "the {compression} data cannot be decompressed ({detail}); save the map again in Tiled")
            }
            Self::TooFewCells { found, expected } => {
                write!(f, "the data holds {found} cells where {expected} are expected; save the map again in Tiled")
            }
            Self::TooManyCells { found, expected } => write!(
                f,
                "the data holds {found} or more cells where {expected} are expected; save the map again in Tiled"
            ),
            Self::GidBeyondSets { gid, last_first_gid, tiles } => write!(
                f,
                "gid {gid} is beyond every tile set ({}); add the missing tile set, or erase the cell",
                last_set(*last_first_gid, *tiles)
            ),
            Self::GidBelowSets { gid, first } => write!(
                f,
                "gid {gid} is below the first tile set, which begins at gid {first}; add the missing tile set, or erase the cell"
            ),
            Self::NoSuchTile { gid, id, set } => write!(
                f,
                "gid {gid} is tile {id} of tile set '{set}', which has no such tile; erase the cell, or add the tile"
            ),
            Self::TileOutsideImage { gid, id, set } => write!(
                f,
                "gid {gid} is tile {id} of tile set '{set}', which lies outside the set's image; \
                enlarge the image, or erase the cell"
            ),
            Self::PartOutsideImage { part, width, height } => write!(
                f,
                "the tile's part of the image ({part}) is not inside the image's {width}x{height} pixels; \
                correct it in Tiled"
            ),
            Self::NotLdtk { found, remedy } => write!(f, "this is {found}, not an LDtk project; {remedy}"),
            Self::LdtkVersion { found } => write!(
                f,
                "the project is of LDtk {found}, but 1.0 or newer is read; open it in a current LDtk and save it"
            ),
            Self::LdtkJson { detail } => write!(f, "the JSON is malformed: {detail}; save the project again in LDtk"),
            Self::LdtkContent { detail, remedy } => write!(f, "{detail}; {remedy}"),
            Self::NoSuchIntGridValue { name, available } => {
                write!(f, "no IntGrid value is named '{name}'; the project has {}", known(available))
            }
            Self::NoSuchLevel { name, nearest, available } => write!(
                f,
                "no level is named '{name}'{}; the project has {}",
                did_you_mean(nearest.as_deref()),
                known(available)
            ),
            Self::NoSuchLevelIndex { index, levels } => {
                write!(f, "there is no level {index}: the project has {levels} levels, counted from 0")
            }
            Self::NoSuchWorldIndex { index, worlds } => {
                write!(f, "there is no world {index}: the project has {worlds} worlds, counted from 0")
            }
            Self::World { detail, remedy } => write!(f, "{detail}; {remedy}"),
            #[cfg(feature = "ros")]
            Self::Occupancy(error) => fmt::Display::fmt(error, f),
            Self::Map(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl Error for LoadErrorKind {}

impl Limit {
    /// Returns the error of more than this limit allows.
    pub(in crate::load) const fn exceeded(self, asked: u64, most: u64) -> LoadErrorKind {
        LoadErrorKind::LimitExceeded(LimitExceeded { limit: self, asked, most })
    }
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

fn last_set(first_gid: u32, tiles: usize) -> String {
    match first_gid {
        0 => "the map has none".into(),
        _ => format!("the last begins at gid {first_gid} and has {tiles} tiles"),
    }
}
