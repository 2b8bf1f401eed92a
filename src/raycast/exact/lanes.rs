use crate::raycast::lanes::{LANE_BITS, end_to_end, set_lanes};
use fearless_simd::{Simd, SimdBase, u32x16};

/// The lanes in which one of the rows that a segment meets is set in two squares, one below the other.
///
/// In lane `i` these are the rows of `start + multiples[i]`, of that plus `reach`, and all between: at most two, or three
/// where `three` is all ones and not zero.
#[inline(always)]
pub(super) fn touched_lanes<S: Simd>(
    simd: S,
    squares: [&[u16; 16]; 2],
    multiples: u32x16<S>,
    start: u32,
    reach: u32,
    three: u32,
) -> u32 {
    let set = end_to_end(simd, squares);
    let set = set | ((set >> 1) & u32x16::splat(simd, three));
    let first = multiples + u32x16::splat(simd, start);
    let last = first + u32x16::splat(simd, reach);
    set_lanes(simd, (set >> (first >> LANE_BITS)) | (set >> (last >> LANE_BITS)))
}
