//! `maps/rings.tmx`: the worst case for a ray caster that skips empty tiles, because none is empty.
//! Each tile is a rim with a big hole, and some rims have gaps through which a ray gets on.

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::map::{Content, Encoding, Grid, Layer, Map, Object};
use crate::noise::{hash, pick, value};
use crate::palette::{AMBER, CLEAR, CRYSTAL, MOSS, ROSE, Rgba};
use crate::picture::{Picture, flags};
use crate::tileset::{SheetBuilder, TILE, TileSet};

/// Width and height in tiles.
pub(crate) const SIZE: i32 = 256;

/// The number of shapes of ring; each comes in every ramp.
const SHAPES: u32 = 8;

const RAMPS: [&[Rgba; 5]; 4] = [&CRYSTAL, &MOSS, &ROSE, &AMBER];

/// The map.
pub(crate) fn map() -> Map {
    let mut sheet = SheetBuilder::new(SHAPES as i32);
    for ramp in RAMPS {
        for shape in 0..SHAPES {
            sheet.add(&ring(shape, ramp));
        }
    }
    let sheet = sheet.build();
    let set = Rc::new(TileSet::sheet("rings", sheet, PixelFormat::Palette));
    let mut map = Map::new((SIZE, SIZE), Encoding::Gzip, &[set]);
    let mut grid = Grid::new(SIZE, SIZE);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let (fx, fy) = (f64::from(x), f64::from(y));
            let zone = 3.99 * value(31, fx, fy, (11.0, 11.0), (0, 0));
            let id = zone as u32 * SHAPES + pick(32, x, y, u64::from(SHAPES));
            let turn = flags((hash(33, x, y) % 8) as u32);
            grid.set(x, y, (map.first_gid(0) + id) | turn);
        }
    }
    // The middle of every ring is free.
    let spawn = Object {
        name: "spawn".to_owned(),
        class: "spawn",
        x: SIZE / 2 * TILE + TILE / 2,
        y: SIZE / 2 * TILE + TILE / 2,
        size: None,
        properties: Vec::new(),
    };
    map.layers = vec![Layer::new("rings", Content::Tiles(grid)), Layer::new("objects", Content::Objects(vec![spawn]))];
    map
}

/// Returns the depth of a pixel in the rim, counted inward from its outer edge; `None` in the hole and the gaps.
fn rim(shape: u32, x: i32, y: i32) -> Option<(f64, f64)> {
    let (dx, dy) = (f64::from(x) - 7.5, f64::from(y) - 7.5);
    let round = 8.0 - (dx * dx + dy * dy).sqrt();
    let square = 7.5 - dx.abs().max(dy.abs()) + 0.5;
    let octagon = square.min(10.6 - (dx.abs() + dy.abs()));
    let right = dx > 0.0;
    let (inward, thick, gap) = match shape {
        0 => (round, 2.4, false),
        1 => (square, 2.0, false),
        2 => (octagon, 2.6, false),
        // A gap to the right, so that two such tiles side by side let a flat ray through.
        3 => (square, 2.0, right && dy.abs() < 3.0),
        // Gaps at two sides, of unequal width.
        4 => (square, 3.0, (right && (-2.0..1.0).contains(&dy)) || (dy > 0.0 && dx.abs() < 4.0)),
        5 => (round, 3.0, right && dy < 0.0 && (dx + dy).abs() < 3.0),
        // Straight through from side to side, above the middle.
        6 => (square, 2.0, (-5.0..-1.0).contains(&dy)),
        // Thick on one side and thin on the others.
        _ => (square, if dx < dy - 4.0 { 6.0 } else { 1.0 }, false),
    };
    let inside = inward > 0.0 && inward <= thick && !gap;
    inside.then_some((inward, thick))
}

fn ring(shape: u32, ramp: &[Rgba; 5]) -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| match rim(shape, x, y) {
        None => CLEAR,
        Some((inward, thick)) if inward <= 1.0 && thick > 1.0 => ramp[1],
        Some((inward, thick)) if inward + 1.0 > thick => ramp[2],
        Some(_) => ramp[3],
    })
}
