//! Damaged, wrong and too large pictures, and what is said about them.

use crate::pictures::read;
use crate::support::{ascii_png, png_with};
use std::path::Path;
use tileray::SolidityMap;
use tileray::load::{LoadErrorKind, LoadLimits, LoadOptions};
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
fn a_wrong_checksum_of_any_chunk_is_an_error() {
    let mut bytes = palette_png();
    // Chunks that are not read count too; they stand before the pixels.
    let pixels = chunks(&bytes).into_iter().find(|(name, ..)| name == "IDAT").map(|(_, start, _)| start - 8).unwrap();
    let others: Vec<u8> = [&b"tEXt"[..], b"zTXt", b"iCCP", b"gAMA", b"teST"].into_iter().flat_map(chunk).collect();
    bytes.splice(pixels..pixels, others).for_each(drop);
    assert!(read(&bytes, ANY).is_ok());
    let chunks = chunks(&bytes);
    let names: Vec<&str> = chunks.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["IHDR", "PLTE", "tRNS", "tEXt", "zTXt", "iCCP", "gAMA", "teST", "IDAT", "IEND"]);
    for (name, start, length) in chunks {
        let mut damaged = bytes.clone();
        damaged[start + length + 1] ^= 0x40;
        let error = read(&damaged, ANY).unwrap_err();
        assert!(matches!(error.kind(), LoadErrorKind::PngChecksum { .. }), "{name}: {error}");
        let expected = if name == "IDAT" { "of " } else { &format!("of chunk {name}") };
        assert!(error.to_string().contains(&format!("a checksum is wrong ({expected}")), "{name}: {error}");
    }
}

#[test]
fn a_wrong_adler_sum_is_an_error() {
    let mut bytes = palette_png();
    let (_, start, length) = chunks(&bytes).into_iter().find(|(name, ..)| name == "IDAT").unwrap();
    bytes[start + length - 1] ^= 1;
    seal(&mut bytes, start, length);
    let error = read(&bytes, ANY).unwrap_err();
    assert!(matches!(error.kind(), LoadErrorKind::PngChecksum { .. }), "{error}");
}

#[test]
fn every_length_but_the_whole_is_an_error() {
    let bytes = palette_png();
    for length in 0..bytes.len() {
        let error = read(&bytes[..length], ANY).unwrap_err();
        let expected = match length {
            0 => matches!(error.kind(), LoadErrorKind::Empty),
            _ => matches!(error.kind(), LoadErrorKind::TruncatedPng),
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
fn other_files_are_named_for_what_they_are() {
    let cases: [(&[u8], &str); 10] = [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"GIF89a", "a GIF image"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP image"),
        (b"BM\0\0", "a BMP image"),
        (b"<?xml version=\"1.0\"?><map/>", "a Tiled map (TMX)"),
        (b"<svg/>", "an SVG image"),
        (b"{\"layers\": []}", "a JSON document"),
        (b"hello\n", "a text"),
        (b"\x7fELF", "a file of another kind"),
        (b"\xff\xfeh\0", "a text in UTF-16"),
    ];
    for (bytes, what) in cases {
        let error = read(bytes, ANY).unwrap_err();
        assert_eq!(error.to_string(), format!("a.png: this is {what}, not a PNG image; export it as PNG"));
    }
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    let mut bytes = palette_png();
    for (width, height, what) in [
        (100_000u32, 100_000u32, "100000x100000"),
        (u32::MAX >> 1, 1, "2147483647x1"),
        (1, u32::MAX >> 1, "1x2147483647"),
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

#[test]
fn limits_are_raised_and_lowered_by_the_caller() {
    let bytes = ascii_png("#.#. .#.#");
    let read = |limits: LoadLimits| {
        let options = LoadOptions::default().with_limits(limits);
        SolidityMap::read("a.png", &|_: &Path| Ok(bytes.clone()), &options)
    };
    let limits = LoadLimits::default();
    assert!(read(limits.with_image_pixels(8)).is_ok());
    assert!(matches!(read(limits.with_image_pixels(7)).unwrap_err().kind(), LoadErrorKind::ImageTooLarge { .. }));
    assert!(read(limits.with_file_bytes(bytes.len() as u64)).is_ok());
    let error = read(limits.with_file_bytes(bytes.len() as u64 - 1)).unwrap_err();
    assert!(error.to_string().contains("make it smaller, or raise LoadLimits::file_bytes"), "{error}");
}
