//! `maps/infinite.tmx`: a drifting rock with caves in it, in chunks around the origin.

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::land::Land;
use crate::map::{Content, Encoding, Grid, Layer, Map, Object};
use crate::noise::{chance, hills, value};
use crate::palette::{AMBER, FROST};
use crate::picture::FLIP_H;
use crate::rock::draw::{Brush, Style};
use crate::rock::shape::{Shape, ShapeGrid};
use crate::rock::sheet;
use crate::rock::slopes::{Rates, smooth};
use crate::rock::texture::Texture;
use crate::tileset::{TILE, TileSet};

const SEED: u64 = 606;

/// The first cell: the map reaches as far to the left of the origin as to the right.
pub(crate) const CORNER: (i32, i32) = (-48, -32);
/// Size in cells.
pub(crate) const SIZE: (i32, i32) = (96, 64);

/// The map.
pub(crate) fn map() -> Map {
    let shapes = shapes();
    let style = Style {
        ramp: &FROST,
        moss: Some(&AMBER),
        texture: Texture::stones(61, 6, 6),
        relief: 0.8,
        deep: 1.9,
        edge: 4.6,
    };
    let (sheet, ids) = sheet::draw(&shapes, &mut Brush::new(style), |_, _| None);
    let sets = [Rc::new(TileSet::sheet("drift", sheet, PixelFormat::Rgba)), Rc::new(stars())];
    let mut map = Map::new(SIZE, Encoding::Csv, &sets);
    map.infinite = true;
    map.background = "#0d0f22";
    let grid = || Grid::at(CORNER.0, CORNER.1, SIZE.0, SIZE.1);
    let (mut sky, mut ground) = (grid(), grid());
    for (x, y, id) in ids.used() {
        let gid = id - 1 + map.first_gid(0);
        ground.set(CORNER.0 + x, CORNER.1 + y, gid);
    }
    for y in CORNER.1..CORNER.1 + SIZE.1 {
        for x in CORNER.0..CORNER.0 + SIZE.0 {
            if chance(SEED ^ 5, x, y, 14) {
                let id = map.first_gid(1) + crate::noise::pick(SEED ^ 6, x, y, 4);
                let mirror = if chance(SEED ^ 7, x, y, 50) { FLIP_H } else { 0 };
                sky.set(x, y, id | mirror);
            }
        }
    }
    map.layers = vec![
        Layer::new("stars", Content::Tiles(sky)).not_solid(),
        Layer::new("ground", Content::Tiles(ground)),
        Layer::new("objects", Content::Objects(vec![spawn(&shapes)])),
    ];
    map
}

/// The first roomy floor to the right of the origin.
fn spawn(shapes: &ShapeGrid) -> Object {
    let all = (0..SIZE.0 * SIZE.1).map(|n| (n / SIZE.1, n % SIZE.1));
    let mut roomy = all.filter(|&(x, y)| {
        let air = (-1..=1).all(|i| (0..3).all(|j| shapes.empty(x + i, y - j)));
        x >= -CORNER.0 && air && shapes.full(x, y + 1)
    });
    let (x, y) = roomy.next().unwrap_or((0, 0));
    Object {
        name: "spawn".to_owned(),
        class: "spawn",
        x: (CORNER.0 + x) * TILE + TILE / 2,
        y: (CORNER.1 + y) * TILE + 4,
        size: None,
        properties: Vec::new(),
    }
}

fn shapes() -> ShapeGrid {
    let mut land = Land::from_fn(SIZE.0, SIZE.1, false, |x, y| {
        let (fx, fy) = (f64::from(x), f64::from(y));
        let (dx, dy) = ((fx - 47.5) / 46.0, (fy - 31.5) / 29.0);
        let wobble = 0.7 * (value(SEED, fx, fy, (9.0, 9.0), (0, 0)) - 0.5);
        let body = dx * dx + dy * dy + wobble < 0.82;
        body && hills(SEED ^ 1, fx, fy, (15.0, 9.0)) > 0.43
    });
    land.settle(2);
    land.trim();
    land.drop_small(true, 16);
    land.drop_small(false, 12);
    let mut shapes = ShapeGrid::from_fn(SIZE.0, SIZE.1, Shape::EMPTY, |x, y| land.get(x, y));
    let rates = Rates { gentle: 60, half: 8, step: 95, corner: 50, chamfer: 70 };
    smooth(&mut shapes, SEED, rates);
    shapes
}

/// Four tiles with a star or two.
fn stars() -> TileSet {
    let mut sheet = crate::picture::Picture::new(4 * TILE, TILE);
    for n in 0..4 {
        let mut rng = crate::noise::Rng::new(SEED + 10 + n as u64);
        for _ in 0..=n % 2 {
            let (x, y) = (n * TILE + rng.range(2, 14), rng.range(2, 14));
            let bright = rng.range(3, 7) as usize;
            sheet.set(x, y, FROST[bright]);
            if n == 2 {
                for (i, j) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    sheet.set(x + i, y + j, FROST[bright - 2]);
                }
            }
        }
    }
    TileSet::sheet("stars", sheet, PixelFormat::Palette)
}
