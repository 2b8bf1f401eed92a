//! The common part of two convex polygons.

use super::convex::ConvexPolygon;
use glam::DVec2;

impl ConvexPolygon {
    /// Returns the common part of two convex polygons; `None` if they have no common area, or are not at finite
    /// coordinates.
    ///
    /// Corners behind an edge and on it are kept; new ones are computed in `f64` and rounded once (Sutherland and
    /// Hodgman 1974). So polygons that overlap by less than the rounding of an `f32` may have no common part. Costs
    /// O(n·m).
    ///
    /// ```
    /// use tileray::{ConvexPolygon, glam::vec2};
    ///
    /// let a = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
    /// let common = a.intersection(&a.translated((10.0, 4.0))).expect("they overlap");
    /// assert_eq!((common.bounds().min, common.bounds().max), (vec2(10.0, 4.0), vec2(16.0, 16.0)));
    /// assert_eq!(a.intersection(&a.translated((16.0, 0.0))), None);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        if !(self.is_finite() && other.is_finite()) {
            return None;
        }
        let (mut corners, others) = (self.corners_in_world(), other.corners_in_world());
        for (index, &start) in others.iter().enumerate() {
            let edge = others[(index + 1) % others.len()] - start;
            // Clockwise on screen: outside is to the left of the edge.
            corners = clip(&corners, start, DVec2::new(edge.y, -edge.x));
        }
        // Refused where no area is left.
        Self::convex_hull(corners.iter().map(|corner| corner.as_vec2()).collect()).ok()
    }

    /// Returns the corners in the world, unrounded.
    fn corners_in_world(&self) -> Vec<DVec2> {
        (0..self.len()).map(|index| self.origin().as_dvec2() + self.corner(index).as_dvec2()).collect()
    }
}

/// Returns the corners of the part behind a line.
fn clip(corners: &[DVec2], point: DVec2, outward: DVec2) -> Vec<DVec2> {
    let outside = |corner: DVec2| (corner - point).dot(outward);
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (index, &corner) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        let (here, there) = (outside(corner), outside(next));
        if here <= 0.0 {
            kept.push(corner);
        }
        if here < 0.0 && there > 0.0 || here > 0.0 && there < 0.0 {
            kept.push(corner + (next - corner) * (here / (here - there)));
        }
    }
    kept
}
