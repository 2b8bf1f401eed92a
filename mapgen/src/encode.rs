//! PNG files: palette where the colors allow it, RGB or RGBA where the caller asks for it.

use anyhow::{Context, Result, ensure};

use crate::picture::Picture;

/// The color type of a PNG. The maps use all three, so that a loader is exercised for real.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PixelFormat {
    /// One byte or less a pixel; the clear color comes first, with a `tRNS` entry.
    Palette,
    /// Red, green, blue, without alpha; every pixel must be opaque.
    Rgb,
    /// Red, green, blue, alpha.
    Rgba,
}

/// The bytes of a PNG file. Fails on more than 256 colors in a palette, or on clear pixels in RGB.
pub(crate) fn png(picture: &Picture, format: PixelFormat) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_deflate_compression(png::DeflateCompression::Level(9));
    let data = match format {
        PixelFormat::Rgba => {
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_depth(png::BitDepth::Eight);
            picture.pixels().concat()
        }
        PixelFormat::Rgb => {
            ensure!(picture.pixels().iter().all(|p| p[3] == 255), "an RGB picture must be opaque");
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_depth(png::BitDepth::Eight);
            let opaque = picture.pixels().iter().flat_map(|p| &p[..3]);
            opaque.copied().collect()
        }
        PixelFormat::Palette => {
            encoder.set_filter(png::Filter::NoFilter);
            encoder.set_color(png::ColorType::Indexed);
            palette_rows(picture, &mut encoder)?
        }
    };
    let mut writer = encoder.write_header().context("PNG header")?;
    writer.write_image_data(&data).context("PNG pixels")?;
    writer.finish().context("PNG end")?;
    Ok(bytes)
}

/// Sets palette and bit depth, and packs the rows.
fn palette_rows(picture: &Picture, encoder: &mut png::Encoder<'_, &mut Vec<u8>>) -> Result<Vec<u8>> {
    let mut colors = picture.pixels().to_vec();
    colors.sort_unstable_by_key(|p| (p[3], p[0], p[1], p[2]));
    colors.dedup();
    ensure!(colors.len() <= 256, "{} colors in a palette", colors.len());
    let (depth, bits) = match colors.len() {
        0..=2 => (png::BitDepth::One, 1),
        3..=4 => (png::BitDepth::Two, 2),
        5..=16 => (png::BitDepth::Four, 4),
        _ => (png::BitDepth::Eight, 8),
    };
    encoder.set_depth(depth);
    encoder.set_palette(colors.iter().flat_map(|p| [p[0], p[1], p[2]]).collect::<Vec<_>>());
    let clear: Vec<u8> = colors.iter().map(|p| p[3]).filter(|&a| a < 255).collect();
    if !clear.is_empty() {
        encoder.set_trns(clear);
    }
    let mut data = Vec::new();
    for row in picture.pixels().chunks(picture.width() as usize) {
        let mut filled = 0;
        let mut byte = 0u8;
        for pixel in row {
            let index = colors.iter().position(|c| c == pixel).unwrap_or(0) as u8;
            filled += bits;
            byte |= index << (8 - filled);
            if filled == 8 {
                data.push(byte);
                (filled, byte) = (0, 0);
            }
        }
        if filled > 0 {
            data.push(byte);
        }
    }
    Ok(data)
}
