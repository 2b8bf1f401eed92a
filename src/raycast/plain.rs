//! The walk of [`walk`](super::walk) for processors without vector instructions: square by square, column by column.

use super::lanes::FRACTION_BITS;
use super::line::{DynamicDirection, GridLine, LineDirection};
use super::walk::{BrickPair, Kernel};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BrickGrid, GridNode, REGION_SHIFT};

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
    for region in line.strips(direction, REGION_SHIFT, line.ends) {
        let bands = <[i32; 2]>::from(line.strip_rows::<BLOCK_SHIFT>(region, past).bands);
        if bands.iter().all(|&band| line.region(direction, grid, region, band).occupancy().is_empty()) {
            continue;
        }
        for block in line.strips(direction, BLOCK_SHIFT, pixels_of(region, REGION_SHIFT)) {
            let blocks = line.blocks(direction, grid, block, &line.strip_rows::<BRICK_SHIFT>(block, past));
            if blocks.is_empty() {
                continue;
            }
            for strip in line.strips(direction, BRICK_SHIFT, pixels_of(block, BLOCK_SHIFT)) {
                let start = line.row(strip << BRICK_SHIFT);
                let is_empty = |row| {
                    let (block, [column, row]) = blocks.around(direction, strip, row);
                    !block.occupancy().is_set(column % 16, row % 16)
                };
                if is_empty(start) && is_empty(line.end_of_strip(start, past)) {
                    continue;
                }
                let bricks = line.bricks(direction, &blocks, strip, start, past);
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
