use crate::collide::convex::ConvexPolygon;
use crate::geometry::Polygon;
use glam::DVec2;

/// The border of a polygon, seen from a point.
pub(super) trait Ring {
    /// How many corners there are.
    fn count(&self) -> usize;
    /// 1 where the corners run clockwise on screen, else −1.
    fn sign(&self) -> f64;
    /// The way from the corner `index` to the point.
    fn apart(&self, index: usize) -> DVec2;
    /// The edge from the corner `index` to the next one.
    fn edge(&self, index: usize) -> Edge;
    /// Whether it is known to be convex.
    fn is_convex(&self) -> bool;
}

/// An edge that faces one way, seen from a point.
pub(super) struct Edge {
    /// The unit normal of the side that can be met.
    pub(super) normal: DVec2,
    /// How far in front of its line the point lies.
    pub(super) separation: f64,
    /// Where along it the point lies, clockwise around what is behind it, and how long it is.
    pub(super) place: f64,
    pub(super) length: f64,
}

/// A convex polygon, seen from a point relative to its origin.
pub(super) struct Convex<'p> {
    pub(super) polygon: &'p ConvexPolygon,
    pub(super) point: DVec2,
}

impl Ring for Convex<'_> {
    fn count(&self) -> usize {
        self.polygon.len()
    }

    fn sign(&self) -> f64 {
        1.0
    }

    #[inline(always)]
    fn apart(&self, index: usize) -> DVec2 {
        self.point - self.polygon.corner(index).as_dvec2()
    }

    #[inline(always)]
    fn edge(&self, index: usize) -> Edge {
        let Self { polygon, point } = *self;
        let (start, end) = (polygon.corner(index).as_dvec2(), polygon.corner(polygon.next(index)).as_dvec2());
        // The normals are those that the polygon was made with: short edges of a turned one have lost theirs.
        let normal = polygon.normal(index).as_dvec2();
        let along = DVec2::new(-normal.y, normal.x);
        let apart = point - start;
        Edge { normal, separation: apart.dot(normal), place: apart.dot(along), length: (end - start).dot(along) }
    }

    fn is_convex(&self) -> bool {
        true
    }
}

/// A polygon that may be concave, seen from a point.
pub(super) struct Outline<'p> {
    pub(super) polygon: &'p Polygon,
    pub(super) point: DVec2,
}

impl Ring for Outline<'_> {
    fn count(&self) -> usize {
        self.polygon.points().len()
    }

    fn sign(&self) -> f64 {
        self.polygon.winding().inner_sign()
    }

    #[inline(always)]
    fn apart(&self, index: usize) -> DVec2 {
        self.point - self.polygon.points()[index].as_dvec2()
    }

    #[inline(always)]
    fn edge(&self, index: usize) -> Edge {
        let edge = self.polygon.edge(index);
        let (start, end) = (edge.start.as_dvec2(), edge.end.as_dvec2());
        let apart = self.point - start;
        let length = start.distance(end);
        let along = (end - start) / length;
        let normal = DVec2::new(along.y, -along.x) * self.sign();
        let place = if self.sign() > 0.0 { apart.dot(along) } else { length - apart.dot(along) };
        Edge { normal, separation: apart.dot(normal), place, length }
    }

    fn is_convex(&self) -> bool {
        false
    }
}
