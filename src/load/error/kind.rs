//! The faults of files, each with its sentence and its remedy.

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
    /// The path leads out of the folder of [`FilesIn`](crate::load::FilesIn), or is absolute.
    OutsideFolder {
        /// The folder, as it was given to the reader.
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
    /// The file is of another kind than expected.
    WrongFile {
        /// The kind of file that was found.
        found: &'static str,
        /// The expected kind of file.
        expected: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The file is an image in a format whose feature is off.
    ImageFeature {
        /// The format.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// An image is truncated, has a wrong checksum, or violates its format.
    DamagedImage {
        /// The format.
        format: &'static str,
        /// The violated rule, or the decoder's message.
        detail: String,
    },
    /// A text is malformed, or a value in JSON is not the expected one.
    Malformed {
        /// The format of the text: XML, JSON or YAML.
        format: &'static str,
        /// The violated rule.
        detail: String,
        /// The remedy.
        remedy: &'static str,
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
    /// The file uses a feature that is not supported.
    NotSupported {
        /// The feature.
        what: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A layer or a chunk has more or fewer cells than its size. Decompression stops at the first cell too many.
    CellCount {
        /// The number of cells of that size.
        expected: u64,
        /// The number of cells found before reading ended.
        found: u64,
    },
    /// A cell or an object names a tile that no tile set has.
    NoSuchTile {
        /// The tile's number in the map, without its flips.
        gid: u32,
        /// The tile sets that there are.
        detail: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// Values in a file contradict each other, are out of range, or name something that is missing.
    Content {
        /// The fault.
        detail: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The project has no level, or no IntGrid value, with this name.
    NoSuchName {
        /// The kind of thing: a level or an IntGrid value.
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// A name that is nearly the same.
        nearest: Option<String>,
        /// The names that the project has. An IntGrid value has its number beside its name: `Walls (1)`.
        available: Vec<String>,
    },
    /// The project has no level, or no world, with this index.
    NoSuchIndex {
        /// The kind of thing: a level or a world.
        what: &'static str,
        /// The index that was asked for.
        index: usize,
        /// The number of levels or worlds.
        count: usize,
    },
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
            Self::WrongFile { found, expected, remedy } => write!(f, "this is {found}, not {expected}; {remedy}"),
            Self::ImageFeature { format, feature } => write!(
                f,
                "this is a {format} image, which needs the feature '{feature}' of tileray; switch it on in the program's \
                Cargo.toml, or export the image as PNG"
            ),
            Self::DamagedImage { format, detail } => {
                write!(f, "the {format} image cannot be decoded ({detail}); copy or export it again")
            }
            Self::Malformed { format, detail, remedy } => write!(f, "the {format} is malformed: {detail}; {remedy}"),
            Self::MissingAttribute { element, attribute } => {
                write!(f, "<{element}> has no attribute '{attribute}'; save the file again in Tiled")
            }
            Self::Attribute { attribute, found, element, expected } => {
                write!(f, "{attribute}=\"{found}\" of <{element}> should be {expected}; correct it in Tiled")
            }
            Self::NotSupported { what, remedy } => write!(f, "{what} is not supported; {remedy}"),
            Self::CellCount { expected, found } => {
                let or_more = if found > expected { " or more" } else { "" };
                let remedy = "save the map again in Tiled";
                write!(f, "the data holds {found}{or_more} cells where {expected} are expected; {remedy}")
            }
            Self::NoSuchTile { gid, detail, remedy } => write!(f, "gid {gid} is {detail}; {remedy}"),
            Self::Content { detail, remedy } => write!(f, "{detail}; {remedy}"),
            Self::NoSuchName { what, name, nearest, available } => {
                let nearest = nearest.as_ref().map(|name| format!(" (did you mean '{name}'?)")).unwrap_or_default();
                write!(f, "no {what} is named '{name}'{nearest}; the project has {}", known(available))
            }
            Self::NoSuchIndex { what, index, count } => {
                write!(f, "there is no {what} {index}: the project has {count} {what}s, counted from 0")
            }
            Self::Map(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl Error for LoadErrorKind {}

impl LoadErrorKind {
    pub(in crate::load) fn not_supported(what: impl Into<String>, remedy: &'static str) -> Self {
        Self::NotSupported { what: what.into(), remedy }
    }

    pub(in crate::load) fn damaged_png(detail: impl Into<String>) -> Self {
        Self::DamagedImage { format: "PNG", detail: detail.into() }
    }
}

/// Faults of text files.
impl LoadErrorKind {
    pub(in crate::load) fn content(detail: impl Into<String>, remedy: &'static str) -> Self {
        Self::Content { detail: detail.into(), remedy }
    }

    pub(in crate::load) fn malformed(format: &'static str, detail: impl Into<String>, remedy: &'static str) -> Self {
        Self::Malformed { format, detail: detail.into(), remedy }
    }
}

impl Limit {
    /// Returns the error of a number above this limit.
    pub(in crate::load) const fn exceeded(self, asked: u64, most: u64) -> LoadErrorKind {
        LoadErrorKind::LimitExceeded(LimitExceeded { limit: self, asked, most })
    }
}

/// Lists names, at most the first hundred.
fn known(names: &[String]) -> String {
    const MOST: usize = 100;
    let quoted = names.iter().take(MOST).map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => "none".into(),
        count if count > MOST => format!("{quoted} and {} more", count - MOST),
        _ => quoted,
    }
}

/// A quantity that is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The bytes of a file: [`LoadLimits::file_bytes`](crate::load::LoadLimits::file_bytes).
    FileBytes,
    /// The pixels of an image: [`LoadLimits::image_pixels`](crate::load::LoadLimits::image_pixels).
    ImagePixels,
    /// The bytes of an image's mask, 8 a row at least: [`LoadLimits::image_pixels`](crate::load::LoadLimits::image_pixels).
    MaskBytes,
    /// The pixels of all images of a map, or of all its tiles: [`LoadLimits::map_pixels`](crate::load::LoadLimits::map_pixels).
    MapPixels,
    /// The steps of drawing collision shapes and solid objects: [`LoadLimits::map_pixels`](crate::load::LoadLimits::map_pixels).
    DrawingSteps,
    /// The pixels of the tiles in all cells: [`LoadLimits::drawn_pixels`](crate::load::LoadLimits::drawn_pixels).
    DrawnPixels,
    /// The cells of all layers of a map: [`LoadLimits::cells`](crate::load::LoadLimits::cells).
    Cells,
    /// The tiles of all tile sets of a map: [`LoadLimits::tiles`](crate::load::LoadLimits::tiles).
    Tiles,
    /// Objects and corners of objects: [`LoadLimits::objects`](crate::load::LoadLimits::objects).
    Objects,
    /// Custom properties: [`LoadLimits::properties`](crate::load::LoadLimits::properties).
    Properties,
    /// The depth of nested groups: [`LoadLimits::nesting`](crate::load::LoadLimits::nesting).
    Nesting,
}

/// A file asks for more than a limit of [`LoadLimits`](crate::load::LoadLimits) allows.
///
/// The message names the limit and how to raise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    /// The quantity that is limited.
    pub limit: Limit,
    /// The count at which the limit was exceeded.
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
                "steps, one for each row of an edge",
                "use smaller or simpler shapes",
                "map_pixels",
            ),
            Limit::DrawnPixels => (
                "the tiles in the cells of the map together cover",
                "pixels, each counted as often as tiles cover it",
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
        write!(f, "{subject} {asked} {unit}, more than the limit of {most}; {remedy}, or raise LoadLimits::{field}")
    }
}
