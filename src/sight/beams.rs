//! Beams: segments from one point, and the walls that end them.

use super::beam_sweep::{BeamSweep, BeamSweepBuffers, ConeBeams};
use super::cone::{ConeArea, SightOrigin};
use crate::geometry::Rect;
use crate::geometry::ray::{UNITS, snapped, snapped_whole};
use crate::raycast::RangeLimits;
use crate::terrain::LayerSelection;
use glam::{DVec2, IVec2, Vec2};

/// Segments from one point, in the order of their angles, and the walls that end them. Units are 1/256 pixel.
///
/// Each quantity is a list of its own, so that loops over the beams become vector code.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightBeams {
    /// The extents of the beams along x and y. All are whole.
    extents: [Vec<f64>; 2],
    /// The slopes of the beams within their cones, in ascending order in each cone.
    slopes: Vec<f64>,
    /// The distance along the cone to a face, or with a negative sign that across to a side; infinity where there is
    /// neither, and NaN where only a cast can tell.
    parts: Vec<f64>,
    buffers: BeamSweepBuffers,
}

impl SightBeams {
    /// Replaces the beams by segments from an origin to some ends, all within ±2^30 pixels.
    #[inline(always)]
    pub(crate) fn set(&mut self, origin: Vec2, ends: impl ExactSizeIterator<Item = DVec2>) {
        let from = DVec2::new(snapped(origin.x.into()) as f64, snapped(origin.y.into()) as f64);
        let len = ends.len();
        let [xs, ys] = &mut self.extents;
        xs.resize(len, 0.0);
        ys.resize(len, 0.0);
        for ((x, y), end) in xs.iter_mut().zip(ys).zip(ends) {
            (*x, *y) = (snapped_whole(end.x) - from.x, snapped_whole(end.y) - from.y);
        }
        self.slopes.resize(len, 0.0);
        self.parts.clear();
        self.parts.resize(len, f64::NAN);
    }

    /// Finds the walls within `radius` pixels that end the beams.
    ///
    /// The radius is at most 2^16 + 1 pixels, and more than the length of any beam. The slopes of beams and of the corners
    /// of pixels are compared exactly: see [`sweep`](super::sweep).
    #[inline(always)]
    pub(crate) fn find_walls(&mut self, selection: &LayerSelection<'_>, bounds: &Rect, origin: Vec2, radius: f64) {
        let Some(origin) = SightOrigin::snapped(origin) else { return };
        if selection.is_solid(origin.pixel) {
            return self.parts.fill(0.0);
        }
        if origin.fraction == DVec2::ZERO {
            // Every beam begins with a corner, which stops exact rays if a pixel beside it is solid, and no view.
            let around = [IVec2::NEG_X, IVec2::NEG_Y, IVec2::NEG_ONE];
            if around.into_iter().any(|step| selection.is_solid(origin.pixel + step)) {
                return;
            }
        }
        let mut start = 0;
        let [xs, ys] = &self.extents;
        while start < xs.len() {
            let quarter = quarter_of(xs[start], ys[start]);
            let (mut end, mut past) = (start + 1, xs.len());
            while end < past {
                let middle = end.midpoint(past);
                if quarter_of(xs[middle], ys[middle]) == quarter {
                    end = middle + 1;
                } else {
                    past = middle;
                }
            }
            let beams = start..end;
            start = end;
            let cone = origin.cone(quarter);
            let (slopes, parts) = (&mut self.slopes[beams.clone()], &mut self.parts[beams.clone()]);
            let (along, across) = if cone.steep { (ys, xs) } else { (xs, ys) };
            for (slope, (along, across)) in slopes.iter_mut().zip(along[beams.clone()].iter().zip(&across[beams])) {
                *slope = across / along.abs();
            }
            if cone.is_mirrored {
                slopes.reverse();
            }
            // Rounding keeps the order of the angles, but for some that are as good as equal.
            let is_sorted = slopes.windows(2).fold(true, |all, pair| all & (pair[0] <= pair[1]));
            if !(is_sorted && slopes[0] >= -1.0 && slopes[slopes.len() - 1] <= 1.0) {
                continue;
            }
            let area = ConeArea::new(&cone, bounds, radius);
            BeamSweep::new(&cone, selection, area, radius, ConeBeams { slopes, parts }).run(&mut self.buffers);
            if cone.is_mirrored {
                parts.reverse();
            }
        }
    }

    /// Writes the range of each beam, within limits. Returns whether any range is NaN.
    ///
    /// It is the distance in pixels at which the beam ends at a wall, or what stands for none if it ends at none. It is NaN if
    /// only a cast can tell: the beam passes through the corner of a pixel, begins at a wall, or ends there.
    #[inline(always)]
    pub(crate) fn write_ranges(&self, limits: &RangeLimits, ranges: &mut [f32]) -> bool {
        let mut any = false;
        let [xs, ys] = &self.extents;
        for (written, ((x, y), part)) in ranges.iter_mut().zip(xs.iter().zip(ys).zip(&self.parts)) {
            let (x, y) = (x.abs(), y.abs());
            // As for a hit: its fraction of the length.
            let length = (x * x + y * y).sqrt() / UNITS as f64;
            let whole = if (*part < 0.0) == (x < y) { x } else { y };
            let part = part.abs();
            let reached = limits.range((part / whole * length) as f32);
            let not_reached = if part > whole { limits.none } else { f32::NAN };
            *written = if part < whole { reached } else { not_reached };
            any |= written.is_nan();
        }
        any
    }
}

/// Returns the cone of a beam, counted from that around +x toward +y.
#[inline(always)]
fn quarter_of(x: f64, y: f64) -> usize {
    let steep = y.abs() > x.abs();
    let major = if steep { y } else { x };
    usize::from(steep) | usize::from(major < 0.0) << 1
}
