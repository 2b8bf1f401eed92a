//! `tileray hull`: the hull of a sprite as JSON, SVG or text, or of each frame of a sheet as JSON.

use crate::args::HullArgs;
use crate::cli::info::Area;
use crate::fault::usage_error;
use crate::load_args::LimitsArg;
use crate::output::{format_of, refuse_input, write_text};
use crate::value_args::{HullFormat, MODES, word_of};
use anyhow::{anyhow, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tileray::glam::{UVec2, Vec2};
use tileray::hull::{HullSheet, SheetError, SpriteHullError, SpriteSvg};
use tileray::load::LoadOptions;
use tileray::solidity::{AlphaThreshold, Contour};
use tileray::{Circle, ConvexPolygon, HullOptions, Rect, SolidityMap, SpriteHull};

/// Makes the hull of a sprite, or of each frame of a sheet, and prints it or writes it into a file.
pub(crate) fn hull(args: &HullArgs) -> anyhow::Result<()> {
    let options = HullOptions::new()
        .mode(args.mode)
        .max_error(args.max_error as f32)
        .bias(args.bias)
        .max_vertices(args.max_vertices.map(|number| number as usize))
        .max_pieces(args.max_pieces.map(|number| number as usize));
    let known = [("json", HullFormat::Json), ("svg", HullFormat::Svg), ("txt", HullFormat::Text)];
    let format = format_of(args.format, args.out.as_deref(), HullFormat::Json, &known, "a hull is")?;
    if args.frames.is_some() && format != HullFormat::Json {
        return Err(usage_error("--frames: a sheet is written as json; name a .json file, or give --format json"));
    }
    refuse_input(args.out.as_deref(), [&*args.sprite])?;
    let rule = args.alpha.map(AlphaThreshold::at_least).unwrap_or_default();
    let options_of_file = LoadOptions::default().rule(rule).limits((&args.limits).into());
    let mask = SolidityMap::open_with(&args.sprite, &options_of_file).map_err(LimitsArg::explain)?;
    let named = |error: anyhow::Error| error.context(args.sprite.display().to_string());
    let size = mask.size();
    if mask.count() == 0 {
        let text = format!("none of its {}x{} pixels is solid; lower --alpha, or check the picture", size.x, size.y);
        return Err(named(anyhow!(text)));
    }
    let text = if let Some(frame) = args.frames {
        sheet(&mask, frame, &options).map_err(named)?
    } else {
        let hull = &SpriteHull::from_mask(&mask, &options).map_err(|error| named(anyhow!(of_sprite(&error))))?;
        match format {
            HullFormat::Json => serde_json::to_string(&HullRecord { hull, size, frame: None })? + "\n",
            HullFormat::Svg => svg(hull, size, &args.sprite)?,
            HullFormat::Text => table(hull, size),
        }
    };
    write_text(args.out.as_deref(), &text)
}

/// The largest number of frames of a sheet, as the output for each frame is long.
const MAX_FRAMES: u64 = 1 << 16;

/// Returns an object with an object for each frame of a sheet, row by row, or null for a frame without solid pixels.
fn sheet(mask: &SolidityMap, size: UVec2, options: &HullOptions) -> anyhow::Result<String> {
    let UVec2 { x: columns, y: rows } = mask.size() / size;
    let frames = u64::from(columns) * u64::from(rows);
    if frames > MAX_FRAMES {
        bail!("--frames {}x{}: {frames} frames are more than {MAX_FRAMES}; give a larger size", size.x, size.y);
    }
    let hulls = HullSheet::from_grid(mask, size, options).map_err(|error| match error {
        SheetError::Frame { index, source } => anyhow!("frame {index}: {}", of_sprite(&source)),
        error => anyhow!("--frames {}x{}: {error}", size.x, size.y),
    })?;
    let record = |index: usize| {
        let cell = UVec2::new(index as u32 % columns, index as u32 / columns);
        let frame = Some(Rect::from_size((cell * size).as_ivec2(), size));
        hulls.get(index).map(|hull| HullRecord { hull, size, frame })
    };
    let records: Vec<_> = (0..hulls.len()).map(record).collect();
    Ok(serde_json::to_string(&BTreeMap::from([("frames", records)]))? + "\n")
}

/// Returns an error of the library in terms of the flags.
fn of_sprite(error: &SpriteHullError) -> String {
    let text = error.to_string();
    match error {
        SpriteHullError::TooFewCorners { .. } | SpriteHullError::TooFewVertices { .. } => {
            text.replace("`max_vertices`", "--max-vertices")
        }
        SpriteHullError::TooFewPieces { .. } => {
            text.replace("`max_pieces`", "--max-pieces").replace("`HullMode::Convex`", "--mode convex")
        }
        _ => text,
    }
}

/// The JSON of a hull.
struct HullRecord<'a> {
    hull: &'a SpriteHull,
    size: UVec2,
    /// The pixels of the frame in a sheet.
    frame: Option<Rect>,
}

#[derive(serde::Serialize)]
struct Outline {
    hole: bool,
    points: Vec<[i32; 2]>,
}

#[derive(serde::Serialize)]
struct Round {
    x: f32,
    y: f32,
    radius: f32,
}

impl Serialize for HullRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { hull: SpriteHull { hull, contours, circle, fit, mode, .. }, size, frame } = self;
        let pieces: Vec<Vec<_>> =
            hull.pieces().map(|piece| piece.points().map(|Vec2 { x, y }| [x, y]).collect()).collect();
        let outline = |contour: &Contour| Outline {
            hole: contour.is_hole(),
            points: contour.points().iter().map(|point| [point.x, point.y]).collect(),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("width", &size.x)?;
        map.serialize_entry("height", &size.y)?;
        map.serialize_entry("solid", &fit.solid)?;
        map.serialize_entry("mode", word_of(MODES, *mode))?;
        map.serialize_entry("iou", &fit.iou())?;
        map.serialize_entry("coverage", &fit.coverage())?;
        map.serialize_entry("overshoot", &fit.overshoot())?;
        map.serialize_entry("pieces", &pieces)?;
        map.serialize_entry("contours", &contours.iter().map(outline).collect::<Vec<_>>())?;
        map.serialize_entry("vertices", &fit.vertices)?;
        if let Some(Circle { center, radius }) = *circle {
            let round = Round { x: center.x, y: center.y, radius };
            map.serialize_entry("circle", &round)?;
        }
        if let Some(frame) = *frame {
            map.serialize_entry("frame", &Area::from(frame))?;
        }
        map.end()
    }
}

/// The approximate length of the longer side of the SVG, in pixels of the screen.
const SHOWN: u32 = 960;
/// The largest magnification of a pixel of the picture.
const LARGEST_SCALE: u32 = 16;

/// Returns an SVG of the picture with its hull over it. The SVG contains the picture.
fn svg(sprite: &SpriteHull, size: UVec2, path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).map_err(|error| anyhow!("{}: it cannot be read again ({error})", path.display()))?;
    let picture = format!("data:image/png;base64,{}", STANDARD.encode(bytes));
    let scale = (SHOWN / size.max_element()).clamp(1, LARGEST_SCALE);
    Ok(SpriteSvg { sprite, size, picture: Some(&picture), scale }.to_string())
}

/// Returns the hull as aligned lines.
fn table(sprite: &SpriteHull, size: UVec2) -> String {
    let fit = &sprite.fit;
    let mut lines = vec![
        ("size", format!("{}x{} pixels", size.x, size.y)),
        ("solid", format!("{} pixels", fit.solid)),
        ("mode", word_of(MODES, sprite.mode).into()),
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
