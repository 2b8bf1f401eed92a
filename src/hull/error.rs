use super::simplify::SimplifyError;

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
