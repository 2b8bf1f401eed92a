//! PNG images: strict decoding, and masks and tiles made of the pixels.

use super::error::{LoadError, LoadErrorKind};
use super::reader::{
    AssetReader, Files, LoadLimits, LoadOptions, PNG_SIGNATURE, PixelChunks, describe_content, read_file,
};
#[cfg(feature = "tmx")]
use crate::geometry::Rect;
use crate::solidity::{AlphaThreshold, SolidityMap, SolidityRule};
#[cfg(feature = "tmx")]
use crate::tile::TileImage;
#[cfg(feature = "tmx")]
use glam::{IVec2, ivec2};
use glam::{UVec2, uvec2};
use image::{DynamicImage, Pixel};
use png::{ColorType, DecodeOptions, Decoder, DecodingError, Reader, Transformations};
use std::io::ErrorKind;
use std::path::Path;

impl SolidityMap {
    /// Creates the mask of an image: solid where alpha reaches the threshold, and everywhere where the image
    /// has no alpha.
    ///
    /// Alpha is compared at the image's own depth, see [`AlphaThreshold`]. Reads each pixel once.
    ///
    /// # Panics
    /// If the image has more than [`MAX_PIXELS`](Self::MAX_PIXELS) pixels.
    ///
    /// ```
    /// use image::{DynamicImage, RgbaImage};
    /// use tileray::SolidityMap;
    /// use tileray::solidity::AlphaThreshold;
    ///
    /// let mut image = RgbaImage::new(2, 1);
    /// image.get_pixel_mut(1, 0).0 = [255, 0, 0, 90];
    /// let image = DynamicImage::from(image);
    /// assert_eq!(SolidityMap::from_image(&image, AlphaThreshold::ANY).to_ascii(), ".#\n");
    /// assert_eq!(SolidityMap::from_image(&image, AlphaThreshold::at_least(128)).count(), 0);
    /// ```
    #[must_use]
    pub fn from_image(image: &DynamicImage, threshold: AlphaThreshold) -> Self {
        Self::from_image_with(image, threshold.into())
    }

    /// Creates the mask of an opaque image: solid where it is dark, see [`SolidityRule::Darkness`].
    ///
    /// # Panics
    /// If the image has more than [`MAX_PIXELS`](Self::MAX_PIXELS) pixels.
    #[must_use]
    pub fn from_darkness(image: &DynamicImage) -> Self {
        Self::from_image_with(image, SolidityRule::Darkness)
    }

    /// Creates the mask of an image by a rule. Floating-point channels are rounded to 16 bits; any alpha above
    /// 0 stays above 0.
    ///
    /// # Panics
    /// If the image has more than [`MAX_PIXELS`](Self::MAX_PIXELS) pixels.
    #[must_use]
    pub fn from_image_with(image: &DynamicImage, rule: SolidityRule) -> Self {
        let (width, height) = (image.width(), image.height());
        // Colors are converted pixel by pixel: converting the whole image would take 8 bytes a pixel.
        let mask =
            |color: &dyn Fn(u32, u32) -> [u16; 4]| Self::from_fn(width, height, |x, y| rule.is_solid(color(x, y)));
        let wide = |channel: u8| u16::from(channel) * 257;
        match image {
            DynamicImage::ImageLuma8(pixels) => mask(&|x, y| pixels.get_pixel(x, y).to_rgba().0.map(wide)),
            DynamicImage::ImageLumaA8(pixels) => mask(&|x, y| pixels.get_pixel(x, y).to_rgba().0.map(wide)),
            DynamicImage::ImageRgb8(pixels) => mask(&|x, y| pixels.get_pixel(x, y).to_rgba().0.map(wide)),
            DynamicImage::ImageRgba8(pixels) => mask(&|x, y| pixels.get_pixel(x, y).0.map(wide)),
            DynamicImage::ImageRgb32F(pixels) => mask(&|x, y| pixels.get_pixel(x, y).to_rgba().0.map(from_float)),
            DynamicImage::ImageRgba32F(pixels) => mask(&|x, y| pixels.get_pixel(x, y).0.map(from_float)),
            other => {
                let pixels = other.to_rgba16();
                mask(&|x, y| pixels.get_pixel(x, y).0)
            }
        }
    }

    /// Opens a PNG file as a mask: any alpha above 0 is solid.
    ///
    /// A damaged file is an error where the damage may change what is solid: all chunks that decide pixels must
    /// have right checksums, which are the critical ones (`IHDR`, `PLTE`, `IDAT`, `IEND`), `tRNS`, and those of
    /// animations (`acTL`, `fcTL`, `fdAT`). All other chunks are skipped, whatever their content and checksum:
    /// color profiles, gamma, physical sizes, times, texts and unknown ancillary chunks.
    ///
    /// # Errors
    /// If [`read`](Self::read) returns an error.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::open("assets/cave.png")?;
    /// assert!(mask.count() > 0);
    /// # Ok::<(), tileray::LoadError>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &LoadOptions::default())
    }

    /// Opens a PNG file as a mask, by options.
    ///
    /// # Errors
    /// If [`read`](Self::read) returns an error.
    pub fn open_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads a PNG from a reader as a mask: any color type and depth, interlaced or not. Of an animation it
    /// reads the default image.
    ///
    /// # Errors
    /// Where the file does not exist, is empty, is not a PNG, is truncated, has a wrong checksum of a chunk that
    /// decides pixels (see [`open`](Self::open)) or is otherwise damaged, or exceeds the options' limits.
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &LoadOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let bytes = read_file(reader, path, &options.limits)?;
        OpenedImage::open(path, &bytes, &options.limits)?.into_mask(options.rule)
    }
}

/// The passes of an interlaced image: the first column and row, and the steps between columns and between rows.
const ADAM7: [[u32; 4]; 7] =
    [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

/// A PNG whose header is read and whose size is checked, before its first pixel.
struct OpenedImage<'a> {
    path: &'a Path,
    size: UVec2,
    layout: PixelLayout,
    reader: Reader<PixelChunks<'a>>,
}

impl<'a> OpenedImage<'a> {
    /// Opens a PNG strictly: the checksums of all chunks that decide pixels must be right. The others are not
    /// read.
    ///
    /// The `image` crate ignores a wrong checksum of a transparency chunk, which would change what is solid. So
    /// this uses the `png` crate with all checks on. The size is checked before memory is allocated for pixels.
    fn open(path: &'a Path, bytes: &'a [u8], limits: &LoadLimits) -> Result<Self, LoadError> {
        let fail = |kind| LoadError::new(path, kind);
        if !bytes.starts_with(PNG_SIGNATURE) {
            let cut = !bytes.is_empty() && PNG_SIGNATURE.starts_with(bytes);
            return Err(fail(match cut {
                true => LoadErrorKind::TruncatedPng,
                false => LoadErrorKind::NotPng { found: describe_content(bytes) },
            }));
        }
        let chunks = PixelChunks::check(bytes).map_err(fail)?;
        let malformed = |error: DecodingError| fail(kind_of(&error));
        let mut options = DecodeOptions::default();
        options.set_ignore_checksums(false);
        options.set_skip_ancillary_crc_failures(false);
        let mut decoder = Decoder::new_with_options(chunks, options);
        decoder.set_transformations(Transformations::EXPAND);

        let header = decoder.read_header_info().map_err(malformed)?;
        let (width, height) = (header.width, header.height);
        check_size(width, height, limits).map_err(fail)?;
        // The decoder's own limit is for its buffers: 64 bytes for each pixel of a row, and 64 MiB for chunks.
        decoder.set_limits(png::Limits { bytes: (1 << 26) + width as usize * 64 });

        let reader = decoder.read_info().map_err(malformed)?;
        if reader.info().frame_control.is_some_and(|frame| (frame.width, frame.height) != (width, height)) {
            return Err(fail(LoadErrorKind::MalformedPng {
                detail: "its first frame is smaller than the image".into(),
            }));
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
    fn into_mask(mut self, rule: SolidityRule) -> Result<SolidityMap, LoadError> {
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
    #[cfg(feature = "tmx")]
    fn into_pixels(mut self, limits: &LoadLimits) -> Result<DecodedImage, LoadError> {
        let fail = |kind| LoadError::new(self.path, kind);
        let malformed = |error: DecodingError| fail(kind_of(&error));
        let (UVec2 { x: width, y: height }, layout) = (self.size, self.layout);
        let too_large = || fail(LoadErrorKind::ImageTooLarge { width, height, limit: limits.image_pixels });
        let mut bytes = vec![0; self.reader.output_buffer_size().ok_or_else(too_large)?];
        self.reader.next_frame(&mut bytes).map_err(malformed)?;
        self.reader.finish().map_err(malformed)?;
        Ok(DecodedImage { size: self.size, layout, bytes, color_key: None })
    }
}

/// The layout of a decoded pixel. It keeps the channels and depth of the file, to save memory.
#[derive(Clone, Copy)]
struct PixelLayout {
    /// The number of channels: gray, gray and alpha, RGB, or RGBA.
    channels: usize,
    /// Whether a channel has 16 bits, the high byte first.
    is_16_bit: bool,
}

impl PixelLayout {
    /// Returns the number of bytes of a pixel.
    const fn bytes(self) -> usize {
        self.channels << self.is_16_bit as usize
    }

    /// Returns the color of a pixel at 16 bits a channel.
    #[inline]
    fn color(self, pixel: &[u8]) -> [u16; 4] {
        let channel = |index: usize| match self.is_16_bit {
            true => u16::from_be_bytes([pixel[index * 2], pixel[index * 2 + 1]]),
            false => u16::from(pixel[index]) * 257,
        };
        match self.channels {
            1 => [channel(0), channel(0), channel(0), u16::MAX],
            2 => [channel(0), channel(0), channel(0), channel(1)],
            3 => [channel(0), channel(1), channel(2), u16::MAX],
            _ => [channel(0), channel(1), channel(2), channel(3)],
        }
    }
}

/// A decoded image: the pixels of tile sets.
#[cfg(feature = "tmx")]
pub(super) struct DecodedImage {
    pub(super) size: UVec2,
    layout: PixelLayout,
    bytes: Vec<u8>,
    /// The color key at 8 bits a channel: every pixel of this color is transparent.
    pub(super) color_key: Option<[u8; 3]>,
}

#[cfg(feature = "tmx")]
impl DecodedImage {
    /// Decodes a PNG.
    pub(super) fn decode(path: &Path, bytes: &[u8], limits: &LoadLimits) -> Result<Self, LoadError> {
        OpenedImage::open(path, bytes, limits)?.into_pixels(limits)
    }

    /// Returns the color of a pixel at 16 bits a channel.
    pub(super) fn color(&self, x: u32, y: u32) -> [u16; 4] {
        let first = (y as usize * self.size.x as usize + x as usize) * self.layout.bytes();
        let [red, green, blue, alpha] = self.layout.color(&self.bytes[first..]);
        let keyed = self.color_key == Some([narrow(red), narrow(green), narrow(blue)]);
        [red, green, blue, if keyed { 0 } else { alpha }]
    }

    /// Returns the rectangle of the whole image.
    pub(super) fn rect(&self) -> Rect {
        Rect::from_size(IVec2::ZERO, self.size)
    }
}

/// Returns the nearest 8-bit value of a 16-bit one.
#[cfg(feature = "tmx")]
const fn narrow(channel: u16) -> u8 {
    ((channel as u32 + 128) / 257) as u8
}

/// A tile's part of an image, at its own size or scaled to a cell of the map, by nearest-neighbor sampling.
#[cfg(feature = "tmx")]
pub(super) struct TileSampler<'i> {
    image: &'i DecodedImage,
    part: Rect,
    /// The size of the tile.
    pub(super) size: UVec2,
    /// The scale along each axis: a numerator and a denominator.
    scale: [(u64, u64); 2],
    /// The scaled size of the part along each axis, in units of 1 over the scale's denominator.
    scaled: [u64; 2],
}

/// The size of a tile set's tiles.
#[cfg(feature = "tmx")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileSizing {
    /// The size of their images.
    Own,
    /// The size of the cell.
    Stretch(UVec2),
    /// The largest size that fits into the cell with the image's aspect ratio, centered.
    Fit(UVec2),
}

#[cfg(feature = "tmx")]
impl<'i> TileSampler<'i> {
    /// Creates a sampler. The part lies inside the image and is not empty.
    pub(super) fn new(image: &'i DecodedImage, part: Rect, sizing: TileSizing) -> Self {
        let own = [u64::from(part.width()), u64::from(part.height())];
        let (size, scale) = match sizing {
            TileSizing::Own => (part.size(), [(1, 1); 2]),
            TileSizing::Stretch(cell) => (cell, [(u64::from(cell.x), own[0]), (u64::from(cell.y), own[1])]),
            TileSizing::Fit(cell) => {
                let (across, down) = ((u64::from(cell.x), own[0]), (u64::from(cell.y), own[1]));
                let smaller = if across.0 * down.1 <= down.0 * across.1 { across } else { down };
                (cell, [smaller; 2])
            }
        };
        let scaled = [own[0] * scale[0].0, own[1] * scale[1].0];
        Self { image, part, size, scale, scaled }
    }

    /// Scales an offset of the tile set like its tiles; halves are rounded up.
    pub(super) fn offset(&self, offset: IVec2) -> IVec2 {
        let scale = |offset: i32, (numerator, denominator): (u64, u64)| {
            let doubled = i128::from(offset) * 2 * i128::from(numerator) + i128::from(denominator);
            let rounded = doubled.div_euclid(2 * i128::from(denominator));
            rounded.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32
        };
        ivec2(scale(offset.x, self.scale[0]), scale(offset.y, self.scale[1]))
    }

    /// Returns the pixel of the part under the center of a pixel of the tile, along one axis.
    ///
    /// For a scale of `n / d` the scaled part is `scaled / d` pixels long and centered on a tile of `size`. The
    /// center of pixel `p` lies at `p + 1/2 - (size - scaled / d) / 2` of the scaled part. Divided by `n / d`,
    /// that is `((2 p + 1 - size) d + scaled) / (2 n)` of the part.
    fn source(&self, axis: usize, pixel: u32) -> Option<u32> {
        let (numerator, denominator) = self.scale[axis];
        let size = i128::from(self.size[axis]);
        let doubled = (2 * i128::from(pixel) + 1 - size) * i128::from(denominator) + i128::from(self.scaled[axis]);
        let source = u32::try_from(doubled.div_euclid(2 * i128::from(numerator))).ok()?;
        (source < self.part.size()[axis]).then_some(source)
    }

    /// Returns the color of a pixel of the part at 16 bits a channel; `None` if the part does not fill the
    /// cell.
    fn color(&self, x: Option<u32>, y: Option<u32>) -> Option<[u16; 4]> {
        let corner = self.part.min.as_uvec2();
        Some(self.image.color(corner.x + x?, corner.y + y?))
    }

    /// Creates the tile's mask.
    pub(super) fn mask(&self, rule: SolidityRule) -> SolidityMap {
        let columns: Vec<_> = (0..self.size.x).map(|x| self.source(0, x)).collect();
        let rows: Vec<_> = (0..self.size.y).map(|y| self.source(1, y)).collect();
        SolidityMap::from_fn(self.size.x, self.size.y, |x, y| {
            self.color(columns[x as usize], rows[y as usize]).is_some_and(|color| rule.is_solid(color))
        })
    }

    /// Creates the tile's image.
    pub(super) fn image(&self) -> Option<TileImage> {
        let pixels = (0..self.size.y).flat_map(|y| {
            let row = self.source(1, y);
            (0..self.size.x).map(move |x| self.color(self.source(0, x), row).unwrap_or_default().map(narrow))
        });
        TileImage::new(self.size.x, pixels.collect())
    }
}

/// Checks the size of an image against the limits and the size of a mask.
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
    let (mask_bytes, most) = (bits / 8, limit.max(LoadLimits::LEAST_MASK_BYTES));
    if mask_bytes > most {
        return Err(LoadErrorKind::MaskTooLarge { width, height, bytes: mask_bytes, limit: most });
    }
    Ok(())
}

/// Converts an error of the decoder.
fn kind_of(error: &DecodingError) -> LoadErrorKind {
    let message = error.to_string();
    let (detail, chunk) = name_chunk(&message);
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => LoadErrorKind::TruncatedPng,
        // The crate does not expose the kind of fault, so its message decides. Tests check the messages.
        _ if detail.contains("CRC error") || detail.contains("Checksum") || detail.contains("checksum") => {
            let part = chunk.map_or("the compressed pixels".into(), |name| format!("chunk {name}"));
            LoadErrorKind::PngChecksum { detail: format!("of {part}") }
        }
        _ if detail.contains("Unexpected end") || detail.contains("unexpected end") => LoadErrorKind::TruncatedPng,
        _ => LoadErrorKind::MalformedPng { detail },
    }
}

/// Replaces the list of a chunk's properties in a message of the decoder by the chunk's name, and returns the name.
fn name_chunk(message: &str) -> (String, Option<&str>) {
    let parts = message.split_once("ChunkType { type: ").and_then(|(before, rest)| {
        let (name, rest) = rest.split_once(", critical: ")?;
        Some((before, name, rest.split_once(" }")?.1))
    });
    match parts {
        Some((before, name, after)) => (format!("{before}{name}{after}"), Some(name)),
        None => (message.to_owned(), None),
    }
}

/// Returns the nearest 16-bit value, but not 0 for a value above 0.
fn from_float(channel: f32) -> u16 {
    let nearest = (channel.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
    nearest.max(u16::from(channel > 0.0))
}

#[cfg(all(test, feature = "tmx"))]
mod tests {
    use super::*;
    use glam::uvec2;

    /// A gray image whose columns and rows are told apart by their values.
    fn numbered(width: u32, height: u32) -> DecodedImage {
        let bytes = (0..height).flat_map(|y| (0..width).map(move |x| (10 * y + x) as u8)).collect();
        let layout = PixelLayout { channels: 1, is_16_bit: false };
        DecodedImage { size: uvec2(width, height), layout, bytes, color_key: None }
    }

    #[test]
    fn scaling_takes_the_pixel_under_each_middle() {
        let image = numbered(3, 2);
        let cases = [
            (TileSizing::Own, vec!["0 1 2", "10 11 12"]),
            (TileSizing::Stretch(uvec2(6, 2)), vec!["0 0 1 1 2 2", "10 10 11 11 12 12"]),
            (TileSizing::Stretch(uvec2(1, 1)), vec!["11"]),
            (TileSizing::Stretch(uvec2(4, 3)), vec!["0 1 1 2", "10 11 11 12", "10 11 11 12"]),
            (TileSizing::Fit(uvec2(3, 4)), vec!["- - -", "0 1 2", "10 11 12", "- - -"]),
            (
                TileSizing::Fit(uvec2(8, 4)),
                vec!["- 0 0 1 1 2 2 -", "- 0 0 1 1 2 2 -", "- 10 10 11 11 12 12 -", "- 10 10 11 11 12 12 -"],
            ),
        ];
        for (sizing, expected) in cases {
            let sampler = TileSampler::new(&image, image.rect(), sizing);
            let tile = sampler.image().unwrap();
            let rows: Vec<String> = tile
                .pixels()
                .chunks(tile.width() as usize)
                .map(|row| {
                    let words =
                        row.iter().map(|[gray, _, _, alpha]| if *alpha == 0 { "-".into() } else { gray.to_string() });
                    words.collect::<Vec<String>>().join(" ")
                })
                .collect();
            assert_eq!(rows, expected, "{sizing:?}");
        }
    }

    #[test]
    fn offsets_grow_with_the_tile() {
        let image = numbered(3, 2);
        let sampler = TileSampler::new(&image, image.rect(), TileSizing::Stretch(uvec2(6, 3)));
        assert_eq!(sampler.offset(ivec2(-3, 1)), ivec2(-6, 2));
        assert_eq!(sampler.offset(ivec2(-3, -1)), ivec2(-6, -1));
    }
}
