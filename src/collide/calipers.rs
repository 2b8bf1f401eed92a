//! Two large convex polygons, once around each: rotating calipers.
//!
//! The normals of a convex polygon turn one way along its edges, so the other polygon's corner that lies farthest back along
//! them moves one way too. From edge to edge it is found by going on from the last one, which is `n + m` steps for both
//! (Shamos 1978; Toussaint 1983, "Solving geometric problems with the rotating calipers").
//!
//! Products and sums are in `f64`, in which neighboring corners of polygons with thousands of them still differ.

use super::convex::ConvexPolygon;
use glam::{DVec2, Vec2};

/// Whether an edge of `own` has all corners of `other` outside. The walk around both finds no corner nearer than this does.
pub(super) fn parts(edge: usize, own: &ConvexPolygon, other: &ConvexPolygon) -> bool {
    let normal = own.normal(edge).as_dvec2();
    let along = |corner: usize| normal.dot(other.corner(corner).as_dvec2());
    let nearest = (0..other.len()).map(along).fold(f64::INFINITY, f64::min);
    separation(nearest, normal, own, edge, own.offset_to(other)) >= 0.0
}

/// What an edge of `own` parts it by from a polygon whose nearest corner is at `nearest` along its normal.
fn separation(nearest: f64, normal: DVec2, own: &ConvexPolygon, edge: usize, offset: Vec2) -> f32 {
    (nearest + normal.dot(offset.as_dvec2()) - f64::from(own.support(edge))) as f32
}

/// Calls `found` with each edge of `a` and what it parts it by from `b`, whose origin is `offset` from its own.
pub(super) fn each_separation(a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2, found: &mut impl FnMut(usize, f32)) {
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
        found(index, separation(least, normal, a, index, offset));
    }
}
