//! Segments in square cells, to find those that are near.

use glam::DVec2;
use std::ops::RangeInclusive;

/// No entry.
const NONE: u32 = u32::MAX;
/// The smallest cell, in pixels.
const LEAST_SIDE: f64 = 4.0;

/// What is to be done with an item that was looked at.
pub(super) enum Look {
    /// Go on to the next.
    On,
    /// Take it out of the cell and go on.
    Forget,
    /// This is what was sought.
    Found,
}

pub(super) struct Grid<T> {
    origin: DVec2,
    side: f64,
    columns: usize,
    rows: usize,
    /// The first entry of each cell.
    heads: Vec<u32>,
    /// Items with the next entry of the same cell.
    entries: Vec<(T, u32)>,
}

impl<T: Copy> Grid<T> {
    /// A grid over all `points`, with about as many cells as there will be items.
    pub(super) fn new(points: &[DVec2], items: usize) -> Self {
        let min = points.iter().copied().fold(DVec2::MAX, DVec2::min);
        let max = points.iter().copied().fold(DVec2::MIN, DVec2::max);
        let size = if points.is_empty() { DVec2::ZERO } else { max - min };
        // Thin boxes have fewer cells than their area says, and no more than a row of them.
        let items = items.max(1) as f64;
        let side = (size.x * size.y / items).sqrt().max(size.max_element() / items).max(LEAST_SIDE);
        let (columns, rows) = ((size.x / side) as usize + 1, (size.y / side) as usize + 1);
        let origin = if points.is_empty() { DVec2::ZERO } else { min };
        Self { origin, side, columns, rows, heads: vec![NONE; columns * rows], entries: Vec::new() }
    }

    /// Puts an item into all cells that a segment passes through.
    pub(super) fn insert(&mut self, ends: [DVec2; 2], item: T) {
        for row in self.rows_near(ends, 0.0) {
            for column in self.columns_near(ends, 0.0, row) {
                let head = &mut self.heads[row * self.columns + column];
                self.entries.push((item, *head));
                *head = self.entries.len() as u32 - 1;
            }
        }
    }

    /// Looks at the items in all cells that come within `margin` of a segment, until one is found. It may meet one twice.
    pub(super) fn find(&mut self, ends: [DVec2; 2], margin: f64, mut look: impl FnMut(T) -> Look) -> Option<T> {
        for row in self.rows_near(ends, margin) {
            for column in self.columns_near(ends, margin, row) {
                let head = row * self.columns + column;
                let (mut before, mut entry) = (NONE, self.heads[head]);
                while entry != NONE {
                    let (item, next) = self.entries[entry as usize];
                    match look(item) {
                        Look::On => before = entry,
                        Look::Forget if before == NONE => self.heads[head] = next,
                        Look::Forget => self.entries[before as usize].1 = next,
                        Look::Found => return Some(item),
                    }
                    entry = next;
                }
            }
        }
        None
    }

    fn rows_near(&self, ends: [DVec2; 2], margin: f64) -> RangeInclusive<usize> {
        let (low, high) = (ends[0].y.min(ends[1].y) - margin, ends[0].y.max(ends[1].y) + margin);
        Self::cells(low - self.origin.y, high - self.origin.y, self.side, self.rows)
    }

    /// The cells of a row that come within `margin` of a segment, and maybe some beside them.
    fn columns_near(&self, [a, b]: [DVec2; 2], margin: f64, row: usize) -> RangeInclusive<usize> {
        let (mut low, mut high) = (a.x.min(b.x), a.x.max(b.x));
        let height = b.y - a.y;
        if height.abs() > self.side {
            // The part of the segment within `margin` of the row, and a pixel more for rounding.
            let top = self.origin.y + row as f64 * self.side - margin - 1.0;
            let at = |y: f64| a.x + (b.x - a.x) * ((y - a.y) / height).clamp(0.0, 1.0);
            let (from, to) = (at(top), at(top + self.side + 2.0 * margin + 2.0));
            (low, high) = (low.max(from.min(to) - 1.0), high.min(from.max(to) + 1.0));
        }
        Self::cells(low - margin - self.origin.x, high + margin - self.origin.x, self.side, self.columns)
    }

    fn cells(low: f64, high: f64, side: f64, count: usize) -> RangeInclusive<usize> {
        // Casts stop at 0.
        let last = count - 1;
        ((low / side) as usize).min(last)..=((high / side) as usize).min(last)
    }
}
