//! A line through a grid of bricks, and the tests that a cast is made of.

use super::footprint::Footprint;
use super::grid_line::{GridLine, Passage};
use super::heading::Heading;
use super::lanes::{occupied_lanes, products};
use super::line::FRACTION_BITS;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BlockPosition, BrickGrid, Region, Square};
use fearless_simd::{Simd, u32x16};

/// A line in a grid, and which of its pixels are tested.
///
/// A line moves by less than 16 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
/// its pixels there lie in at most two bricks. Their columns (for a shallow line; rows for a steep one) are put end to end,
/// 32 bits for each major coordinate, and a shift by the line's minor coordinate brings its pixel to the lowest bit. Sixteen
/// such bits make a word, and its first set bit is the hit. The same test one level up, where a bit is a brick, gives the
/// strips of a block that are worth the test; and another one the blocks of a region.
///
/// First comes the brick in which the line begins its strip, be the other above it or below: past either end the shift
/// goes on at the other one.
#[derive(Clone, Copy)]
pub(super) struct Track<S: Simd, D, F> {
    pub(super) line: GridLine,
    /// The slope over the lanes.
    pub(super) multiples: u32x16<S>,
    pub(super) sense: D,
    pub(super) footprint: F,
}

/// The two squares of a level that a line meets in a strip of it, which may be one: first that in which it begins the strip.
pub(super) struct Pair<'a, T> {
    squares: [&'a T; 2],
    /// The band of the first one.
    first: i32,
}

/// The same two of bricks: their lanes.
#[derive(Clone, Copy)]
pub(super) struct Bricks<'a> {
    pub(super) lanes: [&'a [u16; 16]; 2],
    /// The band of the first one.
    pub(super) first: i32,
}

impl<S: Simd, D: Heading, F: Footprint> Track<S, D, F> {
    #[inline(always)]
    pub(super) fn new(simd: S, line: GridLine, sense: D, footprint: F) -> Self {
        Self { line, multiples: products(simd, line.slope), sense, footprint }
    }

    #[inline(always)]
    pub(super) fn is_backward(&self) -> bool {
        self.sense.is_backward()
    }

    /// The strip of `2^shift` pixels in which the walk ends.
    #[inline(always)]
    pub(super) fn far_strip(&self, shift: u32) -> i32 {
        self.line.far(self.sense) >> shift
    }

    /// The lanes that the walk meets after one of 16.
    #[inline(always)]
    pub(super) fn lanes_after(&self, lane: i32) -> u32 {
        if self.sense.is_backward() { (1 << lane) - 1 } else { u32::MAX << 1 << lane }
    }

    /// The major coordinate of a lane of a strip of pixels.
    #[inline(always)]
    pub(super) const fn major(&self, strip: i32, lane: i32) -> i32 {
        (strip << BRICK_SHIFT) + lane
    }

    /// How the line passes a strip of a level, 16 lanes of `2^SHIFT` pixels.
    #[inline(always)]
    pub(super) fn passage<const SHIFT: u32>(&self, strip: i32) -> Passage {
        self.line.passage::<SHIFT>(strip, F::past(self.line.slope))
    }

    /// The blocks of a region in whose strips the line may meet one that is not empty, one bit each.
    #[inline(always)]
    pub(super) fn occupied_blocks(&self, simd: S, grid: &BrickGrid, region: i32) -> u32 {
        let Passage { bands: (first, second), rows } = self.passage::<BLOCK_SHIFT>(region);
        let squares = [self.region(grid, region, first), self.region(grid, region, second)];
        let lanes = squares.map(|region| region.occupancy().lanes(self.sense.is_steep()));
        occupied_lanes(simd, lanes, rows, self.multiples) & self.lanes_on_way(region, BLOCK_SHIFT)
    }

    /// The blocks that the line meets in a strip.
    #[inline(always)]
    pub(super) fn blocks<'a>(&self, grid: &'a BrickGrid, block: i32, passage: &Passage) -> Pair<'a, Block> {
        let (first, second) = passage.bands;
        let column = block >> BRICK_SHIFT;
        let region = self.region(grid, column, first >> BRICK_SHIFT);
        // Mostly the two are in one region.
        let same = first >> BRICK_SHIFT == second >> BRICK_SHIFT;
        let other = if same { region } else { self.region(grid, column, second >> BRICK_SHIFT) };
        let block_in = |region: &'a Region, band: i32| {
            let (column, row) = self.sense.to_world(block, band);
            region.child(column as u32, row as u32)
        };
        Pair { squares: [block_in(region, first), block_in(other, second)], first }
    }

    /// The strips of some blocks in which the line may meet a brick that is not empty, one bit each.
    #[inline(always)]
    pub(super) fn occupied_strips(&self, simd: S, blocks: &Pair<'_, Block>, rows: (u32, u32)) -> u32 {
        let lanes = blocks.squares.map(|block| block.occupancy().lanes(self.sense.is_steep()));
        occupied_lanes(simd, lanes, rows, self.multiples)
    }

    /// The bricks that the line meets in a strip, which it begins in row `start`.
    #[inline(always)]
    pub(super) fn bricks<'a>(&self, blocks: &Pair<'a, Block>, strip: i32, start: i64) -> Bricks<'a> {
        let end = start.wrapping_add((self.line.slope << BRICK_SHIFT).wrapping_add(F::past(self.line.slope)));
        let lanes_in = |minor: i64| {
            let (column, row) = self.sense.to_world(strip, (minor >> (FRACTION_BITS + BRICK_SHIFT)) as i32);
            let block = blocks.squares[usize::from(minor >> (FRACTION_BITS + BLOCK_SHIFT) != i64::from(blocks.first))];
            block.child(column as u32, row as u32).lanes(self.sense.is_steep())
        };
        Bricks { lanes: [lanes_in(start), lanes_in(end)], first: (start >> (FRACTION_BITS + BRICK_SHIFT)) as i32 }
    }

    /// Of the 16 lanes of a square, each `2^shift` pixels wide: those between the line's beginning and its end.
    #[inline(always)]
    pub(super) fn lanes_on_way(&self, square: i32, shift: u32) -> u32 {
        self.near_lanes(square, shift) & self.far_lanes(square, shift)
    }

    /// Those that are not before its beginning.
    #[inline(always)]
    pub(super) fn near_lanes(&self, square: i32, shift: u32) -> u32 {
        self.line.near_lanes(self.sense, square, shift)
    }

    /// Those that are not after its end.
    #[inline(always)]
    pub(super) fn far_lanes(&self, square: i32, shift: u32) -> u32 {
        self.line.far_lanes(self.sense, square, shift)
    }

    #[inline(always)]
    fn region<'a>(&self, grid: &'a BrickGrid, strip: i32, band: i32) -> &'a Region {
        let (column, row) = self.sense.to_world(strip, band + self.line.regions);
        grid.region(column, row)
    }
}

impl Bricks<'_> {
    /// Whether the pixel in one of the 16 lanes is solid, where its row is in one of the two bricks.
    #[inline(always)]
    pub(super) fn is_solid(&self, lane: i32, minor: i32) -> bool {
        let lanes = self.lanes[usize::from(minor >> BRICK_SHIFT != self.first)];
        lanes[lane as usize % 16] >> (minor & 15) & 1 == 1
    }
}

impl<'a> Pair<'a, Block> {
    /// Those at two places, of which the first is in band `first`.
    #[inline(always)]
    pub(super) fn at(grid: &'a BrickGrid, places: [BlockPosition; 2], first: i32) -> Self {
        Self { squares: places.map(|place| grid.block_at(place)), first }
    }

    /// Two that are not in the grid.
    pub(super) fn outside(grid: &'a BrickGrid) -> Self {
        Self { squares: [grid.block(-1, -1); 2], first: 0 }
    }
}
