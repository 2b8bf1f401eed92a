//! The operations on eight lanes that shape tests are made of.
//!
//! A lane is an edge of a polygon, or a box. Every set of vector instructions, and the scalar code where there is none,
//! computes each lane by the same operations in the same order, so all give the same bits.

use super::contact::PackedContact;
use super::convex::{ConvexPolygon, CornerBlock, LANES};
use crate::geometry::Aabb;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdFrom, SimdMask, f32x4, f32x8, f64x2};
use glam::{DVec2, Vec2};

/// Two polygons of at most eight corners each: one block each.
#[derive(Clone, Copy)]
pub(super) struct BlockPair<'p> {
    pub(super) first: &'p CornerBlock,
    pub(super) second: &'p CornerBlock,
    /// The numbers of corners.
    pub(super) counts: [usize; 2],
    pub(super) offset: Vec2,
}

impl<'p> BlockPair<'p> {
    /// Creates a pair that needs no exact decision, unless the greatest separation is in doubt; `None` for polygons of
    /// more than eight corners and for large ones of whole numbers. One test instead of several.
    #[inline(always)]
    pub(super) fn plain(a: &'p ConvexPolygon, b: &'p ConvexPolygon) -> Option<Self> {
        let is_plain = a.specialty() + b.specialty() < ConvexPolygon::SPECIAL;
        is_plain.then(|| Self {
            first: a.block(0),
            second: b.block(0),
            counts: [a.len(), b.len()],
            offset: a.offset_to(b),
        })
    }

    /// Creates the pair; `None` if a polygon has more than eight corners.
    #[inline(always)]
    pub(super) fn new(a: &'p ConvexPolygon, b: &'p ConvexPolygon, offset: Vec2) -> Option<Self> {
        let (first, second) = (a.single_block()?, b.single_block()?);
        Some(Self { first, second, counts: [a.len(), b.len()], offset })
    }

    /// Returns the normal of a lane, toward the first polygon. Whose edge it is is unpredictable, so there is no
    /// branch.
    #[inline(always)]
    pub(super) fn normal(&self, lane: u32) -> Vec2 {
        let of_second = usize::from(lane >= LANES as u32);
        [self.first, self.second][of_second].normal(lane as usize) * [-1.0, 1.0][of_second]
    }

    /// Returns the separation of each edge.
    #[inline(always)]
    pub(super) fn separations<S: Simd>(&self, simd: S) -> Pair<S> {
        let BlockPair { first, second, offset, counts } = *self;
        let [many_first, many_second] = counts.map(|count| count > LANES / 2);
        let (x, y) = normals(simd, first);
        let of_first = min_dot(simd, x, y, second, many_second) + offset_separations(simd, x, y, first, offset);
        let (x, y) = normals(simd, second);
        // The second polygon's offset is the negated one. To negate the sum instead rounds alike, and costs nothing.
        let support = f32x8::simd_from(simd, second.support);
        let of_second = min_dot(simd, x, y, first, many_first) - (dot(simd, x, y, offset) + support);
        [of_first, of_second]
    }

    /// Returns how much each separation grows while the first polygon moves by `motion`.
    #[inline(always)]
    pub(super) fn rates<S: Simd>(&self, simd: S, motion: Vec2) -> Pair<S> {
        let approach = |edges: &CornerBlock| {
            let (x, y) = normals(simd, edges);
            dot(simd, x, y, motion)
        };
        [f32x8::splat(simd, 0.0) - approach(self.first), approach(self.second)]
    }
}

/// The coordinates of eight boxes.
pub(crate) struct BoxBlock<'a> {
    pub(crate) min_x: &'a [f32],
    pub(crate) min_y: &'a [f32],
    pub(crate) max_x: &'a [f32],
    pub(crate) max_y: &'a [f32],
}

/// Eight coordinates of a box, each in every lane.
pub(crate) struct ProbeLanes<S: Simd> {
    min_x: f32x8<S>,
    min_y: f32x8<S>,
    max_x: f32x8<S>,
    max_y: f32x8<S>,
}

impl<S: Simd> ProbeLanes<S> {
    /// Prepares a box that others are tested against.
    #[inline(always)]
    pub(crate) fn new(simd: S, aabb: &Aabb) -> Self {
        Self {
            min_x: f32x8::splat(simd, aabb.min.x),
            min_y: f32x8::splat(simd, aabb.min.y),
            max_x: f32x8::splat(simd, aabb.max.x),
            max_y: f32x8::splat(simd, aabb.max.y),
        }
    }

    /// Returns the boxes, as bits, that overlap the probe; boxes that touch or hold a NaN do not.
    #[inline(always)]
    pub(crate) fn overlapping(&self, simd: S, boxes: &BoxBlock<'_>) -> u32 {
        let lanes = |list: &[f32]| f32x8::from_slice(simd, list);
        let begin_before_its_end =
            simd.simd_lt_f32x8(lanes(boxes.min_x), self.max_x) & simd.simd_lt_f32x8(lanes(boxes.min_y), self.max_y);
        let end_after_its_begin =
            simd.simd_gt_f32x8(lanes(boxes.max_x), self.min_x) & simd.simd_gt_f32x8(lanes(boxes.max_y), self.min_y);
        (begin_before_its_end & end_after_its_begin).to_bitmask() as u32
    }
}

/// A number for each edge of two polygons: eight of the first, eight of the second.
pub(super) type Pair<S> = [f32x8<S>; 2];

/// Replaces the separations of overlaps that count as touches by 0.
#[inline(always)]
pub(super) fn without_touch<S: Simd>(simd: S, separations: Pair<S>, touch: f32) -> Pair<S> {
    let zero = f32x8::splat(simd, 0.0);
    separations.map(|lanes| {
        let is_touch = simd.simd_lt_f32x8(lanes, zero) & simd.simd_ge_f32x8(lanes, f32x8::splat(simd, -touch));
        simd.select_f32x8(is_touch, zero, lanes)
    })
}

/// Returns the time from which each edge no longer separates the polygons, the latest of these times, and the earliest one
/// at which an edge separates them again.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
pub(super) fn overlap_times<S: Simd>(simd: S, separations: Pair<S>, rates: Pair<S>, touch: f32) -> (Pair<S>, f32, f32) {
    let zero = f32x8::splat(simd, 0.0);
    let (never, always) = (f32x8::splat(simd, f32::NEG_INFINITY), f32x8::splat(simd, f32::INFINITY));
    let times = |separation: f32x8<S>, rate: f32x8<S>| {
        let crossing = separation / (zero - rate);
        let (closing, opening) = (simd.simd_lt_f32x8(rate, zero), simd.simd_gt_f32x8(rate, zero));
        let separating = simd.simd_ge_f32x8(separation, f32x8::splat(simd, -touch));
        let still = simd.select_f32x8(separating, always, never);
        let enter = simd.select_f32x8(closing, crossing, simd.select_f32x8(opening, never, still));
        (enter, simd.select_f32x8(opening, crossing, always))
    };
    let (first, second) = (times(separations[0], rates[0]), times(separations[1], rates[1]));
    let enter = first.0.max(second.0).reduce_max();
    let exit = first.1.min(second.1).reduce_min();
    ([first.0, second.0], enter, exit)
}

/// Returns whether every number is below a limit; false for NaN, so each is compared: which of two a maximum with NaN is
/// depends on the instructions.
#[inline(always)]
pub(super) fn all_below<S: Simd>(simd: S, [first, second]: Pair<S>, limit: f32) -> bool {
    let limit = f32x8::splat(simd, limit);
    (simd.simd_lt_f32x8(first, limit) & simd.simd_lt_f32x8(second, limit)).all_true()
}

/// Returns the greatest number, and the lanes that hold it, among so many of the first eight and of the second: bit `i`,
/// and bit `8 + i`.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
pub(super) fn greatest<S: Simd>(simd: S, [first, second]: Pair<S>, counts: [usize; 2]) -> (f32, u32) {
    let greatest = max_in_all_lanes(simd, first.max(second));
    let first = lanes_equal_to(simd, first, greatest, counts[0]);
    let second = lanes_equal_to(simd, second, greatest, counts[1]);
    (greatest.as_slice()[0], first | second << LANES)
}

/// Returns the separation of each edge of a block from corners in blocks, `offset` away.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
pub(super) fn block_separations<'c, S: Simd>(
    simd: S,
    edges: &CornerBlock,
    corners: impl Iterator<Item = &'c CornerBlock>,
    offset: Vec2,
) -> [f32; LANES] {
    let (x, y) = normals(simd, edges);
    let mut least = f32x8::splat(simd, f32::INFINITY);
    for corners in corners {
        least = least.min(min_dot(simd, x, y, corners, true));
    }
    (least + offset_separations(simd, x, y, edges, offset)).into()
}

/// Returns the edges, as bits, of the first `count` of a block that separate a point most, and by how much. The point is
/// relative to the polygon's origin. There may be no such edge where numbers are not finite.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
pub(super) fn greatest_edges<S: Simd>(simd: S, edges: &CornerBlock, count: usize, point: Vec2) -> (u32, f32) {
    let (x, y) = normals(simd, edges);
    let separations = offset_separations(simd, x, y, edges, point);
    let greatest = max_in_all_lanes(simd, separations);
    (lanes_equal_to(simd, separations, greatest, count), greatest.as_slice()[0])
}

/// Returns the contact of a circle with a polygon whose closest edge is in a lane of a block and ends at the corner `end`.
///
/// The two lanes hold the numbers of the edge's start and end. Whether the contact is with the edge or a corner is
/// unpredictable, and an unused root and quotient cost less than a branch misprediction: both are computed and one is
/// selected.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
pub(super) fn circle_contact<S: Simd>(
    simd: S,
    center: DVec2,
    radius: f64,
    block: &CornerBlock,
    lane: usize,
    end: Vec2,
) -> PackedContact {
    let (start, Vec2 { x: normal_x, y: normal_y }) = (block.corner(lane), block.normal(lane));
    // The vectors from the edge's start and end to the center.
    let (x, y) = simd.widen_f32x4(f32x4::simd_from(simd, [start.x, end.x, start.y, end.y]));
    let (x, y) = (f64x2::splat(simd, center.x) - x, f64x2::splat(simd, center.y) - y);
    let (normal_x, normal_y) = simd.widen_f32x4(f32x4::simd_from(simd, [normal_x, normal_x, normal_y, normal_y]));
    // How far in front of the edge the center is, measured from the edge's start as a sweep does.
    let separation = of_start(simd, normal_x * x + normal_y * y);
    // The position along the edge, from both ends. Past an end, both are above 0 or both below.
    let along = normal_x * y - normal_y * x;
    let past_an_end = along * simd.reverse_f64x2(along);
    // If the center is past an end, that end is the nearer one, which is faster to find out than which end it is past.
    let squares = x * x + y * y;
    let (start_squared, end_squared) = (of_start(simd, squares), of_end(simd, squares));
    let start_is_nearer = simd.simd_lt_f64x2(start_squared, end_squared);
    let nearer = start_is_nearer.select(simd.zip_low_f64x2(x, y), simd.zip_high_f64x2(x, y));
    let to_corner = start_squared.min(end_squared).sqrt();
    // A center exactly on a corner is not past it, and leaves through the edge.
    let at_corner = simd.simd_gt_f64x2(separation.min(past_an_end), f64x2::splat(simd, 0.0));
    let normal = at_corner.select(nearer / to_corner, simd.zip_low_f64x2(normal_x, normal_y));
    let depth = f64x2::splat(simd, radius) - at_corner.select(to_corner, separation);
    let [x, y, depth, _] = <[f32; 4]>::from(simd.narrow_f64x2(normal, depth));
    PackedContact::new(Vec2::new(x, y), depth)
}

/// Returns the normals of the edges of a block, as lanes.
#[inline(always)]
fn normals<S: Simd>(simd: S, edges: &CornerBlock) -> (f32x8<S>, f32x8<S>) {
    (f32x8::simd_from(simd, edges.normal_x), f32x8::simd_from(simd, edges.normal_y))
}

/// Returns the separation of the point `offset` from each edge of a block, whose normals are `x` and `y`.
#[inline(always)]
fn offset_separations<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, edges: &CornerBlock, offset: Vec2) -> f32x8<S> {
    dot(simd, x, y, offset) - f32x8::simd_from(simd, edges.support)
}

/// Returns the least dot product of the corners of a block with each of eight normals. `many` says that the polygon has
/// more than four corners.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
fn min_dot<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, corners: &CornerBlock, many: bool) -> f32x8<S> {
    let least = min_dot_of_four(simd, x, y, corners, 0);
    if many { least.min(min_dot_of_four(simd, x, y, corners, LANES / 2)) } else { least }
}

#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
fn min_dot_of_four<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, corners: &CornerBlock, first: usize) -> f32x8<S> {
    let one = dot(simd, x, y, corners.corner(first)).min(dot(simd, x, y, corners.corner(first + 1)));
    let other = dot(simd, x, y, corners.corner(first + 2)).min(dot(simd, x, y, corners.corner(first + 3)));
    one.min(other)
}

#[inline(always)]
fn dot<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, vector: Vec2) -> f32x8<S> {
    x * f32x8::splat(simd, vector.x) + y * f32x8::splat(simd, vector.y)
}

/// Returns the greatest lane, in all lanes.
#[inline(always)]
#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
fn max_in_all_lanes<S: Simd>(simd: S, lanes: f32x8<S>) -> f32x8<S> {
    let of_halves = lanes.max(simd.slide_f32x8::<4>(lanes, lanes));
    let of_pairs = of_halves.max(simd.slide_within_blocks_f32x8::<2>(of_halves, of_halves));
    of_pairs.max(simd.slide_within_blocks_f32x8::<1>(of_pairs, of_pairs))
}

/// Returns which of the first `count` lanes hold a value, as bits; the lanes after them repeat the last corner.
#[inline(always)]
fn lanes_equal_to<S: Simd>(simd: S, lanes: f32x8<S>, value: f32x8<S>, count: usize) -> u32 {
    let equal = simd.simd_eq_f32x8(lanes, value).to_bitmask() as u32;
    equal & ((1 << count) - 1)
}

/// Repeats the lane of the edge's start.
#[inline(always)]
fn of_start<S: Simd>(simd: S, lanes: f64x2<S>) -> f64x2<S> {
    simd.zip_low_f64x2(lanes, lanes)
}

/// Repeats the lane of the edge's end.
#[inline(always)]
fn of_end<S: Simd>(simd: S, lanes: f64x2<S>) -> f64x2<S> {
    simd.zip_high_f64x2(lanes, lanes)
}
