//! Inner corners: solid pixels between two lit pixels, which no edge of their own lights.

use crate::solidity::SolidityMap;
use glam::{IVec2, ivec2};
use std::ops::Range;

/// Adds the pixels at inner corners to the pixels with a lit edge.
///
/// A pixel is at an inner corner if the pixel beside it along x and the one along y are lit by an edge, and the pixel
/// diagonal between these two is seen. All pixels with a lit edge lie in `rows`. `is_solid` is asked for pixels that
/// are neither seen nor lit. `found` is a buffer.
///
/// ```text
///     b #     #: the corner      for each row and a row beside it, in words of 64 pixels:
///     q a     a, b: lit              beside = lit & seen of the other row                all a's, by their q
///             q: seen                corners = both neighbors of beside & lit of the other row
/// ```
pub(super) fn add_corners(
    seen: &SolidityMap,
    lit: &mut SolidityMap,
    rows: Range<usize>,
    found: &mut Vec<(usize, u64)>,
    is_solid: impl Fn(IVec2) -> bool,
) {
    let width = lit.width().div_ceil(64) as usize;
    let first = rows.start * width;
    let count = rows.len().saturating_sub(1) * width;
    let (seen, words) = (seen.words(), lit.words());
    // Words with corners, and these.
    found.clear();
    let mut find = |own: usize, other: usize| {
        let beside = words[own] & seen[other];
        if beside == 0 {
            return;
        }
        let mut add = |own: usize, other: usize, neighbors: u64| {
            let corners = neighbors & words[other] & !(words[own] | seen[own]);
            if corners != 0 {
                found.push((own, corners));
            }
        };
        add(own, other, beside << 1 | beside >> 1);
        if beside & 1 != 0 && !own.is_multiple_of(width) {
            add(own - 1, other - 1, 1 << 63);
        }
        if beside >> 63 != 0 && !(own + 1).is_multiple_of(width) {
            add(own + 1, other + 1, 1);
        }
    };
    // Rows, and the next ones.
    let [lit_rows, seen_rows] = [words, seen].map(|words| &words[first..first + count]);
    let [lit_next, seen_next] = [words, seen].map(|words| &words[first + width..first + width + count]);
    let pairs = lit_rows.iter().zip(seen_rows).zip(lit_next.iter().zip(seen_next));
    for (index, ((lit, seen), (lit_next, seen_next))) in (first..).zip(pairs) {
        if lit & seen_next | lit_next & seen != 0 {
            find(index, index + width);
            find(index + width, index);
        }
    }
    for &mut (index, mut corners) in found {
        while corners != 0 {
            let at = ivec2((index % width * 64) as i32 + corners.trailing_zeros() as i32, (index / width) as i32);
            corners &= corners - 1;
            if is_solid(at) {
                lit.set(at.x, at.y, true);
            }
        }
    }
}
