use super::simd_level::SimdLevel;
use crate::terrain::{LayerMask, OneWayRule};

/// How a ray walks from pixel to pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Traversal {
    /// Bresenham's line from the pixel of the origin to the pixel of the end: one pixel for each step along the longer
    /// axis, and the same pixels in both directions.
    #[default]
    Bresenham,
    /// Every pixel that the segment passes through, so that nothing leaks between two pixels that touch at a corner.
    Exact,
}

/// What to do where a ray begins in a solid pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StartInside {
    /// That pixel is the hit, at distance 0.
    #[default]
    Hit,
    /// The ray goes on until it is in the open, and what it meets after that is the hit.
    Leave,
}

/// What a ray query may be told.
///
/// ```
/// use tileray::{RayOptions, Traversal};
///
/// let options = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
/// assert_eq!(RayOptions::default().traversal, Traversal::Bresenham);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayOptions {
    /// How the ray walks.
    pub traversal: Traversal,
    /// The layers that it sees.
    pub layers: LayerMask,
    /// What layers do that are solid in one direction only.
    pub one_way: OneWayRule,
    /// What to do where it begins in a solid pixel.
    pub inside: StartInside,
    /// The vector instructions that it is computed with; the answer is the same for all.
    pub simd: SimdLevel,
}
