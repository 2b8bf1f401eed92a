//! Pictures in other formats than PNG: what is solid, what a damaged file says, and what is said without the feature.

use crate::pictures::read;
use crate::support::exceeded;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use std::borrow::Cow;
use std::io::Cursor;
use std::path::Path;
use tileray::SolidityMap;
use tileray::load::{Limit, LoadLimits, LoadOptions};
use tileray::solidity::{AlphaThreshold, SolidityRule};

/// A picture whose alpha is 0 or 255, dark on the left.
fn picture(width: u32, height: u32, seed: u64) -> RgbaImage {
    let mut rng = fastrand::Rng::with_seed(seed);
    RgbaImage::from_fn(width, height, |x, _| {
        let gray = if x < width / 2 { 20 } else { 230 };
        Rgba([gray, gray, gray, if rng.bool() { 255 } else { 0 }])
    })
}

fn solidity(picture: &RgbaImage) -> SolidityMap {
    SolidityMap::from_fn(picture.width(), picture.height(), |x, y| picture.get_pixel(x, y).0[3] > 0)
}

fn encode(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    match format {
        ImageFormat::Jpeg => DynamicImage::from(picture.clone()).to_rgb8().write_to(&mut bytes, format).unwrap(),
        _ => picture.write_to(&mut bytes, format).unwrap(),
    }
    bytes.into_inner()
}

const WITH_ALPHA: [ImageFormat; 3] = [ImageFormat::WebP, ImageFormat::Bmp, ImageFormat::Gif];
const ALL: [ImageFormat; 4] = [ImageFormat::WebP, ImageFormat::Bmp, ImageFormat::Gif, ImageFormat::Jpeg];

/// A small picture in each format, with a name.
pub(crate) fn small_pictures() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let picture = picture(19, 7, 3);
    ["a.webp", "a.bmp", "a.gif", "a.jpg"]
        .into_iter()
        .zip(ALL)
        .map(move |(name, format)| (name, encode(&picture, format)))
}

#[test]
fn alpha_and_luma_decide_as_in_a_png() {
    for (seed, (width, height)) in (0..).zip([(1, 1), (7, 5), (64, 3), (65, 40), (130, 17)]) {
        let picture = picture(width, height, seed);
        let dark = SolidityMap::from_fn(width, height, |x, _| x < width / 2);
        for format in WITH_ALPHA {
            let bytes = encode(&picture, format);
            assert_eq!(read(&bytes, AlphaThreshold::ANY).unwrap(), solidity(&picture), "{format:?} {width}x{height}");
        }
        let bytes = encode(&picture, ImageFormat::Jpeg);
        assert_eq!(read(&bytes, AlphaThreshold::ANY).unwrap().count(), u64::from(width * height));
        // A lossy format blurs the edge between the halves, unless it lies between two blocks of 8 pixels.
        if width % 16 == 0 {
            assert_eq!(read(&bytes, SolidityRule::Darkness).unwrap(), dark, "{width}x{height}");
        }
    }
}

#[test]
fn a_file_cut_short_is_an_error() {
    let picture = picture(33, 20, 4);
    for format in ALL {
        let bytes = encode(&picture, format);
        // The last bytes of a GIF and of a BMP hold no pixels.
        for length in 4..bytes.len() - 8 {
            assert!(read(&bytes[..length], AlphaThreshold::ANY).is_err(), "{format:?}: {length} of {}", bytes.len());
        }
        assert!(read(&bytes, AlphaThreshold::ANY).is_ok());
    }
}

#[test]
fn sizes_are_checked_before_pixels_are_decoded() {
    let picture = picture(20, 12, 5);
    for format in ALL {
        let bytes = encode(&picture, format);
        let options = LoadOptions::default().limits(LoadLimits::default().image_pixels(239));
        let read = SolidityMap::read("a", &|_: &Path| Ok(Cow::from(bytes.clone())), &options);
        assert_eq!(exceeded(read), (Limit::ImagePixels, 240, 239));
    }
}

#[test]
fn a_jpeg_of_very_many_scans_is_refused() {
    let mut bytes = encode(&picture(8, 8, 1), ImageFormat::Jpeg);
    bytes.extend([0xff, 0xda].repeat(101));
    let message = read(&bytes, AlphaThreshold::ANY).unwrap_err().to_string();
    assert!(message.contains("a JPEG image of more than 100 scans is not supported"), "{message}");
}
