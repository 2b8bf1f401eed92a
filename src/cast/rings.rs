//! The search for the nearest pixel: rings of bricks around a point, then of blocks, then of regions.
//!
//! ```text
//! best = max²
//! for k in 0..=16:         visit the blocks at k blocks from the point's block       . 2 2 2 2 2 .
//! for k in 0..:            visit the regions at k regions from the point's region    . 2 1 1 1 2 .
//!     until every square of ring k is farther than best                              . 2 1 0 1 2 .
//! visit(square): nothing if it is empty or farther than best, else its parts         . 2 1 1 1 2 .
//! visit(brick):  its rows (or columns, if the point lies to the side), from the near one on, until one is farther than
//!                best; of each row the first set bit on either side of the point
//! ```
//!
//! Distances are squares of whole numbers of 1/256 px, so all comparisons are exact.

use crate::geometry::Rect;
use crate::geometry::ray::{UNIT_BITS, UNITS, snapped};
use crate::solidity::BRICK_SHIFT;
use crate::terrain::{BLOCK_SHIFT, BrickGrid, GridNode, LayerSelection, REGION_SHIFT};
use glam::{IVec2, Vec2};

/// The rings of blocks that are visited before regions.
const BLOCK_RINGS: i32 = 16;

/// A search for the nearest pixel to a point.
#[derive(Debug)]
pub(super) struct NearestSearch {
    /// The point in units, and the pixel that it belongs to.
    point: [i64; 2],
    pixel: IVec2,
    /// The squared distance of the best pixel so far, in units; at first the squared distance within which to search.
    best: i64,
    found: Option<IVec2>,
}

impl NearestSearch {
    /// Creates a search around a point; `None` if the point or the distance is not valid. The distance must be at most
    /// 2^22 px, so that the sum of two squares in units fits.
    #[inline(always)]
    pub(super) fn new(point: Vec2, max: f32) -> Option<Self> {
        const MAX_COORDINATE: f32 = (1_u32 << 30) as f32;
        // Comparisons with NaN are false.
        if !(point.x.abs() <= MAX_COORDINATE && point.y.abs() <= MAX_COORDINATE && max >= 0.0) {
            return None;
        }
        let point = [snapped(point.x.into()), snapped(point.y.into())];
        let pixel = IVec2::new((point[0] >> UNIT_BITS) as i32, (point[1] >> UNIT_BITS) as i32);
        let max = f64::from(max) * UNITS as f64;
        Some(Self { point, pixel, best: (max * max) as i64, found: None })
    }

    /// Returns the nearest pixel, its closest point and the squared distance, in units; `None` if none was found.
    #[inline(always)]
    pub(super) fn found(&self) -> Option<(IVec2, [i64; 2], i64)> {
        let pixel = self.found?;
        let [x, y] = self.point;
        let closest = |value: i64, pixel: i32| {
            let low = i64::from(pixel) << UNIT_BITS;
            value.clamp(low, low + (1 << UNIT_BITS))
        };
        Some((pixel, [closest(x, pixel.x), closest(y, pixel.y)], self.best))
    }

    /// Visits the solid pixels of a grid.
    pub(super) fn visit_solid(&mut self, grid: &BrickGrid) {
        let pixels = &grid.pixels();
        if pixels.is_empty() || self.is_farther(pixels.min, pixels.max) {
            return;
        }
        let blocks = RingAround::new(self, pixels, BLOCK_SHIFT);
        for ring in 0..=BLOCK_RINGS {
            if blocks.is_farther(self, ring) || blocks.is_outside(ring) {
                return;
            }
            blocks.each_square(ring, |block| self.visit_block(grid, pixels.min, block));
        }
        let regions = RingAround::new(self, pixels, REGION_SHIFT);
        for ring in 0.. {
            if regions.is_farther(self, ring) || regions.is_outside(ring) {
                return;
            }
            regions.each_square(ring, |region| {
                let occupied = grid.region(region.x, region.y);
                for part in occupied.used_in(IVec2::ZERO, IVec2::splat(16)) {
                    self.visit_block(grid, pixels.min, (region << 4) + part);
                }
            });
        }
    }

    /// Visits the pixels that are free on all grids.
    pub(super) fn visit_free(&mut self, selection: &LayerSelection<'_>) {
        // All is free outside the grids, so the search ends within these bounds.
        let own = (self.pixel >> BRICK_SHIFT as i32) << BRICK_SHIFT as i32;
        let everywhere = Rect::new(own - (1 << 14), own + (1 << 14));
        let near = RingAround::new(self, &everywhere, BRICK_SHIFT);
        for ring in 0.. {
            if near.is_farther(self, ring) {
                return;
            }
            near.each_square(ring, |brick| {
                let corner = everywhere.min + (brick << BRICK_SHIFT as i32);
                if self.is_farther(corner, corner + 16) {
                    return;
                }
                let mut free = [u16::MAX; 16];
                let by_rows = self.is_by_rows(corner);
                for brick in selection.grids().iter().filter_map(|grid| grid.brick_at(corner >> BRICK_SHIFT as i32)) {
                    free.iter_mut().zip(brick.lanes(by_rows)).for_each(|(free, solid)| *free &= !solid);
                }
                self.visit_lanes(corner, &free, by_rows);
            });
        }
    }

    /// Visits a block, in blocks of a grid whose first pixel is `origin`.
    fn visit_block(&mut self, grid: &BrickGrid, origin: IVec2, block: IVec2) {
        let first = block << 4;
        let corner = origin + (first << BRICK_SHIFT as i32);
        if self.is_farther(corner, corner + 256) {
            return;
        }
        let node = grid.block(block.x, block.y);
        // The bricks within the best distance, along each axis.
        let reach = ((self.best as f64).sqrt() as i64 >> UNIT_BITS).min(1 << 24) as i32 + 2;
        let cell = |pixel: i32, corner: i32| (pixel.saturating_sub(corner) >> BRICK_SHIFT).clamp(-1, 16);
        let low = IVec2::new(cell(self.pixel.x - reach, corner.x), cell(self.pixel.y - reach, corner.y));
        let high = IVec2::new(cell(self.pixel.x + reach, corner.x), cell(self.pixel.y + reach, corner.y));
        for at in node.used_in(low.max(IVec2::ZERO), (high + 1).min(IVec2::splat(16))) {
            let corner = corner + (at << BRICK_SHIFT as i32);
            if !self.is_farther(corner, corner + 16) {
                let by_rows = self.is_by_rows(corner);
                self.visit_lanes(corner, node.child(at.x as u32, at.y as u32).lanes(by_rows), by_rows);
            }
        }
    }

    /// Returns whether the rows of a brick are visited: if the point lies more above or below the brick than beside it.
    #[inline(always)]
    fn is_by_rows(&self, corner: IVec2) -> bool {
        let from_middle = (corner + 8).wrapping_sub(self.pixel);
        from_middle.y.unsigned_abs() > from_middle.x.unsigned_abs()
    }

    /// Visits the set bits of a brick's rows, or columns.
    #[inline(always)]
    fn visit_lanes(&mut self, corner: IVec2, lanes: &[u16; 16], by_rows: bool) {
        let from = |axis: usize, corner: i32| self.point[axis] - (i64::from(corner) << UNIT_BITS);
        let (x, y) = (from(0, corner.x), from(1, corner.y));
        // The point from the corner of the brick, in units, and the bits at and after its pixel.
        let (across, along) = if by_rows { (y, x) } else { (x, y) };
        let from_own = u32::MAX << (along >> UNIT_BITS).clamp(0, 16);
        let own = (across >> UNIT_BITS).clamp(0, 16);
        for lane in own..16 {
            let aside = (lane << UNIT_BITS) - across;
            let aside = if aside > 0 { aside } else { 0 };
            if aside * aside > self.best {
                break;
            }
            self.visit_lane(corner, lanes, by_rows, lane, aside * aside, along, from_own);
        }
        for lane in (0..own).rev() {
            let aside = across - ((lane + 1) << UNIT_BITS);
            if aside * aside > self.best {
                break;
            }
            self.visit_lane(corner, lanes, by_rows, lane, aside * aside, along, from_own);
        }
    }

    /// Visits the nearest set bit of a lane on either side of the point.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "it is a part of the loop above")]
    fn visit_lane(
        &mut self,
        corner: IVec2,
        lanes: &[u16; 16],
        by_rows: bool,
        lane: i64,
        aside: i64,
        along: i64,
        from_own: u32,
    ) {
        let bits = u32::from(lanes[lane as usize % 16]);
        let (after, before) = (bits & from_own, bits & !from_own);
        let mut visit = |bit: u32, ahead: i64| {
            let distance = aside + ahead * ahead;
            if distance <= self.best {
                let (lane, bit) = (lane as i32, bit as i32);
                self.offer(corner + if by_rows { IVec2::new(bit, lane) } else { IVec2::new(lane, bit) }, distance);
            }
        };
        if after != 0 {
            let bit = after.trailing_zeros();
            let ahead = (i64::from(bit) << UNIT_BITS) - along;
            visit(bit, if ahead > 0 { ahead } else { 0 });
        }
        if before != 0 {
            let bit = 31 - before.leading_zeros();
            visit(bit, along - (i64::from(bit + 1) << UNIT_BITS));
        }
    }

    /// Takes a pixel if it is before the best one.
    #[inline(always)]
    fn offer(&mut self, pixel: IVec2, distance: i64) {
        let wins_tie = || self.found.is_none_or(|found| self.tie_key(pixel) < self.tie_key(found));
        if distance < self.best || (distance == self.best && wins_tie()) {
            (self.best, self.found) = (distance, Some(pixel));
        }
    }

    /// Returns the order of pixels at equal distance: the nearer center, then the greater offset, then up and left.
    #[cold]
    fn tie_key(&self, pixel: IVec2) -> (i128, i64, i32, i32) {
        let center = |pixel: i32| (i64::from(pixel) << UNIT_BITS) + (1 << (UNIT_BITS - 1));
        let (x, y) = (center(pixel.x) - self.point[0], center(pixel.y) - self.point[1]);
        let squared = i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
        (squared, -x.abs().max(y.abs()), pixel.y, pixel.x)
    }

    /// Returns whether all pixels from `min` to below `max` are farther than the best one.
    #[inline(always)]
    fn is_farther(&self, min: IVec2, max: IVec2) -> bool {
        let gap = |point: i64, min: i32, max: i32| {
            ((i64::from(min) << UNIT_BITS) - point).max(point - (i64::from(max) << UNIT_BITS)).max(0)
        };
        let (x, y) = (gap(self.point[0], min.x, max.x), gap(self.point[1], min.y, max.y));
        // Neither product overflows: a gap beyond the greatest distance is farther at once.
        const MOST: i64 = 1 << (22 + UNIT_BITS);
        x > MOST || y > MOST || x * x + y * y > self.best
    }
}

/// Rings of squares of `2^shift` pixels around the square of a point.
struct RingAround {
    /// The squares that the grid holds.
    squares: Rect,
    shift: u32,
    /// The square of the point, which may lie outside.
    center: IVec2,
    /// The distance in units from the point to the nearest border of its square.
    inset: i64,
}

impl RingAround {
    /// The point must be at most 2^22 px away from the pixels.
    #[inline(always)]
    fn new(search: &NearestSearch, pixels: &Rect, shift: u32) -> Self {
        let center = (search.pixel - pixels.min) >> shift as i32;
        let corner = pixels.min + (center << shift as i32);
        let side = 1_i64 << (shift + UNIT_BITS);
        let inset = |point: i64, corner: i32| {
            let within = point - (i64::from(corner) << UNIT_BITS);
            within.min(side - within)
        };
        let inset = inset(search.point[0], corner.x).min(inset(search.point[1], corner.y));
        let last = (pixels.max - pixels.min - 1) >> shift as i32;
        Self { squares: Rect::new(IVec2::ZERO, last + 1), shift, center, inset }
    }

    /// Returns whether a ring and all rings around it are farther than the best pixel.
    #[inline(always)]
    fn is_farther(&self, search: &NearestSearch, ring: i32) -> bool {
        if ring == 0 {
            return false;
        }
        let gap = (i64::from(ring - 1) << (self.shift + UNIT_BITS)) + self.inset;
        gap * gap > search.best
    }

    /// Returns whether a ring and all rings around it hold no square of the grid.
    fn is_outside(&self, ring: i32) -> bool {
        let last = self.squares.max - 1;
        let reach = (self.center - self.squares.min).abs().max((self.center - last).abs()).max_element();
        ring > reach
    }

    /// Visits the squares of a ring that the grid holds.
    #[inline(always)]
    fn each_square(&self, ring: i32, mut visit: impl FnMut(IVec2)) {
        let (low, high) = (self.center - ring, self.center + ring);
        let (first, last) = (low.max(self.squares.min), high.min(self.squares.max - 1));
        let mut row = |y: i32| {
            if first.y <= y && y <= last.y {
                (first.x..=last.x).for_each(|x| visit(IVec2::new(x, y)));
            }
        };
        row(low.y);
        if ring > 0 {
            row(high.y);
        }
        let rows = first.y.max(low.y + 1)..=last.y.min(high.y - 1);
        for x in [low.x, high.x] {
            if ring > 0 && first.x <= x && x <= last.x {
                rows.clone().for_each(|y| visit(IVec2::new(x, y)));
            }
        }
    }
}
