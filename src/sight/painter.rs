//! The painter of visible pixels: the viewer that writes what a cone sees into masks.

use super::cone::{Cone, SlopeRange, first_row, last_row};
use super::piece::Viewer;
use crate::geometry::{Rect, sort_floats};
use crate::solidity::SolidityMap;
use glam::{IVec2, Vec2Swizzles};
use std::ops::Range;

/// Writes the pixels that a cone sees into the masks.
pub(super) struct PixelPainter<'a> {
    cone: Cone,
    /// The first and the last row of the cone that are in the masks.
    rows: (i32, i32),
    /// The row of the mask of seen pixels for line 0, and the step to the next one.
    line_zero: i32,
    step: i32,
    /// The largest distance aside in each line.
    chords: &'a [i32],
    /// The slopes of the whole view, if the ends of its parts are seen too.
    passing: Option<SlopeRange>,
    area: Rect,
    /// The mask of seen pixels, with swapped axes unless the cone is steep: the words of each row.
    seen: &'a mut [u64],
    width: usize,
    lit: &'a mut SolidityMap,
    /// The last line and the outermost rows with a lit pixel; at least those of the origin.
    pub(super) lit_line: i32,
    pub(super) lit_rows: (i32, i32),
}

impl<'a> PixelPainter<'a> {
    /// Less than the difference between the slopes of a center and of a corner: both are fractions of whole numbers of half a
    /// pixel, below 2^15.
    const BESIDE: f64 = 1.0 / (1u64 << 40) as f64;

    /// Creates the painter of a cone, whose masks cover an area.
    pub(super) fn new(
        cone: Cone,
        chords: &'a [i32],
        area: Rect,
        seen: &'a mut [u64],
        lit: &'a mut SolidityMap,
    ) -> Self {
        let (corner, size) = if cone.steep { (area.min, area.size()) } else { (area.min.yx(), area.size().yx()) };
        let first = corner.x - cone.row;
        Self {
            cone,
            rows: (first, first + size.x as i32 - 1),
            width: size.x.div_ceil(64) as usize,
            line_zero: cone.line - corner.y,
            step: if cone.backward { -1 } else { 1 },
            chords,
            passing: None,
            area,
            seen,
            lit,
            lit_line: 0,
            lit_rows: (0, 0),
        }
    }

    /// Sees pixels whose centers lie on the ends of views too, but not on the ends of the whole view.
    ///
    /// Such a line touches the corners of solid pixels that ended the view there, all on one side: what lies on its other side is in
    /// the view.
    pub(super) const fn pass_corners(&mut self, view: SlopeRange) {
        self.passing = Some(view);
    }

    /// Sets or clears the pixels of a view whose centers lie on one of some slopes.
    pub(super) fn decide_ties(&mut self, mut slopes: Vec<f64>, view: SlopeRange, sees: impl Fn(IVec2) -> bool) {
        sort_floats(&mut slopes);
        slopes.dedup();
        for slope in slopes.into_iter().filter(|&slope| view.low < slope && slope < view.high) {
            for (line, &chord) in (0..).zip(self.chords).skip(1) {
                let row = last_row(slope, f64::from(line), 0.0);
                let pixel = self.cone.pixel(line, row);
                if f64::from(row) / f64::from(line) == slope && row.abs() <= chord && self.area.contains(pixel) {
                    let bit = (row - self.rows.0) as usize;
                    let word = &mut self.row_of(line)[bit / 64];
                    *word = *word & !(1 << (bit % 64)) | u64::from(sees(pixel)) << (bit % 64);
                }
            }
        }
    }

    /// Returns the mask of seen pixels from the row of a line on.
    #[inline(always)]
    fn row_of(&mut self, line: i32) -> &mut [u64] {
        &mut self.seen[(self.line_zero + line * self.step) as usize * self.width..]
    }
}

impl Viewer for PixelPainter<'_> {
    const TAKES_PIECES: bool = false;

    #[inline(always)]
    fn see(&mut self, line: i32, view: SlopeRange, solid: impl Fn(i32) -> u64) {
        let along = f64::from(line);
        let (mut low, mut high, mut is_past) = (view.low, view.high, (false, false));
        if let Some(whole) = self.passing {
            low -= if low > whole.low { Self::BESIDE } else { 0.0 };
            high += if high < whole.high { Self::BESIDE } else { 0.0 };
            is_past = (view.low < -1.0, view.high > 1.0);
        }
        let (mut first, mut last) = (last_row(low, along, 0.0) + 1, first_row(high, along, 0.0) - 1);
        // On a diagonal, a solid pixel beside a corner hides the next pixel on it too, unless the view goes on past the corner.
        // The other pixel beside that corner is in the line before.
        if last == line && !is_past.1 && solid(last - 1) & 1 != 0 {
            last -= 1;
        }
        if first == -line && !is_past.0 && solid(first + 1) & 1 != 0 {
            first += 1;
        }
        let chord = self.chords.get(line as usize).copied().unwrap_or(-1);
        let (mut first, last) = (first.max(-chord).max(self.rows.0), last.min(chord).min(self.rows.1));
        let zero = self.rows.0;
        let words = self.row_of(line);
        while first <= last {
            let seen = !solid(first) & lowest(last + 1 - first);
            add_bits(words, (first - zero) as usize, seen);
            first += 64;
        }
    }

    #[inline(always)]
    fn light(&mut self, line: i32, rows: Range<i32>, view: SlopeRange) {
        let near = self.cone.along(line);
        // The rows in which the view meets the face; at least one, for a side.
        let last = (first_row(view.high, near, self.cone.across) - 1).clamp(rows.start, rows.end - 1);
        let first = last_row(view.low, near, self.cone.across).clamp(rows.start, last);
        let chord = self.chords.get(line as usize).copied().unwrap_or(-1);
        let (first, last) = (first.max(-chord).max(self.rows.0), last.min(chord).min(self.rows.1));
        if first > last {
            return;
        }
        self.lit_line = self.lit_line.max(line);
        self.lit_rows = (self.lit_rows.0.min(first), self.lit_rows.1.max(last));
        let line = (self.line_zero + line * self.step) as usize;
        if self.cone.steep {
            let words = self.lit.row_mut(line as u32);
            for first in (first..=last).step_by(64) {
                add_bits(words, (first - self.rows.0) as usize, lowest(last + 1 - first));
            }
        } else {
            let width = self.lit.width().div_ceil(64) as usize;
            for row in first..=last {
                self.lit.words_mut()[(row - self.rows.0) as usize * width + line / 64] |= 1 << (line % 64);
            }
        }
    }
}

/// Returns a word of which a number of the lowest bits are set, at least one; all above 63.
#[inline(always)]
fn lowest(bits: i32) -> u64 {
    u64::MAX >> (64 - bits.min(64))
}

/// Sets bits in words, from a bit of the first word on.
#[inline(always)]
fn add_bits(words: &mut [u64], from: usize, bits: u64) {
    words[from / 64] |= bits << (from % 64);
    let next = bits >> 1 >> (!from % 64);
    if next != 0 {
        words[from / 64 + 1] |= next;
    }
}
