//! The numbers of a line in a grid of bricks.

use super::heading::Heading;
use super::lanes::square_rows;
use super::line::{FRACTION_BITS, FixedLine};
use crate::geometry::Rect;
use crate::terrain::{BRICK_SHIFT, REGION_SHIFT};
use std::hint::select_unpredictable;

/// A line in a grid.
///
/// Its major coordinates count from the corner of the grid, the minor ones from the corner of the region that its base lies
/// beside. Along the minor axis it may leave the grid: there are no squares there.
#[derive(Clone, Copy)]
pub(super) struct GridLine {
    /// The minor coordinate is `floor((constant + major·slope) / 2^F)`. The sum is in range, while its parts may wrap.
    pub(super) constant: i64,
    pub(super) slope: i64,
    /// The row of regions (column, for a steep line) that the minor coordinate counts from.
    pub(super) regions: i32,
    /// The major coordinate that steps are counted from.
    pub(super) base: i32,
    /// The first major coordinate in the grid and the last, which is before it where the line passes by.
    pub(super) ends: (i32, i32),
}

impl GridLine {
    /// A line of pixels in a grid that holds the pixels within `bounds`. It must not be too long for fixed point.
    #[inline(always)]
    pub(super) fn new(bounds: &Rect, line: &FixedLine, steep: bool) -> Self {
        let corner = Corner::of(bounds, steep);
        let base = line.base.0.wrapping_sub(corner.major);
        let (regions, row) = corner.row(line.base.1);
        // From the corner of a region the line moves by less than 2^21 rows, for which there is room above the fraction.
        let in_region = i64::from(row) << FRACTION_BITS;
        Self {
            constant: (in_region + line.intercept()).wrapping_sub(i64::from(base).wrapping_mul(line.slope)),
            slope: line.slope,
            regions,
            base,
            ends: corner.clip(base, base.wrapping_add(line.steps)),
        }
    }

    /// Whether the line has no step within the grid's extent along the major axis.
    #[inline(always)]
    pub(super) const fn passes_by(&self) -> bool {
        self.ends.0 > self.ends.1
    }

    /// The part of the line from a major coordinate on, which is its upper end where it runs backward.
    #[inline(always)]
    pub(super) fn from(mut self, major: i32, sense: impl Heading) -> Self {
        if sense.is_backward() {
            self.ends.1 = self.ends.1.min(major);
        } else {
            self.ends.0 = self.ends.0.max(major);
        }
        self
    }

    /// The major coordinate at which the walk begins, or ends.
    #[inline(always)]
    pub(super) fn near(&self, sense: impl Heading) -> i32 {
        if sense.is_backward() { self.ends.1 } else { self.ends.0 }
    }

    #[inline(always)]
    pub(super) fn far(&self, sense: impl Heading) -> i32 {
        if sense.is_backward() { self.ends.0 } else { self.ends.1 }
    }

    /// The line's row at a major coordinate: the minor one in fixed point.
    #[inline(always)]
    pub(super) fn row(&self, major: i32) -> i64 {
        self.constant.wrapping_add(i64::from(major).wrapping_mul(self.slope))
    }

    /// How the line passes a strip of a level, 16 lanes of `2^SHIFT` pixels. It ends the strip `past` the row at the beginning
    /// of the next one.
    #[inline(always)]
    pub(super) fn passage<const SHIFT: u32>(&self, strip: i32, past: i64) -> Passage {
        let start = self.row(strip << (SHIFT + BRICK_SHIFT));
        let end = start.wrapping_add((self.slope << (SHIFT + BRICK_SHIFT)).wrapping_add(past));
        // By halves, as there are vector instructions for these.
        let band = |row: i64| (row >> 32) as i32 >> (FRACTION_BITS + SHIFT + BRICK_SHIFT - 32);
        let rows = square_rows::<SHIFT>(start, self.slope, past);
        Passage { bands: (band(start), band(end)), rows }
    }

    /// Of the 16 lanes of a square, each `2^shift` pixels wide: those that are not before the line's beginning.
    #[inline(always)]
    pub(super) fn near_lanes(&self, sense: impl Heading, square: i32, shift: u32) -> u32 {
        lanes_from(self.near(sense) >> shift, square, sense.is_backward())
    }

    /// Of the 16 lanes of a square, each `2^shift` pixels wide: those that are not after the line's end.
    #[inline(always)]
    pub(super) fn far_lanes(&self, sense: impl Heading, square: i32, shift: u32) -> u32 {
        lanes_from(self.far(sense) >> shift, square, !sense.is_backward())
    }
}

/// Of the lanes of a square, those from an end on, or down from it; all where the end is in another square.
///
/// Without a branch on which square it is, as a walk that begins there would wait for what it guessed wrong.
#[inline(always)]
fn lanes_from(end: i32, square: i32, down: bool) -> u32 {
    let lane = end & 15;
    let lanes = if down { (2 << lane) - 1 } else { u32::MAX << lane };
    select_unpredictable(square == end >> BRICK_SHIFT, lanes, u32::MAX)
}

/// How a line passes a strip of a level.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    /// The bands of squares in which it begins the strip and ends it.
    pub(super) bands: (i32, i32),
    /// The rows of lane 0, for [`occupied_lanes`](super::lanes::occupied_lanes).
    pub(super) rows: (u32, u32),
}

/// The corner of a grid, and its extent along the major axis of a line.
pub(super) struct Corner {
    pub(super) major: i32,
    pub(super) minor: i32,
    extent: i32,
}

impl Corner {
    #[inline(always)]
    pub(super) fn of(bounds: &Rect, steep: bool) -> Self {
        let (major, minor) = if steep { (bounds.min.y, bounds.min.x) } else { (bounds.min.x, bounds.min.y) };
        let end = if steep { bounds.max.y } else { bounds.max.x };
        Self { major, minor, extent: end.wrapping_sub(major) }
    }

    /// Of a minor coordinate in the world: its row of regions, and the row of pixels in that.
    #[inline(always)]
    pub(super) fn row(&self, minor: i32) -> (i32, i32) {
        let row = minor.wrapping_sub(self.minor);
        (row >> REGION_SHIFT, row & ((1 << REGION_SHIFT) - 1))
    }

    /// The part in the grid of the major coordinates from `low` to `high`.
    #[inline(always)]
    pub(super) fn clip(&self, low: i32, high: i32) -> (i32, i32) {
        (low.max(0), high.min(self.extent.wrapping_sub(1)))
    }
}
