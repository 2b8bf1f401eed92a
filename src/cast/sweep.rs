//! The walk of a convex core along its motion, column by column.
//!
//! ```text
//! strip = all pixels that the core would touch if it moved on for ever, both ways
//! for each column of bricks (rows, if y is the longer axis), along the motion:
//!     stop if the core reaches it later than the best touch
//!     lanes = the solid pixels of the strip in these 16 columns, 64 rows at a time
//!     for each column with a solid pixel, along the motion:
//!         stop if the core reaches it later than the best touch
//!         row = where the core's foremost side first touches the column, near the motion's line
//!         test the first solid pixel from `row` on downward, and the first one upward
//! ```
//!
//! Two pixels of a column are enough, as the time of the touch is a convex function of the row: the points in time and
//! row at which the core touches the column's pixels are a section of a convex sum.
//!
//! ```text
//!                . . # . .          The disc moves to the right. In the first column with solid pixels it meets row 2
//!     ,-.        . . # # .          first, so the pixels above it (row 1) and below it (row 4) are tested; row 5 could
//!    (   ) ---->   . . . .   2      only be met later than row 4.
//!     `-'        . . . . .
//!                . . # # .   4
//!                . . # . .   5
//! ```

use super::moving::{MovingCore, PixelTest, Touch};
use super::strip::{GridStrip, STRIP_SLACK, StripLines, clamped_floor, join, lanes_between};
use super::sum::PixelSum;
use crate::solidity::{BRICK_SHIFT, bits_between};
use crate::terrain::{BLOCK_SHIFT, BrickGrid, GridNode, LayerSelection};
use glam::{DVec2, IVec2};

/// The outcome of a walk: the first touch, or that the core overlaps a pixel at time 0.
#[derive(Clone, Copy, Debug)]
pub(super) enum Walk {
    Free,
    Overlaps,
    Touches(Touch),
}

/// Returns the first touch of a moving core with the solid pixels of some layers.
#[inline(always)]
pub(super) fn first_touch<S: PixelSum>(core: &MovingCore<'_, S>, selection: &LayerSelection<'_>) -> Walk {
    if core.motion.y.abs() > core.motion.x.abs() {
        ColumnWalk::<S, 1>::new(core, selection).visit_grids()
    } else {
        ColumnWalk::<S, 0>::new(core, selection).visit_grids()
    }
}

/// Whether a walk goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Visit {
    On,
    /// All that follows is touched later than the best.
    Later,
    Overlap,
}

/// A walk along the longer axis of a motion, which is called major: a column is a line of pixels across it.
struct ColumnWalk<'a, S: PixelSum, const MAJOR: usize> {
    core: &'a MovingCore<'a, S>,
    selection: &'a LayerSelection<'a>,
    /// Whether the motion runs toward smaller coordinates along the major axis.
    is_backward: bool,
    /// The change of the minor coordinate for each column, and 1 / motion along the major axis.
    slope: f64,
    per_motion: f64,
    /// The first and the last row of the strip in column 0, and the row of the motion's line in its middle. All count
    /// from the base.
    strip: (f64, f64),
    line: f64,
    /// Where the foremost side lies along the major axis, and its ends along the minor one.
    front: f64,
    side: (f64, f64),
    best: Option<Touch>,
    /// The time of the best touch, or the last time asked about.
    end: f64,
    /// Whether pixels behind one that blocks are tested, too, in the column that is visited.
    goes_on: bool,
}

/// The part of a column's earliest time that may be rounding.
const TIME_SLACK: f64 = 1e-12;
/// The most blocks across the strip that are taken together.
const BLOCKS: i32 = 4;

impl<'a, S: PixelSum, const MAJOR: usize> ColumnWalk<'a, S, MAJOR> {
    const MINOR: usize = 1 - MAJOR;

    #[inline(always)]
    fn new(core: &'a MovingCore<'a, S>, selection: &'a LayerSelection<'a>) -> Self {
        let motion = core.motion;
        let (along, across) = (motion[MAJOR], motion[Self::MINOR]);
        let is_backward = along < 0.0;
        let (slope, per_motion) = if along == 0.0 { (0.0, 0.0) } else { (across / along, 1.0 / along) };
        let (sum, start) = (core.sum, core.start);
        let widened = sum.radius() * (1.0 + slope * slope).sqrt() + STRIP_SLACK;
        let direction = |sign: f64| {
            let mut direction = DVec2::ZERO;
            direction[MAJOR] = -slope * sign;
            direction[Self::MINOR] = sign;
            direction
        };
        let middle = start[Self::MINOR] - slope * start[MAJOR];
        let strip = (middle - sum.support(direction(1.0)) - widened, middle + sum.support(direction(-1.0)) + widened);
        let line = core.frame.aim[Self::MINOR] + slope * (0.5 - core.frame.aim[MAJOR]);
        let (low, high) = sum.bounds();
        let front = if is_backward { high[MAJOR] + sum.radius() } else { low[MAJOR] - sum.radius() };
        let front = front - start[MAJOR];
        let side = sum.side(MAJOR, is_backward);
        let (best, end, goes_on) = (None, core.end, false);
        Self { core, selection, is_backward, slope, per_motion, strip, line, front, side, best, end, goes_on }
    }

    #[inline(always)]
    fn visit_grids(&mut self) -> Walk {
        for grid in self.selection.grids() {
            if self.visit_grid(grid) == Visit::Overlap {
                return Walk::Overlaps;
            }
        }
        self.best.map_or(Walk::Free, Walk::Touches)
    }

    #[inline(always)]
    fn visit_grid(&mut self, grid: &BrickGrid) -> Visit {
        let pixels = grid.pixels();
        let clip = |axis: usize| {
            let (low, high) = self.core.reach(axis);
            let min = f64::from(pixels.min[axis]);
            let last = f64::from(pixels.max[axis]) - 1.0 - min;
            let (low, high) = (low - STRIP_SLACK - min, high + STRIP_SLACK - min);
            let low = if low > 0.0 { low } else { 0.0 };
            let low = if low <= last { low } else { last + 1.0 };
            let high = if high < last { high } else { last };
            (clamped_floor(low), clamped_floor(if high >= 0.0 { high } else { -1.0 }))
        };
        let (columns, rows) = (clip(MAJOR), clip(Self::MINOR));
        if columns.0 > columns.1 || rows.0 > rows.1 {
            return Visit::On;
        }
        let corner = [pixels.min[MAJOR], pixels.min[Self::MINOR]];
        let base = self.core.frame.base;
        let shift = [f64::from(corner[0]) - base[MAJOR], f64::from(corner[1]) - base[Self::MINOR]];
        let across = shift[0] * self.slope - shift[1];
        let strip = (self.strip.0 + across, self.strip.1 + across);
        let grid = GridStrip { grid, corner, shift, strip, rows };
        let (first, last) = (columns.0 >> BLOCK_SHIFT, columns.1 >> BLOCK_SHIFT);
        for index in 0..=last - first {
            let block = if self.is_backward { last - index } else { first + index };
            let begin = block << BLOCK_SHIFT;
            match self.visit_blocks(&grid, columns.0.max(begin), columns.1.min(begin + 255)) {
                Visit::On => {}
                Visit::Later => break,
                Visit::Overlap => return Visit::Overlap,
            }
        }
        Visit::On
    }

    /// Returns the time at which the core's foremost side reaches a column; below 0 if it has.
    #[inline(always)]
    fn arrival(&self, grid: &GridStrip<'_>, column: i32) -> f64 {
        (f64::from(column) + grid.shift[0] + self.front) * self.per_motion
    }

    /// Visits some columns that lie in one column of blocks.
    #[inline(always)]
    fn visit_blocks(&mut self, grid: &GridStrip<'_>, first: i32, last: i32) -> Visit {
        if self.arrival(grid, if self.is_backward { last } else { first }) * (1.0 - TIME_SLACK) > self.end {
            return Visit::Later;
        }
        let lines = StripLines::new(self.slope, grid, first & !255);
        let (top, bottom) = lines.rows(first, last - first);
        let (top, bottom) = (top.max(grid.rows.0.into()) as i32, bottom.min(grid.rows.1.into()) as i32);
        let mut block = top >> BLOCK_SHIFT;
        while block << BLOCK_SHIFT <= bottom {
            // The bricks that are not empty, in up to four blocks across the strip.
            let mut bricks = [0; 16];
            let count = BLOCKS.min((bottom >> BLOCK_SHIFT) - block + 1);
            for index in 0..count {
                let used = grid.block::<MAJOR>(first >> BLOCK_SHIFT, block + index).occupancy();
                join(&mut bricks, used.lanes(MAJOR == 1), 16 * index);
            }
            let strips = lines.clip::<BRICK_SHIFT>(&mut bricks, first & !255, block << 4);
            let mut strips = strips & lanes_between(first >> BRICK_SHIFT, last >> BRICK_SHIFT);
            while strips != 0 {
                let lane = self.next_lane(&mut strips);
                let begin = (first & !255) + (lane << BRICK_SHIFT);
                let columns = (first.max(begin), last.min(begin + 15));
                match self.visit_strip(grid, &lines, columns, block << 4, bricks[lane as usize % 16]) {
                    Visit::On => {}
                    Visit::Later => break,
                    Visit::Overlap => return Visit::Overlap,
                }
            }
            block += BLOCKS;
        }
        Visit::On
    }

    /// Takes the lane that the core reaches first.
    #[inline(always)]
    fn next_lane(&self, lanes: &mut u32) -> i32 {
        let lane = if self.is_backward { 31 - lanes.leading_zeros() } else { lanes.trailing_zeros() };
        *lanes &= !(1 << lane);
        lane as i32
    }

    /// Visits some columns that lie in one column of bricks. `bricks` has a bit for each brick that is not empty; bit 0
    /// is the brick in row `first_brick`.
    #[inline(always)]
    fn visit_strip(
        &mut self,
        grid: &GridStrip<'_>,
        lines: &StripLines,
        (first, last): (i32, i32),
        first_brick: i32,
        mut bricks: u64,
    ) -> Visit {
        if self.arrival(grid, if self.is_backward { last } else { first }) * (1.0 - TIME_SLACK) > self.end {
            return Visit::Later;
        }
        while bricks != 0 {
            // Four bricks from the first used one on.
            let lowest = bricks.trailing_zeros();
            let mut window = (bricks >> lowest & 15) as u32;
            bricks &= !(15 << lowest);
            let begin = first_brick + lowest as i32;
            let mut lanes = [0; 16];
            while window != 0 {
                let brick = window.trailing_zeros() as i32;
                window &= window - 1;
                let found = grid.brick::<MAJOR>(first >> BRICK_SHIFT, begin + brick);
                join(&mut lanes, found.lanes(MAJOR == 1), 16 * brick);
            }
            let begin = begin << BRICK_SHIFT;
            let columns = lines.clip::<0>(&mut lanes, first & !15, begin);
            let mut columns = columns & lanes_between(first, last);
            while columns != 0 {
                let lane = self.next_lane(&mut columns);
                match self.visit_column(grid, (first & !15) + lane, lanes[lane as usize % 16], begin) {
                    Visit::On => {}
                    Visit::Later => break,
                    Visit::Overlap => return Visit::Overlap,
                }
            }
        }
        Visit::On
    }

    /// Visits the solid pixels of a column. Bit 0 of `bits` is row `begin`.
    #[inline(always)]
    fn visit_column(&mut self, grid: &GridStrip<'_>, column: i32, mut bits: u64, begin: i32) -> Visit {
        let arrival = self.arrival(grid, column);
        if arrival * (1.0 - TIME_SLACK) > self.end {
            return Visit::Later;
        }
        if S::IS_BOX && self.core.sum.radius() > 0.0 && self.best.is_some() {
            bits &= self.reached_rows(grid, arrival, begin);
            if bits == 0 {
                return Visit::On;
            }
        }
        let row = self.foremost_row(grid, column, arrival);
        let from_row = match (row - begin).clamp(0, 64) {
            64 => 0,
            row => u64::MAX << row,
        };
        let mut below = bits & from_row;
        while below != 0 {
            let bit = below.trailing_zeros();
            below &= below - 1;
            match self.visit_pixel(grid, column, begin + bit as i32) {
                Some(Visit::On) => break,
                Some(visit) => return visit,
                None => {}
            }
        }
        let mut above = bits & !from_row;
        while above != 0 {
            let bit = 63 - above.leading_zeros();
            above ^= 1 << bit;
            match self.visit_pixel(grid, column, begin + bit as i32) {
                Some(Visit::On) => break,
                Some(visit) => return visit,
                None => {}
            }
        }
        Visit::On
    }

    /// Returns 64 rows of a column, from row `begin` on, that a box with a radius may touch until the best touch.
    ///
    /// The box's front corners are discs. A column that lies `ahead` of the corners is touched in the rows that the discs
    /// span there, and between them. Behind the point where a disc touches the border of the strip, it has touched more.
    #[inline(always)]
    fn reached_rows(&self, grid: &GridStrip<'_>, arrival: f64, begin: i32) -> u64 {
        let core = self.core;
        let (along, across, radius) = (core.motion[MAJOR].abs(), core.motion[Self::MINOR], core.sum.radius());
        let ahead = (arrival - self.end) * along + radius;
        let beyond = if ahead > 0.0 { ahead } else { 0.0 };
        let widened = radius + STRIP_SLACK;
        let square = (widened - beyond) * (widened + beyond);
        let half = (if square > 0.0 { square } else { 0.0 }).sqrt() + STRIP_SLACK;
        let (low, high) = core.sum.bounds();
        let at = core.start[Self::MINOR] + across * self.end - grid.shift[1];
        let from = -clamped_floor(high[Self::MINOR] + half - at) - begin;
        let to = clamped_floor(at - low[Self::MINOR] + half) - begin;
        // The disc touches the border of the strip at radius·sine, and the sine is at most the slope and at most √½.
        let steep = self.slope.abs();
        let is_past = ahead >= radius * if steep < 0.7072 { steep } else { 0.7072 } + STRIP_SLACK;
        let from = if is_past | (across <= 0.0) { from } else { 0 };
        let to = if is_past | (across >= 0.0) { to } else { 63 };
        bits_between(from.into(), i64::from(to) + 1)
    }

    /// Returns the row at which the core first touches a column; on a tie the nearest to the motion's line.
    #[inline(always)]
    fn foremost_row(&mut self, grid: &GridStrip<'_>, column: i32, arrival: f64) -> i32 {
        let core = self.core;
        let local = f64::from(column) + grid.shift[0];
        let ((low, high), time) = if arrival > 0.0 {
            (self.side, arrival)
        } else {
            (core.sum.section(MAJOR, core.start[MAJOR] - local), 0.0)
        };
        // Not at the ends: a pixel that is only touched there may hide one behind it that is entered.
        let half = (high - low) * 0.5;
        let inset = if half < STRIP_SLACK { half } else { STRIP_SLACK };
        let at = core.start[Self::MINOR] + core.motion[Self::MINOR] * time - grid.shift[1];
        let nearest = clamped_floor(self.line + self.slope * local - grid.shift[1]);
        let row = nearest.min(clamped_floor(at - low - inset)).max(-clamped_floor(high - inset - at));
        // The pixel at the end of the side, toward the motion's line, may be touched at the same time; and of pixels that
        // are touched at time 0, one farther along the column may be overlapped.
        self.goes_on = row != nearest || arrival <= 0.0;
        row
    }

    /// Tests a pixel; `None` if the pixels behind it in its column are to be tested, too.
    #[inline(never)]
    fn visit_pixel(&mut self, grid: &GridStrip<'_>, column: i32, row: i32) -> Option<Visit> {
        let mut pixel = IVec2::ZERO;
        pixel[MAJOR] = column + grid.corner[0];
        pixel[Self::MINOR] = row + grid.corner[1];
        match self.core.test_among(pixel, self.end, self.selection) {
            PixelTest::Misses => Some(Visit::On),
            PixelTest::Grazes => None,
            PixelTest::Overlaps => Some(Visit::Overlap),
            PixelTest::Blocks(time) => {
                let touch = self.core.touch(pixel, time);
                if self.best.is_none_or(|best| touch.is_before(&best)) {
                    (self.best, self.end) = (Some(touch), touch.last_time);
                }
                (!self.goes_on).then_some(Visit::On)
            }
        }
    }
}
