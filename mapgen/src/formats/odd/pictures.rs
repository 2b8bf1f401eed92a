//! Pictures: tile sets in other formats than PNG, faint pixels, and damage that matters or does not.

use anyhow::{Context, Result};
use image::codecs::bmp::BmpEncoder;
use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder as _};

use super::{Fixture, Group, layer, stones, stones_picture, tmx};
use crate::picture::Picture;

pub(super) fn group() -> Result<Group> {
    let mut group = Group { title: "Pictures", ..Group::default() };
    for (ending, shows) in [
        ("bmp", "a tile set whose picture is a BMP, with alpha"),
        ("gif", "a tile set whose picture is a GIF, with a transparent color"),
        ("webp", "a tile set whose picture is a WebP, without loss"),
        ("jpg", "a tile set whose picture is a JPEG, which has no alpha: all of it is solid"),
    ] {
        group.parts.push((format!("stones.{ending}"), encode(&stones_picture(), ending)?));
        let set = format!(
            " <tileset firstgid=\"1\" name=\"stones\" tilewidth=\"4\" tileheight=\"4\" tilecount=\"4\" columns=\"4\">\n  \
             <image source=\"stones.{ending}\" width=\"16\" height=\"4\"/>\n </tileset>\n"
        );
        let map = tmx((4, 1), "", &(set + &layer("ground", 4, &["4,3,2,1"])));
        let expected = match ending {
            "jpg" => "3333222211110000\n".repeat(4),
            _ => "3333.......10000\n3..3......110000\n3..32222.1110000\n3333222211110000\n".to_owned(),
        };
        group.fixtures.push(Fixture::new(&format!("set-in-{ending}.tmx"), shows, map, &expected));
    }
    group.fixtures.push(Fixture::new(
        "alpha-16.png",
        "alpha of 16 bits: 0, 1, 255, 256 and 65535 of 65535; whatever is not 0 is solid",
        alpha_16()?,
        ".####\n",
    ));
    let picture = stones()?;
    group.fixtures.push(Fixture::new(
        "wrong-profile.png",
        "a wrong checksum of the color profile, which decides no pixel",
        with_chunk(&picture, *b"iCCP", b"profile\0\0not a profile", 1),
        "####...#....####\n####..##....#..#\n####.########..#\n################\n",
    ));
    group.fixtures.push(Fixture::new(
        "wrong-transparency.png",
        "a wrong checksum of the transparency, which decides every pixel",
        with_chunk(&without_chunk(&picture, *b"tRNS"), *b"tRNS", &[0], 1),
        "error: wrong-transparency.png: the PNG is damaged, a checksum is wrong (of chunk tRNS); copy or export it again\n",
    ));
    group.fixtures.push(Fixture::new(
        "half-a-color.png",
        "a palette that ends inside a color",
        with_chunk(&without_chunk(&picture, *b"PLTE"), *b"PLTE", &[0, 0, 0, 62, 86], 0),
        "error: half-a-color.png: the PNG is malformed (its chunk PLTE has 5 bytes, which is not a multiple of 3); \
         export it again\n",
    ));
    Ok(group)
}

fn encode(picture: &Picture, ending: &str) -> Result<Vec<u8>> {
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let pixels = picture.pixels().concat();
    let mut bytes = Vec::new();
    match ending {
        "bmp" => BmpEncoder::new(&mut bytes).write_image(&pixels, width, height, ExtendedColorType::Rgba8),
        "gif" => GifEncoder::new(&mut bytes).encode(&pixels, width, height, ExtendedColorType::Rgba8),
        "webp" => WebPEncoder::new_lossless(&mut bytes).encode(&pixels, width, height, ExtendedColorType::Rgba8),
        _ => {
            let opaque: Vec<u8> = pixels.as_chunks::<4>().0.iter().flat_map(|pixel| &pixel[..3]).copied().collect();
            JpegEncoder::new(&mut bytes).write_image(&opaque, width, height, ExtendedColorType::Rgb8)
        }
    }
    .with_context(|| format!("a picture as {ending}"))?;
    Ok(bytes)
}

fn alpha_16() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let alphas = [0u16, 1, 255, 256, 65535];
    let mut encoder = png::Encoder::new(&mut bytes, alphas.len() as u32, 1);
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    encoder.set_depth(png::BitDepth::Sixteen);
    let data: Vec<u8> = alphas.iter().flat_map(|alpha| [[0x5a, 0x5a], alpha.to_be_bytes()].concat()).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

/// The first byte of a chunk of a PNG and the byte after its last.
fn find_chunk(png: &[u8], name: [u8; 4]) -> Option<(usize, usize)> {
    let mut at = 8;
    loop {
        let length = u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?) as usize;
        if png[at + 4..at + 8] == name {
            return Some((at, at + length + 12));
        }
        at += length + 12;
    }
}

fn without_chunk(png: &[u8], name: [u8; 4]) -> Vec<u8> {
    let mut bytes = png.to_vec();
    if let Some((start, end)) = find_chunk(png, name) {
        bytes.drain(start..end);
    }
    bytes
}

/// The PNG with a chunk in its right place: a palette and a profile after the header, a transparency before the pixels.
/// `error` is added to its checksum.
fn with_chunk(png: &[u8], name: [u8; 4], content: &[u8], error: u32) -> Vec<u8> {
    let place = match &name {
        b"tRNS" => find_chunk(png, *b"IDAT").map(|(start, _)| start),
        _ => find_chunk(png, *b"IHDR").map(|(_, end)| end),
    };
    let named = [name.as_slice(), content].concat();
    let sum = crc32(&named).wrapping_add(error);
    let chunk = [&(content.len() as u32).to_be_bytes()[..], &named, &sum.to_be_bytes()].concat();
    let mut bytes = png.to_vec();
    let place = place.unwrap_or(8);
    bytes.splice(place..place, chunk);
    bytes
}

/// The checksum of chunks.
fn crc32(bytes: &[u8]) -> u32 {
    let shift = |crc: u32, _| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), shift))
}
