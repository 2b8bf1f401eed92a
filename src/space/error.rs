use crate::geometry::PolygonError;

/// Why points, or a point and a normal, give no plane.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PlaneError {
    /// There are fewer than three points.
    #[error("a plane needs at least 3 points, and there are {count}; add the missing ones")]
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
    /// A coordinate is so large that areas and products of it would not be finite.
    #[error("point {index} lies more than 2^60 pixels from the origin; move or scale the points")]
    TooFar {
        /// The first such point.
        index: usize,
    },
    /// All points lie on one line, or are the same, so that many planes go through them.
    #[error("all points lie on one line, through which many planes go; move a point off the line")]
    OnOneLine,
    /// The outline goes around as much one way as the other, like an 8, so that it has no normal.
    #[error("the outline crosses itself and its areas cancel; list the points in their order around the shape")]
    AreasCancel,
    /// The normal is zero, or one of its coordinates is NaN or infinite.
    #[error("the normal has no direction; it must be finite and not zero")]
    NoNormal,
}

/// Why points are not a planar polygon.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanarPolygonError {
    /// There is no plane through the points.
    #[error(transparent)]
    Plane(#[from] PlaneError),
    /// A point lies off the plane of the others by more than 2^-20 of the largest coordinate.
    #[error(
        "point {index} lies {distance} pixels off the plane of the others; move it there or cut the polygon in triangles"
    )]
    NotPlanar {
        /// The point that lies farthest off.
        index: usize,
        /// How far, in pixels.
        distance: f32,
    },
    /// In its plane the outline is not that of a polygon: it crosses itself, or names a point twice.
    #[error("in its plane: {0}")]
    Outline(#[from] PolygonError),
}
