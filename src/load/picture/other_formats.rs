//! Pictures in other formats than PNG, decoded by the crate `image`.

use crate::load::error::{LoadError, LoadErrorKind};
use crate::load::limits::LoadLimits;
use crate::load::picture::pixels::{DecodedImage, PixelLayout, check_size};
use glam::uvec2;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use std::io::Cursor;
use std::path::Path;

/// A format whose feature is on.
pub(in crate::load) struct OtherFormat {
    name: &'static str,
    format: ImageFormat,
}

impl OtherFormat {
    /// Returns the format that [`describe_content`](crate::load::input::content::describe_content) has found, if its feature is on.
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
        return Err(LoadErrorKind::DamagedImage { format: "JPEG", detail: "it ends too early".into() });
    }
    Ok(())
}
