//! Scans of dense beams: those of a pose are swept together.

use super::options::ScanOptions;
use crate::geometry::{Bound, Rect};
use crate::parallel::{Cost, Kept, share, with_kept};
use crate::raycast::{PoseBeams, RangeLimits, Ray, StartInside, Traversal};
use crate::sight::SightBeams;
use crate::simd::dispatch;
use crate::terrain::{LayerSelection, Terrain};

/// A scan of dense beams.
pub(super) struct DenseScanner<'a> {
    terrain: &'a Terrain,
    selection: LayerSelection<'a>,
    bounds: Rect,
    beams: &'a PoseBeams<'a>,
    max_range: f32,
    options: &'a ScanOptions,
}

impl<'a> DenseScanner<'a> {
    /// The fewest beams of a pose that are worth a sweep.
    const FEWEST: usize = 32;
    /// The largest maximum range: up to it all slopes are compared exactly.
    const MOST_RANGE: f64 = (1u32 << 16) as f64;
    /// A sweep pays where a circle would have so many beams for each pixel of its radius.
    ///
    /// It takes some nanoseconds for each row and column of pixels within the radius, and a cast 20 to 50 of them.
    const DENSE: f64 = 0.6;

    /// Prepares the scan, or returns `None` if packets of rays serve it better, or are the only ones to serve it.
    pub(super) fn new(
        terrain: &'a Terrain,
        beams: &'a PoseBeams<'a>,
        max_range: f32,
        options: &'a ScanOptions,
    ) -> Option<Self> {
        let bounds = terrain.bounds();
        let diagonal = f64::from(bounds.width()).hypot(f64::from(bounds.height()));
        let count = beams.count();
        let is_dense =
            count >= Self::FEWEST && count as f64 >= Self::DENSE * beams.length.at_most(diagonal) * beams.span;
        let serves = options.rays.traversal == Traversal::Exact && options.rays.inside == StartInside::Hit;
        if !(is_dense && serves && beams.is_sorted && (1.0..=Self::MOST_RANGE).contains(&beams.length)) {
            return None;
        }
        let selection = terrain.select_for_all(options.rays.layers, options.rays.one_way)?;
        Some(Self { terrain, selection, bounds, beams, max_range, options })
    }

    /// Writes all ranges.
    pub(super) fn scan(&self, ranges: &mut [f32]) {
        let mut of_poses: Vec<&mut [f32]> = ranges.chunks_mut(self.beams.count()).collect();
        share(&mut of_poses, Cost::MICROSECONDS, |runs| {
            thread_local!(static KEPT: Kept<SightBeams> = const { Kept::new(None) });
            with_kept(&KEPT, |beams| runs.each(|pose, ranges| self.scan_pose(pose, ranges, beams)));
        });
    }

    /// Writes the ranges of a pose.
    fn scan_pose(&self, pose: usize, ranges: &mut [f32], beams: &mut SightBeams) {
        let (origin, length) = (self.beams.poses[pose].translation, self.beams.length);
        // So that all of its beams are valid. A NaN is not within.
        let within = |coordinate: f32| f64::from(coordinate.abs()) <= Ray::MAX_COORDINATE - length;
        let limits = self.options.beam_limits(self.max_range);
        let mut any_unknown = true;
        if within(origin.x) && within(origin.y) && self.beams.poses[pose].rotation.is_finite() {
            any_unknown = dispatch!(self.options.rays.simd.level(), _ => {
                beams.set(origin, self.beams.ends(pose));
                beams.find_walls(&self.selection, &self.bounds, origin, length + 1.0);
                beams.write_ranges(&limits, ranges)
            });
        } else {
            ranges.fill(f32::NAN);
        }
        if any_unknown {
            self.cast_unknown(pose, &limits, ranges);
        }
    }

    /// Casts the beams of a pose whose ranges are NaN.
    #[cold]
    fn cast_unknown(&self, pose: usize, limits: &RangeLimits, ranges: &mut [f32]) {
        let first = pose * ranges.len();
        for (index, range) in ranges.iter_mut().enumerate().filter(|(_, range)| range.is_nan()) {
            let ray = self.beams.ray(first + index);
            if ray.is_valid() {
                let hit = self.terrain.raycast_with(&ray, &self.options.rays);
                *range = hit.map_or(limits.none, |hit| limits.range(hit.distance));
            }
        }
    }
}
