use super::super::level::Level;
use std::io::{self, Write};
use tileray::RayHit;
use tileray::glam::{IVec2, Vec2};
use tileray::solidity::Orientation;

/// Writes all of a hit, a fact a line.
pub(super) fn write_lines(output: &mut impl Write, hit: Option<&RayHit>, level: &Level) -> io::Result<()> {
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
pub(super) fn write_line(output: &mut impl Write, number: u64, hit: Option<&RayHit>, level: &Level) -> io::Result<()> {
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

/// The letters of a tile's flips, in the order they are made: `D`, `H`, `V`; `-` where it has none.
pub(super) fn flips(orientation: Orientation) -> String {
    let Orientation { diagonal, horizontal, vertical } = orientation;
    let letters = [(diagonal, 'D'), (horizontal, 'H'), (vertical, 'V')];
    let flips: String = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
    if flips.is_empty() { "-".into() } else { flips }
}

fn pixel(pixel: IVec2) -> String {
    format!("{},{}", pixel.x, pixel.y)
}

/// The face of the pixel that the ray entered.
fn face(normal: Vec2) -> &'static str {
    match (normal.x, normal.y) {
        (x, _) if x < 0.0 => "left face",
        (x, _) if x > 0.0 => "right face",
        (_, y) if y < 0.0 => "top face",
        (_, y) if y > 0.0 => "bottom face",
        _ => "no face",
    }
}

fn layer(hit: &RayHit, level: &Level) -> String {
    match level.layer_path(hit.layer) {
        Some(path) => format!("{} '{path}'", hit.layer),
        None => hit.layer.to_string(),
    }
}

fn tile(hit: &RayHit, level: &Level) -> String {
    let Some(tile) = hit.tile else {
        return "none".into();
    };
    let name = level.tile_set_name(tile).unwrap_or_default();
    format!("{} of set {} '{name}', flips {}", tile.id, tile.set, flips(tile.orientation))
}
