//! The cells of a layer as they stand in a file: text, or base64 of plain or compressed bytes.

use crate::load::LoadErrorKind;
use crate::load::error::shortened;
use crate::load::tmx::model::CellGids;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{self, ErrorKind, Read};

/// The fault of a layer's data, with its position in the text where there is one.
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
    /// Memory is allocated for the content of the text, and never for more than `expected` cells, whatever it
    /// expands to. Compressed zeros take none.
    pub(super) fn decode(self, text: &str, expected: u64) -> Result<CellGids, CellFault> {
        let packing = match self {
            // Cells as elements are parsed without this; the text around them is no data.
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

/// Decodes base64. White space is skipped, and the signs `=` at the end may be missing.
fn decode_base64(text: &str) -> Result<Vec<u8>, CellFault> {
    let wrong = |at, detail: String| (Some(at), cell_fault(format!("the data is not base64 ({detail})")));
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    // The bits of the last signs, the number of all signs, and the number of `=`.
    let (mut bits, mut signs, mut ends) = (0_u32, 0_usize, 0);
    for (at, byte) in text.bytes().enumerate() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' if signs % 4 + ends > 1 && signs % 4 + ends < 4 => {
                ends += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => continue,
            _ => 64,
        };
        if value == 64 || ends > 0 {
            return Err(wrong(at, format!("'{}' does not belong there", byte.escape_ascii())));
        }
        bits = bits << 6 | u32::from(value);
        signs += 1;
        if signs.is_multiple_of(4) {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
        }
    }
    match signs % 4 {
        1 => return Err(wrong(text.len(), "it ends within a byte".into())),
        // Six bits a sign: the last four or two bits are of no byte.
        2 => bytes.push((bits >> 4) as u8),
        3 => bytes.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    Ok(bytes)
}

/// Reads the `expected` tile numbers, four bytes a cell, the low one first.
///
/// The stream is read to its end, which verifies its checksum, or to the first byte too many.
fn read_gids(reader: &mut dyn Read, packing: &str, expected: u64) -> Result<CellGids, LoadErrorKind> {
    let damaged = |error: io::Error| {
        let detail = shortened(&error.to_string());
        cell_fault(format!("the {packing} data cannot be decompressed ({detail})"))
    };
    let mut cells = CellGids::default();
    let (mut found, most) = (0, expected.saturating_mul(4));
    let mut bytes = [0; 4 * CellGids::PAGE];
    loop {
        let length = read_full(reader, &mut bytes).map_err(damaged)?;
        found += length as u64;
        if found > most {
            return Err(LoadErrorKind::CellCount { expected, found: expected + 1 });
        }
        let cell = |cell: &[u8; 4]| u32::from_le_bytes(*cell);
        cells.push_page(bytes[..length].as_chunks().0.iter().map(cell));
        if length < bytes.len() {
            break;
        }
    }
    check_count(found / 4, expected)?;
    Ok(cells)
}

/// Reads until the buffer is full or the stream ends, and returns the number of bytes.
fn read_full(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match reader.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// Frames of zstd, decompressed one after another.
struct ZstdFrames<'b> {
    /// What follows the open frame.
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
                    // A header of eight bytes stands before what is skipped.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_what_is_packed_and_nothing_else() {
        let right: [(&str, &[u8]); 9] = [
            ("", b""),
            (" \n", b""),
            ("Zg==", b"f"),
            ("Zg", b"f"),
            ("Zh=", b"f"),
            ("Zm8=", b"fo"),
            ("Z\tm9 v\nYg", b"foob"),
            ("Zm9vYmE=", b"fooba"),
            ("+/+/AAAA", b"\xfb\xff\xbf\0\0\0"),
        ];
        for (text, bytes) in right {
            assert_eq!(decode_base64(text).as_deref(), Ok(bytes), "{text}");
        }
        let wrong =
            [("A", 1), ("A=", 1), ("=", 0), ("Zg===", 4), ("Zm9v=", 4), ("Zg=x", 3), ("Zm9v\n-", 5), ("Zg\0=", 2)];
        for (text, position) in wrong {
            assert_eq!(decode_base64(text).unwrap_err().0, Some(position), "{text}");
        }
    }
}
