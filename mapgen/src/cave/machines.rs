//! Conveyors: belts over rollers, in place of the floor.

use std::fmt::Write as _;

use crate::encode::PixelFormat;
use crate::palette::{AMBER, IRON};
use crate::picture::Picture;
use crate::tileset::{TILE, TileSet};

/// How fast a belt runs, in pixels a second.
const SPEED: i32 = 40;

/// The set: a belt's left end, its middle and its right end, running right, then the same running left.
pub(crate) fn tile_set() -> TileSet {
    let mut sheet = Picture::new(6 * TILE, TILE);
    let mut set = TileSet::sheet("machines", Picture::new(0, 0), PixelFormat::Rgba);
    for id in 0..6 {
        let left = id >= 3;
        sheet.draw(&belt(id % 3, left), id * TILE, 0);
        let speed = if left { -SPEED } else { SPEED };
        let mut xml = String::new();
        let _ = writeln!(
            xml,
            "  <properties>\n   <property name=\"conveyor\" type=\"float\" value=\"{speed}\"/>\n  </properties>"
        );
        set.extras.insert(id as u32, (String::new(), xml));
    }
    TileSet { source: TileSet::sheet("machines", sheet, PixelFormat::Rgba).source, ..set }
}

/// A piece of a belt: 0 its left end, 1 the middle, 2 its right end. Arrows show which way it runs.
fn belt(piece: i32, left: bool) -> Picture {
    const ARROW: [&str; 5] = ["D.....", "DD....", "CDD...", "CC....", "C....."];
    let arrow = Picture::from_art(&ARROW, |letter| if letter == 'D' { AMBER[3] } else { AMBER[2] });
    let mut picture = Picture::from_fn(TILE, TILE, |x, y| match y {
        // The belt with its cleats, and its shadow on the frame.
        0 => IRON[if (x + 2) % 4 == 0 { 3 } else { 2 }],
        1 => IRON[if (x + 2) % 4 == 0 { 2 } else { 1 }],
        2 | 3 | 14 | 15 => IRON[0],
        4 => IRON[2],
        13 => IRON[0],
        _ => IRON[1],
    });
    for (corner, piece_here) in [(0, 0), (TILE - 1, 2)] {
        if piece == piece_here {
            picture.rect(corner, 0, 1, TILE, IRON[0]);
            let bolt = if corner == 0 { 2 } else { TILE - 3 };
            for y in [6, 11] {
                picture.set(bolt, y, IRON[3]);
                picture.set(bolt, y + 1, IRON[0]);
            }
        }
    }
    let arrow = if left { arrow.oriented(crate::picture::FLIP_H) } else { arrow };
    picture.draw(&arrow, if left { 6 } else { 7 }, 6);
    picture
}
