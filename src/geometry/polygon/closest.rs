use super::Polygon;
use crate::geometry::closest_on_segment;
use glam::{DVec2, Vec2};

/// The nearest point of a polygon's border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BorderPoint {
    /// The edge that it lies on, the first of several.
    pub(crate) edge: usize,
    pub(crate) point: DVec2,
    pub(crate) distance_squared: f64,
}

impl Polygon {
    /// The point of the border that is nearest to `point`, in pixels; of several the one on the first edge.
    ///
    /// Computed in `f64` and rounded once, so that it may lie beside its edge by as much as `f32` rounds. A point that is
    /// not finite gives some point of the border. Cost: O(n).
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let diamond = Polygon::regular((0.0, 0.0), 8.0, 4)?;
    /// assert_eq!(diamond.closest_point((8.0, 8.0)), vec2(4.0, 4.0));
    /// assert_eq!(diamond.closest_point((1.0, -1.0)), vec2(4.0, -4.0));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn closest_point(&self, point: impl Into<Vec2>) -> Vec2 {
        self.closest_border(point.into()).point.as_vec2()
    }

    /// The same with its edge and distance, in `f64`.
    pub(crate) fn closest_border(&self, point: Vec2) -> BorderPoint {
        let point = point.as_dvec2();
        let mut best = BorderPoint { edge: 0, point: self.points()[0].as_dvec2(), distance_squared: f64::INFINITY };
        for (index, edge) in self.edges().enumerate() {
            let on_edge = closest_on_segment(edge.start.as_dvec2(), edge.end.as_dvec2(), point);
            let distance_squared = on_edge.distance_squared(point);
            if distance_squared < best.distance_squared {
                best = BorderPoint { edge: index, point: on_edge, distance_squared };
            }
        }
        best
    }
}
