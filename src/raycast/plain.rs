//! The walk of [`walk`](super::walk) for processors without vector instructions: square by square, column by column.

use super::lanes::{FRACTION_BITS, NO_LANES};
use super::line::{DynamicDirection, GridLine, LineDirection};
use super::walk::{BrickPair, Kernel};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BrickGrid, REGION_SHIFT, Square};

/// Visits the columns of a line in which a pixel that the kernel tests is solid, in order, until `found` returns a value.
///
/// `found` gets the major coordinate of the column and the two bricks there.
pub(super) fn first_found<'a, K: Kernel, T>(
    grid: &'a BrickGrid,
    line: &GridLine,
    direction: DynamicDirection,
    found: impl Fn(i32, BrickPair<'a>) -> Option<T>,
) -> Option<T> {
    let past = K::past(line.slope);
    // The rows, in squares of a level, in which the line begins a strip of that level and ends it.
    let bands = |strip: i32, shift: u32| {
        let start = line.row(strip << shift);
        let end = start.wrapping_add((line.slope << shift).wrapping_add(past));
        [start, end].map(|row| (row >> (FRACTION_BITS + shift)) as i32)
    };
    let in_world = |strip: i32, band: i32| direction.to_world(strip, band);
    for region in line.strips(direction, REGION_SHIFT, line.ends) {
        let in_regions = bands(region, REGION_SHIFT);
        let regions = in_regions.map(|band| {
            let (column, row) = in_world(region, band + line.regions);
            grid.region(column, row)
        });
        if regions.iter().all(|region| region.occupancy().is_empty()) {
            continue;
        }
        for block in line.strips(direction, BLOCK_SHIFT, pixels_of(region, REGION_SHIFT)) {
            let in_blocks = bands(block, BLOCK_SHIFT);
            let blocks = in_blocks.map(|band| {
                let (column, row) = in_world(block, band);
                regions[usize::from(band >> 4 != in_regions[0])].child(column as u32, row as u32)
            });
            if blocks.iter().all(|block| block.occupancy().is_empty()) {
                continue;
            }
            for strip in line.strips(direction, BRICK_SHIFT, pixels_of(block, BLOCK_SHIFT)) {
                let in_bricks = bands(strip, BRICK_SHIFT);
                let bricks = in_bricks.map(|band| {
                    let (column, row) = in_world(strip, band);
                    blocks[usize::from(band >> 4 != in_blocks[0])].child_if_any(column as u32, row as u32)
                });
                if bricks.iter().all(Option::is_none) {
                    continue;
                }
                let lanes = bricks.map(|brick| brick.map_or(&NO_LANES, |brick| brick.lanes(direction.is_steep())));
                let bricks = BrickPair { lanes, first: in_bricks[0] };
                for major in line.strips(direction, 0, pixels_of(strip, BRICK_SHIFT)) {
                    let is_solid = |row: i64| bricks.is_solid(major & 15, (row >> FRACTION_BITS) as i32);
                    let start = line.row(major);
                    if (is_solid(start) || is_solid(start.wrapping_add(line.slope.wrapping_add(past))))
                        && let Some(found) = found(major, bricks)
                    {
                        return Some(found);
                    }
                }
            }
        }
    }
    None
}

/// Returns the first major coordinate and the last of a strip of `2^shift` pixels.
const fn pixels_of(strip: i32, shift: u32) -> (i32, i32) {
    (strip << shift, (strip << shift) + (1 << shift) - 1)
}

impl GridLine {
    /// Returns the strips of `2^shift` pixels that the line crosses between two major coordinates, in its order.
    fn strips(&self, direction: DynamicDirection, shift: u32, (first, last): (i32, i32)) -> impl Iterator<Item = i32> {
        let (first, last) = (first.max(self.ends.0) >> shift, last.min(self.ends.1) >> shift);
        (0..last - first + 1).map(move |index| if direction.is_backward() { last - index } else { first + index })
    }
}
