//! Eight edges at once: how far each of them parts two polygons.
//!
//! Edge `i` of a polygon parts it from another by `min over j (n_i·b_j) − s_i`, with its outward normal `n_i`, the support
//! `s_i` of its own polygon, and the other's corners `b_j`. With eight edges in eight lanes each corner costs two products, a
//! sum and a minimum, and nothing is added up across lanes. The corners are relative to the other's origin, which is `d`
//! away: `n·(b_j + d) = n·b_j + n·d`.
//!
//! Products and sums are rounded one by one. A fused multiply-add would be faster, but not every processor has one, and the
//! answers are to be the same.

use super::convex::{Block, LANES};
use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, f32x8};
use glam::Vec2;

/// How far each edge of a block parts its polygon from the corners of another block; the other's origin is `offset` from
/// its own. `full` says that the other has more than four corners.
#[inline(always)]
pub(super) fn separations<S: Simd>(simd: S, edges: &Block, corners: &Block, full: bool, offset: Vec2) -> f32x8<S> {
    let (x, y) = (f32x8::simd_from(simd, edges.normal_x), f32x8::simd_from(simd, edges.normal_y));
    nearest(simd, x, y, corners, full) + along_offset(simd, x, y, edges, offset)
}

/// How far the other's origin lies beyond each edge of a block, whose normals are `x` and `y`.
#[inline(always)]
pub(super) fn along_offset<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, edges: &Block, offset: Vec2) -> f32x8<S> {
    along(simd, x, y, offset) - f32x8::simd_from(simd, edges.support)
}

/// The least of what the corners of a block are along each of eight directions.
#[inline(always)]
pub(super) fn nearest<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, corners: &Block, full: bool) -> f32x8<S> {
    let nearest = nearest_of_four(simd, x, y, corners, 0);
    if full { nearest.min(nearest_of_four(simd, x, y, corners, LANES / 2)) } else { nearest }
}

#[inline(always)]
fn nearest_of_four<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, corners: &Block, first: usize) -> f32x8<S> {
    let one = along(simd, x, y, corners.corner(first)).min(along(simd, x, y, corners.corner(first + 1)));
    let other = along(simd, x, y, corners.corner(first + 2)).min(along(simd, x, y, corners.corner(first + 3)));
    one.min(other)
}

/// What a vector is along each of eight directions.
#[inline(always)]
fn along<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, vector: Vec2) -> f32x8<S> {
    x * f32x8::splat(simd, vector.x) + y * f32x8::splat(simd, vector.y)
}

/// What a vector is along each normal of a block.
#[inline(always)]
pub(super) fn rates<S: Simd>(simd: S, edges: &Block, vector: Vec2) -> f32x8<S> {
    let (x, y) = (f32x8::simd_from(simd, edges.normal_x), f32x8::simd_from(simd, edges.normal_y));
    along(simd, x, y, vector)
}

/// The greatest lane, in all lanes.
#[inline(always)]
pub(super) fn greatest<S: Simd>(simd: S, lanes: f32x8<S>) -> f32x8<S> {
    let of_halves = lanes.max(simd.slide_f32x8::<4>(lanes, lanes));
    let of_pairs = of_halves.max(simd.slide_within_blocks_f32x8::<2>(of_halves, of_halves));
    of_pairs.max(simd.slide_within_blocks_f32x8::<1>(of_pairs, of_pairs))
}

/// The lanes, as bits, of the first `count` that hold a value: without those past the last corner, which repeat it.
#[inline(always)]
pub(super) fn lanes_equal_to<S: Simd>(simd: S, lanes: f32x8<S>, value: f32x8<S>, count: usize) -> u32 {
    let equal = simd.simd_eq_f32x8(lanes, value).to_bitmask() as u32;
    equal & ((1 << count) - 1)
}

/// The edges, as bits, of the first `count` of a block that part a point, relative to the polygon's origin, most, and by how
/// much. There may be none where numbers are not finite.
#[inline(always)]
pub(super) fn greatest_lanes<S: Simd>(simd: S, edges: &Block, count: usize, point: Vec2) -> (u32, f32) {
    let (x, y) = (f32x8::simd_from(simd, edges.normal_x), f32x8::simd_from(simd, edges.normal_y));
    let separations = along_offset(simd, x, y, edges, point);
    let greatest = greatest(simd, separations);
    (lanes_equal_to(simd, separations, greatest, count), greatest.as_slice()[0])
}
