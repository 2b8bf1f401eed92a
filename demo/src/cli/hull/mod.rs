mod json;
mod sheet;
mod svg;
mod text;

use crate::args::{HullArgs, HullFormat};
use crate::number;
use crate::output::{cannot_write, print};
use anyhow::anyhow;
use sheet::Sheet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use tileray::load::LoadOptions;
use tileray::solidity::AlphaThreshold;
use tileray::{HullOptions, SolidityMap};

/// Makes the hull of a sprite, or of each frame of a sheet, and prints it or writes it into a file.
pub(crate) fn hull(args: &HullArgs) -> anyhow::Result<()> {
    let options = HullOptions {
        mode: args.mode.into(),
        max_error: number::length("--max-error", &args.max_error)? as f32,
        bias: args.bias.into(),
        max_vertices: args.max_vertices.map(|number| number as usize),
        max_pieces: args.max_pieces.map(|number| number as usize),
        ..HullOptions::default()
    };
    let frame = args.frames.as_deref().map(|text| number::size("--frames", text, "32x48")).transpose()?;
    let rule = args.alpha.map(AlphaThreshold::at_least).unwrap_or_default();
    let mask = SolidityMap::open_with(&args.sprite, &LoadOptions::default().with_rule(rule))?;
    let sheet = Sheet::new(&mask, frame, &options).map_err(|error| anyhow!("{}: {error}", args.sprite.display()))?;
    let text = match args.format.unwrap_or_else(|| format_of(args.out.as_deref())) {
        HullFormat::Json => json::line(&sheet)?,
        HullFormat::Svg => svg::picture(&sheet, &args.sprite)?,
        HullFormat::Text => text::table(&sheet),
    };
    match &args.out {
        Some(path) => fs::write(path, text).map_err(|error| cannot_write(path, error)),
        None => print(&text),
    }
}

/// The format that the name of a file asks for.
fn format_of(file: Option<&Path>) -> HullFormat {
    let extension = file.and_then(Path::extension).map(OsStr::to_ascii_lowercase);
    match extension.as_deref().and_then(OsStr::to_str) {
        Some("svg") => HullFormat::Svg,
        Some("txt") => HullFormat::Text,
        _ => HullFormat::Json,
    }
}
