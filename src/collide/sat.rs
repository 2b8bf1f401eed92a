//! The separating axis theorem (SAT) for two convex polygons.
//!
//! Edge `i` of one polygon separates it from the other by `min over j (n_i·b_j) − s_i`: `n_i` is the edge's outward
//! unit normal, `s_i` the support of its own polygon along it, `b_j` are the other polygon's corners. The polygons
//! overlap if every separation is below 0, and the edge with the greatest separation gives the contact.
//!
//! Eight edges are tested at once, one in each vector lane: a corner costs two products, a sum and a minimum, and
//! nothing is added across lanes. Corners are relative to their polygon's origin, which is `d` away from the other one:
//! `n·(b_j + d) = n·b_j + n·d`. Products and sums are rounded one by one. A fused multiply-add is faster, but not every
//! processor has it, and the results must be the same everywhere.
//!
//! Polygons count as overlapping if all separations are below the negated touch tolerance. A smaller overlap may be
//! rounding of separations or positions. If the greatest separation is within the tolerance, it is *in doubt*, and
//! polygons of whole numbers are decided exactly (`exact.rs`).

use super::axis::{EdgeIndex, Placement, SeparatingAxis};
use super::contact::{PackedContact, tie_winner, wins_tie};
use super::convex::{ConvexPolygon, LANES};
use super::exact;
use super::lanes::{BlockPair, Lanes};
use crate::geometry::Bound;
use crate::simd::{Level, dispatch};
use glam::{DVec2, Vec2};

/// Returns whether two convex polygons overlap.
#[inline]
pub(super) fn overlap(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    dispatch!(level, move lanes => match BlockPair::plain(a, b) {
        Some(pair) => {
            let (separations, touch) = (lanes.separations(&pair), a.touch() + b.touch());
            if is_in_doubt(lanes, separations, touch) {
                return overlap_of_special(lanes, a, b);
            }
            lanes.all_below(separations, -touch)
        }
        None => overlap_of_special(lanes, a, b),
    })
}

/// Returns whether polygons of any kind overlap. Not inlined, as most pairs need less.
#[inline(never)]
fn overlap_of_special<L: Lanes>(lanes: L, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    lanes.vectorize(
        #[inline(always)]
        || {
            let touch = a.touch() + b.touch();
            let separations = BlockPair::new(a, b, a.offset_to(b)).map(|pair| lanes.separations(&pair));
            match separations.filter(|&separations| !is_in_doubt(lanes, separations, touch)) {
                Some(separations) => lanes.all_below(separations, -touch),
                None => contact_of_special(lanes, a, b).is_contact(),
            }
        },
    )
}

/// Returns whether two convex polygons whose origins are `offset` apart overlap. An overlap in doubt counts as a touch.
#[inline(always)]
pub(super) fn overlap_in<L: Lanes>(lanes: L, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2, touch: f32) -> bool {
    match BlockPair::new(a, b, offset) {
        Some(pair) => lanes.all_below(lanes.separations(&pair), -touch),
        None => contact_of_large(lanes, a, b, offset, touch).is_contact(),
    }
}

/// Returns the contact of two convex polygons, for the first one.
pub(super) fn contact(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> PackedContact {
    dispatch!(level, move lanes => match BlockPair::plain(a, b) {
        Some(pair) => {
            let (separations, touch) = (lanes.separations(&pair), a.touch() + b.touch());
            if is_in_doubt(lanes, separations, touch) {
                return contact_of_special(lanes, a, b);
            }
            contact_of_pair(lanes, &pair, separations, touch)
        }
        None => contact_of_special(lanes, a, b),
    })
}

/// Returns the contact of two convex polygons whose origins are `offset` apart. An overlap in doubt counts as a touch.
#[inline(always)]
pub(super) fn contact_in<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
) -> PackedContact {
    match BlockPair::new(a, b, offset) {
        Some(pair) => contact_of_pair(lanes, &pair, lanes.separations(&pair), touch),
        None => contact_of_large(lanes, a, b, offset, touch),
    }
}

/// Returns the contact of a pair that needs no exact decision.
#[inline(always)]
fn contact_of_pair<L: Lanes>(lanes: L, pair: &BlockPair<'_>, separations: L::Pair, touch: f32) -> PackedContact {
    // Whether the polygons overlap is unpredictable, so the edge is found in any case and the depth selected from an
    // array.
    let axis = pair.greatest(lanes, separations);
    let depth = [-1.0, -axis.separation][usize::from(lanes.all_below(separations, -touch))];
    PackedContact::new(axis.normal, depth)
}

/// Returns whether the greatest separation is within the touch tolerance.
#[inline(always)]
fn is_in_doubt<L: Lanes>(lanes: L, separations: L::Pair, touch: f32) -> bool {
    // Without a branch, as whether polygons overlap is unpredictable.
    lanes.all_below(separations, touch) & !lanes.all_below(separations, -touch)
}

/// Returns the contact of polygons of any size. An overlap in doubt counts as a touch.
///
/// Not inlined, for the reason given at [`best_axis_of_large`].
#[inline(never)]
fn contact_of_large<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
) -> PackedContact {
    let axis = best_axis_of_large(lanes, a, b, offset);
    PackedContact::new(axis.normal, -axis.separation).deeper_than(touch)
}

/// Returns the contact of polygons of any kind, for the first one. Two whole polygons are decided exactly if the
/// overlap is in doubt, or if one of them is large.
///
/// Not inlined, and computes the separations again: otherwise [`contact`] would save registers in all cases.
#[inline(never)]
pub(super) fn contact_of_special<L: Lanes>(lanes: L, a: &ConvexPolygon, b: &ConvexPolygon) -> PackedContact {
    lanes.vectorize(
        #[inline(always)]
        || {
            let placement = Placement::between(a, b);
            let (axis, is_apart) = match BlockPair::new(a, b, placement.offset) {
                Some(pair) => {
                    let separations = lanes.separations(&pair);
                    // If coordinates are not finite, the greatest separation may be lost.
                    let is_apart = !lanes.all_below(separations, placement.touch);
                    (pair.greatest(lanes, separations), is_apart)
                }
                None => (best_axis_of_large(lanes, a, b, placement.offset), false),
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

/// Returns the axis with the greatest separation, which is negative only if the polygons overlap; `None` if a polygon
/// is not at finite coordinates.
pub(super) fn best_axis(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> Option<SeparatingAxis> {
    let placement = Placement::between(a, b);
    if !placement.offset.is_finite() {
        return None;
    }
    let axis = dispatch!(level, lanes => match BlockPair::new(a, b, placement.offset) {
        Some(pair) => pair.greatest(lanes, lanes.separations(&pair)),
        None => best_axis_of_large(lanes, a, b, placement.offset),
    });
    let depth = depth_along(a, b, placement, &axis);
    // Polygons that touch have no gap.
    let separation = if depth > 0.0 { -depth } else { axis.separation.at_least(0.0) };
    Some(SeparatingAxis { separation, ..axis })
}

impl BlockPair<'_> {
    /// Returns the edge with the greatest of `separations`. No value is NaN.
    #[inline(always)]
    pub(super) fn greatest<L: Lanes>(&self, lanes: L, separations: L::Pair) -> SeparatingAxis {
        self.greatest_by(lanes, separations, |n, m| wins_tie(n, m, self.apart()))
    }

    /// Returns the edge with the greatest of `values`, with that value as its separation, and the way to settle ties.
    #[inline(always)]
    pub(super) fn greatest_by<L: Lanes>(
        &self,
        lanes: L,
        values: L::Pair,
        wins: impl Fn(Vec2, Vec2) -> bool,
    ) -> SeparatingAxis {
        let (separation, bits) = lanes.greatest(values, self.counts);
        let (lane, normal) = tie_winner(
            bits,
            #[inline(always)]
            |lane| self.normal(lane),
            wins,
        );
        let edge = EdgeIndex { of_second: lane >= LANES as u32, index: lane % LANES as u32 };
        SeparatingAxis { separation, normal, edge }
    }
}

/// Returns the edge with the greatest separation, of polygons of any size.
///
/// Not inlined: otherwise the callers would save registers for small polygons too.
#[inline(never)]
fn best_axis_of_large<L: Lanes>(lanes: L, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> SeparatingAxis {
    lanes.vectorize(
        #[inline(always)]
        || {
            let mut best = SeparatingAxis::LEAST;
            let apart = apart(a, b, offset);
            each_edge(lanes, a, b, offset, |edge, normal, separation| best.offer(edge, normal, separation, apart));
            best
        },
    )
}

/// Returns the vector from the center of the second polygon's box to the center of the first's, doubled.
pub(super) fn apart(a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> Vec2 {
    a.doubled_center() - b.doubled_center() - offset * 2.0
}

/// Calls `visit` with each edge of both polygons, its normal toward the first polygon, and its separation.
#[inline(always)]
pub(super) fn each_edge<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    mut visit: impl FnMut(EdgeIndex, Vec2, f32),
) {
    let mut first = |index: usize, separation: f32| {
        visit(EdgeIndex { of_second: false, index: index as u32 }, -a.normal(index), separation);
    };
    each_separation(lanes, a, b, offset, &mut first);
    let mut second = |index: usize, separation: f32| {
        visit(EdgeIndex { of_second: true, index: index as u32 }, b.normal(index), separation);
    };
    each_separation(lanes, b, a, -offset, &mut second);
}

/// Calls `visit` with each edge of `a` and its separation from `b`.
#[inline(always)]
fn each_separation<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    visit: &mut impl FnMut(usize, f32),
) {
    if a.len() * b.len() > CALIPERS_FROM {
        return each_separation_by_calipers(a, b, offset, visit);
    }
    for (block, edges) in a.blocks().enumerate() {
        let separations = lanes.block_separations(edges, b.blocks(), offset);
        let count = (a.len() - block * LANES).min(LANES);
        for (lane, &separation) in separations[..count].iter().enumerate() {
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
/// moves one way too. Each edge continues from the corner of the edge before. Computed in `f64`, in which even
/// neighbors among thousands of corners differ.
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
