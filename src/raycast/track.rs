//! A line through a grid of bricks, and the tests that a cast is made of.

use super::hit::Entry;
use super::lanes::{NO_LANES, occupied_lanes, products, solid_pixels};
use super::line::{FRACTION_BITS, FixedLine};
use crate::geometry::Rect;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BrickGrid, EMPTY_BLOCK, EMPTY_BRICK, REGION_SHIFT, Region};
use fearless_simd::{Simd, u32x16};
use glam::IVec2;

/// A line in coordinates that count from the grid's corner along the major axis, and along the minor one from the corner
/// of the region that its base lies beside.
///
/// A line moves by at most 15 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
/// its pixels there lie in at most two bricks. Their columns (for a shallow line; rows for a steep one) are put end to end,
/// 32 bits for each major coordinate, and a shift by the line's minor coordinate brings its pixel to the lowest bit. Sixteen
/// such bits make a word, and its first set bit is the hit. The same test one level up, where a bit is a brick, gives the
/// strips of a block that are worth the test; and another one the blocks of a region.
///
/// First comes the brick in which the line begins its strip, be the other above it or below: past either end the shift
/// goes on at the other one.
#[derive(Clone, Copy)]
pub(super) struct Track<S: Simd, D> {
    line: GridLine,
    /// The slope over the lanes.
    multiples: u32x16<S>,
    sense: D,
}

/// The numbers of a line in a grid.
#[derive(Clone, Copy)]
pub(super) struct GridLine {
    /// The minor coordinate is `floor((constant + major·slope) / 2^F)`. The sum is in range, while its parts may wrap.
    pub(super) constant: i64,
    pub(super) slope: i64,
    /// The row of regions (column, for a steep line) that the minor coordinate counts from.
    pub(super) regions: i32,
    /// The major coordinate at `k = 0`.
    pub(super) base: i32,
    /// The first major coordinate in the grid and the last, which is before it where the line passes by.
    pub(super) ends: (i32, i32),
}

impl GridLine {
    /// A line in a grid that holds the pixels within `bounds`. It must not be too long for fixed point.
    ///
    /// Along the minor axis it may leave the grid: there are no squares there.
    #[inline(always)]
    pub(super) fn new(bounds: &Rect, line: &FixedLine, steep: bool) -> Self {
        let (corner, minor_corner) = if steep { (bounds.min.y, bounds.min.x) } else { (bounds.min.x, bounds.min.y) };
        let end = if steep { bounds.max.y } else { bounds.max.x };
        let base = line.base.0.wrapping_sub(corner);
        let minor = line.base.1.wrapping_sub(minor_corner);
        // From the corner of a region the line moves by less than 2^21 rows, for which there is room above the fraction.
        let in_region = i64::from(minor & ((1 << REGION_SHIFT) - 1)) << FRACTION_BITS;
        Self {
            constant: (in_region + line.intercept()).wrapping_sub(i64::from(base).wrapping_mul(line.slope)),
            slope: line.slope,
            regions: minor >> REGION_SHIFT,
            base,
            ends: (base.max(0), base.wrapping_add(line.steps).min(end.wrapping_sub(corner).wrapping_sub(1))),
        }
    }

    /// Whether the line has no step within the grid's extent along the major axis.
    #[inline(always)]
    pub(super) const fn passes_by(&self) -> bool {
        self.ends.0 > self.ends.1
    }
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

/// The two squares of a level that a line meets in a strip of it, which may be one: first that in which it begins the strip.
pub(super) struct Pair<'a, T> {
    squares: [&'a T; 2],
    /// The band of the first one.
    first: i32,
    /// The line's minor coordinate at the first pixel of the strip, in fixed point.
    start: i64,
}

/// A pixel of a line, and the two bricks around it.
#[derive(Clone, Copy)]
pub(super) struct Stop<'a> {
    /// Its major coordinate.
    pub(super) major: i32,
    /// The lanes of the two bricks, and the band of the first.
    lanes: [&'a [u16; 16]; 2],
    first: i32,
}

impl<S: Simd, D: Direction> Track<S, D> {
    #[inline(always)]
    pub(super) fn new(simd: S, line: GridLine, sense: D) -> Self {
        Self { line, multiples: products(simd, line.slope), sense }
    }

    /// The line in a grid, from a step on that it has; `None` where it passes by.
    #[inline(always)]
    pub(super) fn from(simd: S, grid: &BrickGrid, line: &FixedLine, sense: D, step: i32) -> Option<Self> {
        let steps = line.steps;
        let mut line = GridLine::new(&grid.pixels(), line, sense.is_steep());
        if sense.is_backward() {
            line.ends.1 = line.ends.1.min(line.base + steps - step);
        } else {
            line.ends.0 = line.ends.0.max(line.base + step);
        }
        if line.passes_by() { None } else { Some(Self::new(simd, line, sense)) }
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

    /// The strip of `2^shift` pixels in which the walk begins.
    #[inline(always)]
    pub(super) fn near_strip(&self, shift: u32) -> i32 {
        (if self.sense.is_backward() { self.line.ends.1 } else { self.line.ends.0 }) >> shift
    }

    /// The strip of `2^shift` pixels in which it ends.
    #[inline(always)]
    pub(super) fn far_strip(&self, shift: u32) -> i32 {
        (if self.sense.is_backward() { self.line.ends.0 } else { self.line.ends.1 }) >> shift
    }

    /// The lanes that the walk meets after one of 16.
    #[inline(always)]
    pub(super) fn lanes_after(&self, lane: i32) -> u32 {
        if self.sense.is_backward() { (1 << lane) - 1 } else { u32::MAX << 1 << lane }
    }

    /// The lane that the walk meets first.
    #[inline(always)]
    pub(super) fn first_lane(&self, lanes: u32) -> i32 {
        (if self.sense.is_backward() { 31 - lanes.leading_zeros() } else { lanes.trailing_zeros() }) as i32
    }

    /// The blocks of a region in whose strips the line may meet one that is not empty, one bit each.
    #[inline(always)]
    pub(super) fn occupied_blocks(&self, simd: S, grid: &BrickGrid, region: i32) -> u32 {
        let (start, first, second) = self.bands(region, REGION_SHIFT);
        let squares = [self.region(grid, region, first), self.region(grid, region, second)];
        let lanes = squares.map(|region| region.occupancy().lanes(self.sense.is_steep()));
        let blocks = occupied_lanes::<S, BLOCK_SHIFT>(simd, lanes, start, self.line.slope, self.multiples);
        blocks & self.near_lanes(region, BLOCK_SHIFT) & self.far_lanes(region, BLOCK_SHIFT)
    }

    /// The blocks that the line meets in a strip.
    #[inline(always)]
    pub(super) fn blocks<'a>(&self, grid: &'a BrickGrid, block: i32) -> Pair<'a, Block> {
        let (start, first, second) = self.bands(block, BLOCK_SHIFT);
        let column = block >> BRICK_SHIFT;
        let region = self.region(grid, column, first >> BRICK_SHIFT);
        // Mostly the two are in one region.
        let same = first >> BRICK_SHIFT == second >> BRICK_SHIFT;
        let other = if same { region } else { self.region(grid, column, second >> BRICK_SHIFT) };
        let block_in = |region: &'a Region, band: i32| {
            let (column, row) = self.sense.to_world(block, band);
            region.child_or(column as u32, row as u32, &EMPTY_BLOCK)
        };
        Pair { squares: [block_in(region, first), block_in(other, second)], first, start }
    }

    /// The strips of a block in which the line may meet a brick that is not empty, one bit each.
    #[inline(always)]
    pub(super) fn occupied_strips(&self, simd: S, blocks: &Pair<'_, Block>, block: i32) -> u32 {
        let lanes = blocks.squares.map(|block| block.occupancy().lanes(self.sense.is_steep()));
        let strips = occupied_lanes::<S, BRICK_SHIFT>(simd, lanes, blocks.start, self.line.slope, self.multiples);
        strips & self.near_lanes(block, BRICK_SHIFT) & self.far_lanes(block, BRICK_SHIFT)
    }

    /// The lanes of a strip, but for those before the line's beginning, at which the line's pixel is solid, one bit each;
    /// and the pixel of lane 0.
    #[inline(always)]
    pub(super) fn solid_pixels<'a>(&self, simd: S, blocks: &Pair<'a, Block>, strip: i32) -> (u32, Stop<'a>) {
        let (start, first, second) = self.bands(strip, BRICK_SHIFT);
        let lanes_in = |band: i32| {
            let (column, row) = self.sense.to_world(strip, band);
            let block = blocks.squares[usize::from(band >> BRICK_SHIFT != blocks.first)];
            block.child_or(column as u32, row as u32, &EMPTY_BRICK).lanes(self.sense.is_steep())
        };
        let lanes = [lanes_in(first), lanes_in(second)];
        let pixels = solid_pixels(simd, lanes, start, self.line.slope, self.multiples) & self.near_lanes(strip, 0);
        (pixels, Stop { major: strip << BRICK_SHIFT, lanes, first })
    }

    /// The step of a line of `steps` at which it enters a solid pixel.
    #[inline(always)]
    pub(super) fn entry(&self, grid: &BrickGrid, steps: i32, stop: &Stop<'_>) -> Entry {
        let minor = self.minor_at(stop.major);
        let back = if self.sense.is_backward() { 1 } else { -1 };
        let aside = self.minor_at(stop.major + back) - minor;
        let to_world = |major: i32, minor: i32| IVec2::from(self.sense.to_world(major, minor));
        let pixel = to_world(stop.major, minor + (self.line.regions << REGION_SHIFT)) + grid.pixels().min;
        // A straight step has no pixel beside it but the one that was hit. Of a diagonal one both are in the two bricks if
        // the pixel before is.
        let lane = stop.major & 15;
        let only_minor_is_open = if aside == 0 || (lane + back) as u32 <= 15 {
            stop.is_solid(lane + back, minor) & !stop.is_solid(lane, minor + aside)
        } else {
            grid.is_solid(pixel + to_world(back, 0)) & !grid.is_solid(pixel + to_world(0, aside))
        };
        let face = if only_minor_is_open { to_world(0, aside) } else { to_world(back, 0) };
        let k = stop.major - self.line.base;
        let step = i64::from(if self.sense.is_backward() { steps - k } else { k });
        Entry { pixel, back: to_world(back, aside), face, step, steps: i64::from(steps) }
    }

    /// The minor coordinate at a major one.
    #[inline(always)]
    fn minor_at(&self, major: i32) -> i32 {
        (self.row(major) >> FRACTION_BITS) as i32
    }

    #[inline(always)]
    fn row(&self, major: i32) -> i64 {
        self.line.constant.wrapping_add(i64::from(major).wrapping_mul(self.line.slope))
    }

    /// The line's minor coordinate in fixed point where it begins a strip of a level, and the bands of the level in which it
    /// begins and ends it.
    #[inline(always)]
    fn bands(&self, strip: i32, shift: u32) -> (i64, i32, i32) {
        let start = self.row(strip << shift);
        let end = start.wrapping_add((self.line.slope << shift) - self.line.slope);
        let band = |row: i64| (row >> (FRACTION_BITS + shift)) as i32;
        (start, band(start), band(end))
    }

    #[inline(always)]
    fn region<'a>(&self, grid: &'a BrickGrid, strip: i32, band: i32) -> &'a Region {
        let (column, row) = self.sense.to_world(strip, band + self.line.regions);
        grid.region_or_empty(column, row)
    }

    /// Of the 16 lanes of a square, each `2^shift` pixels wide: those that are not before the line's beginning.
    #[inline(always)]
    fn near_lanes(&self, square: i32, shift: u32) -> u32 {
        let end = self.near_strip(shift);
        if square == end >> BRICK_SHIFT { self.lanes_from(end & 15, self.sense.is_backward()) } else { u32::MAX }
    }

    /// Of the 16 lanes of a square, each `2^shift` pixels wide: those that are not after the line's end.
    #[inline(always)]
    pub(super) fn far_lanes(&self, square: i32, shift: u32) -> u32 {
        let end = self.far_strip(shift);
        if square == end >> BRICK_SHIFT { self.lanes_from(end & 15, !self.sense.is_backward()) } else { u32::MAX }
    }

    /// The lanes from one on, or those down from it.
    #[inline(always)]
    fn lanes_from(&self, lane: i32, down: bool) -> u32 {
        if down { (2 << lane) - 1 } else { u32::MAX << lane }
    }
}

impl Stop<'_> {
    pub(super) const NONE: Self = Self { major: 0, lanes: [&NO_LANES; 2], first: 0 };

    /// The pixel of another lane of the strip.
    #[inline(always)]
    pub(super) fn at_lane(self, lane: i32) -> Self {
        Self { major: self.major + lane, ..self }
    }

    /// Whether the pixel in one of the 16 lanes is solid, where its row is in one of the two bricks.
    #[inline(always)]
    fn is_solid(&self, lane: i32, minor: i32) -> bool {
        let lanes = self.lanes[usize::from(minor >> BRICK_SHIFT != self.first)];
        lanes[lane as usize % 16] >> (minor & 15) & 1 == 1
    }
}

impl Pair<'_, Block> {
    pub(super) const EMPTY: Self = Self { squares: [&EMPTY_BLOCK; 2], first: 0, start: 0 };
}
