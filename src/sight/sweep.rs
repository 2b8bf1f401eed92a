//! The sweep: follows the slopes of a cone that are still seen, from line to line outward.
//!
//! A *view* is an open range of slopes that nothing has blocked so far. Each run of solid pixels in a line blocks the
//! closed range between its outermost corners:
//!
//! ```text
//! sweep(cone):
//!     stack = [the cone without the slopes that line 0 blocks, at line 1]
//!     while stack is not empty:
//!         take the top
//!         a wall: report it
//!         a view: for each line outward:
//!             for each run of solid rows in the line that the view meets, in descending order:
//!                 push the part of the view behind the run, to go on in the next line
//!                 push the walls of the run that the view meets: a side, a face, or both
//!             go on with the part of the view before the lowest run
//!             (nothing is before a run that the lowest slope meets: its walls are reported at once)
//!
//!      low ─────────────────────╱ (goes on below the run)
//!             ╱   ┌───┬───╱┄┄┄┄       a face of a run is the side toward the origin, at the border
//!        ╱     ╱  │ # │ ╱             before the line; a side is the one along the line
//!     o ──────────┤ # │
//!        ╲        │ # │╲
//!     high  ╲     └───┴───            the run blocks the slopes between its outermost corners
//! ```
//!
//! The first part of a view is followed to its end before the next part is begun. So walls are reported in ascending
//! order of slopes, and nothing is sorted.
//!
//! **Exactness.** A corner's slope is a fraction of two whole numbers of 1/256 pixel, below 2^26. Two such fractions
//! differ by at least 2^-52 or are equal, and below 1 an `f64` resolves 2^-53. A division rounds correctly, so
//! quotients compare like the fractions. Here products are only used to find the rows that a view may meet, with a margin.

use super::cone::{Cone, ConeArea, SlopeRange, first_row_from, last_row_from};
use super::piece::{SightPiece, Viewer, Wall};
use super::window::{LineWindow, SolidLines, SolidSquare, end_runs, is_solid};
use crate::geometry::{Bound, Rect};
use crate::solidity::BRICK_SIDE;
use crate::terrain::LayerSelection;
use glam::IVec2;
use std::ops::Range;

/// Buffers for sweeps, to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepBuffers {
    window: LineWindow,
    stack: Vec<Pending>,
}

/// A wall to report, or a view to follow from a line on.
#[derive(Clone, Copy, Debug)]
struct Pending {
    slopes: SlopeRange,
    /// The line of a view.
    wall: Result<Wall, i32>,
}

/// The sweep of a cone.
pub(super) struct Sweep<'a, V> {
    cone: &'a Cone,
    selection: &'a LayerSelection<'a>,
    area: ConeArea,
    radius: f64,
    /// All pixels that the sweep may read, if they are few.
    near: Option<&'a SolidSquare>,
    /// Whether free pixels block the view in place of solid ones.
    is_inside: bool,
    buffers: &'a mut SweepBuffers,
    viewer: &'a mut V,
}

impl<'a, V: Viewer> Sweep<'a, V> {
    /// The distance beyond the radius up to which walls are found, in pixels: pixels with a center within the radius
    /// have walls there.
    const BEYOND: f64 = 2.0;

    /// Prepares a sweep as far as `radius` pixels, in a terrain within `bounds`.
    pub(super) fn new(
        cone: &'a Cone,
        selection: &'a LayerSelection<'a>,
        bounds: &Rect,
        radius: f64,
        buffers: &'a mut SweepBuffers,
        viewer: &'a mut V,
    ) -> Self {
        let area = ConeArea::new(cone, bounds, radius);
        Self { cone, selection, area, radius, near: None, is_inside: false, buffers, viewer }
    }

    /// Gives the pixels of the area, so that they are not read anew for each view.
    pub(super) const fn near(mut self, near: Option<&'a SolidSquare>) -> Self {
        self.near = near;
        self
    }

    /// Lets free pixels block the view in place of solid ones. The origin lies in a solid pixel then.
    pub(super) const fn inside(mut self) -> Self {
        self.is_inside = true;
        self
    }

    /// Follows a view outward until every part of it ends: at a wall, at the radius or at the edge of the terrain.
    pub(super) fn run(&mut self, view: SlopeRange) {
        if let Some(view) = self.leave_first_line(view) {
            self.run_from(view, self.area.lines.start);
        }
    }

    /// Follows a view from a line on, as [`run`](Self::run) does.
    pub(super) fn run_from(&mut self, view: SlopeRange, line: i32) {
        self.follow(view, line);
        while let Some(Pending { slopes, wall }) = self.buffers.stack.pop() {
            match wall {
                Ok(wall) => self.viewer.piece(SightPiece { slopes, wall }),
                Err(line) => self.follow(slopes, line),
            }
        }
    }

    /// Takes from a view the slopes that line 0 blocks. Only the pixels of the line next to the origin lie in the cone.
    fn leave_first_line(&mut self, mut view: SlopeRange) -> Option<SlopeRange> {
        if view.is_empty() {
            return None;
        }
        let cone = *self.cone;
        let far = cone.along(1);
        let Some([before, behind]) = cone.borders_beside(|pixel| self.blocks(pixel)) else {
            self.report(view, Wall::DARK);
            return None;
        };
        // The nearest run on either side begins with a side toward the origin.
        let slope = |border: i32| cone.across(border) / far;
        let wall = |border| if cone.across(border) == 0.0 { Wall::DARK } else { Wall::side(border) };
        if let Some(border) = before.filter(|&border| slope(border) > view.low) {
            let blocked = SlopeRange { low: view.low, high: slope(border).at_most(view.high) };
            self.report(blocked, wall(border));
            view.low = slope(border);
        }
        if let Some(border) = behind.filter(|&border| slope(border) < view.high && !view.is_empty()) {
            let blocked = SlopeRange { low: slope(border).at_least(view.low), high: view.high };
            self.buffers.stack.push(Pending { slopes: blocked, wall: Ok(wall(border)) });
            view.high = slope(border);
        }
        Some(view)
    }

    #[inline(always)]
    fn blocks(&self, pixel: IVec2) -> bool {
        is_solid(self.near, self.selection, pixel) != self.is_inside
    }

    #[inline(always)]
    fn light(&mut self, line: i32, rows: Range<i32>, view: SlopeRange) {
        if !view.is_empty() {
            self.viewer.light(line, rows, view);
        }
    }

    #[inline(always)]
    fn report(&mut self, slopes: SlopeRange, wall: Wall) {
        if V::TAKES_PIECES && !slopes.is_empty() {
            self.viewer.piece(SightPiece { slopes, wall });
        }
    }

    /// Follows a view from a line on, until it is blocked or all of its parts are on the stack.
    fn follow(&mut self, mut view: SlopeRange, mut line: i32) {
        if let Some(near) = self.near {
            return self.follow_near(near, view, line);
        }
        let grids = self.selection.grids();
        // Taken out, so that the lines can be read while the rest is written.
        let mut window = std::mem::take(&mut self.buffers.window);
        while !view.is_empty() {
            if line >= self.area.lines.end {
                self.report(view, Wall::OPEN);
                break;
            }
            let near = self.cone.along(line);
            view = self.within_radius(view, near);
            let end = self.column_end(line);
            let length = f64::from(end - line);
            let first = first_row_from(self.cone, view.low, near, length).max(self.area.rows.0);
            let last = last_row_from(self.cone, view.high, near, length).min(self.area.rows.1);
            if self.is_inside {
                // A row more on either side: a view may leave the terrain there.
                let (rows, held) = ((first - 1, last + 1), self.area.rows);
                window.load_free(self.cone, grids, line, rows, held);
                view = self.follow_in(window.lines(), view, line..end);
            } else if first <= last && window.load(self.cone, grids, line, (first, last)) {
                view = self.follow_in(window.lines(), view, line..end);
            } else {
                (line..end).for_each(|line| self.viewer.see(line, view, |_| 0));
            }
            line = end;
        }
        self.buffers.window = window;
    }

    /// Returns the line at which the column of bricks of a line ends.
    #[inline(always)]
    fn column_end(&self, line: i32) -> i32 {
        let lane = self.cone.major(line) & (BRICK_SIDE - 1);
        let count = if self.cone.backward { lane + 1 } else { BRICK_SIDE - lane };
        (line + count).min(self.area.lines.end)
    }

    /// Follows a view as [`follow`](Self::follow) does, with all pixels at hand.
    fn follow_near(&mut self, near: &SolidSquare, mut view: SlopeRange, mut line: i32) {
        while !view.is_empty() && line < self.area.lines.end {
            let end = self.column_end(line);
            view = self.follow_in(near.lines(self.cone, line), view, line..end);
            line = end;
        }
        self.report(view, Wall::OPEN);
    }

    /// Takes from a view the slopes at which a distance along the cone is beyond the radius. No wall ends the view
    /// there.
    #[inline(always)]
    fn within_radius(&mut self, mut view: SlopeRange, along: f64) -> SlopeRange {
        let radius = self.radius + Self::BEYOND;
        let steepest = if view.high > -view.low { view.high } else { -view.low };
        if along * along * (1.0 + steepest * steepest) <= radius * radius {
            return view;
        }
        let most = (radius * radius - along * along).at_least(0.0).sqrt() / along;
        if view.high > most {
            let beyond = SlopeRange { low: most.at_least(view.low), high: view.high };
            self.buffers.stack.push(Pending { slopes: beyond, wall: Ok(Wall::OPEN) });
            view.high = beyond.low;
        }
        if view.low < -most && !view.is_empty() {
            let beyond = SlopeRange { low: view.low, high: (-most).at_most(view.high) };
            self.report(beyond, Wall::OPEN);
            view.low = beyond.high;
        }
        view
    }

    /// Follows a view through some lines of a window; returns the rest of its first part.
    #[inline(never)]
    fn follow_in(&mut self, solid: SolidLines<'_>, mut view: SlopeRange, lines: Range<i32>) -> SlopeRange {
        let cone = *self.cone;
        let mut near = cone.along(lines.start);
        let mut rows = (first_row_from(&cone, view.low, near, 1.0), last_row_from(&cone, view.high, near, 1.0));
        let mut lane = (cone.major(lines.start) & (BRICK_SIDE - 1)) as usize;
        let step = if cone.backward { usize::MAX } else { 1 };
        for line in lines {
            // The solid rows of the view, if it has few.
            let last = (rows.1 - rows.0) as u32;
            let few = (last < 64).then(|| solid.rows_from(lane, rows.0) & u64::MAX >> (63 - last));
            self.viewer.see(line, view, |row| match few {
                Some(bits) => bits >> (row - rows.0),
                None => solid.rows_from(lane, row),
            });
            // Where nothing is painted, reading these rows first costs 7 % (`peers terrain`, regions).
            let ends = match few {
                _ if V::TAKES_PIECES => solid.end_runs(lane, rows),
                Some(0) => Some((0, 0)),
                Some(bits) => end_runs(bits, last),
                None => solid.end_runs(lane, rows),
            };
            let mut known = (None, None);
            if let Some((below, above)) = ends {
                if above > 0 {
                    let run = rows.1 + 1 - above as i32..rows.1 + 1;
                    (view.high, known.1) = self.cut_above((line, near), run, view);
                }
                if below > 0 {
                    (view.low, known.0) = self.cut_below((line, near), rows.0..rows.0 + below as i32, view);
                }
            } else {
                (view, known) = self.block(solid, line, lane, near, rows, view);
            }
            lane = lane.wrapping_add(step);
            near += 1.0;
            if view.is_empty() {
                break;
            }
            // A product with a slope gives the row too, but has to wait for the division that gave the slope.
            rows.0 = match known.0 {
                Some(row) => row,
                None => first_row_from(&cone, view.low, near, 1.0),
            };
            rows.1 = match known.1 {
                Some(row) => row,
                None => last_row_from(&cone, view.high, near, 1.0),
            };
        }
        view
    }

    /// Takes from a view the slopes that a run blocks; the run holds the last row of the view, but not the first.
    /// Returns the highest slope that is left, and the last row of the next line if the run tells it.
    #[inline(always)]
    fn cut_above(&mut self, (line, near): (i32, f64), run: Range<i32>, view: SlopeRange) -> (f64, Option<i32>) {
        let (first, top) = (run.start, self.cone.across(run.start));
        let blocks_from = top / if top > 0.0 { near + 1.0 } else { near };
        if blocks_from >= view.high {
            return (view.high, None);
        }
        self.light(line, run, view);
        let face_from = top / near;
        let face = SlopeRange { low: face_from.at_least(view.low), high: view.high };
        if V::TAKES_PIECES && !face.is_empty() {
            self.buffers.stack.push(Pending { slopes: face, wall: Ok(Wall::face(line)) });
        }
        if top > 0.0 {
            let side = SlopeRange { low: blocks_from.at_least(view.low), high: face_from.at_most(view.high) };
            self.wall(side, Wall::side(first));
        }
        (blocks_from, Some(if top > 0.0 { first } else { first - 1 }))
    }

    /// Takes from a view the slopes that a run blocks; the run holds the first row of the view. Returns the lowest
    /// slope that is left, and the first row of the next line if the run tells it.
    #[inline(always)]
    fn cut_below(&mut self, (line, near): (i32, f64), run: Range<i32>, view: SlopeRange) -> (f64, Option<i32>) {
        let (end, bottom) = (run.end, self.cone.across(run.end));
        let blocks_to = bottom / if bottom < 0.0 { near + 1.0 } else { near };
        if blocks_to <= view.low {
            return (view.low, None);
        }
        // Nothing of the view goes on before the run.
        self.light(line, run, view);
        let face_to = bottom / near;
        self.report(SlopeRange { low: view.low, high: face_to.at_most(view.high) }, Wall::face(line));
        if bottom < 0.0 {
            let side = SlopeRange { low: face_to.at_least(view.low), high: blocks_to.at_most(view.high) };
            self.report(side, Wall::side(end));
        }
        (blocks_to, Some(if bottom < 0.0 { end - 1 } else { end }))
    }

    /// Takes from a view the slopes that the runs of a line block. The view meets `rows` of the line. Returns the rest
    /// of the first part, with the rows of the next line that the cuts tell, and leaves the other parts on the stack.
    #[inline(never)]
    fn block(
        &mut self,
        solid: SolidLines<'_>,
        line: i32,
        lane: usize,
        near: f64,
        rows: (i32, i32),
        mut view: SlopeRange,
    ) -> (SlopeRange, (Option<i32>, Option<i32>)) {
        let (start, end) = (rows.0.max(solid.rows().0), rows.1.min(solid.rows().1));
        let run = (start <= end).then(|| solid.last_run(lane, start, end)).flatten();
        let Some((mut first, mut last)) = run else { return (view, (None, None)) };
        let (cone, far) = (*self.cone, near + 1.0);
        let mut last_row = None;
        // From high to low, so the lowest part is pushed last.
        loop {
            let end = last + 1;
            if first <= rows.0 {
                let (low, first_row) = self.cut_below((line, near), first..end, view);
                return (SlopeRange { low, high: view.high }, (first_row, last_row));
            }
            if end > rows.1 {
                (view.high, last_row) = self.cut_above((line, near), first..end, view);
            } else {
                // The slopes of the face's corners, then of the outermost corners.
                let (top, bottom) = (cone.across(first), cone.across(end));
                let (face_from, face_to) = (top / near, bottom / near);
                let blocks_to = if bottom < 0.0 { bottom / far } else { face_to };
                if blocks_to <= view.low {
                    break;
                }
                let blocks_from = if top > 0.0 { top / far } else { face_from };
                if blocks_from < view.high {
                    self.light(line, first..end, view);
                    self.keep(SlopeRange { low: blocks_to, high: view.high }, line);
                    if bottom < 0.0 {
                        let side = SlopeRange { low: face_to.at_least(view.low), high: blocks_to.at_most(view.high) };
                        self.wall(side, Wall::side(end));
                    }
                    let face = SlopeRange { low: face_from.at_least(view.low), high: face_to.at_most(view.high) };
                    self.wall(face, Wall::face(line));
                    if top > 0.0 {
                        let side =
                            SlopeRange { low: blocks_from.at_least(view.low), high: face_from.at_most(view.high) };
                        self.wall(side, Wall::side(first));
                    }
                    view.high = blocks_from;
                    last_row = Some(if top > 0.0 { first } else { first - 1 });
                }
            }
            // The row before a run is free.
            if first - 1 <= start {
                break;
            }
            match solid.last_run(lane, start, first - 2) {
                Some(run) => (first, last) = run,
                None => break,
            }
        }
        (view, (None, last_row))
    }

    /// Keeps a part of a view for the next line, on the stack.
    #[inline(always)]
    fn keep(&mut self, part: SlopeRange, line: i32) {
        if part.is_empty() {
            return;
        }
        self.buffers.stack.push(Pending { slopes: part, wall: Err(line + 1) });
    }

    /// Keeps a wall, to be reported once the part of the view before it is done.
    #[inline(always)]
    fn wall(&mut self, slopes: SlopeRange, wall: Wall) {
        if !V::TAKES_PIECES || slopes.is_empty() {
            return;
        }
        let stack = &mut self.buffers.stack;
        if let Some(below) = stack.last_mut()
            && below.wall == Ok(wall)
        {
            // A ceiling along the view adds a piece of the same wall in each line.
            debug_assert_eq!(below.slopes.low, slopes.high);
            below.slopes.low = slopes.low;
            return;
        }
        stack.push(Pending { slopes, wall: Ok(wall) });
    }
}
