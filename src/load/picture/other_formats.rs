//! Pictures of the crate `image`: their masks, and the formats other than PNG that it decodes.

use crate::geometry::Bound;
use crate::load::error::{LoadError, LoadErrorKind};
use crate::load::limits::LoadLimits;
use crate::load::picture::pixels::{DecodedImage, PixelLayout, check_size};
use crate::solidity::{SolidityMap, SolidityRule};
use glam::uvec2;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Pixel};
use std::io::Cursor;
use std::path::Path;

impl SolidityMap {
    /// Creates the mask of an image by a rule, such as an [`AlphaThreshold`](crate::solidity::AlphaThreshold).
    ///
    /// With a threshold, a pixel is solid if its alpha reaches it, and an image without alpha is solid everywhere.
    ///
    /// Alpha is compared at the image's own depth. Floating-point channels are rounded to 16 bits, and any alpha above
    /// 0 stays above 0. Reads each pixel once.
    ///
    /// # Panics
    /// If the image has more than [`MAX_PIXELS`](Self::MAX_PIXELS) pixels.
    ///
    /// ```
    /// use image::{DynamicImage, RgbaImage};
    /// use tileray::SolidityMap;
    /// use tileray::solidity::{AlphaThreshold, SolidityRule};
    ///
    /// let mut image = RgbaImage::new(2, 1);
    /// image.get_pixel_mut(1, 0).0 = [255, 0, 0, 90];
    /// let image = DynamicImage::from(image);
    /// assert_eq!(SolidityMap::from_image(&image, AlphaThreshold::ANY).to_ascii(), ".#\n");
    /// assert_eq!(SolidityMap::from_image(&image, AlphaThreshold::at_least(128)).count(), 0);
    /// assert_eq!(SolidityMap::from_image(&image, SolidityRule::Darkness).to_ascii(), "##\n");
    /// ```
    #[must_use]
    pub fn from_image(image: &DynamicImage, rule: impl Into<SolidityRule>) -> Self {
        let rule = rule.into();
        let (width, height) = (image.width(), image.height());
        // Colors are converted pixel by pixel, as converting the whole image would take 8 bytes a pixel.
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
}

/// Returns the nearest 16-bit value, but at least 1 for a value above 0.
fn from_float(channel: f32) -> u16 {
    let nearest = (channel.within(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
    nearest.max(u16::from(channel > 0.0))
}

/// A format whose feature is on.
pub(in crate::load) struct OtherFormat {
    name: &'static str,
    format: ImageFormat,
}

impl OtherFormat {
    /// Returns the format that [`describe_content`](crate::load::input::describe_content) has found, if its feature is on.
    pub(in crate::load) fn detect(found: &str) -> Option<Self> {
        let (name, format) = match found {
            "a JPEG image" if cfg!(feature = "jpeg") => ("JPEG", ImageFormat::Jpeg),
            "a WebP image" if cfg!(feature = "webp") => ("WebP", ImageFormat::WebP),
            "a BMP image" if cfg!(feature = "bmp") => ("BMP", ImageFormat::Bmp),
            "a GIF image" if cfg!(feature = "gif") => ("GIF", ImageFormat::Gif),
            _ => return None,
        };
        Some(Self { name, format })
    }

    /// Decodes a file of this format. The size is checked before memory is allocated for pixels.
    pub(in crate::load) fn decode(
        &self,
        path: &Path,
        bytes: &[u8],
        limits: &LoadLimits,
    ) -> Result<DecodedImage, LoadError> {
        let fail = |kind| LoadError::new(path, kind);
        let malformed = |detail: String| fail(LoadErrorKind::DamagedImage { format: self.name, detail });
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

/// Checks a JPEG for two faults that its decoder accepts: a file that ends too early, and very many scans, each of
/// which may take the time of a whole image.
///
/// Within pixels the byte `ff` is followed by 0 or by a restart marker. So other markers can be found by their bytes.
fn check_jpeg(bytes: &[u8]) -> Result<(), LoadErrorKind> {
    const MOST_SCANS: usize = 100;
    let starts = bytes.windows(2).enumerate().filter(|(_, pair)| *pair == [0xff, 0xda]);
    let scans: Vec<usize> = starts.map(|(at, _)| at).take(MOST_SCANS + 1).collect();
    if scans.len() > MOST_SCANS {
        let what = format!("a JPEG image of more than {MOST_SCANS} scans");
        return Err(LoadErrorKind::not_supported(what, "export it as a baseline JPEG or as PNG"));
    }
    let ends = scans.last().is_some_and(|last| bytes[*last..].windows(2).any(|pair| pair == [0xff, 0xd9]));
    if !ends {
        return Err(LoadErrorKind::DamagedImage { format: "JPEG", detail: "it ends too early".into() });
    }
    Ok(())
}
