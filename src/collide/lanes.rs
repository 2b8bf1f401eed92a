//! The operations on eight lanes that make up shape tests: with vector instructions, and in plain code.
//!
//! A lane is an edge of a polygon, or a box. Both forms compute each lane by the same operations in the same order, so
//! they give the same bits.

use super::contact::PackedContact;
use super::convex::{ConvexPolygon, CornerBlock, LANES};
use crate::geometry::Aabb;
use crate::simd::Plain;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdFrom, SimdMask, f32x4, f32x8, f64x2};
use glam::{DVec2, Vec2};
use std::array;

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
    /// Creates a pair that needs no exact decision unless its greatest separation is in doubt. `None` for polygons of
    /// more than eight corners and for large polygons of whole numbers. One test decides all of that.
    #[inline(always)]
    pub(super) fn plain(a: &'p ConvexPolygon, b: &'p ConvexPolygon) -> Option<Self> {
        let is_plain = a.lane_class() + b.lane_class() < ConvexPolygon::SPECIAL;
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

    /// Returns the vector from the center of the second polygon's box to the center of the first's, doubled.
    #[cold]
    #[inline(never)]
    pub(super) fn apart(&self) -> Vec2 {
        self.first.doubled_center() - self.second.doubled_center() - self.offset * 2.0
    }

    /// Returns the normal of a lane, toward the first polygon. Without a branch, as the polygon of a lane is
    /// unpredictable.
    #[inline(always)]
    pub(super) fn normal(&self, lane: u32) -> Vec2 {
        let of_second = usize::from(lane >= LANES as u32);
        [self.first, self.second][of_second].normal(lane as usize) * [-1.0, 1.0][of_second]
    }
}

/// The coordinates of eight boxes.
pub(crate) struct BoxBlock<'a> {
    pub(crate) min_x: &'a [f32],
    pub(crate) min_y: &'a [f32],
    pub(crate) max_x: &'a [f32],
    pub(crate) max_y: &'a [f32],
}

/// The tests of eight boxes, for a set of vector instructions or for none.
pub(crate) trait BoxLanes: Copy {
    /// A box that others are tested against.
    type Probe;

    /// Prepares a box.
    fn probe(self, aabb: &Aabb) -> Self::Probe;
    /// Returns the boxes that overlap the probe, as bits. Boxes that only touch it, or hold a NaN, do not overlap.
    fn overlapping(self, boxes: &BoxBlock<'_>, probe: &Self::Probe) -> u32;
}

/// The operations on eight edges, for a set of vector instructions or for none.
pub(in crate::collide) trait Lanes: BoxLanes {
    /// A number for each edge of two polygons: eight of the first, eight of the second.
    type Pair: Copy;

    /// Runs a function with the vector instructions.
    fn vectorize<R>(self, run: impl FnOnce() -> R) -> R;

    /// Returns the separation of each edge.
    fn separations(self, pair: &BlockPair<'_>) -> Self::Pair;
    /// Returns how much each separation grows while the first polygon moves by `motion`.
    fn rates(self, pair: &BlockPair<'_>, motion: Vec2) -> Self::Pair;
    /// Replaces the separations of overlaps that count as touches by 0.
    fn without_touch(self, separations: Self::Pair, touch: f32) -> Self::Pair;
    /// Returns the time at which each edge stops separating the polygons, the latest of these times, and the earliest
    /// time at which an edge separates them again.
    fn overlap_times(self, separations: Self::Pair, rates: Self::Pair, touch: f32) -> (Self::Pair, f32, f32);
    /// Returns whether every number is below a limit; false for NaN.
    fn all_below(self, numbers: Self::Pair, limit: f32) -> bool;
    /// Returns the greatest number, and as bits the lanes that hold it: bit `i` for edge `i` of the first polygon, bit
    /// `8 + i` for the second. `counts` are the numbers of edges.
    fn greatest(self, numbers: Self::Pair, counts: [usize; 2]) -> (f32, u32);

    /// Returns the separation of each edge of a block from corners in blocks, `offset` away.
    fn block_separations<'c>(
        self,
        edges: &CornerBlock,
        corners: impl Iterator<Item = &'c CornerBlock>,
        offset: Vec2,
    ) -> [f32; LANES];
    /// Returns the edges that separate a point most, as bits, among the first `count` of a block, and their separation.
    /// The point is relative to the polygon's origin. If numbers are not finite, there may be no such edge.
    fn greatest_edges(self, edges: &CornerBlock, count: usize, point: Vec2) -> (u32, f32);

    /// Returns the contact of a circle with a polygon whose closest edge is in a lane of a block and ends at the corner
    /// `end`.
    fn circle_contact(self, center: DVec2, radius: f64, block: &CornerBlock, lane: usize, end: Vec2) -> PackedContact;
}

/// Eight coordinates of a box, each in every lane.
pub(crate) struct ProbeLanes<S: Simd> {
    min_x: f32x8<S>,
    min_y: f32x8<S>,
    max_x: f32x8<S>,
    max_y: f32x8<S>,
}

impl<S: Simd> BoxLanes for S {
    type Probe = ProbeLanes<S>;

    #[inline(always)]
    fn probe(self, aabb: &Aabb) -> Self::Probe {
        ProbeLanes {
            min_x: f32x8::splat(self, aabb.min.x),
            min_y: f32x8::splat(self, aabb.min.y),
            max_x: f32x8::splat(self, aabb.max.x),
            max_y: f32x8::splat(self, aabb.max.y),
        }
    }

    #[inline(always)]
    fn overlapping(self, boxes: &BoxBlock<'_>, probe: &Self::Probe) -> u32 {
        let lanes = |list: &[f32]| f32x8::from_slice(self, list);
        let begin_before_its_end =
            self.simd_lt_f32x8(lanes(boxes.min_x), probe.max_x) & self.simd_lt_f32x8(lanes(boxes.min_y), probe.max_y);
        let end_after_its_begin =
            self.simd_gt_f32x8(lanes(boxes.max_x), probe.min_x) & self.simd_gt_f32x8(lanes(boxes.max_y), probe.min_y);
        (begin_before_its_end & end_after_its_begin).to_bitmask() as u32
    }
}

#[allow(clippy::disallowed_methods, reason = "decides at most the sign of a separation of 0, which answers replace")]
impl<S: Simd> Lanes for S {
    type Pair = [f32x8<S>; 2];

    #[inline(always)]
    fn vectorize<R>(self, run: impl FnOnce() -> R) -> R {
        Simd::vectorize(self, run)
    }

    #[inline(always)]
    fn separations(self, pair: &BlockPair<'_>) -> Self::Pair {
        let BlockPair { first, second, offset, counts } = *pair;
        let [many_first, many_second] = counts.map(|count| count > LANES / 2);
        let (x, y) = normals(self, first);
        let of_first = min_dot(self, x, y, second, many_second) + offset_separations(self, x, y, first, offset);
        let (x, y) = normals(self, second);
        // For the second polygon the offset is negated. Negating the sum instead rounds alike and costs nothing.
        let support = f32x8::simd_from(self, second.support);
        let of_second = min_dot(self, x, y, first, many_first) - (dot(self, x, y, offset) + support);
        [of_first, of_second]
    }

    #[inline(always)]
    fn rates(self, pair: &BlockPair<'_>, motion: Vec2) -> Self::Pair {
        let approach = |edges: &CornerBlock| {
            let (x, y) = normals(self, edges);
            dot(self, x, y, motion)
        };
        [f32x8::splat(self, 0.0) - approach(pair.first), approach(pair.second)]
    }

    #[inline(always)]
    fn without_touch(self, separations: Self::Pair, touch: f32) -> Self::Pair {
        let zero = f32x8::splat(self, 0.0);
        separations.map(|lanes| {
            let is_touch = self.simd_lt_f32x8(lanes, zero) & self.simd_ge_f32x8(lanes, f32x8::splat(self, -touch));
            self.select_f32x8(is_touch, zero, lanes)
        })
    }

    #[inline(always)]
    fn overlap_times(self, separations: Self::Pair, rates: Self::Pair, touch: f32) -> (Self::Pair, f32, f32) {
        let zero = f32x8::splat(self, 0.0);
        let (never, always) = (f32x8::splat(self, f32::NEG_INFINITY), f32x8::splat(self, f32::INFINITY));
        let times = |separation: f32x8<S>, rate: f32x8<S>| {
            let crossing = separation / (zero - rate);
            let (closing, opening) = (self.simd_lt_f32x8(rate, zero), self.simd_gt_f32x8(rate, zero));
            let separating = self.simd_ge_f32x8(separation, f32x8::splat(self, -touch));
            let still = self.select_f32x8(separating, always, never);
            let enter = self.select_f32x8(closing, crossing, self.select_f32x8(opening, never, still));
            (enter, self.select_f32x8(opening, crossing, always))
        };
        let (first, second) = (times(separations[0], rates[0]), times(separations[1], rates[1]));
        let enter = first.0.max(second.0).reduce_max();
        let exit = first.1.min(second.1).reduce_min();
        ([first.0, second.0], enter, exit)
    }

    #[inline(always)]
    fn all_below(self, [first, second]: Self::Pair, limit: f32) -> bool {
        self.simd_lt_f32x8(first.max(second), f32x8::splat(self, limit)).all_true()
    }

    #[inline(always)]
    fn greatest(self, [first, second]: Self::Pair, counts: [usize; 2]) -> (f32, u32) {
        let greatest = max_in_all_lanes(self, first.max(second));
        let first = lanes_equal_to(self, first, greatest, counts[0]);
        let second = lanes_equal_to(self, second, greatest, counts[1]);
        (greatest.as_slice()[0], first | second << LANES)
    }

    #[inline(always)]
    fn block_separations<'c>(
        self,
        edges: &CornerBlock,
        corners: impl Iterator<Item = &'c CornerBlock>,
        offset: Vec2,
    ) -> [f32; LANES] {
        let (x, y) = normals(self, edges);
        let mut least = f32x8::splat(self, f32::INFINITY);
        for corners in corners {
            least = least.min(min_dot(self, x, y, corners, true));
        }
        (least + offset_separations(self, x, y, edges, offset)).into()
    }

    #[inline(always)]
    fn greatest_edges(self, edges: &CornerBlock, count: usize, point: Vec2) -> (u32, f32) {
        let (x, y) = normals(self, edges);
        let separations = offset_separations(self, x, y, edges, point);
        let greatest = max_in_all_lanes(self, separations);
        (lanes_equal_to(self, separations, greatest, count), greatest.as_slice()[0])
    }

    /// The two lanes hold the numbers of the edge's start and end. Whether the contact is with the edge or a corner is
    /// unpredictable, and an unused root and quotient cost less than a branch misprediction: both are computed and one
    /// is selected.
    #[inline(always)]
    fn circle_contact(self, center: DVec2, radius: f64, block: &CornerBlock, lane: usize, end: Vec2) -> PackedContact {
        let (start, Vec2 { x: normal_x, y: normal_y }) = (block.corner(lane), block.normal(lane));
        // The vectors from the edge's start and end to the center.
        let (x, y) = self.widen_f32x4(f32x4::simd_from(self, [start.x, end.x, start.y, end.y]));
        let (x, y) = (f64x2::splat(self, center.x) - x, f64x2::splat(self, center.y) - y);
        let (normal_x, normal_y) = self.widen_f32x4(f32x4::simd_from(self, [normal_x, normal_x, normal_y, normal_y]));
        // How far in front of the edge the center is: the mean of the distances in front of both ends, as a sweep takes it.
        let separations = normal_x * x + normal_y * y;
        let separation = (separations + self.reverse_f64x2(separations)) * f64x2::splat(self, 0.5);
        // The position along the edge, from both ends. Past an end, both are above 0 or both below.
        let along = normal_x * y - normal_y * x;
        let past_an_end = along * self.reverse_f64x2(along);
        // If the center is past an end, that end is the nearer one. Comparing distances is faster than positions.
        let squares = x * x + y * y;
        let (start_squared, end_squared) = (of_start(self, squares), of_end(self, squares));
        let start_is_nearer = self.simd_lt_f64x2(start_squared, end_squared);
        let nearer = start_is_nearer.select(self.zip_low_f64x2(x, y), self.zip_high_f64x2(x, y));
        let to_corner = start_squared.min(end_squared).sqrt();
        // A center exactly on a corner is not past it, and leaves through the edge.
        let at_corner = self.simd_gt_f64x2(separation.min(past_an_end), f64x2::splat(self, 0.0));
        let normal = at_corner.select(nearer / to_corner, self.zip_low_f64x2(normal_x, normal_y));
        let depth = f64x2::splat(self, radius) - at_corner.select(to_corner, separation);
        let [x, y, depth, _] = <[f32; 4]>::from(self.narrow_f64x2(normal, depth));
        PackedContact::new(Vec2::new(x, y), depth)
    }
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

/// Eight numbers.
type Eight = [f32; LANES];

impl BoxLanes for Plain {
    type Probe = Aabb;

    fn probe(self, aabb: &Aabb) -> Aabb {
        *aabb
    }

    fn overlapping(self, boxes: &BoxBlock<'_>, probe: &Aabb) -> u32 {
        (0..LANES).fold(0, |bits, lane| {
            let overlaps = boxes.min_x[lane] < probe.max.x
                && boxes.min_y[lane] < probe.max.y
                && boxes.max_x[lane] > probe.min.x
                && boxes.max_y[lane] > probe.min.y;
            bits | u32::from(overlaps) << lane
        })
    }
}

impl Lanes for Plain {
    type Pair = [Eight; 2];

    fn vectorize<R>(self, run: impl FnOnce() -> R) -> R {
        run()
    }

    fn separations(self, pair: &BlockPair<'_>) -> [Eight; 2] {
        let BlockPair { first, second, offset, .. } = *pair;
        [separations_from(first, &[second], offset), separations_from(second, &[first], -offset)]
    }

    fn rates(self, pair: &BlockPair<'_>, motion: Vec2) -> [Eight; 2] {
        let approach = |edges: &CornerBlock, lane| dot_of(edges.normal(lane), motion);
        [array::from_fn(|lane| 0.0 - approach(pair.first, lane)), array::from_fn(|lane| approach(pair.second, lane))]
    }

    fn without_touch(self, separations: [Eight; 2], touch: f32) -> [Eight; 2] {
        let without = |one: f32| if one < 0.0 && one >= -touch { 0.0 } else { one };
        separations.map(|lanes| lanes.map(without))
    }

    fn overlap_times(self, separations: [Eight; 2], rates: [Eight; 2], touch: f32) -> ([Eight; 2], f32, f32) {
        let (mut times, mut latest, mut earliest) = (separations, f32::NEG_INFINITY, f32::INFINITY);
        for (time, rate) in times.as_flattened_mut().iter_mut().zip(rates.as_flattened()) {
            let crossing = *time / (0.0 - rate);
            let still = if *time >= -touch { f32::INFINITY } else { f32::NEG_INFINITY };
            *time = match () {
                () if *rate < 0.0 => crossing,
                () if *rate > 0.0 => f32::NEG_INFINITY,
                () => still,
            };
            latest = greater(latest, *time);
            earliest = if *rate > 0.0 { lesser(earliest, crossing) } else { earliest };
        }
        (times, latest, earliest)
    }

    fn all_below(self, numbers: [Eight; 2], limit: f32) -> bool {
        numbers.as_flattened().iter().all(|number| *number < limit)
    }

    fn greatest(self, numbers: [Eight; 2], counts: [usize; 2]) -> (f32, u32) {
        let greatest = numbers.as_flattened().iter().copied().fold(f32::NEG_INFINITY, greater);
        (greatest, equal_to(greatest, &numbers[0], counts[0]) | equal_to(greatest, &numbers[1], counts[1]) << LANES)
    }

    fn block_separations<'c>(
        self,
        edges: &CornerBlock,
        corners: impl Iterator<Item = &'c CornerBlock>,
        offset: Vec2,
    ) -> Eight {
        separations_from(edges, &corners.collect::<Vec<_>>(), offset)
    }

    fn greatest_edges(self, edges: &CornerBlock, count: usize, point: Vec2) -> (u32, f32) {
        let separations: Eight = array::from_fn(|lane| dot_of(edges.normal(lane), point) - edges.support[lane]);
        let greatest = separations.into_iter().fold(f32::NEG_INFINITY, greater);
        (equal_to(greatest, &separations, count), greatest)
    }

    fn circle_contact(self, center: DVec2, radius: f64, block: &CornerBlock, lane: usize, end: Vec2) -> PackedContact {
        let normal = block.normal(lane).as_dvec2();
        // The vectors from the edge's start and end to the center.
        let (from_start, from_end) = (center - block.corner(lane).as_dvec2(), center - end.as_dvec2());
        // How far in front of the edge the center is: the mean of the distances in front of both ends, as a sweep takes it.
        let in_front = |from: DVec2| normal.x * from.x + normal.y * from.y;
        let separation = (in_front(from_start) + in_front(from_end)) * 0.5;
        // The position along the edge, from both ends. Past an end, both are above 0 or both below.
        let along = |from: DVec2| normal.x * from.y - normal.y * from.x;
        let past_an_end = along(from_start) * along(from_end);
        // If the center is past an end, that end is the nearer one. Comparing distances is faster than positions.
        let square = |from: DVec2| from.x * from.x + from.y * from.y;
        let nearer = if square(from_start) < square(from_end) { from_start } else { from_end };
        // A center exactly on a corner is not past it, and leaves through the edge.
        if separation > 0.0 && past_an_end > 0.0 {
            let to_corner = square(nearer).sqrt();
            return PackedContact::new((nearer / to_corner).as_vec2(), (radius - to_corner) as f32);
        }
        PackedContact::new(normal.as_vec2(), (radius - separation) as f32)
    }
}

/// Returns the separation of each edge of a block from corners in blocks, `offset` away.
fn separations_from(edges: &CornerBlock, corners: &[&CornerBlock], offset: Vec2) -> Eight {
    array::from_fn(|lane| {
        let normal = edges.normal(lane);
        let corners = corners.iter().flat_map(|block| (0..LANES).map(|lane| block.corner(lane)));
        let least = corners.fold(f32::INFINITY, |least, corner| lesser(least, dot_of(normal, corner)));
        least + (dot_of(normal, offset) - edges.support[lane])
    })
}

/// Returns the dot product, whose two products and whose sum are rounded one by one.
#[inline(always)]
fn dot_of(a: Vec2, b: Vec2) -> f32 {
    a.x * b.x + a.y * b.y
}

#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// Returns which of the first `count` lanes hold a value, as bits.
fn equal_to(value: f32, lanes: &Eight, count: usize) -> u32 {
    (0..).zip(&lanes[..count]).fold(0, |bits, (lane, number)| bits | u32::from(*number == value) << lane)
}
