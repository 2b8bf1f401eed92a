//! The sky of the open level: its colors, clouds, trees and grass.

use crate::map::Grid;
use crate::noise::{Rng, bayer, unit};
use crate::palette::{CLOUD, GRASS, Rgba, SKY, WOOD};
use crate::picture::{FLIP_H, Picture};
use crate::tileset::{SheetBuilder, TILE};

/// Tiles in a row of the sheet.
const COLUMNS: i32 = 16;

/// Tile ids plus 1, and the sheet they belong to.
#[derive(Debug)]
pub(crate) struct Scenery {
    sheet: SheetBuilder,
    /// The sky's tile in each row.
    pub(crate) sky: Vec<u32>,
    /// Clouds.
    pub(crate) clouds: Vec<Stamp>,
    /// Trees.
    pub(crate) trees: Vec<Stamp>,
    /// Grass, one tile each.
    pub(crate) tufts: Vec<u32>,
}

/// A picture of several tiles.
#[derive(Debug)]
pub(crate) struct Stamp {
    first: u32,
    /// Width and height in tiles.
    pub(crate) size: (i32, i32),
}

impl Stamp {
    /// Puts the picture's tiles into a grid, mirrored if wanted.
    pub(crate) fn put(&self, grid: &mut Grid, x: i32, y: i32, mirrored: bool) {
        let (width, height) = self.size;
        for j in 0..height {
            for i in 0..width {
                let (column, flip) = if mirrored { (width - 1 - i, FLIP_H) } else { (i, 0) };
                grid.set(x + i, y + j, (self.first + (j * COLUMNS + column) as u32) | flip);
            }
        }
    }
}

impl Scenery {
    /// Draws everything, for a sky of so many rows.
    pub(crate) fn new(rows: i32) -> Self {
        let mut sheet = SheetBuilder::new(COLUMNS);
        let mut add = |picture: &Picture| Stamp {
            first: sheet.add(picture) + 1,
            size: (picture.width() / TILE, picture.height() / TILE),
        };
        let clouds = (0..4).map(|n| add(&cloud(n))).collect();
        let trees = (0..3).map(|n| add(&tree(n))).collect();
        let tufts = (0..4).map(|n| add(&tuft(n)).first).collect();
        let sky = (0..rows).map(|row| sheet.id(sky(row, rows)) + 1).collect();
        Self { sheet, sky, clouds, trees, tufts }
    }

    /// The finished sheet.
    pub(crate) fn sheet(&self) -> Picture {
        self.sheet.build()
    }
}

/// One tile of the sky: a dithered step from one color of the ramp to the next.
fn sky(row: i32, rows: i32) -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| {
        let height = f64::from(row * TILE + y) / f64::from(rows * TILE);
        let step = height * (SKY.len() as f64 - 1.0) + bayer(x, y);
        SKY[step.clamp(0.0, SKY.len() as f64 - 1.0).round() as usize]
    })
}

/// Puffs on a flat base, lit from above.
fn cloud(variant: i32) -> Picture {
    let (width, height) = [(6, 3), (4, 2), (8, 3), (3, 2)][variant as usize];
    let (width, height) = (width * TILE, height * TILE);
    let mut rng = Rng::new(1200 + 9 * variant as u64);
    let base = f64::from(height) - 4.0;
    let mut puffs = Vec::new();
    let count = width / 7;
    for n in 0..count {
        let along = (f64::from(n) + 0.5) / f64::from(count);
        let hump = 4.0 * along * (1.0 - along);
        let radius = 4.0 + hump * f64::from(rng.range(5, 11)) * f64::from(height) / 44.0;
        let x = 9.0 + along * (f64::from(width) - 18.0);
        let y = base - radius * 0.45 - hump * f64::from(rng.range(0, height / 5));
        puffs.push((x, y, radius));
    }
    Picture::from_fn(width, height, |x, y| {
        let (fx, fy) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let mut light: Option<f64> = None;
        for (px, py, radius) in &puffs {
            let (dx, dy) = ((fx - px) / radius, (fy - py) / radius);
            let out = dx * dx + dy * dy;
            if out < 1.0 && fy < base {
                let here = 1.7 - 1.6 * dy - 0.5 * dx + 0.3 * (1.0 - out);
                light = Some(light.map_or(here, |light| light.max(here)));
            }
        }
        match light {
            Some(light) => {
                let sunk = (fy - base + 7.0).max(0.0) / 7.0;
                let step = light - 1.2 * sunk + 0.6 * bayer(x, y);
                CLOUD[step.clamp(0.0, CLOUD.len() as f64 - 1.0).round() as usize]
            }
            None => [0; 4],
        }
    })
}

/// A tree: a trunk that forks into balls of leaves.
fn tree(variant: i32) -> Picture {
    let (width, height) = [(3, 4), (3, 3), (2, 3)][variant as usize];
    let mut picture = Picture::new(width * TILE, height * TILE);
    let mut rng = Rng::new(1300 + 5 * variant as u64);
    // The trunk stands in the middle of the cell that the tree is planted in.
    let foot = width / 2 * TILE + TILE / 2;
    let bottom = height * TILE;
    let crown = bottom * 2 / 5;
    for y in crown..bottom {
        let flare = if bottom - y < 4 { 1 } else { 0 };
        for x in foot - 2 - flare..foot + 2 + flare {
            let step = if x < foot - 1 {
                3
            } else if x < foot + 1 {
                2
            } else {
                1
            };
            picture.set(x, y, WOOD[step - (unit(5, x, y / 3) > 0.7) as usize]);
        }
    }
    let mut balls = Vec::new();
    for _ in 0..7 {
        let reach = width * TILE / 2 - 11;
        let x = (foot + rng.range(-reach, reach)).clamp(8, width * TILE - 8);
        let y = rng.range(8, crown + 6);
        balls.push((f64::from(x), f64::from(y), f64::from(rng.range(7, 10))));
    }
    balls.push((f64::from(foot), f64::from(crown) * 0.6, 10.5));
    for y in 0..bottom {
        for x in 0..width * TILE {
            if let Some(color) = leaf(&balls, x, y) {
                picture.set(x, y, color);
            }
        }
    }
    picture
}

fn leaf(balls: &[(f64, f64, f64)], x: i32, y: i32) -> Option<Rgba> {
    let mut light: Option<f64> = None;
    for (bx, by, radius) in balls {
        let (dx, dy) = ((f64::from(x) + 0.5 - bx) / radius, (f64::from(y) + 0.5 - by) / radius);
        let ragged = 0.85 + 0.3 * unit(9, x / 2, y / 2);
        if dx * dx + dy * dy < ragged {
            let here = 2.0 - 1.5 * dy - 0.6 * dx;
            light = Some(light.map_or(here, |light| light.max(here)));
        }
    }
    light.map(|light| {
        let step = light + 0.9 * bayer(x, y);
        GRASS[step.clamp(0.0, 4.0).round() as usize]
    })
}

fn tuft(variant: i32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    let mut rng = Rng::new(1400 + 3 * variant as u64);
    for _ in 0..8 {
        let (root, height) = (rng.range(0, TILE), rng.range(2, 6));
        let lean = rng.range(-1, 2);
        for k in 0..height {
            let step = (1 + 3 * k / height).min(4);
            picture.set(root + lean * k / 3, TILE - 1 - k, GRASS[step as usize]);
        }
    }
    if variant > 1 {
        let x = rng.range(3, 13);
        picture.rect(x, TILE - 6, 1, 6, GRASS[1]);
        picture.rect(x - 1, TILE - 8, 3, 2, CLOUD[3]);
        picture.set(x, TILE - 7, SKY[7]);
    }
    picture
}
