//! Minkowski differences: the translations at which two convex polygons overlap.
//!
//! The first polygon, moved by `t`, shares the point `b` with the second one if `t = b − a` for one of its own points
//! `a`. All such `t` form the Minkowski sum of the second polygon and the first one mirrored at the origin. The edges
//! of a sum of convex polygons are the edges of both, sorted by the directions of their normals (de Berg et al.,
//! "Computational Geometry", 13.3). So two sorted lists are merged.

use crate::collide::convex::ConvexPolygon;
use crate::collide::minkowski::merge_edges;
use crate::geometry::Bound;
use glam::DVec2;
use std::ops::Range;

/// The edges of a convex polygon, sorted by the direction of their normals: clockwise on screen.
#[derive(Debug)]
pub(super) struct SortedEdges {
    edges: Vec<DirectedEdge>,
    pub(super) bounds: DAabb,
}

/// An edge of a polygon, with the corner at which it begins.
#[derive(Clone, Copy, Debug)]
struct DirectedEdge {
    /// The normal's [pseudo-angle](pseudo_angle).
    angle: f64,
    normal: DVec2,
    start: DVec2,
}

impl SortedEdges {
    /// Mirrors a polygon at the origin; `None` if it is not at finite coordinates.
    pub(super) fn mirrored(polygon: &ConvexPolygon) -> Option<Self> {
        Self::new(polygon, |corner| -corner, -1.0)
    }

    /// Moves a polygon by `offset`; `None` if it is not at finite coordinates.
    pub(super) fn moved(polygon: &ConvexPolygon, offset: DVec2) -> Option<Self> {
        Self::new(polygon, |corner| corner + offset, 1.0)
    }

    fn new(polygon: &ConvexPolygon, map: impl Fn(DVec2) -> DVec2, sign: f64) -> Option<Self> {
        let origin = polygon.origin().as_dvec2();
        let mut edges = Vec::with_capacity(polygon.len());
        let mut bounds = DAabb::EMPTY;
        for index in 0..polygon.len() {
            // The stored normal, as the corners of a rotated polygon are too rough for the normals of short edges.
            let normal = polygon.normal(index).as_dvec2() * sign;
            let start = map(origin + polygon.corner(index).as_dvec2());
            if !(normal.is_finite() && start.is_finite()) {
                return None;
            }
            edges.push(DirectedEdge { angle: pseudo_angle(normal), normal: normal.normalize_or_zero(), start });
            bounds.extend(start);
        }
        let first =
            (0..edges.len()).reduce(|best, edge| if edges[edge].angle < edges[best].angle { edge } else { best });
        edges.rotate_left(first.unwrap_or(0));
        Some(Self { edges, bounds })
    }

    /// Returns the corner at which an edge begins; the index wraps around.
    fn corner(&self, index: usize) -> DVec2 {
        self.edges[index % self.edges.len()].start
    }
}

/// Returns a number from 0 to 4 that grows with the angle of a vector, from +x toward +y.
fn pseudo_angle(vector: DVec2) -> f64 {
    let part = vector.x / (vector.x.abs() + vector.y.abs());
    if vector.y >= 0.0 { 1.0 - part } else { 3.0 + part }
}

/// A bounding box in `f64`.
#[derive(Clone, Copy, Debug)]
pub(super) struct DAabb {
    pub(super) min: DVec2,
    pub(super) max: DVec2,
}

impl DAabb {
    pub(super) const EMPTY: Self = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };

    fn extend(&mut self, point: DVec2) {
        (self.min, self.max) = (self.min.at_most(point), self.max.at_least(point));
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        Self { min: self.min.at_most(other.min), max: self.max.at_least(other.max) }
    }

    /// Returns the Minkowski sum of two boxes.
    pub(super) fn sum(&self, other: &Self) -> Self {
        Self { min: self.min + other.min, max: self.max + other.max }
    }

    /// Returns whether a point is inside, without the border.
    pub(super) fn surrounds(&self, point: DVec2) -> bool {
        self.min.cmplt(point).all() && point.cmplt(self.max).all()
    }

    /// Returns the squared distance from the origin.
    pub(super) fn distance_squared(&self) -> f64 {
        self.min.at_least(-self.max).at_least(DVec2::ZERO).length_squared()
    }
}

/// An edge of a difference: the points at `offset` along the unit normal, between `from` and `to` along the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct DifferenceEdge {
    pub(super) normal: DVec2,
    pub(super) offset: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl DifferenceEdge {
    fn between(normal: DVec2, start: DVec2, end: DVec2) -> Self {
        let along = DVec2::new(-normal.y, normal.x);
        let (from, to) = (along.dot(start), along.dot(end));
        Self {
            normal,
            offset: normal.dot(start).at_least(normal.dot(end)),
            from: from.at_most(to),
            to: from.at_least(to),
        }
    }

    /// Returns the unit vector along the edge, clockwise around the polygon.
    pub(super) fn along(&self) -> DVec2 {
        DVec2::new(-self.normal.y, self.normal.x)
    }

    /// Returns the point at a position along the edge.
    pub(super) fn point(&self, along: f64) -> DVec2 {
        self.normal * self.offset + self.along() * along
    }

    /// Returns the position along the edge that is nearest to the origin.
    pub(super) fn nearest(&self) -> f64 {
        self.to.at_most(self.from.at_least(0.0))
    }

    /// Returns the squared distance of the [point](Self::point) `along` from the origin.
    pub(super) fn distance_squared(&self, along: f64) -> f64 {
        self.offset * self.offset + along * along
    }
}

/// The translations at which a piece of one shape overlaps a piece of the other.
#[derive(Clone, Debug)]
pub(super) struct MinkowskiDifference {
    pub(super) bounds: DAabb,
    /// The range of its edges in the list of all edges.
    pub(super) edges: Range<usize>,
}

impl MinkowskiDifference {
    /// Creates the difference of two polygons, and appends its edges to a list. The first polygon is mirrored already.
    pub(super) fn new(first: &SortedEdges, second: &SortedEdges, edges: &mut Vec<DifferenceEdge>) -> Self {
        let begin = edges.len();
        let compare = |i: usize, j: usize| first.edges[i].angle.total_cmp(&second.edges[j].angle);
        merge_edges([first.edges.len(), second.edges.len()], compare, |[i, j], [next_i, next_j]| {
            let normal = if next_i > i { first.edges[i].normal } else { second.edges[j].normal };
            let corner = |i, j| first.corner(i) + second.corner(j);
            edges.push(DifferenceEdge::between(normal, corner(i, j), corner(next_i, next_j)));
        });
        Self { bounds: first.bounds.sum(&second.bounds), edges: begin..edges.len() }
    }
}
