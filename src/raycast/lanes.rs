//! Sixteen steps of a line at once, in 32-bit lanes: the two tests that a cast is made of.
//!
//! A step's row is a fixed-point number of 5 whole bits, for the 32 rows of two bricks, and 27 fraction bits; it is made of
//! the line's own number, which has 42, and rounded.
//!
//! **Pixels are exact.** With `D` steps the true row `W = k·d/D + 1/2` is at least `1/(2·D)`, so `2^-21`, below the next
//! whole number; that is 64 units of the 27 bits. The line's own number lies above it by less than `1.26·k / 2^42`, so by
//! less than 41 units. Rounding start and slope up adds less than 1 and, over 15 lanes, less than 15 more. So no row is
//! passed too early, and none too late, as nothing was rounded down. Where the row falls along the line, everything is the
//! other way round: the line's own number lies below, by less than 41 units, and start and slope are rounded down.
//!
//! **Squares are safe.** A unit of a square is many of a pixel, and the line is not known so finely. The start is rounded
//! down, which loses less than 1 unit; the slope is rounded up (down where the line falls), which over 15 lanes gains
//! (loses) less than 15. Then the lesser of the first row and the last loses 17 units and the greater gets 17. So the rows
//! asked about may be one too far outside, never too far inside. Past the 32 rows they begin again, which loses nothing:
//! first and last are less than a row apart, as they are `2^SHIFT - 1` pixels of at most 1 each in a row of `2^SHIFT`, plus
//! 34 units; so that the other of the two is then in the row that counts. Exact segments, which end a lane past the
//! beginning of the next one, are held to slopes at which that is so too (`exact/crossings.rs`).

use super::line::FRACTION_BITS;
use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, u16x16, u32x16};

/// The fraction bits of a row in a lane; the five above them tell the 32 rows of two squares apart.
pub(super) const LANE_BITS: u32 = 27;
/// The fraction bits that a line has more.
const DROPPED: u32 = FRACTION_BITS - LANE_BITS;
/// By how much the rows of squares are pulled apart.
const SLACK: u32 = 17;

/// What the line adds to its row by each lane, in the fixed point of the lanes: made once for a line.
#[inline(always)]
pub(super) fn products<S: Simd>(simd: S, slope: i64) -> u32x16<S> {
    multiples(simd, narrow::<0>(slope, up(slope)))
}

/// What each of sixteen lanes is past the first, where a lane adds `step`.
#[inline(always)]
pub(super) fn multiples<S: Simd>(simd: S, step: u32) -> u32x16<S> {
    const LANES: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    u32x16::simd_from(simd, LANES) * u32x16::splat(simd, step)
}

/// What to add so that a number of the line is rounded up where the line rises, else down.
#[inline(always)]
fn up(slope: i64) -> i64 {
    // All bits of the sign, inverted.
    !(slope >> 63) & ((1 << DROPPED) - 1)
}

/// A number of the line in the fixed point of the lanes, where a row is `2^SHIFT` pixels.
#[inline(always)]
fn narrow<const SHIFT: u32>(value: i64, up: i64) -> u32 {
    (value.wrapping_add(up) >> (DROPPED + SHIFT)) as u32
}

/// A row of the line, counted from the top of the square of 16 rows that it lies in, where a row is `2^SHIFT` pixels.
///
/// So the square is in the lower half of the 32 rows. Where the line leaves it below, it comes to the upper half, and
/// where it leaves it above, it comes there too, as the rows begin again: either way to the other square.
#[inline(always)]
fn in_first<const SHIFT: u32>(start: i64) -> i64 {
    start & ((1 << (FRACTION_BITS + SHIFT + 4)) - 1)
}

/// The lanes 0 to 15 at which the pixel of a line is set in two bricks: that in which the line begins lane 0, and the one
/// above or below that it may go on to.
///
/// `start` is the line's row at lane 0, counted in pixels from the top of some brick, with [`FRACTION_BITS`].
#[inline(always)]
pub(super) fn solid_pixels<S: Simd>(
    simd: S,
    bricks: [&[u16; 16]; 2],
    start: i64,
    slope: i64,
    products: u32x16<S>,
) -> u32 {
    let rows = (products + u32x16::splat(simd, narrow::<0>(in_first::<0>(start), up(slope)))) >> LANE_BITS;
    set_lanes(simd, end_to_end(simd, bricks) >> rows)
}

/// The rows of squares that a line meets in the first of sixteen lanes, pulled apart by what their numbers may lack: the
/// first one in the sense in which the line runs, and the last.
///
/// A lane is `2^SHIFT` pixels wide. `start` is the line's row where it begins lane 0, counted in pixels from the top of some
/// square, `slope` what a pixel adds, and `past` how far past the beginning of the next lane the line ends a lane, all with
/// [`FRACTION_BITS`].
#[inline(always)]
pub(super) fn square_rows<const SHIFT: u32>(start: i64, slope: i64, past: i64) -> (u32, u32) {
    // Per lane the line moves by `slope << SHIFT`, and a row is `1 << SHIFT` pixels: the same number as for pixels.
    let sign = (slope >> 63) as u32;
    let start = in_first::<SHIFT>(start);
    let across = (slope << SHIFT).wrapping_add(past);
    let (first, last) = (narrow::<SHIFT>(start, 0), narrow::<SHIFT>(start.wrapping_add(across), 0));
    // SLACK away from one another: less and more where the line rises.
    let slack = (SLACK ^ sign).wrapping_sub(sign);
    (first.wrapping_sub(slack), last.wrapping_add(slack))
}

/// The lanes 0 to 15 at which one of the at most two squares that a line meets is set in two squares of the level above:
/// that in which the line begins lane 0, and the one above or below that it may go on to. A lane may be given that should
/// not be, but none is missed.
///
/// `rows` are those of lane 0, by [`square_rows`].
#[inline(always)]
pub(super) fn occupied_lanes<S: Simd>(simd: S, squares: [&[u16; 16]; 2], rows: (u32, u32), products: u32x16<S>) -> u32 {
    let first = (products + u32x16::splat(simd, rows.0)) >> LANE_BITS;
    let last = (products + u32x16::splat(simd, rows.1)) >> LANE_BITS;
    let occupied = end_to_end(simd, squares);
    set_lanes(simd, (occupied >> first) | (occupied >> last))
}

/// The first square's 16 bits of each lane, and the second one's above them.
#[inline(always)]
pub(super) fn end_to_end<S: Simd>(simd: S, [first, second]: [&[u16; 16]; 2]) -> u32x16<S> {
    let widen = |lanes: &[u16; 16]| {
        let (low, high) = simd.widen_u16x16(u16x16::simd_from(simd, *lanes));
        simd.combine_u32x8(low, high)
    };
    widen(first) | (widen(second) << 16)
}

/// The lanes whose lowest bit is set.
#[inline(always)]
pub(super) fn set_lanes<S: Simd>(simd: S, lanes: u32x16<S>) -> u32 {
    let one = u32x16::splat(simd, 1);
    simd.simd_eq_u32x16(lanes & one, one).to_bitmask() as u32
}

/// Of a square that is empty.
pub(super) static NO_LANES: [u16; 16] = [0; 16];

/// The lanes from `first` to `last`, both included, of 16; they may lie outside.
#[inline(always)]
pub(super) fn lanes_between(first: i32, last: i32) -> u32 {
    u32::MAX << first.max(0) & u32::MAX >> (31 - last.min(15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raycast::simd_level::SimdLevel;
    use fearless_simd::{Level, dispatch};

    /// The vector instructions that can be chosen, and the fewest that the program was compiled for.
    fn levels() -> impl Iterator<Item = Level> {
        SimdLevel::ALL.map(SimdLevel::level).into_iter().chain([Level::baseline()])
    }

    /// Two squares, one below the other, in the order of a line that begins in one of them.
    fn beginning_with([upper, lower]: &[[u16; 16]; 2], place: i64) -> [&[u16; 16]; 2] {
        if place == 0 { [upper, lower] } else { [lower, upper] }
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
            for level in levels() {
                let bricks = beginning_with(&bricks, start >> (FRACTION_BITS + 4));
                let found = dispatch!(level, simd => solid_pixels(simd, bricks, start, slope, products(simd, slope)));
                assert_eq!(found, expected, "case {case} on {level:?}");
            }
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
            for level in levels() {
                let bricks = beginning_with(&bricks, start >> (FRACTION_BITS + 8));
                let rows = square_rows::<4>(start, slope, -slope);
                let found = dispatch!(level, simd => occupied_lanes(simd, bricks, rows, products(simd, slope)));
                assert_eq!(found & expected, expected, "case {case} on {level:?}: a brick was missed");
            }
        }
    }
}
