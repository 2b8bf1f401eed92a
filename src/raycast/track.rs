//! A line on its way through a grid of bricks: which strips of it are still worth a look.

use super::lanes::{occupied_lanes, products, solid_pixels};
use super::line::{FRACTION_BITS, Line};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, Brick, BrickGrid, Node, REGION_SHIFT};
use fearless_simd::{Simd, SimdBase, u32x16};

/// A line in a grid, in coordinates that count from the grid's corner, and how far it has been followed.
///
/// A line moves by at most 15 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
/// its pixels there lie in at most two bricks. Their columns (for a shallow line; rows for a steep one) are put end to end,
/// 32 bits for each major coordinate, and a shift by the line's minor coordinate brings its pixel to the lowest bit. Sixteen
/// such bits make a word, and its first set bit is the hit. The same test one level up, where a bit is a brick, gives the
/// strips of a block that are worth the test; and another one the blocks of a region.
///
/// The sense of the line is data, not code: a branch on it would be mispredicted for every other ray of a batch.
#[derive(Clone, Copy)]
pub(super) struct Track<'a> {
    /// The minor coordinate has moved by `floor((constant + major·slope) / 2^F)` from `minor`. The sum is in range, while
    /// its parts may wrap.
    constant: i64,
    slope: i64,
    products: [u32; 16],
    minor: i32,
    /// The first major coordinate and the last; the line is walked from the last where it runs backward.
    ends: (i32, i32),
    steep: bool,
    backward: bool,
    /// The strips of the present block that are worth a look, and have not had one.
    strips: u32,
    /// The blocks of the present region that are.
    blocks: u32,
    /// The present block, and the regions to come.
    block: i32,
    region: i32,
    regions: i32,
    /// The blocks that the line meets in the present one's strip, the upper first, and the band of the upper one.
    pair: [Option<&'a Block>; 2],
    upper: i32,
}

/// The two squares of a level that a line meets in a strip of it, each `None` where it is empty: the upper first.
struct Pair<'a, T> {
    squares: [Option<&'a T>; 2],
    /// The band of the upper one.
    upper: i32,
    /// How far, in fixed point, the line is from the top of the upper one at the first pixel of the strip.
    start: i64,
}

/// A line that spans fewer blocks is not tested against regions: that would cost what it saves.
const BLOCKS_WITHOUT_REGIONS: i32 = 6;

impl<'a> Track<'a> {
    /// The line in a grid, before its first step; `None` where it passes by, or is too long for fixed point.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, grid: &BrickGrid, line: &Line) -> Option<Self> {
        let Some((intercept, slope)) = line.fixed() else { return None };
        let (steep, backward, base) = (line.is_steep(), line.is_backward(), line.base());
        let bounds = grid.pixels();
        let (corner, end) = if steep { (bounds.min.y, bounds.max.y) } else { (bounds.min.x, bounds.max.x) };
        let minor = base.1 - if steep { bounds.min.x } else { bounds.min.y };
        // Along the minor axis the line may leave the grid: there are no bricks there.
        let first = base.0 - corner;
        let ends = (first.max(0), (first + line.steps() as i32).min(end - corner - 1));
        if ends.0 > ends.1 {
            return None;
        }
        let (first_region, last_region) = (ends.0 >> REGION_SHIFT, ends.1 >> REGION_SHIFT);
        Some(Self {
            constant: intercept.wrapping_sub(i64::from(first).wrapping_mul(slope)),
            slope,
            products: products(simd, slope).into(),
            minor,
            ends,
            steep,
            backward,
            strips: 0,
            blocks: 0,
            block: 0,
            region: if backward { last_region } else { first_region },
            regions: last_region - first_region + 1,
            pair: [None; 2],
            upper: 0,
        })
    }

    /// Whether there are strips of the present block to look at.
    #[inline(always)]
    pub(super) fn has_strips(&self) -> bool {
        self.strips != 0
    }

    /// Whether there are blocks of the present region to look at.
    #[inline(always)]
    pub(super) fn has_blocks(&self) -> bool {
        self.blocks != 0
    }

    /// Whether there are regions to come.
    #[inline(always)]
    pub(super) fn has_regions(&self) -> bool {
        self.regions != 0
    }

    /// The `k` of a major coordinate.
    #[inline(always)]
    pub(super) fn k_at(&self, grid: &BrickGrid, line: &Line, major: i32) -> u64 {
        let corner = if self.steep { grid.pixels().min.y } else { grid.pixels().min.x };
        (major + corner - line.base().0) as u64
    }

    /// Goes to the next region and finds the blocks in it that are worth a look.
    #[inline(always)]
    pub(super) fn enter_region<S: Simd>(&mut self, simd: S, grid: &'a BrickGrid) {
        let (first, last) = (self.ends.0 >> BLOCK_SHIFT, self.ends.1 >> BLOCK_SHIFT);
        let corner = self.region << BRICK_SHIFT;
        self.blocks = lanes_between(first - corner, last - corner);
        if last - first >= BLOCKS_WITHOUT_REGIONS {
            let regions = self.pair(self.region, REGION_SHIFT, |column, row| grid.region(column, row));
            let products = u32x16::load_array_ref(simd, &self.products);
            self.blocks &= match regions.squares {
                [None, None] => 0,
                squares => {
                    let squares = [self.occupancy(squares[0]), self.occupancy(squares[1])];
                    occupied_lanes::<S, BLOCK_SHIFT>(simd, squares, regions.start, self.slope, products)
                }
            };
        }
        self.block = corner;
        self.region += if self.backward { -1 } else { 1 };
        self.regions -= 1;
    }

    /// Goes to the next block that is worth a look and finds the strips in it that are.
    #[inline(always)]
    pub(super) fn enter_block<S: Simd>(&mut self, simd: S, grid: &'a BrickGrid) {
        let lane = self.first_lane(self.blocks);
        self.blocks ^= 1 << lane;
        // The region's corner, and the block in it.
        self.block = (self.block & !15) + lane;
        let blocks = self.pair(self.block, BLOCK_SHIFT, |column, row| grid.block(column, row));
        let squares = [self.occupancy(blocks.squares[0]), self.occupancy(blocks.squares[1])];
        let products = u32x16::load_array_ref(simd, &self.products);
        let strips = occupied_lanes::<S, BRICK_SHIFT>(simd, squares, blocks.start, self.slope, products);
        let corner = self.block << BRICK_SHIFT;
        self.strips =
            strips & lanes_between((self.ends.0 >> BRICK_SHIFT) - corner, (self.ends.1 >> BRICK_SHIFT) - corner);
        (self.pair, self.upper) = (blocks.squares, blocks.upper);
    }

    /// Looks at the next strip that is worth it: the corner of the strip, and the lanes at which the line's pixel is solid.
    #[inline(always)]
    pub(super) fn test_strip<S: Simd>(&mut self, simd: S) -> (i32, u32) {
        let lane = self.first_lane(self.strips);
        self.strips ^= 1 << lane;
        let strip = (self.block << BRICK_SHIFT) + lane;
        let bricks = self.pair(strip, BRICK_SHIFT, |column, row| {
            let band = if self.steep { column } else { row };
            let block = if band >> BRICK_SHIFT == self.upper { self.pair[0] } else { self.pair[1] };
            match block {
                Some(block) => block.child(column as u32, row as u32),
                None => None,
            }
        });
        let lanes = [self.lanes(bricks.squares[0]), self.lanes(bricks.squares[1])];
        let products = u32x16::load_array_ref(simd, &self.products);
        let corner = strip << BRICK_SHIFT;
        let pixels = solid_pixels(simd, lanes, bricks.start, self.slope, products);
        (corner, pixels & lanes_between(self.ends.0 - corner, self.ends.1 - corner))
    }

    /// The lane that the walk meets first.
    #[inline(always)]
    pub(super) fn first_lane(&self, lanes: u32) -> i32 {
        (if self.backward { 31 - lanes.leading_zeros() } else { lanes.trailing_zeros() }) as i32
    }

    /// The squares of a level that the line meets in a strip, where `at(column, row)` gives one.
    #[inline(always)]
    fn pair<T>(&self, strip: i32, shift: u32, at: impl Fn(i32, i32) -> Option<&'a T>) -> Pair<'a, T> {
        let moved = self.constant.wrapping_add(i64::from(strip << shift).wrapping_mul(self.slope));
        let across = ((1 << shift) - 1) * self.slope;
        let (start, stop) = (self.band(moved, shift), self.band(moved.wrapping_add(across), shift));
        let (upper, lower) = (start.min(stop), start.max(stop));
        let squares =
            if self.steep { [at(upper, strip), at(lower, strip)] } else { [at(strip, upper), at(strip, lower)] };
        let top = i64::from(self.minor - (upper << shift));
        Pair { squares, upper, start: moved.wrapping_add(top << FRACTION_BITS) }
    }

    #[inline(always)]
    fn band(&self, moved: i64, shift: u32) -> i32 {
        (self.minor + (moved >> FRACTION_BITS) as i32) >> shift
    }

    #[inline(always)]
    fn occupancy<T>(&self, node: Option<&'a Node<T>>) -> &'a [u16; 16] {
        match node {
            Some(node) => node.occupancy().lanes(self.steep),
            None => &NO_LANES,
        }
    }

    #[inline(always)]
    fn lanes(&self, brick: Option<&'a Brick>) -> &'a [u16; 16] {
        match brick {
            Some(brick) => brick.lanes(self.steep),
            None => &NO_LANES,
        }
    }
}

/// Of a square that is empty.
static NO_LANES: [u16; 16] = [0; 16];

/// The lanes from `first` to `last`, both included, of 16; they may lie outside.
#[inline(always)]
fn lanes_between(first: i32, last: i32) -> u32 {
    u32::MAX << first.max(0) & u32::MAX >> (31 - last.min(15))
}
