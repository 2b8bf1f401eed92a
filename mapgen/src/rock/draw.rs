//! Draws one cell of rock from what is around it: lit edges, stones that sink into the dark, moss.
//!
//! A pixel depends on nothing but the nine shapes around and the phase of the texture. So cells that
//! look alike become one tile, and neighboring tiles always fit.

use std::collections::BTreeMap;

use crate::palette::{CLEAR, Rgba};
use crate::picture::Picture;
use crate::rock::shape::{Shape, ShapeGrid};
use crate::rock::texture::{PERIOD, Texture};
use crate::tileset::TILE;

/// Side of the window that a cell is drawn from: the cell and its eight neighbors.
const WINDOW: i32 = 3 * TILE;

/// Chamfer weights of a straight and a diagonal step, so that a pixel is 5 units.
const STEPS: (i32, i32) = (5, 7);

/// How rock looks.
#[derive(Debug)]
pub(crate) struct Style {
    /// The ramp of the rock, dark to light.
    pub(crate) ramp: &'static [Rgba],
    /// The ramp of the moss on top of it.
    pub(crate) moss: Option<&'static [Rgba]>,
    /// Its stones.
    pub(crate) texture: Texture,
    /// How much of the stones shows, 1 for all.
    pub(crate) relief: f64,
    /// Ramp step of the rock far from any edge.
    pub(crate) deep: f64,
    /// Ramp step next to the edge.
    pub(crate) edge: f64,
}

/// Draws cells, and remembers what it has drawn.
#[derive(Debug)]
pub(crate) struct Brush {
    style: Style,
    drawn: BTreeMap<([Shape; 9], i32, i32), Picture>,
}

impl Brush {
    /// A brush of this style.
    pub(crate) fn new(style: Style) -> Self {
        Self { style, drawn: BTreeMap::new() }
    }

    /// The picture of a cell.
    pub(crate) fn cell(&mut self, grid: &ShapeGrid, x: i32, y: i32) -> Picture {
        let around = grid.around(x, y);
        let phases = PERIOD / TILE;
        let key = (around, x.rem_euclid(phases), y.rem_euclid(phases));
        let style = &self.style;
        let picture = self.drawn.entry(key);
        picture.or_insert_with(|| paint(style, &key.0, key.1, key.2)).clone()
    }
}

fn paint(style: &Style, around: &[Shape; 9], phase_x: i32, phase_y: i32) -> Picture {
    let (left, top) = (phase_x * TILE - TILE, phase_y * TILE - TILE);
    let mask = Mask::new(style, around, left, top);
    let depth = mask.depth();
    Picture::from_fn(TILE, TILE, |x, y| {
        let (i, j) = (x + TILE, y + TILE);
        if mask.get(i, j) { color(style, &mask, &depth, (i, j), (left + i, top + j)) } else { CLEAR }
    })
}

/// The color of a solid pixel at `(i, j)` of the window, `(x, y)` of the texture.
fn color(style: &Style, mask: &Mask, depth: &Depth, (i, j): (i32, i32), (x, y): (i32, i32)) -> Rgba {
    let up = mask.above(i, j);
    if let Some(moss) = style.moss
        && (1..=6).all(|n| !mask.get(i, j - up - n))
        && let Some(color) = moss_color(style, moss, up, x, y)
    {
        return color;
    }
    let pixels = f64::from(depth.at(i, j)) / f64::from(STEPS.0);
    let rise = f64::from(depth.at(i, j + 2) - depth.at(i, j - 2)) / 20.0;
    let lean = f64::from(depth.at(i + 2, j) - depth.at(i - 2, j)) / 20.0;
    let near = (1.0 - pixels / 14.0).max(0.0);
    let mut light = style.deep + (style.edge - style.deep) * near * (0.45 + 0.55 * near);
    light += (1.5 * rise + 0.35 * lean) * near;
    let relief = style.relief * (0.55 + 0.45 * near);
    light += relief * style.texture.light(x, y);
    if pixels < 1.5 {
        // One pixel of outline: bright where light falls from above, dark underneath.
        light = style.edge + 1.6 * rise + 0.5 * style.texture.rough(x, y) - 0.4;
    }
    if style.moss.is_some() && (1..=9).contains(&up) && j >= 2 {
        light -= 1.0 - f64::from(up) / 10.0;
    }
    let last = style.ramp.len() as f64 - 1.0;
    style.ramp[light.clamp(0.0, last).round() as usize]
}

/// Moss hangs over every top edge, in drips of uneven length with a light upper rim.
fn moss_color(style: &Style, ramp: &[Rgba], up: i32, x: i32, y: i32) -> Option<Rgba> {
    let texture = &style.texture;
    // One row of the noise: the length of a drip depends on its column only.
    let long = texture.rough(x, 17) * 5.0 + texture.rough(2 * x + 9, 41) * 3.0;
    let length = 1.5 + long;
    let here = f64::from(up);
    if here >= length {
        return None;
    }
    let fleck = texture.rough(x * 3 + 5, y * 3);
    let step = match up {
        0 if fleck > 0.45 => 4,
        0 => 3,
        1 if fleck > 0.3 => 3,
        _ if here > length - 1.2 => 0,
        _ if here > length - 2.4 || fleck < 0.35 => 1,
        _ => 2,
    };
    Some(ramp[step])
}

/// The solid pixels of the window.
struct Mask {
    solid: Vec<bool>,
    /// The same before its edge was worn: moss grows by this, or it would grow on every bump.
    smooth: Vec<bool>,
}

impl Mask {
    /// The shapes' pixels, with corners rounded and with a rough edge where nobody walks.
    fn new(style: &Style, around: &[Shape; 9], left: i32, top: i32) -> Self {
        let sharp = Self::from_fn(|x, y| {
            let shape = around[(y / TILE * 3 + x / TILE) as usize];
            shape.solid(x % TILE, y % TILE)
        });
        let round = Self::from_fn(|x, y| sharp.get(x, y) && (sharp.inner(x, y) || sharp.crowd(x, y) >= 16));
        let worn = Self::from_fn(|x, y| {
            let side = round.get(x, y - 1) && round.get(x, y - 2) && !round.inner(x, y);
            let worn = side && style.texture.rough(left + x, top + y) > 0.55;
            round.get(x, y) && !worn
        });
        Self { solid: worn.solid, smooth: round.solid }
    }

    fn from_fn(f: impl Fn(i32, i32) -> bool) -> Self {
        let all = (0..WINDOW * WINDOW).map(|n| f(n % WINDOW, n / WINDOW));
        let solid: Vec<bool> = all.collect();
        let smooth = solid.clone();
        Self { solid, smooth }
    }

    /// A pixel; beyond the window its edge pixels go on.
    fn get(&self, x: i32, y: i32) -> bool {
        let (x, y) = (x.clamp(0, WINDOW - 1), y.clamp(0, WINDOW - 1));
        self.solid[(y * WINDOW + x) as usize]
    }

    /// Solid pixels within 3 of this one, of 29: 29 inside, 16 or more on a straight edge of any
    /// slope, 14 or less at the tip of a square corner.
    fn crowd(&self, x: i32, y: i32) -> usize {
        let disc = (-3..=3).flat_map(|j| (-3..=3).map(move |i| (i, j)));
        let disc = disc.filter(|(i, j)| i * i + j * j <= 9);
        disc.filter(|(i, j)| self.get(x + i, y + j)).count()
    }

    /// Whether the four neighbors are solid.
    fn inner(&self, x: i32, y: i32) -> bool {
        self.get(x - 1, y) && self.get(x + 1, y) && self.get(x, y - 1) && self.get(x, y + 1)
    }

    /// Solid pixels straight above this one, up to a cell's height.
    fn above(&self, x: i32, y: i32) -> i32 {
        let smooth = |y: i32| self.smooth[(y.max(0) * WINDOW + x) as usize];
        let rows = (1..=TILE).take_while(|&n| smooth(y - n));
        rows.count() as i32
    }

    /// How far each pixel is from the nearest free one.
    fn depth(&self) -> Depth {
        let far = 20 * STEPS.0;
        let solid = self.solid.iter();
        let mut units: Vec<i32> = solid.map(|&solid| if solid { far } else { 0 }).collect();
        let at = |x: i32, y: i32| (y * WINDOW + x) as usize;
        let (straight, diagonal) = STEPS;
        let mut relax = |x: i32, y: i32, sign: i32| {
            let around =
                [(-sign, 0, straight), (0, -sign, straight), (-sign, -sign, diagonal), (sign, -sign, diagonal)];
            for (dx, dy, cost) in around {
                let (i, j) = (x + dx, y + dy);
                if (0..WINDOW).contains(&i) && (0..WINDOW).contains(&j) {
                    units[at(x, y)] = units[at(x, y)].min(units[at(i, j)] + cost);
                }
            }
        };
        for n in 0..WINDOW * WINDOW {
            relax(n % WINDOW, n / WINDOW, 1);
        }
        for n in (0..WINDOW * WINDOW).rev() {
            relax(n % WINDOW, n / WINDOW, -1);
        }
        Depth { units }
    }
}

struct Depth {
    units: Vec<i32>,
}

impl Depth {
    fn at(&self, x: i32, y: i32) -> i32 {
        // Beyond 14 pixels the window cannot know, so everything there counts as equally deep.
        self.units[(y * WINDOW + x) as usize].min(14 * STEPS.0)
    }
}
