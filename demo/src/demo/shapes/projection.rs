use super::body::Body;
use tileray::Circle;
use tileray::glam::Vec2;

/// A point or a circle in a body, and the nearest place out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    /// A point has radius 0.
    pub(super) probe: Circle,
    /// Where its center has to go.
    pub(super) out: Vec2,
}

impl Projection {
    /// The way out of the first body with a polygon for a border that the probe lies in, of those that are concave if
    /// there is one.
    pub(super) fn of(bodies: &[Body], probe: Circle) -> Option<Self> {
        let mut outlines: Vec<_> = bodies.iter().filter_map(Body::outline).collect();
        outlines.sort_by_key(tileray::Polygon::is_convex);
        let out = outlines.iter().find_map(|outline| match probe.radius {
            0.0 => outline.project_out(probe.center),
            _ => outline.project_circle_out(probe),
        });
        out.map(|out| Self { probe, out })
    }
}
