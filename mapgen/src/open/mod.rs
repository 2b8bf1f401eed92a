//! `maps/open.tmx`: a wide sky with few floating islands, for long rays that hit little.

mod scenery;

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::land::Land;
use crate::map::{Content, Encoding, Grid, Layer, Map, Object};
use crate::noise::{chance, pick, unit, value};
use crate::palette::{EARTH, GRASS};
use crate::picture::FLIP_H;
use crate::rock::draw::{Brush, Style};
use crate::rock::shape::{Shape, ShapeGrid};
use crate::rock::sheet;
use crate::rock::slopes::{Rates, smooth};
use crate::rock::texture::Texture;
use crate::tileset::{TILE, TileSet};

use scenery::Scenery;

const SEED: u64 = 3131;

/// Width in tiles.
pub(crate) const WIDTH: i32 = 1000;
/// Height in tiles.
pub(crate) const HEIGHT: i32 = 200;

/// The map.
pub(crate) fn map() -> Map {
    let shapes = shapes();
    let style = Style {
        ramp: &EARTH,
        moss: Some(&GRASS),
        texture: Texture::stones(71, 5, 8),
        relief: 0.8,
        deep: 2.0,
        edge: 4.6,
    };
    let (rock, ids) = sheet::draw(&shapes, &mut Brush::new(style), |_, _| None);
    let scenery = Scenery::new(HEIGHT);
    let sets = [
        Rc::new(TileSet::sheet("islands", rock, PixelFormat::Palette)),
        Rc::new(TileSet::sheet("sky", scenery.sheet(), PixelFormat::Palette)),
    ];
    let mut map = Map::new((WIDTH, HEIGHT), Encoding::Zlib, &sets);
    map.background = "#6f9bd8";
    let mut sky = Grid::new(WIDTH, HEIGHT);
    for n in 0..WIDTH * HEIGHT {
        let (x, y) = (n % WIDTH, n / WIDTH);
        sky.set(x, y, scenery.sky[y as usize]);
    }
    let clouds = clouds(&scenery);
    let plants = plants(&scenery, &shapes);
    let layer = |name, grid: &Grid, set| {
        let gids = grid.offset(map.first_gid(set));
        Layer::new(name, Content::Tiles(gids))
    };
    map.layers = vec![
        layer("background", &sky, 1).not_solid(),
        layer("clouds", &clouds, 1).not_solid(),
        layer("ground", &ids, 0),
        layer("decor", &plants, 1).not_solid(),
        Layer::new("objects", Content::Objects(vec![spawn(&shapes)])),
    ];
    map
}

/// The islands: a flat or gently rolling top, a belly that hangs from it.
fn shapes() -> ShapeGrid {
    const STEP: (i32, i32) = (34, 21);
    let mut land = Land::from_fn(WIDTH, HEIGHT, false, |_, _| false);
    for row in 0..HEIGHT / STEP.1 {
        for column in 0..WIDTH / STEP.0 {
            let roll = |n: u64| unit(SEED ^ n, column, row);
            let middle = f64::from(column * STEP.0) + 11.0 + 12.0 * roll(1);
            let top = f64::from(row * STEP.1) + 6.0 + 8.0 * roll(2);
            let half = 3.0 + 10.0 * roll(3) * roll(4).sqrt();
            let belly = 1.5 + half * (0.3 + 0.45 * roll(5));
            if roll(6) > 0.24 {
                continue;
            }
            for x in (middle - half) as i32..=(middle + half) as i32 {
                let side = (f64::from(x) - middle) / half;
                let wave = |n: u64, step| value(SEED ^ n, f64::from(x), 0.0, (step, 1.0), (0, 0));
                let roof = top + 2.6 * wave(7 + row as u64, 5.0) + 1.2 * side * side;
                let depth = belly * (1.0 - side * side) * (0.6 + 0.7 * wave(30 + row as u64, 4.0));
                for y in roof as i32..(roof + depth.max(0.8)) as i32 + 1 {
                    land.set(x, y, true);
                }
            }
        }
    }
    land.trim();
    let mut shapes = ShapeGrid::from_fn(WIDTH, HEIGHT, Shape::EMPTY, |x, y| land.get(x, y));
    let rates = Rates { gentle: 75, half: 6, step: 100, corner: 60, chamfer: 85 };
    smooth(&mut shapes, SEED, rates);
    shapes
}

fn clouds(scenery: &Scenery) -> Grid {
    let mut grid = Grid::new(WIDTH, HEIGHT);
    for row in 0..HEIGHT / 14 {
        for column in 0..WIDTH / 22 {
            if chance(SEED ^ 50, column, row, 60) {
                let cloud = &scenery.clouds[pick(SEED ^ 51, column, row, 4) as usize];
                let x = column * 22 + pick(SEED ^ 52, column, row, 10) as i32;
                let y = row * 14 + pick(SEED ^ 53, column, row, 8) as i32;
                cloud.put(&mut grid, x, y, chance(SEED ^ 54, column, row, 50));
            }
        }
    }
    grid
}

fn plants(scenery: &Scenery, shapes: &ShapeGrid) -> Grid {
    let mut grid = Grid::new(WIDTH, HEIGHT);
    let cells = || (0..WIDTH * HEIGHT).map(|n| (n % WIDTH, n / WIDTH));
    let floor = |x: i32, y: i32| shapes.empty(x, y) && shapes.full(x, y + 1);
    for (x, y) in cells() {
        let wide = floor(x, y) && floor(x - 1, y) && floor(x + 1, y);
        if wide && chance(SEED ^ 60, x, y, 22) && (0..5).all(|k| grid.get(x, y - k) == 0) {
            let tree = &scenery.trees[pick(SEED ^ 61, x, y, 3) as usize];
            let (width, height) = tree.size;
            tree.put(&mut grid, x - width / 2, y - height + 1, chance(SEED ^ 62, x, y, 50));
        }
    }
    for (x, y) in cells() {
        if floor(x, y) && grid.get(x, y) == 0 && chance(SEED ^ 63, x, y, 70) {
            let id = scenery.tufts[pick(SEED ^ 64, x, y, 4) as usize];
            let mirror = if chance(SEED ^ 65, x, y, 50) { FLIP_H } else { 0 };
            grid.set(x, y, id | mirror);
        }
    }
    grid
}

/// On the island nearest to the map's middle.
fn spawn(shapes: &ShapeGrid) -> Object {
    let all = (0..WIDTH * HEIGHT).map(|n| (n % WIDTH, n / WIDTH));
    let floors = all.filter(|&(x, y)| {
        let ground = (-1..=1).all(|i| shapes.full(x + i, y + 1));
        ground && (-1..=1).all(|i| (0..4).all(|j| shapes.empty(x + i, y - j)))
    });
    let near = floors.min_by_key(|(x, y)| (x - WIDTH / 2).pow(2) + (y - HEIGHT / 2).pow(2));
    let (x, y) = near.unwrap_or((0, 0));
    Object {
        name: "spawn".to_owned(),
        class: "spawn",
        x: x * TILE + TILE / 2,
        y: y * TILE + 4,
        size: None,
        properties: Vec::new(),
    }
}
