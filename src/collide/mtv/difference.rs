//! Minkowski differences: the translations at which two convex polygons overlap.
//!
//! The first polygon, moved by `t`, shares the point `b` with the second one if `t = b − a` for one of its own points `a`. All
//! such `t` are the sum of the second polygon and of the first one mirrored at the origin. The edges of a sum of convex
//! polygons are those of both, ordered by the directions of their normals (de Berg et al., "Computational Geometry", 13.3):
//! two lists that are in this order already are merged.

use crate::collide::convex::ConvexPolygon;
use glam::DVec2;
use std::ops::Range;

/// The edges of a convex polygon, clockwise on screen from the one whose normal comes first.
#[derive(Debug)]
pub(super) struct Ring {
    sides: Vec<Side>,
    pub(super) bounds: Bounds,
}

/// An edge of a polygon, by the corner that it begins at.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// The place of its normal among all directions.
    turn: f64,
    normal: DVec2,
    start: DVec2,
}

impl Ring {
    /// A polygon mirrored at the origin; `None` where it does not lie at finite coordinates.
    pub(super) fn mirrored(polygon: &ConvexPolygon) -> Option<Self> {
        Self::new(polygon, |corner| -corner, -1.0)
    }

    /// A polygon moved by `offset`; `None` where it does not lie at finite coordinates.
    pub(super) fn moved(polygon: &ConvexPolygon, offset: DVec2) -> Option<Self> {
        Self::new(polygon, |corner| corner + offset, 1.0)
    }

    fn new(polygon: &ConvexPolygon, place: impl Fn(DVec2) -> DVec2, sign: f64) -> Option<Self> {
        let origin = polygon.origin().as_dvec2();
        let mut sides = Vec::with_capacity(polygon.len());
        let mut bounds = Bounds::EMPTY;
        for index in 0..polygon.len() {
            // The normals are those that the polygon was made with: short edges of a turned one have lost theirs.
            let normal = polygon.normal(index).as_dvec2() * sign;
            let start = place(origin + polygon.corner(index).as_dvec2());
            if !(normal.is_finite() && start.is_finite()) {
                return None;
            }
            sides.push(Side { turn: turn_of(normal), normal: normal.normalize_or_zero(), start });
            bounds.hold(start);
        }
        let first = (0..sides.len()).reduce(|best, side| if sides[side].turn < sides[best].turn { side } else { best });
        sides.rotate_left(first.unwrap_or(0));
        Some(Self { sides, bounds })
    }

    /// The corner that the side `index` begins at; past the last one the first again.
    fn corner(&self, index: usize) -> DVec2 {
        self.sides[index % self.sides.len()].start
    }
}

/// A number that grows with the direction of a vector, 0 to 4, from +x toward +y.
fn turn_of(vector: DVec2) -> f64 {
    let part = vector.x / (vector.x.abs() + vector.y.abs());
    if vector.y >= 0.0 { 1.0 - part } else { 3.0 + part }
}

/// A box, in `f64`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) min: DVec2,
    pub(super) max: DVec2,
}

impl Bounds {
    /// Around nothing.
    pub(super) const EMPTY: Self = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };

    fn hold(&mut self, point: DVec2) {
        (self.min, self.max) = (self.min.min(point), self.max.max(point));
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// All sums of a point of the one and a point of the other.
    pub(super) fn sum(&self, other: &Self) -> Self {
        Self { min: self.min + other.min, max: self.max + other.max }
    }

    /// Whether it holds a point within its border.
    pub(super) fn surrounds(&self, point: DVec2) -> bool {
        self.min.cmplt(point).all() && point.cmplt(self.max).all()
    }

    pub(super) fn area(&self) -> f64 {
        let size = self.max - self.min;
        size.x * size.y
    }

    /// The square of its distance from the origin.
    pub(super) fn distance_squared(&self) -> f64 {
        self.min.max(-self.max).max(DVec2::ZERO).length_squared()
    }
}

/// An edge of a difference: the points at `offset` along the unit normal, and from `from` to `to` along the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) normal: DVec2,
    pub(super) offset: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Edge {
    fn between(normal: DVec2, start: DVec2, end: DVec2) -> Self {
        let along = DVec2::new(-normal.y, normal.x);
        let (from, to) = (along.dot(start), along.dot(end));
        Self { normal, offset: normal.dot(start).max(normal.dot(end)), from: from.min(to), to: from.max(to) }
    }

    /// The unit vector along it, clockwise around its polygon.
    pub(super) fn along(&self) -> DVec2 {
        DVec2::new(-self.normal.y, self.normal.x)
    }

    /// The point of its line at `place` along it.
    pub(super) fn point(&self, place: f64) -> DVec2 {
        self.normal * self.offset + self.along() * place
    }

    /// Where it comes nearest to the origin.
    pub(super) fn nearest(&self) -> f64 {
        0.0_f64.max(self.from).min(self.to)
    }

    /// The square of the distance of its point at `place` from the origin.
    pub(super) fn distance_squared(&self, place: f64) -> f64 {
        self.offset * self.offset + place * place
    }
}

/// The translations at which a piece of one shape overlaps a piece of the other.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) bounds: Bounds,
    /// Where its edges are among those of all.
    pub(super) edges: Range<usize>,
}

impl Difference {
    /// That of two polygons, the first of which is mirrored; its edges are added to those of all.
    pub(super) fn new(first: &Ring, second: &Ring, edges: &mut Vec<Edge>) -> Self {
        let begin = edges.len();
        let (mut i, mut j) = (0, 0);
        let turn = |ring: &Ring, side: usize| ring.sides.get(side).map_or(f64::INFINITY, |side| side.turn);
        while i < first.sides.len() || j < second.sides.len() {
            let start = first.corner(i) + second.corner(j);
            let (one, other) = (turn(first, i), turn(second, j));
            let normal = if one <= other { first.sides[i].normal } else { second.sides[j].normal };
            // Of parallel edges one is made.
            i += usize::from(one <= other);
            j += usize::from(other <= one);
            edges.push(Edge::between(normal, start, first.corner(i) + second.corner(j)));
        }
        Self { bounds: first.bounds.sum(&second.bounds), edges: begin..edges.len() }
    }
}
