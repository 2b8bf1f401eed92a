//! The exact walk along segments that are nearly diagonal: eight columns at a time, of pixels, bricks or blocks.
//!
//! Over sixteen columns such a segment may meet three squares, and in a column three rows. Over eight columns it meets
//! two squares. The lanes of a square tell which columns are solid in one of the rows. They are computed in fixed point
//! with slack: the lanes may report a column that the segment does not meet, but they miss none. Exact arithmetic then
//! tells apart the pixels of a reported column ([`SnappedSegment::first_solid_in_column`]).
//!
//! **Fixed point.** Let the minor coordinate, in pixels from the corner of the grid, be `y(x) = y0 + (x - x0)·V/U` at
//! the major coordinate `x`. With `F = 34` fraction bits the slope is `m = V·2^F / U`, rounded toward zero, so its
//! error is less than 1. `V` is at most `2^28` units, so the dividend fits in 64 bits. `y` at column 0 of the grid is
//! computed from column `floor(x0)`, with two more roundings by less than 1, and then `m` is added for each column.
//! So between the ends of a segment of at most `2^20` pixels, the error of `y` is less than `2^20 + 4`, or `2^-14`
//! pixels.
//!
//! **Lanes.** A lane is `2^(s-4)` pixels wide and a row `2^(s-4)` pixels high, in squares of `2^s` pixels. In units
//! of `2^-27` rows that error is at most `2^13 + 1`. Start, slope and reach are rounded, by less than 17 in all.
//! `LANE_SLACK` is `2^14` and is added on either side. So a row is tested even if the segment only reaches its
//! border, which includes the pixels beside a corner.

use super::segment::{SnappedSegment, Visit};
use crate::raycast::lanes::{LANE_BITS, end_to_end, lanes_between, multiples, set_lanes};
use crate::raycast::line::{GridCorner, LineDirection};
use crate::raycast::walk::BLOCKS_WITHOUT_REGIONS;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BrickGrid, GridNode, REGION_SHIFT};
use fearless_simd::{Simd, SimdBase, u32x16};

/// The fraction bits of the minor coordinate, `F` above.
const FRACTION_BITS: u32 = 34;
/// The margin of a lane's rows on either side, in units of `2^-27` rows.
const LANE_SLACK: u32 = 1 << 14;
/// The lanes that are tested at a time, and the number of such parts in sixteen.
const PART_LANES: u32 = 8;
const PARTS: u32 = 2;

/// A [short](SnappedSegment::is_short) segment in a grid, in coordinates from the grid's corner, whatever its direction.
pub(super) struct DiagonalWalk<'a, S: Simd> {
    simd: S,
    grid: &'a BrickGrid,
    segment: &'a SnappedSegment,
    /// The major coordinate of the first pixel.
    start: i32,
    /// The minor coordinate of the grid's corner in the world.
    across: i32,
    /// The minor coordinate at the border before major coordinate 0, and its change a pixel, in fixed point.
    intercept: i64,
    slope: i64,
    /// The slope times the index of each lane.
    multiples: u32x16<S>,
    /// The numbers added to a lane's first row for the slack, and to that sum for its last row.
    slack: u32,
    reach: u32,
}

/// The two squares of a level that a segment meets in eight lanes, the upper one first.
struct DiagonalPair<'a, T> {
    squares: [&'a T; 2],
    /// The band of the upper one.
    upper: i32,
    /// The row at lane 0 from the top of the upper one, in units of a lane.
    start: u32,
}

impl<'a, S: Simd> DiagonalWalk<'a, S> {
    #[inline(always)]
    pub(super) fn new(simd: S, grid: &'a BrickGrid, segment: &'a SnappedSegment) -> Self {
        let SnappedSegment { major, minor, steep } = segment;
        let corner = GridCorner::new(&grid.pixels(), *steep);
        let steepness = (minor.length << FRACTION_BITS) / major.length.max(1);
        let slope = steepness as i64 * i64::from(major.sign * minor.sign);
        let start = major.start.wrapping_sub(corner.major);
        // Back from the start of the segment to the border before its pixel, then to the border before column 0.
        let inside = if major.sign < 0 { 256 - major.offset } else { major.offset } as i64;
        let at_start = minor.origin.wrapping_sub(i64::from(corner.minor) << 8) << (FRACTION_BITS - 8);
        let at_border = at_start.wrapping_sub(slope.wrapping_mul(inside) >> 8);
        let intercept = at_border.wrapping_sub(slope.wrapping_mul(i64::from(start)));
        let per_lane = (slope >> (FRACTION_BITS - LANE_BITS)) as u32;
        let falls = slope < 0;
        let slack = if falls { LANE_SLACK } else { LANE_SLACK.wrapping_neg() };
        Self {
            simd,
            grid,
            segment,
            start,
            across: corner.minor,
            intercept,
            slope,
            multiples: multiples(simd, per_lane),
            slack,
            reach: per_lane.wrapping_sub(slack.wrapping_mul(2)),
        }
    }

    /// Returns the first solid pixel from one column to another, both included.
    #[inline(always)]
    pub(super) fn first_solid(&self, first: u32, last: u32) -> Option<Visit> {
        let ends = if self.is_backward() {
            (self.start.wrapping_sub_unsigned(last), self.start.wrapping_sub_unsigned(first))
        } else {
            (self.start.wrapping_add_unsigned(first), self.start.wrapping_add_unsigned(last))
        };
        let (first_block, last_block) = (ends.0 >> BLOCK_SHIFT, ends.1 >> BLOCK_SHIFT);
        if last_block - first_block >= BLOCKS_WITHOUT_REGIONS {
            return self.first_solid_over_regions(ends);
        }
        let (mut block, step) = if self.is_backward() { (last_block, -1) } else { (first_block, 1) };
        for _ in first_block..=last_block {
            let found = self.first_solid_in_block(block, ends);
            if found.is_some() {
                return found;
            }
            block += step;
        }
        None
    }

    /// Returns the first solid pixel of a long segment. Tests only the blocks that the test of their region reports.
    #[inline(always)]
    fn first_solid_over_regions(&self, ends: (i32, i32)) -> Option<Visit> {
        let (first_region, last_region) = (ends.0 >> REGION_SHIFT, ends.1 >> REGION_SHIFT);
        let (mut region, step) = if self.is_backward() { (last_region, -1) } else { (first_region, 1) };
        for _ in first_region..=last_region {
            let corner = region << BRICK_SHIFT;
            let mut blocks = 0;
            for part in 0..PARTS {
                let lanes = self.part(part);
                let regions = self.pair(region, REGION_SHIFT, part, |column, row| self.grid.region(column, row));
                blocks |= lanes & self.touched(self.occupancy(&regions), regions.start);
            }
            blocks &= lanes_between((ends.0 >> BLOCK_SHIFT) - corner, (ends.1 >> BLOCK_SHIFT) - corner);
            while blocks != 0 {
                let lane = self.segment.direction().first_lane(blocks);
                blocks ^= 1 << lane;
                let found = self.first_solid_in_block(corner + lane, ends);
                if found.is_some() {
                    return found;
                }
            }
            region += step;
        }
        None
    }

    /// Tests a block.
    #[inline(always)]
    fn first_solid_in_block(&self, block: i32, ends: (i32, i32)) -> Option<Visit> {
        let corner = block << BRICK_SHIFT;
        for part in 0..PARTS {
            let blocks = self.pair(block, BLOCK_SHIFT, part, |column, row| {
                let region = self.grid.region(column >> BRICK_SHIFT, row >> BRICK_SHIFT);
                region.child(column as u32, row as u32)
            });
            let mut strips = self.part(part) & self.touched(self.occupancy(&blocks), blocks.start);
            strips &= lanes_between((ends.0 >> BRICK_SHIFT) - corner, (ends.1 >> BRICK_SHIFT) - corner);
            while strips != 0 {
                let lane = self.segment.direction().first_lane(strips);
                strips ^= 1 << lane;
                let found = self.first_solid_in_strip(corner + lane, &blocks, ends);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Tests a strip of 16 columns.
    #[inline(always)]
    fn first_solid_in_strip(&self, strip: i32, blocks: &DiagonalPair<'a, Block>, ends: (i32, i32)) -> Option<Visit> {
        let corner = strip << BRICK_SHIFT;
        for part in 0..PARTS {
            let bricks = self.pair(strip, BRICK_SHIFT, part, |column, row| {
                let band = if self.segment.steep { column } else { row };
                let block = blocks.squares[usize::from(band >> BRICK_SHIFT != blocks.upper)];
                block.child(column as u32, row as u32)
            });
            let lanes = bricks.squares.map(|brick| brick.lanes(self.segment.steep));
            let mut columns = self.part(part) & self.touched(lanes, bricks.start);
            columns &= lanes_between(ends.0 - corner, ends.1 - corner);
            while columns != 0 {
                let lane = self.segment.direction().first_lane(columns);
                columns ^= 1 << lane;
                let column = (corner + lane).wrapping_sub(self.start).unsigned_abs();
                let is_solid = |row| self.is_set(lanes, bricks.upper, lane, row);
                let is_solid_after = |row| self.grid.is_solid(self.segment.pixel(column + 1, row));
                let found = self.segment.first_solid_in_column(column, is_solid, is_solid_after);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Returns whether the pixel in a row of the walk is set in one of the lanes of two bricks.
    #[inline(always)]
    fn is_set(&self, lanes: [&[u16; 16]; 2], upper: i32, lane: i32, row: u32) -> bool {
        let minor = self.segment.minor.pixel(row).wrapping_sub(self.across);
        let lower = minor >> BRICK_SHIFT != upper;
        lanes[usize::from(lower)][lane as usize % 16] >> (minor & 15) & 1 == 1
    }

    #[inline(always)]
    fn is_backward(&self) -> bool {
        self.segment.major.sign < 0
    }

    /// Returns the lowest lane of a part. Parts are in the order of the walk.
    #[inline(always)]
    fn first_lane_of(&self, part: u32) -> u32 {
        if (part == 1) == self.is_backward() { 0 } else { PART_LANES }
    }

    /// Returns the lanes of a part.
    #[inline(always)]
    fn part(&self, part: u32) -> u32 {
        ((1 << PART_LANES) - 1) << self.first_lane_of(part)
    }

    #[inline(always)]
    fn touched(&self, lanes: [&[u16; 16]; 2], start: u32) -> u32 {
        let start = start.wrapping_add(self.slack);
        touched_lanes(self.simd, lanes, self.multiples, start, self.reach)
    }

    /// Returns the squares of a level that the segment meets in a part of a strip. `at(column, row)` finds a square.
    #[inline(always)]
    fn pair<T>(&self, strip: i32, shift: u32, part: u32, at: impl Fn(i32, i32) -> &'a T) -> DiagonalPair<'a, T> {
        let lane_shift = shift - BRICK_SHIFT;
        let unit_shift = FRACTION_BITS + lane_shift - LANE_BITS;
        let at_lane_0 = self.intercept.wrapping_add(self.slope.wrapping_mul(i64::from(strip) << shift));
        let here = at_lane_0.wrapping_add(self.slope * i64::from(self.first_lane_of(part) << lane_shift));
        let there = here.wrapping_add(self.slope * i64::from(PART_LANES << lane_shift));
        // More than the slack of the lanes, so that they do not leave the pair.
        let slack = i64::from(2 * LANE_SLACK) << unit_shift;
        let band = |at: i64| (at >> (FRACTION_BITS + shift)) as i32;
        let (upper, lower) = (band(here.min(there) - slack), band(here.max(there) + slack));
        let square = |band: i32| if self.segment.steep { at(band, strip) } else { at(strip, band) };
        let start = at_lane_0.wrapping_sub(i64::from(upper) << (FRACTION_BITS + shift));
        DiagonalPair { squares: [square(upper), square(lower)], upper, start: (start >> unit_shift) as u32 }
    }

    #[inline(always)]
    fn occupancy<T: GridNode>(&self, pair: &DiagonalPair<'a, T>) -> [&'a [u16; 16]; 2] {
        pair.squares.map(|square| square.occupancy().lanes(self.segment.steep))
    }
}

/// Returns the lanes in which one of the rows that a segment meets is set in two squares, one below the other.
///
/// In lane `i` these are the rows from `row = start + multiples[i]` to `row + reach`: at most three.
#[inline(always)]
fn touched_lanes<S: Simd>(simd: S, squares: [&[u16; 16]; 2], multiples: u32x16<S>, start: u32, reach: u32) -> u32 {
    let set = end_to_end(simd, squares);
    let set = set | (set >> 1);
    let first = multiples + u32x16::splat(simd, start);
    let last = first + u32x16::splat(simd, reach);
    set_lanes(simd, (set >> (first >> LANE_BITS)) | (set >> (last >> LANE_BITS)))
}
