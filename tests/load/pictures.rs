//! Every kind of PNG against the mask it must give.

use crate::support::{png, png_with};
#[cfg(feature = "image")]
use image::{DynamicImage, ImageBuffer};
use png::BitDepth::{Eight, Four, One, Sixteen, Two};
use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
use reference::png::{SIGNATURE, chunk};
use std::borrow::Cow;
use std::path::Path;
use tileray::load::LoadOptions;
use tileray::solidity::{AlphaThreshold, SolidityRule};
use tileray::{LoadError, SolidityMap};

pub(crate) fn read(bytes: &[u8], rule: impl Into<SolidityRule>) -> Result<SolidityMap, LoadError> {
    let options = LoadOptions::default().with_rule(rule);
    SolidityMap::read("a.png", &|_: &Path| Ok(Cow::from(bytes.to_vec())), &options)
}

fn mask(picture: &str) -> SolidityMap {
    SolidityMap::from_ascii(picture).unwrap()
}

/// A row of 16-bit samples as a PNG holds them.
fn deep(samples: &[u16]) -> Vec<u8> {
    samples.iter().flat_map(|sample| sample.to_be_bytes()).collect()
}

#[test]
fn every_color_type_gives_its_mask() {
    let palette: Vec<u8> = (0..16).flat_map(|index| [index * 16, 0, 255 - index * 16]).collect();
    let indexed = |depth, data: &[u8], alphas: Option<&[u8]>| {
        let entries = if depth == One { 2 } else { 4 };
        png_with(4, 2, Indexed, depth, data, Some(&palette[..entries * 3]), alphas)
    };
    let any = AlphaThreshold::ANY;
    let cases: [(&str, Vec<u8>, AlphaThreshold, &str); 23] = [
        ("palette of 1 bit", indexed(One, &[0x50, 0xa0], None), any, "#### ####"),
        ("palette of 1 bit with alpha", indexed(One, &[0x50, 0xa0], Some(&[0])), any, ".#.# #.#."),
        ("palette of 2 bits with alpha", indexed(Two, &[0x1b, 0xe4], Some(&[0, 255, 1])), any, ".### ###."),
        ("palette of 4 bits with alpha", indexed(Four, &[0x01, 0x23, 0x32, 0x10], Some(&[0, 0, 9])), any, "..## ##.."),
        ("palette of 8 bits", indexed(Eight, &[0, 1, 2, 3, 3, 2, 1, 0], None), any, "#### ####"),
        (
            "palette of 8 bits with alpha",
            indexed(Eight, &[0, 1, 2, 3, 3, 2, 1, 0], Some(&[255, 0, 128])),
            any,
            "#.## ##.#",
        ),
        (
            "palette of 8 bits, half",
            indexed(Eight, &[0, 1, 2, 3, 3, 2, 1, 0], Some(&[127, 0, 128])),
            AlphaThreshold::at_least(128),
            "..## ##..",
        ),
        ("gray of 1 bit", png(4, 1, Grayscale, One, &[0x50]), any, "####"),
        ("gray of 1 bit with a key", png_with(4, 1, Grayscale, One, &[0x50], None, Some(&[0, 1])), any, "#.#."),
        ("gray of 2 bits with a key", png_with(4, 1, Grayscale, Two, &[0x1b], None, Some(&[0, 2])), any, "##.#"),
        (
            "gray of 4 bits with a key",
            png_with(4, 1, Grayscale, Four, &[0x1b, 0x0b], None, Some(&[0, 11])),
            any,
            "#.#.",
        ),
        ("gray of 8 bits", png(4, 1, Grayscale, Eight, &[0, 1, 128, 255]), any, "####"),
        (
            "gray of 8 bits with a key",
            png_with(4, 1, Grayscale, Eight, &[0, 1, 128, 255], None, Some(&[0, 128])),
            any,
            "##.#",
        ),
        ("gray of 16 bits", png(2, 1, Grayscale, Sixteen, &deep(&[0, 9])), any, "##"),
        // The key differs from the first sample in the low byte only.
        (
            "gray of 16 bits with a key",
            png_with(2, 1, Grayscale, Sixteen, &deep(&[256, 257]), None, Some(&[1, 1])),
            any,
            "#.",
        ),
        ("gray and alpha", png(4, 1, GrayscaleAlpha, Eight, &[9, 0, 9, 1, 9, 254, 9, 255]), any, ".###"),
        ("gray and alpha of 16 bits", png(3, 1, GrayscaleAlpha, Sixteen, &deep(&[9, 0, 9, 1, 9, 256])), any, ".##"),
        ("colors", png(2, 1, Rgb, Eight, &[0, 0, 0, 1, 2, 3]), any, "##"),
        (
            "colors with a key",
            png_with(2, 1, Rgb, Eight, &[1, 2, 4, 1, 2, 3], None, Some(&[0, 1, 0, 2, 0, 3])),
            any,
            "#.",
        ),
        (
            "colors of 16 bits with a key",
            png_with(2, 1, Rgb, Sixteen, &deep(&[1, 2, 3, 1, 2, 4]), None, Some(&[0, 1, 0, 2, 0, 3])),
            any,
            ".#",
        ),
        ("colors and alpha", png(3, 1, Rgba, Eight, &[9, 9, 9, 0, 9, 9, 9, 1, 9, 9, 9, 255]), any, ".##"),
        (
            "colors and alpha of 16 bits",
            png(3, 1, Rgba, Sixteen, &deep(&[0, 0, 0, 0x7fff, 0, 0, 0, 0x8000, 0, 0, 0, 0x8080])),
            AlphaThreshold::at_least(128),
            "..#",
        ),
        (
            "colors and alpha of 16 bits, to the last bit",
            png(3, 1, Rgba, Sixteen, &deep(&[0, 0, 0, 0x7fff, 0, 0, 0, 0x8000, 0, 0, 0, 0])),
            AlphaThreshold::at_least_16_bit(0x8000),
            ".#.",
        ),
    ];
    for (name, bytes, threshold, expected) in cases {
        let expected = mask(&expected.replace(' ', "\n"));
        assert_eq!(read(&bytes, threshold).unwrap(), expected, "{name}");
        #[cfg(feature = "image")]
        {
            let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).unwrap();
            assert_eq!(SolidityMap::from_image(&picture, threshold), expected, "{name}, by the image crate");
        }
    }
}

/// An interlaced PNG of gray and alpha, 8 bits each. The encoder writes none, so this is one by hand, in 7 passes.
fn interlaced_png(width: usize, height: usize, alpha: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut data = Vec::new();
    for (left, top, right, down) in passes.into_iter().filter(|pass| pass.0 < width) {
        for y in (top..height).step_by(down) {
            data.push(0);
            data.extend((left..width).step_by(right).flat_map(|x| [7, alpha(x, y)]));
        }
    }
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &data).unwrap();
    let data = encoder.finish().unwrap();
    let header = [0, 0, 0, width as u8, 0, 0, 0, height as u8, 8, 4, 0, 0, 1];
    [SIGNATURE, &chunk(b"IHDR", &header), &chunk(b"IDAT", &data), &chunk(b"IEND", &[])].concat()
}

#[test]
fn interlaced_pictures_are_put_together() {
    let solid = |x: usize, y: usize| (x * 3 + y * 5) % 7 < 3 || x == y;
    for width in (1..20).chain([63, 64, 65, 130]) {
        for height in 1..20 {
            let bytes = interlaced_png(width, height, |x, y| if solid(x, y) { 200 } else { 0 });
            let expected = SolidityMap::from_fn(width as u32, height as u32, |x, y| solid(x as usize, y as usize));
            assert_eq!(read(&bytes, AlphaThreshold::ANY).unwrap(), expected, "{width}x{height}");
        }
    }
}

/// The smallest alpha of 16 bits is solid, though it is 0 at 8 bits.
#[test]
fn alpha_of_16_bits_is_compared_whole() {
    let alphas = [0, 1, 127, 128, 256, 257, 0x7fff, 0x8000, 0xfffe, 0xffff];
    let gray: Vec<u16> = alphas.into_iter().flat_map(|alpha| [9, alpha]).collect();
    let color: Vec<u16> = alphas.into_iter().flat_map(|alpha| [9, 8, 7, alpha]).collect();
    let cases = [
        (AlphaThreshold::ANY, ".#########"),
        (AlphaThreshold::at_least(1), ".....#####"),
        (AlphaThreshold::at_least_16_bit(128), "...#######"),
        (AlphaThreshold::at_least_16_bit(0x8000), ".......###"),
        (AlphaThreshold::OPAQUE, ".........#"),
        (AlphaThreshold::at_least(0), "##########"),
    ];
    for (kind, samples) in [(GrayscaleAlpha, gray), (Rgba, color)] {
        let bytes = png(10, 1, kind, Sixteen, &deep(&samples));
        for (threshold, expected) in cases {
            assert_eq!(read(&bytes, threshold).unwrap(), mask(expected), "{kind:?} {threshold:?}");
        }
    }
}

/// Rows of masks end inside their last word or fill it.
#[test]
fn pictures_of_every_width_give_their_masks() {
    let alpha = |x: u32, y: u32| if (x * 3 + y * 5) % 7 < 3 || x == y { 200 } else { 0 };
    for width in (1..10).chain([63, 64, 65, 127, 128, 129, 1000]) {
        let data: Vec<u8> = (0..9).flat_map(|y| (0..width).flat_map(move |x| [7, alpha(x, y)])).collect();
        let bytes = png(width, 9, GrayscaleAlpha, Eight, &data);
        let expected = SolidityMap::from_fn(width, 9, |x, y| alpha(x, y) > 0);
        assert_eq!(read(&bytes, AlphaThreshold::ANY).unwrap(), expected, "{width}");
    }
}

#[test]
fn dark_pixels_are_solid_by_luma() {
    // 0.299 R + 0.587 G + 0.114 B below 128.
    let colors = [
        [0, 0, 0],
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
        [127, 127, 127],
        [128, 128, 128],
        [255, 88, 0],
        [255, 89, 0],
    ];
    let bytes = crate::support::rgb_png(8, &colors);
    let expected = mask("##.##.#.");
    assert_eq!(read(&bytes, SolidityRule::Darkness).unwrap(), expected);
    #[cfg(feature = "image")]
    assert_eq!(SolidityMap::from_darkness(&image::load_from_memory(&bytes).unwrap()), expected);
    // Alpha does not count, and grays are their own luma.
    let faint = png(2, 1, GrayscaleAlpha, Eight, &[127, 0, 128, 255]);
    assert_eq!(read(&faint, SolidityRule::Darkness).unwrap(), mask("#."));
}

#[test]
fn the_bound_of_darkness_is_chosen() {
    let grays: Vec<u8> = (0..=255).collect();
    let bytes = png(256, 1, Grayscale, Eight, &grays);
    for bound in [0, 1, 2, 100, 127, 128, 129, 254, 255] {
        let expected = SolidityMap::from_fn(256, 1, |x, _| x < u32::from(bound));
        assert_eq!(read(&bytes, SolidityRule::LumaBelow(bound)).unwrap(), expected, "{bound}");
    }
    let channels = [0, 1, 0x4000, 0x7fff, 0x8000, 0x8080, 0xffff];
    for red in channels {
        for green in channels {
            for blue in channels {
                let color = [red, green, blue, 0];
                assert_eq!(SolidityRule::LumaBelow(128).is_solid(color), SolidityRule::Darkness.is_solid(color));
            }
        }
    }
}

#[cfg(feature = "image")]
#[test]
fn pictures_in_memory_of_every_kind() {
    let any = AlphaThreshold::ANY;
    let float =
        ImageBuffer::from_raw(4, 1, vec![0.0f32, 0.0, 0.0, 1e-9, 0., 0., 0., 0., 0., 0., 0., 1., 0., 0., 0., f32::NAN]);
    let cases = [
        (DynamicImage::ImageRgba32F(float.unwrap()), "#.#."),
        (DynamicImage::ImageRgb32F(ImageBuffer::from_raw(1, 1, vec![0.0f32; 3]).unwrap()), "#"),
        (DynamicImage::ImageLuma16(ImageBuffer::from_raw(2, 1, vec![0, 1]).unwrap()), "##"),
        (DynamicImage::ImageLumaA16(ImageBuffer::from_raw(2, 1, vec![0, 1, 1, 0]).unwrap()), "#."),
        (DynamicImage::ImageRgb16(ImageBuffer::from_raw(1, 1, vec![0, 1, 2]).unwrap()), "#"),
        (DynamicImage::ImageRgba16(ImageBuffer::from_raw(2, 1, vec![0, 0, 0, 1, 9, 9, 9, 0]).unwrap()), "#."),
    ];
    for (picture, expected) in cases {
        assert_eq!(SolidityMap::from_image(&picture, any), mask(expected), "{:?}", picture.color());
    }
    assert_eq!(SolidityMap::from_image(&DynamicImage::new_rgba8(0, 0), any).count(), 0);
}
