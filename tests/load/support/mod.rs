//! The parts of which the tests build files.

mod disk;
mod json;
mod large;
mod project;

pub(crate) use disk::*;
pub(crate) use json::*;
pub(crate) use large::*;
pub(crate) use project::*;

use tileray::LoadError;
use tileray::load::{Limit, LimitExceeded, LoadErrorKind};

/// A PNG of any kind: `data` is what the encoder takes, rows packed as the format packs them.
pub(crate) fn png(width: u32, height: u32, color: png::ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
    png_with(width, height, color, depth, data, None, None)
}

/// The same with a palette and a transparency chunk.
pub(crate) fn png_with(
    width: u32,
    height: u32,
    color: png::ColorType,
    depth: png::BitDepth,
    data: &[u8],
    palette: Option<&[u8]>,
    transparency: Option<&[u8]>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette.to_vec());
    }
    if let Some(transparency) = transparency {
        encoder.set_trns(transparency.to_vec());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A PNG with alpha: `#` is opaque, `.` transparent, a digit that ninth of full alpha; the color is gray.
pub(crate) fn ascii_png(picture: &str) -> Vec<u8> {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let alpha = |found: char| match found {
        '#' => 255,
        '.' => 0,
        digit => (digit.to_digit(10).unwrap() * 255 / 9) as u8,
    };
    let data: Vec<u8> = rows.iter().flat_map(|row| row.chars()).flat_map(|found| [90, 90, 90, alpha(found)]).collect();
    let (color, depth) = (png::ColorType::Rgba, png::BitDepth::Eight);
    png(rows[0].len() as u32, rows.len() as u32, color, depth, &data)
}

/// An opaque PNG of these colors, `width` pixels wide.
pub(crate) fn rgb_png(width: u32, colors: &[[u8; 3]]) -> Vec<u8> {
    let height = colors.len() as u32 / width;
    png(width, height, png::ColorType::Rgb, png::BitDepth::Eight, colors.as_flattened())
}

#[track_caller]
pub(crate) fn assert_says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

/// The limit that was exceeded, what was asked for, and the most that may be.
#[track_caller]
pub(crate) fn exceeded<T>(read: Result<T, LoadError>) -> (Limit, u64, u64) {
    match read.map(drop).unwrap_err().kind() {
        LoadErrorKind::LimitExceeded(LimitExceeded { limit, asked, most }) => (*limit, *asked, *most),
        kind => panic!("{kind:?}"),
    }
}

/// Returns the number of random cases of a test: `TILERAY_CASES`, or the test's own number.
pub(crate) fn cases(default: usize) -> usize {
    std::env::var("TILERAY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}
