//! Options of scans.

use crate::raycast::{RangeLimits, RayOptions, Traversal};

/// Options of [`Terrain::scan`](crate::Terrain::scan) and its relatives.
///
/// ```
/// use tileray::scan::{NoReturn, ScanOptions};
/// use tileray::{Pose, SolidityMap, Terrain};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
/// let options = ScanOptions { no_return: NoReturn::Infinity, ..ScanOptions::default() };
/// let mut ranges = [0.0];
/// terrain.scan(&[Pose::at((8.0, 8.0))], &[0.0], 30.0, &options, &mut ranges);
/// assert_eq!(ranges, [f32::INFINITY]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScanOptions {
    /// The traversal, the layers and the rules of the beams. The default is that of rays, but for
    /// [`Traversal::Exact`].
    pub rays: RayOptions,
    /// The range of a beam that meets nothing.
    pub no_return: NoReturn,
}

/// The range that is written for a beam that meets nothing up to the maximum range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NoReturn {
    /// The maximum range, as simulators of laser scanners write it.
    #[default]
    MaxRange,
    /// +∞, as [REP 117](https://www.ros.org/reps/rep-0117.html) asks for.
    Infinity,
}

impl Default for ScanOptions {
    fn default() -> Self {
        let rays = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
        Self { rays, no_return: NoReturn::MaxRange }
    }
}

impl ScanOptions {
    /// Returns the limits of rays that may be longer than the maximum range.
    pub(super) const fn ray_limits(&self, max_range: f32) -> RangeLimits {
        let none = self.none(max_range);
        RangeLimits { max: max_range, beyond: none, none }
    }

    /// Returns the limits of beams. Their ends are rounded, so that a hit may be a little farther than the maximum range.
    pub(super) const fn beam_limits(&self, max_range: f32) -> RangeLimits {
        RangeLimits { max: max_range, beyond: max_range, none: self.none(max_range) }
    }

    /// Returns the range that stands for none.
    const fn none(&self, max_range: f32) -> f32 {
        match self.no_return {
            NoReturn::MaxRange => max_range,
            NoReturn::Infinity => f32::INFINITY,
        }
    }
}
