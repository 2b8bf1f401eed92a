use super::convex::ConvexPolygon;
use super::hull::Hull;
use super::shape::sealed::Sealed;
use crate::geometry::{Aabb, BOX_ROUNDING, Circle, Polygon, Segment};

/// A shape with a box around it: what a broad phase works with.
pub trait Bounded: Sealed {
    /// The smallest box that holds the shape.
    #[must_use]
    fn bounds(&self) -> Aabb;
}

impl Bounded for Circle {
    fn bounds(&self) -> Aabb {
        Self::bounds(self)
    }
}

impl Bounded for ConvexPolygon {
    fn bounds(&self) -> Aabb {
        Self::bounds(self)
    }
}

impl Bounded for Hull {
    fn bounds(&self) -> Aabb {
        Self::bounds(self)
    }
}

impl Bounded for Polygon {
    fn bounds(&self) -> Aabb {
        Self::bounds(self)
    }
}

impl Bounded for Segment {
    fn bounds(&self) -> Aabb {
        Self::bounds(self)
    }
}

/// Whether two shapes may overlap, by their boxes: `false` is sure, `true` is a maybe.
///
/// Boxes count as overlapping where they are apart by less than what rounding may have cost them, 2^-19 of the coordinates.
/// Circles that hold shapes ([`ConvexPolygon::bounding_circle`]) make another such test, as two circles are
/// [tested](super::intersects) at once: better than boxes for what is round and turns, worse for what is long.
///
/// ```
/// use tileray::{Circle, ConvexPolygon, collide};
///
/// let wedge = ConvexPolygon::new(vec![(0.0, 0.0).into(), (10.0, 10.0).into(), (0.0, 10.0).into()])?;
/// let ball = Circle::new((9.0, 1.0), 2.0);
/// assert!(collide::may_intersect(&ball, &wedge) && !collide::intersects(&ball, &wedge));
/// assert!(!collide::may_intersect(&Circle::new((13.0, 1.0), 2.0), &wedge));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[must_use]
pub fn may_intersect<A, B>(a: &A, b: &B) -> bool
where
    A: Bounded + ?Sized,
    B: Bounded + ?Sized,
{
    let (a, b) = (a.bounds(), b.bounds());
    let reach = [a.min, a.max, b.min, b.max].map(|corner| corner.abs().max_element());
    let margin = reach.into_iter().fold(0.0, f32::max) * BOX_ROUNDING;
    a.grown(margin).overlaps(&b)
}
