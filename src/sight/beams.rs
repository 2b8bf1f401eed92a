//! Beams: the walls that end segments from one point, read off its visible region.

use super::cone::{SightOrigin, SlopeRange};
use super::piece::{SightPiece, Viewer, WallKind};
use super::sweep::{Sweep, SweepBuffers};
use crate::geometry::Rect;
use crate::geometry::ray::UNITS;
use crate::terrain::LayerSelection;
use glam::{DVec2, Vec2};
use std::ops::Range;

/// Segments from one point, in the order of their angles, and the walls that end them. Units are 1/256 pixel.
///
/// Each quantity is a list of its own, so that loops over the beams become vector code.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightBeams {
    /// The cone of each beam, counted from that around +x toward +y.
    cones: Vec<u8>,
    /// The slope within the cone: the extent across over the extent along, with its sign.
    slopes: Vec<f64>,
    /// The extents along the cone and across. All are whole, and none is negative.
    runs: Vec<f64>,
    rises: Vec<f64>,
    /// The distance along the cone to a face, or with a negative sign that across to a side; infinity where there is
    /// neither, and NaN where only a cast can tell.
    parts: Vec<f64>,
    buffers: SweepBuffers,
}

impl SightBeams {
    /// Replaces the beams. Each is given by whether its longer axis is y, and by the signed extents of its segment on its
    /// longer axis and on the other one, in units.
    #[inline(always)]
    pub(crate) fn set(&mut self, beams: impl ExactSizeIterator<Item = (bool, i64, i64)>) {
        let len = beams.len();
        self.cones.resize(len, 0);
        self.slopes.resize(len, 0.0);
        self.runs.resize(len, 0.0);
        self.rises.resize(len, 0.0);
        let lists = self.cones.iter_mut().zip(&mut self.slopes).zip(self.runs.iter_mut().zip(&mut self.rises));
        for ((steep, major, minor), ((cone, slope), (run, rise))) in beams.zip(lists) {
            // Below 2^31, as the conversion of such numbers has an instruction.
            let (major, minor) = (f64::from(major as i32), f64::from(minor as i32));
            *cone = u8::from(steep) | u8::from(major < 0.0) << 1;
            (*run, *rise) = (major.abs(), minor.abs());
            *slope = minor / *run;
        }
        self.parts.clear();
        self.parts.resize(len, f64::NAN);
    }

    /// Finds the walls within `radius` pixels that end the beams.
    ///
    /// The slopes of beams and of the corners of pixels are compared exactly up to a radius of 2^17 pixels, see
    /// [`sweep`](super::sweep). A beam that lies between the corners of a wall, and on neither, meets nothing before.
    pub(crate) fn find_walls(&mut self, selection: &LayerSelection<'_>, bounds: &Rect, origin: Vec2, radius: f64) {
        let Some(origin) = SightOrigin::snapped(origin) else { return };
        if selection.is_solid(origin.pixel) {
            return self.parts.fill(0.0);
        }
        if origin.fraction == DVec2::ZERO {
            // Every beam begins with a corner, which stops exact rays if a pixel beside it is solid, and no view.
            return;
        }
        let mut start = 0;
        for of_cone in self.cones.chunk_by(|a, b| a == b) {
            let beams = start..start + of_cone.len();
            start = beams.end;
            let cone = origin.cone(usize::from(of_cone[0]));
            let slopes = &self.slopes[beams.clone()];
            let (a, b) = (slopes[0], slopes[slopes.len() - 1]);
            let view = SlopeRange { low: a.min(b).next_down().max(-1.0), high: a.max(b).next_up().min(1.0) };
            let mut reader = BeamReader {
                slopes,
                parts: &mut self.parts[beams],
                is_mirrored: cone.is_mirrored,
                next: 0,
                distances: [cone.near, cone.across],
            };
            Sweep::new(&cone, selection, bounds, radius, &mut self.buffers, &mut reader).run(view);
        }
    }

    /// Writes the range of each beam: `range` of the distance in pixels at which it ends at a wall, `none` if it ends at
    /// none, and NaN if only a cast can tell, as it passes through the corner of a pixel, begins at a wall, or ends there.
    #[inline(always)]
    pub(crate) fn write_ranges(&self, range: impl Fn(f32) -> f32, none: f32, ranges: &mut [f32]) {
        let lists = self.runs.iter().zip(&self.rises).zip(&self.parts);
        for (written, ((run, rise), part)) in ranges.iter_mut().zip(lists) {
            // As for a hit: its fraction of the length.
            let length = (run * run + rise * rise).sqrt() / UNITS as f64;
            let (part, whole) = (part.abs(), if *part < 0.0 { *rise } else { *run });
            let reached = range((part / whole * length) as f32);
            let not_reached = if part > whole { none } else { f32::NAN };
            *written = if part < whole { reached } else { not_reached };
        }
    }
}

/// Reads the ends of beams off the walls of a view.
struct BeamReader<'a> {
    /// The slopes of the beams, in ascending order, or descending if the cone is mirrored.
    slopes: &'a [f64],
    parts: &'a mut [f64],
    is_mirrored: bool,
    /// The number of beams that are done.
    next: usize,
    /// The distances of the origin from the borders of its pixel, along the cone and across.
    distances: [f64; 2],
}

impl Viewer for BeamReader<'_> {
    const TAKES_PIECES: bool = true;

    #[inline(always)]
    fn piece(&mut self, SightPiece { slopes, wall }: SightPiece) {
        let side = usize::from(wall.kind == WallKind::Side);
        let distance = UNITS as f64 * (f64::from(wall.border()) - self.distances[side]).abs();
        let part = match wall.kind {
            WallKind::Face => distance,
            WallKind::Side => -distance,
            WallKind::Open => f64::INFINITY,
            WallKind::Dark => f64::NAN,
        };
        let read = |slope: f64, written: &mut f64| {
            *written = if slope > slopes.low { part } else { f64::NAN };
        };
        let len = self.slopes.len();
        if self.is_mirrored {
            while let Some(index) = len.checked_sub(self.next + 1)
                && self.slopes[index] < slopes.high
            {
                read(self.slopes[index], &mut self.parts[index]);
                self.next += 1;
            }
        } else {
            while self.next < len && self.slopes[self.next] < slopes.high {
                read(self.slopes[self.next], &mut self.parts[self.next]);
                self.next += 1;
            }
        }
    }

    #[inline(always)]
    fn see(&mut self, _: Range<i32>, _: SlopeRange) {}

    #[inline(always)]
    fn hide(&mut self, _: i32, _: Range<i32>) {}

    #[inline(always)]
    fn light(&mut self, _: i32, _: Range<i32>, _: SlopeRange) {}
}
