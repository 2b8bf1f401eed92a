use crate::load::LoadErrorKind;
use crate::load::error::shortened;
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::io::{self, Read};

/// What is wrong with a text of cells, and where in it, if that is one place.
pub(super) type Fault = (Option<usize>, LoadErrorKind);

/// How a layer's data is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// `<tile gid="1"/>` elements.
    Xml,
    Csv,
    Base64(Option<Compression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Zlib,
    Gzip,
    Zstd,
}

impl Format {
    pub(super) fn new(encoding: Option<&str>, compression: Option<&str>) -> Result<Self, LoadErrorKind> {
        let encoding_error = |found: &str| LoadErrorKind::Encoding { found: shortened(found) };
        let unknown = |found: &str| LoadErrorKind::Compression { found: shortened(found) };
        match (encoding.unwrap_or(""), compression.unwrap_or("")) {
            ("", "") => Ok(Self::Xml),
            ("csv", "") => Ok(Self::Csv),
            ("base64", "") => Ok(Self::Base64(None)),
            ("base64", "zlib") => Ok(Self::Base64(Some(Compression::Zlib))),
            ("base64", "gzip") => Ok(Self::Base64(Some(Compression::Gzip))),
            ("base64", "zstd") => Ok(Self::Base64(Some(Compression::Zstd))),
            ("" | "csv" | "base64", compression) => Err(unknown(compression)),
            (encoding, _) => Err(encoding_error(encoding)),
        }
    }

    /// The tile numbers that a text holds, `expected` of them; a fault has its place in the text.
    ///
    /// Memory is taken for what the text holds and never for more than `expected` cells, whatever it expands to.
    pub(super) fn decode(self, text: &str, expected: u64) -> Result<Vec<u32>, Fault> {
        match self {
            // An element's text is none of its cells; the walk collects those.
            Self::Xml => Err((None, LoadErrorKind::Encoding { found: "none".into() })),
            Self::Csv => csv(text, expected),
            Self::Base64(compression) => {
                let bytes = base64(text)?;
                match compression {
                    None => gids(&bytes, expected).map_err(|kind| (None, kind)),
                    Some(compression) => inflate(&bytes, compression, expected)
                        .and_then(|bytes| gids(&bytes, expected))
                        .map_err(|kind| (None, kind)),
                }
            }
        }
    }
}

fn csv(text: &str, expected: u64) -> Result<Vec<u32>, Fault> {
    // An entry takes two characters at the least.
    let mut gids = Vec::with_capacity((expected as usize).min(text.len() / 2 + 1));
    let (mut at, mut found) = (0, 0);
    for entry in text.split(',') {
        let number = entry.trim_ascii();
        let start = at + (entry.len() - entry.trim_ascii_start().len());
        at += entry.len() + 1;
        if number.is_empty() && at > text.len() {
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

fn base64(text: &str) -> Result<Vec<u8>, Fault> {
    const ENGINE: GeneralPurpose = GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    let solid: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    ENGINE.decode(&solid).map_err(|error| {
        use base64::DecodeError::{InvalidByte, InvalidLastSymbol};
        let (place, detail) = match error {
            InvalidByte(place, byte) => (place, format!("'{}' does not belong there", byte.escape_ascii())),
            InvalidLastSymbol(place, byte) => (place, format!("it cannot end with '{}'", byte.escape_ascii())),
            other => (solid.len(), other.to_string()),
        };
        let visible = text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        let at = visible.map(|(at, _)| at).nth(place).unwrap_or(text.len());
        (Some(at), LoadErrorKind::Base64 { detail })
    })
}

fn inflate(bytes: &[u8], compression: Compression, expected: u64) -> Result<Vec<u8>, LoadErrorKind> {
    // One byte more than expected: it tells a longer content, and reaching the end checks the checksum.
    let most = expected.saturating_mul(4).saturating_add(1);
    let read = |reader: &mut dyn Read| -> io::Result<Vec<u8>> {
        let mut cells = Vec::new();
        reader.take(most).read_to_end(&mut cells)?;
        Ok(cells)
    };
    let (name, result) = match compression {
        Compression::Zlib => ("zlib", read(&mut flate2::read::ZlibDecoder::new(bytes))),
        Compression::Gzip => ("gzip", read(&mut flate2::read::MultiGzDecoder::new(bytes))),
        Compression::Zstd => {
            ("zstd", zstd::stream::read::Decoder::with_buffer(bytes).and_then(|mut decoder| read(&mut decoder)))
        }
    };
    result.map_err(|error| LoadErrorKind::Decompress { compression: name, detail: shortened(&error.to_string()) })
}

/// Four bytes a cell, the low one first.
fn gids(bytes: &[u8], expected: u64) -> Result<Vec<u32>, LoadErrorKind> {
    check_count((bytes.len() as u64).div_ceil(4), expected)?;
    if !bytes.len().is_multiple_of(4) {
        return Err(LoadErrorKind::TooFewCells { expected, found: bytes.len() as u64 / 4 });
    }
    Ok(bytes.chunks_exact(4).map(|cell| u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]])).collect())
}

pub(super) fn check_count(found: u64, expected: u64) -> Result<(), LoadErrorKind> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(LoadErrorKind::TooFewCells { expected, found }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(LoadErrorKind::TooManyCells { expected, found }),
    }
}
