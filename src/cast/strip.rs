//! The strip of pixels that a core may touch, in the coordinates of a grid.

use crate::geometry::ray::floor;
use crate::simd::{Level, dispatch};
use crate::solidity::{Brick, bits_between};
use crate::terrain::{Block, BrickGrid};

/// The rows and columns by which the strip is wider than computed, for rounding.
pub(super) const STRIP_SLACK: f64 = 1.0 / 1024.0;
/// A grid, and the strip in coordinates from its corner; first the major axis, then the minor one.
pub(super) struct GridStrip<'a> {
    pub(super) grid: &'a BrickGrid,
    pub(super) corner: [i32; 2],
    /// The corner of the grid, counted from the base of the core.
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

    /// Returns the first and the last row in the columns from `column` to `column + more`.
    #[inline(always)]
    pub(super) fn rows(&self, column: i32, more: i32) -> (i64, i64) {
        let moved = i64::from(column - self.first) * self.slope;
        let change = i64::from(more) * self.slope;
        let (rise, fall) = if change > 0 { (change, 0) } else { (0, change) };
        ((self.top + moved + fall) >> Self::BITS, (self.bottom + moved + rise) >> Self::BITS)
    }

    /// Clears the bits of 16 lanes that lie outside of the strip, and returns the lanes that keep some.
    ///
    /// A lane is `2^SHIFT` columns wide, and a bit `2^SHIFT` rows high. Bit 0 is row `begin`, counted in such rows. The
    /// first lane begins at `column`.
    #[inline]
    pub(super) fn clip<const SHIFT: u32>(&self, lanes: &mut [u64; 16], column: i32, begin: i32) -> u32 {
        // The loop becomes vector code: casts of boxes take a quarter longer without.
        dispatch!(Level::best(), _ => self.clip_lanes::<SHIFT>(lanes, column, begin))
    }

    #[inline(always)]
    fn clip_lanes<const SHIFT: u32>(&self, lanes: &mut [u64; 16], column: i32, begin: i32) -> u32 {
        // Farther from the bits than a line moves within 16 lanes, so that a clamped line stays outside.
        const MOST: i64 = 3 << 29;
        let more = self.slope * ((1 << SHIFT) - 1);
        let moved = i64::from(column - self.first) * self.slope - (i64::from(begin) << (Self::BITS + SHIFT));
        let top = (self.top + moved + more.min(0)).clamp(-MOST, MOST) as i32;
        let bottom = (self.bottom + moved + more.max(0)).clamp(-MOST, MOST) as i32;
        let step = (self.slope << SHIFT) as i32;
        for (lane, bits) in (0..).zip(&mut *lanes) {
            let from = (top + lane * step) >> (Self::BITS + SHIFT);
            let to = (bottom + lane * step) >> (Self::BITS + SHIFT);
            *bits &= bits_between(from.into(), i64::from(to) + 1);
        }
        (0..).zip(lanes).fold(0, |used, (lane, bits)| used | u32::from(*bits != 0) << lane)
    }
}

/// Adds 16 lanes to longer lanes, from bit `bit` on.
#[inline(always)]
pub(super) fn join(into: &mut [u64; 16], lanes: &[u16; 16], bit: i32) {
    for (into, &lane) in into.iter_mut().zip(lanes) {
        *into |= u64::from(lane) << bit;
    }
}

/// Returns the lanes of 16 from one to another, by the lowest four bits of their numbers.
#[inline(always)]
pub(super) fn lanes_between(first: i32, last: i32) -> u32 {
    0xffff << (first & 15) & 0xffff >> (15 - (last & 15))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::BRICK_SHIFT;

    /// A lane keeps the bits from the first row of its columns to the last one.
    #[test]
    fn lanes_are_clipped_to_the_rows_of_their_columns() {
        let mut rng = fastrand::Rng::with_seed(18);
        for case in 0..20_000 {
            let far = if case % 4 == 0 { 1 << 50 } else { 1 << 27 };
            let (top, slope) = (rng.i64(-far..far), rng.i64(-1 << 20..=1 << 20));
            let lines = StripLines { top, bottom: top + rng.i64(0..far), slope, first: rng.i32(-4..4) << 8 };
            let (column, begin) = (lines.first + (rng.i32(0..16) << 4), rng.i32(-100..100));
            let lanes = std::array::from_fn(|_| rng.u64(..) & rng.u64(..));
            let expected = |lane: usize, shift: u32| {
                let rows = lines.rows(column + ((lane as i32) << shift), (1 << shift) - 1);
                let (from, to) = (rows.0 >> shift, rows.1 >> shift);
                (0..64).fold(0, |bits, bit| {
                    let row = i64::from(begin) + bit;
                    bits | u64::from(from <= row && row <= to) << bit
                }) & lanes[lane]
            };
            for shift in [0, BRICK_SHIFT] {
                let expected: [u64; 16] = std::array::from_fn(|lane| expected(lane, shift));
                let used = (0..16).fold(0, |used, lane| used | u32::from(expected[lane] != 0) << lane);
                let mut clipped = lanes;
                let found = match shift {
                    0 => lines.clip::<0>(&mut clipped, column, begin),
                    _ => lines.clip::<BRICK_SHIFT>(&mut clipped, column, begin),
                };
                assert_eq!((clipped, found), (expected, used), "case {case}, {shift}");
            }
        }
    }
}
