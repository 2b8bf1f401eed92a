//! Puts slopes, chamfers and half tiles where a surface of square cells steps.

use crate::noise::chance;
use crate::picture::{FLIP_D, FLIP_H, FLIP_V};
use crate::rock::shape::{Kind, Shape, ShapeGrid};

/// How often each kind of smoothing is taken where it fits, in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// Slopes of one in two, two cells long.
    pub(crate) gentle: u64,
    /// Slopes of 45° on a step of one cell.
    pub(crate) step: u64,
    /// Slopes of 45° in the corner before a taller wall.
    pub(crate) corner: u64,
    /// Slopes of 45° that cut a corner off.
    pub(crate) chamfer: u64,
    /// Half tiles instead of a slope.
    pub(crate) half: u64,
}

/// The surface seen so that it is a floor which rises to the right, whatever it really is.
struct View<'a> {
    grid: &'a mut ShapeGrid,
    x: i32,
    y: i32,
    turn: u32,
}

impl View<'_> {
    /// The real cell that lies `right` and `down` of this one in the view.
    fn place(&self, right: i32, down: i32) -> (i32, i32) {
        let (mut x, mut y) = if self.turn & FLIP_D != 0 {
            (down, right)
        } else {
            (right, down)
        };
        if self.turn & FLIP_H != 0 {
            x = -x;
        }
        if self.turn & FLIP_V != 0 {
            y = -y;
        }
        (self.x + x, self.y + y)
    }

    fn full(&self, right: i32, down: i32) -> bool {
        let (x, y) = self.place(right, down);
        self.grid.full(x, y)
    }

    fn empty(&self, right: i32, down: i32) -> bool {
        let (x, y) = self.place(right, down);
        self.grid.empty(x, y)
    }

    fn set(&mut self, right: i32, down: i32, kind: Kind) {
        let (x, y) = self.place(right, down);
        self.grid.set(x, y, Shape::new(kind, self.turn));
    }

    /// A step of one cell: empty, on rock, rock to the right, and free above both.
    fn is_step(&self) -> bool {
        self.is_corner() && !self.full(1, -1)
    }

    fn is_corner(&self) -> bool {
        self.empty(0, 0)
            && self.full(0, 1)
            && self.full(1, 0)
            && self.empty(0, -1)
            && self.empty(-1, 0)
    }

    fn gentle(&mut self) {
        let fits = self.is_step() && self.full(-1, 1) && self.empty(-1, -1) && self.empty(-2, 0);
        if fits {
            self.set(-1, 0, Kind::Low);
            self.set(0, 0, Kind::High);
        }
    }

    fn chamfer(&mut self) {
        let fits = self.full(0, 0)
            && self.full(0, 1)
            && self.full(1, 0)
            && self.full(1, 1)
            && self.empty(-1, 0)
            && self.empty(0, -1);
        if fits {
            self.set(0, 0, Kind::Slope);
        }
    }
}

const FLOORS: [u32; 2] = [0, FLIP_H];
const CEILINGS: [u32; 2] = [FLIP_V, FLIP_H | FLIP_V];
const WALLS: [u32; 4] = [
    FLIP_D,
    FLIP_D | FLIP_H,
    FLIP_D | FLIP_V,
    FLIP_D | FLIP_H | FLIP_V,
];

/// Smooths the whole surface of a grid of full and empty cells.
pub(crate) fn smooth(grid: &mut ShapeGrid, seed: u64, rates: Rates) {
    let gentle = [&FLOORS[..], &CEILINGS[..], &WALLS[..]];
    for (pass, turns) in gentle.iter().enumerate() {
        each(grid, turns, seed ^ pass as u64, rates.gentle, |view| {
            view.gentle();
        });
    }
    let flat = [&FLOORS[..], &CEILINGS[..]].concat();
    each(grid, &flat, seed ^ 5, rates.half, |view| {
        if view.is_step() && view.turn & FLIP_V == 0 {
            view.set(0, 0, Kind::Half);
        }
    });
    each(grid, &flat, seed ^ 6, rates.step, |view| {
        if view.is_step() {
            view.set(0, 0, Kind::Slope);
        }
    });
    each(grid, &flat, seed ^ 7, rates.corner, |view| {
        if view.is_corner() {
            view.set(0, 0, Kind::Slope);
        }
    });
    each(grid, &flat, seed ^ 8, rates.chamfer, |view| {
        view.chamfer();
    });
}

fn each(
    grid: &mut ShapeGrid,
    turns: &[u32],
    seed: u64,
    percent: u64,
    mut f: impl FnMut(&mut View<'_>),
) {
    for y in 0..grid.height {
        for x in 0..grid.width {
            if !chance(seed, x, y, percent) {
                continue;
            }
            for &turn in turns {
                f(&mut View { grid, x, y, turn });
            }
        }
    }
}
