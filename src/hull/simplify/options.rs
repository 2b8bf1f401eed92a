use crate::solidity::Contour;

/// How far and to which side contours may be moved when they are simplified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SimplifyOptions {
    /// How far in pixels a point of a contour may lie from the loop that stands for it; 0 leaves all as it is.
    ///
    /// It also says what a corner is worth: as much as a misfit of a 64th of it times the loop's size, in square pixels; the size is
    /// the root of the area, or an eighth of the length where that is more. So a large sprite gets few corners within
    /// the bound, and a small one keeps steps without which it would be another shape. A bound below 0.71 (`√½`), or twice
    /// that with a [bias](OutlineBias) to one side, keeps nearly every corner.
    pub max_error: f32,
    /// To which side.
    pub bias: OutlineBias,
    /// How many corners all loops together may have. Where there are more, misfit no longer counts, and if that is not enough
    /// `max_error` is raised.
    pub max_vertices: Option<usize>,
}

impl Default for SimplifyOptions {
    /// Up to 1 pixel to either side, and any number of corners.
    fn default() -> Self {
        Self { max_error: 1.0, bias: OutlineBias::Nearest, max_vertices: None }
    }
}

impl SimplifyOptions {
    /// Whether the bound is a distance.
    pub(in crate::hull) fn check(&self) -> Result<(), SimplifyError> {
        let max_error = self.max_error;
        if (0.0..f32::INFINITY).contains(&max_error) { Ok(()) } else { Err(SimplifyError::MaxError { max_error }) }
    }
}

/// To which side contours are moved when they are simplified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OutlineBias {
    /// To either side, with the fewest corners.
    #[default]
    Nearest,
    /// Outward: all that was solid stays within.
    Grow,
    /// Inward: all that was free stays outside.
    Shrink,
}

impl OutlineBias {
    /// On which side of an edge the corners that it stands for must lie: on its right (1), its left (−1), or either (0).
    pub(super) fn side(self) -> f64 {
        match self {
            Self::Nearest => 0.0,
            Self::Grow => 1.0,
            Self::Shrink => -1.0,
        }
    }
}

/// Contours with fewer corners.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplifiedContours {
    /// A loop for each of the given ones, in their order.
    pub contours: Vec<Contour>,
    /// The largest distance in pixels from a point of a given contour to the edge that stands for it.
    pub error: f32,
}

/// Why contours are not simplified.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SimplifyError {
    /// The error bound is negative, infinite or NaN.
    #[error("the error bound {max_error} is not a distance; give one in pixels from 0 on")]
    MaxError {
        /// The bound that was given.
        max_error: f32,
    },
    /// So few corners cannot keep all loops apart from each other.
    #[error(
        "{loops} loops cannot be kept with {max_vertices} corners, but with {fewest}; allow more or leave out small loops"
    )]
    TooFewVertices {
        /// The number that was given.
        max_vertices: usize,
        /// How many loops there are.
        loops: usize,
        /// A number that is enough.
        fewest: usize,
    },
    /// There are more than 2^31 − 1 corners.
    #[error("{count} corners are too many; simplify parts of the contours")]
    TooManyCorners {
        /// How many there are.
        count: usize,
    },
}
