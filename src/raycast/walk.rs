//! The walk of a line through the levels of a grid: regions, blocks, bricks, pixels.
//!
//! [`PreparedLine::first_found`] is the loop of the pseudo-code atop [`raycast`](super). A [`Kernel`] is the part that
//! differs between the two traversals: the test of a strip of pixels.

use super::face::FaceCrossing;
use super::lanes::{FRACTION_BITS, NO_LANES, occupied_lanes, products};
use super::line::{GridLine, LineDirection, PreparedRay, StripRows, UnitEnds};
use super::ray::Ray;
use crate::geometry::Rect;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BlockPosition, BrickGrid, GridNode, REGION_SHIFT, Region};
use fearless_simd::{Simd, u32x16};
use std::marker::PhantomData;

/// Lines that go on over fewer blocks skip the test of regions, which would cost more than it saves.
pub(super) const BLOCKS_WITHOUT_REGIONS: i32 = 6;

/// The pixels that a traversal tests while its line crosses a strip of 16 columns (rows, if the line is steep).
pub(super) trait Kernel: Copy {
    /// The place where a walk meets something solid. The default is a placeholder.
    type Found<'a>: Copy + Default;

    /// Whether [`crossing`](Self::crossing) reads [`PreparedRay::ends`].
    const READS_ENDS: bool;

    /// Prepares a ray for a walk in a grid that holds the pixels within `bounds`.
    fn prepare(ray: &Ray, bounds: &Rect) -> PreparedRay;

    /// Returns by how much the row at the end of a strip exceeds `row at its beginning + slope · width`.
    fn past(slope: i64) -> i64;

    /// Tests the brick in which a valid ray begins. `None` tells nothing: the walk tests that brick too.
    ///
    /// A single ray waits for its own numbers: slope, row, block, brick. This brick needs none of them, so a ray that
    /// ends in it takes two thirds of the time (`rings`). Packets overlap the waiting of many rays instead.
    #[inline(always)]
    fn test_first_brick<'a, S: Simd, D: LineDirection>(
        _: &'a BrickGrid,
        _: &PreparedLine<S, D, Self>,
        _: &Ray,
    ) -> Option<Self::Found<'a>> {
        None
    }

    /// Tests the lanes of a strip of 16 columns that the line crosses.
    ///
    /// Returns the place where the walk ends in the strip, or `None` if it goes on.
    fn test_strip<'a, S: Simd, D: LineDirection>(
        grid: &'a BrickGrid,
        line: &PreparedLine<S, D, Self>,
        blocks: &SquarePair<'a, Block>,
        strip: i32,
    ) -> Option<Self::Found<'a>>;

    /// Returns the crossing into the pixel that a prepared ray has found. The walk has found a solid pixel, so it is not
    /// `None`; only the exact search for the pixel cannot tell.
    fn crossing(grid: &BrickGrid, ray: &Ray, prepared: &PreparedRay, found: &Self::Found<'_>) -> Option<FaceCrossing>;
}

/// A line in a grid, prepared for the strip tests of a [`Kernel`].
#[derive(Clone, Copy)]
pub(super) struct PreparedLine<S: Simd, D, K> {
    pub(super) line: GridLine,
    pub(super) simd: S,
    /// The slope times the index of each lane.
    pub(super) multiples: u32x16<S>,
    pub(super) direction: D,
    /// The ends of an exact segment.
    pub(super) ends: UnitEnds,
    kernel: PhantomData<K>,
}

/// The two squares of a level that a line meets in a strip; both may be one. The line begins the strip in the first.
pub(super) struct SquarePair<'a, T> {
    squares: [&'a T; 2],
    /// The band of the first square.
    first: i32,
}

/// The lanes of the two bricks that a line meets in a strip.
#[derive(Clone, Copy)]
pub(super) struct BrickPair<'a> {
    pub(super) lanes: [&'a [u16; 16]; 2],
    /// The band of the first brick.
    pub(super) first: i32,
}

/// The block in which a line begins: its index, the rows of the line there, and the strips that the line crosses.
#[derive(Clone, Copy)]
pub(super) struct FirstBlock {
    pub(super) index: i32,
    pub(super) rows: StripRows,
    pub(super) strips: u32,
}

/// The strips of a block that are worth a test.
pub(super) struct CandidateStrips<'a> {
    block: i32,
    blocks: SquarePair<'a, Block>,
    strips: u32,
}

impl<S: Simd, D: LineDirection, K: Kernel> PreparedLine<S, D, K> {
    #[inline(always)]
    pub(super) fn new(simd: S, line: GridLine, direction: D, ends: UnitEnds) -> Self {
        Self { line, simd, multiples: products(simd, line.slope), direction, ends, kernel: PhantomData }
    }

    /// Returns the change of the major coordinate along the walk: 1 or -1.
    #[inline(always)]
    fn major_step(&self) -> i32 {
        if self.direction.is_backward() { -1 } else { 1 }
    }

    /// Returns the strip of `2^shift` pixels in which the walk ends.
    #[inline(always)]
    fn far_strip(&self, shift: u32) -> i32 {
        self.line.far(self.direction) >> shift
    }

    /// Returns the lanes that the walk meets after one of 16.
    #[inline(always)]
    fn lanes_after(&self, lane: i32) -> u32 {
        if self.direction.is_backward() { (1 << lane) - 1 } else { u32::MAX << 1 << lane }
    }

    /// Returns the major coordinate of a lane of a strip of pixels.
    #[inline(always)]
    pub(super) const fn major(&self, strip: i32, lane: i32) -> i32 {
        (strip << BRICK_SHIFT) + lane
    }

    /// Returns the rows of the line in a strip of 16 lanes of `2^SHIFT` pixels.
    #[inline(always)]
    fn strip_rows<const SHIFT: u32>(&self, strip: i32) -> StripRows {
        self.line.strip_rows::<SHIFT>(strip, K::past(self.line.slope))
    }

    /// Returns the columns of blocks of a strip of regions, one bit each, in which the line may meet a block that is
    /// not empty.
    #[inline(always)]
    fn occupied_blocks(&self, grid: &BrickGrid, region: i32) -> u32 {
        let StripRows { bands: (first, second), lane_0 } = self.strip_rows::<BLOCK_SHIFT>(region);
        let squares = [first, second].map(|band| self.line.region(self.direction, grid, region, band));
        let lanes = squares.map(|region| region.occupancy().lanes(self.direction.is_steep()));
        let on_line = self.line.near_lanes(self.direction, region, BLOCK_SHIFT)
            & self.line.far_lanes(self.direction, region, BLOCK_SHIFT);
        occupied_lanes(self.simd, lanes, lane_0, self.multiples) & on_line
    }

    /// Returns the given lanes of a strip of pixels, without those before the line's start and after its end.
    #[inline(always)]
    pub(super) fn crossed(&self, strip: i32, lanes: u32) -> u32 {
        // Mostly there are none.
        if lanes == 0 {
            0
        } else {
            lanes & self.line.near_lanes(self.direction, strip, 0) & self.line.far_lanes(self.direction, strip, 0)
        }
    }
}

impl GridLine {
    /// Returns the region in a strip and a band of regions.
    #[inline(always)]
    pub(super) fn region<'a>(
        &self,
        direction: impl LineDirection,
        grid: &'a BrickGrid,
        strip: i32,
        band: i32,
    ) -> &'a Region {
        let (column, row) = direction.to_world(strip, band + self.regions);
        grid.region(column, row)
    }

    /// Returns the blocks that the line meets in a strip.
    #[inline(always)]
    pub(super) fn blocks<'a>(
        &self,
        direction: impl LineDirection,
        grid: &'a BrickGrid,
        block: i32,
        rows: &StripRows,
    ) -> SquarePair<'a, Block> {
        let (first, second) = rows.bands;
        let column = block >> BRICK_SHIFT;
        let region = self.region(direction, grid, column, first >> BRICK_SHIFT);
        // Mostly the two are in one region.
        let same = first >> BRICK_SHIFT == second >> BRICK_SHIFT;
        let other = if same { region } else { self.region(direction, grid, column, second >> BRICK_SHIFT) };
        let block_in = |region: &'a Region, band: i32| {
            let (column, row) = direction.to_world(block, band);
            region.child(column as u32, row as u32)
        };
        SquarePair { squares: [block_in(region, first), block_in(other, second)], first }
    }

    /// Returns the row in which the line ends a strip of pixels that it begins in row `start`.
    #[inline(always)]
    pub(super) fn end_of_strip(&self, start: i64, past: i64) -> i64 {
        start.wrapping_add((self.slope << BRICK_SHIFT).wrapping_add(past))
    }

    /// Returns the bricks that the line meets in a strip. It begins the strip in row `start`, and ends it `past` the
    /// row at the beginning of the next strip.
    #[inline(always)]
    pub(super) fn bricks<'a>(
        &self,
        direction: impl LineDirection,
        blocks: &SquarePair<'a, Block>,
        strip: i32,
        start: i64,
        past: i64,
    ) -> BrickPair<'a> {
        let lanes_in = |row| {
            let (block, [column, row]) = blocks.around(direction, strip, row);
            block.child(column, row).lanes(direction.is_steep())
        };
        let end = self.end_of_strip(start, past);
        BrickPair { lanes: [lanes_in(start), lanes_in(end)], first: (start >> (FRACTION_BITS + BRICK_SHIFT)) as i32 }
    }
}

impl Default for BrickPair<'_> {
    fn default() -> Self {
        Self { lanes: [&NO_LANES; 2], first: 0 }
    }
}

impl BrickPair<'_> {
    /// Returns whether the pixel in one of the 16 lanes is solid, for a row in one of the two bricks.
    #[inline(always)]
    pub(super) fn is_solid(&self, lane: i32, minor: i32) -> bool {
        let lanes = self.lanes[usize::from(minor >> BRICK_SHIFT != self.first)];
        lanes[lane as usize % 16] >> (minor & 15) & 1 == 1
    }
}

impl<'a> SquarePair<'a, Block> {
    /// Returns whether no pixel of the two is solid.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.squares.iter().all(|block| block.occupancy().is_empty())
    }

    /// Returns the block around a row of the line in a strip, and the column and row of the brick there.
    #[inline(always)]
    pub(super) fn around(&self, direction: impl LineDirection, strip: i32, row: i64) -> (&'a Block, [u32; 2]) {
        let block = self.squares[usize::from(row >> (FRACTION_BITS + BLOCK_SHIFT) != i64::from(self.first))];
        let (column, row) = direction.to_world(strip, (row >> (FRACTION_BITS + BRICK_SHIFT)) as i32);
        (block, [column as u32, row as u32])
    }

    /// Returns the blocks at two indices. The first lies in band `first`.
    #[inline(always)]
    pub(super) fn at(grid: &'a BrickGrid, indices: [BlockPosition; 2], first: i32) -> Self {
        Self { squares: indices.map(|index| grid.block_at(index)), first }
    }
}

impl FirstBlock {
    /// Finds the block in which a line begins. No branch, so that packets compute it in vector code.
    #[inline(always)]
    pub(super) fn new(line: &GridLine, direction: impl LineDirection, past: i64) -> Self {
        let index = line.near(direction) >> BLOCK_SHIFT;
        let strips = line.near_lanes(direction, index, BRICK_SHIFT) & line.far_lanes(direction, index, BRICK_SHIFT);
        Self { index, rows: line.strip_rows::<BRICK_SHIFT>(index, past), strips }
    }
}

impl<'a> CandidateStrips<'a> {
    /// A placeholder without strips.
    pub(super) fn none(grid: &'a BrickGrid) -> Self {
        Self { block: 0, blocks: SquarePair { squares: [grid.block(-1, -1); 2], first: 0 }, strips: 0 }
    }

    /// Tests two blocks, without a branch. Returns those of `strips` in which the line may meet a brick that is not
    /// empty.
    #[inline(always)]
    pub(super) fn among<S: Simd, D: LineDirection, K: Kernel>(
        line: &PreparedLine<S, D, K>,
        strips: u32,
        block: i32,
        blocks: SquarePair<'a, Block>,
        lane_0: (u32, u32),
    ) -> Self {
        let lanes = blocks.squares.map(|block| block.occupancy().lanes(line.direction.is_steep()));
        let strips = strips & occupied_lanes(line.simd, lanes, lane_0, line.multiples);
        Self { block, blocks, strips }
    }
}

impl<S: Simd, D: LineDirection, K: Kernel> PreparedLine<S, D, K> {
    /// Finds where the line first meets something solid.
    #[inline(always)]
    pub(super) fn first_found<'a>(&self, grid: &'a BrickGrid) -> Option<K::Found<'a>> {
        if self.line.passes_by() {
            return None;
        }
        let FirstBlock { index, rows, strips } = FirstBlock::new(&self.line, self.direction, K::past(self.line.slope));
        let blocks = self.line.blocks(self.direction, grid, index, &rows);
        self.first_found_from(grid, &CandidateStrips::among(self, strips, index, blocks, rows.lane_0))
    }

    /// Finds where the line first meets something solid, given the candidate strips of its first block.
    #[inline(always)]
    pub(super) fn first_found_from<'a>(
        &self,
        grid: &'a BrickGrid,
        first: &CandidateStrips<'a>,
    ) -> Option<K::Found<'a>> {
        let found = self.first_in_strips(grid, first);
        if found.is_some() { found } else { self.first_found_after(grid, first.block) }
    }

    /// Finds where the line first meets something solid after a block.
    #[inline(always)]
    fn first_found_after<'a>(&self, grid: &'a BrickGrid, mut block: i32) -> Option<K::Found<'a>> {
        let (last, step) = (self.far_strip(BLOCK_SHIFT), self.major_step());
        if (last - block) * step >= BLOCKS_WITHOUT_REGIONS {
            // A function of its own, so that neither loop worsens the code of the other. It takes a copy: a line that
            // is passed by reference lies in memory, even for walks that never call it.
            let line = *self;
            return self.simd.vectorize(
                #[inline(always)]
                move || line.first_found_over_regions(grid, block),
            );
        }
        while block != last {
            block += step;
            let found = self.first_in_block(grid, block);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Finds where a long line first meets something solid after a block. Tests only the blocks that the test of their
    /// region reports.
    #[inline(always)]
    fn first_found_over_regions<'a>(&self, grid: &'a BrickGrid, after: i32) -> Option<K::Found<'a>> {
        let (mut region, last) = (after >> BRICK_SHIFT, self.far_strip(REGION_SHIFT));
        let mut left = self.lanes_after(after & 15);
        loop {
            let mut blocks = self.occupied_blocks(grid, region) & left;
            while blocks != 0 {
                let lane = self.direction.first_lane(blocks);
                blocks ^= 1 << lane;
                let found = self.first_in_block(grid, (region << BRICK_SHIFT) + lane);
                if found.is_some() {
                    return found;
                }
            }
            if region == last {
                return None;
            }
            region += self.major_step();
            left = u32::MAX;
        }
    }

    /// Tests a block in the middle of the line.
    #[inline(always)]
    fn first_in_block<'a>(&self, grid: &'a BrickGrid, block: i32) -> Option<K::Found<'a>> {
        let rows = self.strip_rows::<BRICK_SHIFT>(block);
        let blocks = self.line.blocks(self.direction, grid, block, &rows);
        let strips = self.line.far_lanes(self.direction, block, BRICK_SHIFT);
        self.first_in_strips(grid, &CandidateStrips::among(self, strips, block, blocks, rows.lane_0))
    }

    /// Tests the candidate strips of a block.
    #[inline(always)]
    fn first_in_strips<'a>(
        &self,
        grid: &'a BrickGrid,
        &CandidateStrips { block, ref blocks, mut strips }: &CandidateStrips<'a>,
    ) -> Option<K::Found<'a>> {
        while strips != 0 {
            let lane = self.direction.first_lane(strips);
            strips ^= 1 << lane;
            let found = K::test_strip(grid, self, blocks, (block << BRICK_SHIFT) + lane);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
