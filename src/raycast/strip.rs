//! The walk along a line to the first solid pixel.

use super::hit::Entry;
use super::line::{FixedLine, Line};
use super::track::{AnySense, Direction, Pair, Stop, Track};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BrickGrid, REGION_SHIFT};
use fearless_simd::{Level, Simd, dispatch};

/// The first step of the line, from `from` on, at a solid pixel; `None` where there is none.
///
/// A function of its own for all queries, as every copy of the walk is a copy for each set of vector instructions.
pub(super) fn first_solid(level: Level, grid: &BrickGrid, line: &Line, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    let Some(fixed) = line.to_fixed() else { return first_solid_of_long_line(grid, line, from) };
    let sense = AnySense { steep: line.is_steep(), backward: line.is_backward() };
    let major = dispatch!(level, simd => first_solid_major(simd, grid, &fixed, sense, from as i32))?;
    Some(line.flip(u64::from(major.abs_diff(line.base().0))))
}

/// The major coordinate of that step, in the world.
#[inline(always)]
fn first_solid_major<S: Simd>(simd: S, grid: &BrickGrid, line: &FixedLine, sense: AnySense, from: i32) -> Option<i32> {
    let track = Track::from(simd, grid, line, sense, from)?;
    let stop = first_stop(simd, grid, &track)?;
    Some(track.major_in_world(grid, &stop))
}

/// The first step of a whole line onto a solid pixel, with all that the walk knows of it.
#[inline(always)]
pub(super) fn first_entry<S: Simd, D: Direction>(
    simd: S,
    grid: &BrickGrid,
    line: &FixedLine,
    sense: D,
) -> Option<Entry> {
    let track = Track::from(simd, grid, line, sense, 0)?;
    let stop = first_stop(simd, grid, &track)?;
    Some(track.entry(grid, line.steps, &stop))
}

/// A line that goes on over fewer blocks is not tested against regions: that would cost what it saves.
pub(super) const BLOCKS_WITHOUT_REGIONS: i32 = 6;

/// The first block of a line's way, and its strips that are worth a test.
pub(super) struct Begun<'a> {
    block: i32,
    blocks: Pair<'a, Block>,
    strips: u32,
}

impl Begun<'_> {
    pub(super) const NONE: Self = Self { block: 0, blocks: Pair::EMPTY, strips: 0 };
}

/// Where the line first meets a solid pixel.
#[inline(always)]
fn first_stop<'a, S: Simd, D: Direction>(simd: S, grid: &'a BrickGrid, track: &Track<S, D>) -> Option<Stop<'a>> {
    first_stop_of_begun(simd, grid, track, &begin(simd, grid, track))
}

/// The look at the first block, which holds no branch.
#[inline(always)]
pub(super) fn begin<'a, S: Simd, D: Direction>(simd: S, grid: &'a BrickGrid, track: &Track<S, D>) -> Begun<'a> {
    let block = track.near_strip(BLOCK_SHIFT);
    let blocks = track.blocks(grid, block);
    let strips = track.occupied_strips(simd, &blocks, block);
    Begun { block, blocks, strips }
}

/// Where a line that was begun first meets a solid pixel.
#[inline(always)]
pub(super) fn first_stop_of_begun<'a, S: Simd, D: Direction>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D>,
    &Begun { block, ref blocks, strips }: &Begun<'a>,
) -> Option<Stop<'a>> {
    match first_stop_in_strips(simd, track, block, blocks, strips) {
        None => first_stop_after(simd, grid, track, block),
        stop => stop,
    }
}

/// The same after the width of a block.
#[inline(always)]
fn first_stop_after<'a, S: Simd, D: Direction>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D>,
    mut block: i32,
) -> Option<Stop<'a>> {
    let (last, way) = (track.far_strip(BLOCK_SHIFT), if track.is_backward() { -1 } else { 1 });
    if (last - block) * way >= BLOCKS_WITHOUT_REGIONS {
        // Apart, so that neither makes the other's code worse.
        return simd.vectorize(
            #[inline(always)]
            || first_stop_over_regions(simd, grid, track, block),
        );
    }
    while block != last {
        block += way;
        if let Some(stop) = first_stop_in_block(simd, grid, track, block) {
            return Some(stop);
        }
    }
    None
}

/// The same where the line is long: blocks are only looked at where the test of the regions says so.
#[inline(always)]
fn first_stop_over_regions<'a, S: Simd, D: Direction>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D>,
    after: i32,
) -> Option<Stop<'a>> {
    let (mut region, last) = (after >> BRICK_SHIFT, track.far_strip(REGION_SHIFT));
    let way = if track.is_backward() { -1 } else { 1 };
    let mut left = track.lanes_after(after & 15);
    loop {
        let mut blocks = track.occupied_blocks(simd, grid, region) & left;
        while blocks != 0 {
            let lane = track.first_lane(blocks);
            blocks ^= 1 << lane;
            if let Some(stop) = first_stop_in_block(simd, grid, track, (region << BRICK_SHIFT) + lane) {
                return Some(stop);
            }
        }
        if region == last {
            return None;
        }
        region += way;
        left = u32::MAX;
    }
}

/// The same over the width of a block.
#[inline(always)]
fn first_stop_in_block<'a, S: Simd, D: Direction>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D>,
    block: i32,
) -> Option<Stop<'a>> {
    let blocks = track.blocks(grid, block);
    let strips = track.occupied_strips(simd, &blocks, block);
    first_stop_in_strips(simd, track, block, &blocks, strips)
}

/// The same over some strips of a block.
#[inline(always)]
fn first_stop_in_strips<'a, S: Simd, D: Direction>(
    simd: S,
    track: &Track<S, D>,
    block: i32,
    blocks: &Pair<'a, Block>,
    mut strips: u32,
) -> Option<Stop<'a>> {
    while strips != 0 {
        let lane = track.first_lane(strips);
        strips ^= 1 << lane;
        let strip = (block << BRICK_SHIFT) + lane;
        let (pixels, stop) = track.solid_pixels(simd, blocks, strip);
        if pixels != 0 {
            // What is after the end is left out here, as it is asked about seldom.
            let pixels = pixels & track.far_lanes(strip, 0);
            return if pixels == 0 { None } else { Some(stop.at_lane(track.first_lane(pixels))) };
        }
    }
    None
}

/// The same for a line that fixed point does not serve: with a division for each pixel that is looked at. Only the part
/// inside the terrain is walked, and empty squares of every level are left at once.
#[cold]
fn first_solid_of_long_line(grid: &BrickGrid, line: &Line, from: u64) -> Option<u64> {
    let bounds = grid.pixels();
    let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
    let (major, minor) = if line.is_steep() { (y, x) } else { (x, y) };
    let (first, last) = line.clip(major, minor)?;
    let (first, last) = if line.is_backward() { (line.flip(last), line.flip(first)) } else { (first, last) };
    let mut step = first.max(from);
    while step <= last {
        let pixel = line.pixel(step);
        let skipped = [REGION_SHIFT, BLOCK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
            // In a strip of any level the line meets the square of its first pixel and that of its last, and no other.
            let end = last.min(step + line.steps_in_strip(pixel - bounds.min, shift) - 1);
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
