use super::super::level::Level;
use super::text::flips;
use serde::Serialize;
use std::io::{self, Write};
use tileray::RayHit;

/// All of a hit. What the CSV has too has the same name; everything but `hit` is null where nothing was hit.
#[derive(Serialize, Default)]
struct Record<'a> {
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

impl<'a> Record<'a> {
    fn new(hit: &RayHit, level: &'a Level) -> Self {
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
pub(super) fn write(output: &mut impl Write, hit: Option<&RayHit>, level: &Level) -> io::Result<()> {
    let record = hit.map_or_else(Record::default, |hit| Record::new(hit, level));
    serde_json::to_writer(&mut *output, &record)?;
    output.write_all(b"\n")
}
