//! The answer to a ray as text, CSV or JSON.

use crate::cli::input_file::InputFile;
use crate::number;
use crate::output::Output;
use crate::value_args::HitFormat;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io;
use std::io::Write;
use tileray::RayHit;
use tileray::glam::{IVec2, Vec2};
use tileray::scan::ScanFrame;
use tileray::solidity::Orientation;

/// Writes the answers to rays one after the other, in one format.
pub(super) struct AnswerWriter<'a> {
    pub(super) output: Output,
    format: HitFormat,
    level: &'a InputFile,
    /// The frame in which a hit is told in meters too.
    frame: Option<&'a ScanFrame>,
    written: u64,
    /// The current row of a CSV.
    row: Vec<u8>,
}

/// The names of the columns.
const HEADER: &[u8] = b"hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n";

impl<'a> AnswerWriter<'a> {
    /// Begins with no answer.
    pub(super) fn new(output: Output, format: HitFormat, level: &'a InputFile) -> Self {
        Self { output, format, level, frame: None, written: 0, row: Vec::new() }
    }

    /// Tells hits in the meters of a frame too, if there is one.
    pub(super) fn with_frame(mut self, frame: Option<&'a ScanFrame>) -> Self {
        self.frame = frame;
        self
    }

    /// Writes the header of the format, if it has one.
    pub(super) fn write_header(&mut self) -> io::Result<()> {
        if self.format == HitFormat::Csv { self.output.write_all(HEADER) } else { Ok(()) }
    }

    /// Writes one answer on one line; `None` for a ray that hits nothing.
    pub(super) fn write(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        self.written += 1;
        match self.format {
            HitFormat::Text => self.write_line(hit),
            HitFormat::Csv => self.write_csv(hit),
            HitFormat::Json => {
                serde_json::to_writer(&mut self.output, &HitRecord { hit, level: self.level, frame: self.frame })?;
                self.output.write_all(b"\n")
            }
            // An array, of which hits are no lines.
            HitFormat::Npy => Err(io::Error::from(io::ErrorKind::Unsupported)),
        }
    }

    /// Writes the answer to a single ray, which as a text has several lines.
    pub(super) fn write_only(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        match (self.format, hit) {
            (HitFormat::Text, Some(hit)) => self.write_lines(hit),
            (HitFormat::Text, None) => writeln!(self.output, "no hit"),
            _ => self.write(hit),
        }
    }

    /// Writes a row; numbers have the fewest digits that give the same value when they are read back.
    fn write_csv(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        let Some(hit) = hit else {
            return self.output.write_all(b"0,,,,,,,,,\n");
        };
        let RayHit { pixel, distance, cell, tile, .. } = hit;
        let mut whole = itoa::Buffer::new();
        let mut push = |row: &mut Vec<u8>, number: i64, end: u8| {
            row.extend(whole.format(number).bytes());
            row.push(end);
        };
        let row = &mut self.row;
        row.clear();
        row.extend(b"1,");
        push(row, pixel.x.into(), b',');
        push(row, pixel.y.into(), b',');
        number::push_f32(row, *distance);
        row.push(b',');
        // Normals are of whole numbers.
        let normal = hit.normal().as_ivec2();
        let layer = hit.layer() as i64;
        for number in [normal.x.into(), normal.y.into(), layer, cell.x.into(), cell.y.into()] {
            push(row, number, b',');
        }
        match tile {
            Some(tile) => push(row, tile.id.into(), b'\n'),
            None => row.push(b'\n'),
        }
        self.output.write_all(row)
    }

    /// Writes all fields of a hit, one on a line.
    fn write_lines(&mut self, hit: &RayHit) -> io::Result<()> {
        let mut line = |name: &str, value: String| writeln!(self.output, "{name:<9} {value}");
        line("hit", pixel(hit.pixel))?;
        line("previous", hit.previous().map_or_else(|| "none, the ray begins inside".into(), pixel))?;
        line("point", format!("{},{}", hit.point.x, hit.point.y))?;
        line("distance", format!("{} px", hit.distance))?;
        line("fraction", hit.fraction.to_string())?;
        line("normal", format!("{},{} ({})", hit.normal().x, hit.normal().y, face(hit.normal())))?;
        line("layer", layer(hit, self.level))?;
        line("cell", pixel(hit.cell))?;
        line("tile", tile(hit, self.level))?;
        line("inside", if hit.inside() { "yes" } else { "no" }.into())?;
        if let Some(frame) = self.frame {
            let at = frame.point_to_world(hit.point.as_dvec2());
            line("world", format!("{:.4},{:.4} m", at.x, at.y))?;
            line("range", format!("{:.4} m", frame.distance_to_world(hit.distance.into())))?;
        }
        Ok(())
    }

    /// Writes a hit on one line, with the number of the ray.
    fn write_line(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        let number = self.written;
        let Some(hit) = hit else { return writeln!(self.output, "{number}: no hit") };
        let (at, distance, face) = (pixel(hit.pixel), hit.distance, face(hit.normal()));
        let (layer, cell, tile) = (layer(hit, self.level), pixel(hit.cell), tile(hit, self.level));
        writeln!(self.output, "{number}: hit {at} at {distance} px, {face}, layer {layer}, cell {cell}, tile {tile}")
    }
}

/// The JSON of an answer. Fields of the CSV have the same names; all fields but `hit` are null for a miss.
struct HitRecord<'a> {
    hit: Option<&'a RayHit>,
    level: &'a InputFile,
    frame: Option<&'a ScanFrame>,
}

impl Serialize for HitRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { hit, level, frame } = *self;
        let (previous, tile) = (hit.and_then(RayHit::previous), hit.and_then(|hit| hit.tile));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("hit", &hit.is_some())?;
        map.serialize_entry("pixel_x", &hit.map(|hit| hit.pixel.x))?;
        map.serialize_entry("pixel_y", &hit.map(|hit| hit.pixel.y))?;
        map.serialize_entry("previous_x", &previous.map(|pixel| pixel.x))?;
        map.serialize_entry("previous_y", &previous.map(|pixel| pixel.y))?;
        map.serialize_entry("point_x", &hit.map(|hit| hit.point.x))?;
        map.serialize_entry("point_y", &hit.map(|hit| hit.point.y))?;
        map.serialize_entry("distance", &hit.map(|hit| hit.distance))?;
        map.serialize_entry("fraction", &hit.map(|hit| hit.fraction))?;
        map.serialize_entry("normal_x", &hit.map(|hit| hit.normal().x))?;
        map.serialize_entry("normal_y", &hit.map(|hit| hit.normal().y))?;
        map.serialize_entry("layer", &hit.map(RayHit::layer))?;
        map.serialize_entry("layer_path", &hit.and_then(|hit| level.layer_path(hit.layer())))?;
        map.serialize_entry("cell_x", &hit.map(|hit| hit.cell.x))?;
        map.serialize_entry("cell_y", &hit.map(|hit| hit.cell.y))?;
        map.serialize_entry("tile", &tile.map(|tile| tile.id))?;
        map.serialize_entry("tile_set", &tile.map(|tile| tile.set))?;
        map.serialize_entry("tile_set_name", &tile.and_then(|tile| level.tile_set_name(tile)))?;
        map.serialize_entry("orientation", &tile.map(|tile| flips(tile.orientation)))?;
        map.serialize_entry("inside", &hit.map(RayHit::inside))?;
        if let Some(frame) = frame {
            let at = hit.map(|hit| frame.point_to_world(hit.point.as_dvec2()));
            map.serialize_entry("world_x", &at.map(|at| at.x))?;
            map.serialize_entry("world_y", &at.map(|at| at.y))?;
            map.serialize_entry("range", &hit.map(|hit| frame.distance_to_world(hit.distance.into())))?;
        }
        map.end()
    }
}

/// Returns the letters of the flips of a tile, in the order that they are applied: `D`, `H`, `V`; `-` without flips.
fn flips(orientation: Orientation) -> String {
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
    level.layer_path(hit.layer()).map_or_else(|| hit.layer().to_string(), |path| format!("{} '{path}'", hit.layer()))
}

fn tile(hit: &RayHit, level: &InputFile) -> String {
    let Some(tile) = hit.tile else { return "none".into() };
    let name = level.tile_set_name(tile).unwrap_or_default();
    format!("{} of set {} '{name}', flips {}", tile.id, tile.set, flips(tile.orientation))
}
