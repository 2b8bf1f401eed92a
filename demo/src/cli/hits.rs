//! Writes the hits of rays as text, CSV, JSON or an array.

use crate::cli::input_file::InputFile;
use crate::cli::row_writer::RowWriter;
use crate::number;
use crate::output::Output;
use crate::value_args::HitFormat;
use anyhow::Result;
use serde::ser::{Serialize, SerializeMap, Serializer};
use tileray::RayHit;
use tileray::glam::{IVec2, Vec2};
use tileray::scan::ScanFrame;
use tileray::solidity::Orientation;

/// A writer of the answers to rays, in chunks of any size.
pub(super) struct HitWriter<'a> {
    rows: RowWriter,
    format: HitFormat,
    level: &'a InputFile,
    /// The frame in which hits have meters too.
    frame: Option<&'a ScanFrame>,
    answered: u64,
    bytes: Vec<u8>,
}

/// The names of the columns.
const HEADER: &str = "hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n";

/// The elements of an array of hits. Bytes come first, so that each number is aligned and an element has 32 bytes.
const DESCR: &str = "[('hit', '|b1'), ('normal_x', '|i1'), ('normal_y', '|i1'), ('', '|V1'), ('pixel_x', '<i4'), \
    ('pixel_y', '<i4'), ('distance', '<f4'), ('layer', '<i4'), ('cell_x', '<i4'), ('cell_y', '<i4'), ('tile', '<i4')]";
const ELEMENT: usize = 32;

impl<'a> HitWriter<'a> {
    /// Begins the output with its header. `count` is the number of rays, if it is known. With a frame, hits are written in
    /// its meters too.
    pub(super) fn begin(
        output: Output,
        format: HitFormat,
        level: &'a InputFile,
        frame: Option<&'a ScanFrame>,
        count: Option<u64>,
    ) -> Result<Self> {
        let rows = match format {
            HitFormat::Npy => RowWriter::array(output, DESCR, None, count)?,
            HitFormat::Csv => RowWriter::lines(output, HEADER)?,
            HitFormat::Text | HitFormat::Json => RowWriter::lines(output, "")?,
        };
        Ok(Self { rows, format, level, frame, answered: 0, bytes: Vec::new() })
    }

    /// Writes the next hits; `None` for a ray that hits nothing.
    pub(super) fn write(&mut self, hits: &[Option<RayHit>]) -> Result<()> {
        let Self { format, level, frame, answered, bytes, .. } = self;
        bytes.clear();
        if *format == HitFormat::Npy {
            bytes.resize(hits.len() * ELEMENT, 0);
            bytes.as_chunks_mut().0.iter_mut().zip(hits).for_each(|(bytes, hit)| *bytes = element(hit.as_ref()));
        }
        for hit in hits {
            *answered += 1;
            match format {
                HitFormat::Text => bytes.extend(line(*answered, hit.as_ref(), level).bytes()),
                HitFormat::Csv => push_row(bytes, hit.as_ref()),
                HitFormat::Json => {
                    serde_json::to_writer(&mut *bytes, &HitRecord { hit: hit.as_ref(), level, frame: *frame })?;
                    bytes.push(b'\n');
                }
                HitFormat::Npy => {}
            }
        }
        self.rows.write(hits.len(), &self.bytes)
    }

    /// Writes the answer to a single ray, which as a text has several lines, and completes the output.
    pub(super) fn finish_with(mut self, hit: Option<RayHit>) -> Result<()> {
        match (self.format, &hit) {
            (HitFormat::Text, Some(hit)) => self.rows.write(1, lines(hit, self.level, self.frame).as_bytes())?,
            (HitFormat::Text, None) => self.rows.write(1, b"no hit\n")?,
            _ => self.write(&[hit])?,
        }
        self.finish()
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<()> {
        self.rows.finish()
    }
}

/// Adds a row of a CSV; numbers have the fewest digits that give the same value when they are read back.
fn push_row(row: &mut Vec<u8>, hit: Option<&RayHit>) {
    let Some(hit) = hit else { return row.extend(b"0,,,,,,,,,\n") };
    let (pixel, cell) = (hit.pixel(), hit.cell());
    let mut whole = itoa::Buffer::new();
    let mut push = |row: &mut Vec<u8>, number: i64, end: u8| {
        row.extend(whole.format(number).bytes());
        row.push(end);
    };
    row.extend(b"1,");
    push(row, pixel.x.into(), b',');
    push(row, pixel.y.into(), b',');
    number::push_f32(row, hit.distance());
    row.push(b',');
    // Normals are whole numbers.
    let normal = hit.normal().as_ivec2();
    let layer = hit.layer() as i64;
    for number in [normal.x.into(), normal.y.into(), layer, cell.x.into(), cell.y.into()] {
        push(row, number, b',');
    }
    match hit.tile() {
        Some(tile) => push(row, tile.id.into(), b'\n'),
        None => row.push(b'\n'),
    }
}

/// Returns all fields of a hit, one on a line.
fn lines(hit: &RayHit, level: &InputFile, frame: Option<&ScanFrame>) -> String {
    let mut lines = vec![
        ("hit", pixel(hit.pixel())),
        ("previous", hit.previous().map_or_else(|| "none, the ray begins inside".into(), pixel)),
        ("point", format!("{},{}", hit.point().x, hit.point().y)),
        ("distance", format!("{} px", hit.distance())),
        ("fraction", hit.fraction().to_string()),
        ("normal", format!("{},{} ({})", hit.normal().x, hit.normal().y, face(hit.normal()))),
        ("layer", layer(hit, level)),
        ("cell", pixel(hit.cell())),
        ("tile", tile(hit, level)),
        ("inside", if hit.inside() { "yes" } else { "no" }.into()),
    ];
    if let Some(frame) = frame {
        let at = frame.point_to_world(hit.point().as_dvec2());
        lines.push(("world", format!("{:.4},{:.4} m", at.x, at.y)));
        lines.push(("range", format!("{:.4} m", frame.distance_to_world(hit.distance().into()))));
    }
    lines.iter().map(|(name, value)| format!("{name:<9} {value}\n")).collect()
}

/// Returns a hit on one line, with the number of the ray.
fn line(number: u64, hit: Option<&RayHit>, level: &InputFile) -> String {
    let Some(hit) = hit else { return format!("{number}: no hit\n") };
    let (at, distance, face) = (pixel(hit.pixel()), hit.distance(), face(hit.normal()));
    let (layer, cell, tile) = (layer(hit, level), pixel(hit.cell()), tile(hit, level));
    format!("{number}: hit {at} at {distance} px, {face}, layer {layer}, cell {cell}, tile {tile}\n")
}

/// Returns an element of an array. Where there is no hit the distance is infinite, and layer and tile are -1; the tile is -1
/// also where no tile covers the pixel.
fn element(hit: Option<&RayHit>) -> [u8; ELEMENT] {
    let mut bytes = [0; ELEMENT];
    let (words, _) = bytes.as_chunks_mut();
    let Some(hit) = hit else {
        words[3] = f32::INFINITY.to_le_bytes();
        (words[4], words[7]) = (NONE.to_le_bytes(), NONE.to_le_bytes());
        return bytes;
    };
    let normal = hit.normal();
    words[0] = [1, normal.x as i8 as u8, normal.y as i8 as u8, 0];
    words[1] = hit.pixel().x.to_le_bytes();
    words[2] = hit.pixel().y.to_le_bytes();
    words[3] = hit.distance().to_le_bytes();
    words[4] = (hit.layer() as i32).to_le_bytes();
    words[5] = hit.cell().x.to_le_bytes();
    words[6] = hit.cell().y.to_le_bytes();
    words[7] = hit.tile().map_or(NONE, |tile| tile.id as i32).to_le_bytes();
    bytes
}

const NONE: i32 = -1;

/// The JSON of an answer. Fields of the CSV have the same names; all fields but `hit` are null for a miss.
struct HitRecord<'a> {
    hit: Option<&'a RayHit>,
    level: &'a InputFile,
    frame: Option<&'a ScanFrame>,
}

impl Serialize for HitRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { hit, level, frame } = *self;
        let (previous, tile) = (hit.and_then(RayHit::previous), hit.and_then(RayHit::tile));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("hit", &hit.is_some())?;
        map.serialize_entry("pixel_x", &hit.map(|hit| hit.pixel().x))?;
        map.serialize_entry("pixel_y", &hit.map(|hit| hit.pixel().y))?;
        map.serialize_entry("previous_x", &previous.map(|pixel| pixel.x))?;
        map.serialize_entry("previous_y", &previous.map(|pixel| pixel.y))?;
        map.serialize_entry("point_x", &hit.map(|hit| hit.point().x))?;
        map.serialize_entry("point_y", &hit.map(|hit| hit.point().y))?;
        map.serialize_entry("distance", &hit.map(RayHit::distance))?;
        map.serialize_entry("fraction", &hit.map(RayHit::fraction))?;
        map.serialize_entry("normal_x", &hit.map(|hit| hit.normal().x))?;
        map.serialize_entry("normal_y", &hit.map(|hit| hit.normal().y))?;
        map.serialize_entry("layer", &hit.map(RayHit::layer))?;
        map.serialize_entry("layer_path", &hit.and_then(|hit| level.layer_path(hit.layer())))?;
        map.serialize_entry("cell_x", &hit.map(|hit| hit.cell().x))?;
        map.serialize_entry("cell_y", &hit.map(|hit| hit.cell().y))?;
        map.serialize_entry("tile", &tile.map(|tile| tile.id))?;
        map.serialize_entry("tile_set", &tile.map(|tile| tile.set))?;
        map.serialize_entry("tile_set_name", &tile.and_then(|tile| level.tile_set_name(tile)))?;
        map.serialize_entry("orientation", &tile.map(|tile| flips(tile.orientation)))?;
        map.serialize_entry("inside", &hit.map(RayHit::inside))?;
        if let Some(frame) = frame {
            let at = hit.map(|hit| frame.point_to_world(hit.point().as_dvec2()));
            map.serialize_entry("world_x", &at.map(|at| at.x))?;
            map.serialize_entry("world_y", &at.map(|at| at.y))?;
            map.serialize_entry("range", &hit.map(|hit| frame.distance_to_world(hit.distance().into())))?;
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
    let Some(tile) = hit.tile() else { return "none".into() };
    let name = level.tile_set_name(tile).unwrap_or_default();
    format!("{} of set {} '{name}', flips {}", tile.id, tile.set, flips(tile.orientation))
}
