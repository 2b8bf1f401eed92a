/// How a ray walks from pixel to pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Traversal {
    /// Bresenham's line from the pixel of the origin to the pixel of the end: one pixel for each step along the longer
    /// axis, and the same pixels in both directions.
    #[default]
    Bresenham,
}

/// What a ray query may be told.
///
/// ```
/// use tileray::{RayOptions, Traversal};
///
/// assert_eq!(RayOptions::default().traversal, Traversal::Bresenham);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RayOptions {
    /// How the ray walks.
    pub traversal: Traversal,
}
