//! How hulls are made and contours simplified, and why that may fail.

use crate::solidity::{Connectivity, Contour};

/// What kind of hull a sprite gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum HullMode {
    /// One piece: the smallest convex polygon that holds every solid pixel's square, exact, without corners on a straight line.
    Convex,
    /// Convex pieces that tile the simplified contours; holes stay holes.
    #[default]
    Pieces,
    /// One piece: the bounding rectangle of the solid pixels.
    Box,
    /// One piece: a regular polygon around the smallest circle that holds every solid pixel's square.
    Circle,
}

/// How a sprite's hull is made.
///
/// ```
/// use tileray::hull::{HullMode, OutlineBias};
/// use tileray::HullOptions;
///
/// let options = HullOptions { max_error: 0.5, bias: OutlineBias::Grow, ..HullOptions::default() };
/// assert_eq!((options.mode, options.max_vertices), (HullMode::Pieces, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct HullOptions {
    /// What kind of hull.
    pub mode: HullMode,
    /// How far, in pixels, the mask's boundary may lie from the simplified contours; 1 by default. 0 keeps every corner.
    /// [`HullMode::Pieces`] alone makes its hull of them.
    pub max_error: f32,
    /// To which side of the boundary the simplified contours may lie; to both by default. The other modes always hold every
    /// solid pixel.
    pub bias: OutlineBias,
    /// Whether pixels that touch at a corner hang together; by default they do, so that a diagonal line of pixels is one
    /// thin piece.
    pub connectivity: Connectivity,
    /// The most corners that the simplified contours, or the one piece of the other modes, may have. The error bound is raised
    /// until they have no more; a [`HullMode::Circle`] has as many as this says, else 16.
    pub max_vertices: Option<usize>,
    /// The most convex pieces that [`HullMode::Pieces`] may give. The error bound is raised until there are no more.
    pub max_pieces: Option<usize>,
}

impl Default for HullOptions {
    fn default() -> Self {
        Self {
            mode: HullMode::default(),
            max_error: 1.0,
            bias: OutlineBias::default(),
            connectivity: Connectivity::Eight,
            max_vertices: None,
            max_pieces: None,
        }
    }
}

impl HullOptions {
    /// Those of the contours' simplification.
    pub(super) fn outline(&self) -> SimplifyOptions {
        SimplifyOptions { max_error: self.max_error, bias: self.bias, max_vertices: self.max_vertices }
    }

    /// The same without a budget, which is the piece's where that is not made of the contours.
    pub(super) fn outline_of_any_size(&self) -> SimplifyOptions {
        SimplifyOptions { max_vertices: None, ..self.outline() }
    }
}

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
    pub(super) fn check(&self) -> Result<(), SimplifyError> {
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

/// Why a mask has no hull.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpriteHullError {
    /// No pixel is solid.
    #[error(
        "none of the {width}x{height} pixels is solid, so that there is nothing to make a hull of; lower the alpha threshold"
    )]
    Empty {
        /// The mask's width.
        width: u32,
        /// The mask's height.
        height: u32,
    },
    /// The mask is so large that `f32` does not tell its corners apart.
    #[error("a mask of {width}x{height} pixels is too large for a hull: sides may have 2^24 pixels; cut it into parts")]
    TooLarge {
        /// The mask's width.
        width: u32,
        /// The mask's height.
        height: u32,
    },
    /// The contours cannot be simplified as the options ask.
    #[error(transparent)]
    Outline(#[from] SimplifyError),
    /// A convex hull, a box or a circle cannot have so few corners.
    #[error("a hull of at most {asked} corners was asked for, and this one needs {least}; raise `max_vertices`")]
    TooFewVertices {
        /// What the options ask for.
        asked: usize,
        /// How many it needs.
        least: usize,
    },
    /// There are more pieces than asked for even where the contours are as coarse as they can be.
    #[error(
        "a hull of at most {asked} pieces was asked for, and this one needs {least}; raise `max_pieces`, or take `HullMode::Convex`"
    )]
    TooFewPieces {
        /// What the options ask for.
        asked: usize,
        /// The fewest that were found.
        least: usize,
    },
}
