//! PNG images: strict decoding of the chunks that decide pixels.

use crate::load::error::{Limit, LoadError, LoadErrorKind};
use crate::load::input::PNG_SIGNATURE;
use crate::load::limits::LoadLimits;
use crate::load::picture::pixels::{DecodedImage, PixelLayout, check_size};
use crate::solidity::{SolidityMap, SolidityRule};
use glam::{UVec2, uvec2};
use png::{ColorType, DecodeOptions, Decoder, DecodingError, Reader, Transformations};
use std::io::{self, BufRead, ErrorKind, Read, Seek, SeekFrom};
use std::mem;
use std::path::Path;

/// The passes of an interlaced image: the first column and row, and the steps between columns and between rows.
const ADAM7: [[u32; 4]; 7] =
    [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

/// A PNG before its first pixel: its header is read and its size is checked.
pub(in crate::load) struct OpenedPng<'a> {
    path: &'a Path,
    size: UVec2,
    layout: PixelLayout,
    reader: Reader<PixelChunks<'a>>,
}

impl<'a> OpenedPng<'a> {
    /// Opens a file that begins with the signature. All chunks that decide pixels must be whole and have right
    /// checksums. The others are not read.
    ///
    /// The `image` crate ignores a wrong checksum of a transparency chunk, which would change what is solid. So this
    /// uses the `png` crate, on chunks that are checked here. The size is checked before memory is allocated for
    /// pixels.
    pub(in crate::load) fn open(path: &'a Path, bytes: &'a [u8], limits: &LoadLimits) -> Result<Self, LoadError> {
        let fail = |kind| LoadError::new(path, kind);
        let malformed = |error: DecodingError| fail(kind_of(&error));
        let chunks = PixelChunks::new(bytes).map_err(fail)?;
        let mut options = DecodeOptions::default();
        options.set_ignore_crc(true);
        options.set_ignore_adler32(false);
        let mut decoder = Decoder::new_with_options(chunks, options);
        decoder.set_transformations(Transformations::EXPAND);

        let header = decoder.read_header_info().map_err(malformed)?;
        let (width, height) = (header.width, header.height);
        check_size(width, height, limits).map_err(fail)?;
        check_chunks(bytes).map_err(fail)?;
        // The decoder limits its own buffers: 64 bytes for each pixel of a row, and 64 MiB for chunks.
        decoder.set_limits(png::Limits { bytes: (1 << 26) + width as usize * 64 });

        let reader = decoder.read_info().map_err(malformed)?;
        if reader.info().frame_control.is_some_and(|frame| (frame.width, frame.height) != (width, height)) {
            return Err(fail(LoadErrorKind::damaged_png("its first frame is smaller than the image")));
        }
        let (color_type, depth) = reader.output_color_type();
        let channels = match color_type {
            ColorType::Grayscale => 1,
            ColorType::GrayscaleAlpha => 2,
            ColorType::Rgb => 3,
            _ => 4,
        };
        let layout = PixelLayout { channels, is_16_bit: depth == png::BitDepth::Sixteen };
        Ok(Self { path, size: uvec2(width, height), layout, reader })
    }

    /// Decodes the pixels row by row into a mask, so that only one row is in memory.
    pub(in crate::load) fn into_mask(mut self, rule: SolidityRule) -> Result<SolidityMap, LoadError> {
        let malformed = |error: DecodingError| LoadError::new(self.path, kind_of(&error));
        let (UVec2 { x: width, y: height }, layout) = (self.size, self.layout);
        let passes = if self.reader.info().interlaced { &ADAM7[..] } else { &[[0, 0, 1, 1]] };
        let mut mask = SolidityMap::new(width, height);
        let mut row = vec![0; layout.bytes() * width as usize];
        for &[left, top, across, down] in passes.iter().filter(|pass| pass[0] < width) {
            let columns = (width - left).div_ceil(across) as usize;
            for y in (top..height).step_by(down as usize) {
                self.reader.read_row(&mut row).map_err(malformed)?;
                let words = mask.row_mut(y);
                let pixels = row.chunks_exact(layout.bytes()).take(columns);
                for (x, pixel) in (left as usize..).step_by(across as usize).zip(pixels) {
                    words[x / 64] |= u64::from(rule.is_solid(layout.color(pixel))) << (x % 64);
                }
            }
        }
        self.reader.finish().map_err(malformed)?;
        Ok(mask)
    }

    /// Decodes all pixels.
    pub(in crate::load) fn into_pixels(mut self, limits: &LoadLimits) -> Result<DecodedImage, LoadError> {
        let fail = |kind| LoadError::new(self.path, kind);
        let malformed = |error: DecodingError| fail(kind_of(&error));
        let (pixels, layout) = (u64::from(self.size.x) * u64::from(self.size.y), self.layout);
        let too_large = || fail(Limit::ImagePixels.exceeded(pixels, limits.image_pixels));
        let mut bytes = vec![0; self.reader.output_buffer_size().ok_or_else(too_large)?];
        self.reader.next_frame(&mut bytes).map_err(malformed)?;
        self.reader.finish().map_err(malformed)?;
        Ok(DecodedImage { size: self.size, layout, bytes, color_key: None })
    }
}

/// Converts an error of the decoder. Faults of chunks are found before, by [`check_chunks`].
fn kind_of(error: &DecodingError) -> LoadErrorKind {
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => truncated(),
        _ => LoadErrorKind::damaged_png(error.to_string()),
    }
}

/// Returns the error of a PNG that ends too early.
pub(super) fn truncated() -> LoadErrorKind {
    LoadErrorKind::damaged_png("it ends too early")
}

/// A chunk of a PNG. In the file it is a length, a name, the content, and a checksum of name and content.
struct Chunk<'a> {
    name: [u8; 4],
    /// The length of the content as the file states it.
    length: u32,
    /// The whole chunk, or the rest of a file that ends inside it.
    bytes: &'a [u8],
}

impl<'a> Chunk<'a> {
    /// The chunks that decide pixels though they are named like ancillary chunks: transparency and animation.
    const DECISIVE: [&'static [u8; 4]; 4] = [b"tRNS", b"acTL", b"fcTL", b"fdAT"];

    /// Splits the first chunk off the bytes after the signature. `None` if the file ends before the chunk's name does.
    fn split(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (&length, rest) = bytes.split_first_chunk()?;
        let (&name, _) = rest.split_first_chunk()?;
        let length = u32::from_be_bytes(length);
        let (bytes, rest) = bytes.split_at_checked((length as usize).saturating_add(12)).unwrap_or((bytes, &[]));
        Some((Self { name, length, bytes }, rest))
    }

    /// Checks that the chunk is whole and has a right checksum.
    fn check_sum(&self) -> Result<(), LoadErrorKind> {
        match () {
            () if self.bytes.len() < self.length as usize + 12 => Err(truncated()),
            () if !self.has_checksum_as(self.name) => {
                Err(LoadErrorKind::damaged_png(format!("chunk {} has a wrong checksum", self.name.escape_ascii())))
            }
            () => Ok(()),
        }
    }

    /// Returns whether the chunk may decide pixels. Critical chunks begin with an upper case letter: bit 5 is 0.
    fn decides_pixels(&self) -> bool {
        self.name[0] & 0x20 == 0 || Self::DECISIVE.contains(&&self.name)
    }

    /// Returns whether this is a transparency chunk with one wrong bit in its name. With the right name its checksum
    /// would be right.
    fn is_misnamed_transparency(&self) -> bool {
        let wrong_bits = (u32::from_be_bytes(self.name) ^ u32::from_be_bytes(*b"tRNS")).count_ones();
        wrong_bits == 1 && self.bytes.len() <= 256 + 12 && self.has_checksum_as(*b"tRNS")
    }

    /// Returns whether the checksum is right for the content under this name.
    fn has_checksum_as(&self, name: [u8; 4]) -> bool {
        let Some((content, &sum)) = self.bytes[8..].split_last_chunk() else { return false };
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&name);
        hasher.update(content);
        hasher.finalize() == u32::from_be_bytes(sum)
    }
}

/// Returns the names of the chunks of a PNG that decide no pixels and have wrong checksums. Empty for another file.
///
/// Loaders skip such chunks, see [`SolidityMap::open`]. A program may tell its user, who may want to export the picture
/// again. Reads each byte of these chunks once.
///
/// ```
/// let png = std::fs::read("maps/formats/odd/wrong-profile.png")?;
/// assert_eq!(tileray::load::damaged_chunks(&png), ["iCCP"]);
/// assert!(tileray::load::damaged_chunks(b"GIF89a").is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn damaged_chunks(png: &[u8]) -> Vec<String> {
    let mut damaged = Vec::new();
    let mut bytes = png.strip_prefix(PNG_SIGNATURE).unwrap_or_default();
    while let Some((chunk, rest)) = Chunk::split(bytes) {
        if !chunk.decides_pixels() && !chunk.has_checksum_as(chunk.name) {
            damaged.push(chunk.name.escape_ascii().to_string());
        }
        bytes = if chunk.name == *b"IEND" { &[] } else { rest };
    }
    damaged
}

/// Checks the chunks of a file whose header is right. Chunks that decide pixels must be whole, in order, and of right
/// lengths and checksums. No other chunk may be a damaged transparency chunk.
///
/// The decoder does not check this: it panics on a part of a palette entry, skips a transparency chunk of a wrong
/// length, and does not see the other chunks.
fn check_chunks(png: &[u8]) -> Result<(), LoadErrorKind> {
    let mut bytes = &png[PNG_SIGNATURE.len()..];
    let (mut seen, mut color_type, mut entries) = (Vec::new(), 0, 0);
    // The last chunk, and the last one that decides pixels.
    let (mut previous, mut decisive) = ([0; 4], [0; 4]);
    loop {
        let Some((chunk, rest)) = Chunk::split(bytes) else { return Err(truncated()) };
        let (name, length) = (chunk.name, chunk.length);
        let wrong = |what: &str| Err(LoadErrorKind::damaged_png(format!("its chunk {} {what}", name.escape_ascii())));
        let wrong_length = |what: &str| wrong(&format!("has {length} bytes, which {what}"));
        if chunk.decides_pixels() {
            chunk.check_sum()?;
            let has_pixels = seen.contains(b"IDAT");
            match &name {
                b"IHDR" if seen.is_empty() => color_type = chunk.bytes[8 + 9],
                b"IDAT" if has_pixels && previous != name => return wrong("is not next to the IDAT before it"),
                b"PLTE" | b"tRNS" if has_pixels => return wrong("comes after the pixels"),
                b"IEND" if !has_pixels => return wrong("comes before the pixels"),
                b"fdAT" if ![*b"fcTL", name].contains(&decisive) => return wrong("comes without fcTL before it"),
                b"fcTL" if length != 26 => return wrong_length("should be 26"),
                b"IDAT" | b"acTL" | b"fcTL" | b"fdAT" => {}
                _ if seen.contains(&name) => return wrong("must appear at most once"),
                b"PLTE" if !length.is_multiple_of(3) => return wrong_length("is not a multiple of 3"),
                b"PLTE" => entries = length / 3,
                b"tRNS" => {
                    let lengths = match color_type {
                        0 => 2..=2,
                        2 => 6..=6,
                        3 => 0..=entries,
                        _ => 0..=u32::MAX,
                    };
                    if !lengths.contains(&length) {
                        return wrong_length("do not fit its colors");
                    }
                }
                b"IEND" if length != 0 => return wrong_length("should be 0"),
                b"IEND" => {}
                _ => return wrong("is not known, and may decide pixels"),
            }
            decisive = name;
            if !seen.contains(&name) {
                seen.push(name);
            }
        } else if chunk.is_misnamed_transparency() {
            return Err(LoadErrorKind::damaged_png("chunk tRNS has a wrong checksum, as its name is damaged"));
        }
        if name == *b"IEND" {
            return Ok(());
        }
        (previous, bytes) = (name, rest);
    }
}

/// The decoder's input: the signature of a PNG and the chunks that decide pixels.
struct PixelChunks<'a> {
    /// The unread bytes of the current chunk.
    chunk: &'a [u8],
    /// The chunks after it.
    rest: &'a [u8],
}

impl<'a> PixelChunks<'a> {
    /// Checks the header of a file that begins with the signature.
    fn new(png: &'a [u8]) -> Result<Self, LoadErrorKind> {
        let (signature, chunks) = png.split_at(PNG_SIGNATURE.len());
        let (header, _) = Chunk::split(chunks).ok_or_else(truncated)?;
        if header.name != *b"IHDR" || header.length != 13 {
            let name = header.name.escape_ascii();
            return Err(LoadErrorKind::damaged_png(format!(
                "its first chunk is {name} of {} bytes, not IHDR of 13",
                header.length
            )));
        }
        header.check_sum()?;
        Ok(Self { chunk: signature, rest: chunks })
    }
}

impl BufRead for PixelChunks<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.chunk.is_empty() {
            let Some((chunk, rest)) = Chunk::split(self.rest) else {
                self.chunk = mem::take(&mut self.rest);
                break;
            };
            self.rest = rest;
            if chunk.decides_pixels() {
                self.chunk = chunk.bytes;
            }
        }
        Ok(self.chunk)
    }

    fn consume(&mut self, count: usize) {
        self.chunk = &self.chunk[count..];
    }
}

impl Read for PixelChunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// The decoder requires `Seek`, but never seeks.
impl Seek for PixelChunks<'_> {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(ErrorKind::Unsupported.into())
    }
}
