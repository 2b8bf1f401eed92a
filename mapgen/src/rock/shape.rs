//! The shapes a cell of rock can have, and their solid pixels.

use crate::picture::{FLIP_D, FLIP_H, FLIP_V};
use crate::tileset::TILE;

/// What a cell is, before it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Nothing.
    Empty,
    /// All of it.
    Full,
    /// The lower half.
    Half,
    /// A 45° floor that rises to the right.
    Slope,
    /// The lower part of a floor that rises one in two, to the right.
    Low,
    /// Its upper part.
    High,
}

/// A kind in one of the eight orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    /// What it is.
    pub(crate) kind: Kind,
    /// How it is turned: the flags of a global tile id.
    pub(crate) turn: u32,
}

impl Shape {
    /// Nothing.
    pub(crate) const EMPTY: Self = Self::new(Kind::Empty, 0);
    /// All of it.
    pub(crate) const FULL: Self = Self::new(Kind::Full, 0);

    /// A kind, turned.
    pub(crate) const fn new(kind: Kind, turn: u32) -> Self {
        Self { kind, turn }
    }

    /// Whether a pixel of the cell is solid.
    pub(crate) fn solid(self, x: i32, y: i32) -> bool {
        let y = if self.turn & FLIP_V != 0 { TILE - 1 - y } else { y };
        let x = if self.turn & FLIP_H != 0 { TILE - 1 - x } else { x };
        let (x, y) = if self.turn & FLIP_D != 0 { (y, x) } else { (x, y) };
        match self.kind {
            Kind::Empty => false,
            Kind::Full => true,
            Kind::Half => y >= TILE / 2,
            Kind::Slope => y >= TILE - 1 - x,
            Kind::Low => y >= TILE - 1 - x / 2,
            Kind::High => y >= TILE / 2 - 1 - x / 2,
        }
    }
}

/// A rectangle of shapes; beyond its edge the rock goes on, or not, as `outside` says.
#[derive(Clone, Debug)]
pub(crate) struct ShapeGrid {
    /// Width in cells.
    pub(crate) width: i32,
    /// Height in cells.
    pub(crate) height: i32,
    outside: Shape,
    cells: Vec<Shape>,
}

impl ShapeGrid {
    /// A grid of full and empty cells.
    pub(crate) fn from_fn(width: i32, height: i32, outside: Shape, solid: impl Fn(i32, i32) -> bool) -> Self {
        let cells = (0..width * height)
            .map(|n| match solid(n % width, n / width) {
                true => Shape::FULL,
                false => Shape::EMPTY,
            })
            .collect();
        Self { width, height, outside, cells }
    }

    /// The shape in a cell.
    pub(crate) fn get(&self, x: i32, y: i32) -> Shape {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.cells[(y * self.width + x) as usize]
        } else {
            self.outside
        }
    }

    /// Sets a cell; outside nothing happens.
    pub(crate) fn set(&mut self, x: i32, y: i32, shape: Shape) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.cells[(y * self.width + x) as usize] = shape;
        }
    }

    /// Whether a cell is wholly solid.
    pub(crate) fn full(&self, x: i32, y: i32) -> bool {
        self.get(x, y) == Shape::FULL
    }

    /// Whether a cell is empty.
    pub(crate) fn empty(&self, x: i32, y: i32) -> bool {
        self.get(x, y) == Shape::EMPTY
    }

    /// A cell and the eight around it, rows from the top.
    pub(crate) fn around(&self, x: i32, y: i32) -> [Shape; 9] {
        std::array::from_fn(|n| self.get(x + n as i32 % 3 - 1, y + n as i32 / 3 - 1))
    }
}
