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
    /// Every pixel that the segment passes through, in order, so that nothing leaks between two solid pixels that touch
    /// at a corner: those of [`Ray::exact_pixels`](crate::raycast::Ray::exact_pixels).
    ///
    /// Both ends are rounded to multiples of 1/256 pixel, `floor(256·v + 1/2)`; from there on decisions are integer
    /// arithmetic. Through a corner of four pixels the segment is stopped where one of the two beside it is solid, where
    /// both are by the one that a step in x leads to. A segment along a border of pixels lies in those to the right of it,
    /// or below. Which pixels are tested does not depend on the sense, so whether something is in the way does not either;
    /// at a corner it may be another of the two pixels that is hit.
    ///
    /// A hit's `point` is where the segment enters the pixel, and `fraction` the part of the segment before it. The face
    /// across which it is entered gives the normal; through a corner between two free pixels it is that of the longer
    /// axis, x where both are equal, and `previous` is the pixel before the corner, also for a pixel beside it.
    ///
    /// In a batch it costs about a fifth more than Bresenham's line, one ray at a time up to a half more. Segments within
    /// 2^-16 of a diagonal, or above 2^20 pixels, take longer, and are as exact.
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
