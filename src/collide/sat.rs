//! The separating axis theorem (SAT) for two convex polygons.
//!
//! Edge `i` of one polygon separates it from the other by `min over j (n_i·b_j) − s_i`: `n_i` is the edge's outward
//! unit normal, `s_i` the support of its own polygon along it, `b_j` are the other polygon's corners. The polygons
//! overlap where every separation is below 0, and the greatest separation is the contact.
//!
//! Eight edges are tested at once, one in each vector lane: a corner costs two products, a sum and a minimum, and
//! nothing is added across lanes. Corners are relative to their polygon's origin, which is `d` away from the other one:
//! `n·(b_j + d) = n·b_j + n·d`. Products and sums are rounded one by one. A fused multiply-add is faster but not
//! available on every processor, and the results must be the same everywhere.
//!
//! Polygons overlap where all separations are below the tolerance of a touch, negated: the rest is rounding, of the
//! separations and of positions. Separations within that tolerance get a second look (`exact.rs`), in which polygons of
//! whole numbers are decided exactly.

use super::axis::{EdgeIndex, Placement, SeparatingAxis};
use super::contact::{PackedContact, tie_winner};
use super::convex::{ConvexPolygon, CornerBlock, LANES};
use super::exact;
use crate::simd::{dispatch, dispatch_moved};
use fearless_simd::{Level, Simd, SimdBase, SimdFrom, SimdMask, f32x8, mask32x8};
use glam::{DVec2, Vec2};

/// Returns whether two convex polygons overlap.
#[inline]
pub(super) fn overlap(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    dispatch_moved!(level, simd => match BlockPair::plain(a, b) {
        Some(pair) => {
            let (separations, touch) = (pair.separations(simd), a.touch() + b.touch());
            if is_in_doubt(simd, separations, touch) {
                return overlap_of_special(simd, a, b);
            }
            all_below(simd, separations, -touch)
        }
        None => overlap_of_special(simd, a, b),
    })
}

/// Returns whether polygons of any kind overlap. Not inlined, as most pairs need less.
#[inline(never)]
fn overlap_of_special<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    simd.vectorize(
        #[inline(always)]
        || {
            let touch = a.touch() + b.touch();
            let separations = BlockPair::new(a, b, a.offset_to(b)).map(|pair| pair.separations(simd));
            match separations.filter(|&separations| !is_in_doubt(simd, separations, touch)) {
                Some(separations) => all_below(simd, separations, -touch),
                None => contact_of_special(simd, a, b).is_contact(),
            }
        },
    )
}

/// Returns whether two convex polygons overlap whose origins are `offset` apart, without an exact decision.
#[inline(always)]
pub(super) fn overlap_in<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2, touch: f32) -> bool {
    match BlockPair::new(a, b, offset) {
        Some(pair) => all_below(simd, pair.separations(simd), -touch),
        None => contact_of_large(simd, a, b, offset, touch).is_contact(),
    }
}

/// Returns the contact of two convex polygons, for the first one.
pub(super) fn contact(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> PackedContact {
    dispatch_moved!(level, simd => match BlockPair::plain(a, b) {
        Some(pair) => {
            let (separations, touch) = (pair.separations(simd), a.touch() + b.touch());
            if is_in_doubt(simd, separations, touch) {
                return contact_of_special(simd, a, b);
            }
            contact_of_pair(simd, &pair, separations, touch)
        }
        None => contact_of_special(simd, a, b),
    })
}

/// Returns the contact of two convex polygons whose origins are `offset` apart, without an exact decision.
#[inline(always)]
pub(super) fn contact_in<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
) -> PackedContact {
    match BlockPair::new(a, b, offset) {
        Some(pair) => contact_of_pair(simd, &pair, pair.separations(simd), touch),
        None => contact_of_large(simd, a, b, offset, touch),
    }
}

/// Returns the contact of a pair that needs no exact decision.
#[inline(always)]
fn contact_of_pair<S: Simd>(simd: S, pair: &BlockPair<'_>, separations: PairLanes<S>, touch: f32) -> PackedContact {
    // Whether the polygons overlap is unpredictable, so the edge is found in any case and the depth selected from an
    // array.
    let axis = pair.greatest(simd, separations);
    let depth = [-1.0, -axis.separation][usize::from(all_below(simd, separations, -touch))];
    PackedContact::new(axis.normal, depth)
}

/// Returns whether the greatest separation is within the tolerance of a touch.
#[inline(always)]
fn is_in_doubt<S: Simd>(simd: S, separations: PairLanes<S>, touch: f32) -> bool {
    // Without a branch, as whether polygons overlap is unpredictable.
    all_below(simd, separations, touch) & !all_below(simd, separations, -touch)
}

/// Returns the contact of polygons of any size, without an exact decision. Not inlined, for the reason given at
/// [`best_axis_of_large`].
#[inline(never)]
fn contact_of_large<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2, touch: f32) -> PackedContact {
    let axis = best_axis_of_large(simd, a, b, offset);
    PackedContact::new(axis.normal, -axis.separation).deeper_than(touch)
}

/// Returns the contact of polygons of any kind, for the first one, decided exactly where they are whole. Not inlined, and
/// computes all again: it would make [`contact`] save registers in all cases.
#[inline(never)]
pub(super) fn contact_of_special<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon) -> PackedContact {
    simd.vectorize(
        #[inline(always)]
        || {
            let placement = Placement::of(a, b);
            let (axis, is_apart) = match BlockPair::new(a, b, placement.offset) {
                Some(pair) => {
                    let separations = pair.separations(simd);
                    // Of coordinates that are not finite, the greatest may be lost.
                    let is_apart = !all_below(simd, separations, placement.touch);
                    (pair.greatest(simd, separations), is_apart)
                }
                None => (best_axis_of_large(simd, a, b, placement.offset), false),
            };
            PackedContact::new(axis.normal, if is_apart { -1.0 } else { depth_along(a, b, placement, &axis) })
        },
    )
}

/// Returns the depth along the axis with the greatest separation; at most 0 if the polygons do not overlap.
#[inline(always)]
pub(super) fn depth_along(a: &ConvexPolygon, b: &ConvexPolygon, placement: Placement, axis: &SeparatingAxis) -> f32 {
    let (depth, touch) = (-axis.separation, placement.touch);
    if placement.is_whole && depth >= -touch && (depth <= touch || placement.is_large_whole(a, b)) {
        return exact::depth(a, b, axis);
    }
    if depth > touch { depth } else { -1.0 }
}

/// Returns the axis with the greatest separation, which is negative only where the polygons overlap; `None` if a
/// polygon is not at finite coordinates.
pub(super) fn best_axis(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> Option<SeparatingAxis> {
    let placement = Placement::of(a, b);
    if !placement.offset.is_finite() {
        return None;
    }
    let axis = dispatch!(level, simd => match BlockPair::new(a, b, placement.offset) {
        Some(pair) => pair.greatest(simd, pair.separations(simd)),
        None => best_axis_of_large(simd, a, b, placement.offset),
    });
    let depth = depth_along(a, b, placement, &axis);
    // Polygons that touch have no gap. A maximum of 0 and -0 may be either.
    let separation = if depth > 0.0 { -depth } else { axis.separation.max(0.0) + 0.0 };
    Some(SeparatingAxis { separation, ..axis })
}

/// Two polygons of at most eight corners each: one block each.
#[derive(Clone, Copy)]
pub(super) struct BlockPair<'p> {
    first: &'p CornerBlock,
    second: &'p CornerBlock,
    /// The numbers of corners.
    counts: [usize; 2],
    offset: Vec2,
}

/// A number for each edge of the first polygon, and one for each edge of the second.
pub(super) type PairLanes<S> = [f32x8<S>; 2];

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

    /// Returns the separation of each edge.
    #[inline(always)]
    pub(super) fn separations<S: Simd>(&self, simd: S) -> PairLanes<S> {
        let Self { first, second, offset, .. } = *self;
        let [many_first, many_second] = self.counts.map(|count| count > LANES / 2);
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
    pub(super) fn rates<S: Simd>(&self, simd: S, motion: Vec2) -> PairLanes<S> {
        let approach = |edges: &CornerBlock| {
            let (x, y) = normals(simd, edges);
            dot(simd, x, y, motion)
        };
        [f32x8::splat(simd, 0.0) - approach(self.first), approach(self.second)]
    }

    /// Returns the edge with the greatest of `values`, with that value as its separation. No value is NaN.
    #[inline(always)]
    pub(super) fn greatest<S: Simd>(&self, simd: S, [first, second]: PairLanes<S>) -> SeparatingAxis {
        let greatest = max_in_all_lanes(simd, first.max(second));
        let first = lanes_equal_to(simd, first, greatest, self.counts[0]);
        let second = lanes_equal_to(simd, second, greatest, self.counts[1]);
        let (lane, normal) = tie_winner(
            first | second << LANES,
            #[inline(always)]
            |lane| self.normal(lane),
        );
        let edge = EdgeIndex { of_second: lane >= LANES as u32, index: lane % LANES as u32 };
        SeparatingAxis { separation: greatest.as_slice()[0], normal, edge }
    }

    /// Returns the normal of a lane, toward the first polygon. Whose edge it is is unpredictable, so there is no
    /// branch.
    #[inline(always)]
    fn normal(&self, lane: u32) -> Vec2 {
        let of_second = usize::from(lane >= LANES as u32);
        [self.first, self.second][of_second].normal(lane as usize) * [-1.0, 1.0][of_second]
    }
}

/// Returns whether every lane is below a limit; false for NaN.
#[inline(always)]
pub(super) fn all_below<S: Simd>(simd: S, [first, second]: PairLanes<S>, limit: f32) -> bool {
    mask32x8::all_true(simd.simd_lt_f32x8(first.max(second), f32x8::splat(simd, limit)))
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
fn min_dot<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>, corners: &CornerBlock, many: bool) -> f32x8<S> {
    let least = min_dot_of_four(simd, x, y, corners, 0);
    if many { least.min(min_dot_of_four(simd, x, y, corners, LANES / 2)) } else { least }
}

#[inline(always)]
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

/// Returns the edges, as bits, of the first `count` of a block that separate a point most, and by how much. The point
/// is relative to the polygon's origin. There may be no such edge where numbers are not finite.
#[inline(always)]
pub(super) fn greatest_lanes<S: Simd>(simd: S, edges: &CornerBlock, count: usize, point: Vec2) -> (u32, f32) {
    let (x, y) = normals(simd, edges);
    let separations = offset_separations(simd, x, y, edges, point);
    let greatest = max_in_all_lanes(simd, separations);
    (lanes_equal_to(simd, separations, greatest, count), greatest.as_slice()[0])
}

/// Returns the edge with the greatest separation, of polygons of any size.
///
/// Not inlined: it would make the callers save registers for small polygons too.
#[inline(never)]
fn best_axis_of_large<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> SeparatingAxis {
    simd.vectorize(
        #[inline(always)]
        || {
            let mut best = SeparatingAxis::LEAST;
            each_edge(simd, a, b, offset, |edge, normal, separation| best.offer(edge, normal, separation));
            best
        },
    )
}

/// Calls `visit` with each edge of both polygons, its normal toward the first polygon, and its separation.
#[inline(always)]
pub(super) fn each_edge<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    mut visit: impl FnMut(EdgeIndex, Vec2, f32),
) {
    let mut first = |index: usize, separation: f32| {
        visit(EdgeIndex { of_second: false, index: index as u32 }, -a.normal(index), separation);
    };
    each_separation(simd, a, b, offset, &mut first);
    let mut second = |index: usize, separation: f32| {
        visit(EdgeIndex { of_second: true, index: index as u32 }, b.normal(index), separation);
    };
    each_separation(simd, b, a, -offset, &mut second);
}

/// Calls `visit` with each edge of `a` and its separation from `b`.
#[inline(always)]
fn each_separation<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    visit: &mut impl FnMut(usize, f32),
) {
    if a.len() * b.len() > CALIPERS_FROM {
        return each_separation_by_calipers(a, b, offset, visit);
    }
    for (block, edges) in a.blocks().enumerate() {
        let (x, y) = normals(simd, edges);
        let mut least = f32x8::splat(simd, f32::INFINITY);
        for corners in b.blocks() {
            least = least.min(min_dot(simd, x, y, corners, true));
        }
        let lanes: [f32; LANES] = (least + offset_separations(simd, x, y, edges, offset)).into();
        let count = (a.len() - block * LANES).min(LANES);
        for (lane, &separation) in lanes[..count].iter().enumerate() {
            visit(block * LANES + lane, separation);
        }
    }
}

/// The product of the numbers of corners above which rotating calipers are faster than testing all edges with all
/// corners.
const CALIPERS_FROM: usize = 176 * 176;

/// Calls `visit` with each edge of `a` and its separation from `b`, by rotating calipers in `n + m` steps (Shamos 1978;
/// Toussaint 1983, "Solving geometric problems with the rotating calipers").
///
/// The normals of a convex polygon turn one way along its edges, so the other polygon's farthest corner against them
/// moves one way too: each edge continues from the corner of the edge before. Computed in `f64`, in which neighboring
/// corners of polygons with thousands of them still differ.
fn each_separation_by_calipers(a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2, visit: &mut impl FnMut(usize, f32)) {
    let along = |normal: DVec2, corner: usize| normal.dot(b.corner(corner).as_dvec2());
    let first = a.normal(0).as_dvec2();
    let mut nearest =
        (1..b.len()).fold(0, |best, corner| if along(first, corner) < along(first, best) { corner } else { best });
    for index in 0..a.len() {
        let normal = a.normal(index).as_dvec2();
        let mut least = along(normal, nearest);
        // At most once around, should rounding ever make the corners rise and fall twice.
        for _ in 0..b.len() {
            let next = b.next(nearest);
            let beyond = along(normal, next);
            if beyond > least {
                break;
            }
            (nearest, least) = (next, beyond);
        }
        visit(index, (least + normal.dot(offset.as_dvec2()) - f64::from(a.support(index))) as f32);
    }
}
