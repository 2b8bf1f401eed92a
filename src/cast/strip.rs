//! The strip of pixels that a core may touch, in the coordinates of a grid.

use crate::geometry::ray::floor;
use crate::solidity::Brick;
use crate::terrain::{Block, BrickGrid};

/// The rows and columns by which the strip is wider than computed, for rounding.
pub(super) const STRIP_SLACK: f64 = 1.0 / 1024.0;
/// A grid, and the strip in coordinates from its corner; first the major axis, then the minor one.
pub(super) struct GridStrip<'a> {
    pub(super) grid: &'a BrickGrid,
    pub(super) corner: [i32; 2],
    /// The corner from the base of the core.
    pub(super) shift: [f64; 2],
    /// The first and the last row of the strip in column 0.
    pub(super) strip: (f64, f64),
    /// The rows that the core may touch.
    pub(super) rows: (i32, i32),
}

/// The first and the last row of the strip in the columns of a block, in fixed point.
pub(super) struct StripLines {
    /// In the first column of the block.
    top: i64,
    bottom: i64,
    slope: i64,
    first: i32,
}

impl StripLines {
    /// The fraction bits. Over a block they err by less than the slack of the strip.
    const BITS: u32 = 20;

    #[inline(always)]
    pub(super) fn new(slope: f64, grid: &GridStrip<'_>, first: i32) -> Self {
        const ONE: f64 = (1 << StripLines::BITS) as f64;
        let row = f64::from(first) * slope;
        let fixed = |row: f64| (row * ONE) as i64;
        let (top, bottom) = (fixed(row + grid.strip.0), fixed(row + grid.strip.1));
        Self { top, bottom, slope: fixed(slope), first }
    }

    /// Returns the first and the last row in a column and some more.
    #[inline(always)]
    pub(super) fn rows(&self, column: i32, more: i32) -> (i64, i64) {
        let moved = i64::from(column - self.first) * self.slope;
        let change = i64::from(more) * self.slope;
        let (rise, fall) = if change > 0 { (change, 0) } else { (0, change) };
        ((self.top + moved + fall) >> Self::BITS, (self.bottom + moved + rise) >> Self::BITS)
    }

    /// Returns the bits of 64 rows, or of 64 bricks, from `begin` on that lie from one to another.
    #[inline(always)]
    pub(super) fn mask((from, to): (i64, i64), begin: i32) -> u64 {
        let (from, to) = (from - i64::from(begin), to - i64::from(begin));
        if to < 0 || from > 63 {
            return 0;
        }
        u64::MAX << from.max(0) & u64::MAX >> (63 - to.min(63))
    }
}

impl GridStrip<'_> {
    #[inline(always)]
    pub(super) fn block<const MAJOR: usize>(&self, column: i32, row: i32) -> &Block {
        if MAJOR == 0 { self.grid.block(column, row) } else { self.grid.block(row, column) }
    }

    #[inline(always)]
    pub(super) fn brick<const MAJOR: usize>(&self, column: i32, row: i32) -> &Brick {
        let block = self.block::<MAJOR>(column >> 4, row >> 4);
        let (column, row) = (column as u32, row as u32);
        if MAJOR == 0 { block.child(column, row) } else { block.child(row, column) }
    }
}

/// Rounds down a number, which is clamped to ±2^30.
#[inline(always)]
pub(super) fn clamped_floor(value: f64) -> i32 {
    const MOST: f64 = (1_u64 << 30) as f64;
    let value = if value < MOST { value } else { MOST };
    let value = if value > -MOST { value } else { -MOST };
    floor(value)
}
