//! The end of a run of solid pixels: a test for each strip of 16, as for the beginning of one, and its answer inverted.

use super::heading::Heading;
use super::lanes::{NO_LANES, lanes_between, products, solid_pixels};
use super::line::{FRACTION_BITS, FixedLine, Line};
use crate::terrain::{BRICK_SHIFT, BrickGrid, LayerSelection};
use fearless_simd::{Level, Simd, dispatch};
use glam::ivec2;

/// The first step of the line, from `from` on, at a pixel that is free in all grids; `None` where there is none.
///
/// What is outside a grid is free there, so that the walk ends with the terrain. There are no upper levels: a square that
/// is solid throughout is a brick at most.
pub(super) fn first_free(level: Level, selection: &LayerSelection<'_>, line: &Line, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    match line.to_fixed() {
        Some(fixed) => dispatch!(level, simd => first_free_in_strips(simd, selection, line, &fixed, from)),
        None => first_free_of_long_line(selection, line, from),
    }
}

#[inline(always)]
fn first_free_in_strips<S: Simd>(
    simd: S,
    selection: &LayerSelection<'_>,
    line: &Line,
    fixed: &FixedLine,
    from: u64,
) -> Option<u64> {
    let base = line.base().0;
    // The major coordinates that are left, in their own order.
    let (first, last) = if line.is_backward() { (0, line.steps() - from) } else { (from, line.steps()) };
    let ends = (base + first as i32, base + last as i32);
    let (low, high) = (ends.0 >> BRICK_SHIFT, ends.1 >> BRICK_SHIFT);
    let (mut strip, way) = if line.is_backward() { (high, -1) } else { (low, 1) };
    for _ in low..high + 1 {
        let corner = strip << BRICK_SHIFT;
        let mut solid = 0;
        for grid in selection.grids() {
            solid |= solid_lanes(simd, grid, fixed, line.is_steep(), strip);
        }
        let free = !solid & lanes_between(ends.0 - corner, ends.1 - corner);
        if free != 0 {
            let lane = line.sense().first_lane(free);
            return Some(line.flip((corner + lane - base) as u64));
        }
        strip += way;
    }
    None
}

/// The same for a line that fixed point does not serve, a pixel at a time.
#[cold]
fn first_free_of_long_line(selection: &LayerSelection<'_>, line: &Line, from: u64) -> Option<u64> {
    (from..=line.steps()).find(|&step| !selection.is_solid(line.pixel(step)))
}

/// The major coordinates of a strip of the world at which the line's pixel is solid, one bit each.
///
/// Not by a [`Track`](super::track::Track): most runs end within a strip or two, and making one takes longer than it saves.
#[inline(always)]
fn solid_lanes<S: Simd>(simd: S, grid: &BrickGrid, line: &FixedLine, steep: bool, strip: i32) -> u32 {
    let &FixedLine { base, slope, .. } = line;
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
    // Whole bricks more or less do not matter.
    let start = moved.wrapping_add(i64::from(base.1) << FRACTION_BITS);
    solid_pixels(simd, bricks, start, slope, products(simd, slope))
}
