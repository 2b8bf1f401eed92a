//! Distances of a point from segments and polygons.

use tileray::glam::{DVec2, Vec2};

/// Returns the distance of a point from a segment, which may have no length.
pub fn distance_to_segment(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let square = (b - a).length_squared();
    let part = if square > 0.0 { ((point - a).dot(b - a) / square).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(a + (b - a) * part)
}

/// The edges of a ring.
pub fn edges(ring: &[Vec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(from, to)| (from.as_dvec2(), to.as_dvec2()))
}

/// Returns the distance of a point from the nearest edge of a ring.
pub fn border_distance(ring: &[Vec2], point: DVec2) -> f64 {
    edges(ring).map(|(from, to)| distance_to_segment(from, to, point)).fold(f64::INFINITY, f64::min)
}

/// Returns whether a point is inside a ring: whether an odd number of edges is right of it.
pub fn is_inside(ring: &[Vec2], point: DVec2) -> bool {
    let right_of = |(a, b): &(DVec2, DVec2)| {
        (a.y > point.y) != (b.y > point.y) && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
    };
    edges(ring).filter(right_of).count() % 2 == 1
}

/// Returns the distance of a point from a polygon; below 0 inside.
pub fn ring_distance(ring: &[Vec2], point: DVec2) -> f64 {
    border_distance(ring, point) * if is_inside(ring, point) { -1.0 } else { 1.0 }
}
