//! Every kind of PNG against the mask it must give.

use crate::support::{png, png_with};
#[cfg(feature = "image")]
use image::{DynamicImage, ImageBuffer};
use png::BitDepth::{Eight, One, Sixteen};
use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
use reference::png::{SIGNATURE, chunk};
use std::borrow::Cow;
use std::path::Path;
use tileray::load::LoadOptions;
use tileray::solidity::{AlphaThreshold, SolidityRule};
use tileray::{LoadError, SolidityMap};

pub(crate) fn read(bytes: &[u8], rule: impl Into<SolidityRule>) -> Result<SolidityMap, LoadError> {
    let options = LoadOptions::default().rule(rule);
    SolidityMap::read("a.png", &|_: &Path| Ok(Cow::from(bytes.to_vec())), &options)
}

fn mask(picture: &str) -> SolidityMap {
    SolidityMap::from_ascii(picture).unwrap()
}

/// A row of 16-bit samples as a PNG holds them.
fn deep(samples: &[u16]) -> Vec<u8> {
    samples.iter().flat_map(|sample| sample.to_be_bytes()).collect()
}

/// Width, color type and depth; the bytes of the rows; those of the transparency chunk; the least alpha that is solid; the mask.
const KINDS: &str = "
    4 Indexed 1         | 50 a0                                              |                | any  | #### ####
    4 Indexed 1         | 50 a0                                              | 00             | any  | .#.# #.#.
    4 Indexed 2         | 1b e4                                              | 00 ff 01       | any  | .### ###.
    4 Indexed 4         | 01 23 32 10                                        | 00 00 09       | any  | ..## ##..
    4 Indexed 8         | 00 01 02 03 03 02 01 00                            |                | any  | #### ####
    4 Indexed 8         | 00 01 02 03 03 02 01 00                            | ff 00 80       | any  | #.## ##.#
    4 Indexed 8         | 00 01 02 03 03 02 01 00                            | 7f 00 80       | 8080 | ..## ##..
    4 Grayscale 1       | 50                                                 |                | any  | ####
    4 Grayscale 1       | 50                                                 | 00 01          | any  | #.#.
    4 Grayscale 2       | 1b                                                 | 00 02          | any  | ##.#
    4 Grayscale 4       | 1b 0b                                              | 00 0b          | any  | #.#.
    4 Grayscale 8       | 00 01 80 ff                                        |                | any  | ####
    4 Grayscale 8       | 00 01 80 ff                                        | 00 80          | any  | ##.#
    2 Grayscale 16      | 0000 0009                                          |                | any  | ##
    2 Grayscale 16      | 0100 0101                                          | 0101           | any  | #.
    4 GrayscaleAlpha 8  | 0900 0901 09fe 09ff                                |                | any  | .###
    3 GrayscaleAlpha 16 | 00090000 00090001 00090100                         |                | any  | .##
    2 Rgb 8             | 000000 010203                                      |                | any  | ##
    2 Rgb 8             | 010204 010203                                      | 0001 0002 0003 | any  | #.
    2 Rgb 16            | 000100020003 000100020004                          | 0001 0002 0003 | any  | .#
    3 Rgba 8            | 09090900 09090901 090909ff                         |                | any  | .##
    3 Rgba 16           | 0000000000007fff 0000000000008000 0000000000008080 |                | 8080 | ..#
    3 Rgba 16           | 0000000000007fff 0000000000008000 0000000000000000 |                | 8000 | .#.
";

#[test]
fn every_color_type_gives_its_mask() {
    let palette: Vec<u8> = (0..16).flat_map(|index| [index * 16, 0, 255 - index * 16]).collect();
    let bytes_of = |text: &str| -> Vec<u8> {
        let digits = text.replace(' ', "");
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
    };
    let colors = [Indexed, Grayscale, GrayscaleAlpha, Rgb, Rgba];
    for case in KINDS.lines().filter(|line| !line.is_empty()) {
        let [kind, data, transparency, least, expected] = case.split('|').collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let [width, color, depth] = kind.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{case}") };
        let color = colors.into_iter().find(|known| format!("{known:?}") == color).expect(case);
        let depth = png::BitDepth::from_u8(depth.parse().unwrap()).expect(case);
        let threshold =
            u16::from_str_radix(least.trim(), 16).map_or(AlphaThreshold::ANY, AlphaThreshold::at_least_16_bit);
        let (transparency, rows) = (bytes_of(transparency), expected.split_whitespace().count() as u32);
        let palette = (color == Indexed).then(|| &palette[..if depth == One { 6 } else { 12 }]);
        let transparency = (!transparency.is_empty()).then_some(&transparency[..]);
        let bytes = png_with(width.parse().unwrap(), rows, color, depth, &bytes_of(data), palette, transparency);
        let expected = mask(&expected.trim().replace(' ', "\n"));
        assert_eq!(read(&bytes, threshold).unwrap(), expected, "{case}");
        #[cfg(feature = "image")]
        {
            let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).unwrap();
            assert_eq!(SolidityMap::from_image(&picture, threshold), expected, "{case}, by the image crate");
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

/// Rows of masks end inside their last word or fill it.
#[test]
fn pictures_of_every_size_give_their_masks_interlaced_or_not() {
    let alpha = |x: usize, y: usize| if (x * 3 + y * 5) % 7 < 3 || x == y { 200 } else { 0 };
    for width in (1..20).chain([63, 64, 65, 128, 130]) {
        for height in 1..20 {
            let data: Vec<u8> = (0..height).flat_map(|y| (0..width).flat_map(move |x| [7, alpha(x, y)])).collect();
            let plain = png(width as u32, height as u32, GrayscaleAlpha, Eight, &data);
            let solid = |x, y| alpha(x as usize, y as usize) > 0;
            let expected = SolidityMap::from_fn(width as u32, height as u32, solid);
            for bytes in [plain, interlaced_png(width, height, alpha)] {
                assert_eq!(read(&bytes, AlphaThreshold::ANY).unwrap(), expected, "{width}x{height}");
            }
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
    assert_eq!(SolidityMap::from_image(&image::load_from_memory(&bytes).unwrap(), SolidityRule::Darkness), expected);
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
