//! Windows: the solid pixels of up to 16 lines of a cone, from the bricks of one column.

use super::cone::Cone;
use crate::solidity::BRICK_SHIFT;
use crate::terrain::BrickGrid;
use glam::IVec2;

/// The rows of a word.
const WORD: i32 = 64;

/// The solid pixels of 16 lines as words of 64 rows; bit 0 is the first row of a brick.
#[derive(Clone, Debug, Default)]
pub(super) struct LineWindow {
    /// For each 64 rows a word of each line.
    words: Vec<[u64; 16]>,
    /// The row of bit 0.
    first: i32,
}

impl LineWindow {
    pub(super) const NEW: Self = Self { words: Vec::new(), first: 0 };

    /// Loads the lines of a column of bricks between two rows, both included; returns whether a brick is not empty.
    ///
    /// `line` is any line of the column. What the window holds is only specified where the result is true.
    #[inline(always)]
    pub(super) fn load(&mut self, cone: &Cone, grids: &[&BrickGrid], line: i32, rows: (i32, i32)) -> bool {
        let column = cone.major(line) >> BRICK_SHIFT;
        let bricks = ((cone.row + rows.0) >> BRICK_SHIFT, (cone.row + rows.1) >> BRICK_SHIFT);
        self.first = (bricks.0 << BRICK_SHIFT) - cone.row;
        let words = (bricks.1 - bricks.0) as usize / 4 + 1;
        let mut is_any = false;
        for grid in grids {
            for brick in bricks.0..=bricks.1 {
                let at = if cone.steep { IVec2::new(brick, column) } else { IVec2::new(column, brick) };
                let Some(solid) = grid.brick_at(at) else { continue };
                if !is_any {
                    is_any = true;
                    self.words.clear();
                    self.words.resize(words, [0; 16]);
                }
                let index = (brick - bricks.0) as usize;
                let into = self.words[index / 4].iter_mut().zip(solid.lanes(cone.steep));
                into.for_each(|(into, &lane)| *into |= u64::from(lane) << (index % 4 * 16));
            }
        }
        is_any
    }

    /// Returns the rows that the window holds, the last one included.
    #[inline(always)]
    pub(super) fn rows(&self) -> (i32, i32) {
        (self.first, self.first + self.words.len() as i32 * WORD - 1)
    }

    /// Returns whether the window has one word for each line.
    #[inline(always)]
    pub(super) fn narrow(&self) -> Option<NarrowLines<'_>> {
        match &*self.words {
            [words] => Some(NarrowLines { words, first: self.first }),
            _ => None,
        }
    }

    /// Returns the lines of a window of any size.
    #[inline(always)]
    pub(super) fn wide(&self) -> WideLines<'_> {
        WideLines { words: &self.words, first: self.first }
    }
}

/// Searches in the lines of a window. Rows lie within the window, and a range of rows includes its last one.
pub(super) trait SolidLines: Copy {
    /// Returns the first solid row of a line from one row to another.
    fn next_solid(self, lane: usize, from: i32, last: i32) -> Option<i32>;

    /// Returns the first free row of a line from one row on, at most the row after `last`.
    fn next_free(self, lane: usize, from: i32, last: i32) -> i32;
}

/// Lines of one word.
#[derive(Clone, Copy)]
pub(super) struct NarrowLines<'a> {
    words: &'a [u64; 16],
    first: i32,
}

impl SolidLines for NarrowLines<'_> {
    #[inline(always)]
    fn next_solid(self, lane: usize, from: i32, last: i32) -> Option<i32> {
        let bits = self.words[lane % 16] & u64::MAX << ((from - self.first) & 63);
        // 64 where there is none, which is past the last row.
        let row = self.first + bits.trailing_zeros() as i32;
        (row <= last).then_some(row)
    }

    #[inline(always)]
    fn next_free(self, lane: usize, from: i32, last: i32) -> i32 {
        let bits = !self.words[lane % 16] & u64::MAX << ((from - self.first) & 63);
        (self.first + bits.trailing_zeros() as i32).min(last + 1)
    }
}

/// Lines of several words.
#[derive(Clone, Copy)]
pub(super) struct WideLines<'a> {
    words: &'a [[u64; 16]],
    first: i32,
}

impl WideLines<'_> {
    /// Returns the first row from one on to another whose bit is set, once all bits are flipped by `flip`.
    #[inline(always)]
    fn next(self, lane: usize, from: i32, last: i32, flip: u64) -> Option<i32> {
        let (start, end) = (from - self.first, last - self.first);
        let mut keep = u64::MAX << (start & 63);
        for index in start >> 6..=end >> 6 {
            let bits = (self.words[index as usize][lane % 16] ^ flip) & keep;
            if bits != 0 {
                let row = self.first + index * WORD + bits.trailing_zeros() as i32;
                return (row <= last).then_some(row);
            }
            keep = u64::MAX;
        }
        None
    }
}

impl SolidLines for WideLines<'_> {
    #[inline(always)]
    fn next_solid(self, lane: usize, from: i32, last: i32) -> Option<i32> {
        self.next(lane, from, last, 0)
    }

    #[inline(always)]
    fn next_free(self, lane: usize, from: i32, last: i32) -> i32 {
        self.next(lane, from, last, u64::MAX).unwrap_or(last + 1)
    }
}
