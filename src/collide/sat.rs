//! The separating axis theorem: two convex polygons overlap unless an edge of one of them has the other one outside.
//!
//! `offset` is always the way from the first polygon's origin to the second one's.

use super::axis::Axis;
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
    dispatch!(level, simd => overlap_axis_in(simd, a, b, a.offset_to(b)))
}

#[inline(always)]
pub(super) fn overlap_axis_in<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> Option<Axis> {
    match Pair::of(a, b, offset) {
        Some(pair) => {
            let separations = pair.separations(simd);
            all_negative(simd, separations).then(|| pair.greatest(simd, separations))
        }
        None => Some(large::best_axis(simd, a, b, offset)).filter(|axis| axis.separation < 0.0),
    }
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
