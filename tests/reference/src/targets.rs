//! Obstacles of circles, known by the distance of a point from them.

use tileray::glam::DVec2;

/// An obstacle of circles: a circle, a segment or a polygon.
#[derive(Clone, Debug)]
pub enum Target {
    Point(DVec2, f64),
    Segment(DVec2, DVec2),
    Ring(Vec<DVec2>),
}

/// Returns the distance of a point from a segment, which may have no length.
pub fn distance_to_segment(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let square = (b - a).length_squared();
    let part = if square > 0.0 { ((point - a).dot(b - a) / square).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(a + (b - a) * part)
}

impl Target {
    /// Returns the distance of a point from the obstacle; below 0 inside a polygon or a circle.
    pub fn distance(&self, point: DVec2) -> f64 {
        match self {
            Self::Point(center, radius) => point.distance(*center) - radius,
            Self::Segment(a, b) => distance_to_segment(*a, *b, point),
            Self::Ring(ring) => {
                let edges = || (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
                let border = edges().map(|(a, b)| distance_to_segment(a, b, point)).fold(f64::INFINITY, f64::min);
                let right_of = |(a, b): (DVec2, DVec2)| {
                    (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
                };
                if edges().filter(|&edge| right_of(edge)).count() % 2 == 1 { -border } else { border }
            }
        }
    }
}
