//! Bresenham's line: its pixels one by one (the reference), and the [`Kernel`] that tests 16 of them at once.

use super::hit::{EnteredPixel, RayHit};
use super::lanes::{FRACTION_BITS, NO_LANES, lanes_between, products, solid_pixels};
use super::line::{DynamicDirection, FixedPointLine, GridLine, LONGEST_FIXED, LineDirection, PixelLine, PreparedRay};
use super::line::{UnitEnds, fixed_slope};
use super::ray::{Ray, floor};
use super::walk::{BrickPair, CastTarget, Kernel, PreparedLine, SquarePair};
use crate::geometry::Rect;
use crate::simd::{Simd, dispatch};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, Block, BrickGrid, LayerSelection, REGION_SHIFT};
use fearless_simd::Level;
use glam::{IVec2, ivec2};

/// Returns the pixels of the line from `a` to `b`, both included.
///
/// The axis with the larger extent is major (x if they are equal). The line has one pixel for each major
/// coordinate. Counting `k = 0..=D` from the end with the smaller major coordinate, the minor coordinate has moved
/// `floor((2·k·d + D) / (2·D))` pixels toward the other end. So the pixels from `a` to `b` and from `b` to `a` are the
/// same set, in opposite orders. `a = b` gives one pixel. Every pair of pixels is allowed.
///
/// Costs a multiplication a pixel up to 2^20 steps, and a division a pixel beyond. After Bresenham, "Algorithm for
/// computer control of a digital plotter" (1965), with a fixed rounding of ties.
///
/// ```
/// use tileray::raycast::bresenham;
/// use tileray::glam::ivec2;
///
/// let there: Vec<_> = bresenham(ivec2(0, 0), ivec2(5, 2)).collect();
/// assert_eq!(
///     there,
///     [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)].map(|(x, y)| ivec2(x, y))
/// );
/// assert!(bresenham(ivec2(5, 2), ivec2(0, 0)).rev().eq(there));
/// ```
#[must_use]
pub fn bresenham(a: IVec2, b: IVec2) -> Bresenham {
    let line = PixelLine::new(a, b);
    Bresenham { line, next: 0, end: line.steps() + 1 }
}

/// An iterator over the pixels of a line. Created by [`bresenham`].
#[derive(Clone, Debug)]
pub struct Bresenham {
    line: PixelLine,
    next: u64,
    end: u64,
}

impl Iterator for Bresenham {
    type Item = IVec2;

    #[inline]
    fn next(&mut self) -> Option<IVec2> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.line.pixel(self.next - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.next) as usize;
        (left, Some(left))
    }

    fn nth(&mut self, n: usize) -> Option<IVec2> {
        self.next = self.end.min(self.next.saturating_add(n as u64));
        self.next()
    }
}

impl DoubleEndedIterator for Bresenham {
    #[inline]
    fn next_back(&mut self) -> Option<IVec2> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            self.line.pixel(self.end)
        })
    }
}

impl ExactSizeIterator for Bresenham {}
impl std::iter::FusedIterator for Bresenham {}

/// The [`Kernel`] of Bresenham's line: one pixel in each column.
#[derive(Clone, Copy)]
pub(super) struct BresenhamKernel;

/// A solid pixel of a line, and the two bricks around it.
#[derive(Clone, Copy, Default)]
pub(super) struct SolidStep<'a> {
    /// The major coordinate of the pixel.
    major: i32,
    bricks: BrickPair<'a>,
}

impl Kernel for BresenhamKernel {
    type Found<'a> = SolidStep<'a>;

    const READS_ENDS: bool = false;

    #[inline(always)]
    fn prepare(ray: &Ray, bounds: &Rect) -> PreparedRay {
        let (from, to) = (ray.origin(), ray.end());
        let (x, y) = (floor(from.x), floor(from.y));
        let (dx, dy) = (floor(to.x).wrapping_sub(x), floor(to.y).wrapping_sub(y));
        let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
        let steep = down > across;
        let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
        let (from_major, from_minor) = if steep { (y, x) } else { (x, y) };
        // All bits of the sign.
        let backward = major >> 31;
        let steps = across.max(down);
        let line = FixedPointLine {
            base: (from_major.wrapping_add(major & backward), from_minor.wrapping_add(minor & backward)),
            steps: steps as i32,
            slope: fixed_slope((minor ^ backward).wrapping_sub(backward), steps),
        };
        PreparedRay {
            line: GridLine::new(bounds, &line, steep),
            direction: DynamicDirection { steep, backward: backward != 0 },
            steps: steps.max(1) as i32,
            ends: UnitEnds::default(),
            fits_strip_walk: ray.is_valid() & (u64::from(steps) <= LONGEST_FIXED),
        }
    }

    /// A strip ends with its last column, one before the next strip.
    #[inline(always)]
    fn past(slope: i64) -> i64 {
        -slope
    }

    #[inline(always)]
    fn test_strip<'a, S: Simd, D: LineDirection>(
        _: &'a BrickGrid,
        line: &PreparedLine<'_, S, D, Self>,
        blocks: &SquarePair<'a, Block>,
        strip: i32,
    ) -> Option<SolidStep<'a>> {
        let start = line.line.row(line.major(strip, 0));
        let bricks = line.bricks(blocks, strip, start);
        let pixels = solid_pixels(line.simd, bricks.lanes, start, line.line.slope, line.multiples);
        let pixels = line.crossed(strip, pixels);
        (pixels != 0).then(|| SolidStep { major: line.major(strip, line.direction.first_lane(pixels)), bricks })
    }

    #[inline(always)]
    fn describe(
        target: &CastTarget<'_>,
        ray: &Ray,
        prepared: &PreparedRay,
        direction: impl LineDirection,
        found: &SolidStep<'_>,
        hit: &mut Option<RayHit>,
    ) {
        *hit = Some(RayHit::at_pixel(
            &target.owners,
            ray,
            &found.entered(target.grid, &prepared.line, direction, prepared.steps),
        ));
    }

    #[inline(always)]
    fn distance(
        _: &BrickGrid,
        ray: &Ray,
        prepared: &PreparedRay,
        direction: impl LineDirection,
        found: &SolidStep<'_>,
    ) -> f32 {
        let fraction = found.step(&prepared.line, direction, prepared.steps) as f64 / f64::from(prepared.steps);
        (fraction * ray.length()) as f32
    }
}

impl SolidStep<'_> {
    /// Returns the step at which a line of `steps`, at least 1, enters the pixel.
    #[inline(always)]
    fn entered(&self, grid: &BrickGrid, line: &GridLine, direction: impl LineDirection, steps: i32) -> EnteredPixel {
        let Self { major, bricks } = self;
        let back = if direction.is_backward() { 1 } else { -1 };
        let row = line.row(*major);
        let before = row.wrapping_add(if direction.is_backward() { line.slope } else { line.slope.wrapping_neg() });
        let minor = (row >> FRACTION_BITS) as i32;
        let aside = (before >> FRACTION_BITS) as i32 - minor;
        let to_world = |major: i32, minor: i32| IVec2::from(direction.to_world(major, minor));
        let pixel = to_world(*major, minor + (line.regions << REGION_SHIFT)) + grid.pixels().min;
        // A straight step has no pixel beside it but the hit itself. Both pixels beside a diagonal step are in the two
        // bricks if the pixel before is.
        let lane = major & 15;
        let mut only_minor_is_open = bricks.is_solid(lane + back, minor) & !bricks.is_solid(lane, minor + aside);
        // One number, as two conditions become two branches. `aside`, and a lane outside 0 to 15 divided by 16, are 1
        // or -1.
        if aside & (lane + back) >> BRICK_SHIFT != 0 {
            only_minor_is_open = is_solid_but_not(grid, pixel + to_world(back, 0), pixel + to_world(0, aside));
        }
        // By products, as a branch would be mispredicted for every second ray.
        let by_minor = i32::from(only_minor_is_open);
        let face = to_world(back * (1 - by_minor), aside * by_minor);
        let step = self.step(line, direction, steps);
        EnteredPixel { pixel, back: to_world(back, aside), face, step, steps: i64::from(steps) }
    }

    /// Returns the index of the step onto the pixel, on a line of `steps`.
    #[inline(always)]
    fn step(&self, line: &GridLine, direction: impl LineDirection, steps: i32) -> i64 {
        let k = self.major - line.base;
        i64::from(if direction.is_backward() { steps - k } else { k })
    }
}

/// Returns whether the first of two pixels is solid and the second is not. Not inlined, as few hits need it.
#[cold]
#[inline(never)]
fn is_solid_but_not(grid: &BrickGrid, first: IVec2, second: IVec2) -> bool {
    grid.is_solid(first) & !grid.is_solid(second)
}

/// Returns the first step of a line, from step `from` on, at a solid pixel.
///
/// One function for all queries, as each copy of the walk is compiled for every set of vector instructions.
pub(super) fn first_solid(level: Level, grid: &BrickGrid, line: &PixelLine, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    let Some(fixed) = line.to_fixed() else { return first_solid_of_long_line(grid, line, from) };
    let direction = line.direction();
    let in_grid = GridLine::new(&grid.pixels(), &fixed, direction.steep);
    // Backward lines count steps from the other end.
    let in_grid = in_grid.from(in_grid.base + line.flip(from) as i32, direction);
    let found = dispatch!(level, simd => {
        PreparedLine::<_, _, BresenhamKernel>::new(simd, in_grid, direction, UnitEnds::default().lend()).first_found(grid)
    })?;
    Some(line.flip(u64::from(found.major.abs_diff(in_grid.base))))
}

/// Returns the first solid step of a line that is too long for fixed point, with a division for each tested pixel.
///
/// Only the part inside the terrain is walked, and empty squares of every level are skipped.
#[cold]
fn first_solid_of_long_line(grid: &BrickGrid, line: &PixelLine, from: u64) -> Option<u64> {
    let bounds = grid.pixels();
    let (first, last) = line.clip(&bounds)?;
    let mut step = first.max(from);
    while step <= last {
        let pixel = line.pixel(step);
        let skipped = [REGION_SHIFT, BLOCK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
            // In a strip of any level the line meets only the square of its first pixel and that of its last.
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

/// Returns the first step of the line, from step `from` on, at a pixel that is free in all grids.
///
/// One strip test for each 16 pixels, inverted. Outside a grid everything is free, so the walk ends with the terrain.
/// No upper levels are used: the largest square that can be solid throughout is a brick.
pub(super) fn first_free(level: Level, selection: &LayerSelection<'_>, line: &PixelLine, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    match line.to_fixed() {
        Some(fixed) => dispatch!(level, simd => first_free_in_strips(simd, selection, line, &fixed, from)),
        None => (from..=line.steps()).find(|&step| !selection.is_solid(line.pixel(step))),
    }
}

#[inline(always)]
fn first_free_in_strips<S: Simd>(
    simd: S,
    selection: &LayerSelection<'_>,
    line: &PixelLine,
    fixed: &FixedPointLine,
    from: u64,
) -> Option<u64> {
    let (base, direction) = (line.base().0, line.direction());
    // The major coordinates that are left, in ascending order.
    let (first, last) = if direction.backward { (0, line.steps() - from) } else { (from, line.steps()) };
    let ends = (base + first as i32, base + last as i32);
    let (low, high) = (ends.0 >> BRICK_SHIFT, ends.1 >> BRICK_SHIFT);
    let (mut strip, step) = if direction.backward { (high, -1) } else { (low, 1) };
    for _ in low..high + 1 {
        let corner = strip << BRICK_SHIFT;
        let mut solid = 0;
        for grid in selection.grids() {
            solid |= solid_lanes(simd, grid, fixed, direction.steep, strip);
        }
        let free = !solid & lanes_between(ends.0 - corner, ends.1 - corner);
        if free != 0 {
            let lane = direction.first_lane(free);
            return Some(line.flip((corner + lane - base) as u64));
        }
        strip += step;
    }
    None
}

/// Returns the lanes of a strip of the world at which the line's pixel is solid.
///
/// Not by a [`PreparedLine`]: most runs end within a strip or two, and preparing one takes longer than it saves.
#[inline(always)]
fn solid_lanes<S: Simd>(simd: S, grid: &BrickGrid, line: &FixedPointLine, steep: bool, strip: i32) -> u32 {
    let &FixedPointLine { base, slope, .. } = line;
    let moved = line.intercept() + i64::from((strip << BRICK_SHIFT) - base.0) * slope;
    let band = |moved: i64| (base.1 + (moved >> FRACTION_BITS) as i32) >> BRICK_SHIFT;
    let lanes = |band: i32| {
        let cell = if steep { ivec2(band, strip) } else { ivec2(strip, band) };
        match grid.brick_at(cell) {
            Some(brick) => brick.lanes(steep),
            None => &NO_LANES,
        }
    };
    let bricks = [lanes(band(moved)), lanes(band(moved + 15 * slope))];
    // Counted from the top of the world: the strip test drops the whole bricks in it.
    let start = moved.wrapping_add(i64::from(base.1) << FRACTION_BITS);
    solid_pixels(simd, bricks, start, slope, products(simd, slope))
}
