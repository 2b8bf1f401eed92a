//! The error and the winding of polygons.

use std::error::Error;
use std::fmt;

/// The reason that points do not form a polygon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolygonError {
    /// Fewer than three points.
    TooFewPoints {
        /// The number of points.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// The first such point.
        index: usize,
    },
    /// Two points are equal.
    RepeatedPoint {
        /// The earlier point.
        first: usize,
        /// The later point.
        second: usize,
    },
    /// All points are collinear.
    ZeroArea,
    /// Two edges cross, touch or overlap. Edge `i` goes from point `i` to the next one.
    SelfCrossing {
        /// The edge that begins earlier in the list.
        first: usize,
        /// The other edge.
        second: usize,
    },
    /// The polygon is not convex at a point.
    NotConvex {
        /// The first such point.
        index: usize,
    },
    /// A coordinate is so large that areas and products would not be finite.
    TooFar {
        /// The first such point.
        index: usize,
    },
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPoints { count } => {
                write!(f, "a polygon needs at least 3 points, and there are {count}; add the missing corners")
            }
            Self::NotFinite { index } => {
                write!(f, "point {index} has a coordinate that is NaN or infinite; give it finite coordinates")
            }
            Self::RepeatedPoint { first, second } => {
                write!(f, "points {first} and {second} are the same; leave one of them out")
            }
            Self::ZeroArea => {
                f.write_str("all points lie on one line, so that the polygon has no area; move a point off the line")
            }
            Self::SelfCrossing { first, second } => {
                write!(f, "edges {first} and {second} cross or touch; list the corners in their order around the shape")
            }
            Self::NotConvex { index } => {
                write!(f, "the polygon is not convex at point {index}; split it with `Polygon::convex_pieces`")
            }
            Self::TooFar { index } => {
                write!(f, "point {index} lies more than 2^60 pixels from the origin; move or scale the polygon")
            }
        }
    }
}

impl Error for PolygonError {}

/// The rotational sense of a polygon's corners on screen, where y points down.
///
/// ```
/// use tileray::{Polygon, geometry::Winding, glam::vec2};
///
/// let roof = Polygon::new(vec![vec2(0.0, 10.0), vec2(8.0, 2.0), vec2(16.0, 10.0)])?;
/// assert_eq!(roof.winding(), Winding::Clockwise);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Winding {
    /// From +x toward +y, like the hands of a clock. The signed area is positive; the inside lies to the right of
    /// each edge on screen.
    Clockwise,
    /// Opposite to the hands of a clock. The signed area is negative; the inside lies to the left of each edge on
    /// screen.
    CounterClockwise,
}

impl Winding {
    /// Returns the sign of `orientation(start, end, point)` for points just inside an edge: 1 or −1.
    pub(crate) fn inner_sign(self) -> f64 {
        match self {
            Self::Clockwise => 1.0,
            Self::CounterClockwise => -1.0,
        }
    }
}
