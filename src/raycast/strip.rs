//! The walk along a line, a strip of 16 major coordinates at a time, at two levels.
//!
//! A line moves by at most 15 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
//! its pixels there lie in at most two bricks. Their columns (for a shallow line; rows for a steep one) are put end to end,
//! 32 bits for each major coordinate, and a shift by the line's minor coordinate brings its pixel to the lowest bit. Sixteen
//! such bits make a word, and its first set bit is the hit.
//!
//! The same test one level up, where a bit is a brick, gives the strips of 256 pixels that are worth the test.

use super::lanes::{occupied_lanes, solid_pixels};
use super::line::{FRACTION_BITS, Line};
use crate::terrain::{BRICK_SHIFT, Block, Brick, BrickGrid, Node};
use fearless_simd::Simd;
use glam::IVec2;

/// The first step of the line at a solid pixel; `None` where there is none.
#[inline(always)]
pub(super) fn first_solid<S: Simd>(simd: S, grid: &BrickGrid, line: &Line) -> Option<u64> {
    let (first, last) = reach(grid, line)?;
    first_solid_between(simd, grid, line, first, last)
}

/// The first step from `from` on at which the line is at a solid pixel.
#[inline(always)]
pub(super) fn first_solid_from<S: Simd>(simd: S, grid: &BrickGrid, line: &Line, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    let (mut first, mut last) = reach(grid, line)?;
    if line.is_backward() {
        last = last.min(line.steps() - from);
    } else {
        first = first.max(from);
    }
    if first > last { None } else { first_solid_between(simd, grid, line, first, last) }
}

/// The first and the last `k` at which the line may be in the grid.
#[inline(always)]
fn reach(grid: &BrickGrid, line: &Line) -> Option<(u64, u64)> {
    let bounds = grid.pixels();
    let (from, to) = line.ends();
    if bounds.contains(from) && bounds.contains(to) {
        Some((0, line.steps()))
    } else {
        let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
        let (major, minor) = if line.is_steep() { (y, x) } else { (x, y) };
        line.clip(major, minor)
    }
}

#[inline(always)]
fn first_solid_between<S: Simd>(simd: S, grid: &BrickGrid, line: &Line, first: u64, last: u64) -> Option<u64> {
    match line.fixed() {
        Some(fixed) => {
            Walk::new(simd, grid, grid.pixels().min, line, fixed).first_solid(first, last).map(|k| line.flip(k))
        }
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
        let skipped = [REGION_SHIFT, BLOCK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
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

/// The two squares of a level that a line meets in a strip of it, each `None` where it is empty: the upper first.
struct Pair<'a, T> {
    squares: [Option<&'a T>; 2],
    /// The band of the upper one.
    upper: i32,
    /// How far, in fixed point, the line is from the top of the upper one at the first pixel of the strip.
    start: i64,
}

/// A pixel's brick, block and region are its coordinate shifted right by these.
const BLOCK_SHIFT: u32 = 2 * BRICK_SHIFT;
const REGION_SHIFT: u32 = 3 * BRICK_SHIFT;
/// A line that spans fewer blocks is not tested against regions: that would cost what it saves.
const BLOCKS_WITHOUT_REGIONS: i32 = 6;

impl<'a, S: Simd> Walk<'a, S> {
    #[inline(always)]
    fn new(simd: S, grid: &'a BrickGrid, corner: IVec2, line: &Line, (intercept, slope): (i64, i64)) -> Self {
        let (steep, backward, base) = (line.is_steep(), line.is_backward(), line.base());
        let corner = if steep { (corner.y, corner.x) } else { (corner.x, corner.y) };
        Self { simd, grid, base: (base.0 - corner.0, base.1 - corner.1), intercept, slope, steep, backward }
    }

    /// The `k` of the first solid pixel among `first..=last`, in the order of the walk.
    ///
    /// The line is followed over whole blocks, and over whole strips in them, though it may begin or end inside: what is
    /// not of the line is masked.
    #[inline(always)]
    fn first_solid(&self, first: u64, last: u64) -> Option<u64> {
        let ends = (self.base.0 + first as i32, self.base.0 + last as i32);
        self.first_solid_major(ends).map(|major| (major - self.base.0) as u64)
    }

    #[inline(always)]
    fn first_solid_major(&self, ends: (i32, i32)) -> Option<i32> {
        let (first_block, last_block) = (ends.0 >> BLOCK_SHIFT, ends.1 >> BLOCK_SHIFT);
        if last_block - first_block >= BLOCKS_WITHOUT_REGIONS {
            return self.first_solid_over_regions(ends);
        }
        let (mut block, step) = if self.backward { (last_block, -1) } else { (first_block, 1) };
        for _ in first_block..=last_block {
            if let Some(major) = self.first_solid_in_block(block, ends) {
                return Some(major);
            }
            block += step;
        }
        None
    }

    /// The same where the line is long: blocks are only looked at where the test of the regions says so.
    #[inline(always)]
    fn first_solid_over_regions(&self, ends: (i32, i32)) -> Option<i32> {
        let (first_region, last_region) = (ends.0 >> REGION_SHIFT, ends.1 >> REGION_SHIFT);
        let (mut region, step) = if self.backward { (last_region, -1) } else { (first_region, 1) };
        for _ in first_region..=last_region {
            let mut blocks = self.blocks_worth_a_look(region);
            let corner = region << BRICK_SHIFT;
            blocks &= lanes_between((ends.0 >> BLOCK_SHIFT) - corner, (ends.1 >> BLOCK_SHIFT) - corner);
            while blocks != 0 {
                let lane = self.first_lane(blocks);
                blocks ^= 1 << lane;
                if let Some(major) = self.first_solid_in_block(corner + lane, ends) {
                    return Some(major);
                }
            }
            region += step;
        }
        None
    }

    /// The same over the width of a block.
    #[inline(always)]
    fn first_solid_in_block(&self, block: i32, ends: (i32, i32)) -> Option<i32> {
        let blocks = self.pair(block, BLOCK_SHIFT, |column, row| self.grid.block(column, row));
        if blocks.is_empty() {
            return None;
        }
        let mut strips = occupied_lanes::<S, BRICK_SHIFT>(self.simd, self.occupancy(&blocks), blocks.start, self.slope);
        let corner = block << BRICK_SHIFT;
        strips &= lanes_between((ends.0 >> BRICK_SHIFT) - corner, (ends.1 >> BRICK_SHIFT) - corner);
        while strips != 0 {
            let lane = self.first_lane(strips);
            strips ^= 1 << lane;
            let strip = corner + lane;
            let corner = strip << BRICK_SHIFT;
            let pixels = self.solid_pixels(strip, &blocks) & lanes_between(ends.0 - corner, ends.1 - corner);
            if pixels != 0 {
                return Some(corner + self.first_lane(pixels));
            }
        }
        None
    }

    /// The lane that the walk meets first.
    #[inline(always)]
    fn first_lane(&self, lanes: u32) -> i32 {
        (if self.backward { 31 - lanes.leading_zeros() } else { lanes.trailing_zeros() }) as i32
    }

    /// The strips of a region's width in which the line may meet a block that is not empty, one bit each.
    #[inline(always)]
    fn blocks_worth_a_look(&self, region: i32) -> u32 {
        let regions = self.pair(region, REGION_SHIFT, |column, row| self.grid.region(column, row));
        if regions.is_empty() {
            return 0;
        }
        occupied_lanes::<S, BLOCK_SHIFT>(self.simd, self.occupancy(&regions), regions.start, self.slope)
    }

    /// The major coordinates of a strip at which the line's pixel is solid, one bit each.
    #[inline(always)]
    fn solid_pixels(&self, strip: i32, blocks: &Pair<'a, Block>) -> u32 {
        let bricks = self.pair(strip, BRICK_SHIFT, |column, row| {
            let band = if self.steep { column } else { row };
            match blocks.squares[usize::from(band >> BRICK_SHIFT != blocks.upper)] {
                Some(block) => block.child(column as u32, row as u32),
                None => None,
            }
        });
        if bricks.is_empty() {
            return 0;
        }
        let lanes = [self.lanes(bricks.squares[0]), self.lanes(bricks.squares[1])];
        solid_pixels(self.simd, lanes, bricks.start, self.slope)
    }

    /// The squares of a level that the line meets in a strip, where `at(column, row)` gives one.
    #[inline(always)]
    fn pair<T>(&self, strip: i32, shift: u32, at: impl Fn(i32, i32) -> Option<&'a T>) -> Pair<'a, T> {
        let moved = self.intercept + i64::from((strip << shift) - self.base.0) * self.slope;
        let to_last = ((1 << shift) - 1) * self.slope;
        let band = |moved: i64| (self.base.1 + (moved >> FRACTION_BITS) as i32) >> shift;
        let (start, stop) = (band(moved), band(moved + to_last));
        let (upper, lower) = (start.min(stop), start.max(stop));
        let square = |band: i32| if self.steep { at(band, strip) } else { at(strip, band) };
        let top = i64::from(self.base.1 - (upper << shift));
        Pair { squares: [square(upper), square(lower)], upper, start: moved.wrapping_add(top << FRACTION_BITS) }
    }

    #[inline(always)]
    fn occupancy<T>(&self, pair: &Pair<'a, Node<T>>) -> [&'a [u16; 16]; 2] {
        let lanes = |node: Option<&'a Node<T>>| match node {
            Some(node) => node.occupancy().lanes(self.steep),
            None => &NO_LANES,
        };
        [lanes(pair.squares[0]), lanes(pair.squares[1])]
    }

    #[inline(always)]
    fn lanes(&self, brick: Option<&'a Brick>) -> &'a [u16; 16] {
        match brick {
            Some(brick) => brick.lanes(self.steep),
            None => &NO_LANES,
        }
    }
}

impl<T> Pair<'_, T> {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.squares[0].is_none() && self.squares[1].is_none()
    }
}

/// Of a square that is empty.
pub(super) static NO_LANES: [u16; 16] = [0; 16];

/// The lanes from `first` to `last`, both included, of 16; they may lie outside.
#[inline(always)]
pub(super) fn lanes_between(first: i32, last: i32) -> u32 {
    u32::MAX << first.max(0) & u32::MAX >> (31 - last.min(15))
}
