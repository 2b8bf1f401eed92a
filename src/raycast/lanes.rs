//! The strip test: sixteen steps of a line at once, in 32-bit lanes.
//!
//! [`solid_pixels`] tests the pixels of two bricks. [`occupied_lanes`] tests the squares of two blocks or two regions,
//! and the pixels of exact rays. Both are `test_strip` of the pseudo-code atop [`raycast`](super), where there is a
//! picture. A lane is a column of the strip. It holds the 16 bits of the first square, and above them the 16 bits of
//! the second. They are shifted right by the row that the line has in that column, and the lowest bit is the answer.
//! The sections below give the error bounds of that row.
//!
//! A lane's row is a fixed-point number of 5 whole bits, for the 32 rows of two bricks, and 27 fraction bits. It is
//! rounded from the line's own number, which has 42 fraction bits.
//!
//! **Tests of pixels are exact.** With `D` steps the true row `W = k·d/D + 1/2` is at least `1/(2·D)`, so `2^-21`,
//! below the next whole number: 64 units of the 27 bits. The line's own number exceeds `W` by less than `1.26·k /
//! 2^42`, so by less than 41 units. Rounding start and slope up adds less than 1 and, over 15 lanes, less than 15
//! more. So no row is passed too early. None is passed too late, as nothing was rounded down. Where the row falls
//! along the line, all signs are reversed: the line's own number lies below `W` by less than 41 units, and start and
//! slope are rounded down.
//!
//! **Tests of squares never miss.** A unit of a square is many units of a pixel, and the line is not known so finely.
//! The start is rounded down, which loses less than 1 unit. The slope is rounded up (down where the line falls), which
//! gains (loses) less than 15 over 15 lanes. Then 17 units are subtracted from the lesser of the first and last row,
//! and added to the greater. So the tested rows may reach one row too far, never too short.
//!
//! Rows past the 32 wrap around, which loses nothing. First and last are less than a row apart: the line moves by at
//! most `2^SHIFT - 1` pixels between them, 34 units are added, and a row has `2^SHIFT` pixels. So if one of the two
//! wraps around, the other one lies in the row that the line meets. Exact segments end a lane past the beginning of the
//! next one. They are restricted to slopes at which the same holds (`exact/kernel.rs`).

use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, u16x16, u32x16};

/// The fraction bits of a line's row, `F` in [`PixelLine`](super::line::PixelLine).
pub(super) const FRACTION_BITS: u32 = 42;
/// The fraction bits of a row in a lane. The five bits above them are one of the 32 rows of two squares.
pub(super) const LANE_BITS: u32 = 27;
/// The additional fraction bits of a line.
const DROPPED: u32 = FRACTION_BITS - LANE_BITS;
/// By how much the first and the last row of squares are moved apart.
const ROW_SLACK: u32 = 17;

/// Returns the change of a line's row from lane 0 to each lane, in the fixed point of the lanes. Made once a line.
#[inline(always)]
pub(super) fn products<S: Simd>(simd: S, slope: i64) -> u32x16<S> {
    multiples(simd, narrow::<0>(slope, up(slope)))
}

/// Returns `step` times the index of each of sixteen lanes.
#[inline(always)]
pub(super) fn multiples<S: Simd>(simd: S, step: u32) -> u32x16<S> {
    const LANES: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    u32x16::simd_from(simd, LANES) * u32x16::splat(simd, step)
}

/// Returns the number to add so that a number of the line is rounded up if the line rises, else down.
#[inline(always)]
fn up(slope: i64) -> i64 {
    // All bits of the sign, inverted.
    !(slope >> 63) & ((1 << DROPPED) - 1)
}

/// Converts a number of the line to the fixed point of the lanes, where a row is `2^SHIFT` pixels.
#[inline(always)]
fn narrow<const SHIFT: u32>(value: i64, up: i64) -> u32 {
    (value.wrapping_add(up) >> (DROPPED + SHIFT)) as u32
}

/// Returns a row of the line counted from the top of its square of 16 rows, where a row is `2^SHIFT` pixels.
///
/// So the square is the lower half of the 32 rows. A line that leaves it downward comes to the upper half. A line that
/// leaves it upward comes there too, as the rows wrap around. Either way that is the other square.
#[inline(always)]
fn in_first<const SHIFT: u32>(start: i64) -> i64 {
    start & ((1 << (FRACTION_BITS + SHIFT + 4)) - 1)
}

/// Returns the lanes 0 to 15 at which the pixel of a line is set in two bricks.
///
/// The first brick is the one in which the line begins lane 0, the second the one above or below that it may go on to.
/// `start` is the line's row at lane 0, counted in pixels from the top of some brick, with [`FRACTION_BITS`].
#[inline(always)]
pub(super) fn solid_pixels<S: Simd>(
    simd: S,
    bricks: [&[u16; 16]; 2],
    start: i64,
    slope: i64,
    products: u32x16<S>,
) -> u32 {
    let start = narrow::<0>(in_first::<0>(start), up(slope));
    let rows = (products + u32x16::splat(simd, start)) >> LANE_BITS;
    set_lanes(simd, end_to_end(simd, bricks) >> rows)
}

/// Returns the lanes 0 to 15 at which the pixel of a line is set in one brick.
///
/// `start` is the line's row at lane 0, counted in pixels from the top of the brick, with [`FRACTION_BITS`]. Rows beside
/// the brick are free: there the shift exceeds its 16 bits.
#[inline(always)]
pub(super) fn brick_pixels<S: Simd>(simd: S, brick: &[u16; 16], start: i64, slope: i64, products: u32x16<S>) -> u32 {
    let start = narrow::<0>(start, up(slope));
    let rows = (products + u32x16::splat(simd, start)) >> LANE_BITS;
    set_lanes(simd, widen(simd, brick) >> rows)
}

/// Returns the first and the last row of squares that a line meets in the first of sixteen lanes, moved apart by
/// their possible error.
///
/// A lane is `2^SHIFT` pixels wide. `start` is the line's row at the beginning of lane 0, counted in pixels from the
/// top of some square. `slope` is what a pixel adds, and `past` is how far the end of a lane lies past the beginning
/// of the next. All have [`FRACTION_BITS`].
#[inline(always)]
pub(super) fn square_rows<const SHIFT: u32>(start: i64, slope: i64, past: i64) -> (u32, u32) {
    // Per lane the line moves by `slope << SHIFT`, and a row is `1 << SHIFT` pixels: the same number as for pixels.
    let sign = (slope >> 63) as u32;
    let start = in_first::<SHIFT>(start);
    let across = (slope << SHIFT).wrapping_add(past);
    let (first, last) = (narrow::<SHIFT>(start, 0), narrow::<SHIFT>(start.wrapping_add(across), 0));
    // Away from one another: less and more where the line rises.
    let slack = (ROW_SLACK ^ sign).wrapping_sub(sign);
    (first.wrapping_sub(slack), last.wrapping_add(slack))
}

/// Returns the lanes 0 to 15 at which the line meets a set square, in two squares of the level above.
///
/// The first of the two is the one in which the line begins lane 0, the second the one above or below that it may go on
/// to. In a lane the line meets at most two squares. The answer may have a lane in which the line meets no set square.
/// It misses none. `rows` are the rows of lane 0 from [`square_rows`].
#[inline(always)]
pub(super) fn occupied_lanes<S: Simd>(simd: S, squares: [&[u16; 16]; 2], rows: (u32, u32), products: u32x16<S>) -> u32 {
    let first = (products + u32x16::splat(simd, rows.0)) >> LANE_BITS;
    let last = (products + u32x16::splat(simd, rows.1)) >> LANE_BITS;
    let occupied = end_to_end(simd, squares);
    set_lanes(simd, (occupied >> first) | (occupied >> last))
}

/// Returns the first square's 16 bits of each lane, with the second square's 16 bits above them.
#[inline(always)]
pub(super) fn end_to_end<S: Simd>(simd: S, [first, second]: [&[u16; 16]; 2]) -> u32x16<S> {
    widen(simd, first) | (widen(simd, second) << 16)
}

/// Returns the 16 bits of each lane.
#[inline(always)]
fn widen<S: Simd>(simd: S, lanes: &[u16; 16]) -> u32x16<S> {
    let (low, high) = simd.widen_u16x16(u16x16::simd_from(simd, *lanes));
    simd.combine_u32x8(low, high)
}

/// Returns the lanes whose lowest bit is set.
#[inline(always)]
pub(super) fn set_lanes<S: Simd>(simd: S, lanes: u32x16<S>) -> u32 {
    let one = u32x16::splat(simd, 1);
    simd.simd_eq_u32x16(lanes & one, one).to_bitmask() as u32
}

/// The lanes of an empty square.
pub(super) static NO_LANES: [u16; 16] = [0; 16];

/// Returns the lanes of 16 from `first` to `last` inclusive. Both may lie outside the 16.
#[inline(always)]
pub(super) fn lanes_between(first: i32, last: i32) -> u32 {
    u32::MAX << first.max(0) & u32::MAX >> (31 - last.min(15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Level, dispatch};

    /// Returns two squares, one below the other, in the order of a line that begins in one of them.
    fn beginning_with([upper, lower]: &[[u16; 16]; 2], index: i64) -> [&[u16; 16]; 2] {
        if index == 0 { [upper, lower] } else { [lower, upper] }
    }

    #[test]
    fn lanes_equal_a_shift_for_each() {
        let mut rng = fastrand::Rng::with_seed(21);
        for case in 0..50_000 {
            let bricks: [[u16; 16]; 2] = [(); 2].map(|()| [(); 16].map(|()| rng.u16(..) & rng.u16(..)));
            let slope = rng.i64(-1 << FRACTION_BITS..=1 << FRACTION_BITS) >> rng.u32(0..20);
            // Far enough from both ends that no lane leaves the 32 rows.
            let start = rng.i64(15 << FRACTION_BITS..=16 << FRACTION_BITS) + 7 * -slope;
            let fraction = |row: i64| row & ((1 << FRACTION_BITS) - 1);
            let clear_of_ties = (0..16).all(|lane| {
                let near = 1 << (FRACTION_BITS - LANE_BITS + 5);
                (near..(1 << FRACTION_BITS) - near).contains(&fraction(start + lane * slope))
            });
            if !clear_of_ties {
                continue;
            }
            let expected = (0..16).fold(0, |lanes, lane| {
                let row = (start + lane * slope) >> FRACTION_BITS;
                let pixels = u32::from(bricks[0][lane as usize]) | u32::from(bricks[1][lane as usize]) << 16;
                lanes | (pixels >> row & 1) << lane
            });
            let bricks = beginning_with(&bricks, start >> (FRACTION_BITS + 4));
            let found = dispatch!(
                Level::best(),
                simd => solid_pixels(simd, bricks, start, slope, products(simd, slope)),
                plain => expected
            );
            assert_eq!(found, expected, "case {case}");
        }
    }

    #[test]
    fn no_brick_that_a_line_meets_is_missed() {
        let mut rng = fastrand::Rng::with_seed(22);
        for case in 0..50_000 {
            let bricks: [[u16; 16]; 2] = [(); 2].map(|()| [(); 16].map(|()| rng.u16(..) & rng.u16(..)));
            let slope = rng.i64(-1 << FRACTION_BITS..=1 << FRACTION_BITS) >> rng.u32(0..20);
            // The rows of 256 pixels, which may begin at any of the 512 from which none leaves them; often at a border.
            let reach = 255 * slope;
            let (lowest, highest) = ((-reach).max(0), (512 << FRACTION_BITS) - 1 - reach.max(0));
            let mut start = rng.i64(lowest..=highest);
            if rng.bool() {
                start = (start >> (FRACTION_BITS + 4) << (FRACTION_BITS + 4)).clamp(lowest, highest) + rng.i64(-3..=3);
                start = start.clamp(lowest, highest);
            }
            let mut expected = 0;
            for pixel in 0..256 {
                let (lane, row) = (pixel / 16, (start + pixel * slope) >> (FRACTION_BITS + 4));
                let occupied = u32::from(bricks[0][lane as usize]) | u32::from(bricks[1][lane as usize]) << 16;
                expected |= (occupied >> row & 1) << lane;
            }
            let bricks = beginning_with(&bricks, start >> (FRACTION_BITS + 8));
            let rows = square_rows::<4>(start, slope, -slope);
            let found = dispatch!(
                Level::best(),
                simd => occupied_lanes(simd, bricks, rows, products(simd, slope)),
                plain => expected
            );
            assert_eq!(found & expected, expected, "case {case}: a brick was missed");
        }
    }
}
