use std::io::{self, Write};
use tileray::RayHit;

/// The names of the columns.
pub(super) const HEADER: &[u8] = b"hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n";

/// Writes a row; numbers have as many digits as it takes to read the same value back.
pub(super) fn write(output: &mut impl Write, hit: Option<&RayHit>) -> io::Result<()> {
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
