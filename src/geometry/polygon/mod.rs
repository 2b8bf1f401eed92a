//! Simple polygons, convex or concave.
//!
//! | question | file |
//! |---|---|
//! | do points form a simple polygon | `simple` (a sweep over the edges) |
//! | what are its area and centroid, is it convex | `measures` |
//! | which points, segments and polygons lie in it | `query` |
//! | how do points and circles get out of it | `project_out`, `rim` |
//! | which triangles and convex pieces tile it | `pieces` |
//! | regular, moved and rotated polygons | `transform` |

mod error;
mod measures;
mod pieces;
mod project_out;
mod query;
mod rim;
mod simple;
mod transform;

pub use error::{PolygonError, Winding};
pub(crate) use pieces::convex_pieces_of_rings;
pub(crate) use query::PointLocation;
pub(crate) use simple::{check_points, is_before, sweep_key};

use super::{aabb::Aabb, orientation::orientation, segment::Segment};
use glam::Vec2;

/// A simple polygon, convex or concave: a closed chain of straight edges that meet only at the corners between them.
///
/// Construction checks exactly that the polygon is simple, so inside and outside are always well defined. Coordinates
/// are pixels, y points down. Corners may run in either [winding](Self::winding) and may lie on the line between
/// their neighbors. Predicates are decided exactly for the `f32` coordinates as given; numbers are computed in `f64`
/// and rounded once.
///
/// ```
/// use tileray::{Polygon, glam::vec2};
/// use tileray::geometry::Winding;
///
/// let roof = Polygon::new(vec![vec2(0.0, 10.0), vec2(8.0, 2.0), vec2(16.0, 10.0)])?;
/// assert_eq!((roof.area(), roof.winding(), roof.is_convex()), (64.0, Winding::Clockwise, true));
/// assert!(roof.contains((8.0, 2.5)) && !roof.contains((2.0, 3.0)));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Vec2>", into = "Vec<Vec2>"))]
pub struct Polygon {
    points: Vec<Vec2>,
    bounds: Aabb,
    winding: Winding,
}

impl Polygon {
    /// The largest magnitude of a polygon's coordinates, in pixels: 2^60, so that areas are finite.
    pub const MAX_COORDINATE: f32 = simple::MAX_COORDINATE;

    /// Creates the polygon with these corners, in this order; the last one is joined to the first.
    ///
    /// Points on the line between their neighbors are allowed and kept. Cost: O(n log n), by a sweep over the edges
    /// (Shamos and Hoey 1976, "Geometric Intersection Problems") with exact signs.
    ///
    /// # Errors
    ///
    /// The first of these that applies:
    /// - [`TooFewPoints`](PolygonError::TooFewPoints) below three points;
    /// - [`NotFinite`](PolygonError::NotFinite) for NaN and infinity;
    /// - [`TooFar`](PolygonError::TooFar) beyond [`MAX_COORDINATE`](Self::MAX_COORDINATE);
    /// - [`RepeatedPoint`](PolygonError::RepeatedPoint) where any two points are equal (−0 equals 0; names the first
    ///   point that repeats an earlier one);
    /// - [`ZeroArea`](PolygonError::ZeroArea) where all points are collinear;
    /// - [`SelfCrossing`](PolygonError::SelfCrossing) where two edges share more than the corner between them; of
    ///   several such pairs, any may be named.
    pub fn new(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        let order = simple::checked_order(&points)?;
        // The first point by x, then y, is convex: both neighbors come after it. They are collinear with it only if one
        // edge lies on the other, which was refused.
        let first = order[0];
        let (before, after) = simple::neighbors(first, points.len());
        let turn = orientation(points[before], points[first], points[after]);
        let winding = if turn > 0.0 { Winding::Clockwise } else { Winding::CounterClockwise };
        let bounds = Aabb::from_points(points.iter().copied()).unwrap_or_default();
        Ok(Self { points, bounds, winding })
    }

    /// Returns the corners, in the given order.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Iterates over the edges: edge `i` goes from point `i` to the next one, the last edge to point 0.
    #[must_use = "iterators are lazy"]
    pub fn edges(&self) -> impl ExactSizeIterator<Item = Segment> {
        (0..self.points.len()).map(|index| self.edge(index))
    }

    /// Returns the bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Returns the direction in which the corners run on screen; exact, even for the thinnest polygon.
    #[must_use]
    pub fn winding(&self) -> Winding {
        self.winding
    }

    /// Returns the edge from point `index` to the next one.
    pub(crate) fn edge(&self, index: usize) -> Segment {
        let (start, next) = (self.points[index], self.points.get(index + 1));
        Segment { start, end: next.copied().unwrap_or(self.points[0]) }
    }
}

impl TryFrom<Vec<Vec2>> for Polygon {
    type Error = PolygonError;

    /// Calls [`Polygon::new`].
    fn try_from(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        Self::new(points)
    }
}

impl From<Polygon> for Vec<Vec2> {
    fn from(polygon: Polygon) -> Self {
        polygon.points
    }
}
