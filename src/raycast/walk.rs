//! The walk of a track through the tree of bricks, to what it meets first.

use super::direction::Direction;
use super::footprint::Footprint;
use super::grid_line::{GridLine, Passage};
use super::track::{Pair, Track};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;
use std::ops::ControlFlow;

/// A line that goes on over fewer blocks is not tested against regions: that would cost what it saves.
pub(super) const BLOCKS_WITHOUT_REGIONS: i32 = 6;

/// What a line begins with: the block in which it begins, how it passes it, and the strips of it on the way.
#[derive(Clone, Copy)]
pub(super) struct Beginning {
    pub(super) block: i32,
    pub(super) passage: Passage,
    pub(super) strips: u32,
}

impl Beginning {
    /// That of a line in a grid. Without a branch, as those of a wave are made by vector code.
    #[inline(always)]
    pub(super) fn new(line: &GridLine, sense: impl Direction, past: i64) -> Self {
        let block = line.near(sense) >> BLOCK_SHIFT;
        let strips = line.near_lanes(sense, block, BRICK_SHIFT) & line.far_lanes(sense, block, BRICK_SHIFT);
        Self { block, passage: line.passage::<BRICK_SHIFT>(block, past), strips }
    }
}

/// The first blocks of a line's way, and the strips there that are worth a test.
pub(super) struct Begun<'a> {
    block: i32,
    blocks: Pair<'a, Block>,
    strips: u32,
}

impl Begun<'_> {
    pub(super) const NONE: Self = Self { block: 0, blocks: Pair::EMPTY, strips: 0 };
}

/// Where the line first meets something solid.
#[inline(always)]
pub(super) fn first_found<'a, S: Simd, D: Direction, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
) -> Option<F::Found<'a>> {
    let beginning = Beginning::new(&track.line, track.sense, F::past(track.line.slope));
    first_found_of_begun(simd, grid, track, &begin(simd, grid, track, &beginning))
}

/// The look at the first blocks, which holds no branch.
#[inline(always)]
pub(super) fn begin<'a, S: Simd, D: Direction, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    &Beginning { block, ref passage, strips }: &Beginning,
) -> Begun<'a> {
    let blocks = track.blocks(grid, block, passage);
    let strips = strips & track.occupied_strips(simd, &blocks, passage);
    Begun { block, blocks, strips }
}

/// Where a line that was begun first meets something solid.
#[inline(always)]
pub(super) fn first_found_of_begun<'a, S: Simd, D: Direction, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    &Begun { block, ref blocks, strips }: &Begun<'a>,
) -> Option<F::Found<'a>> {
    match first_in_strips(simd, grid, track, block, blocks, strips) {
        ControlFlow::Continue(()) => first_found_after(simd, grid, track, block),
        ControlFlow::Break(found) => found,
    }
}

/// The same after the width of a block.
#[inline(always)]
fn first_found_after<'a, S: Simd, D: Direction, F: Footprint>(
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
fn first_found_over_regions<'a, S: Simd, D: Direction, F: Footprint>(
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
            let lane = track.first_lane(blocks);
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
fn first_in_block<'a, S: Simd, D: Direction, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    block: i32,
) -> ControlFlow<Option<F::Found<'a>>> {
    let passage = track.passage::<BRICK_SHIFT>(block);
    let blocks = track.blocks(grid, block, &passage);
    let strips = track.occupied_strips(simd, &blocks, &passage) & track.lanes_on_way(block, BRICK_SHIFT);
    first_in_strips(simd, grid, track, block, &blocks, strips)
}

/// The same over some strips of a block.
#[inline(always)]
fn first_in_strips<'a, S: Simd, D: Direction, F: Footprint>(
    simd: S,
    grid: &'a BrickGrid,
    track: &Track<S, D, F>,
    block: i32,
    blocks: &Pair<'a, Block>,
    mut strips: u32,
) -> ControlFlow<Option<F::Found<'a>>> {
    while strips != 0 {
        let lane = track.first_lane(strips);
        strips ^= 1 << lane;
        let found = track.footprint.look(simd, grid, track, blocks, (block << BRICK_SHIFT) + lane);
        if found.is_break() {
            return found;
        }
    }
    ControlFlow::Continue(())
}
