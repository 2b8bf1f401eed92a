use super::Polygon;
use crate::geometry::orientation;
use glam::Vec2;

/// Where a point lies, seen from a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Outside,
    /// On an edge or a corner.
    Border,
    /// Strictly inside.
    Inside,
}

impl Polygon {
    /// Whether a point belongs to the polygon, by the rule of pixels: what lies on a left or top edge belongs to it, what
    /// lies on a right or bottom edge does not.
    ///
    /// So of polygons that fill a region without gaps and overlaps each point of it has exactly one, on their common edges
    /// and corners too. Exact. False for NaN and infinity. Cost: O(n).
    ///
    /// A point is inside where a ray from it toward +x crosses an odd number of edges (W. R. Franklin, "PNPOLY"). Of an
    /// edge the upper end counts and the lower one does not, and an edge that the point lies on is not crossed.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let pixel = Polygon::new(vec![vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)])?;
    /// assert!(pixel.contains((0.0, 0.0)) && pixel.contains((0.5, 0.0)) && pixel.contains((0.0, 0.5)));
    /// assert!(!pixel.contains((1.0, 0.5)) && !pixel.contains((0.5, 1.0)) && !pixel.contains((1.0, 0.0)));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        // NaN and infinity are in no box.
        if !self.bounds().contains(point) {
            return false;
        }
        let mut inside = false;
        for edge in self.edges() {
            let (a, b) = if edge.start.y <= edge.end.y { (edge.start, edge.end) } else { (edge.end, edge.start) };
            // Downward along an edge, what lies on its left has a positive orientation. Where the point is left or right of
            // both ends that need not be computed.
            if a.y <= point.y && point.y < b.y && point.x < a.x.max(b.x) {
                inside ^= point.x < a.x.min(b.x) || orientation(a, b, point) > 0.0;
            }
        }
        inside
    }

    /// Where a point lies; exact. NaN and infinity lie outside.
    pub(crate) fn place_of(&self, point: Vec2) -> Place {
        if !self.bounds().contains(point) {
            Place::Outside
        } else if self.edges().any(|edge| edge.holds(point)) {
            Place::Border
        } else if self.contains(point) {
            Place::Inside
        } else {
            Place::Outside
        }
    }
}
