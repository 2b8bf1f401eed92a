//! Area, centroid, perimeter and convexity.

use super::{Polygon, simple::neighbors};
use crate::geometry::bound::Bound;
use crate::geometry::orientation::orientation;
use glam::{DVec2, Vec2};

impl Polygon {
    /// Returns the area in square pixels: positive where the corners run clockwise on screen, negative otherwise.
    ///
    /// The area is half the sum of `(x₂ + x₁)(y₂ − y₁)` over the edges. A translation by `(u, v)` adds `2u · Σ(y₂ −
    /// y₁)` to that sum, which is 0 for a closed ring. So coordinates are taken relative to the first point, and
    /// polygons far from the origin lose no precision. Computed in `f64` and rounded once; areas below the smallest
    /// `f32` are 0. Cost: O(n).
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let roof = Polygon::new(vec![vec2(0.0, 10.0), vec2(8.0, 2.0), vec2(16.0, 10.0)])?;
    /// assert_eq!((roof.signed_area(), roof.centroid(), roof.vertex_mean().x), (64.0, vec2(8.0, 22.0 / 3.0), 8.0));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn signed_area(&self) -> f32 {
        let terms = self.relative_edges().map(|(a, b)| (b.x + a.x) * (b.y - a.y));
        (terms.sum::<f64>() / 2.0) as f32
    }

    /// Returns the area in square pixels; see [`signed_area`](Self::signed_area).
    #[must_use]
    pub fn area(&self) -> f32 {
        self.signed_area().abs()
    }

    /// Returns whether no corner turns against the others. Corners on the line between their neighbors are allowed.
    ///
    /// Exact. As the polygon is simple, corners that all turn the same way go round once. Cost: O(n).
    #[must_use]
    pub fn is_convex(&self) -> bool {
        self.first_reflex_corner().is_none()
    }

    /// Returns the first reflex corner, or `None` if the polygon is convex.
    pub(crate) fn first_reflex_corner(&self) -> Option<usize> {
        (0..self.points().len()).find(|&index| self.inner_turn(index) < 0.0)
    }

    /// Returns how a corner turns: above 0 for convex corners, below 0 for reflex ones, 0 for flat ones.
    pub(super) fn inner_turn(&self, index: usize) -> f64 {
        let points = self.points();
        let (before, after) = neighbors(index, points.len());
        orientation(points[before], points[index], points[after]) * self.winding().inner_sign()
    }

    /// Returns the mean of the corners, in pixels; it need not lie inside. Cost: O(n).
    #[must_use]
    pub fn vertex_mean(&self) -> Vec2 {
        let sum: DVec2 = self.relative_edges().map(|(point, _)| point).sum();
        self.absolute(sum / self.points().len() as f64)
    }

    /// Returns the center of mass of the area, in pixels. It lies inside a convex polygon, and always in the bounding
    /// box.
    ///
    /// It is the mean of the centers of the triangles between the first point and each edge, weighted by their signed
    /// areas. These areas are accurate to their last digits, so thin convex polygons lose no precision. Cost: O(n).
    #[must_use]
    pub fn centroid(&self) -> Vec2 {
        let (mut weights, mut moments) = (0.0, DVec2::ZERO);
        for (edge, (a, b)) in self.edges().zip(self.relative_edges()) {
            let weight = orientation(self.points()[0], edge.start, edge.end);
            weights += weight;
            moments += (a + b) * weight;
        }
        // Weights cancel only in a concave polygon that is too thin for `f64`.
        let is_usable = weights * self.winding().inner_sign() > 0.0;
        if !is_usable {
            return self.vertex_mean();
        }
        let bounds = self.bounds();
        self.absolute(moments / (3.0 * weights)).at_least(bounds.min).at_most(bounds.max)
    }

    /// Returns the length of all edges, in pixels. Cost: O(n).
    #[must_use]
    pub fn perimeter(&self) -> f32 {
        self.relative_edges().map(|(a, b)| a.distance(b)).sum::<f64>() as f32
    }

    /// Iterates over the ends of the edges, relative to the first point.
    fn relative_edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let origin = self.points()[0].as_dvec2();
        self.edges().map(move |edge| (edge.start.as_dvec2() - origin, edge.end.as_dvec2() - origin))
    }

    /// Converts a point relative to the first point to world coordinates.
    fn absolute(&self, relative: DVec2) -> Vec2 {
        (self.points()[0].as_dvec2() + relative).as_vec2()
    }
}
