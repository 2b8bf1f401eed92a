//! The walk along a line, a strip of 16 major coordinates at a time, at two levels.
//!
//! A line moves by at most 15 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
//! its pixels there lie in at most two bricks. Their columns (for a shallow line; rows for a steep one) are put end to end,
//! 32 bits for each major coordinate, and a shift by the line's minor coordinate brings its pixel to the lowest bit. Sixteen
//! such bits make a word, and its first set bit is the hit.
//!
//! The same test one level up, where a bit is a brick, gives the strips of 256 pixels that are worth the test.

use super::lanes::{occupied_bricks, solid_pixels};
use super::line::{FRACTION_BITS, Line};
use crate::terrain::{BRICK_SHIFT, BRICK_SIDE, BrickGrid, BrickLevel};
use fearless_simd::Simd;
use glam::IVec2;

/// The first step of the line at a solid pixel; `None` where there is none.
#[inline(always)]
pub(super) fn first_solid<S: Simd>(simd: S, grid: &BrickGrid, line: &Line) -> Option<u64> {
    let bounds = grid.pixels();
    let (from, to) = line.ends();
    let (first, last) = if bounds.contains(from) && bounds.contains(to) {
        (0, line.steps())
    } else {
        let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
        let (major, minor) = if line.is_steep() { (y, x) } else { (x, y) };
        line.clip(major, minor)?
    };
    match line.fixed() {
        Some(fixed) => Walk::new(simd, grid, bounds.min, line, fixed).first_solid(first, last).map(|k| line.flip(k)),
        None => first_solid_of_long_line(grid, line, first, last),
    }
}

/// The same for a line that fixed point does not serve: with a division for each pixel that is looked at. Only the part
/// inside the terrain is walked, and empty bricks of either level are left at once.
#[cold]
fn first_solid_of_long_line(grid: &BrickGrid, line: &Line, first: u64, last: u64) -> Option<u64> {
    let (mut step, last) = if line.is_backward() { (line.flip(last), line.flip(first)) } else { (first, last) };
    while step <= last {
        let pixel = line.pixel(step);
        let skipped = [2 * BRICK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
            // In a strip of either level the line meets the brick of its first pixel and that of its last, and no other.
            let end = last.min(step + line.steps_in_strip(pixel - grid.pixels().min, shift) - 1);
            (grid.is_empty_at(pixel, shift) && grid.is_empty_at(line.pixel(end), shift)).then_some(end)
        });
        match skipped {
            Some(end) => step = end + 1,
            None if grid.is_solid(pixel) => return Some(step),
            None => step += 1,
        }
    }
    None
}

/// A line in a grid, in coordinates that count from the grid's corner.
///
/// The sense of the line is data, not code: a branch on it would be mispredicted for every other ray of a batch.
struct Walk<'a, S> {
    simd: S,
    grid: &'a BrickGrid,
    /// The (major, minor) coordinates at `k = 0`.
    base: (i32, i32),
    /// The minor coordinate moves by `floor((intercept + k·slope) / 2^F)`.
    intercept: i64,
    slope: i64,
    steep: bool,
    backward: bool,
}

/// Pixels along a side of a coarse brick.
const COARSE_SIDE: i32 = BRICK_SIDE * BRICK_SIDE;

impl<'a, S: Simd> Walk<'a, S> {
    #[inline(always)]
    fn new(simd: S, grid: &'a BrickGrid, corner: IVec2, line: &Line, (intercept, slope): (i64, i64)) -> Self {
        let (steep, backward, base) = (line.is_steep(), line.is_backward(), line.base());
        let corner = if steep { (corner.y, corner.x) } else { (corner.x, corner.y) };
        Self { simd, grid, base: (base.0 - corner.0, base.1 - corner.1), intercept, slope, steep, backward }
    }

    /// The `k` of the first solid pixel among `first..=last`, in the order of the walk.
    ///
    /// The line is followed over whole coarse bricks, and over whole strips in them, though it may begin or end inside:
    /// what is not of the line is masked.
    #[inline(always)]
    fn first_solid(&self, first: u64, last: u64) -> Option<u64> {
        let (first, last) = (self.base.0 + first as i32, self.base.0 + last as i32);
        let (first_strip, last_strip) = (first >> BRICK_SHIFT, last >> BRICK_SHIFT);
        let (first_block, last_block) = (first_strip >> BRICK_SHIFT, last_strip >> BRICK_SHIFT);
        let (mut block, step) = if self.backward { (last_block, -1) } else { (first_block, 1) };
        for _ in first_block..=last_block {
            let mut strips = self.strips_worth_a_look(block);
            strips &= lanes_between(first_strip - block * BRICK_SIDE, last_strip - block * BRICK_SIDE);
            while strips != 0 {
                let lane = self.first_lane(strips);
                strips ^= 1 << lane;
                let strip = block * BRICK_SIDE + lane;
                let corner = strip * BRICK_SIDE;
                let pixels = self.solid_pixels(strip) & lanes_between(first - corner, last - corner);
                if pixels != 0 {
                    return Some((corner + self.first_lane(pixels) - self.base.0) as u64);
                }
            }
            block += step;
        }
        None
    }

    /// The lane that the walk meets first.
    #[inline(always)]
    fn first_lane(&self, lanes: u32) -> i32 {
        (if self.backward { 31 - lanes.leading_zeros() } else { lanes.trailing_zeros() }) as i32
    }

    /// By how much the line has moved, in fixed point, where its major coordinate is `major`.
    #[inline(always)]
    fn moved_at(&self, major: i32) -> i64 {
        self.intercept + i64::from(major - self.base.0) * self.slope
    }

    /// The strips of a coarse brick's width in which the line may meet a brick that is not empty, one bit each.
    #[inline(always)]
    fn strips_worth_a_look(&self, block: i32) -> u32 {
        let moved = self.moved_at(block * COARSE_SIDE);
        let pair = self.pair(self.grid.coarse(), block, moved, 255 * self.slope, 2 * BRICK_SHIFT);
        match pair { Some((bricks, start)) => occupied_bricks(self.simd, bricks, start, self.slope), None => 0 }
    }

    /// The major coordinates of a strip at which the line's pixel is solid, one bit each.
    #[inline(always)]
    fn solid_pixels(&self, strip: i32) -> u32 {
        let moved = self.moved_at(strip * BRICK_SIDE);
        let pair = self.pair(self.grid.fine(), strip, moved, 15 * self.slope, BRICK_SHIFT);
        match pair { Some((bricks, start)) => solid_pixels(self.simd, bricks, start, self.slope), None => 0 }
    }

    /// The lanes of the two bricks of a level, the upper first, that the line meets between two of its pixels in one strip
    /// of that level, and how far, in fixed point, the first of the two pixels is from the top of the upper brick. `None`
    /// where both bricks are empty.
    ///
    /// Bricks of the level measure `2^shift` pixels, so the two pixels must be less than that apart along both axes.
    #[inline(always)]
    fn pair(
        &self,
        level: &'a BrickLevel,
        strip: i32,
        moved: i64,
        to_last: i64,
        shift: u32,
    ) -> Option<([&'a [u16; 16]; 2], i64)> {
        let band = |moved: i64| (self.base.1 + (moved >> FRACTION_BITS) as i32) >> shift;
        let (start, stop) = (band(moved), band(moved + to_last));
        let (upper, lower) = (start.min(stop), start.max(stop));
        let place = |band: i32| {
            let (column, row) = if self.steep { (band, strip) } else { (strip, band) };
            // Past the ends of a row this may be a brick of another row, which does no harm: no pixel of the line lies
            // there.
            let index = (row as isize).wrapping_mul(level.columns() as isize).wrapping_add(column as isize);
            level.places().get(index as usize).copied().unwrap_or(BrickLevel::EMPTY)
        };
        let (upper_place, lower_place) = (place(upper), place(lower));
        if upper_place | lower_place == BrickLevel::EMPTY {
            return None;
        }
        let top = i64::from(self.base.1 - (upper << shift));
        let lanes = |place| level.brick(place).lanes(self.steep);
        Some(([lanes(upper_place), lanes(lower_place)], moved.wrapping_add(top << FRACTION_BITS)))
    }
}

/// The lanes from `first` to `last`, both included, of 16; they may lie outside.
#[inline(always)]
fn lanes_between(first: i32, last: i32) -> u32 {
    u32::MAX << first.max(0) & u32::MAX >> (31 - last.min(15))
}
