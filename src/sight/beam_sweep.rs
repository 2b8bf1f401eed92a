//! Beams: segments from one point, and the sweep that finds the walls at which they end, from line to line outward.
//!
//! Here, a *view* is a list of neighboring beams. Its outermost two beams bound the rows that the view meets in a line:
//!
//! ```text
//! sweep(beams of a cone):
//!     stack = [all beams that line 0 does not block, at line 1]
//!     while stack is not empty:
//!         take the top view
//!         for each line outward that has solid pixels between the outermost beams:      window.rs, rows.rs
//!             for each run of them, in descending order:
//!                 push the beams behind the run, if any pass before it too, to go on in the next line
//!                 the beams that the run blocks end at its face or its side
//!
//!          ╱    ┌───┬─╱─
//!        ╱  ╱   │ # │╱          a wall between two beams blocks nothing, and neither does one along the view:
//!     o ────────┼───┼────       slopes between beams do not matter
//!        ╲      │ # │╲
//!          ╲    └───┴──╲─
//! ```
//!
//! So this takes half the instructions of the [sweep of slopes](super::sweep), which finds every corner. Slopes of
//! beams and of corners compare as exactly. A beam with the slope of a corner is left to a cast.

use super::cone::{Cone, ConeArea, SightOrigin, SlopeRange};
use super::rows::ViewRows;
use super::window::{LineWindow, SolidLines};
use crate::geometry::ray::{UNITS, pixels_around, snapped, snapped_whole};
use crate::geometry::{Bound, Rect};
use crate::raycast::RangeLimits;
use crate::solidity::BRICK_SIDE;
use crate::terrain::LayerSelection;
use glam::{DVec2, Vec2};
use std::f64::consts::SQRT_2;

/// Segments from one point, in the order of their angles, and the walls that end them. Units are 1/256 pixel.
///
/// Each quantity is a list of its own, so that loops over the beams become vector code.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightBeams {
    /// The extents of the beams along x and y. All are whole.
    extents: [Vec<f64>; 2],
    /// The slopes of the beams within their cones, in ascending order in each cone.
    slopes: Vec<f64>,
    /// The end of each beam: the distance along the cone to a face, or the negated distance across to a side. Infinity
    /// if there is neither, and NaN if only a cast can tell.
    parts: Vec<f64>,
    buffers: BeamSweepBuffers,
}

impl SightBeams {
    /// Replaces the beams by segments from an origin to each of `ends`, all within ±2^30 pixels.
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

    /// Finds the walls within `radius` pixels at which the beams end.
    ///
    /// The radius is at most 2^16 + 1 pixels, and more than the length of any beam. Slopes of beams and of the corners
    /// of pixels compare exactly: see [`sweep`](super::sweep).
    #[inline(always)]
    pub(crate) fn find_walls(&mut self, selection: &LayerSelection<'_>, bounds: &Rect, origin: Vec2, radius: f64) {
        let point = origin.as_dvec2();
        let Some(origin) = SightOrigin::snapped(origin) else { return };
        let around = pixels_around(snapped(point.x), snapped(point.y));
        let is_solid_around = |solid: bool| around.clone().any(|pixel| selection.is_solid(pixel) == solid);
        if !is_solid_around(false) {
            return self.parts.fill(0.0);
        }
        // Beams that begin at a corner of a solid pixel are left to casts.
        if origin.fraction == DVec2::ZERO && is_solid_around(true) {
            return;
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
            // Rounding may swap the order of two beams of nearly equal angles. Then the cone is left to casts.
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
    /// A range is the distance in pixels to the wall at which the beam ends, or `limits.none` if there is no wall. It
    /// is NaN if only a cast can tell: the beam passes through the corner of a pixel, begins at a wall, or ends at one.
    #[inline(always)]
    pub(crate) fn write_ranges(&self, limits: &RangeLimits, ranges: &mut [f32]) -> bool {
        let mut any = false;
        let [xs, ys] = &self.extents;
        for (written, ((x, y), part)) in ranges.iter_mut().zip(xs.iter().zip(ys).zip(&self.parts)) {
            let (x, y) = (x.abs(), y.abs());
            // Computed as for a hit: the fraction times the length.
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

/// Returns the number of a beam's cone, counted from the cone around +x toward +y.
#[inline(always)]
fn quarter_of(x: f64, y: f64) -> usize {
    let steep = y.abs() > x.abs();
    let major = if steep { y } else { x };
    usize::from(steep) | usize::from(major < 0.0) << 1
}

/// Buffers for sweeps, to be reused.
#[derive(Clone, Debug, Default)]
struct BeamSweepBuffers {
    window: LineWindow,
    stack: Vec<BeamView>,
}

/// The beams from index `first` to below `end`: none of them ends before `line`.
#[derive(Clone, Copy, Debug)]
struct BeamView {
    first: usize,
    end: usize,
    line: i32,
}

impl BeamView {
    #[inline(always)]
    const fn is_empty(&self) -> bool {
        self.first >= self.end
    }
}

/// The beams of a cone.
struct ConeBeams<'a> {
    /// The slopes, in ascending order.
    slopes: &'a [f64],
    /// The end of each beam, as in [`SightBeams`]. NaN before the sweep.
    parts: &'a mut [f64],
}

/// The sweep of the beams of a cone.
struct BeamSweep<'a> {
    cone: &'a Cone,
    selection: &'a LayerSelection<'a>,
    area: ConeArea,
    /// More than the length of any beam.
    radius: f64,
    beams: ConeBeams<'a>,
    /// The offset that makes the lowest four bits of `line + phase` count from the near border of a column of bricks.
    phase: i32,
    /// The bits to flip in `line + phase` for the lane of the line in the window.
    flip: i32,
}

impl<'a> BeamSweep<'a> {
    #[inline(always)]
    fn new(
        cone: &'a Cone,
        selection: &'a LayerSelection<'a>,
        area: ConeArea,
        radius: f64,
        beams: ConeBeams<'a>,
    ) -> Self {
        let lane = cone.line & (BRICK_SIDE - 1);
        let (phase, flip) = if cone.backward { (BRICK_SIDE - 1 - lane, BRICK_SIDE - 1) } else { (lane, 0) };
        Self { cone, selection, area, radius, beams, phase, flip }
    }

    /// Follows all beams to their ends.
    #[inline(always)]
    fn run(mut self, BeamSweepBuffers { window, stack }: &mut BeamSweepBuffers) {
        stack.clear();
        stack.push(self.leave_first_line());
        while let Some(view) = stack.pop() {
            self.follow(view, window, stack);
        }
    }

    /// Ends the beams that line 0 blocks; returns the others. Only the pixels of the line next to the origin lie in the
    /// cone.
    #[inline(always)]
    fn leave_first_line(&mut self) -> BeamView {
        let (cone, ConeBeams { slopes, parts }) = (*self.cone, &mut self.beams);
        let far = cone.along(1);
        let mut view = BeamView { first: 0, end: slopes.len(), line: self.area.lines.start };
        let Some([before, behind]) = cone.borders_beside(|pixel| self.selection.is_solid(pixel)) else {
            return BeamView { end: 0, ..view };
        };
        // The nearest run on either side begins with a side toward the origin.
        let side = |border: i32| {
            let across = cone.across(border);
            (across / far, if across == 0.0 { f64::NAN } else { -UNIT * across.abs() })
        };
        if let Some((slope, part)) = before.map(side) {
            while !view.is_empty() && slopes[view.first] <= slope {
                parts[view.first] = if slopes[view.first] < slope { part } else { f64::NAN };
                view.first += 1;
            }
        }
        if let Some((slope, part)) = behind.map(side) {
            while !view.is_empty() && slopes[view.end - 1] >= slope {
                view.end -= 1;
                parts[view.end] = if slopes[view.end] > slope { part } else { f64::NAN };
            }
        }
        view
    }

    /// Follows a view until all of its beams have ended or are on the stack.
    #[inline(always)]
    fn follow(&mut self, mut view: BeamView, window: &mut LineWindow, stack: &mut Vec<BeamView>) {
        if view.is_empty() {
            return;
        }
        let (cone, grids) = (self.cone, self.selection.grids());
        let mut rows = ViewRows::new(cone, self.outermost(&view), cone.along(view.line));
        while view.line < self.area.lines.end {
            if self.leave_radius(&mut view) {
                if view.is_empty() {
                    return;
                }
                rows = ViewRows::new(cone, self.outermost(&view), cone.along(view.line));
            }
            let in_column = BRICK_SIDE - (view.line + self.phase) % BRICK_SIDE;
            let end = (view.line + in_column).min(self.area.lines.end);
            let count = (end - view.line) as u32;
            let (first, last) = rows.over(count);
            let (first, last) = (first.max(self.area.rows.0), last.min(self.area.rows.1));
            if first <= last && window.load_used(cone, grids, view.line, (first, last)) {
                self.follow_in(window.lines(), &mut view, &mut rows, end, stack);
                if view.is_empty() {
                    return;
                }
            } else {
                rows.skip(count);
                view.line = end;
            }
        }
        self.beams.parts[view.first..view.end].fill(f64::INFINITY);
    }

    /// Returns the slopes of the outermost beams of a view.
    #[inline(always)]
    fn outermost(&self, view: &BeamView) -> SlopeRange {
        SlopeRange { low: self.beams.slopes[view.first], high: self.beams.slopes[view.end - 1] }
    }

    /// Takes the beams that do not reach the view's line out of it: no wall ends them. Returns whether there are any.
    #[inline(always)]
    fn leave_radius(&mut self, view: &mut BeamView) -> bool {
        let along = self.cone.along(view.line);
        // In most lines: even a diagonal beam may reach it.
        if along * SQRT_2 <= self.radius {
            return false;
        }
        let most = (self.radius * self.radius - along * along).at_least(0.0).sqrt() / along;
        let SlopeRange { low, high } = self.outermost(view);
        if low >= -most && high <= most {
            return false;
        }
        let ConeBeams { slopes, parts } = &mut self.beams;
        let seen = &slopes[view.first..view.end];
        let (before, reaching) =
            (seen.partition_point(|&slope| slope < -most), seen.partition_point(|&slope| slope <= most));
        let (first, end) = (view.first + before, view.first + reaching);
        parts[view.first..first].fill(f64::INFINITY);
        parts[end..view.end].fill(f64::INFINITY);
        (view.first, view.end) = (first, end);
        true
    }

    /// Follows a view through the lines of a window, up to line `end`.
    #[inline(always)]
    fn follow_in(
        &mut self,
        solid: SolidLines<'_>,
        view: &mut BeamView,
        rows: &mut ViewRows,
        end: i32,
        stack: &mut Vec<BeamView>,
    ) {
        while view.line < end {
            let lane = |line: i32| ((line + self.phase) ^ self.flip) as usize;
            view.line += solid.free_lines(lane(view.line), self.cone.backward, rows, (end - view.line) as u32) as i32;
            if view.line == end {
                return;
            }
            let (before, lane) = (*view, lane(view.line));
            self.block(solid, view, lane, rows.within(solid.rows()), stack);
            if view.is_empty() {
                return;
            }
            view.line += 1;
            rows.step();
            let (near, SlopeRange { low, high }) = (self.cone.along(view.line), self.outermost(view));
            if view.first != before.first {
                rows.set_first(self.cone, low, near);
            }
            if view.end != before.end {
                rows.set_last(self.cone, high, near);
            }
        }
    }

    /// Ends the beams of a view that the runs of its line block. Leaves one part of the others in the view, and pushes
    /// the other parts.
    #[inline(always)]
    fn block(
        &mut self,
        solid: SolidLines<'_>,
        view: &mut BeamView,
        lane: usize,
        (from, mut to): (i32, i32),
        stack: &mut Vec<BeamView>,
    ) {
        let near = self.cone.along(view.line);
        let ConeBeams { slopes, parts } = &mut self.beams;
        while let Some((first, last)) = solid.last_run(lane, from, to) {
            let shadow = Shadow::new((self.cone.across(first), self.cone.across(last + 1)), near);
            let SlopeRange { low, high } = shadow.blocked;
            if slopes[view.end - 1] > high {
                if slopes[view.first] >= low {
                    // Nothing passes before the run.
                    while slopes[view.first] < high {
                        parts[view.first] = shadow.part(slopes[view.first]);
                        view.first += 1;
                    }
                    while slopes[view.first] == high {
                        view.first += 1;
                    }
                    return;
                }
                let behind = view.first + slopes[view.first..view.end].partition_point(|&slope| slope <= high);
                stack.push(BeamView { first: behind, end: view.end, line: view.line + 1 });
                view.end = behind;
            }
            while !view.is_empty() && slopes[view.end - 1] == high {
                view.end -= 1;
            }
            while !view.is_empty() && slopes[view.end - 1] > low {
                view.end -= 1;
                parts[view.end] = shadow.part(slopes[view.end]);
            }
            while !view.is_empty() && slopes[view.end - 1] == low {
                view.end -= 1;
            }
            // The row before a run is free.
            to = first - 2;
            if view.is_empty() || to < from {
                return;
            }
        }
    }
}

const UNIT: f64 = UNITS as f64;

/// The slopes that a run of solid pixels in a line blocks, and the walls at which beams end there.
///
/// A run may be cut to the rows that a view meets: the corners of the part that is cut off lie outside the view.
struct Shadow {
    /// The slopes that the run blocks, from one outermost corner to the other, both included.
    blocked: SlopeRange,
    /// The slope of the corner between the face and the side; infinity if no side is seen.
    corner: f64,
    /// The ends of beams, as in [`SightBeams`]: of beams with slopes below the corner's, and of others.
    parts: (f64, f64),
}

impl Shadow {
    /// Computes the shadow of a run in the line at distance `near`. `top` and `bottom` are the distances across to the
    /// run's borders.
    #[inline(always)]
    fn new((top, bottom): (f64, f64), near: f64) -> Self {
        let far = near + 1.0;
        let face = SlopeRange { low: top / near, high: bottom / near };
        let part = UNIT * near;
        if top > 0.0 {
            let blocked = SlopeRange { low: top / far, high: face.high };
            Self { blocked, corner: face.low, parts: (-UNIT * top, part) }
        } else if bottom < 0.0 {
            let blocked = SlopeRange { low: face.low, high: bottom / far };
            Self { blocked, corner: face.high, parts: (part, UNIT * bottom) }
        } else {
            Self { blocked: face, corner: f64::INFINITY, parts: (part, part) }
        }
    }

    /// Returns the end of a beam that the run blocks. The beam meets neither of the outermost corners.
    #[inline(always)]
    fn part(&self, slope: f64) -> f64 {
        let part = if slope < self.corner { self.parts.0 } else { self.parts.1 };
        if slope == self.corner { f64::NAN } else { part }
    }
}
