//! The exact overlap of convex polygons whose corners are whole numbers.
//!
//! Two convex polygons do not overlap if all corners of one lie on the outer side of an edge of the other, or on it.
//! For whole coordinates up to 2^12, the cross product that tells the side is exact in `f64`. It is computed only where
//! the separation is within the touch tolerance; elsewhere rounding cannot change the answer.

use super::axis::SeparatingAxis;
use super::convex::{ConvexPolygon, is_whole};
use crate::geometry::Bound;
use glam::DVec2;

/// Returns the depth of two polygons along the axis of their greatest separation, which is in doubt; at most 0 if they
/// do not overlap.
///
/// One push by the depth separates the polygons. If the push were rounded to whole coordinates at which they still
/// overlap, the depth is increased.
pub(super) fn depth(a: &ConvexPolygon, b: &ConvexPolygon, axis: &SeparatingAxis) -> f32 {
    let SeparatingAxis { separation, normal, .. } = *axis;
    if !separation.is_finite() {
        return -1.0;
    }
    let touch = a.touch() + b.touch();
    let mut depth = -separation;
    if depth < -touch {
        return -1.0;
    }
    let is_deep = depth > touch;
    if !(a.is_exact() && b.is_exact()) {
        return if is_deep { depth } else { -1.0 };
    }
    if !is_deep {
        if !overlaps(a, b) {
            return -1.0;
        }
        depth = depth_along(a, b, axis);
    }
    // Along the axes nothing is rounded.
    if normal.x == 0.0 || normal.y == 0.0 {
        return depth;
    }
    // The steps begin at about the rounding of a position, so a few of them leave the whole numbers.
    let mut step = touch * 0.25;
    while step < 1.0 {
        let mtv = normal * depth;
        let origin = a.origin() + mtv;
        if !(is_whole(origin.x) && is_whole(origin.y) && overlaps(&a.translated(mtv), b)) {
            break;
        }
        depth += step;
        step *= 2.0;
    }
    depth
}

/// Returns whether two polygons of whole corners overlap.
fn overlaps(a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    let offset = a.offset_to(b).as_dvec2();
    !(separates(a, b, offset) || separates(b, a, -offset))
}

/// Returns whether an edge of `a` has no corner of `b` on its inner side.
fn separates(a: &ConvexPolygon, b: &ConvexPolygon, offset: DVec2) -> bool {
    (0..a.len()).any(|edge| {
        let start = a.corner(edge).as_dvec2();
        let along = a.corner(a.next(edge)).as_dvec2() - start;
        (0..b.len()).all(|corner| along.perp_dot(b.corner(corner).as_dvec2() + offset - start) <= 0.0)
    })
}

/// Returns the depth along an axis, computed in `f64` from the corners; above 0.
fn depth_along(a: &ConvexPolygon, b: &ConvexPolygon, axis: &SeparatingAxis) -> f32 {
    let (own, other) = if axis.edge.of_second { (b, a) } else { (a, b) };
    let edge = axis.edge.index as usize;
    let (start, offset) = (own.corner(edge).as_dvec2(), own.offset_to(other).as_dvec2());
    let along = own.corner(own.next(edge)).as_dvec2() - start;
    let deep = |corner: usize| along.perp_dot(other.corner(corner).as_dvec2() + offset - start);
    let deepest = (0..other.len()).map(deep).fold(0.0, |most, depth| depth.at_least(most));
    ((deepest / along.length()) as f32).at_least(f32::MIN_POSITIVE)
}
