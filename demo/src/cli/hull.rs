//! `tileray hull`: the hull of a sprite, or of each frame of a sheet, as JSON, SVG or text.

use crate::args::HullArgs;
use crate::cli::info::Area;
use crate::load_args::LimitsArg;
use crate::output::{format_of, refuse_input, write_text};
use crate::value_args::{HullFormat, MODES, word_of};
use anyhow::{anyhow, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tileray::glam::{IVec2, UVec2, Vec2};
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
    refuse_input(args.out.as_deref(), [&*args.sprite])?;
    let rule = args.alpha.map(AlphaThreshold::at_least).unwrap_or_default();
    let options_of_file = LoadOptions::default().rule(rule).limits((&args.limits).into());
    let mask = SolidityMap::open_with(&args.sprite, &options_of_file).map_err(LimitsArg::explain)?;
    let sheet = FittedSheet::new(&mask, args.frames, &options)
        .map_err(|error| error.context(args.sprite.display().to_string()))?;
    let text = match format {
        HullFormat::Json => json(&sheet)?,
        HullFormat::Svg => svg(&sheet, &args.sprite)?,
        HullFormat::Text => table(&sheet),
    };
    write_text(args.out.as_deref(), &text)
}

/// The largest number of frames of a sheet, as the output for each frame is long.
const MAX_FRAMES: u64 = 1 << 16;

/// A sprite, or a sheet of sprites, with their hulls.
#[derive(Debug)]
struct FittedSheet {
    size: UVec2,
    mode: &'static str,
    /// The size of a frame; the size of the picture without frames.
    frame: UVec2,
    /// Whether frames were asked for.
    has_frames: bool,
    hulls: HullSheet,
}

impl FittedSheet {
    /// Makes the hulls of frames of one size, or the hull of the whole picture without a size.
    fn new(mask: &SolidityMap, frame: Option<UVec2>, options: &HullOptions) -> anyhow::Result<Self> {
        let size = mask.size();
        if let Some(UVec2 { x: width, y: height }) = frame {
            let frames = u64::from(size.x / width) * u64::from(size.y / height);
            if frames > MAX_FRAMES {
                bail!("--frames {width}x{height}: {frames} frames are more than {MAX_FRAMES}; give a larger size");
            }
        }
        if mask.count() == 0 {
            bail!("none of its {}x{} pixels is solid; lower --alpha, or check the picture", size.x, size.y);
        }
        let hulls =
            HullSheet::from_grid(mask, frame.unwrap_or(size), options).map_err(|error| refusal(error, frame))?;
        Ok(Self {
            size,
            mode: word_of(MODES, options.mode),
            frame: frame.unwrap_or(size),
            has_frames: frame.is_some(),
            hulls,
        })
    }

    /// Returns the frames, row by row: the area in the picture, and the hull if the frame has a solid pixel.
    fn frames(&self) -> impl Iterator<Item = (Rect, Option<&SpriteHull>)> {
        let columns = self.size.x / self.frame.x;
        (0..self.hulls.len()).map(move |index| {
            let cell = UVec2::new(index as u32 % columns, index as u32 / columns);
            let corner: IVec2 = (cell * self.frame).as_ivec2();
            (Rect::from_size(corner, self.frame), self.hulls.get(index))
        })
    }
}

/// Returns an error of the library in terms of the flags.
fn refusal(error: SheetError, frame: Option<UVec2>) -> anyhow::Error {
    match (error, frame) {
        (SheetError::Frame { source, .. }, None) => anyhow!(of_sprite(&source)),
        (SheetError::Frame { index, source }, Some(_)) => anyhow!("frame {index}: {}", of_sprite(&source)),
        (error, Some(UVec2 { x, y })) => anyhow!("--frames {x}x{y}: {error}"),
        (error, None) => anyhow!(error),
    }
}

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

/// Returns the hull as an object on one line. The object of a sheet has an object for each frame, or null.
fn json(sheet: &FittedSheet) -> anyhow::Result<String> {
    let records = sheet.frames().map(|(area, hull)| Some(HullRecord { hull: hull?, area, sheet }));
    let text = if sheet.has_frames {
        serde_json::to_string(&BTreeMap::from([("frames", records.collect::<Vec<_>>())]))?
    } else {
        serde_json::to_string(&records.flatten().next())?
    };
    Ok(text + "\n")
}

/// The JSON of a hull.
struct HullRecord<'a> {
    hull: &'a SpriteHull,
    area: Rect,
    sheet: &'a FittedSheet,
}

#[derive(serde::Serialize)]
struct Outline {
    hole: bool,
    points: Vec<[i32; 2]>,
}

#[derive(serde::Serialize)]
struct Round {
    x: Number<f32>,
    y: Number<f32>,
    radius: Number<f32>,
}

impl Serialize for HullRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { hull: SpriteHull { hull, contours, circle, fit, .. }, area, sheet } = self;
        let pieces: Vec<Vec<_>> =
            hull.pieces().map(|piece| piece.points().map(|Vec2 { x, y }| [Number(x), Number(y)]).collect()).collect();
        let outline = |contour: &Contour| Outline {
            hole: contour.is_hole(),
            points: contour.points().iter().map(|point| [point.x, point.y]).collect(),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("width", &area.width())?;
        map.serialize_entry("height", &area.height())?;
        map.serialize_entry("solid", &fit.solid)?;
        map.serialize_entry("mode", sheet.mode)?;
        map.serialize_entry("iou", &Number(fit.iou()))?;
        map.serialize_entry("coverage", &Number(fit.coverage()))?;
        map.serialize_entry("overshoot", &Number(fit.overshoot()))?;
        map.serialize_entry("pieces", &pieces)?;
        map.serialize_entry("contours", &contours.iter().map(outline).collect::<Vec<_>>())?;
        map.serialize_entry("vertices", &fit.vertices)?;
        if let Some(Circle { center, radius }) = *circle {
            let round = Round { x: Number(center.x), y: Number(center.y), radius: Number(radius) };
            map.serialize_entry("circle", &round)?;
        }
        if sheet.has_frames {
            map.serialize_entry("frame", &Area::from(*area))?;
        }
        map.end()
    }
}

/// A number; whole numbers are written without a fraction.
struct Number<T>(T);

impl<T: Serialize + Copy + Into<f64>> Serialize for Number<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: f64 = self.0.into();
        // Every whole number up to 2^53 is an `f64`.
        if value.fract() == 0.0 && value.abs() <= 2.0_f64.powi(53) {
            serializer.serialize_i64(value as i64)
        } else {
            self.0.serialize(serializer)
        }
    }
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
    let scale = (SHOWN / size.max_element()).clamp(1, LARGEST_SCALE);
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
        ("mode", sheet.mode.into()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction() {
        let text = |number: f32| serde_json::to_string(&Number(number)).expect("a number");
        assert_eq!(
            [0.0, -0.0, 1.0, -17.0, 0.1, 2.5, 16_777_216.0].map(text),
            ["0", "0", "1", "-17", "0.1", "2.5", "16777216"]
        );
        assert_eq!(serde_json::to_string(&Number(0.1_f64)).expect("a number"), "0.1");
    }
}
