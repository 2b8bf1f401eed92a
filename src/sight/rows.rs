//! The rows that a view meets from line to line, in fixed point.
//!
//! ```text
//! first row = floor(low  · along + across − margin)      along: the distance to the border of the line,
//! last row  = floor(high · along + across + margin)      near or far, at which the row is outermost
//! ```
//!
//! The margin covers all rounding. So a row may be included that the view does not meet, but none is left out.

use super::cone::{Cone, SlopeRange};

/// The first row that a view may meet in a line, and the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewRows {
    first: RowBound,
    last: RowBound,
}

/// The first or the last row, and the slope that each line adds to it.
#[derive(Clone, Copy, Debug)]
struct RowBound {
    row: i64,
    slope: i64,
}

impl ViewRows {
    /// Returns the rows between two slopes in the line at a distance along the cone.
    #[inline(always)]
    pub(super) fn new(cone: &Cone, SlopeRange { low, high }: SlopeRange, near: f64) -> Self {
        Self { first: RowBound::first(cone, low, near), last: RowBound::last(cone, high, near) }
    }

    /// Replaces the first row by the row of another slope.
    #[inline(always)]
    pub(super) fn set_first(&mut self, cone: &Cone, low: f64, near: f64) {
        self.first = RowBound::first(cone, low, near);
    }

    /// Replaces the last row by the row of another slope.
    #[inline(always)]
    pub(super) fn set_last(&mut self, cone: &Cone, high: f64, near: f64) {
        self.last = RowBound::last(cone, high, near);
    }

    /// Returns the first and the last row, clamped to a range of rows.
    #[inline(always)]
    pub(super) fn within(&self, (first, last): (i32, i32)) -> (i32, i32) {
        (RowBound::floor(self.first.row).max(first), RowBound::floor(self.last.row).min(last))
    }

    /// Returns the first and the last row over a number of lines.
    #[inline(always)]
    pub(super) fn over(&self, lines: u32) -> (i32, i32) {
        let more = |bound: RowBound| bound.slope * i64::from(lines - 1);
        let first = self.first.row + more(self.first).min(0);
        (RowBound::floor(first), RowBound::floor(self.last.row + more(self.last).max(0)))
    }

    /// Moves on to the next line.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        self.first.row += self.first.slope;
        self.last.row += self.last.slope;
    }

    /// Moves on by a number of lines.
    #[inline(always)]
    pub(super) fn skip(&mut self, lines: u32) {
        self.first.row += self.first.slope * i64::from(lines);
        self.last.row += self.last.slope * i64::from(lines);
    }

    /// Counts the rows from another one.
    #[inline(always)]
    pub(super) fn count_from(&mut self, row: i32) {
        self.first.row -= i64::from(row) << RowBound::BITS;
        self.last.row -= i64::from(row) << RowBound::BITS;
    }
}

impl RowBound {
    /// The number of fraction bits. Each line adds an error of at most half the last bit; 2^16 lines add half the
    /// margin.
    const BITS: u32 = 32;
    const MARGIN: f64 = 1.0 / (1 << 16) as f64;

    #[inline(always)]
    fn first(cone: &Cone, low: f64, near: f64) -> Self {
        let along = near + if low < 0.0 { 1.0 } else { 0.0 };
        Self { row: fixed(low * along + (cone.across - Self::MARGIN)), slope: fixed(low) }
    }

    #[inline(always)]
    fn last(cone: &Cone, high: f64, near: f64) -> Self {
        let along = near + if high > 0.0 { 1.0 } else { 0.0 };
        Self { row: fixed(high * along + (cone.across + Self::MARGIN)), slope: fixed(high) }
    }

    #[inline(always)]
    fn floor(row: i64) -> i32 {
        (row >> Self::BITS) as i32
    }
}

/// Converts a number within ±2^19 to fixed point, rounded to the nearest.
///
/// At the magnitude of the sum, the last bit of an `f64` is worth the last fraction bit.
#[inline(always)]
fn fixed(value: f64) -> i64 {
    const MAGNITUDE: f64 = (3u64 << (51 - RowBound::BITS)) as f64;
    (value + MAGNITUDE).to_bits().wrapping_sub(MAGNITUDE.to_bits()) as i64
}
