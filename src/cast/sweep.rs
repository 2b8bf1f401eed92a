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

use super::sum::{PixelSum, dot};
use crate::geometry::tolerance::{GRAZE_PART, PARALLEL_MOTION, touch_tolerance};
use crate::solidity::{BRICK_SHIFT, Brick};
use crate::terrain::{BLOCK_SHIFT, Block, BrickGrid, LayerSelection, Square};
use glam::{DVec2, IVec2};

/// The first touch of a core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) time: f64,
    pub(super) pixel: IVec2,
    /// The distance of the pixel's center from the motion's line, and how far it lies along the motion, each times the
    /// length of the motion.
    aside: f64,
    along: f64,
}

impl Touch {
    /// Returns whether this touch counts before another one.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        let key = |touch: &Self| (touch.time, touch.aside, touch.along, touch.pixel.y, touch.pixel.x);
        key(self) < key(other)
    }
}

/// The answer about one pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PixelTest {
    /// The core is apart from the pixel from now on, or touches it later than asked about.
    Misses,
    /// The core touches the pixel, and does not come deeper than the tolerance.
    Grazes,
    /// The core overlaps the pixel now.
    Overlaps,
    /// The core touches the pixel at this time and would move into it.
    Blocks(f64),
}

/// A core in the frame of one pixel, and its motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingCore<'a, S> {
    pub(super) sum: &'a S,
    /// The pixel from which coordinates count.
    pub(super) base: IVec2,
    /// The point through which the motion's line runs.
    pub(super) aim: DVec2,
    /// The displacement at time 0.
    pub(super) start: DVec2,
    pub(super) motion: DVec2,
    /// The last time asked about.
    pub(super) end: f64,
    /// The size of the whole shape, for the tolerance.
    pub(super) size: f64,
    /// A short piece of the motion.
    pub(super) soon: DVec2,
}

impl<S: PixelSum> MovingCore<'_, S> {
    /// Returns the offset of the core at time 0 from a pixel: a point in the frame of the sum.
    #[inline(always)]
    pub(super) fn offset(&self, pixel: IVec2) -> DVec2 {
        self.start - self.local(pixel)
    }

    #[inline(always)]
    pub(super) fn local(&self, pixel: IVec2) -> DVec2 {
        pixel.as_dvec2() - self.base.as_dvec2()
    }

    /// Returns how far the core may reach into a pixel and still only touch it.
    #[inline(always)]
    pub(super) fn tolerance(&self, pixel: IVec2) -> f64 {
        let largest = f64::from(pixel.x).abs().max(f64::from(pixel.y).abs());
        touch_tolerance(largest + 1.0 + self.size)
    }

    /// Returns whether the core overlaps a pixel at time 0.
    #[inline(always)]
    pub(super) fn overlaps(&self, pixel: IVec2) -> bool {
        self.sum.signed_distance(self.offset(pixel)) < self.sum.radius() - self.tolerance(pixel)
    }

    /// Tests a pixel up to a time.
    #[inline(always)]
    pub(super) fn test(&self, pixel: IVec2, end: f64) -> PixelTest {
        let (point, radius) = (self.offset(pixel), self.sum.radius());
        let Some(enter) = self.sum.enter(point, self.motion, radius, end) else { return PixelTest::Misses };
        if enter <= 0.0 {
            return self.test_touched(pixel);
        }
        // Nearly always it comes deeper soon after the touch.
        let graze = self.tolerance(pixel) * GRAZE_PART;
        let soon = point + self.motion * enter + self.soon;
        let comes_deeper = self.sum.signed_distance(soon) < radius - graze
            || self.sum.span(point, self.motion, radius - graze).is_some();
        if comes_deeper { PixelTest::Blocks(enter) } else { PixelTest::Grazes }
    }

    /// Tests a pixel that the core touches at time 0, or has left.
    #[cold]
    #[inline(never)]
    fn test_touched(&self, pixel: IVec2) -> PixelTest {
        let (point, radius) = (self.offset(pixel), self.sum.radius());
        let tolerance = self.tolerance(pixel);
        let separation = self.sum.signed_distance(point) - radius;
        if separation < -tolerance {
            return PixelTest::Overlaps;
        }
        if self.motion == DVec2::ZERO {
            return PixelTest::Misses;
        }
        if self.sum.span(point, self.motion, radius).is_none_or(|(_, leave)| leave <= 0.0) {
            return PixelTest::Misses;
        }
        let graze = tolerance * GRAZE_PART;
        let blocks = if separation >= -graze {
            self.sum.span(point, self.motion, radius - graze).is_some_and(|(enter, _)| enter >= 0.0)
        } else {
            let against = dot(self.sum.normal(point, self.motion), self.motion);
            against < -PARALLEL_MOTION * (self.motion.x.abs() + self.motion.y.abs())
        };
        if blocks { PixelTest::Blocks(0.0) } else { PixelTest::Grazes }
    }

    fn touch(&self, pixel: IVec2, time: f64) -> Touch {
        let center = self.local(pixel) + 0.5 - self.aim;
        let aside = (self.motion.x * center.y - self.motion.y * center.x).abs();
        Touch { time, pixel, aside, along: dot(self.motion, center) }
    }

    /// Returns the range of pixels, along an axis, that the core may touch in its whole motion; both ends included.
    fn reach(&self, axis: usize) -> (f64, f64) {
        let (low, high) = self.sum.bounds();
        let (from, to) = (self.start[axis], self.start[axis] + self.motion[axis] * self.end);
        let origin = f64::from(self.base[axis]);
        let radius = self.sum.radius();
        (origin + from.min(to) - high[axis] - radius, origin + from.max(to) - low[axis] + radius)
    }
}

/// The outcome of a walk: the first touch, or that the core overlaps a pixel at time 0.
#[derive(Clone, Copy, Debug)]
pub(super) enum Walk {
    Free,
    Overlaps,
    Touches(Touch),
}

/// Returns the first touch of a moving core with the solid pixels of some layers.
pub(super) fn first_touch<S: PixelSum>(core: &MovingCore<'_, S>, selection: &LayerSelection<'_>) -> Walk {
    if core.motion.y.abs() > core.motion.x.abs() {
        ColumnWalk::<S, 1>::new(core).visit_grids(selection)
    } else {
        ColumnWalk::<S, 0>::new(core).visit_grids(selection)
    }
}

/// Whether a walk goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Visit {
    On,
    /// All that follows is touched later than the best.
    Later,
    Overlap,
}

/// A walk along the longer axis of a motion, which is called major: a column is a line of pixels across it.
struct ColumnWalk<'a, S, const MAJOR: usize> {
    core: &'a MovingCore<'a, S>,
    /// Whether the motion runs toward smaller coordinates along the major axis.
    is_backward: bool,
    /// The change of the minor coordinate for each column, and 1 / motion along the major axis.
    slope: f64,
    per_motion: f64,
    /// The first and the last row of the strip in column 0, and the row of the motion's line in its middle; from the base.
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

/// The rows and columns by which the strip is wider than computed, for rounding.
const STRIP_SLACK: f64 = 1.0 / 1024.0;
/// The part of a column's earliest time that may be rounding.
const TIME_SLACK: f64 = 1e-12;
/// The most blocks across the strip that are taken together.
const BLOCKS: i32 = 4;

impl<'a, S: PixelSum, const MAJOR: usize> ColumnWalk<'a, S, MAJOR> {
    const MINOR: usize = 1 - MAJOR;

    #[inline(always)]
    fn new(core: &'a MovingCore<'a, S>) -> Self {
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
        let line = core.aim[Self::MINOR] + slope * (0.5 - core.aim[MAJOR]);
        let (low, high) = sum.bounds();
        let front = if is_backward { high[MAJOR] + sum.radius() } else { low[MAJOR] - sum.radius() };
        let front = front - start[MAJOR];
        let side = sum.side(MAJOR, is_backward);
        let (best, end, goes_on) = (None, core.end, false);
        Self { core, is_backward, slope, per_motion, strip, line, front, side, best, end, goes_on }
    }

    #[inline(always)]
    fn visit_grids(&mut self, selection: &LayerSelection<'_>) -> Walk {
        for grid in selection.grids() {
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
            (
                floor((low - STRIP_SLACK - min).max(0.0).min(last + 1.0)),
                floor((high + STRIP_SLACK - min).min(last).max(-1.0)),
            )
        };
        let (columns, rows) = (clip(MAJOR), clip(Self::MINOR));
        if columns.0 > columns.1 || rows.0 > rows.1 {
            return Visit::On;
        }
        let corner = [pixels.min[MAJOR], pixels.min[Self::MINOR]];
        let base = [self.core.base[MAJOR], self.core.base[Self::MINOR]];
        let shift = [f64::from(corner[0]) - f64::from(base[0]), f64::from(corner[1]) - f64::from(base[1])];
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

    /// Returns the first and the last row of the strip in some columns, as far as the core may come.
    #[inline(always)]
    fn rows(&self, grid: &GridStrip<'_>, first: i32, last: i32) -> (i32, i32) {
        let (a, b) = (f64::from(first) * self.slope, f64::from(last) * self.slope);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        (floor(low + grid.strip.0).max(grid.rows.0), floor(high + grid.strip.1).min(grid.rows.1))
    }

    /// Visits some columns that lie in one column of blocks.
    #[inline(always)]
    fn visit_blocks(&mut self, grid: &GridStrip<'_>, first: i32, last: i32) -> Visit {
        if self.arrival(grid, if self.is_backward { last } else { first }) * (1.0 - TIME_SLACK) > self.end {
            return Visit::Later;
        }
        let (top, bottom) = self.rows(grid, first, last);
        let mut block = top >> BLOCK_SHIFT;
        while block << BLOCK_SHIFT <= bottom {
            let end = (block + BLOCKS - 1).min(bottom >> BLOCK_SHIFT);
            // The bricks that are not empty: for each column of bricks, bits from the first block on.
            let mut used = [0_u64; 16];
            for row in block..=end {
                let occupancy = grid.block::<MAJOR>(first >> BLOCK_SHIFT, row).occupancy();
                let into = used.iter_mut().zip(occupancy.lanes(MAJOR == 1));
                into.for_each(|(into, &bits)| *into |= u64::from(bits) << (16 * (row - block)));
            }
            let (first_strip, last_strip) = (first >> BRICK_SHIFT, last >> BRICK_SHIFT);
            for index in 0..=last_strip - first_strip {
                let strip = if self.is_backward { last_strip - index } else { first_strip + index };
                let bricks = used[strip as usize % 16];
                if bricks == 0 {
                    continue;
                }
                let begin = strip << BRICK_SHIFT;
                match self.visit_strip(grid, first.max(begin), last.min(begin + 15), block << 4, bricks) {
                    Visit::On => {}
                    Visit::Later => break,
                    Visit::Overlap => return Visit::Overlap,
                }
            }
            block += BLOCKS;
        }
        Visit::On
    }

    /// Visits some columns that lie in one column of bricks, of which some are used: bit 0 is the brick in the row
    /// `first_brick` of bricks.
    #[inline(always)]
    fn visit_strip(&mut self, grid: &GridStrip<'_>, first: i32, last: i32, first_brick: i32, bricks: u64) -> Visit {
        if self.arrival(grid, if self.is_backward { last } else { first }) * (1.0 - TIME_SLACK) > self.end {
            return Visit::Later;
        }
        let (top, bottom) = self.rows(grid, first, last);
        let from = ((top >> BRICK_SHIFT) - first_brick).max(0);
        let to = ((bottom >> BRICK_SHIFT) - first_brick).min(63);
        if from > to {
            return Visit::On;
        }
        let mut bricks = bricks & (u64::MAX << from) & (u64::MAX >> (63 - to));
        while bricks != 0 {
            // Four bricks from the first used one on.
            let lowest = bricks.trailing_zeros();
            let window = bricks >> lowest & 15;
            bricks &= !(15 << lowest);
            let begin = first_brick + lowest as i32;
            if self.visit_window(grid, (first, last), (top, bottom), begin, window as u32) == Visit::Overlap {
                return Visit::Overlap;
            }
        }
        Visit::On
    }

    /// Visits up to four bricks across the strip; bit 0 is the brick in the row `begin` of bricks.
    #[inline(always)]
    fn visit_window(
        &mut self,
        grid: &GridStrip<'_>,
        (first, last): (i32, i32),
        (top, bottom): (i32, i32),
        begin: i32,
        mut bricks: u32,
    ) -> Visit {
        let mut lanes = [0_u64; 16];
        let mut is_any = false;
        while bricks != 0 {
            let brick = bricks.trailing_zeros();
            bricks &= bricks - 1;
            let row = begin + brick as i32;
            let found = grid.brick::<MAJOR>(first >> BRICK_SHIFT, row).lanes(MAJOR == 1);
            // Most bricks hold nothing in the rows of the strip. This is a few vector instructions.
            let (from, to) = ((top - (row << 4)).max(0), (bottom - (row << 4)).min(15));
            let rows = (u32::from(u16::MAX) << from & u32::from(u16::MAX) >> (15 - to)) as u16;
            if found.iter().fold(0, |all, bits| all | bits) & rows != 0 {
                is_any = true;
                lanes.iter_mut().zip(found).for_each(|(into, &bits)| *into |= u64::from(bits) << (16 * brick));
            }
        }
        if !is_any {
            return Visit::On;
        }
        for index in 0..=last - first {
            let column = if self.is_backward { last - index } else { first + index };
            let bits = lanes[column as usize % 16];
            if bits == 0 {
                continue;
            }
            let visit = self.visit_column(grid, column, bits, begin << BRICK_SHIFT);
            if visit != Visit::On {
                return visit;
            }
        }
        Visit::On
    }

    /// Visits the solid pixels of a column, of which bit 0 is in the row `begin`.
    #[inline(always)]
    fn visit_column(&mut self, grid: &GridStrip<'_>, column: i32, bits: u64, begin: i32) -> Visit {
        let (first, last) = self.rows(grid, column, column);
        let (first, last) = ((first - begin).max(0), (last - begin).min(63));
        if first > last {
            return Visit::On;
        }
        let bits = bits & (u64::MAX << first) & (u64::MAX >> (63 - last));
        if bits == 0 {
            return Visit::On;
        }
        let arrival = self.arrival(grid, column);
        if arrival * (1.0 - TIME_SLACK) > self.end {
            return Visit::Later;
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

    /// Returns the row at which the core first touches a column; of several, the nearest to the motion's line.
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
        let nearest = floor(self.line + self.slope * local - grid.shift[1]);
        let row = nearest.min(floor(at - low - inset)).max(-floor(high - inset - at));
        // The pixel at the end of the side, toward the motion's line, may be touched at the same time; and of pixels that
        // are touched at time 0, one farther along the column may be overlapped.
        self.goes_on = row != nearest || arrival <= 0.0;
        row
    }

    /// Tests a pixel; `None` if the pixels behind it in its column are to be tested, too.
    #[inline(always)]
    fn visit_pixel(&mut self, grid: &GridStrip<'_>, column: i32, row: i32) -> Option<Visit> {
        let mut pixel = IVec2::ZERO;
        pixel[MAJOR] = column + grid.corner[0];
        pixel[Self::MINOR] = row + grid.corner[1];
        match self.core.test(pixel, self.end) {
            PixelTest::Misses => Some(Visit::On),
            PixelTest::Grazes => None,
            PixelTest::Overlaps => Some(Visit::Overlap),
            PixelTest::Blocks(time) => {
                let touch = self.core.touch(pixel, time);
                if self.best.is_none_or(|best| touch.is_before(&best)) {
                    (self.best, self.end) = (Some(touch), time);
                }
                (!self.goes_on).then_some(Visit::On)
            }
        }
    }
}

/// A grid, and the strip in coordinates from its corner; first the major axis, then the minor one.
struct GridStrip<'a> {
    grid: &'a BrickGrid,
    corner: [i32; 2],
    /// The corner from the base of the core.
    shift: [f64; 2],
    /// The first and the last row of the strip in column 0.
    strip: (f64, f64),
    /// The rows that the core may touch.
    rows: (i32, i32),
}

impl GridStrip<'_> {
    #[inline(always)]
    fn block<const MAJOR: usize>(&self, column: i32, row: i32) -> &Block {
        if MAJOR == 0 { self.grid.block(column, row) } else { self.grid.block(row, column) }
    }

    #[inline(always)]
    fn brick<const MAJOR: usize>(&self, column: i32, row: i32) -> &Brick {
        let block = self.block::<MAJOR>(column >> 4, row >> 4);
        let (column, row) = (column as u32, row as u32);
        if MAJOR == 0 { block.child(column, row) } else { block.child(row, column) }
    }
}

/// Rounds down a number, which is clamped to ±2^30, without the call of a library function.
#[inline(always)]
pub(super) fn floor(value: f64) -> i32 {
    // At this magnitude the last bit of an `f64` is worth 1: the sum is rounded to the nearest whole number, whose last bits
    // are those of the sum.
    const MAGNITUDE: f64 = (3_u64 << 51) as f64;
    const MOST: f64 = (1_u64 << 30) as f64;
    let value = if value < MOST { value } else { MOST };
    let value = if value > -MOST { value } else { -MOST };
    let shifted = value + MAGNITUDE;
    (shifted.to_bits() as i32).wrapping_sub(i32::from(shifted - MAGNITUDE > value))
}
