//! The walk of a small disc along its motion, sixteen columns at once.
//!
//! ```text
//! for each block that the disc may touch, along the motion:
//!     strips = the columns of bricks that are not empty in the disc's way, of sixteen at once          used_strips
//!     for each of them, along the motion:
//!         stop if the disc reaches it later than the best touch
//!         for the sixteen columns of pixels at once:                                                   candidates
//!             meets = the row in which the disc's foremost point comes to the column
//!             below, above = the nearest solid pixels from that row on, and before it
//!             how far the disc moves until it touches each of both, or a little less
//!         test those exactly that are no farther than the best touch, the nearest one first            test
//! ```
//!
//! A column is a line of pixels across the longer axis of the motion, as in [`sweep`](super::sweep), which walks for all
//! other shapes. There the columns are tested one after the other. Here nearly always one pixel is tested.

use super::box_sum::BoxSum;
use super::disc_lanes::{Candidates, DiscWindow, LaneMotion, SLACK, choose};
use super::frame::ShapeFrame;
use super::moving::{MovingCore, PixelTest, Touch};
use super::strip::{clamped_floor, lanes_between};
use super::sum::PixelSum;
use super::sweep::{Visit, Walk};
use crate::geometry::Circle;
use crate::geometry::ray::floor;
use crate::raycast::end_to_end;
use crate::simd::Simd;
use crate::solidity::BRICK_SHIFT;
use crate::terrain::{BLOCK_SHIFT, Block, BrickGrid, LayerSelection, Square};
use fearless_simd::{Bytes, SimdBase, SimdFloat, SimdMask, i32x16, u32x16};
use glam::{DVec2, IVec2};
use std::hint::{black_box, select_unpredictable};

/// By how much its way is wider where bricks are chosen, in pixels.
const BRICK_SLACK: f64 = 1.0 / 16.0;

/// A walk of a disc along the longer axis of its motion, which is called major.
pub(super) struct DiscWalk<'a, 'c> {
    frame: &'a ShapeFrame,
    sum: &'a BoxSum,
    selection: &'a LayerSelection<'a>,
    /// The disc for exact tests, once there is one.
    core: &'c mut Option<MovingCore<'a, BoxSum>>,
    motion: DVec2,
    /// How far from the center pixels are touched.
    reach: f64,
    /// Whether y is the major axis, and whether the motion runs toward smaller coordinates there.
    is_steep: bool,
    is_backward: bool,
    /// The length of the motion along the major axis, and as a whole.
    along: f64,
    length: f64,
    /// The change of the minor coordinate for each column ahead.
    slope: f64,
    /// Its inverse.
    per_slope: f64,
    /// At least how far the disc's way reaches to either side of its line, along the minor axis.
    half: f64,
    /// The direction of the motion: ahead along the major axis, and along the minor one.
    cos: f64,
    sin: f64,
    best: Option<Touch>,
    /// The time of the best touch, or of the end of the motion.
    end: f64,
}

/// The disc in the coordinates of a grid.
struct GridDisc<'a> {
    grid: &'a BrickGrid,
    /// The first pixel of the grid.
    corner: IVec2,
    /// The minor coordinate of the center.
    center: f64,
    /// How far the facing side of column 0 lies ahead of the center, and what each column adds: 1 or -1.
    ahead: f64,
    step: f64,
    /// The first and the last column that the disc may touch.
    columns: (i32, i32),
}

impl<'a, 'c> DiscWalk<'a, 'c> {
    /// Discs below touch so few pixels that one may slip between two of them.
    const LEAST_RADIUS: f32 = 0.75;
    /// The way of a larger disc does not fit into 31 rows of a column.
    const MOST_RADIUS: f32 = 9.25;
    /// The longest motion whose distances are known well enough.
    const MOST_MOTION: f64 = (1 << 24) as f64;
    /// The last row of pixels that is looked at.
    const MOST_ROW: f64 = (1 << 30) as f64;

    /// Returns whether a walk can answer for a disc and a motion.
    #[inline(always)]
    pub(super) fn can_take(disc: &Circle, motion: DVec2) -> bool {
        let (x, y) = (motion.x.abs(), motion.y.abs());
        let longer = if x > y { x } else { y };
        let is_small = (Self::LEAST_RADIUS..=Self::MOST_RADIUS).contains(&disc.radius);
        is_small && longer > 0.0 && longer <= Self::MOST_MOTION
    }

    /// Creates a walk.
    #[inline(always)]
    pub(super) fn new(
        frame: &'a ShapeFrame,
        sum: &'a BoxSum,
        selection: &'a LayerSelection<'a>,
        [x, y]: [f64; 2],
        core: &'c mut Option<MovingCore<'a, BoxSum>>,
    ) -> Self {
        let is_steep = y.abs() > x.abs();
        let (major, minor) = (choose(is_steep, y, x), choose(is_steep, x, y));
        let along = major.abs();
        let slope = minor / along;
        // Two bounds of √(1 + slope²).
        let (chord, parabola) = (1.0 + 0.4143 * slope.abs(), 1.0 + 0.5 * slope * slope);
        let reach = sum.radius() + 2.0 * SLACK;
        let length = (major * major + minor * minor).sqrt();
        Self {
            frame,
            sum,
            selection,
            core,
            motion: DVec2::new(x, y),
            reach,
            is_steep,
            is_backward: major < 0.0,
            along,
            length,
            slope,
            per_slope: along / minor,
            half: reach * if chord < parabola { chord } else { parabola },
            cos: along / length,
            sin: minor / length,
            best: None,
            end: 1.0,
        }
    }

    /// Returns the first touch.
    #[inline(always)]
    pub(super) fn first_touch<V: Simd>(mut self, simd: V) -> Walk {
        for grid in self.selection.grids() {
            if self.visit_grid(simd, grid) == Visit::Overlap {
                return Walk::Overlaps;
            }
        }
        self.best.map_or(Walk::Free, Walk::Touches)
    }

    #[inline(always)]
    fn visit_grid<V: Simd>(&mut self, simd: V, grid: &BrickGrid) -> Visit {
        let &mut Self { is_steep, is_backward, along, slope, reach, .. } = self;
        let pixels = grid.pixels();
        let center = self.frame.base.as_dvec2() - pixels.min.as_dvec2() + self.frame.aim;
        let (from, minor) = (choose(is_steep, center.y, center.x), choose(is_steep, center.x, center.y));
        let step = choose(is_backward, -1.0, 1.0);
        let to = from + along * step;
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let last = select_unpredictable(is_steep, pixels.height(), pixels.width()) as i32 - 1;
        let columns = (clamped_floor(low - reach).max(0), clamped_floor(high + reach).min(last));
        if columns.0 > columns.1 || minor.abs() > Self::MOST_ROW {
            return Visit::On;
        }
        let ahead = choose(is_backward, from - 1.0, -from);
        let disc = GridDisc { grid, corner: pixels.min, center: minor, ahead, step, columns };
        let size = (self.sum.radius(), self.half);
        let lanes = LaneMotion::new(simd, step, (slope, self.per_slope), (self.cos, self.sin), size);
        let (first, last) = (columns.0 >> BLOCK_SHIFT, columns.1 >> BLOCK_SHIFT);
        let mut block = select_unpredictable(is_backward, last, first);
        for _ in first..=last {
            let ahead = disc.ahead + step * f64::from(block << BLOCK_SHIFT);
            if ahead - choose(is_backward, 255.0, 0.0) - reach > self.end * along {
                return Visit::On;
            }
            // Otherwise each of its numbers is put into 16 lanes before the loop, and from there to the stack.
            let lanes = black_box(&lanes);
            let mut strips = self.used_strips(simd, &disc, lanes, block, ahead);
            while strips != 0 {
                let strip = select_unpredictable(is_backward, 31 - strips.leading_zeros(), strips.trailing_zeros());
                strips ^= 1 << strip;
                let brick = (block << 4) + strip as i32;
                let ahead = disc.ahead + step * f64::from(brick << BRICK_SHIFT);
                if ahead - choose(is_backward, 15.0, 0.0) - reach > self.end * along {
                    return Visit::On;
                }
                if let Some(mut candidates) = self.candidates(simd, &disc, lanes, brick, ahead)
                    && self.test(disc.corner, &mut candidates) == Visit::Overlap
                {
                    return Visit::Overlap;
                }
            }
            block += step as i32;
        }
        Visit::On
    }

    /// Returns the columns of bricks of a block that may have solid pixels in the disc's way. Its first column of pixels
    /// lies `origin` ahead.
    #[inline(always)]
    fn used_strips<V: Simd>(
        &self,
        simd: V,
        disc: &GridDisc<'_>,
        lanes: &LaneMotion<V>,
        block: i32,
        origin: f64,
    ) -> u32 {
        let half = self.half + BRICK_SLACK;
        // The columns of the block, and those that the disc may touch, by how far they lie ahead.
        let nearest = origin - choose(self.is_backward, 255.0, 0.0);
        let (least, most) = (-self.reach - 1.0, self.end * self.along + self.reach);
        let first = if nearest > least { nearest } else { least };
        let last = if nearest + 256.0 < most { nearest + 256.0 } else { most };
        let (start, stop) = (first * self.slope, last * self.slope);
        let row = floor(disc.center + if start < stop { start } else { stop } - half) >> BLOCK_SHIFT;
        let used = [row, row + 1].map(|row| self.block(disc.grid, block, row).occupancy().lanes(self.is_steep));
        let bits = end_to_end(simd, used);
        // The rows of the way in each column of bricks, of those in both blocks.
        let middle = lanes.shifts * 16.0 + ((7.5 * disc.step + 0.5) as f32);
        let first = (middle - 8.0).max((least - origin) as f32) * (self.slope as f32);
        let last = (middle + 8.0).min((most - origin) as f32) * (self.slope as f32);
        let line = disc.center - f64::from(row << BLOCK_SHIFT) + origin * self.slope;
        let top = simd.cvt_i32_f32x16(((first.min(last) + ((line - half) as f32)) * (1.0 / 16.0)).floor());
        let bottom = simd.cvt_i32_f32x16(((first.max(last) + ((line + half) as f32)) * (1.0 / 16.0)).floor());
        let rows = (u32x16::splat(simd, 2) << (bottom - top).bitcast::<u32x16<V>>()) - 1;
        let found = (bits >> top.bitcast::<u32x16<V>>()) & rows;
        // A way that leaves both blocks is looked at closely.
        let leaves = simd.simd_gt_i32x16(bottom, i32x16::splat(simd, 31));
        let strips = (simd.simd_ne_u32x16(found, u32x16::splat(simd, 0)) | leaves).to_bitmask() as u32;
        let (first, last) = (disc.columns.0 >> BRICK_SHIFT, disc.columns.1 >> BRICK_SHIFT);
        strips & lanes_between(first.max(block << 4), last.min((block << 4) + 15))
    }

    #[inline(always)]
    fn block<'g>(&self, grid: &'g BrickGrid, column: i32, row: i32) -> &'g Block {
        let x = select_unpredictable(self.is_steep, row, column);
        grid.block(x, select_unpredictable(self.is_steep, column, row))
    }

    /// Returns four bricks from a row of bricks on, end to end: the lower 32 rows, and the upper ones.
    #[inline(always)]
    fn bricks<V: Simd>(&self, simd: V, grid: &BrickGrid, brick: i32, row: i32) -> [u32x16<V>; 2] {
        let first = row >> 4;
        let blocks = [first, (row + 3) >> 4].map(|row| self.block(grid, brick >> 4, row));
        let [a, b, c, d] = [row, row + 1, row + 2, row + 3].map(|row| {
            let block = select_unpredictable(row >> 4 == first, blocks[0], blocks[1]);
            let x = select_unpredictable(self.is_steep, row, brick) as u32;
            block.child(x, select_unpredictable(self.is_steep, brick, row) as u32).lanes(self.is_steep)
        });
        [end_to_end(simd, [a, b]), end_to_end(simd, [c, d])]
    }

    /// Finds the pixels of a column of bricks that may be touched before the best touch. Its first column lies `ahead`.
    #[inline(always)]
    fn candidates<V: Simd>(
        &self,
        simd: V,
        disc: &GridDisc<'_>,
        lanes: &LaneMotion<V>,
        brick: i32,
        ahead: f64,
    ) -> Option<Candidates> {
        let line = disc.center + self.slope * (ahead + 0.5);
        let change = 15.0 * self.slope * disc.step;
        let row = floor(line + if change < 0.0 { change } else { 0.0 } - (16.0 + BRICK_SLACK)) >> BRICK_SHIFT;
        let (column, top) = (brick << BRICK_SHIFT, row << BRICK_SHIFT);
        let (below, length) = (f64::from(top) - disc.center, self.end * self.length);
        let window = DiscWindow { column, top, ahead, below, length };
        lanes.candidates(simd, &window, self.bricks(simd, disc.grid, brick, row))
    }

    /// Tests candidates, the nearest one first.
    #[inline(never)]
    fn test(&mut self, corner: IVec2, candidates: &mut Candidates) -> Visit {
        // A row at whose border the disc's foremost point may be in the next one, but for rounding.
        const BORDER: f32 = 1.0 / 64.0;
        let Self { frame, sum, motion, best, end, .. } = self;
        let core = self.core.get_or_insert_with(|| frame.moving(sum, DVec2::ZERO, *motion, 1.0));
        let mut next = Some(candidates.nearest);
        while let Some(at) = next {
            candidates.distances[at] = f32::INFINITY;
            let (lane, mut bits) = (at % 16, candidates.bits[at]);
            while bits != 0 {
                let bit = if at < 16 { bits.trailing_zeros() } else { 31 - bits.leading_zeros() };
                bits ^= 1 << bit;
                let (column, row) = (candidates.column + lane as i32, candidates.tops[lane] + bit as i32);
                let x = select_unpredictable(self.is_steep, row, column);
                let pixel = corner + IVec2::new(x, select_unpredictable(self.is_steep, column, row));
                match core.test(pixel, *end) {
                    PixelTest::Misses => break,
                    PixelTest::Grazes => {}
                    PixelTest::Overlaps => return Visit::Overlap,
                    PixelTest::Blocks(time) => {
                        let touch = core.touch(pixel, time);
                        if best.is_none_or(|best| touch.is_before(&best)) {
                            (*best, *end) = (Some(touch), time);
                        }
                        let beyond = candidates.meets[lane] - (row + 1 - candidates.top) as f32;
                        if time > 0.0 && beyond.abs() > BORDER {
                            break;
                        }
                    }
                }
            }
            next = candidates.any_within((*end * self.length - candidates.begin + SLACK) as f32);
        }
        Visit::On
    }
}
