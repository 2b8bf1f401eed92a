//! The painter of visible pixels: the viewer that writes what a cone sees into masks.
//!
//! **Exactness.** The origin is the center of a pixel, so a slope between two corners or centers is a fraction `p / q` of whole
//! numbers of half a pixel, where `q` is below 2^15. At a distance `n` along the cone, also in half pixels, the slope reaches
//! `p · n / q` half pixels across. That is a whole number, or at least `1 / q` away from one: 2^-16 pixels. An `f64` computes it
//! with an error below 2^-38 pixels, as it is below 2^14. So [`TIE`], between these two, decides which rows lie on a slope, without
//! a division. Only the edge of a view's angle may have any slope; there, a row nearer than [`TIE`] may be on either side.

use super::cone::{Cone, SlopeRange, nearest};
use super::piece::Viewer;
use crate::geometry::{Rect, sort_floats};
use glam::{IVec2, Vec2Swizzles};
use std::ops::Range;

/// A distance across, in pixels: what is nearer to a row is on it.
const TIE: f64 = 1.0 / (1u64 << 36) as f64;

/// A difference of slopes, to include what lies on one: at any distance along the cone more than [`TIE`], and less than the distance
/// to the next corner or center.
pub(super) const BESIDE: f64 = 1.0 / (1u64 << 34) as f64;

/// Writes the pixels that a cone sees into the masks.
pub(super) struct PixelPainter<'a> {
    cone: Cone,
    /// The first and the last row of the cone that are in the masks.
    rows: (i32, i32),
    /// The row of the masks for line 0, and the step to the next one.
    line_zero: i32,
    step: i32,
    /// The largest distance aside in each line.
    chords: &'a [i32],
    /// The slopes of the whole view, if the ends of its parts are seen too.
    passing: Option<SlopeRange>,
    area: Rect,
    /// The masks of seen and of lit pixels, with swapped axes unless the cone is steep: the words of each row.
    masks: [&'a mut [u64]; 2],
    width: usize,
    /// The last line that a view reached.
    pub(super) last_line: i32,
}

impl<'a> PixelPainter<'a> {
    const SEEN: usize = 0;
    const LIT: usize = 1;

    /// Creates the painter of a cone, whose masks cover an area.
    pub(super) fn new(cone: Cone, chords: &'a [i32], area: Rect, masks: [&'a mut [u64]; 2]) -> Self {
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
            masks,
            last_line: 0,
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
                let row = row_at_most(slope, f64::from(line), 0.0);
                let pixel = self.cone.pixel(line, row);
                if f64::from(row) / f64::from(line) == slope && row.abs() <= chord && self.area.contains(pixel) {
                    let (bit, is_seen) = ((row - self.rows.0) as usize, sees(pixel));
                    if is_seen {
                        self.last_line = self.last_line.max(line);
                    }
                    let word = &mut self.row_of(line, Self::SEEN)[bit / 64];
                    *word = *word & !(1 << (bit % 64)) | u64::from(is_seen) << (bit % 64);
                }
            }
        }
    }

    /// Returns a mask from the row of a line on.
    #[inline(always)]
    fn row_of(&mut self, line: i32, mask: usize) -> &mut [u64] {
        &mut self.masks[mask][(self.line_zero + line * self.step) as usize * self.width..]
    }

    /// Adds those of some rows of a line to a mask that are within the radius. `pixels` returns which of 64 rows, from any row on, are
    /// meant.
    #[inline(always)]
    fn add(&mut self, line: i32, (first, last): (i32, i32), mask: usize, pixels: impl Fn(i32) -> u64) {
        let chord = self.chords.get(line as usize).copied().unwrap_or(-1);
        let (mut first, last) = (first.max(-chord).max(self.rows.0), last.min(chord).min(self.rows.1));
        let zero = self.rows.0;
        let words = self.row_of(line, mask);
        while first <= last {
            add_bits(words, (first - zero) as usize, pixels(first) & lowest(last + 1 - first));
            first += 64;
        }
    }
}

impl Viewer for PixelPainter<'_> {
    const TAKES_PIECES: bool = false;

    #[inline(always)]
    fn see(&mut self, line: i32, view: SlopeRange, solid: impl Fn(i32) -> u64) {
        self.last_line = self.last_line.max(line);
        let along = f64::from(line);
        let (mut low, mut high, mut is_past) = (view.low, view.high, (false, false));
        if let Some(whole) = self.passing {
            low -= if low > whole.low { BESIDE } else { 0.0 };
            high += if high < whole.high { BESIDE } else { 0.0 };
            is_past = (view.low < -1.0, view.high > 1.0);
        }
        let (mut first, mut last) = (row_at_most(low, along, 0.0) + 1, row_at_least(high, along, 0.0) - 1);
        // On a diagonal, a solid pixel beside a corner hides the next pixel on it too, unless the view goes on past the corner.
        // The other pixel beside that corner is in the line before.
        if last == line && !is_past.1 && solid(last - 1) & 1 != 0 {
            last -= 1;
        }
        if first == -line && !is_past.0 && solid(first + 1) & 1 != 0 {
            first += 1;
        }
        self.add(line, (first, last), Self::SEEN, |row| !solid(row));
    }

    #[inline(always)]
    fn light(&mut self, line: i32, rows: Range<i32>, view: SlopeRange) {
        let near = self.cone.along(line);
        // The rows in which the view meets the face; at least one, for a side.
        let last = (row_at_least(view.high, near, self.cone.across) - 1).clamp(rows.start, rows.end - 1);
        let first = row_at_most(view.low, near, self.cone.across).clamp(rows.start, last);
        // What lies beyond the diagonals is lit from the next cone, if the view goes on there.
        self.add(line, (first.max(-line), last.min(line)), Self::LIT, |_| u64::MAX);
    }
}

/// Returns the largest row that a slope reaches at a distance along the cone, where row 0 lies `offset` across.
#[inline(always)]
fn row_at_most(slope: f64, along: f64, offset: f64) -> i32 {
    // The nearest whole number to one half below is the one below.
    nearest(slope * along + (offset - 0.5 + TIE))
}

/// Returns the smallest row that reaches a slope at a distance along the cone.
#[inline(always)]
fn row_at_least(slope: f64, along: f64, offset: f64) -> i32 {
    // Mirrored, so that both round alike.
    -row_at_most(-slope, along, -offset)
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
