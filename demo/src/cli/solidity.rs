//! `tileray solidity`: the solid pixels of a map or picture, counted and written as a PNG.

use crate::args::SolidityArgs;
use crate::cli::input_file::InputFile;
use crate::output::{print, print_json, refuse_input, write_file};
use crate::value_args::ReportFormat;
use anyhow::bail;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use tileray::SolidityMap;
use tileray::solidity::{AlphaThreshold, SolidityRule};

/// Prints the number of solid pixels of a map or picture, and writes the mask as a PNG if `--out` names one.
pub(crate) fn solidity(args: &SolidityArgs) -> anyhow::Result<()> {
    refuse_input(args.out.as_deref(), [&*args.file])?;
    let level = InputFile::open_with(&args.file, &args.load, args.layers.options(&args.load).rule(rule(args)))?;
    let mask = level.mask(&args.layers)?;
    if let Some(path) = &args.out {
        write_mask(path, &mask)?;
    }
    let origin = level.bounds().min;
    let extent = Extent {
        width: mask.width(),
        height: mask.height(),
        origin_x: origin.x,
        origin_y: origin.y,
        solid_pixels: mask.count(),
    };
    match args.format {
        ReportFormat::Text => {
            let Extent { width, height, origin_x, origin_y, solid_pixels } = extent;
            print(&format!("{width} {height} {origin_x} {origin_y} {solid_pixels}\n"))
        }
        ReportFormat::Json => print_json(&extent),
    }
}

fn rule(args: &SolidityArgs) -> SolidityRule {
    match (args.alpha, args.dark) {
        (_, Some(bound)) => SolidityRule::LumaBelow(bound),
        (Some(alpha), None) => AlphaThreshold::at_least(alpha).into(),
        (None, None) => SolidityRule::default(),
    }
}

/// The position and the size of a mask, and its number of solid pixels.
#[derive(Serialize)]
struct Extent {
    width: u32,
    height: u32,
    origin_x: i32,
    origin_y: i32,
    solid_pixels: u64,
}

/// Writes a mask as a PNG of one bit per pixel, row by row, so that the picture is never in memory as a whole. White pixels
/// are solid.
fn write_mask(path: &Path, mask: &SolidityMap) -> anyhow::Result<()> {
    let (width, height) = (mask.width(), mask.height());
    if width == 0 || height == 0 {
        bail!("{}: a mask of {width}x{height} pixels cannot be a PNG; leave out --out", path.display());
    }
    write_file(path, |file| {
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        let mut picture = encoder.write_header()?;
        let mut rows = picture.stream_writer()?;
        let mut row = vec![0; width.div_ceil(8) as usize];
        for y in 0..height as i32 {
            for (x, byte) in (0..).step_by(8).zip(&mut row) {
                // The highest bit is the leftmost pixel. Pixels past the width are free.
                *byte = (0..8).fold(0, |bits, i| bits << 1 | u8::from(mask.get(x + i, y)));
            }
            rows.write_all(&row)?;
        }
        rows.finish()?;
        Ok(picture.finish()?)
    })
}
