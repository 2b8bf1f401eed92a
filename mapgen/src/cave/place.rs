//! Puts things into the cave: each where it makes sense, never two in one cell.

use crate::cave::layout::HALL;
use crate::cave::props::{COLUMNS, LANTERN_FLAME, POST_FLAME, Props};
use crate::map::Grid;
use crate::noise::{chance, pick, value};
use crate::picture::{FLIP_D, FLIP_H, FLIP_V};
use crate::rock::shape::ShapeGrid;
use crate::tileset::TILE;

const SEED: u64 = 4242;

/// What was put where; grids hold prop ids plus 1.
#[derive(Debug)]
pub(crate) struct Placed {
    /// The pictures.
    pub(crate) props: Props,
    /// Solid things in the ground's layer.
    pub(crate) ground: Grid,
    /// Thin platforms.
    pub(crate) ledges: Grid,
    /// Plants and lanterns.
    pub(crate) decor: Grid,
    /// Timber behind the ground.
    pub(crate) behind: Grid,
    /// The cell where the player starts.
    pub(crate) spawn: (i32, i32),
    /// Where lanterns shine, in pixels.
    pub(crate) lights: Vec<(i32, i32)>,
}

/// Furnishes the cave.
pub(crate) fn place(shapes: &ShapeGrid) -> Placed {
    let (width, height) = (shapes.width, shapes.height);
    let grid = || Grid::new(width, height);
    let spawn = spawn_cell(shapes);
    let mut placer = Placer {
        shapes,
        placed: Placed {
            props: Props::new(),
            ground: grid(),
            ledges: grid(),
            decor: grid(),
            behind: grid(),
            spawn,
            lights: Vec::new(),
        },
    };
    placer.lanterns();
    placer.posts();
    placer.timber();
    placer.rocks();
    placer.ledges();
    placer.crystals();
    placer.spikes();
    placer.vines();
    placer.plants();
    placer.placed
}

/// The free floor cell nearest to the hall's middle with room above and beside it.
fn spawn_cell(shapes: &ShapeGrid) -> (i32, i32) {
    let around = (0..shapes.width * shapes.height).map(|n| (n % shapes.width, n / shapes.width));
    let roomy = around.filter(|&(x, y)| {
        let air = (-3..=3).all(|i| (1..=5).all(|j| shapes.empty(x + i, y - j)));
        air && (-2..=2).all(|i| shapes.empty(x + i, y) && shapes.full(x + i, y + 1))
    });
    let best = roomy.min_by_key(|(x, y)| 2 * (x - HALL.0).abs() + (y - HALL.1 - 6).abs());
    best.unwrap_or(HALL)
}

struct Placer<'a> {
    shapes: &'a ShapeGrid,
    placed: Placed,
}

impl Placer<'_> {
    /// The cells in which this is so, each row from the left.
    fn each(&self, seed: u64, percent: u64) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (width, height) = (self.shapes.width, self.shapes.height);
        let all = (0..width * height).map(move |n| (n % width, n / width));
        all.filter(move |&(x, y)| chance(SEED ^ seed, x, y, percent))
    }

    fn free(&self, x: i32, y: i32) -> bool {
        self.shapes.empty(x, y)
            && self.placed.ground.get(x, y) == 0
            && self.placed.decor.get(x, y) == 0
            && self.placed.ledges.get(x, y) == 0
    }

    fn floor(&self, x: i32, y: i32) -> bool {
        self.free(x, y) && self.shapes.full(x, y + 1)
    }

    fn ceiling(&self, x: i32, y: i32) -> bool {
        self.free(x, y) && self.shapes.full(x, y - 1)
    }

    /// Free cells straight below this one, itself included, up to `most`.
    fn drop(&self, x: i32, y: i32, most: i32) -> i32 {
        (0..most).take_while(|k| self.free(x, y + k)).count() as i32
    }

    fn near_spawn(&self, x: i32, y: i32, reach: i32) -> bool {
        (x - self.placed.spawn.0).abs() <= reach && (y - self.placed.spawn.1).abs() <= reach
    }

    /// Lanterns on chains, far enough apart that there is dark between their lights.
    fn lanterns(&mut self) {
        for (x, y) in self.each(1, 60) {
            let room = self.drop(x, y, 12);
            // Even cells only: then the lit wall's tiles come in fewer phases.
            if x % 2 != 0 || !self.ceiling(x, y) || room < 6 {
                continue;
            }
            let chain = if room > 9 { 2 } else { 1 };
            let lamp = (x * TILE + LANTERN_FLAME.0, (y + chain) * TILE + LANTERN_FLAME.1);
            if self.is_dark(lamp) {
                let (link, lantern) = self.placed.props.lantern;
                (0..chain).for_each(|k| self.placed.decor.set(x, y + k, link));
                self.placed.decor.set(x, y + chain, lantern);
                self.placed.lights.push(lamp);
            }
        }
    }

    /// Whether no other light is near this pixel.
    fn is_dark(&self, (x, y): (i32, i32)) -> bool {
        let mut lights = self.placed.lights.iter();
        lights.all(|(i, j)| (i - x).pow(2) + 2 * (j - y).pow(2) > 215 * 215)
    }

    /// Lamp posts on the floor, where it is still dark.
    fn posts(&mut self) {
        for (x, y) in self.each(10, 50) {
            let level = (-1..=1).all(|i| self.floor(x + i, y) && self.free(x + i, y - 1));
            let lamp = (x * TILE + POST_FLAME.0, (y - 1) * TILE + POST_FLAME.1);
            if x % 2 == 0 && level && !self.near_spawn(x, y, 2) && self.is_dark(lamp) {
                let post = self.placed.props.post;
                self.placed.decor.set(x, y - 1, post);
                self.placed.decor.set(x, y, post + COLUMNS);
                self.placed.lights.push(lamp);
            }
        }
    }

    /// Posts and beams of an old mine, where a tunnel is low enough to need them.
    fn timber(&mut self) {
        let [post, head, beam] = self.placed.props.timber;
        let mut last = -20;
        for x in 4..self.shapes.width - 12 {
            let tops = (2..self.shapes.height - 8).filter(|&y| self.ceiling(x, y));
            for y in tops.collect::<Vec<_>>() {
                let span = 5;
                let feet = [x, x + span].map(|x| (x, self.drop(x, y, 11)));
                let fits = feet.iter().all(|(_, rise)| (3..=9).contains(rise));
                let open = (0..=span).all(|k| self.free(x + k, y));
                if x - last < 9 || !fits || !open || self.near_spawn(x, y, 14) {
                    continue;
                }
                last = x;
                for k in 0..=span {
                    let piece = if k == 0 || k == span { head } else { beam };
                    self.placed.behind.set(x + k, y, piece);
                }
                for (foot, rise) in feet {
                    // One cell more than is free, to stand on a slope as well.
                    for k in 1..=rise {
                        self.placed.behind.set(foot, y + k, post);
                    }
                }
            }
        }
    }

    /// Boulders, round stones and crates on the floor.
    fn rocks(&mut self) {
        for (x, y) in self.each(2, 9) {
            let wide = self.floor(x, y) && self.floor(x + 1, y);
            let high = self.drop(x, y - 4, 4) == 4 && self.drop(x + 1, y - 4, 4) == 4;
            let beside = (-5..=6).any(|i| self.placed.ground.get(x + i, y) != 0);
            if wide && high && !beside && !self.near_spawn(x, y, 3) {
                let boulders = &self.placed.props.boulders;
                let id = boulders[pick(SEED ^ 21, x, y, boulders.len() as u64) as usize];
                for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let id = id + i as u32 + j as u32 * COLUMNS;
                    self.placed.ground.set(x + i, y - 1 + j, id);
                }
            }
        }
        for (x, y) in self.each(3, 8) {
            if self.floor(x, y) && self.free(x, y - 1) && !self.near_spawn(x, y, 2) {
                let crates = value(SEED ^ 5, f64::from(x), f64::from(y), (20.0, 12.0), (0, 0)) > 0.58;
                let stones = &self.placed.props.stones;
                let id = stones[pick(SEED ^ 22, x, y, stones.len() as u64) as usize];
                let id = if crates { self.placed.props.crate_box } else { id };
                let mirrored = chance(SEED ^ 23, x, y, 50) && !crates;
                self.placed.ground.set(x, y, if mirrored { id | FLIP_H } else { id });
                if crates && self.floor(x + 1, y) {
                    self.placed.ground.set(x + 1, y, id);
                    self.placed.ground.set(x + i32::from(chance(SEED, x, y, 50)), y - 1, id);
                }
            }
        }
    }

    /// Plank ledges in the open, and ones that stick out of a wall.
    fn ledges(&mut self) {
        let [end, middle, joint] = self.placed.props.ledge;
        for (x, y) in self.each(4, 7) {
            let wall = self.shapes.full(x - 1, y) && self.shapes.full(x - 1, y - 1);
            let length = 3 + pick(SEED ^ 31, x, y, 4) as i32;
            let open = (-1..=length).all(|k| {
                let side = k < 0 || k == length;
                (-3..=3).all(|j| (side && wall) || self.free(x + k, y + j))
            });
            let near = (-6..=6).any(|j| {
                let row = -8..=length + 8;
                row.into_iter().any(|k| self.placed.ledges.get(x + k, y + j) != 0)
            });
            if !open || near || (!wall && chance(SEED ^ 33, x, y, 67)) {
                continue;
            }
            for k in 0..length {
                let id = match k {
                    0 if !wall => end,
                    _ if k == length - 1 => end | FLIP_H,
                    _ if (k + x) % 3 == 1 => joint,
                    _ => middle,
                };
                self.placed.ledges.set(x + k, y, id);
            }
            self.hang(x + 1, y);
            if !wall || length > 4 {
                self.hang(x + length - 2, y);
            }
        }
    }

    /// A chain from a ledge up to the ceiling, behind everything, unless that is far.
    fn hang(&mut self, x: i32, y: i32) {
        let (link, _) = self.placed.props.lantern;
        let Some(length) = (1..16).find(|k| !self.shapes.empty(x, y - k)) else {
            return;
        };
        // One link more, to end behind a sloping ceiling.
        for k in 1..=length {
            self.placed.behind.set(x, y - k, link);
        }
    }

    /// Crystals on floors, ceilings and walls: the same pictures in all eight orientations.
    fn crystals(&mut self) {
        let sides = [(0, 1, 0), (0, -1, FLIP_V), (-1, 0, FLIP_D | FLIP_H), (1, 0, FLIP_D)];
        for (x, y) in self.each(5, 100) {
            let vein = value(SEED ^ 41, f64::from(x), f64::from(y), (9.0, 9.0), (0, 0));
            if vein < 0.74 || !chance(SEED ^ 42, x, y, 55) || self.near_spawn(x, y, 3) {
                continue;
            }
            for (dx, dy, turn) in sides {
                if self.free(x, y) && self.shapes.full(x + dx, y + dy) {
                    let warm = value(SEED ^ 43, f64::from(x), f64::from(y), (40.0, 40.0), (0, 0));
                    let kind = 2 * usize::from(warm > 0.5) + pick(SEED ^ 44, x, y, 2) as usize;
                    // Mirrored along the surface that it grows on.
                    let mirror = if dx == 0 { FLIP_H } else { FLIP_V };
                    let mirror = if chance(SEED ^ 45, x, y, 50) { mirror } else { 0 };
                    let id = self.placed.props.crystals[kind];
                    self.placed.ground.set(x, y, id | (turn ^ mirror));
                }
            }
        }
    }

    /// Stalactites, and as stalagmites the same ones upside down.
    fn spikes(&mut self) {
        for (x, y) in self.each(6, 24) {
            let mirror = if chance(SEED ^ 51, x, y, 50) { FLIP_H } else { 0 };
            let room = self.drop(x, y, 8);
            if self.ceiling(x, y) && room >= 5 {
                let props = &self.placed.props;
                if room >= 7 && chance(SEED ^ 52, x, y, 45) {
                    let id = props.long[pick(SEED ^ 53, x, y, 3) as usize];
                    self.placed.ground.set(x, y, id | mirror);
                    self.placed.ground.set(x, y + 1, (id + COLUMNS) | mirror);
                } else {
                    let id = props.short[pick(SEED ^ 54, x, y, 4) as usize];
                    self.placed.ground.set(x, y, id | mirror);
                }
            }
        }
        for (x, y) in self.each(7, 4) {
            let tall = self.drop(x, y - 5, 5) == 5;
            if self.floor(x, y) && tall && !self.near_spawn(x, y, 5) {
                let turn = FLIP_V | if chance(SEED ^ 55, x, y, 50) { FLIP_H } else { 0 };
                let props = &self.placed.props;
                if chance(SEED ^ 56, x, y, 40) {
                    let id = props.long[pick(SEED ^ 57, x, y, 3) as usize];
                    self.placed.ground.set(x, y, id | turn);
                    self.placed.ground.set(x, y - 1, (id + COLUMNS) | turn);
                } else {
                    let id = props.short[pick(SEED ^ 58, x, y, 4) as usize];
                    self.placed.ground.set(x, y, id | turn);
                }
            }
        }
    }

    fn vines(&mut self) {
        for (x, y) in self.each(8, 30) {
            let room = self.drop(x, y, 9);
            if self.ceiling(x, y) && room >= 4 {
                let (middle, end) = self.placed.props.vines[pick(SEED ^ 61, x, y, 2) as usize];
                let mirror = if chance(SEED ^ 62, x, y, 50) { FLIP_H } else { 0 };
                let length = 1 + pick(SEED ^ 63, x, y, room as u64 - 2) as i32;
                for k in 0..length {
                    let id = if k == length - 1 { end } else { middle };
                    self.placed.decor.set(x, y + k, id | mirror);
                }
            }
        }
    }

    fn plants(&mut self) {
        for (x, y) in self.each(9, 76) {
            if !self.floor(x, y) {
                continue;
            }
            let mirror = if chance(SEED ^ 71, x, y, 50) { FLIP_H } else { 0 };
            let props = &self.placed.props;
            let id = if chance(SEED ^ 72, x, y, 12) {
                props.mushrooms[pick(SEED ^ 73, x, y, 3) as usize]
            } else {
                props.tufts[pick(SEED ^ 74, x, y, 6) as usize]
            };
            self.placed.decor.set(x, y, id | mirror);
        }
    }
}
