use super::level::Level;
use super::mask_file::write_mask;
use crate::args::{ReportFormat, SolidityArgs};
use crate::output::{print, print_json};
use serde::Serialize;
use tileray::solidity::{AlphaThreshold, SolidityRule};

/// Says how much of a map or picture is solid, and writes that as a picture where it was asked for.
pub(crate) fn solidity(args: &SolidityArgs) -> anyhow::Result<()> {
    let level = Level::open_with(&args.file, rule(args))?;
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
        ReportFormat::Text => print(&extent.line()),
        ReportFormat::Json => print_json(&extent),
    }
}

fn rule(args: &SolidityArgs) -> SolidityRule {
    match args.alpha {
        _ if args.dark => SolidityRule::Darkness,
        Some(alpha) => AlphaThreshold::at_least(alpha).into(),
        None => SolidityRule::default(),
    }
}

/// A mask's place in the map's pixels, and how much of it is solid.
#[derive(Serialize)]
struct Extent {
    width: u32,
    height: u32,
    origin_x: i32,
    origin_y: i32,
    solid_pixels: u64,
}

impl Extent {
    fn line(&self) -> String {
        let Self { width, height, origin_x, origin_y, solid_pixels } = self;
        format!("{width} {height} {origin_x} {origin_y} {solid_pixels}\n")
    }
}
