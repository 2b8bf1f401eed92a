//! Distances of points from polygons.

use tileray::Polygon;
use tileray::glam::{DVec2, Vec2};

/// The distance of a point from a segment: from its line where it lies beside the segment, else from the nearer end.
pub fn distance([start, end]: [Vec2; 2], point: Vec2) -> f64 {
    let [a, b, p] = [start, end, point].map(Vec2::as_dvec2);
    let beside = |from: DVec2, to: DVec2| (p - from).dot(to - from) > 0.0;
    if beside(a, b) && beside(b, a) {
        ((b - a).perp_dot(p - a) / (b - a).length()).abs()
    } else {
        (p - a).length().min((p - b).length())
    }
}

pub fn distance_from_border(polygon: &Polygon, point: Vec2) -> f64 {
    let points = polygon.points();
    let edges = (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]);
    edges.map(|edge| distance(edge, point)).fold(f64::INFINITY, f64::min)
}
