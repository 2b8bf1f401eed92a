//! The sweep of beams: those of a cone that nothing has ended so far, from line to line outward.
//!
//! A *view* is here a list of neighboring beams. The rows that its outermost two meet in a line are the first and the last
//! that any of them meets:
//!
//! ```text
//! sweep(beams of a cone):
//!     stack = [all beams, at line 1]                          // what line 0 blocks is known before
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
//! So this takes half the instructions of the [sweep of slopes](super::sweep), which finds every corner. It compares slopes
//! as exactly: a beam that has the slope of a corner is left to a cast.

use super::cone::{Cone, ConeArea, SlopeRange};
use super::rows::ViewRows;
use super::window::{LineWindow, SolidLines};
use crate::geometry::Bound;
use crate::geometry::ray::UNITS;
use crate::solidity::BRICK_SIDE;
use crate::terrain::LayerSelection;
use std::f64::consts::SQRT_2;

/// Buffers for sweeps, to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct BeamSweepBuffers {
    window: LineWindow,
    stack: Vec<BeamView>,
}

/// The beams from index `first` to below `end`, which nothing ends before a line.
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
pub(super) struct ConeBeams<'a> {
    /// The slopes, in ascending order.
    pub(super) slopes: &'a [f64],
    /// Where each beam ends, as [`SightBeams`](super::beams::SightBeams) tells it. NaN before the sweep.
    pub(super) parts: &'a mut [f64],
}

/// The sweep of the beams of a cone.
pub(super) struct BeamSweep<'a> {
    cone: &'a Cone,
    selection: &'a LayerSelection<'a>,
    area: ConeArea,
    /// More than the length of any beam.
    radius: f64,
    beams: ConeBeams<'a>,
    /// What to add to a line so that the lowest four bits count its lines from the near border of a column of bricks.
    phase: i32,
    /// What to flip of these bits for the lane of the line in the window.
    flip: i32,
}

impl<'a> BeamSweep<'a> {
    #[inline(always)]
    pub(super) fn new(
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
    pub(super) fn run(mut self, BeamSweepBuffers { window, stack }: &mut BeamSweepBuffers) {
        stack.clear();
        stack.push(self.leave_first_line());
        while let Some(view) = stack.pop() {
            self.follow(view, window, stack);
        }
    }

    /// Ends the beams that line 0 blocks; returns the others. All of its pixels but those next to the origin lie outside
    /// the cone.
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

    /// Follows a view until its beams have ended, or are on the stack.
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

    /// Takes from a view the beams that do not reach its line; nothing has ended them. Returns whether there are any.
    #[inline(always)]
    fn leave_radius(&mut self, view: &mut BeamView) -> bool {
        let along = self.cone.along(view.line);
        // As in most lines: even a diagonal beam may reach it.
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

    /// Ends the beams of a view that the runs of its line block, and leaves those of one part that goes on. The others are
    /// pushed.
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

/// What a run of solid pixels in a line blocks.
///
/// A run may be cut to the rows that a view meets: the corners of the part that is cut off lie outside the view.
struct Shadow {
    /// The slopes that the run blocks, with those of its outermost corners.
    blocked: SlopeRange,
    /// The slope of the corner between the face and the side; infinity where no side is seen.
    corner: f64,
    /// Where beams end whose slope is less than that of the corner, and where others do.
    parts: (f64, f64),
}

impl Shadow {
    /// Finds what a run blocks whose borders have the distances `top` and `bottom` across, in the line at `near`.
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

    /// Returns where a beam ends that the run blocks and that meets neither of its outermost corners.
    #[inline(always)]
    fn part(&self, slope: f64) -> f64 {
        let part = if slope < self.corner { self.parts.0 } else { self.parts.1 };
        if slope == self.corner { f64::NAN } else { part }
    }
}
