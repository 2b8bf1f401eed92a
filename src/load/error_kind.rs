use super::LoadLimits;
use crate::tile::TileMapError;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// No file has this name.
    #[error("there is no such file; check its name, upper and lower case too")]
    NotFound,
    /// The name is that of a folder.
    #[error("this is a folder; name a file in it")]
    IsDirectory,
    /// The name is that of a pipe, a socket or a device.
    #[error("this is a pipe or a device, not a regular file; write its content to a file, and name that")]
    NotRegular,
    /// The file cannot be opened or read for another reason.
    #[error("the file cannot be read ({message}); check that this program may read it")]
    Unreadable {
        /// What the system says.
        message: String,
    },
    /// The file has no bytes.
    #[error("the file is empty; export it again")]
    Empty,
    /// The file is longer than [`LoadLimits::file_bytes`].
    #[error("the file has more than {limit} bytes; {}", LoadLimits::remedy("make it smaller", "file_bytes"))]
    FileTooLarge {
        /// The limit.
        limit: u64,
    },
    /// The file is something else than a PNG.
    #[error("this is {found}, not a PNG picture; export it as PNG")]
    NotPng {
        /// What it is.
        found: &'static str,
    },
    /// The PNG ends before its picture does.
    #[error("the PNG ends too early; copy or export it again")]
    TruncatedPng,
    /// The PNG's bytes differ from those that were written.
    #[error("the PNG is damaged, a checksum is wrong ({detail}); copy or export it again")]
    PngChecksum {
        /// Which one.
        detail: String,
    },
    /// The PNG breaks the format's rules.
    #[error("the PNG is malformed ({detail}); export it again")]
    MalformedPng {
        /// How.
        detail: String,
    },
    /// The picture has more pixels than [`LoadLimits::image_pixels`].
    #[error(
        "the picture has {width}x{height} pixels, but at most {limit} pixels are read; {}",
        LoadLimits::remedy("make it smaller", "image_pixels")
    )]
    ImageTooLarge {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// The limit.
        limit: u64,
    },
    /// The pictures or the tiles of a map have more pixels together than [`LoadLimits::map_pixels`].
    #[error(
        "the pictures or the tiles of the map have more than {limit} pixels together; {}",
        LoadLimits::remedy("make them smaller", "map_pixels")
    )]
    TooManyPixels {
        /// The limit.
        limit: u64,
    },
    /// A map or a tile set is expected, but the file is something else.
    #[error("this is {found}, not a Tiled {expected}; {remedy}")]
    NotTiled {
        /// What it is.
        found: &'static str,
        /// What was expected: a map or a tile set.
        expected: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// The text is not in UTF-8.
    #[error("the text is not UTF-8; save it again in Tiled")]
    NotUtf8,
    /// The XML is malformed.
    #[error("the XML is malformed: {detail}; save the file again in Tiled")]
    Xml {
        /// How.
        detail: String,
    },
    /// An element lacks an attribute that it must have.
    #[error("<{element}> has no attribute '{attribute}'; save the file again in Tiled")]
    MissingAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute's value cannot be used.
    #[error("{attribute}=\"{found}\" of <{element}> should be {expected}; correct it in Tiled")]
    Attribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
        /// Its value.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The map is not orthogonal.
    #[error(
        "the map's orientation is '{found}', but only orthogonal maps are supported; make it one in Tiled's Map Properties"
    )]
    Orientation {
        /// The map's orientation.
        found: String,
    },
    /// Something that is not supported.
    #[error("{what} is not supported; {remedy}")]
    NotSupported {
        /// What.
        what: String,
        /// What to do.
        remedy: &'static str,
    },
    /// Groups lie in groups deeper than [`LoadLimits::nesting`].
    #[error("groups are nested more than {limit} deep; {}", LoadLimits::remedy("nest them less", "nesting"))]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The map's layers have more cells than [`LoadLimits::cells`].
    #[error(
        "the map claims {cells} cells, but at most {limit} are read; {}",
        LoadLimits::remedy("make its layers smaller", "cells")
    )]
    TooManyMapCells {
        /// The cells that it claims up to here.
        cells: u64,
        /// The limit.
        limit: u64,
    },
    /// The map's tile sets have more tiles than [`LoadLimits::tiles`].
    #[error(
        "the map claims {tiles} tiles, but at most {limit} are read; {}",
        LoadLimits::remedy("use smaller tile sets", "tiles")
    )]
    TooManyTiles {
        /// The tiles that it claims up to here.
        tiles: u64,
        /// The limit.
        limit: u64,
    },
    /// The map has more objects, or corners of objects, than [`LoadLimits::objects`].
    #[error(
        "the map has more than {limit} objects and corners of objects; {}",
        LoadLimits::remedy("remove some", "objects")
    )]
    TooManyObjects {
        /// The limit.
        limit: u64,
    },
    /// The map has more custom properties than [`LoadLimits::properties`].
    #[error(
        "the map and its tile sets have more than {limit} custom properties; {}",
        LoadLimits::remedy("remove some", "properties")
    )]
    TooManyProperties {
        /// The limit.
        limit: u64,
    },
    /// Layer data in an encoding that is not known.
    #[error("the data's encoding '{found}' is not known; set the map's Tile Layer Format to CSV or Base64 in Tiled")]
    Encoding {
        /// The encoding.
        found: String,
    },
    /// Layer data in a compression that is not known.
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
        /// Where it is not.
        detail: String,
    },
    /// The data cannot be decompressed.
    #[error("the {compression} data cannot be decompressed ({detail}); save the map again in Tiled")]
    Decompress {
        /// The compression.
        compression: &'static str,
        /// Why.
        detail: String,
    },
    /// A layer or a chunk has fewer cells than it says.
    #[error("the data holds {found} cells where {expected} are expected; save the map again in Tiled")]
    TooFewCells {
        /// The cells that it should hold.
        expected: u64,
        /// The cells that it holds.
        found: u64,
    },
    /// A layer or a chunk has more cells than it says. Compressed data is read no farther than this takes.
    #[error("the data holds {found} or more cells where {expected} are expected; save the map again in Tiled")]
    TooManyCells {
        /// The cells that it should hold.
        expected: u64,
        /// The cells that were found before reading ended.
        found: u64,
    },
    /// A cell's tile is beyond every tile set.
    #[error("gid {gid} is beyond every tile set ({}); add the missing tile set, or erase the cell",
        last_set(*.last_first_gid, *.tiles))]
    GidBeyondSets {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// Where the last tile set begins; 0 where the map has none.
        last_first_gid: u32,
        /// The number of its tiles.
        tiles: usize,
    },
    /// A cell's tile is below the first tile set.
    #[error(
        "gid {gid} is below the first tile set, which begins at gid {first}; add the missing tile set, or erase the cell"
    )]
    GidBelowSets {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// Where the first tile set begins.
        first: u32,
    },
    /// A cell's tile is missing in its tile set.
    #[error("gid {gid} is tile {id} of tile set '{set}', which has no such tile; erase the cell, or add the tile")]
    NoSuchTile {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The tile's id in its set.
        id: u32,
        /// The tile set's name.
        set: String,
    },
    /// A tile that the set counts lies outside the set's picture.
    #[error(
        "gid {gid} is tile {id} of tile set '{set}', which lies outside the set's picture; \
        enlarge the picture, or erase the cell"
    )]
    TileOutsideImage {
        /// The cell's tile number, without its flips.
        gid: u32,
        /// The tile's id in its set.
        id: u32,
        /// The tile set's name.
        set: String,
    },
    /// The part of a picture that a tile is does not lie inside the picture.
    #[error(
        "the part of the picture that the tile shows ({part}) is not inside the picture's {width}x{height} pixels; \
        correct it in Tiled"
    )]
    PartOutsideImage {
        /// The part: its corner and size.
        part: String,
        /// The picture's width.
        width: u32,
        /// The picture's height.
        height: u32,
    },
    /// The map cannot be held.
    #[error("{0}")]
    Map(TileMapError),
}

fn last_set(first_gid: u32, tiles: usize) -> String {
    match first_gid {
        0 => "the map has none".into(),
        _ => format!("the last begins at gid {first_gid} and has {tiles} tiles"),
    }
}
