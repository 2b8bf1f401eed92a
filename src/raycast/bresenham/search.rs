//! The next solid and the next free pixel of Bresenham's line.

use super::kernel::BresenhamKernel;
use crate::raycast::lanes::{FRACTION_BITS, NO_LANES, lanes_between, products, solid_pixels};
use crate::raycast::line::{FixedPointLine, GridLine, LineDirection, PixelLine, UnitEnds};
use crate::raycast::plain;
use crate::raycast::walk::PreparedLine;
use crate::simd::{Level, dispatch};
use crate::terrain::{BRICK_SHIFT, BrickGrid, LayerSelection};
use fearless_simd::Simd;
use glam::ivec2;

/// Returns the first step of a line, from step `from` on, at a solid pixel.
///
/// One function for all queries, as each copy of the walk takes long to compile.
pub(in crate::raycast) fn first_solid(level: Level, grid: &BrickGrid, line: &PixelLine, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    let Some(fixed) = line.to_fixed() else { return first_solid_by_pixels(grid, line, from) };
    let direction = line.direction();
    let in_grid = GridLine::new(&grid.pixels(), &fixed, direction.steep);
    // Backward lines count steps from the other end.
    let in_grid = in_grid.from(in_grid.base + line.flip(from) as i32, direction);
    let major: Option<i32> = dispatch!(
        level,
        simd => {
            let ends = UnitEnds::default();
            let walk = PreparedLine::<_, _, BresenhamKernel>::new(simd, in_grid, direction, ends);
            walk.first_found(grid).map(|found| found.major)
        },
        plain => plain::first_found::<BresenhamKernel, _>(grid, &in_grid, direction, |major, _| Some(major))
    );
    Some(line.flip(u64::from(major?.abs_diff(in_grid.base))))
}

/// Returns the first step of a line too long for fixed point, from step `from` on, at a solid pixel.
///
/// Only the part inside the terrain is walked, a pixel at a time, past the empty squares of every level.
#[inline(never)]
fn first_solid_by_pixels(grid: &BrickGrid, line: &PixelLine, from: u64) -> Option<u64> {
    let origin = grid.pixels().min;
    let (first, last) = line.clip(&grid.pixels())?;
    let mut step = first.max(from);
    while step <= last {
        let pixel = line.pixel(step);
        // In a strip of any level the line meets only the square of its first pixel and the square of its last.
        let end_of_strip = |shift| last.min(step + line.steps_in_strip(pixel - origin, shift) - 1);
        let mut shift = grid.empty_around(pixel);
        while shift > 0 && grid.empty_around(line.pixel(end_of_strip(shift))) < shift {
            shift -= BRICK_SHIFT;
        }
        if shift > 0 {
            step = end_of_strip(shift) + 1;
            continue;
        }
        let end = end_of_strip(BRICK_SHIFT);
        let bricks = [grid.brick_around(pixel), grid.brick_around(line.pixel(end))];
        while step <= end {
            let at = line.pixel(step);
            let is_other = (at >> BRICK_SHIFT as i32) != (pixel >> BRICK_SHIFT as i32);
            if bricks[usize::from(is_other)].is_set(at.x as u32 % 16, at.y as u32 % 16) {
                return Some(step);
            }
            step += 1;
        }
    }
    None
}

/// Returns the first step of the line, from step `from` on, at a pixel that is free in all grids.
///
/// One strip test for each 16 pixels, inverted. Outside a grid everything is free, so the walk ends with the terrain.
/// No upper levels are used: the largest square that can be solid throughout is a brick.
pub(in crate::raycast) fn first_free(
    level: Level,
    selection: &LayerSelection<'_>,
    line: &PixelLine,
    from: u64,
) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    let by_pixels = || (from..=line.steps()).find(|&step| !selection.is_solid(line.pixel(step)));
    let Some(fixed) = line.to_fixed() else { return by_pixels() };
    dispatch!(
        level,
        simd => first_free_in_strips(simd, selection, line, &fixed, from),
        plain => by_pixels()
    )
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
