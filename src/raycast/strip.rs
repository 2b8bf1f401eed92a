//! The walk along a line to the first solid pixel.

use super::grid_line::GridLine;
use super::line::Line;
use super::steps::Steps;
use super::track::Track;
use super::walk::first_found;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BrickGrid, REGION_SHIFT};
use fearless_simd::{Level, dispatch};

/// The first step of the line, from `from` on, at a solid pixel; `None` where there is none.
///
/// A function of its own for all queries, as every copy of the walk is a copy for each set of vector instructions.
pub(super) fn first_solid(level: Level, grid: &BrickGrid, line: &Line, from: u64) -> Option<u64> {
    if from > line.steps() {
        return None;
    }
    let Some(fixed) = line.to_fixed() else { return first_solid_of_long_line(grid, line, from) };
    let sense = line.sense();
    let in_grid = GridLine::new(&grid.pixels(), &fixed, sense.steep);
    // Steps are counted the other way where the line runs backward.
    let in_grid = in_grid.from(in_grid.base + line.flip(from) as i32, sense);
    let stop = dispatch!(level, simd => first_found(simd, grid, &Track::new(simd, in_grid, sense, Steps)))?;
    Some(line.flip(u64::from(stop.major.abs_diff(in_grid.base))))
}

/// The same for a line that fixed point does not serve: with a division for each pixel that is looked at. Only the part
/// inside the terrain is walked, and empty squares of every level are left at once.
#[cold]
fn first_solid_of_long_line(grid: &BrickGrid, line: &Line, from: u64) -> Option<u64> {
    let bounds = grid.pixels();
    let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
    let (major, minor) = if line.is_steep() { (y, x) } else { (x, y) };
    let (first, last) = line.clip(major, minor)?;
    let (first, last) = if line.is_backward() { (line.flip(last), line.flip(first)) } else { (first, last) };
    let mut step = first.max(from);
    while step <= last {
        let pixel = line.pixel(step);
        let skipped = [REGION_SHIFT, BLOCK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
            // In a strip of any level the line meets the square of its first pixel and that of its last, and no other.
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
