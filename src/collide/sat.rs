//! The separating axis theorem: two convex polygons overlap unless an edge of one of them has the other one outside.
//!
//! `offset` is always the way from the first polygon's origin to the second one's.

use super::axis::{Axis, Edge};
use super::calipers;
use super::contact::PackedContact;
use super::convex::ConvexPolygon;
use super::large;
use super::pair::{Pair, all_negative};
use fearless_simd::{Level, Simd, dispatch};
use glam::Vec2;

/// Whether two convex polygons overlap.
#[inline]
pub(super) fn overlap(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    dispatch!(level, simd => overlap_in(simd, a, b, a.offset_to(b)))
}

#[inline(always)]
pub(super) fn overlap_in<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> bool {
    match Pair::of(a, b, offset) {
        Some(pair) => all_negative(simd, pair.separations(simd)),
        None => large::best_axis(simd, a, b, offset).separation < 0.0,
    }
}

/// The edge along which two convex polygons overlap least; `None` where they do not overlap.
#[inline]
pub(super) fn overlap_axis(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> Option<Axis> {
    let offset = a.offset_to(b);
    dispatch!(level, simd => match Pair::of(a, b, offset) {
        Some(pair) => {
            let separations = pair.separations(simd);
            all_negative(simd, separations).then(|| pair.greatest(simd, separations))
        }
        None => Some(large::best_axis(simd, a, b, offset)).filter(|axis| axis.separation < 0.0),
    })
}

/// The contact along that edge, for the first of the two.
pub(super) fn contact(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> PackedContact {
    dispatch!(level, simd => contact_in(simd, a, b, a.offset_to(b)))
}

#[inline(always)]
pub(super) fn contact_in<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> PackedContact {
    let Some(pair) = Pair::of(a, b, offset) else { return contact_of_large(simd, a, b, offset) };
    let separations = pair.separations(simd);
    // Whether they overlap cannot be guessed. So the edge is looked for in any case, and the depth is taken out of a list.
    let axis = pair.greatest(simd, separations);
    let depth = [-1.0, -axis.separation][usize::from(all_negative(simd, separations))];
    PackedContact::new(axis.normal, depth)
}

/// The same for polygons of more than eight corners. Apart, as it would have registers saved for all.
#[inline(never)]
fn contact_of_large<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> PackedContact {
    let axis = simd.vectorize(
        #[inline(always)]
        || large::best_axis(simd, a, b, offset),
    );
    PackedContact::new(axis.normal, -axis.separation)
}

/// The edge that parts two convex polygons most, or along which they overlap least; `None` where one of them does not lie
/// at finite coordinates.
#[inline]
pub(super) fn best_axis(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> Option<Axis> {
    let offset = a.offset_to(b);
    if !offset.is_finite() {
        return None;
    }
    Some(dispatch!(level, simd => match Pair::of(a, b, offset) {
        Some(pair) => pair.greatest(simd, pair.separations(simd)),
        None => large::best_axis(simd, a, b, offset),
    }))
}

/// Whether an edge has the other polygon outside; false where there is no such edge.
///
/// Each corner is computed as in the test of all edges, so that both agree.
pub(super) fn parts(edge: Edge, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    let (own, other) = if edge.of_second { (b, a) } else { (a, b) };
    let index = edge.index as usize;
    if index >= own.len() {
        return false;
    }
    if large::by_calipers(a, b) {
        return calipers::parts(index, own, other);
    }
    let normal = own.normal(index);
    let offset = own.offset_to(other);
    let along = |x: f32, y: f32| normal.x * x + normal.y * y;
    let mut nearest = f32::INFINITY;
    for block in other.blocks() {
        for (&x, &y) in block.x.iter().zip(&block.y) {
            nearest = nearest.min(along(x, y));
        }
    }
    nearest + (along(offset.x, offset.y) - own.support(index)) >= 0.0
}
