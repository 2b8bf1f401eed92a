//! The walk along a line to the first solid pixel.

use super::line::Line;
use super::track::Track;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;

/// The first step of the line at a solid pixel; `None` where there is none.
#[inline(always)]
pub(super) fn first_solid<S: Simd>(simd: S, grid: &BrickGrid, line: &Line) -> Option<u64> {
    if line.fixed().is_none() {
        return first_solid_of_long_line(grid, line);
    }
    let Some(mut track) = Track::new(simd, grid, line) else { return None };
    while track.has_regions() {
        track.enter_region(simd, grid);
        while track.has_blocks() {
            track.enter_block(simd, grid);
            while track.has_strips() {
                let (corner, pixels) = track.test_strip(simd);
                if pixels != 0 {
                    let major = corner + track.first_lane(pixels);
                    return Some(line.flip(track.k_at(grid, line, major)));
                }
            }
        }
    }
    None
}

/// The same for a line that fixed point does not serve: with a division for each pixel that is looked at. Only the part
/// inside the terrain is walked, and empty bricks of either level are left at once.
#[cold]
fn first_solid_of_long_line(grid: &BrickGrid, line: &Line) -> Option<u64> {
    let bounds = grid.pixels();
    let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
    let (major, minor) = if line.is_steep() { (y, x) } else { (x, y) };
    let (first, last) = line.clip(major, minor)?;
    let (mut step, last) = if line.is_backward() { (line.flip(last), line.flip(first)) } else { (first, last) };
    while step <= last {
        let pixel = line.pixel(step);
        let skipped = [REGION_SHIFT, BLOCK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
            // In a strip of either level the line meets the brick of its first pixel and that of its last, and no other.
            let end = last.min(step + line.steps_in_strip(pixel - grid.pixels().min, shift) - 1);
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
