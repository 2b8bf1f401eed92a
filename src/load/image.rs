use super::reader::read_file;
use super::{AssetReader, Files, LoadError, LoadOptions, png};
use crate::solidity::{AlphaThreshold, SolidityMap, SolidityRule};
use image::DynamicImage;
use std::path::Path;

impl SolidityMap {
    /// The mask of a picture: solid where alpha reaches the threshold, everywhere where the picture has no alpha.
    ///
    /// Alpha is compared at the picture's own depth, see [`AlphaThreshold`]. Costs a look at every pixel.
    ///
    /// # Panics
    /// On a picture above [`MAX_PIXELS`](Self::MAX_PIXELS).
    #[must_use]
    pub fn from_image(picture: &DynamicImage, threshold: AlphaThreshold) -> Self {
        Self::from_image_with(picture, threshold.into())
    }

    /// The mask of an opaque picture: solid where it is dark, see [`SolidityRule::Darkness`].
    ///
    /// # Panics
    /// On a picture above [`MAX_PIXELS`](Self::MAX_PIXELS).
    #[must_use]
    pub fn from_darkness(picture: &DynamicImage) -> Self {
        Self::from_image_with(picture, SolidityRule::Darkness)
    }

    /// The mask of a picture by a rule. Pictures in floating point are read at 16 bits, where any alpha above 0 stays
    /// above 0.
    ///
    /// # Panics
    /// On a picture above [`MAX_PIXELS`](Self::MAX_PIXELS).
    #[must_use]
    pub fn from_image_with(picture: &DynamicImage, rule: SolidityRule) -> Self {
        let (width, height) = (picture.width(), picture.height());
        // The color is asked for at each pixel and not the picture converted, which would take 8 bytes a pixel.
        let mask =
            |color: &dyn Fn(u32, u32) -> [u16; 4]| Self::from_fn(width, height, |x, y| rule.is_solid(color(x, y)));
        let wide = |channel: u8| u16::from(channel) * 257;
        const FULL: u16 = u16::MAX;
        match picture {
            DynamicImage::ImageLuma8(pixels) => mask(&|x, y| {
                let [gray] = pixels.get_pixel(x, y).0.map(wide);
                [gray, gray, gray, FULL]
            }),
            DynamicImage::ImageLumaA8(pixels) => mask(&|x, y| {
                let [gray, alpha] = pixels.get_pixel(x, y).0.map(wide);
                [gray, gray, gray, alpha]
            }),
            DynamicImage::ImageRgb8(pixels) => mask(&|x, y| {
                let [red, green, blue] = pixels.get_pixel(x, y).0.map(wide);
                [red, green, blue, FULL]
            }),
            DynamicImage::ImageRgba8(pixels) => mask(&|x, y| pixels.get_pixel(x, y).0.map(wide)),
            DynamicImage::ImageRgb32F(pixels) => mask(&|x, y| {
                let [red, green, blue] = pixels.get_pixel(x, y).0.map(from_float);
                [red, green, blue, FULL]
            }),
            DynamicImage::ImageRgba32F(pixels) => mask(&|x, y| pixels.get_pixel(x, y).0.map(from_float)),
            other => {
                let pixels = other.to_rgba16();
                mask(&|x, y| pixels.get_pixel(x, y).0)
            }
        }
    }

    /// The mask of a PNG file: any alpha above 0 is solid.
    ///
    /// # Errors
    /// Where [`read`](Self::read) is an error.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &LoadOptions::default())
    }

    /// The mask of a PNG file by the options' rule.
    ///
    /// # Errors
    /// Where [`read`](Self::read) is an error.
    pub fn open_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// The mask of a PNG that a reader has: any color type and depth, interlaced or not; of an animation, the picture
    /// that programs show which know no animations.
    ///
    /// # Errors
    /// A file that is not there, is empty, is not a PNG, ends too early, has a wrong checksum anywhere or is otherwise
    /// damaged, or goes beyond the options' limits.
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &LoadOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let bytes = read_file(reader, path, &options.limits)?;
        let pixels = png::decode(path, &bytes, &options.limits)?;
        let size = pixels.size;
        Ok(Self::from_fn(size.x, size.y, |x, y| options.rule.is_solid(pixels.color(x, y))))
    }
}

/// The nearest 16-bit value, but not 0 for anything above 0.
fn from_float(channel: f32) -> u16 {
    let nearest = (channel.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
    nearest.max(u16::from(channel > 0.0))
}
