//! A line through a grid of bricks, and the tests that a cast is made of.

use super::hit::Entry;
use super::lanes::{NO_LANES, lanes_between, occupied_lanes, products, solid_pixels};
use super::line::{FRACTION_BITS, FixedLine};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, Brick, BrickGrid, Node, REGION_SHIFT, Region};
use fearless_simd::{Simd, u32x16};
use glam::IVec2;

/// A line in coordinates that count from the grid's corner.
///
/// A line moves by at most 15 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
/// its pixels there lie in at most two bricks. Their columns (for a shallow line; rows for a steep one) are put end to end,
/// 32 bits for each major coordinate, and a shift by the line's minor coordinate brings its pixel to the lowest bit. Sixteen
/// such bits make a word, and its first set bit is the hit. The same test one level up, where a bit is a brick, gives the
/// strips of a block that are worth the test; and another one the blocks of a region.
#[derive(Clone, Copy)]
pub(super) struct Track<S: Simd, D> {
    /// The minor coordinate has moved by `floor((constant + major·slope) / 2^F)` from `minor`. The sum is in range, while
    /// its parts may wrap.
    constant: i64,
    slope: i64,
    products: u32x16<S>,
    minor: i32,
    /// The major coordinate at `k = 0`.
    base: i32,
    /// The first major coordinate in the grid and the last; the line is walked from the last where it runs backward.
    ends: (i32, i32),
    sense: D,
}

/// Which axis is major, and which way the line runs along it.
///
/// For a single ray that is data, [`AnySense`]: a branch on it would be mispredicted for every other ray. Rays of a batch
/// are sorted by it, so that it is code, [`Sense`], and half of the choices fall away.
pub(super) trait Direction: Copy {
    /// Whether y is major.
    fn is_steep(self) -> bool;
    /// Whether the line runs toward smaller major coordinates.
    fn is_backward(self) -> bool;

    /// From (major, minor) to (x, y).
    #[inline(always)]
    fn to_world(self, major: i32, minor: i32) -> (i32, i32) {
        if self.is_steep() { (minor, major) } else { (major, minor) }
    }
}

/// A direction that is known where the program is compiled.
#[derive(Clone, Copy)]
pub(super) struct Sense<const STEEP: bool, const BACKWARD: bool>;

/// A direction that is known where the program runs.
#[derive(Clone, Copy)]
pub(super) struct AnySense {
    pub(super) steep: bool,
    pub(super) backward: bool,
}

impl<const STEEP: bool, const BACKWARD: bool> Direction for Sense<STEEP, BACKWARD> {
    #[inline(always)]
    fn is_steep(self) -> bool {
        STEEP
    }

    #[inline(always)]
    fn is_backward(self) -> bool {
        BACKWARD
    }
}

impl Direction for AnySense {
    #[inline(always)]
    fn is_steep(self) -> bool {
        self.steep
    }

    #[inline(always)]
    fn is_backward(self) -> bool {
        self.backward
    }
}

/// The at most two bands of a level that a line meets in a strip of it; the lower may be the upper.
#[derive(Clone, Copy)]
struct Bands {
    upper: i32,
    lower: i32,
    /// As in [`Pair`].
    start: i64,
}

/// The two squares of a level that a line meets in a strip of it, each `None` where it is empty: the upper first.
pub(super) struct Pair<'a, T> {
    squares: [Option<&'a T>; 2],
    /// The band of the upper one.
    upper: i32,
    /// How far, in fixed point, the line is from the top of the upper one at the first pixel of the strip.
    start: i64,
}

/// A pixel of a line, and the two bricks around it.
#[derive(Clone, Copy)]
pub(super) struct Stop<'a> {
    /// Its major coordinate.
    pub(super) major: i32,
    /// The first major coordinate of the strip, and the first minor one of the upper brick.
    corner: (i32, i32),
    /// Of the upper brick and the lower one.
    lanes: [&'a [u16; 16]; 2],
}

impl<S: Simd, D: Direction> Track<S, D> {
    /// The line in a grid, from a step on that it has; `None` where it passes by. It must not be too long for fixed point.
    ///
    /// Along the minor axis it may leave the grid: there are no squares there.
    #[inline(always)]
    pub(super) fn new(simd: S, grid: &BrickGrid, line: &FixedLine, sense: D, from: i32) -> Option<Self> {
        let (steep, backward) = (sense.is_steep(), sense.is_backward());
        let bounds = grid.pixels();
        let (corner, minor_corner) = if steep { (bounds.min.y, bounds.min.x) } else { (bounds.min.x, bounds.min.y) };
        let size = if steep { bounds.max.y - bounds.min.y } else { bounds.max.x - bounds.min.x };
        let base = line.base.0 - corner;
        let (skipped_first, skipped_last) = if backward { (0, from) } else { (from, 0) };
        let ends = ((base + skipped_first).max(0), (base + line.steps - skipped_last).min(size - 1));
        if ends.0 > ends.1 {
            return None;
        }
        Some(Self {
            constant: line.intercept().wrapping_sub(i64::from(base).wrapping_mul(line.slope)),
            slope: line.slope,
            products: products(simd, line.slope),
            minor: line.base.1 - minor_corner,
            base,
            ends,
            sense,
        })
    }

    #[inline(always)]
    pub(super) fn is_backward(&self) -> bool {
        self.sense.is_backward()
    }

    /// The major coordinate of a pixel, in the world.
    #[inline(always)]
    pub(super) fn major_in_world(&self, grid: &BrickGrid, stop: &Stop<'_>) -> i32 {
        let corner = grid.pixels().min;
        stop.major + if self.sense.is_steep() { corner.y } else { corner.x }
    }

    /// The first and the last strip of `2^shift` pixels that the line crosses.
    #[inline(always)]
    pub(super) fn strips_of(&self, shift: u32) -> (i32, i32) {
        (self.ends.0 >> shift, self.ends.1 >> shift)
    }

    /// The lane that the walk meets first.
    #[inline(always)]
    pub(super) fn first_lane(&self, lanes: u32) -> i32 {
        (if self.sense.is_backward() { 31 - lanes.leading_zeros() } else { lanes.trailing_zeros() }) as i32
    }

    /// The blocks of a region in whose strips the line may meet one that is not empty, one bit each.
    #[inline(always)]
    pub(super) fn occupied_blocks(&self, simd: S, grid: &BrickGrid, region: i32) -> u32 {
        let bands = self.bands(region, REGION_SHIFT);
        let region_at = |band: i32| {
            let (column, row) = self.sense.to_world(region, band);
            grid.region(column, row)
        };
        let regions = bands.pair([region_at(bands.upper), region_at(bands.lower)]);
        if regions.is_empty() {
            return 0;
        }
        let squares = [self.occupancy(regions.squares[0]), self.occupancy(regions.squares[1])];
        let blocks = occupied_lanes::<S, BLOCK_SHIFT>(simd, squares, regions.start, self.slope, self.products);
        blocks & self.lanes_of(region << BRICK_SHIFT, BLOCK_SHIFT)
    }

    /// The blocks that the line meets in a strip.
    #[inline(always)]
    pub(super) fn blocks<'a>(&self, grid: &'a BrickGrid, block: i32) -> Pair<'a, Block> {
        let bands = self.bands(block, BLOCK_SHIFT);
        let region = |band: i32| {
            let (column, row) = self.sense.to_world(block >> BRICK_SHIFT, band >> BRICK_SHIFT);
            grid.region(column, row)
        };
        // Mostly the two are in one region.
        let upper = region(bands.upper);
        let lower = if bands.upper >> BRICK_SHIFT == bands.lower >> BRICK_SHIFT { upper } else { region(bands.lower) };
        let block_in = |region: Option<&'a Region>, band: i32| {
            let (column, row) = self.sense.to_world(block, band);
            match region {
                Some(region) => region.child(column as u32, row as u32),
                None => None,
            }
        };
        bands.pair([block_in(upper, bands.upper), block_in(lower, bands.lower)])
    }

    /// The strips of a block in which the line may meet a brick that is not empty, one bit each.
    #[inline(always)]
    pub(super) fn occupied_strips(&self, simd: S, blocks: &Pair<'_, Block>, block: i32) -> u32 {
        let squares = [self.occupancy(blocks.squares[0]), self.occupancy(blocks.squares[1])];
        let strips = occupied_lanes::<S, BRICK_SHIFT>(simd, squares, blocks.start, self.slope, self.products);
        strips & self.lanes_of(block << BRICK_SHIFT, BRICK_SHIFT)
    }

    /// The lanes of a strip at which the line's pixel is solid, one bit each; and the pixel of lane 0.
    #[inline(always)]
    pub(super) fn solid_pixels<'a>(&self, simd: S, blocks: &Pair<'a, Block>, strip: i32) -> (u32, Stop<'a>) {
        let bands = self.bands(strip, BRICK_SHIFT);
        let brick = |band: i32| {
            let (column, row) = self.sense.to_world(strip, band);
            match blocks.squares[((band >> BRICK_SHIFT) - blocks.upper) as usize & 1] {
                Some(block) => block.child(column as u32, row as u32),
                None => None,
            }
        };
        let bricks = bands.pair([brick(bands.upper), brick(bands.lower)]);
        let lanes = [self.lanes(bricks.squares[0]), self.lanes(bricks.squares[1])];
        let corner = strip << BRICK_SHIFT;
        let pixels = solid_pixels(simd, lanes, bricks.start, self.slope, self.products) & self.lanes_of(corner, 0);
        (pixels, Stop { major: corner, corner: (corner, bricks.upper << BRICK_SHIFT), lanes })
    }

    /// The step of a line of `steps` at which it enters a solid pixel.
    #[inline(always)]
    pub(super) fn entry(&self, grid: &BrickGrid, steps: i32, stop: &Stop<'_>) -> Entry {
        let minor = self.minor_at(stop.major);
        let back = if self.sense.is_backward() { 1 } else { -1 };
        let aside = self.minor_at(stop.major + back) - minor;
        let to_world = |major: i32, minor: i32| IVec2::from(self.sense.to_world(major, minor));
        let pixel = to_world(stop.major, minor) + grid.pixels().min;
        // Both neighbours are in the two bricks for nine hits of ten.
        let only_minor_is_open = match (stop.is_solid(minor, (back, 0)), stop.is_solid(minor, (0, aside))) {
            (Some(major), Some(minor)) => major & !minor,
            _ => grid.is_solid(pixel + to_world(back, 0)) & !grid.is_solid(pixel + to_world(0, aside)),
        };
        let face = if only_minor_is_open { to_world(0, aside) } else { to_world(back, 0) };
        let k = stop.major - self.base;
        let step = i64::from(if self.sense.is_backward() { steps - k } else { k });
        Entry { pixel, back: to_world(back, aside), face, step, steps: i64::from(steps) }
    }

    /// The minor coordinate at a major one.
    #[inline(always)]
    fn minor_at(&self, major: i32) -> i32 {
        self.minor + (self.moved(major) >> FRACTION_BITS) as i32
    }

    #[inline(always)]
    fn moved(&self, major: i32) -> i64 {
        self.constant.wrapping_add(i64::from(major).wrapping_mul(self.slope))
    }

    /// The bands of a level that the line meets in a strip.
    #[inline(always)]
    fn bands(&self, strip: i32, shift: u32) -> Bands {
        let moved = self.moved(strip << shift);
        let across = (self.slope << shift) - self.slope;
        let band = |moved: i64| (self.minor + (moved >> FRACTION_BITS) as i32) >> shift;
        let (start, stop) = (band(moved), band(moved.wrapping_add(across)));
        let (upper, lower) = (start.min(stop), start.max(stop));
        let top = i64::from(self.minor - (upper << shift));
        Bands { upper, lower, start: moved.wrapping_add(top << FRACTION_BITS) }
    }

    #[inline(always)]
    fn occupancy<'a, T>(&self, node: Option<&'a Node<T>>) -> &'a [u16; 16] {
        match node {
            Some(node) => node.occupancy().lanes(self.sense.is_steep()),
            None => &NO_LANES,
        }
    }

    #[inline(always)]
    fn lanes<'a>(&self, brick: Option<&'a Brick>) -> &'a [u16; 16] {
        match brick {
            Some(brick) => brick.lanes(self.sense.is_steep()),
            None => &NO_LANES,
        }
    }

    /// Of 16 lanes, each `2^shift` pixels wide, from a corner on: those that the line crosses.
    #[inline(always)]
    fn lanes_of(&self, corner: i32, shift: u32) -> u32 {
        lanes_between((self.ends.0 >> shift) - corner, (self.ends.1 >> shift) - corner)
    }
}

impl Stop<'_> {
    /// The pixel of another lane of the strip.
    #[inline(always)]
    pub(super) fn at_lane(self, lane: i32) -> Self {
        Self { major: self.corner.0 + lane, ..self }
    }

    /// Whether a pixel is solid that lies `lanes` further along the major axis and `rows` along the minor one; `None`
    /// where it is in neither of the two bricks.
    #[inline(always)]
    fn is_solid(&self, minor: i32, aside: (i32, i32)) -> Option<bool> {
        let (lane, row) = ((self.major - self.corner.0 + aside.0) as u32, (minor - self.corner.1 + aside.1) as u32);
        if lane < 16 && row < 32 {
            let lane = lane as usize;
            let pixels = u32::from(self.lanes[0][lane]) | u32::from(self.lanes[1][lane]) << 16;
            Some(pixels >> row & 1 == 1)
        } else {
            None
        }
    }
}

impl Bands {
    #[inline(always)]
    fn pair<T>(self, squares: [Option<&T>; 2]) -> Pair<'_, T> {
        Pair { squares, upper: self.upper, start: self.start }
    }
}

impl<T> Pair<'_, T> {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.squares[0].is_none() && self.squares[1].is_none()
    }
}
