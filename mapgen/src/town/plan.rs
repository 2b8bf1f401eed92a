//! Where things stand in the town.

use crate::land::Land;
use crate::map::{Grid, Object};
use crate::noise::{chance, hash, unit, value};
use crate::picture::{FLIP_D, FLIP_H};
use crate::rock::shape::{Shape, ShapeGrid};
use crate::rock::slopes::{Rates, smooth};
use crate::town::houses::Houses;
use crate::town::{HEIGHT, WIDTH, point, things};

const SEED: u64 = 880;

/// The middle of the market place.
const PLAZA: (i32, i32) = (40, 31);

/// Ways and water.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Cobbles.
    pub(crate) paths: ShapeGrid,
    /// The pond.
    pub(crate) pond: ShapeGrid,
    lots: Vec<Lot>,
}

/// A house: its upper left cell, width, rows of roof, and color.
#[derive(Debug)]
struct Lot {
    x: i32,
    y: i32,
    width: i32,
    rows: i32,
    color: usize,
}

/// The objects on the ground, as ids plus 1.
#[derive(Debug)]
pub(crate) struct Built {
    /// Walls of houses.
    pub(crate) walls: Grid,
    /// Roofs of houses.
    pub(crate) roofs: Grid,
    /// Fences and tubs of flowers.
    pub(crate) fences: Grid,
    /// Trees and other large things.
    pub(crate) things: Grid,
    /// Street lamps.
    pub(crate) lamps: Grid,
    /// Market stalls.
    pub(crate) stalls: Grid,
    /// Solid cells that are not drawn.
    pub(crate) extra: Grid,
}

impl Plan {
    /// Draws up the plan.
    pub(crate) fn new() -> Self {
        let lots = lots();
        let mut ways = Land::from_fn(WIDTH, HEIGHT, false, is_way);
        for lot in &lots {
            // From each door down to the street.
            let (door, step) = (lot.x + lot.width / 2, lot.y + lot.rows + 2);
            let street = (step..step + 6).find(|&y| is_way(door, y)).unwrap_or(step + 1);
            for y in step..=street {
                ways.set(door, y, true);
                ways.set(door + 1, y, true);
            }
        }
        let pond = Land::from_fn(WIDTH, HEIGHT, false, is_pond);
        Self { paths: shapes(&ways), pond: shapes(&pond), lots }
    }

    /// On the market place, a little below its middle.
    pub(crate) fn spawn(&self) -> Object {
        point("spawn", "spawn", (PLAZA.0 + 2, PLAZA.1 + 5))
    }

    /// Puts up everything that stands.
    pub(crate) fn build(&self, houses: &Houses) -> Built {
        let grid = || Grid::new(WIDTH, HEIGHT);
        let mut built = Built {
            walls: grid(),
            roofs: grid(),
            fences: grid(),
            things: grid(),
            lamps: grid(),
            stalls: grid(),
            extra: grid(),
        };
        let mut taken = grid();
        for lot in &self.lots {
            let grids = (&mut built.walls, &mut built.roofs);
            houses.house(grids, (lot.x, lot.y), (lot.width, lot.rows), lot.color);
            claim(&mut taken, (lot.x - 1, lot.y - 1), (lot.width + 2, lot.rows + 4));
        }
        self.place(&mut built, &mut taken, houses);
        self.gardens(&mut built, &mut taken);
        self.street_lamps(&mut built, &mut taken);
        self.woods(&mut built, &mut taken);
        built
    }

    /// The market: statue, well, stalls, cart.
    fn place(&self, built: &mut Built, taken: &mut Grid, houses: &Houses) {
        let (x, y) = PLAZA;
        for (n, (dx, dy)) in [(-9, -5), (-9, 3), (5, -6), (6, 2)].into_iter().enumerate() {
            houses.stall(&mut built.stalls, (x + dx, y + dy), 4, n % 2);
            claim(taken, (x + dx, y + dy), (6, 4));
        }
        let mut put = |id: u32, (dx, dy): (i32, i32)| {
            built.things.set(x + dx, y + dy, id + 1);
            claim(taken, (x + dx - 1, y + dy - 2), (4, 4));
        };
        put(things::STATUE, (0, 0));
        put(things::WELL, (-4, 6));
        put(things::CART, (9, -2));
        put(things::CART | FLIP_H, (-14, 1));
        // Stacks of logs lie flat, mirrored, and upended.
        put(things::LOGS, (13, 8));
        put(things::LOGS | FLIP_H, (15, 8));
        put(things::LOGS | FLIP_D, (17, 8));
        for (dx, dy) in [(-2, 1), (3, 1), (-2, -3), (3, -3)] {
            built.fences.set(x + dx, y + dy, 4);
        }
        // Two invisible cells at the pond's landing.
        for dx in 0..3 {
            built.extra.set(POND.0 + dx - 1, POND.1 - 7, houses.block);
        }
    }

    /// A fenced strip beside every second house, with bushes.
    fn gardens(&self, built: &mut Built, taken: &mut Grid) {
        for lot in self.lots.iter().step_by(2) {
            let (x, y) = (lot.x + lot.width + 1, lot.y + lot.rows - 1);
            let free = (0..5).all(|i| (0..4).all(|j| self.is_meadow(taken, x + i, y + j)));
            if !free {
                continue;
            }
            for i in 0..5 {
                let end = if i == 4 { FLIP_H } else { 0 };
                let id = if i == 0 || i == 4 { 3 } else { 1 };
                built.fences.set(x + i, y, id | end);
                built.fences.set(x + i, y + 3, id | end);
            }
            for j in 1..3 {
                built.fences.set(x, y + j, 2);
                built.fences.set(x + 4, y + j, 2);
            }
            built.things.set(x + 1, y + 2, things::BUSH + 1);
            built.fences.set(x + 3, y + 2, 4);
            claim(taken, (x, y), (5, 4));
        }
    }

    fn street_lamps(&self, built: &mut Built, taken: &mut Grid) {
        for y in 2..HEIGHT - 2 {
            for x in 2..WIDTH - 2 {
                let kerb = self.is_meadow(taken, x, y) && self.paths.full(x, y + 1);
                if kerb && x % 7 == 3 {
                    let lit = 1 + u32::from(chance(SEED ^ 3, x, y, 25));
                    built.lamps.set(x, y, lit);
                    claim(taken, (x, y), (1, 1));
                }
            }
        }
    }

    /// Trees, denser toward the edges of the map.
    fn woods(&self, built: &mut Built, taken: &mut Grid) {
        for y in 3..HEIGHT {
            for x in 0..WIDTH - 2 {
                let free = (-1..3).all(|i| (-2..1).all(|j| self.is_meadow(taken, x + i, y + j)));
                let edge = x.min(WIDTH - 1 - x).min(y).min(HEIGHT - 1 - y);
                let grove = value(SEED ^ 4, f64::from(x), f64::from(y), (9.0, 9.0), (0, 0));
                let dense = 0.08 + 0.5 * (grove - 0.45).max(0.0) + if edge < 6 { 0.35 } else { 0.0 };
                if free && unit(SEED ^ 5, x, y) < dense {
                    let id = [things::TREE, things::PINE, things::TREE, things::BUSH];
                    let id = id[(hash(SEED ^ 6, x, y) % 4) as usize];
                    let mirror = if chance(SEED ^ 7, x, y, 50) { FLIP_H } else { 0 };
                    built.things.set(x, y, (id + 1) | mirror);
                    claim(taken, (x, y - 1), (2, 2));
                }
            }
        }
    }

    fn is_meadow(&self, taken: &Grid, x: i32, y: i32) -> bool {
        taken.get(x, y) == 0 && self.paths.empty(x, y) && self.pond.empty(x, y)
    }
}

/// Marks a rectangle as taken.
fn claim(taken: &mut Grid, (x, y): (i32, i32), (width, height): (i32, i32)) {
    for j in 0..height {
        for i in 0..width {
            taken.set(x + i, y + j, 1);
        }
    }
}

/// The market place, and four streets that wind away from it.
fn is_way(x: i32, y: i32) -> bool {
    let (dx, dy) = (f64::from(x - PLAZA.0), f64::from(y - PLAZA.1));
    let plaza = dx * dx / 156.0 + dy * dy / 72.0 < 1.0;
    let wind = |n: u64, at: f64| 5.0 * (value(SEED ^ n, at, 0.0, (13.0, 1.0), (0, 0)) - 0.5);
    let across = (dy - wind(1, f64::from(x))).abs() < 1.9;
    let along = (dx - wind(2, f64::from(y))).abs() < 1.9;
    let upper = (dy + 19.0 - wind(3, f64::from(x))).abs() < 1.4 && dx.abs() < 33.0;
    let lower = (dy - 19.0 - wind(4, f64::from(x))).abs() < 1.4 && dx > -30.0;
    plaza || across || along || upper || lower
}

/// The middle of the pond.
const POND: (i32, i32) = (14, 44);

fn is_pond(x: i32, y: i32) -> bool {
    let (dx, dy) = (f64::from(x - POND.0), f64::from(y - POND.1));
    let shore = 0.5 * (value(SEED ^ 9, f64::from(x), f64::from(y), (4.0, 4.0), (0, 0)) - 0.5);
    dx * dx / 90.0 + dy * dy / 36.0 + shore < 1.0
}

fn shapes(land: &Land) -> ShapeGrid {
    let mut land = land.clone();
    land.trim();
    let mut shapes = ShapeGrid::from_fn(WIDTH, HEIGHT, Shape::EMPTY, |x, y| land.get(x, y));
    let rates = Rates { gentle: 70, half: 0, step: 100, corner: 50, chamfer: 100 };
    smooth(&mut shapes, SEED, rates);
    shapes
}

/// Houses along the streets, wherever one fits between the ways.
fn lots() -> Vec<Lot> {
    let mut taken = Grid::new(WIDTH, HEIGHT);
    let mut lots = Vec::new();
    for y in 3..HEIGHT - 7 {
        for x in 4..WIDTH - 10 {
            let (width, rows) =
                ([5, 7, 6, 5][(hash(SEED ^ 10, x, y) % 4) as usize], 3 + (hash(SEED ^ 11, x, y) % 2) as i32);
            let foot = y + rows + 2;
            let clear = (-1..=width).all(|i| {
                (-1..=rows + 2).all(|j| {
                    let (x, y) = (x + i, y + j);
                    let near = taken.get(x, y) != 0 || is_pond(x, y);
                    !near && !is_way(x, y)
                })
            });
            let street = (foot..foot + 4).any(|y| is_way(x + width / 2, y));
            if clear && street && chance(SEED ^ 12, x, y, 45) {
                claim(&mut taken, (x - 2, y - 2), (width + 5, rows + 5));
                let color = (hash(SEED ^ 13, x, y) % 2) as usize;
                lots.push(Lot { x, y, width, rows, color });
            }
        }
    }
    lots
}
