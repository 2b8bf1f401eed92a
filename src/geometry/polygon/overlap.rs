use super::{Polygon, crossings};
use crate::geometry::Winding;

impl Polygon {
    /// Whether the insides of two polygons overlap; touching is not overlapping. Both may be concave.
    ///
    /// Exact: polygons that share edges or corners and nothing else do not overlap, and two equal ones do. Cost: O(n·m) for
    /// n and m corners, O(1) where the boxes are apart.
    ///
    /// The inside of one is cut by the border of the other, so that some stretch of that border has the inside of the first
    /// just along that side on which its own polygon lies; or it is not cut, and lies in the other with all of its border.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let diamond = Polygon::regular((0.0, 0.0), 8.0, 4)?;
    /// assert!(diamond.intersects_polygon(&diamond.translated((15.0, 0.0))?));
    /// assert!(!diamond.intersects_polygon(&diamond.translated((8.0, 8.0))?)); // they share an edge
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn intersects_polygon(&self, other: &Self) -> bool {
        // In the second case every stretch of the border is such a stretch, so that one edge tells.
        self.bounds().overlaps(&other.bounds())
            && ((0..self.points().len()).any(|index| self.edge_has_beside_it(index, other))
                || other.edge_has_beside_it(0, self))
    }

    /// Whether, along a stretch of an edge, the inside of `other` lies on the side of the polygon's own inside.
    fn edge_has_beside_it(&self, index: usize, other: &Self) -> bool {
        let edge = self.edge(index);
        if !edge.bounds().touches(&other.bounds()) {
            return false;
        }
        let side = usize::from(self.winding() == Winding::Clockwise);
        crossings::stretches(other, edge.start, edge.end).iter().any(|stretch| stretch.inside[side])
    }
}
