//! Unpacks the cells of a layer: CSV, or base64 of bytes that are plain or compressed by zlib, gzip or zstd.
//!
//! `data.rs` reads cells that are elements or lists of numbers.

use crate::load::LoadErrorKind;
use crate::load::error::shortened;
use crate::load::tmx::model::CellGids;
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{self, Read};

/// The fault of a layer's data, with its position in the text if it has one.
pub(super) type CellFault = (Option<usize>, LoadErrorKind);

/// The encoding of a layer's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellEncoding {
    /// `<tile gid="1"/>` elements.
    Xml,
    Csv,
    /// Bytes that may be compressed: the name of the compression, or `base64`.
    Base64(&'static str),
}

impl CellEncoding {
    pub(super) fn new(encoding: Option<&str>, compression: Option<&str>) -> Result<Self, LoadErrorKind> {
        match (encoding.unwrap_or(""), compression.unwrap_or("")) {
            ("", "") => Ok(Self::Xml),
            ("csv", "") => Ok(Self::Csv),
            ("base64", "") => Ok(Self::Base64("base64")),
            ("base64", "zlib") => Ok(Self::Base64("zlib")),
            ("base64", "gzip") => Ok(Self::Base64("gzip")),
            ("base64", "zstd") => Ok(Self::Base64("zstd")),
            ("" | "csv" | "base64", found) => Err(LoadErrorKind::not_supported(
                format!("the data's compression '{}'", shortened(found)),
                "set the map's Tile Layer Format to zlib, gzip or zstd in Tiled",
            )),
            (found, _) => Err(unknown_encoding(found)),
        }
    }

    /// Decodes the `expected` tile numbers of a text.
    ///
    /// Memory is allocated for the content of the text, and never for more than `expected` cells, however far it
    /// expands. Compressed zeros take none.
    pub(super) fn decode(self, text: &str, expected: u64) -> Result<CellGids, CellFault> {
        let packing = match self {
            // Cells that are elements are parsed elsewhere. The text around them is not data.
            Self::Xml => return Err((None, unknown_encoding("none"))),
            Self::Csv => return decode_csv(text, expected).map(CellGids::from),
            Self::Base64(packing) => packing,
        };
        let bytes = decode_base64(text)?;
        let mut reader: Box<dyn Read + '_> = match packing {
            "zlib" => Box::new(flate2::read::ZlibDecoder::new(&*bytes)),
            "gzip" => Box::new(flate2::read::MultiGzDecoder::new(&*bytes)),
            "zstd" => Box::new(ZstdFrames { bytes: &bytes, frame: None }),
            _ => Box::new(&*bytes),
        };
        read_gids(&mut *reader, packing, expected).map_err(|kind| (None, kind))
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
        let gid = number.parse().map_err(|_| {
            (Some(start), cell_fault(format!("'{}' in the CSV data is not a tile number", shortened(number))))
        })?;
        found += 1;
        if found <= expected {
            gids.push(gid);
        }
    }
    check_count(found, expected).map_err(|kind| (None, kind))?;
    Ok(gids)
}

/// Decodes base64, with white space in it and with or without padding.
pub(super) fn decode_base64(text: &str) -> Result<Vec<u8>, CellFault> {
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
        (Some(at), cell_fault(format!("the data is not base64 ({detail})")))
    })
}

/// Reads the `expected` tile numbers, four bytes a cell, the low one first.
///
/// Reads to the end of the stream, which verifies its checksum, or to the first byte too many.
fn read_gids(reader: &mut dyn Read, packing: &str, expected: u64) -> Result<CellGids, LoadErrorKind> {
    let damaged = |error: io::Error| {
        let detail = shortened(&error.to_string());
        cell_fault(format!("the {packing} data cannot be decompressed ({detail})"))
    };
    let mut cells = CellGids::default();
    let (mut found, most) = (0, expected.saturating_mul(4));
    const PAGE_BYTES: usize = 4 * CellGids::PAGE;
    let mut bytes = Vec::with_capacity(PAGE_BYTES);
    loop {
        bytes.clear();
        found += Read::take(&mut *reader, PAGE_BYTES as u64).read_to_end(&mut bytes).map_err(damaged)? as u64;
        if found > most {
            return Err(LoadErrorKind::CellCount { expected, found: expected + 1 });
        }
        let cell = |cell: &[u8; 4]| u32::from_le_bytes(*cell);
        cells.push_page(bytes.as_chunks().0.iter().map(cell));
        if bytes.len() < PAGE_BYTES {
            break;
        }
    }
    check_count(found / 4, expected)?;
    Ok(cells)
}

/// Frames of zstd, decompressed one after another.
struct ZstdFrames<'b> {
    /// The bytes after the open frame.
    bytes: &'b [u8],
    frame: Option<Box<StreamingDecoder<&'b [u8], FrameDecoder>>>,
}

impl Read for ZstdFrames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let length = frame.read(buffer)?;
                if length > 0 || buffer.is_empty() {
                    return Ok(length);
                }
                let (claimed, found) =
                    (frame.decoder.get_checksum_from_data(), frame.decoder.get_calculated_checksum());
                if frame.decoder.is_finished() && claimed.is_some_and(|claimed| Some(claimed) != found) {
                    return Err(io::Error::other("its checksum is wrong"));
                }
                self.bytes = frame.get_ref();
                self.frame = None;
            }
            if self.bytes.is_empty() {
                return Ok(0);
            }
            match StreamingDecoder::new(self.bytes) {
                Ok(frame) => self.frame = Some(Box::new(frame)),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    // A skipped frame has a header of eight bytes.
                    self.bytes = self.bytes.get((length as usize).saturating_add(8)..).unwrap_or_default();
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}

pub(super) fn check_count(found: u64, expected: u64) -> Result<(), LoadErrorKind> {
    if found == expected { Ok(()) } else { Err(LoadErrorKind::CellCount { expected, found }) }
}

fn unknown_encoding(found: &str) -> LoadErrorKind {
    let what = format!("the data's encoding '{}'", shortened(found));
    LoadErrorKind::not_supported(what, "set the map's Tile Layer Format to CSV or Base64 in Tiled")
}

fn cell_fault(detail: String) -> LoadErrorKind {
    LoadErrorKind::content(detail, "save the map again in Tiled")
}
