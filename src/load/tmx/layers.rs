//! Tile layers: parsing, decoding of cells, inherited settings of groups, and the layers of the map.

use super::elements::{MapElement, MapNode, MapText};
use super::properties::LAYER_SETTINGS;
use super::raw::{CellBlock, DocumentParser, GidTable, LayerHead, RawLayer, RawMap, Settings, claim};
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, TileLayer, TileMap};
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use glam::{DVec2, UVec2, dvec2, ivec2, uvec2};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use std::io::{self, Read};

/// The expected value of a number of cells, for errors.
pub(super) const CELLS: &str = "a number of cells, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Parses a tile layer.
    pub(super) fn layer(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let element = format!("layer '{}'", shortened(&tag.attribute("name")?.unwrap_or_default()));
        self.layer_within(tag, &element).map_err(|error| error.within(element))
    }

    fn layer_within(&mut self, tag: &MapElement<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.layer_head(tag)?;
        let frame = self.layer_frame(tag, Some(self.raw.size))?;
        let mut blocks: Option<Vec<CellBlock>> = None;
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("properties") => (head.properties, head.settings) = self.properties(LAYER_SETTINGS)?,
                () if child.is("data") => {
                    let (encoding, compression) = (child.attribute("encoding")?, child.attribute("compression")?);
                    let encoding = CellEncoding::new(encoding.as_deref(), compression.as_deref());
                    let encoding = encoding.map_err(|kind| child.error(kind))?;
                    let data = DataElement { encoding, frame, at: child.at, element };
                    blocks.get_or_insert_default().extend(self.data(&data, true)?);
                }
                () => self.walker.skip()?,
            }
        }
        let whole = if self.raw.infinite { Rect::EMPTY } else { frame };
        let blocks = match blocks {
            Some(blocks) => blocks,
            None if whole.is_empty() => Vec::new(),
            None => return Err(tag.error(LoadErrorKind::TooFewCells { expected: whole.area(), found: 0 })),
        };
        // Chunks define the grid; without any it is the layer's frame.
        let chunked = blocks.iter().fold(Rect::EMPTY, |cells, block| cells.union(&block.cells));
        let cells = if chunked.is_empty() { whole } else { chunked };
        claim_cells(&mut self.raw.claims.grid_cells, cells.area(), self.limits.cells)
            .map_err(|kind| tag.error(kind))?;
        self.raw.layers.push(RawLayer { head, cells, blocks });
        Ok(())
    }

    /// Returns the cells of a layer or a chunk by its attributes; only a layer may omit its size and corner.
    fn layer_frame(&self, tag: &MapElement<'d>, default: Option<UVec2>) -> Result<Rect, LoadError> {
        const CORNER: &str = "a cell's column or row that a map can have";
        let corner = |name| match default {
            Some(_) => tag.number(name, CORNER).map(|corner| corner.unwrap_or(0)),
            None => tag.required::<i32>(name, CORNER),
        };
        let side = |name, default: Option<u32>| match default {
            Some(default) => tag.number(name, CELLS).map(|side| side.unwrap_or(default)),
            None => tag.required::<u32>(name, CELLS),
        };
        let corner = ivec2(corner("x")?, corner("y")?);
        let size = uvec2(side("width", default.map(|size| size.x))?, side("height", default.map(|size| size.y))?);
        let frame = Rect::from_size(corner, size);
        if frame.size() != size {
            return Err(tag.wrong("x or y", &format!("{},{}", corner.x, corner.y), CORNER));
        }
        Ok(frame)
    }

    /// Parses the attributes that layers of all kinds and groups have.
    pub(super) fn layer_head(&self, tag: &MapElement<'d>) -> Result<LayerHead, LoadError> {
        let offset = |side| tag.finite(side, "a number of pixels").map(|offset| offset.unwrap_or(0.0));
        // It is not used, but a wrong one shows that the file is damaged.
        const OPACITY: &str = "a number from 0 to 1";
        match tag.finite("opacity", OPACITY)? {
            Some(opacity) if !(0.0..=1.0).contains(&opacity) => {
                return Err(tag.wrong("opacity", &opacity.to_string(), OPACITY));
            }
            _ => {}
        }
        Ok(LayerHead {
            at: tag.at,
            group: self.group,
            name: tag.attribute("name")?.unwrap_or_default(),
            visible: tag.number::<i32>("visible", "0 or 1")? != Some(0),
            offset: dvec2(offset("offsetx")?, offset("offsety")?),
            settings: Settings::default(),
            properties: Properties::default(),
        })
    }

    /// Parses the open `<data>` or `<chunk>`.
    fn data(&mut self, data: &DataElement<'_>, whole: bool) -> Result<Vec<CellBlock>, LoadError> {
        let expected = data.frame.area();
        let (mut chunks, mut gids, mut tiles) = (Vec::new(), Vec::new(), 0);
        let mut content: Option<MapText<'d>> = None;
        loop {
            match self.walker.next()? {
                MapNode::Open(tag) if tag.is("tile") && data.encoding == CellEncoding::Xml => {
                    tiles += 1;
                    if tiles <= expected {
                        gids.push(tag.number("gid", "a tile number")?.unwrap_or(0));
                    }
                    self.walker.skip()?;
                }
                MapNode::Open(tag) if whole && tag.is("chunk") => {
                    let frame = self.layer_frame(&tag, None)?;
                    let element = format!("{}, chunk at ({}, {})", data.element, frame.min.x, frame.min.y);
                    let chunk = DataElement { encoding: data.encoding, frame, at: tag.at, element: &element };
                    let blocks = self.data(&chunk, false).map_err(|error| error.within(element.as_str()))?;
                    chunks.extend(blocks);
                }
                MapNode::Open(_) => self.walker.skip()?,
                MapNode::Text(text) => match &mut content {
                    None => content = Some(text),
                    // A comment or an element separates the two.
                    Some(first) => first.text.to_mut().push_str(&text.text),
                },
                MapNode::Close | MapNode::End => break,
            }
        }
        let content = content.filter(|content| !content.text.trim_ascii().is_empty());
        let fail = |(at, kind): CellFault| match (at, &content) {
            (Some(at), Some(content)) => self.document.error(content.at + at, kind),
            _ => self.document.error(data.at, kind),
        };
        let has_cells = content.is_some() || tiles > 0;
        if !has_cells && (!chunks.is_empty() || (whole && self.raw.infinite)) {
            return Ok(chunks);
        }
        claim_cells(&mut self.raw.claims.data_cells, expected, self.limits.cells).map_err(|kind| fail((None, kind)))?;
        let decoded = match &content {
            None => check_count(tiles, expected).map(|()| gids).map_err(|kind| (None, kind)),
            Some(content) => data.encoding.decode(&content.text, expected),
        };
        let gids = decoded.map_err(fail)?;
        chunks.push(CellBlock { cells: data.frame, gids });
        Ok(chunks)
    }
}

/// Counts cells before memory is allocated for them.
fn claim_cells(claimed: &mut u64, cells: u64, limit: u64) -> Result<(), LoadErrorKind> {
    claim(claimed, cells, limit, |cells| LoadErrorKind::TooManyMapCells { cells, limit })
}

/// A `<data>` or a `<chunk>`.
struct DataElement<'e> {
    encoding: CellEncoding,
    frame: Rect,
    at: usize,
    element: &'e str,
}

/// The fault of a layer's data, with its position in the text where there is one.
type CellFault = (Option<usize>, LoadErrorKind);

/// The encoding of a layer's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellEncoding {
    /// `<tile gid="1"/>` elements.
    Xml,
    Csv,
    Base64(Option<CellCompression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellCompression {
    Zlib,
    Gzip,
    Zstd,
}

impl CellEncoding {
    fn new(encoding: Option<&str>, compression: Option<&str>) -> Result<Self, LoadErrorKind> {
        match (encoding.unwrap_or(""), compression.unwrap_or("")) {
            ("", "") => Ok(Self::Xml),
            ("csv", "") => Ok(Self::Csv),
            ("base64", "") => Ok(Self::Base64(None)),
            ("base64", "zlib") => Ok(Self::Base64(Some(CellCompression::Zlib))),
            ("base64", "gzip") => Ok(Self::Base64(Some(CellCompression::Gzip))),
            ("base64", "zstd") => Ok(Self::Base64(Some(CellCompression::Zstd))),
            ("" | "csv" | "base64", found) => Err(LoadErrorKind::Compression { found: shortened(found) }),
            (found, _) => Err(LoadErrorKind::Encoding { found: shortened(found) }),
        }
    }

    /// Decodes the `expected` tile numbers of a text.
    ///
    /// Memory is allocated for the content of the text, and never for more than `expected` cells, whatever it
    /// expands to.
    fn decode(self, text: &str, expected: u64) -> Result<Vec<u32>, CellFault> {
        match self {
            // Cells as elements are parsed without this; the text around them is no data.
            Self::Xml => Err((None, LoadErrorKind::Encoding { found: "none".into() })),
            Self::Csv => decode_csv(text, expected),
            Self::Base64(compression) => {
                let bytes = decode_base64(text)?;
                match compression {
                    None => decode_gids(&bytes, expected).map_err(|kind| (None, kind)),
                    Some(compression) => decompress(&bytes, compression, expected)
                        .and_then(|bytes| decode_gids(&bytes, expected))
                        .map_err(|kind| (None, kind)),
                }
            }
        }
    }
}

fn decode_csv(text: &str, expected: u64) -> Result<Vec<u32>, CellFault> {
    // An entry takes at least two characters.
    let mut gids = Vec::with_capacity((expected as usize).min(text.len() / 2 + 1));
    let (mut next, mut found) = (0, 0);
    for entry in text.split(',') {
        let number = entry.trim_ascii();
        let start = next + (entry.len() - entry.trim_ascii_start().len());
        next += entry.len() + 1;
        if number.is_empty() && next > text.len() {
            // The comma after the last entry, or no entry at all.
            break;
        }
        let gid = number.parse().map_err(|_| (Some(start), LoadErrorKind::Csv { found: shortened(number) }))?;
        found += 1;
        if found <= expected {
            gids.push(gid);
        }
    }
    check_count(found, expected).map_err(|kind| (None, kind))?;
    Ok(gids)
}

fn decode_base64(text: &str) -> Result<Vec<u8>, CellFault> {
    const ENGINE: GeneralPurpose = GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    let visible: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    ENGINE.decode(&visible).map_err(|error| {
        use base64::DecodeError::{InvalidByte, InvalidLastSymbol};
        let (index, detail) = match error {
            InvalidByte(index, byte) => (index, format!("'{}' does not belong there", byte.escape_ascii())),
            InvalidLastSymbol(index, byte) => (index, format!("it cannot end with '{}'", byte.escape_ascii())),
            other => (visible.len(), other.to_string()),
        };
        let positions = text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        let at = positions.map(|(at, _)| at).nth(index).unwrap_or(text.len());
        (Some(at), LoadErrorKind::Base64 { detail })
    })
}

fn decompress(bytes: &[u8], compression: CellCompression, expected: u64) -> Result<Vec<u8>, LoadErrorKind> {
    // One byte more than expected detects longer content, and reaching the end verifies the checksum.
    let most = expected.saturating_mul(4).saturating_add(1);
    let read = |reader: &mut dyn Read| -> io::Result<Vec<u8>> {
        let mut cells = Vec::new();
        reader.take(most).read_to_end(&mut cells)?;
        Ok(cells)
    };
    let (name, result) = match compression {
        CellCompression::Zlib => ("zlib", read(&mut flate2::read::ZlibDecoder::new(bytes))),
        CellCompression::Gzip => ("gzip", read(&mut flate2::read::MultiGzDecoder::new(bytes))),
        CellCompression::Zstd => ("zstd", decompress_zstd(bytes, most)),
    };
    result.map_err(|error| LoadErrorKind::Decompress { compression: name, detail: shortened(&error.to_string()) })
}

/// Decompresses frames one after another, up to a number of bytes.
fn decompress_zstd(mut bytes: &[u8], most: u64) -> io::Result<Vec<u8>> {
    let mut cells = Vec::new();
    while !bytes.is_empty() && (cells.len() as u64) < most {
        let mut rest = bytes;
        match StreamingDecoder::new(&mut rest) {
            Ok(mut frame) => {
                frame.by_ref().take(most - cells.len() as u64).read_to_end(&mut cells)?;
                let (claimed, found) =
                    (frame.decoder.get_checksum_from_data(), frame.decoder.get_calculated_checksum());
                if frame.decoder.is_finished() && claimed.is_some_and(|claimed| Some(claimed) != found) {
                    return Err(io::Error::other("its checksum is wrong"));
                }
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                rest = rest.get(length as usize..).unwrap_or_default();
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        bytes = rest;
    }
    Ok(cells)
}

/// Decodes four bytes a cell, the low one first.
fn decode_gids(bytes: &[u8], expected: u64) -> Result<Vec<u32>, LoadErrorKind> {
    check_count((bytes.len() as u64).div_ceil(4), expected)?;
    if !bytes.len().is_multiple_of(4) {
        return Err(LoadErrorKind::TooFewCells { expected, found: bytes.len() as u64 / 4 });
    }
    Ok(bytes.chunks_exact(4).map(|cell| u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]])).collect())
}

fn check_count(found: u64, expected: u64) -> Result<(), LoadErrorKind> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(LoadErrorKind::TooFewCells { expected, found }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(LoadErrorKind::TooManyCells { expected, found }),
    }
}

/// The groups of a map with what they inherit, and a count of repeated text.
pub(super) struct GroupTree {
    root: InheritedHead,
    groups: Vec<InheritedHead>,
    /// The bytes of text that layers and objects repeat from groups and templates.
    repeated: u64,
    max_repeated: u64,
}

/// What a layer or a group has, including what it inherits from the groups around it.
pub(super) struct InheritedHead {
    pub(super) path: String,
    pub(super) visible: bool,
    pub(super) offset: DVec2,
    pub(super) settings: Settings,
}

impl GroupTree {
    /// Creates the tree of the groups, in the order of their elements.
    pub(super) fn new(raw: &RawMap, max_repeated: u64) -> Result<Self, LoadError> {
        let root =
            InheritedHead { path: String::new(), visible: true, offset: DVec2::ZERO, settings: Settings::default() };
        let mut tree = Self { root, groups: Vec::with_capacity(raw.groups.len()), repeated: 0, max_repeated };
        for group in &raw.groups {
            let inherited = tree.apply(&group.head, raw)?;
            tree.groups.push(inherited);
        }
        Ok(tree)
    }

    /// Returns what a layer or a group has, with what it inherits.
    pub(super) fn apply(&mut self, head: &LayerHead, raw: &RawMap) -> Result<InheritedHead, LoadError> {
        let around = head.group.map_or(&self.root, |group| &self.groups[group]);
        let inherited = InheritedHead {
            path: if around.path.is_empty() { head.name.clone() } else { format!("{}/{}", around.path, head.name) },
            visible: around.visible && head.visible,
            offset: around.offset + head.offset,
            settings: Settings {
                solid: head.settings.solid.or(around.settings.solid),
                one_way: head.settings.one_way.or(around.settings.one_way),
            },
        };
        self.claim(inherited.path.len(), raw)?;
        Ok(inherited)
    }

    /// Counts repeated text: layers repeat the names of the groups around them, and objects the name of their
    /// layer and the content of their templates. So a few long texts can grow without bound.
    pub(super) fn claim(&mut self, bytes: usize, raw: &RawMap) -> Result<(), LoadError> {
        self.repeated = self.repeated.saturating_add(bytes as u64);
        let max = self.max_repeated;
        if self.repeated <= max {
            return Ok(());
        }
        let what = format!("a map whose layers and objects repeat more than {max} bytes of names and templates");
        let kind = LoadErrorKind::NotSupported { what, remedy: "shorten the names of its groups and layers" };
        Err(LoadError::new(&raw.documents[0].path, kind))
    }
}

/// Adds a tile layer to the map.
pub(super) fn add_layer(
    map: &mut TileMap,
    layer: RawLayer,
    inherited: &InheritedHead,
    raw: &RawMap,
    gids: &mut GidTable,
) -> Result<(), LoadError> {
    let (document, head) = (&raw.documents[0], layer.head);
    let name = format!("layer '{}'", shortened(&head.name));
    // Halves are rounded up, so that layers at a distance of whole pixels stay so.
    let offset = (inherited.offset + 0.5).floor();
    let empty = TileLayer::new(head.name, layer.cells)
        .with_path(inherited.path.as_str())
        .with_visible(inherited.visible)
        .with_solid(inherited.settings.solid)
        .with_one_way(inherited.settings.one_way)
        .with_offset(ivec2(offset.x as i32, offset.y as i32))
        .with_properties(head.properties);
    let index =
        map.add_layer(empty).map_err(|error| document.error(head.at, LoadErrorKind::Map(error)).within(&*name))?;
    for (cell, gid) in layer.blocks.iter().flat_map(CellBlock::tiles) {
        let fail = |kind| document.error(head.at, kind).within(format!("{name}, cell ({}, {})", cell.x, cell.y));
        let tile = gids.tile(gid).map_err(fail)?;
        map.set_tile(index, cell, Some(tile)).map_err(|error| fail(LoadErrorKind::Map(error)))?;
    }
    Ok(())
}
