use super::pixels::Pixels;
use super::{LoadError, LoadErrorKind, LoadLimits, sniff};
use crate::solidity::SolidityMap;
use glam::uvec2;
use png::{ColorType, DecodeOptions, Decoder, DecodingError, Transformations};
use std::io::{Cursor, ErrorKind};
use std::path::Path;

/// Decodes a PNG, strictly: every checksum must be right, those of the chunks that are not pixels too.
///
/// The `image` crate passes over a wrong checksum of a transparency chunk, which would change what is solid, so this is
/// the `png` crate with its checks switched on. The size is checked before memory is taken for pixels.
pub(super) fn decode(path: &Path, bytes: &[u8], limits: &LoadLimits) -> Result<Pixels, LoadError> {
    let fail = |kind| LoadError::new(path, kind);
    if !bytes.starts_with(sniff::PNG_SIGNATURE) {
        let cut = !bytes.is_empty() && sniff::PNG_SIGNATURE.starts_with(bytes);
        return Err(fail(match cut {
            true => LoadErrorKind::TruncatedPng,
            false => LoadErrorKind::NotPng { found: sniff::describe(bytes) },
        }));
    }
    let malformed = |error: DecodingError| fail(kind_of(&error));
    let mut options = DecodeOptions::default();
    options.set_ignore_checksums(false);
    options.set_skip_ancillary_crc_failures(false);
    options.set_ignore_text_chunk(true);
    options.set_ignore_iccp_chunk(true);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
    decoder.set_transformations(Transformations::EXPAND);

    let header = decoder.read_header_info().map_err(malformed)?;
    let (width, height) = (header.width, header.height);
    check_size(width, height, limits).map_err(fail)?;
    // The decoder's own limit is for its buffers: two rows at 8 bytes a pixel, and what chunks hold.
    decoder.set_limits(png::Limits { bytes: (1 << 26) + width as usize * 64 });

    let mut reader = decoder.read_info().map_err(malformed)?;
    let too_large = || fail(LoadErrorKind::ImageTooLarge { width, height, limit: limits.image_pixels });
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let frame = reader.next_frame(&mut pixels).map_err(malformed)?;
    reader.finish().map_err(malformed)?;
    if (frame.width, frame.height) != (width, height) {
        return Err(fail(LoadErrorKind::MalformedPng { detail: "its first frame is smaller than the picture".into() }));
    }
    pixels.truncate(frame.buffer_size());
    let channels = match frame.color_type {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        _ => 4,
    };
    let deep = frame.bit_depth == png::BitDepth::Sixteen;
    Ok(Pixels { size: uvec2(width, height), channels, deep, bytes: pixels, key: None })
}

fn check_size(width: u32, height: u32, limits: &LoadLimits) -> Result<(), LoadErrorKind> {
    let bits = u64::from(width).next_multiple_of(64) * u64::from(height);
    let sides_fit = i32::try_from(width.max(height)).is_ok();
    let limit = limits.image_pixels;
    if u64::from(width) * u64::from(height) > limit {
        return Err(LoadErrorKind::ImageTooLarge { width, height, limit });
    }
    if bits > SolidityMap::MAX_PIXELS || !sides_fit {
        return Err(LoadErrorKind::ImageTooLarge { width, height, limit: SolidityMap::MAX_PIXELS });
    }
    Ok(())
}

fn kind_of(error: &DecodingError) -> LoadErrorKind {
    let detail = error.to_string();
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => LoadErrorKind::TruncatedPng,
        // The crate does not let its callers match on the fault, so its words decide; the tests hold them fast.
        _ if detail.contains("CRC error") || detail.contains("Checksum") || detail.contains("checksum") => {
            LoadErrorKind::PngChecksum { detail: which_checksum(&detail) }
        }
        _ if detail.contains("Unexpected end") || detail.contains("unexpected end") => LoadErrorKind::TruncatedPng,
        _ => LoadErrorKind::MalformedPng { detail },
    }
}

/// The place of a wrong checksum, out of words that list all properties of the chunk.
fn which_checksum(detail: &str) -> String {
    match detail.split_once("ChunkType { type: ").and_then(|(_, rest)| rest.split_once(',')) {
        Some((name, _)) => format!("of chunk {name}"),
        None => "of the compressed pixels".into(),
    }
}
