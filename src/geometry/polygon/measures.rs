//! Area, centroid, perimeter and convexity.

use super::{Polygon, simple::neighbors};
use crate::geometry::orientation::orientation;
use glam::{DVec2, Vec2};

impl Polygon {
    /// The area in square pixels, positive where the corners run clockwise on screen and negative where they do not.
    ///
    /// Half the sum of `(x₂ + x₁)(y₂ − y₁)` over the edges. Moving the polygon by `(u, v)` leaves the differences as they are
    /// and adds `2u` to each sum of two x, so `2u · Σ(y₂ − y₁)` in all, which is 0 as the ring is closed. So the coordinates
    /// are taken relative to the first point, and a polygon far from the origin loses nothing. Computed in `f64`, rounded
    /// once; what is below the smallest `f32` comes out as 0. Cost: O(n).
    #[must_use]
    pub fn signed_area(&self) -> f32 {
        let terms = self.relative_edges().map(|(a, b)| (b.x + a.x) * (b.y - a.y));
        (terms.sum::<f64>() / 2.0) as f32
    }

    /// The area in square pixels; see [`signed_area`](Self::signed_area).
    #[must_use]
    pub fn area(&self) -> f32 {
        self.signed_area().abs()
    }

    /// Whether no corner turns the other way than the rest; points on the line between their neighbors are allowed.
    ///
    /// Exact. As the polygon is simple, corners that all turn the same way go round once. Cost: O(n).
    #[must_use]
    pub fn is_convex(&self) -> bool {
        self.first_reflex_corner().is_none()
    }

    /// The first corner at which the inside takes more than half a turn; `None` where the polygon is convex.
    pub(crate) fn first_reflex_corner(&self) -> Option<usize> {
        (0..self.points().len()).find(|&index| self.inner_turn(index) < 0.0)
    }

    /// How a corner turns: above 0 toward the inside, below it the other way, and 0 where it lies between its neighbors.
    pub(super) fn inner_turn(&self, index: usize) -> f64 {
        let points = self.points();
        let (before, after) = neighbors(index, points.len());
        orientation(points[before], points[index], points[after]) * self.winding().inner_sign()
    }

    /// The mean of the corners, in pixels; it need not lie inside. Cost: O(n).
    #[must_use]
    pub fn vertex_mean(&self) -> Vec2 {
        let sum: DVec2 = self.relative_edges().map(|(point, _)| point).sum();
        self.absolute(sum / self.points().len() as f64)
    }

    /// The center of mass of the area, in pixels; it lies inside where the polygon is convex, and always within its box.
    ///
    /// The mean of the centers of the triangles between the first point and each edge, each weighted by its signed area.
    /// Those areas are right to their last digits however thin the triangles are, so that a thin convex polygon loses
    /// nothing. Cost: O(n).
    #[must_use]
    pub fn centroid(&self) -> Vec2 {
        let (mut weights, mut moments) = (0.0, DVec2::ZERO);
        for (edge, (a, b)) in self.edges().zip(self.relative_edges()) {
            let weight = orientation(self.points()[0], edge.start, edge.end);
            weights += weight;
            moments += (a + b) * weight;
        }
        // Only a concave polygon that is thinner than `f64` can tell has weights that cancel each other.
        let is_usable = weights * self.winding().inner_sign() > 0.0;
        if !is_usable {
            return self.vertex_mean();
        }
        let bounds = self.bounds();
        self.absolute(moments / (3.0 * weights)).clamp(bounds.min, bounds.max)
    }

    /// The length of all edges together, in pixels. Cost: O(n).
    #[must_use]
    pub fn perimeter(&self) -> f32 {
        self.relative_edges().map(|(a, b)| a.distance(b)).sum::<f64>() as f32
    }

    /// The ends of the edges relative to the first point.
    fn relative_edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let origin = self.points()[0].as_dvec2();
        self.edges().map(move |edge| (edge.start.as_dvec2() - origin, edge.end.as_dvec2() - origin))
    }

    /// What is relative to the first point, as a point of the world.
    fn absolute(&self, relative: DVec2) -> Vec2 {
        (self.points()[0].as_dvec2() + relative).as_vec2()
    }
}
