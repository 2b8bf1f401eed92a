//! Pictures: PNG, and the other formats whose features are on.

use super::content::{PNG_SIGNATURE, describe_content};
use super::error::LoadError;
use super::error_kind::LoadErrorKind;
use super::options::{LoadLimits, LoadOptions};
use super::pixels::{DecodedImage, PixelLayout, check_size};
use super::png::OpenedPng;
use super::reader::{AssetReader, Files, read_file};
use crate::geometry::Bound;
use crate::solidity::{AlphaThreshold, SolidityMap, SolidityRule};
use glam::uvec2;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Pixel};
use std::io::Cursor;
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

    /// Opens a picture as a mask: any alpha above 0 is solid. The content of the file decides its format, whatever its
    /// name.
    ///
    /// PNG is always read; JPEG, WebP, BMP and GIF with the features `jpeg`, `webp`, `bmp` and `gif`. Of an animation it
    /// reads the first image. Metadata, such as a rotation noted by a camera, change nothing.
    ///
    /// A damaged PNG is an error where the damage may change what is solid: all chunks that decide pixels must
    /// have right checksums, which are the critical ones (`IHDR`, `PLTE`, `IDAT`, `IEND`), `tRNS`, and those of
    /// animations (`acTL`, `fcTL`, `fdAT`). All other chunks are skipped, whatever their content and checksum:
    /// color profiles, gamma, physical sizes, times, texts and unknown ancillary chunks. The other formats have no
    /// checksums: damage within their pixels is not noticed.
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

    /// Opens a picture as a mask, by options.
    ///
    /// # Errors
    /// If [`read`](Self::read) returns an error.
    pub fn open_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads a picture from a reader as a mask: any color type and depth, interlaced or not.
    ///
    /// A PNG is decoded row by row, so that only its mask is held; other formats as a whole, in up to 8 bytes a pixel.
    ///
    /// # Errors
    /// Where the file does not exist, is empty, is not a picture, needs a feature that is off, is truncated, has a wrong
    /// checksum of a chunk that decides pixels (see [`open`](Self::open)) or is otherwise damaged, or exceeds the
    /// options' limits.
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &LoadOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let bytes = read_file(reader, path, &options.limits)?;
        match PictureFormat::of(&bytes).map_err(|kind| LoadError::new(path, kind))? {
            PictureFormat::Png => OpenedPng::open(path, &bytes, &options.limits)?.into_mask(options.rule),
            PictureFormat::Other(format) => Ok(format.decode(path, &bytes, &options.limits)?.mask(options.rule)),
        }
    }
}

#[cfg(any(feature = "ldtk", feature = "ros", feature = "tmx"))]
impl DecodedImage {
    /// Decodes a picture.
    pub(super) fn decode(path: &Path, bytes: &[u8], limits: &LoadLimits) -> Result<Self, LoadError> {
        match PictureFormat::of(bytes).map_err(|kind| LoadError::new(path, kind))? {
            PictureFormat::Png => OpenedPng::open(path, bytes, limits)?.into_pixels(limits),
            PictureFormat::Other(format) => format.decode(path, bytes, limits),
        }
    }
}

/// The format of a picture.
enum PictureFormat {
    Png,
    Other(&'static OptionalFormat),
}

/// A format that a feature switches on.
struct OptionalFormat {
    name: &'static str,
    /// How [`describe_content`] describes it.
    content: &'static str,
    feature: &'static str,
    is_on: bool,
    format: ImageFormat,
}

const OPTIONAL_FORMATS: [OptionalFormat; 4] = [
    OptionalFormat {
        name: "JPEG",
        content: "a JPEG image",
        feature: "jpeg",
        is_on: cfg!(feature = "jpeg"),
        format: ImageFormat::Jpeg,
    },
    OptionalFormat {
        name: "WebP",
        content: "a WebP image",
        feature: "webp",
        is_on: cfg!(feature = "webp"),
        format: ImageFormat::WebP,
    },
    OptionalFormat {
        name: "BMP",
        content: "a BMP image",
        feature: "bmp",
        is_on: cfg!(feature = "bmp"),
        format: ImageFormat::Bmp,
    },
    OptionalFormat {
        name: "GIF",
        content: "a GIF image",
        feature: "gif",
        is_on: cfg!(feature = "gif"),
        format: ImageFormat::Gif,
    },
];

impl PictureFormat {
    /// Returns the format by the first bytes.
    fn of(bytes: &[u8]) -> Result<Self, LoadErrorKind> {
        if bytes.starts_with(PNG_SIGNATURE) {
            return Ok(Self::Png);
        }
        if !bytes.is_empty() && PNG_SIGNATURE.starts_with(bytes) {
            return Err(LoadErrorKind::TruncatedPng);
        }
        let found = describe_content(bytes);
        match OPTIONAL_FORMATS.iter().find(|format| format.content == found) {
            Some(format) if format.is_on => Ok(Self::Other(format)),
            Some(format) => Err(LoadErrorKind::ImageFeature { format: format.name, feature: format.feature }),
            None => Err(LoadErrorKind::NotPng { found }),
        }
    }
}

impl OptionalFormat {
    /// Decodes a file of this format. The size is checked before memory is allocated for pixels.
    fn decode(&self, path: &Path, bytes: &[u8], limits: &LoadLimits) -> Result<DecodedImage, LoadError> {
        let fail = |kind| LoadError::new(path, kind);
        let malformed = |detail: String| fail(LoadErrorKind::MalformedImage { format: self.name, detail });
        let undecodable = |error: ImageError| malformed(error.to_string());
        if self.format == ImageFormat::Jpeg {
            check_jpeg(bytes).map_err(fail)?;
        }
        let mut decoder =
            ImageReader::with_format(Cursor::new(bytes), self.format).into_decoder().map_err(undecodable)?;
        let (width, height) = decoder.dimensions();
        if width == 0 || height == 0 {
            return Err(malformed(format!("its size is {width}x{height} pixels")));
        }
        check_size(width, height, limits).map_err(fail)?;
        let mut allocation = Limits::no_limits();
        allocation.max_alloc = Some((1 << 26) + u64::from(width) * u64::from(height) * 16);
        decoder.set_limits(allocation).map_err(undecodable)?;
        let image = DynamicImage::from_decoder(decoder).map_err(undecodable)?;
        let (channels, bytes) = match image {
            DynamicImage::ImageLuma8(image) => (1, image.into_raw()),
            DynamicImage::ImageLumaA8(image) => (2, image.into_raw()),
            DynamicImage::ImageRgb8(image) => (3, image.into_raw()),
            DynamicImage::ImageRgba8(image) => (4, image.into_raw()),
            other => (4, other.into_rgba8().into_raw()),
        };
        let layout = PixelLayout { channels, is_16_bit: false };
        Ok(DecodedImage { size: uvec2(width, height), layout, bytes, color_key: None })
    }
}

/// Checks a JPEG for what its decoder accepts: a file that ends too early, and very many scans, each of which may take
/// the time of a whole image.
///
/// Within pixels the byte `ff` is followed by 0 or by a restart marker, so these markers are found by their bytes.
fn check_jpeg(bytes: &[u8]) -> Result<(), LoadErrorKind> {
    const MOST_SCANS: usize = 100;
    let starts = bytes.windows(2).enumerate().filter(|(_, pair)| *pair == [0xff, 0xda]);
    let scans: Vec<usize> = starts.map(|(at, _)| at).take(MOST_SCANS + 1).collect();
    if scans.len() > MOST_SCANS {
        let what = format!("a JPEG image of more than {MOST_SCANS} scans");
        return Err(LoadErrorKind::NotSupported { what, remedy: "export it as a baseline JPEG or as PNG" });
    }
    let ends = scans.last().is_some_and(|last| bytes[*last..].windows(2).any(|pair| pair == [0xff, 0xd9]));
    if !ends {
        return Err(LoadErrorKind::MalformedImage { format: "JPEG", detail: "it ends too early".into() });
    }
    Ok(())
}

/// Returns the nearest 16-bit value, but not 0 for a value above 0.
fn from_float(channel: f32) -> u16 {
    let nearest = (channel.within(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
    nearest.max(u16::from(channel > 0.0))
}
