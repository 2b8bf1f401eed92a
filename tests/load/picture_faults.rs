//! Damaged, wrong and too large pictures, and what is said about them.

use crate::pictures::read;
use crate::support::{ascii_png, png_with};
use std::path::Path;
use tileray::SolidityMap;
use tileray::load::{Limit, LimitExceeded, LoadErrorKind, LoadLimits, LoadOptions};
use tileray::solidity::AlphaThreshold;

const ANY: AlphaThreshold = AlphaThreshold::ANY;

/// A palette picture with a transparency chunk.
fn palette_png() -> Vec<u8> {
    let palette = [1, 2, 3, 4, 5, 6];
    let color = png::ColorType::Indexed;
    png_with(16, 4, color, png::BitDepth::One, &[0xaa; 8], Some(&palette), Some(&[0, 255]))
}

/// The places of the chunks: name, start of the content, its length.
fn chunks(bytes: &[u8]) -> Vec<(String, usize, usize)> {
    let mut chunks = Vec::new();
    let mut at = 8;
    while at < bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        chunks.push((String::from_utf8_lossy(&bytes[at + 4..at + 8]).into_owned(), at + 8, length));
        at += length + 12;
    }
    chunks
}

/// A chunk of four bytes.
fn chunk(name: &[u8]) -> Vec<u8> {
    let mut chunk = [&[0, 0, 0, 4], name, &[b'a', 0, 0, 1], &[0; 4]].concat();
    seal(&mut chunk, 8, 4);
    chunk
}

/// Makes the checksum of the chunk right again after its content was changed.
fn seal(bytes: &mut [u8], start: usize, length: usize) {
    let mut crc = flate2::Crc::new();
    crc.update(&bytes[start - 4..start + length]);
    bytes[start + length..start + length + 4].copy_from_slice(&crc.sum().to_be_bytes());
}

#[test]
fn a_wrong_checksum_of_a_chunk_that_decides_pixels_is_an_error() {
    let mut bytes = palette_png();
    let expected = read(&bytes, ANY).unwrap();
    // Chunks that are not read; they stand before the pixels.
    let skipped = [&b"tEXt"[..], b"zTXt", b"iTXt", b"iCCP", b"cLLI", b"mDCV", b"cICP", b"sRGB", b"gAMA", b"cHRM"];
    let skipped = [&skipped[..], &[b"pHYs", b"tIME", b"sBIT", b"bKGD", b"hIST", b"sPLT", b"eXIf", b"teST"]].concat();
    let pixels = chunks(&bytes).into_iter().find(|(name, ..)| name == "IDAT").map(|(_, start, _)| start - 8).unwrap();
    let others: Vec<u8> = skipped.iter().flat_map(|name| chunk(name)).collect();
    bytes.splice(pixels..pixels, others).for_each(drop);
    assert_eq!(read(&bytes, ANY).unwrap(), expected);
    let chunks = chunks(&bytes);
    assert_eq!(chunks.len(), 5 + skipped.len());
    for (name, start, length) in chunks {
        let mut damaged = bytes.clone();
        damaged[start + length + 1] ^= 0x40;
        if skipped.contains(&name.as_bytes()) {
            assert_eq!(read(&damaged, ANY).unwrap(), expected, "{name}");
            continue;
        }
        let error = read(&damaged, ANY).unwrap_err();
        assert!(matches!(error.kind(), LoadErrorKind::DamagedImage { .. }), "{name}: {error}");
        assert!(error.to_string().contains(&format!("a checksum is wrong, of chunk {name}")), "{name}: {error}");
    }
}

#[test]
fn a_wrong_checksum_of_an_animation_is_an_error() {
    for name in [b"acTL", b"fcTL", b"fdAT"] {
        let mut bytes = palette_png();
        let pixels = chunks(&bytes).iter().find(|(name, ..)| name == "IDAT").unwrap().1 - 8;
        let mut damaged = chunk_of(name, &[0; 26]);
        *damaged.last_mut().unwrap() ^= 1;
        bytes.splice(pixels..pixels, damaged).for_each(drop);
        assert!(read(&bytes, ANY).is_err());
    }
}

#[test]
fn errors_name_chunks() {
    let bytes = palette_png();
    let found = chunks(&bytes);
    let with = |index: usize, chunk: &[u8]| {
        let (mut bytes, start) = (bytes.clone(), found[index].1 - 8);
        bytes.splice(start..start, chunk.iter().copied()).for_each(drop);
        read(&bytes, ANY).unwrap_err().to_string()
    };
    let cases = [
        (with(0, &chunk_of(b"PLTE", &[0; 3])), "its first chunk is PLTE"),
        (with(2, &chunk_of(b"PLTE", &[0; 3])), "its chunk PLTE must appear at most once"),
        (with(2, &chunk(b"IEND")), "IEND"),
        (with(2, &chunk(b"ABCD")), "ABCD"),
        (with(2, &chunk(b"A, }")), "A, }"),
    ];
    for (message, expected) in cases {
        assert!(message.contains(expected) && !message.contains("ChunkType"), "{message}");
    }
}

#[test]
fn a_chunk_between_the_pixels_is_an_error() {
    let mut bytes = palette_png();
    let (_, start, length) = chunks(&bytes).into_iter().find(|(name, ..)| name == "IDAT").unwrap();
    let (first, second) = bytes[start..start + length].split_at(length / 2);
    let parts = |between: &[u8]| [&chunk_of(b"IDAT", first)[..], between, &chunk_of(b"IDAT", second)].concat();
    let (joined, parted) = (parts(&[]), parts(&chunk(b"tEXt")));
    let range = start - 8..start + length + 4;
    let mut whole = bytes.clone();
    whole.splice(range.clone(), joined).for_each(drop);
    assert!(read(&whole, ANY).is_ok());
    bytes.splice(range, parted).for_each(drop);
    assert!(matches!(read(&bytes, ANY).unwrap_err().kind(), LoadErrorKind::DamagedImage { .. }));
}

/// A chunk of any content.
fn chunk_of(name: &[u8], content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut chunk = [&(length as u32).to_be_bytes()[..], name, content, &[0; 4]].concat();
    seal(&mut chunk, 8, length);
    chunk
}

#[test]
fn a_palette_that_ends_inside_an_entry_is_an_error() {
    let bytes = palette_png();
    let (_, start, length) = chunks(&bytes).into_iter().find(|(name, ..)| name == "PLTE").unwrap();
    for bad in [1, 2, 4, 5, 7, 256, 767] {
        let mut bytes = bytes.clone();
        bytes.splice(start - 8..start + length + 4, chunk_of(b"PLTE", &vec![7; bad])).for_each(drop);
        let error = read(&bytes, ANY).unwrap_err();
        assert!(matches!(error.kind(), LoadErrorKind::DamagedImage { .. }), "{bad}: {error}");
        assert!(error.to_string().contains(&format!("PLTE has {bad} bytes, which is not a multiple of 3")), "{error}");
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

#[test]
fn a_transparency_chunk_of_a_wrong_length_is_an_error() {
    use png::{BitDepth::Eight, ColorType};
    let palette = palette_png();
    let gray = png_with(2, 1, ColorType::Grayscale, Eight, &[0, 1], None, Some(&[0, 1]));
    let rgb = png_with(1, 1, ColorType::Rgb, Eight, &[0; 3], None, Some(&[0; 6]));
    for (bytes, good, bad) in
        [(palette, vec![0, 1, 2], vec![3, 256]), (gray, vec![2], vec![0, 1, 3]), (rgb, vec![6], vec![5, 7])]
    {
        let (_, start, length) = chunks(&bytes).into_iter().find(|(name, ..)| name == "tRNS").unwrap();
        let with = |content: usize| {
            let mut bytes = bytes.clone();
            bytes.splice(start - 8..start + length + 4, chunk_of(b"tRNS", &vec![0; content])).for_each(drop);
            read(&bytes, ANY)
        };
        for length in good {
            assert!(with(length).is_ok(), "{length}");
        }
        for length in bad {
            let message = with(length).unwrap_err().to_string();
            assert!(message.contains(&format!("its chunk tRNS has {length} bytes")), "{message}");
        }
    }
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
                    bytes.splice(start - 8..start + length + 4, chunk_of(&name, &content)).for_each(drop);
                }
                2 => {
                    bytes.splice(start - 8..start + length + 4, []).for_each(drop);
                }
                _ => {
                    let content: Vec<u8> = (0..random.usize(..40)).map(|_| random.u8(..)).collect();
                    let chunk = chunk_of(random.choice(NAMES).unwrap(), &content);
                    bytes.splice(start - 8..start - 8, chunk).for_each(drop);
                }
            }
        }
        let limits = LoadLimits::default().with_image_pixels(1 << 16);
        let options = LoadOptions::default().with_limits(limits);
        let read = || SolidityMap::read("a.png", &|_: &Path| Ok(bytes.clone()), &options).err();
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
    let error = read(&bytes, ANY).unwrap_err();
    assert!(matches!(error.kind(), LoadErrorKind::DamagedImage { .. }), "{error}");
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
                format!("a.png: this is a {format} image, which is read with the feature '{feature}' of tileray only")
            }
        };
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    let mut bytes = palette_png();
    for (width, height, what) in [
        (100_000u32, 100_000u32, "10000000000 pixels"),
        (u32::MAX >> 1, 1, "2147483647 pixels"),
        (1, u32::MAX >> 1, "2147483647 pixels"),
    ] {
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        seal(&mut bytes, 16, 13);
        let message = read(&bytes, ANY).unwrap_err().to_string();
        for part in [what, "67108864", "make it smaller, or raise LoadLimits::image_pixels", "with_image_pixels"] {
            assert!(message.contains(part), "{message}");
        }
    }
    for (width, height) in [(0, 1), (1, 0), (0, 0)] {
        bytes[16..20].copy_from_slice(&u32::to_be_bytes(width));
        bytes[20..24].copy_from_slice(&u32::to_be_bytes(height));
        seal(&mut bytes, 16, 13);
        assert!(read(&bytes, ANY).is_err());
    }
}

/// A row of a mask takes 8 bytes at least, so that a few bytes of a narrow image may stand for much memory.
#[test]
fn narrow_images_are_bounded_by_their_masks() {
    let mut bytes = palette_png();
    let read_size = |bytes: &mut Vec<u8>, size: [u32; 2], limits: LoadLimits| {
        bytes[16..20].copy_from_slice(&size[0].to_be_bytes());
        bytes[20..24].copy_from_slice(&size[1].to_be_bytes());
        seal(bytes, 16, 13);
        let options = LoadOptions::default().with_limits(limits);
        SolidityMap::read("a.png", &|_: &Path| Ok(bytes.clone()), &options).unwrap_err()
    };
    let limits = LoadLimits::default();
    let error = read_size(&mut bytes, [1, 1 << 26], limits);
    let expected =
        LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::MaskBytes, asked: 1 << 29, most: 1 << 26 });
    assert_eq!(error.kind(), &expected);
    for part in ["takes 536870912 bytes", "raise LoadLimits::image_pixels"] {
        assert!(error.to_string().contains(part), "{error}");
    }
    // These pass the check; the pixels are missing.
    let limits_and_sizes = [
        (limits.with_image_pixels(1 << 20), [1, 1 << 17]),
        (limits.with_image_pixels(1 << 20), [8, 1 << 17]),
        (limits.with_image_pixels(1 << 20), [64, 1 << 14]),
        (limits.with_image_pixels(1 << 13), [1, 1 << 13]),
    ];
    for (limits, size) in limits_and_sizes {
        assert!(
            !matches!(
                read_size(&mut bytes, size, limits).kind(),
                LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::MaskBytes, .. })
            ),
            "{size:?}"
        );
    }
    let small = limits.with_image_pixels(1 << 20);
    let error = read_size(&mut bytes, [7, (1 << 17) + 1], small);
    assert!(
        matches!(
            error.kind(),
            LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::MaskBytes, most: 1_048_576, .. })
        ),
        "{error}"
    );
}

#[test]
fn limits_are_raised_and_lowered_by_the_caller() {
    let bytes = ascii_png("#.#. .#.#");
    let read = |limits: LoadLimits| {
        let options = LoadOptions::default().with_limits(limits);
        SolidityMap::read("a.png", &|_: &Path| Ok(bytes.clone()), &options)
    };
    let limits = LoadLimits::default();
    assert!(read(limits.with_image_pixels(8)).is_ok());
    assert!(matches!(
        read(limits.with_image_pixels(7)).unwrap_err().kind(),
        LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::ImagePixels, .. })
    ));
    assert!(read(limits.with_file_bytes(bytes.len() as u64)).is_ok());
    let error = read(limits.with_file_bytes(bytes.len() as u64 - 1)).unwrap_err();
    assert!(error.to_string().contains("make it smaller, or raise LoadLimits::file_bytes"), "{error}");
}
