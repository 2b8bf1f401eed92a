//! Options and errors of hulls and simplification.

use crate::solidity::{Connectivity, Contour};
use std::error::Error;
use std::fmt;

/// The kind of a sprite's hull.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum HullMode {
    /// One piece: the convex hull of the solid pixels' squares; exact, without corners on straight lines.
    Convex,
    /// Convex pieces that tile the simplified contours; holes stay holes. Without holes there are as few pieces as
    /// [`Polygon::convex_pieces`](crate::Polygon::convex_pieces) finds.
    #[default]
    Pieces,
    /// One piece: the bounding box of the solid pixels.
    Box,
    /// One piece: a regular polygon around the smallest circle that contains the solid pixels' squares.
    Circle,
}

/// Options for making a sprite's hull, and for [simplifying](super::simplify()) contours.
///
/// ```
/// use tileray::hull::{HullMode, OutlineBias};
/// use tileray::HullOptions;
///
/// let options = HullOptions::new().max_error(0.5).bias(OutlineBias::Grow);
/// assert_eq!((options.mode, options.max_vertices), (HullMode::Pieces, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct HullOptions {
    /// The kind of hull.
    pub mode: HullMode,
    /// The error bound: the largest distance of the mask's boundary from the simplified contours, in pixels; 1 by
    /// default. 0 keeps every corner. Only [`HullMode::Pieces`] makes its hull of the simplified contours.
    ///
    /// The bound also sets the price of a corner: a misfit of `max_error / 64` times the size of the loop, in square
    /// pixels. The size of a loop is the square root of its area, or an eighth of its length if that is more. So a
    /// large sprite gets few corners within the bound, and a small one keeps the steps that make its shape. A bound
    /// below 0.71 (`√½`), or twice that with a [bias](OutlineBias) to one side, keeps nearly every corner.
    pub max_error: f32,
    /// The side of the boundary on which simplified contours may lie; both by default. The other modes always contain
    /// every solid pixel.
    pub bias: OutlineBias,
    /// Whether pixels that touch at a corner are connected. They are by default, so a diagonal line of pixels is one
    /// thin piece.
    pub connectivity: Connectivity,
    /// The largest number of corners of the simplified contours, or of the one piece of the other modes. If there are
    /// more, the contours are simplified again for the fewest corners, and then with greater error bounds. A
    /// [`HullMode::Circle`] has exactly this many, but at most 64; by default it has 16.
    pub max_vertices: Option<usize>,
    /// The largest number of convex pieces of [`HullMode::Pieces`]. The error bound is raised until there are no
    /// more.
    pub max_pieces: Option<usize>,
}

impl Default for HullOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl HullOptions {
    /// Returns the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            mode: HullMode::Pieces,
            max_error: 1.0,
            bias: OutlineBias::Nearest,
            connectivity: Connectivity::Eight,
            max_vertices: None,
            max_pieces: None,
        }
    }

    /// Returns an error unless the error bound is finite and at least 0.
    pub(super) fn check(&self) -> Result<(), SpriteHullError> {
        let max_error = self.max_error;
        if (0.0..f32::INFINITY).contains(&max_error) { Ok(()) } else { Err(SpriteHullError::MaxError { max_error }) }
    }
}

setters! {
    HullOptions {
        mode: HullMode,
        max_error: f32,
        bias: OutlineBias,
        connectivity: Connectivity,
        max_vertices: Option<usize>,
        max_pieces: Option<usize>,
    }
}

/// The side to which simplification may move contours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OutlineBias {
    /// Either side, with the fewest corners.
    #[default]
    Nearest,
    /// Outward: all solid pixels stay inside.
    Grow,
    /// Inward: all free pixels stay outside.
    Shrink,
}

impl OutlineBias {
    /// Returns the side of an edge on which the corners that it replaces must lie: right (1), left (−1) or either
    /// (0).
    pub(super) fn side(self) -> f64 {
        match self {
            Self::Nearest => 0.0,
            Self::Grow => 1.0,
            Self::Shrink => -1.0,
        }
    }
}

/// The result of simplifying contours.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplifiedContours {
    /// A loop for each given one, in order.
    pub contours: Vec<Contour>,
    /// The largest distance in pixels of a point of a given contour from the edge that replaces it.
    pub error: f32,
}

/// The reason that a mask has no hull, or that contours cannot be simplified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SpriteHullError {
    /// No pixel is solid.
    Empty {
        /// The mask's width.
        width: u32,
        /// The mask's height.
        height: u32,
    },
    /// A side of the mask is longer than 2^24 pixels, beyond which `f32` does not represent all corners.
    TooLarge {
        /// The mask's width.
        width: u32,
        /// The mask's height.
        height: u32,
    },
    /// The error bound is negative, infinite or NaN.
    MaxError {
        /// The given bound.
        max_error: f32,
    },
    /// The allowed number of corners is too small to keep all contours apart.
    TooFewCorners {
        /// The given number.
        max_vertices: usize,
        /// The number of contours.
        loops: usize,
        /// A number that suffices.
        fewest: usize,
    },
    /// The contours have more than 2^31 − 1 corners.
    TooManyCorners {
        /// The number of corners.
        count: usize,
    },
    /// The allowed number of corners is too small for a convex hull, a box or a circle.
    TooFewVertices {
        /// The number in the options.
        asked: usize,
        /// The number that is needed.
        least: usize,
    },
    /// Even the coarsest contours give more pieces.
    TooFewPieces {
        /// The number in the options.
        asked: usize,
        /// The least number found.
        least: usize,
    },
}

impl fmt::Display for SpriteHullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { width, height } => write!(
                f,
                "none of the {width}x{height} pixels is solid, so there is no hull; lower the alpha threshold"
            ),
            Self::TooLarge { width, height } => write!(
                f,
                "a mask of {width}x{height} pixels is too large for a hull: sides may have 2^24 pixels; cut it into parts"
            ),
            Self::MaxError { max_error } => {
                write!(f, "the error bound {max_error} is not a distance; give one in pixels from 0 on")
            }
            Self::TooFewCorners { max_vertices, loops, fewest } => write!(
                f,
                "{max_vertices} corners do not suffice for {loops} loops, but {fewest} do; raise `max_vertices`, or leave out \
                small loops"
            ),
            Self::TooManyCorners { count } => write!(f, "{count} corners are too many; simplify parts of the contours"),
            Self::TooFewVertices { least, asked } => {
                write!(f, "the hull needs {least} corners, but at most {asked} are allowed; raise `max_vertices`")
            }
            Self::TooFewPieces { least, asked } => write!(
                f,
                "the hull needs {least} pieces, but at most {asked} are allowed; raise `max_pieces`, or use `HullMode::Convex`"
            ),
        }
    }
}

impl Error for SpriteHullError {}
