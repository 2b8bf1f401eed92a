//! Why points are not a polygon, and which way round its corners run.

/// Why points are not a polygon.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PolygonError {
    /// There are fewer than three points.
    #[error("a polygon needs at least 3 points, and there are {count}; add the missing corners")]
    TooFewPoints {
        /// How many there are.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("point {index} is not finite; every coordinate must be a number")]
    NotFinite {
        /// The first such point.
        index: usize,
    },
    /// Two points lie at the same place.
    #[error("points {first} and {second} are the same; leave one of them out")]
    RepeatedPoint {
        /// The earlier one.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// All points lie on one line.
    #[error("all points lie on one line, so that the polygon has no area; move a point off the line")]
    ZeroArea,
    /// Two edges cross, touch or lie on each other where they should not. Edge `i` goes from point `i` to the next one.
    #[error("edges {first} and {second} cross or touch; list the corners in their order around the shape")]
    SelfCrossing {
        /// The edge that begins earlier in the list.
        first: usize,
        /// The other edge.
        second: usize,
    },
    /// The polygon is not convex: it turns the other way at a point.
    #[error("the polygon is not convex at point {index}; split it with `Polygon::convex_pieces`")]
    NotConvex {
        /// The first such point.
        index: usize,
    },
    /// A coordinate is so large that areas and products of it would not be finite.
    #[error("point {index} lies more than 2^60 pixels from the origin; move or scale the polygon")]
    TooFar {
        /// The first such point.
        index: usize,
    },
}

/// Which way round the corners of a polygon run, as seen on screen, where y points down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Winding {
    /// As the hands of a clock go, from +x toward +y: the signed area is positive, and the inside lies to the right of
    /// each edge on screen.
    Clockwise,
    /// The other way: the signed area is negative, and the inside lies to the left of each edge on screen.
    CounterClockwise,
}

impl Winding {
    /// The sign that `orientation(start, end, point)` has for points just inside of an edge: 1 or −1.
    pub(crate) fn inner_sign(self) -> f64 {
        match self {
            Self::Clockwise => 1.0,
            Self::CounterClockwise => -1.0,
        }
    }
}
