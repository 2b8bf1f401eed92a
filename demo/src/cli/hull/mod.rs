//! `tileray hull`: the hull of a sprite, or of each frame of a sheet, as JSON, SVG or text.

mod json;
mod sheet;

use crate::args::HullArgs;
use crate::cli::hull::sheet::FittedSheet;
use crate::load_args::LimitsArg;
use crate::output::{format_of, refuse_input, write_text};
use crate::value_args::HullFormat;
use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tileray::hull::SpriteSvg;
use tileray::load::LoadOptions;
use tileray::solidity::AlphaThreshold;
use tileray::{ConvexPolygon, HullOptions, Rect, SolidityMap, SpriteHull};

/// Makes the hull of a sprite, or of each frame of a sheet, and prints it or writes it into a file.
pub(crate) fn hull(args: &HullArgs) -> anyhow::Result<()> {
    let options = HullOptions {
        mode: args.mode.into(),
        max_error: args.max_error as f32,
        bias: args.bias.into(),
        max_vertices: args.max_vertices.map(|number| number as usize),
        max_pieces: args.max_pieces.map(|number| number as usize),
        ..HullOptions::default()
    };
    let known = [("json", HullFormat::Json), ("svg", HullFormat::Svg), ("txt", HullFormat::Text)];
    let format = format_of(args.format, args.out.as_deref(), HullFormat::Json, &known, "a hull is")?;
    refuse_input(args.out.as_deref(), [&*args.sprite])?;
    let rule = args.alpha.map(AlphaThreshold::at_least).unwrap_or_default();
    let options_of_file = LoadOptions::default().with_rule(rule).with_limits((&args.limits).into());
    let mask = SolidityMap::open_with(&args.sprite, &options_of_file).map_err(LimitsArg::explain)?;
    let sheet = FittedSheet::new(&mask, args.frames, &options)
        .map_err(|error| error.context(args.sprite.display().to_string()))?;
    let text = match format {
        HullFormat::Json => json::line(&sheet)?,
        HullFormat::Svg => svg(&sheet, &args.sprite)?,
        HullFormat::Text => table(&sheet),
    };
    write_text(args.out.as_deref(), &text)
}

/// The approximate length of the longer side of the SVG, in pixels of the screen.
const SHOWN: u32 = 960;
/// The largest magnification of a pixel of the picture.
const LARGEST_SCALE: u32 = 16;

/// Returns an SVG of the picture with its hulls over it. The SVG contains the picture.
fn svg(sheet: &FittedSheet, path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).map_err(|error| anyhow!("{}: it cannot be read again ({error})", path.display()))?;
    let picture = format!("data:image/png;base64,{}", STANDARD.encode(bytes));
    let size = sheet.size;
    let scale = (SHOWN / size.max_element().max(1)).clamp(1, LARGEST_SCALE);
    let mut frames = sheet.frames().filter_map(|(area, hull)| Some((area, hull?)));
    if !sheet.has_frames {
        let drawn =
            frames.next().map(|(_, sprite)| SpriteSvg { sprite, size, picture: Some(&picture), scale }.to_string());
        return Ok(drawn.unwrap_or_default());
    }
    let (width, height) = (u64::from(size.x) * u64::from(scale), u64::from(size.y) * u64::from(scale));
    let mut text = String::new();
    writeln!(
        text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    )?;
    writeln!(text, r#"<image href="{picture}" width="{width}" height="{height}" style="image-rendering:pixelated"/>"#)?;
    for (area, sprite) in frames {
        let (x, y) = (i64::from(area.min.x) * i64::from(scale), i64::from(area.min.y) * i64::from(scale));
        let drawn = SpriteSvg { sprite, size: area.size(), picture: None, scale };
        writeln!(text, r#"<g transform="translate({x} {y})">{drawn}</g>"#)?;
    }
    writeln!(text, "</svg>")?;
    Ok(text)
}

/// Returns the hull as aligned lines, or a line for each frame of a sheet.
fn table(sheet: &FittedSheet) -> String {
    if sheet.has_frames {
        return sheet.frames().enumerate().map(|(index, (area, hull))| frame_line(index, area, hull)).collect();
    }
    let sprite = sheet.frames().find_map(|(_, hull)| hull);
    sprite.map(|sprite| lines(sheet, sprite)).unwrap_or_default()
}

fn lines(sheet: &FittedSheet, sprite: &SpriteHull) -> String {
    let fit = &sprite.fit;
    let mut lines = vec![
        ("size", format!("{}x{} pixels", sheet.size.x, sheet.size.y)),
        ("solid", format!("{} pixels", fit.solid)),
        ("mode", sheet.mode_name().into()),
        ("iou", format!("{:.4}", fit.iou())),
        ("coverage", format!("{:.4}", fit.coverage())),
        ("overshoot", format!("{:.4}", fit.overshoot())),
        ("vertices", fit.vertices.to_string()),
        ("pieces", fit.pieces.to_string()),
    ];
    if let Some(circle) = sprite.circle {
        lines.push(("circle", format!("{},{} radius {}", circle.center.x, circle.center.y, circle.radius)));
    }
    let table = lines.iter().map(|(name, value)| format!("{name:<10} {value}\n"));
    table.chain(sprite.hull.pieces().map(|piece| format!("  {}\n", corners(&piece)))).collect()
}

/// Returns the corners of a piece, on one line.
fn corners(piece: &ConvexPolygon) -> String {
    piece.points().map(|corner| format!("{},{}", corner.x, corner.y)).collect::<Vec<_>>().join(" ")
}

fn frame_line(index: usize, area: Rect, hull: Option<&SpriteHull>) -> String {
    let start = format!("{index:>3}  {}x{} from {},{}", area.width(), area.height(), area.min.x, area.min.y);
    match hull {
        Some(SpriteHull { fit, .. }) => format!(
            "{start}  {} solid  iou {:.4}  {} vertices  {} pieces\n",
            fit.solid,
            fit.iou(),
            fit.vertices,
            fit.pieces
        ),
        None => format!("{start}  empty\n"),
    }
}
