//! Masks of the pictures of the crate `image`.

use crate::geometry::Bound;
use crate::solidity::{AlphaThreshold, SolidityMap, SolidityRule};
use image::{DynamicImage, Pixel};

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
}

/// Returns the nearest 16-bit value, but not 0 for a value above 0.
fn from_float(channel: f32) -> u16 {
    let nearest = (channel.within(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
    nearest.max(u16::from(channel > 0.0))
}
