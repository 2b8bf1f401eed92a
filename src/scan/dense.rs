//! Scans of dense beams: all beams of a pose are swept together.

use crate::geometry::{Bound, Rect};
use crate::parallel::{Cost, Scratch, share, with_scratch};
use crate::raycast::{PoseBeams, RangeLimits, Ray};
use crate::sight::SightBeams;
use crate::simd::dispatch;
use crate::terrain::{LayerSelection, TerrainQuery, Traversal};

/// A scan of dense beams.
pub(super) struct DenseScanner<'a> {
    query: &'a TerrainQuery<'a>,
    selection: LayerSelection<'a>,
    bounds: Rect,
    beams: &'a PoseBeams<'a>,
    limits: RangeLimits,
}

impl<'a> DenseScanner<'a> {
    /// The fewest beams of a pose that are worth a sweep.
    const FEWEST: usize = 32;
    /// The largest maximum range, up to which all slopes compare exactly, in pixels.
    const MOST_RANGE: f64 = (1u32 << 16) as f64;
    /// The fewest beams of a full turn that are worth a sweep, for each pixel of the maximum range.
    ///
    /// A sweep takes some nanoseconds for each row and column of pixels within the range, and a cast takes 20 to 50 ns.
    const DENSE: f64 = 0.6;

    /// Prepares the scan; `None` if packets of rays are faster, or if a sweep cannot answer it.
    pub(super) fn new(query: &'a TerrainQuery<'a>, beams: &'a PoseBeams<'a>, limits: RangeLimits) -> Option<Self> {
        let bounds = query.terrain.known_pixels();
        let diagonal = f64::from(bounds.width()).hypot(f64::from(bounds.height()));
        let count = beams.count();
        let is_dense =
            count >= Self::FEWEST && count as f64 >= Self::DENSE * beams.length.at_most(diagonal) * beams.span;
        let serves = query.ray_traversal() == Traversal::Exact && !query.leaves_start;
        if !(is_dense && serves && beams.is_sorted && (1.0..=Self::MOST_RANGE).contains(&beams.length)) {
            return None;
        }
        let selection = query.for_all()?;
        Some(Self { query, selection, bounds, beams, limits })
    }

    /// Writes all ranges.
    pub(super) fn scan(&self, ranges: &mut [f32]) {
        let mut of_poses: Vec<&mut [f32]> = ranges.chunks_mut(self.beams.count()).collect();
        share(&mut of_poses, Cost::MICROSECONDS, |runs| {
            thread_local!(static SCRATCH: Scratch<SightBeams> = const { Scratch::new(None) });
            with_scratch(&SCRATCH, |beams| runs.each(|pose, ranges| self.scan_pose(pose, ranges, beams)));
        });
    }

    /// Writes the ranges of a pose.
    fn scan_pose(&self, pose: usize, ranges: &mut [f32], beams: &mut SightBeams) {
        let (origin, length) = (self.beams.poses[pose].translation, self.beams.length);
        // Then all beams of the pose are valid. False for NaN.
        let within = |coordinate: f32| f64::from(coordinate.abs()) <= Ray::MAX_COORDINATE - length;
        let mut any_unknown = true;
        if within(origin.x) && within(origin.y) && self.beams.poses[pose].rotation.is_finite() {
            any_unknown = dispatch!(self.query.level(), _ => {
                beams.set(origin, self.beams.ends(pose));
                beams.find_walls(&self.selection, &self.bounds, origin, length + 1.0);
                beams.write_ranges(&self.limits, ranges)
            });
        } else {
            ranges.fill(f32::NAN);
        }
        if any_unknown {
            self.cast_unknown(pose, ranges);
        }
    }

    /// Casts the beams of a pose whose ranges are NaN.
    #[cold]
    fn cast_unknown(&self, pose: usize, ranges: &mut [f32]) {
        let first = pose * ranges.len();
        for (index, range) in ranges.iter_mut().enumerate().filter(|(_, range)| range.is_nan()) {
            let ray = self.beams.ray(first + index);
            if ray.is_valid() {
                let hit = self.query.raycast(&ray);
                *range = hit.map_or(self.limits.none, |hit| self.limits.range(hit.distance()));
            }
        }
    }
}
