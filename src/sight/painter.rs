//! The painter of visible pixels: the viewer that writes what a cone sees into masks.

use super::cone::{Cone, SlopeRange, first_row, last_row};
use super::piece::Viewer;
use crate::geometry::Rect;
use crate::solidity::{SolidityMap, fill_range};
use glam::{IVec2, ivec2};
use std::ops::Range;

/// Writes the pixels that a cone sees into the masks.
pub(super) struct PixelPainter<'a> {
    pub(super) cone: Cone,
    /// The largest distance aside in each line.
    pub(super) chords: &'a [i32],
    pub(super) area: Rect,
    /// The mask of seen pixels, with swapped axes unless the cone is steep.
    pub(super) seen: &'a mut SolidityMap,
    pub(super) lit: &'a mut SolidityMap,
    /// The last line and the outermost rows with a lit pixel; at least those of the origin.
    pub(super) lit_line: i32,
    pub(super) lit_rows: (i32, i32),
    /// The rows that were painted in the last line. A run clears only these: a part with other layers may see others.
    pub(super) painted: (i32, i32),
}

impl PixelPainter<'_> {
    /// Sets or clears the pixels of a view whose centers lie on one of some slopes.
    pub(super) fn decide_ties(&mut self, mut slopes: Vec<f64>, view: SlopeRange, sees: impl Fn(IVec2) -> bool) {
        slopes.sort_unstable_by(f64::total_cmp);
        slopes.dedup();
        for slope in slopes.into_iter().filter(|&slope| view.low < slope && slope < view.high) {
            for (line, &chord) in (0..).zip(self.chords).skip(1) {
                let row = last_row(slope, f64::from(line), 0.0);
                let pixel = self.cone.pixel(line, row);
                if f64::from(row) / f64::from(line) == slope && row.abs() <= chord && self.area.contains(pixel) {
                    self.paint(line, row, row, sees(pixel));
                }
            }
        }
    }

    /// Sets or clears the pixels of a line from one row to another, both included, that are in the masks.
    #[inline(always)]
    fn paint(&mut self, line: i32, first: i32, last: i32, seen: bool) {
        let chord = self.chords.get(line as usize).copied().unwrap_or(-1);
        let (first, last) = (first.max(-chord), last.min(chord));
        let corner = if self.cone.steep { self.area.min } else { ivec2(self.area.min.y, self.area.min.x) };
        let first = (self.cone.row - corner.x + first).max(0);
        let last = (self.cone.row - corner.x + last).min(self.seen.width() as i32 - 1);
        let row = self.cone.major(line) - corner.y;
        if first <= last && (0..self.seen.height() as i32).contains(&row) {
            let (row, first, last) = (self.seen.row_mut(row as u32), first as u32, last as u32);
            if first / 64 == last / 64 {
                // In most lines.
                let (word, bits) = (&mut row[first as usize / 64], u64::MAX << (first % 64) & u64::MAX >> (!last % 64));
                *word = if seen { *word | bits } else { *word & !bits };
            } else {
                fill_range(row, first, last + 1, seen);
            }
        }
    }
}

impl Viewer for PixelPainter<'_> {
    const TAKES_PIECES: bool = false;

    #[inline(always)]
    fn see(&mut self, lines: Range<i32>, view: SlopeRange) {
        for line in lines {
            let along = f64::from(line);
            let (first, last) = (last_row(view.low, along, 0.0) + 1, first_row(view.high, along, 0.0) - 1);
            self.paint(line, first, last, true);
            self.painted = (first, last);
        }
    }

    #[inline(always)]
    fn hide(&mut self, line: i32, rows: Range<i32>) {
        let (mut first, mut last) = (rows.start, rows.end - 1);
        // On a diagonal, a solid pixel beside its corner hides the next pixel on it too. The other pixel beside that
        // corner is in the line before.
        let (before, behind) = (1 - line, line - 1);
        if first <= behind && behind <= last {
            last = last.max(line);
        }
        if first <= before && before <= last {
            first = first.min(-line);
        }
        self.paint(line, first.max(self.painted.0), last.min(self.painted.1), false);
    }

    #[inline(always)]
    fn light(&mut self, line: i32, rows: Range<i32>, view: SlopeRange) {
        let near = self.cone.along(line);
        let (mut first, mut last) = (rows.start, rows.end - 1);
        if first < last {
            // The rows in which the view meets the face; at least one, for a side.
            first = last_row(view.low, near, self.cone.across).clamp(rows.start, last);
            last = (first_row(view.high, near, self.cone.across) - 1).clamp(first, last);
        }
        let chord = self.chords.get(line as usize).copied().unwrap_or(-1);
        let (first, last) = (first.max(-chord), last.min(chord));
        self.lit_line = self.lit_line.max(line);
        self.lit_rows = (self.lit_rows.0.min(first), self.lit_rows.1.max(last));
        for row in first..=last {
            let at = self.cone.pixel(line, row) - self.area.min;
            self.lit.set(at.x, at.y, true);
        }
    }
}
