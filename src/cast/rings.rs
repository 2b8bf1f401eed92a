//! The search for the nearest pixel: rings of bricks around a point, then of blocks, then of regions.
//!
//! ```text
//! best = max²
//! for k in 0..=NEAR_RINGS: visit the bricks at k bricks from the point's brick       . 2 2 2 2 2 .
//! for k in 0..=16:         visit the blocks at k blocks from the point's block       . 2 1 1 1 2 .
//! for k in 0..:            visit the regions at k regions from the point's region    . 2 1 0 1 2 .
//!     until every square of ring k is farther than best                              . 2 1 1 1 2 .
//! visit(square): nothing if it is empty or farther than best, else its parts         . 2 2 2 2 2 .
//! visit(brick):  its rows (or columns, if the point lies to the side), from the near one on, until one is farther than
//!                best; of each row the first set bit on either side of the point
//! ```
//!
//! Distances are squares of whole numbers of 1/256 px, so all comparisons are exact.

use crate::geometry::Rect;
use crate::solidity::{BRICK_SHIFT, Brick};
use crate::terrain::{BLOCK_SHIFT, BrickGrid, LayerSelection, REGION_SHIFT, Square};
use glam::{IVec2, Vec2};

/// The shift from pixels to units of 1/256 px.
pub(super) const UNIT_SHIFT: u32 = 8;
/// The rings of bricks that are visited before blocks.
const NEAR_RINGS: i32 = 4;
/// The rings of blocks that are visited before regions.
const BLOCK_RINGS: i32 = 16;

/// A search for the nearest pixel to a point.
#[derive(Debug)]
pub(super) struct NearestSearch {
    /// The point in units, and the pixel that it belongs to.
    point: [i64; 2],
    pixel: IVec2,
    /// The squared distance of the best pixel so far, or that within which to search; in units.
    best: i64,
    found: Option<IVec2>,
}

impl NearestSearch {
    /// Creates a search around a point; `None` if the point or the distance is not valid. The distance must be at most
    /// 2^22 px, so that the sum of two squares in units fits.
    #[inline]
    pub(super) fn new(point: Vec2, max: f32) -> Option<Self> {
        const MAX_COORDINATE: f32 = (1_u32 << 30) as f32;
        // Comparisons with NaN are false.
        if !(point.x.abs() <= MAX_COORDINATE && point.y.abs() <= MAX_COORDINATE && max >= 0.0) {
            return None;
        }
        let units = |value: f32| {
            let scaled = f64::from(value) * f64::from(1_u32 << UNIT_SHIFT) + 0.5;
            let whole = scaled as i64;
            whole - i64::from(whole as f64 > scaled)
        };
        let point = [units(point.x), units(point.y)];
        let pixel = IVec2::new((point[0] >> UNIT_SHIFT) as i32, (point[1] >> UNIT_SHIFT) as i32);
        let max = f64::from(max) * f64::from(1_u32 << UNIT_SHIFT);
        Some(Self { point, pixel, best: (max * max) as i64, found: None })
    }

    /// Returns the nearest pixel, its closest point and the squared distance, in units; `None` if none was found.
    #[inline]
    pub(super) fn found(&self) -> Option<(IVec2, [i64; 2], i64)> {
        let pixel = self.found?;
        let [x, y] = self.point;
        let closest = |value: i64, pixel: i32| {
            let low = i64::from(pixel) << UNIT_SHIFT;
            value.clamp(low, low + (1 << UNIT_SHIFT))
        };
        Some((pixel, [closest(x, pixel.x), closest(y, pixel.y)], self.best))
    }

    /// Visits the solid pixels of a grid.
    #[inline]
    pub(super) fn visit_solid(&mut self, grid: &BrickGrid) {
        let pixels = grid.pixels();
        if pixels.is_empty() || self.is_farther(pixels.min, pixels.max) {
            return;
        }
        let near = RingAround::new(self, &pixels, BRICK_SHIFT);
        for ring in 0..=NEAR_RINGS {
            if near.is_farther(self, ring) {
                return;
            }
            self.visit_brick_ring(grid, &near, ring);
        }
        if !near.is_farther(self, NEAR_RINGS + 1) {
            self.visit_far(grid, &pixels);
        }
    }

    /// Visits the solid pixels of a grid beyond the near bricks.
    #[cold]
    #[inline(never)]
    fn visit_far(&mut self, grid: &BrickGrid, pixels: &Rect) {
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

    /// Visits a ring of bricks at most [`NEAR_RINGS`] away, whose rows and columns lie in at most two blocks.
    #[inline(always)]
    fn visit_brick_ring(&mut self, grid: &BrickGrid, near: &RingAround, ring: i32) {
        let (low, high) = (near.center - ring, near.center + ring);
        self.visit_brick_lane(grid, near, low.y, low.x, high.x, true);
        if ring == 0 {
            return;
        }
        self.visit_brick_lane(grid, near, high.y, low.x, high.x, true);
        self.visit_brick_lane(grid, near, low.x, low.y + 1, high.y - 1, false);
        self.visit_brick_lane(grid, near, high.x, low.y + 1, high.y - 1, false);
    }

    /// Visits a row of bricks, from column `first` to `last`, or with `by_rows` false a column.
    #[inline(always)]
    fn visit_brick_lane(
        &mut self,
        grid: &BrickGrid,
        near: &RingAround,
        lane: i32,
        first: i32,
        last: i32,
        by_rows: bool,
    ) {
        let at = |along: i32| if by_rows { IVec2::new(along, lane) } else { IVec2::new(lane, along) };
        let (corner, end) = (near.corner(at(first)), near.corner(at(last)) + 16);
        if self.is_farther(corner, end) {
            return;
        }
        let start = first & !15;
        let bits = |along: i32| {
            let cell = at(along);
            u32::from(grid.block(cell.x >> 4, cell.y >> 4).occupancy().lanes(by_rows)[lane as usize % 16])
        };
        let mut used = bits(start);
        if last & !15 != start {
            used |= bits(last) << 16;
        }
        used &= u32::MAX << (first - start) & u32::MAX >> (31 - (last - start));
        while used != 0 {
            let cell = at(start + used.trailing_zeros() as i32);
            used &= used - 1;
            let brick = grid.block(cell.x >> 4, cell.y >> 4).child(cell.x as u32, cell.y as u32);
            self.visit_brick(near.corner(cell), brick);
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
        let reach = ((self.best as f64).sqrt() as i64 >> UNIT_SHIFT).min(1 << 24) as i32 + 2;
        let cell = |pixel: i32, corner: i32| (pixel.saturating_sub(corner) >> BRICK_SHIFT).clamp(-1, 16);
        let low = IVec2::new(cell(self.pixel.x - reach, corner.x), cell(self.pixel.y - reach, corner.y));
        let high = IVec2::new(cell(self.pixel.x + reach, corner.x), cell(self.pixel.y + reach, corner.y));
        for at in node.used_in(low.max(IVec2::ZERO), (high + 1).min(IVec2::splat(16))) {
            self.visit_brick(corner + (at << BRICK_SHIFT as i32), node.child(at.x as u32, at.y as u32));
        }
    }

    #[inline(always)]
    fn visit_brick(&mut self, corner: IVec2, brick: &Brick) {
        if !self.is_farther(corner, corner + 16) {
            let by_rows = self.is_by_rows(corner);
            self.visit_lanes(corner, brick.lanes(by_rows), by_rows);
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
        let (across, along) = if by_rows { (1, 0) } else { (0, 1) };
        let (near, corner_across) = (self.pixel.to_array()[across], corner.to_array()[across]);
        let first = near.saturating_sub(corner_across).clamp(0, 16);
        let at = [across, along];
        for lane in first..16 {
            if !self.visit_lane(corner, lane, lanes[lane as usize % 16], at) {
                break;
            }
        }
        for lane in (0..first).rev() {
            if !self.visit_lane(corner, lane, lanes[lane as usize % 16], at) {
                break;
            }
        }
    }

    /// Visits the set bits of a lane; returns false if the lane is farther than the best pixel.
    #[inline(always)]
    fn visit_lane(&mut self, corner: IVec2, lane: i32, bits: u16, [across, along]: [usize; 2]) -> bool {
        let corner = corner.to_array();
        let aside = gap(self.point[across], corner[across] + lane);
        let aside = aside * aside;
        if aside > self.best {
            return false;
        }
        if bits == 0 {
            return true;
        }
        let own = self.pixel.to_array()[along].saturating_sub(corner[along]).clamp(0, 16) as u32;
        let (bits, from_own) = (u32::from(bits), u32::MAX << own);
        let (after, before) = (bits & from_own, bits & !from_own);
        let mut visit = |bit: u32| {
            let pixel = corner[along] + bit as i32;
            let ahead = gap(self.point[along], pixel);
            let distance = aside + ahead * ahead;
            if distance <= self.best {
                let mut at = [0; 2];
                (at[across], at[along]) = (corner[across] + lane, pixel);
                self.offer(IVec2::from_array(at), distance);
            }
        };
        if after != 0 {
            visit(after.trailing_zeros());
        }
        if before != 0 {
            visit(31 - before.leading_zeros());
        }
        true
    }

    /// Takes a pixel that is not farther than the best one.
    #[inline(always)]
    fn offer(&mut self, pixel: IVec2, distance: i64) {
        let wins_tie = || self.found.is_none_or(|found| self.tie_key(pixel) < self.tie_key(found));
        if distance < self.best || wins_tie() {
            (self.best, self.found) = (distance, Some(pixel));
        }
    }

    /// Returns the order of pixels at equal distance: the nearer center, then the greater offset, then up and left.
    #[cold]
    fn tie_key(&self, pixel: IVec2) -> (i128, i64, i32, i32) {
        let center = |pixel: i32| (i64::from(pixel) << UNIT_SHIFT) + (1 << (UNIT_SHIFT - 1));
        let (x, y) = (center(pixel.x) - self.point[0], center(pixel.y) - self.point[1]);
        let squared = i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
        (squared, -x.abs().max(y.abs()), pixel.y, pixel.x)
    }

    /// Returns whether all pixels from `min` to below `max` are farther than the best one.
    #[inline(always)]
    fn is_farther(&self, min: IVec2, max: IVec2) -> bool {
        let gap = |point: i64, min: i32, max: i32| {
            ((i64::from(min) << UNIT_SHIFT) - point).max(point - (i64::from(max) << UNIT_SHIFT)).max(0)
        };
        let (x, y) = (gap(self.point[0], min.x, max.x), gap(self.point[1], min.y, max.y));
        // Neither product overflows: a gap beyond the greatest distance is farther at once.
        const MOST: i64 = 1 << (22 + UNIT_SHIFT);
        x > MOST || y > MOST || x * x + y * y > self.best
    }
}

/// Returns the distance in units from a coordinate to a pixel's closed interval.
#[inline(always)]
fn gap(point: i64, pixel: i32) -> i64 {
    let ahead = (i64::from(pixel) << UNIT_SHIFT) - point;
    ahead.max(-ahead - (1 << UNIT_SHIFT)).max(0)
}

/// Rings of squares of `2^shift` pixels around the square of a point.
struct RingAround {
    /// The first pixel of the grid, and the squares that it holds.
    origin: IVec2,
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
        let side = 1_i64 << (shift + UNIT_SHIFT);
        let inset = |point: i64, corner: i32| {
            let within = point - (i64::from(corner) << UNIT_SHIFT);
            within.min(side - within)
        };
        let inset = inset(search.point[0], corner.x).min(inset(search.point[1], corner.y));
        let last = (pixels.max - pixels.min - 1) >> shift as i32;
        Self { origin: pixels.min, squares: Rect::new(IVec2::ZERO, last + 1), shift, center, inset }
    }

    /// Returns the first pixel of a square.
    #[inline(always)]
    fn corner(&self, square: IVec2) -> IVec2 {
        self.origin + (square << self.shift as i32)
    }

    /// Returns whether a ring and all rings around it are farther than the best pixel.
    #[inline(always)]
    fn is_farther(&self, search: &NearestSearch, ring: i32) -> bool {
        if ring == 0 {
            return false;
        }
        let gap = (i64::from(ring - 1) << (self.shift + UNIT_SHIFT)) + self.inset;
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
