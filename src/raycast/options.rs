//! Options of ray queries.

use crate::simd::Level;
use crate::terrain::{LayerMask, OneWayRule};

/// Options of a ray query.
///
/// ```
/// use tileray::raycast::StartInside;
/// use tileray::{Ray, RayOptions, SolidityMap, Terrain, Traversal, glam::ivec2};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x < 8 || x >= 40));
/// let options = RayOptions {
///     traversal: Traversal::Exact,
///     inside: StartInside::Leave,
///     ..RayOptions::default()
/// };
/// let hit = terrain.raycast_with(&Ray::new((4.5, 4.5), (1.0, 0.0), 60.0), &options);
/// assert_eq!(hit.map(|hit| hit.pixel), Some(ivec2(40, 4)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayOptions {
    /// The pixels that the ray tests.
    pub traversal: Traversal,
    /// The layers that can stop the ray.
    pub layers: LayerMask,
    /// How one-way layers are treated.
    pub one_way: OneWayRule,
    /// The rule for rays that start in a solid pixel.
    pub inside: StartInside,
    /// The vector instructions to use. The answer is the same for all of them.
    pub simd: SimdLevel,
}

/// The pixels that a ray tests.
///
/// ```
/// use tileray::{Ray, RayOptions, SolidityMap, Terrain, Traversal};
///
/// // Two solid pixels that touch at a corner.
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(2, 2, |x, y| x != y));
/// let through_corner = Ray::between((0.5, 0.5), (1.5, 1.5));
/// let hits = |traversal| {
///     terrain.raycast_any(&through_corner, &RayOptions { traversal, ..RayOptions::default() })
/// };
/// assert!(!hits(Traversal::Bresenham));
/// assert!(hits(Traversal::Exact));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Traversal {
    /// Bresenham's line from the pixel of the origin to the pixel of the end: one pixel for each step along the
    /// longer axis, and the same pixels in both directions.
    #[default]
    Bresenham,
    /// Every pixel that the segment passes through, in order. A ray does not pass between two solid pixels that touch
    /// at a corner. [`Ray::exact_pixels`](crate::raycast::Ray::exact_pixels) lists the pixels.
    ///
    /// Both ends are rounded to multiples of 1/256 pixel, `floor(256·v + 1/2)`. From there on all decisions are
    /// integer arithmetic. A segment through a corner of four pixels stops if one of the two pixels beside the
    /// corner is solid. If both are, the hit is the one entered by a step in x. A segment along a border lies in
    /// the pixels to the right of the border, or below it. Both directions test the same pixels, so both agree on
    /// whether something is in the way. At a corner they may hit different ones of the two pixels.
    ///
    /// A hit's `point` is where the segment enters the pixel, and `fraction` is the part of the segment before
    /// it. The normal is that of the face crossed. Through a corner between two free pixels the normal is that of
    /// the longer axis (x if equal), and `previous` is the pixel before the corner. `previous` is also the pixel
    /// before the corner for a hit on a pixel beside it.
    ///
    /// A hit's point, distance and fraction are those of the segment between the rounded ends: `distance` is measured
    /// along that segment, from its rounded origin.
    ///
    /// Costs about a fifth more than Bresenham's line in a batch, and up to a half more for single rays. Segments
    /// within 2^-16 of a diagonal, or longer than 2^20 pixels, are slower and just as exact.
    Exact,
}

/// The rule for rays that start in a solid pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StartInside {
    /// That pixel is the hit, at distance 0.
    #[default]
    Hit,
    /// The ray first leaves the solid pixels it starts in. The next solid pixel is the hit.
    Leave,
}

/// The vector instructions that rays are computed with. Answers are bit-identical for all of them.
///
/// Meant for measurements and tests. [`Best`](Self::Best) is the best that the processor offers.
///
/// ```
/// use tileray::raycast::SimdLevel;
///
/// assert!(SimdLevel::Best.is_available() && SimdLevel::Scalar.is_available());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SimdLevel {
    /// The best level of the processor.
    #[default]
    Best,
    /// AVX-512 as of Ice Lake, with the feature `avx512`.
    Avx512,
    /// AVX2 with FMA.
    Avx2,
    /// No vector instructions: one pixel after the other, past empty squares.
    Scalar,
}

impl SimdLevel {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Best, Self::Avx512, Self::Avx2, Self::Scalar];

    /// Returns whether the processor has these instructions, and the library code for them. If not,
    /// [`Best`](Self::Best) is used instead.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.exact().is_some()
    }

    #[inline]
    pub(crate) fn level(self) -> Level {
        match self {
            Self::Best => Level::best(),
            other => other.exact().unwrap_or_else(Level::best),
        }
    }

    fn exact(self) -> Option<Level> {
        match self {
            Self::Best => Some(Level::best()),
            Self::Scalar => Some(Level::Plain),
            #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
            Self::Avx512 => fearless_simd::Level::new().as_avx512().map(Level::Avx512),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => fearless_simd::Level::new().as_avx2().map(Level::Avx2),
            #[allow(unreachable_patterns, reason = "on some targets every level is listed above")]
            _ => None,
        }
    }
}
