//! Damaged, wrong and too large pictures, and what is said about them.

use crate::pictures::read;
use crate::support::{assert_says, exceeded, png_with};
use reference::png::{chunk, chunks, seal};
use std::path::Path;
use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};
use tileray::solidity::AlphaThreshold;
use tileray::{LoadError, SolidityMap};

const ANY: AlphaThreshold = AlphaThreshold::ANY;

/// The content of a chunk that is not read.
const FOUR: &[u8] = b"a\0\0\x01";

/// A palette picture with a transparency chunk.
fn palette_png() -> Vec<u8> {
    let palette = [1, 2, 3, 4, 5, 6];
    let color = png::ColorType::Indexed;
    png_with(16, 4, color, png::BitDepth::One, &[0xaa; 8], Some(&palette), Some(&[0, 255]))
}

/// A picture with other bytes in the place of its first chunk of a name, or before it.
fn replaced(bytes: &[u8], name: &str, by: &[u8]) -> Vec<u8> {
    let (_, start, length) = chunks(bytes).into_iter().find(|(found, ..)| found == name).unwrap();
    [&bytes[..start - 8], by, &bytes[start + length + 4..]].concat()
}

fn before(bytes: &[u8], name: &str, by: &[u8]) -> Vec<u8> {
    let (_, start, _) = chunks(bytes).into_iter().find(|(found, ..)| found == name).unwrap();
    [&bytes[..start - 8], by, &bytes[start - 8..]].concat()
}

/// The palette picture with another size in its header.
fn sized([width, height]: [u32; 2]) -> Vec<u8> {
    let mut bytes = palette_png();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    seal(&mut bytes, 16, 13);
    bytes
}

/// What is said of a picture whose bytes are damaged.
#[track_caller]
fn damage(bytes: &[u8]) -> String {
    let error = read(bytes, ANY).unwrap_err();
    assert!(matches!(error.kind(), LoadErrorKind::DamagedImage { .. }), "{error}");
    error.to_string()
}

fn read_with(bytes: &[u8], limits: LoadLimits) -> Result<SolidityMap, LoadError> {
    let options = LoadOptions::default().limits(limits);
    SolidityMap::read("a.png", &|_: &Path| Ok(bytes.to_vec()), &options)
}

#[test]
fn a_wrong_checksum_of_a_chunk_that_decides_pixels_is_an_error() {
    let bytes = palette_png();
    let expected = read(&bytes, ANY).unwrap();
    // Chunks that are not read; they stand before the pixels.
    let skipped = [&b"tEXt"[..], b"zTXt", b"iTXt", b"iCCP", b"cLLI", b"mDCV", b"cICP", b"sRGB", b"gAMA", b"cHRM"];
    let skipped = [&skipped[..], &[b"pHYs", b"tIME", b"sBIT", b"bKGD", b"hIST", b"sPLT", b"eXIf", b"teST"]].concat();
    let others: Vec<u8> = skipped.iter().flat_map(|name| chunk(name, FOUR)).collect();
    let bytes = before(&bytes, "IDAT", &others);
    assert_eq!(read(&bytes, ANY).unwrap(), expected);
    let chunks = chunks(&bytes);
    assert_eq!(chunks.len(), 5 + skipped.len());
    for (name, start, length) in chunks {
        let mut damaged = bytes.clone();
        damaged[start + length + 1] ^= 0x40;
        if skipped.contains(&name.as_bytes()) {
            assert_eq!(read(&damaged, ANY).unwrap(), expected, "{name}");
        } else {
            assert_says(&damage(&damaged), &[&format!("chunk {name} has a wrong checksum")]);
        }
    }
    for name in [b"acTL", b"fcTL", b"fdAT"] {
        let mut damaged = chunk(name, &[0; 26]);
        *damaged.last_mut().unwrap() ^= 1;
        assert!(read(&before(&palette_png(), "IDAT", &damaged), ANY).is_err());
    }
}

#[test]
fn a_chunk_in_a_wrong_place_or_of_a_wrong_length_is_named() {
    use png::{BitDepth::Eight, ColorType};
    let palette = palette_png();
    let gray = png_with(2, 1, ColorType::Grayscale, Eight, &[0, 1], None, Some(&[0, 1]));
    let rgb = png_with(1, 1, ColorType::Rgb, Eight, &[0; 3], None, Some(&[0; 6]));
    let transparency = |bytes: &[u8], length| replaced(bytes, "tRNS", &chunk(b"tRNS", &vec![0; length]));
    let (_, start, length) = chunks(&palette).into_iter().find(|(name, ..)| name == "IDAT").unwrap();
    let (first, second) = palette[start..start + length].split_at(length / 2);
    let parts = |between: &[u8]| {
        let parts = [&chunk(b"IDAT", first)[..], between, &chunk(b"IDAT", second)].concat();
        replaced(&palette, "IDAT", &parts)
    };
    let right = [(&palette, 0), (&palette, 1), (&palette, 2), (&gray, 2), (&rgb, 6)];
    let right = right.map(|(bytes, length)| transparency(bytes, length));
    assert!(right.iter().chain([&parts(&[])]).all(|bytes| read(bytes, ANY).is_ok()));

    let mut wrong = vec![
        (before(&palette, "IHDR", &chunk(b"PLTE", &[0; 3])), "its first chunk is PLTE".to_owned()),
        (before(&palette, "tRNS", &chunk(b"PLTE", &[0; 3])), "its chunk PLTE must appear at most once".into()),
        (before(&palette, "tRNS", &chunk(b"IEND", FOUR)), "IEND".into()),
        (before(&palette, "tRNS", &chunk(b"ABCD", FOUR)), "ABCD".into()),
        (before(&palette, "tRNS", &chunk(b"A, }", FOUR)), "A, }".into()),
        (parts(&chunk(b"tEXt", FOUR)), "its chunk IDAT is not next to the IDAT before it".into()),
    ];
    for length in [1, 2, 4, 5, 7, 256, 767] {
        let bytes = replaced(&palette, "PLTE", &chunk(b"PLTE", &vec![7; length]));
        wrong.push((bytes, format!("PLTE has {length} bytes, which is not a multiple of 3")));
    }
    for (bytes, length) in [(&palette, 3), (&palette, 256), (&gray, 0), (&gray, 1), (&gray, 3), (&rgb, 5), (&rgb, 7)] {
        wrong.push((transparency(bytes, length), format!("its chunk tRNS has {length} bytes")));
    }
    for (bytes, expected) in wrong {
        let message = damage(&bytes);
        assert!(message.contains(&expected) && !message.contains("ChunkType"), "{message}");
    }
}

/// Small pictures of every color type and depth, plain and with a transparency chunk.
pub(crate) fn pictures_of_every_kind() -> Vec<Vec<u8>> {
    use png::{BitDepth::*, ColorType::*};
    let kinds = [
        (Grayscale, &[One, Two, Four, Eight, Sixteen][..]),
        (Indexed, &[One, Two, Four, Eight]),
        (Rgb, &[Eight, Sixteen]),
        (GrayscaleAlpha, &[Eight, Sixteen]),
        (Rgba, &[Eight, Sixteen]),
    ];
    let mut pictures = Vec::new();
    for (color, depths) in kinds {
        for &depth in depths {
            let data = vec![0x1b; (5 * color.samples() * depth as usize).div_ceil(8) * 3];
            let palette = (color == Indexed).then_some(&[9; 6][..]);
            let key: Option<&[u8]> = match color {
                Grayscale => Some(&[0, 1]),
                Rgb => Some(&[0, 1, 0, 2, 0, 3]),
                Indexed => Some(&[0, 255]),
                _ => None,
            };
            pictures.push(png_with(5, 3, color, depth, &data, palette, None));
            pictures.extend(key.map(|key| png_with(5, 3, color, depth, &data, palette, Some(key))));
        }
    }
    pictures
}

/// Checksums are made right again, so that the changes reach the decoder.
#[test]
fn chunks_with_other_bytes_are_no_panic() {
    const NAMES: [&[u8]; 20] = [
        b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT", b"gAMA", b"cHRM", b"sRGB", b"iCCP",
        b"sBIT", b"bKGD", b"pHYs", b"cICP", b"mDCV", b"cLLI", b"eXIf", b"teST",
    ];
    let pictures = pictures_of_every_kind();
    let mut random = fastrand::Rng::with_seed(9);
    for case in 0..crate::support::cases(2000) {
        let mut bytes = random.choice(&pictures).unwrap().clone();
        for _ in 0..random.usize(1..4) {
            let found = chunks(&bytes);
            let (_, start, length) = *random.choice(&found).unwrap();
            match random.u8(0..4) {
                0 if length > 0 => {
                    bytes[start + random.usize(..length)] = random.u8(..);
                    seal(&mut bytes, start, length);
                }
                // A chunk of another length.
                1 => {
                    let mut content = bytes[start..start + length].to_vec();
                    content.resize(random.usize(..40), random.u8(..));
                    let name = bytes[start - 4..start].to_vec();
                    bytes.splice(start - 8..start + length + 4, chunk(&name, &content)).for_each(drop);
                }
                2 => {
                    bytes.splice(start - 8..start + length + 4, []).for_each(drop);
                }
                _ => {
                    let content: Vec<u8> = (0..random.usize(..40)).map(|_| random.u8(..)).collect();
                    let other = chunk(random.choice(NAMES).unwrap(), &content);
                    bytes.splice(start - 8..start - 8, other).for_each(drop);
                }
            }
        }
        let read = || read_with(&bytes, LoadLimits::default().image_pixels(1 << 16)).err();
        if let Some(error) = std::panic::catch_unwind(read).unwrap_or_else(|_| panic!("case {case}: {bytes:?}")) {
            assert!(error.to_string().len() < 400 && !error.to_string().contains("ChunkType"), "{error}");
        }
    }
}

#[test]
fn a_wrong_adler_sum_is_an_error() {
    let mut bytes = palette_png();
    let (_, start, length) = chunks(&bytes).into_iter().find(|(name, ..)| name == "IDAT").unwrap();
    bytes[start + length - 1] ^= 1;
    seal(&mut bytes, start, length);
    damage(&bytes);
}

#[test]
fn every_length_but_the_whole_is_an_error() {
    let bytes = palette_png();
    for length in 0..bytes.len() {
        let error = read(&bytes[..length], ANY).unwrap_err();
        let expected = match length {
            0 => matches!(error.kind(), LoadErrorKind::Empty),
            _ => error.to_string().contains("(it ends too early)"),
        };
        assert!(expected, "{length} bytes: {error}");
    }
    assert!(read(&bytes, ANY).is_ok());
}

#[test]
fn every_flipped_bit_is_an_error() {
    let bytes = palette_png();
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged, ANY).is_err(), "bit {} of byte {}", bit % 8, bit / 8);
    }
}

#[test]
fn other_formats_name_their_feature_or_their_fault() {
    let cases: [(&[u8], &str, &str, bool); 4] = [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG", "jpeg", cfg!(feature = "jpeg")),
        (b"GIF89a", "GIF", "gif", cfg!(feature = "gif")),
        (b"RIFF\0\0\0\0WEBPVP8 ", "WebP", "webp", cfg!(feature = "webp")),
        (b"BM\0\0", "BMP", "bmp", cfg!(feature = "bmp")),
    ];
    for (bytes, format, feature, is_on) in cases {
        let message = read(bytes, ANY).unwrap_err().to_string();
        let expected = match is_on {
            true => format!("a.png: the {format} image cannot be decoded ("),
            false => {
                format!("a.png: this is a {format} image, which needs the feature '{feature}' of tileray")
            }
        };
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    for (size, what) in [
        ([100_000; 2], "10000000000 pixels"),
        ([u32::MAX >> 1, 1], "2147483647 pixels"),
        ([1, u32::MAX >> 1], "2147483647 pixels"),
    ] {
        let message = read(&sized(size), ANY).unwrap_err().to_string();
        assert_says(&message, &[what, "67108864", "make it smaller, or raise LoadLimits::image_pixels"]);
    }
    for size in [[0, 1], [1, 0], [0, 0]] {
        assert!(read(&sized(size), ANY).is_err());
    }
}

/// A row of a mask takes 8 bytes at least, so that a few bytes of a narrow image may stand for much memory.
#[test]
fn narrow_images_are_bounded_by_their_masks() {
    let limits = LoadLimits::default();
    let read_size = |size: [u32; 2], limits| read_with(&sized(size), limits);
    let error = read_size([1, 1 << 26], limits).unwrap_err();
    assert_says(&error.to_string(), &["takes 536870912 bytes", "raise LoadLimits::image_pixels"]);
    assert_eq!(exceeded::<()>(Err(error)), (Limit::MaskBytes, 1 << 29, 1 << 26));
    // These pass the check; the pixels are missing.
    let limits_and_sizes = [
        (limits.image_pixels(1 << 20), [1, 1 << 17]),
        (limits.image_pixels(1 << 20), [8, 1 << 17]),
        (limits.image_pixels(1 << 20), [64, 1 << 14]),
        (limits.image_pixels(1 << 13), [1, 1 << 13]),
    ];
    for (limits, size) in limits_and_sizes {
        let error = read_size(size, limits).unwrap_err();
        assert!(!matches!(error.kind(), LoadErrorKind::LimitExceeded(_)), "{size:?}: {error}");
    }
    let (limit, _, most) = exceeded(read_size([7, (1 << 17) + 1], limits.image_pixels(1 << 20)));
    assert_eq!((limit, most), (Limit::MaskBytes, 1_048_576));
}
