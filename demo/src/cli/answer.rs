//! The answer to a ray as text, CSV or JSON.

use crate::args::HitFormat;
use crate::cli::input_file::InputFile;
use serde::Serialize;
use std::io;
use std::io::Write;
use tileray::RayHit;
use tileray::glam::{IVec2, Vec2};
use tileray::solidity::Orientation;

/// Writes the answers to rays one after the other, in one format.
pub(super) struct AnswerWriter<'a, W> {
    output: W,
    format: HitFormat,
    level: &'a InputFile,
    written: u64,
}

impl<'a, W: Write> AnswerWriter<'a, W> {
    /// Writes what stands before the first answer.
    pub(super) fn begin(mut output: W, format: HitFormat, level: &'a InputFile) -> io::Result<Self> {
        if format == HitFormat::Csv {
            output.write_all(HEADER)?;
        }
        Ok(Self { output, format, level, written: 0 })
    }

    /// Writes one answer on one line; `None` for a ray that hits nothing.
    pub(super) fn write(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        self.written += 1;
        match self.format {
            HitFormat::Text => write_line(&mut self.output, self.written, hit, self.level),
            HitFormat::Csv => write_csv(&mut self.output, hit),
            HitFormat::Json => write_json(&mut self.output, hit, self.level),
        }
    }

    /// Writes the answer to the only ray there is, which takes several lines as a text.
    pub(super) fn write_only(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        match self.format {
            HitFormat::Text => write_lines(&mut self.output, hit, self.level),
            _ => self.write(hit),
        }
    }

    /// Writes what is buffered.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Returns the output that it wrote to.
    pub(super) fn into_inner(self) -> W {
        self.output
    }
}

/// The names of the columns.
pub(super) const HEADER: &[u8] = b"hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n";

/// Writes a row; numbers have as many digits as it takes to read the same value back.
pub(super) fn write_csv(output: &mut impl Write, hit: Option<&RayHit>) -> io::Result<()> {
    let Some(RayHit { pixel, distance, normal, layer, cell, tile, .. }) = hit else {
        return output.write_all(b"0,,,,,,,,,\n");
    };
    let (x, y) = (normal.x, normal.y);
    write!(output, "1,{},{},{distance},{x},{y},{layer},{},{},", pixel.x, pixel.y, cell.x, cell.y)?;
    match tile {
        Some(tile) => writeln!(output, "{}", tile.id),
        None => output.write_all(b"\n"),
    }
}

/// The JSON of a hit. Fields of the CSV have the same names; all fields but `hit` are null for a miss.
#[derive(Serialize, Default)]
struct HitRecord<'a> {
    hit: bool,
    pixel_x: Option<i32>,
    pixel_y: Option<i32>,
    previous_x: Option<i32>,
    previous_y: Option<i32>,
    point_x: Option<f32>,
    point_y: Option<f32>,
    distance: Option<f32>,
    fraction: Option<f32>,
    normal_x: Option<f32>,
    normal_y: Option<f32>,
    layer: Option<usize>,
    layer_path: Option<&'a str>,
    cell_x: Option<i32>,
    cell_y: Option<i32>,
    tile: Option<u32>,
    tile_set: Option<u16>,
    tile_set_name: Option<&'a str>,
    orientation: Option<String>,
    inside: Option<bool>,
}

impl<'a> HitRecord<'a> {
    fn new(hit: &RayHit, level: &'a InputFile) -> Self {
        Self {
            hit: true,
            pixel_x: Some(hit.pixel.x),
            pixel_y: Some(hit.pixel.y),
            previous_x: hit.previous.map(|pixel| pixel.x),
            previous_y: hit.previous.map(|pixel| pixel.y),
            point_x: Some(hit.point.x),
            point_y: Some(hit.point.y),
            distance: Some(hit.distance),
            fraction: Some(hit.fraction),
            normal_x: Some(hit.normal.x),
            normal_y: Some(hit.normal.y),
            layer: Some(hit.layer),
            layer_path: level.layer_path(hit.layer),
            cell_x: Some(hit.cell.x),
            cell_y: Some(hit.cell.y),
            tile: hit.tile.map(|tile| tile.id),
            tile_set: hit.tile.map(|tile| tile.set),
            tile_set_name: hit.tile.and_then(|tile| level.tile_set_name(tile)),
            orientation: hit.tile.map(|tile| flips(tile.orientation)),
            inside: Some(hit.inside),
        }
    }
}

/// Writes an object on one line.
pub(super) fn write_json(output: &mut impl Write, hit: Option<&RayHit>, level: &InputFile) -> io::Result<()> {
    let record = hit.map_or_else(HitRecord::default, |hit| HitRecord::new(hit, level));
    serde_json::to_writer(&mut *output, &record)?;
    output.write_all(b"\n")
}

/// Writes all of a hit, a fact a line.
pub(super) fn write_lines(output: &mut impl Write, hit: Option<&RayHit>, level: &InputFile) -> io::Result<()> {
    let Some(hit) = hit else {
        return writeln!(output, "no hit");
    };
    let mut line = |name: &str, value: String| writeln!(output, "{name:<9} {value}");
    line("hit", pixel(hit.pixel))?;
    line("previous", hit.previous.map_or_else(|| "none, the ray begins inside".into(), pixel))?;
    line("point", format!("{},{}", hit.point.x, hit.point.y))?;
    line("distance", format!("{} px", hit.distance))?;
    line("fraction", hit.fraction.to_string())?;
    line("normal", format!("{},{} ({})", hit.normal.x, hit.normal.y, face(hit.normal)))?;
    line("layer", layer(hit, level))?;
    line("cell", pixel(hit.cell))?;
    line("tile", tile(hit, level))?;
    line("inside", if hit.inside { "yes" } else { "no" }.into())
}

/// Writes the answer to ray `number` (from 1) on one line.
pub(super) fn write_line(
    output: &mut impl Write,
    number: u64,
    hit: Option<&RayHit>,
    level: &InputFile,
) -> io::Result<()> {
    match hit {
        None => writeln!(output, "{number}: no hit"),
        Some(hit) => writeln!(
            output,
            "{number}: hit {} at {} px, {}, layer {}, cell {}, tile {}",
            pixel(hit.pixel),
            hit.distance,
            face(hit.normal),
            layer(hit, level),
            pixel(hit.cell),
            tile(hit, level),
        ),
    }
}

/// Returns the letters of a tile's flips, in the order they are made: `D`, `H`, `V`; `-` where it has none.
pub(super) fn flips(orientation: Orientation) -> String {
    let Orientation { diagonal, horizontal, vertical } = orientation;
    let letters = [(diagonal, 'D'), (horizontal, 'H'), (vertical, 'V')];
    let flips: String = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
    if flips.is_empty() { "-".into() } else { flips }
}

fn pixel(pixel: IVec2) -> String {
    format!("{},{}", pixel.x, pixel.y)
}

/// Returns the face of the pixel that the ray entered.
fn face(normal: Vec2) -> &'static str {
    match (normal.x, normal.y) {
        (x, _) if x < 0.0 => "left face",
        (x, _) if x > 0.0 => "right face",
        (_, y) if y < 0.0 => "top face",
        (_, y) if y > 0.0 => "bottom face",
        _ => "no face",
    }
}

fn layer(hit: &RayHit, level: &InputFile) -> String {
    match level.layer_path(hit.layer) {
        Some(path) => format!("{} '{path}'", hit.layer),
        None => hit.layer.to_string(),
    }
}

fn tile(hit: &RayHit, level: &InputFile) -> String {
    let Some(tile) = hit.tile else {
        return "none".into();
    };
    let name = level.tile_set_name(tile).unwrap_or_default();
    format!("{} of set {} '{name}', flips {}", tile.id, tile.set, flips(tile.orientation))
}
