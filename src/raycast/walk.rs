//! The walk of a track through the tree of bricks, to what it meets first.

use super::footprint::Footprint;
use super::grid_line::{GridLine, Passage};
use super::heading::Heading;
use super::track::{Pair, Track};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;
use std::ops::ControlFlow;

/// A line that goes on over fewer blocks is not tested against regions: that would cost what it saves.
pub(super) const BLOCKS_WITHOUT_REGIONS: i32 = 6;

/// A line's way across the width of the block in which it begins: where that lies, how the line passes it, and the strips of
/// it on the way.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) block: i32,
    pub(super) passage: Passage,
    pub(super) strips: u32,
}

impl Stretch {
    /// Without a branch, as those of a wave are made by vector code.
    #[inline(always)]
    pub(super) fn first(line: &GridLine, sense: impl Heading, past: i64) -> Self {
        let block = line.near(sense) >> BLOCK_SHIFT;
        let strips = line.near_lanes(sense, block, BRICK_SHIFT) & line.far_lanes(sense, block, BRICK_SHIFT);
        Self { block, passage: line.passage::<BRICK_SHIFT>(block, past), strips }
    }
}

/// The blocks of a stretch, and the strips there that are worth a test.
pub(super) struct Occupied<'a> {
    block: i32,
    blocks: Pair<'a, Block>,
    strips: u32,
}

impl<'a> Occupied<'a> {
    /// No strips: it holds the place of one to be written.
    pub(super) fn none(grid: &'a BrickGrid) -> Self {
        Self { block: 0, blocks: Pair::outside(grid), strips: 0 }
    }

    /// Those among some `strips`, by a look at the blocks, which holds no branch; the line passes these in `rows`.
    #[inline(always)]
    pub(super) fn among<S: Simd, D: Heading, F: Footprint>(
        simd: S,
        track: &Track<S, D, F>,
        strips: u32,
        block: i32,
        blocks: Pair<'a, Block>,
        rows: (u32, u32),
    ) -> Self {
        let strips = strips & track.occupied_strips(simd, &blocks, rows);
        Self { block, blocks, strips }
    }
}

/// Where the line first meets something solid.
#[inline(always)]
pub(super) fn first_found<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
) -> Option<F::Found<'a>> {
    if track.line.passes_by() {
        return None;
    }
    let Stretch { block, passage, strips } = Stretch::first(&track.line, track.sense, F::past(track.line.slope));
    let blocks = track.blocks(grid, block, &passage);
    first_found_from(simd, grid, track, &Occupied::among(simd, track, strips, block, blocks, passage.rows))
}

/// Where the line first meets something solid, whose first stretch was looked at.
#[inline(always)]
pub(super) fn first_found_from<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    first: &Occupied<'a>,
) -> Option<F::Found<'a>> {
    // Those of the first strip that is tested; the line begins there if anywhere. Where none is tested they are of no account.
    let lane = track.sense.first_lane(first.strips);
    let begun = track.near_lanes((first.block << BRICK_SHIFT) + lane, 0);
    match first_in_strips(simd, grid, track, first, begun) {
        ControlFlow::Continue(()) => first_found_after(simd, grid, track, first.block),
        ControlFlow::Break(found) => found,
    }
}

/// The same after the width of a block.
#[inline(always)]
fn first_found_after<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    mut block: i32,
) -> Option<F::Found<'a>> {
    let (last, way) = (track.far_strip(BLOCK_SHIFT), if track.is_backward() { -1 } else { 1 });
    if (last - block) * way >= BLOCKS_WITHOUT_REGIONS {
        // Apart, so that neither makes the other's code worse.
        return simd.vectorize(
            #[inline(always)]
            || first_found_over_regions(simd, grid, track, block),
        );
    }
    while block != last {
        block += way;
        if let ControlFlow::Break(found) = first_in_block(simd, grid, track, block) {
            return found;
        }
    }
    None
}

/// The same where the line is long: blocks are only looked at where the test of the regions says so.
#[inline(always)]
fn first_found_over_regions<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    after: i32,
) -> Option<F::Found<'a>> {
    let (mut region, last) = (after >> BRICK_SHIFT, track.far_strip(REGION_SHIFT));
    let way = if track.is_backward() { -1 } else { 1 };
    let mut left = track.lanes_after(after & 15);
    loop {
        let mut blocks = track.occupied_blocks(simd, grid, region) & left;
        while blocks != 0 {
            let lane = track.sense.first_lane(blocks);
            blocks ^= 1 << lane;
            if let ControlFlow::Break(found) = first_in_block(simd, grid, track, (region << BRICK_SHIFT) + lane) {
                return found;
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
fn first_in_block<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    block: i32,
) -> ControlFlow<Option<F::Found<'a>>> {
    let passage = track.passage::<BRICK_SHIFT>(block);
    let blocks = track.blocks(grid, block, &passage);
    let strips = track.far_lanes(block, BRICK_SHIFT);
    let occupied = Occupied::among(simd, track, strips, block, blocks, passage.rows);
    first_in_strips(simd, grid, track, &occupied, u32::MAX)
}

/// The same over the strips of a stretch that are worth a test; in the first one, over the lanes that are `begun`.
#[inline(always)]
fn first_in_strips<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    &Occupied { block, ref blocks, mut strips }: &Occupied<'a>,
    mut begun: u32,
) -> ControlFlow<Option<F::Found<'a>>> {
    while strips != 0 {
        let lane = track.sense.first_lane(strips);
        strips ^= 1 << lane;
        let found = track.footprint.look(simd, grid, track, blocks, (block << BRICK_SHIFT) + lane, begun);
        begun = u32::MAX;
        if found.is_break() {
            return found;
        }
    }
    ControlFlow::Continue(())
}
