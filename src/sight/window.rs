//! Windows: the solid pixels of up to 16 lines of a cone, from the bricks of one column.

use super::cone::Cone;
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE};
use crate::terrain::{Block, BrickGrid, Square};

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
    /// `line` is any line of the column, and the terrain holds the rows. What the window holds is only specified where
    /// the result is true.
    #[inline(never)]
    pub(super) fn load(&mut self, cone: &Cone, grids: &[&BrickGrid], line: i32, rows: (i32, i32)) -> bool {
        // Bricks of the world.
        let column = cone.major(line) >> BRICK_SHIFT;
        let bricks = ((cone.row + rows.0) >> BRICK_SHIFT, (cone.row + rows.1) >> BRICK_SHIFT);
        self.first = (bricks.0 << BRICK_SHIFT) - cone.row;
        self.words.clear();
        for grid in grids {
            let corner = grid.pixels().min >> BRICK_SHIFT as i32;
            let (across, along) = if cone.steep { (corner.x, corner.y) } else { (corner.y, corner.x) };
            // Bricks from the corner of the grid.
            let (column, first, last) = (column - along, bricks.0 - across, bricks.1 - across);
            for band in first >> BRICK_SHIFT..(last >> BRICK_SHIFT) + 1 {
                let at = column >> BRICK_SHIFT;
                let block = if cone.steep { grid.block(band, at) } else { grid.block(at, band) };
                let (start, end) = (first - band * BRICK_SIDE, last + 1 - band * BRICK_SIDE);
                let range = u32::MAX << start.max(0) & !(u32::MAX << end.min(BRICK_SIDE));
                // The bricks of the column that are not empty.
                let used = range & u32::from(block.occupancy().lanes(cone.steep)[(column & 15) as usize]);
                if used != 0 {
                    self.add(block, (cone.steep, column as u32), used, start, last - first);
                }
            }
        }
        !self.words.is_empty()
    }

    /// Adds the bricks of a block that are in a column and in rows whose bits are set. The window begins at the brick in
    /// row `start`, and goes on for `count` bricks more.
    #[inline(never)]
    fn add(&mut self, block: &Block, (steep, column): (bool, u32), mut used: u32, start: i32, count: i32) {
        if self.words.is_empty() {
            self.words.resize(count as usize / 4 + 1, [0; 16]);
        }
        while used != 0 {
            let row = used.trailing_zeros();
            used &= used - 1;
            let brick = if steep { block.child(row, column) } else { block.child(column, row) };
            let index = (row as i32 - start) as usize;
            let (into, lanes) = (&mut self.words[index / 4], brick.lanes(steep));
            for lane in 0..16 {
                into[lane] |= u64::from(lanes[lane]) << (index % 4 * 16);
            }
        }
    }

    /// Returns the lines that the window holds.
    #[inline(always)]
    pub(super) fn lines(&self) -> SolidLines<'_> {
        SolidLines { words: &self.words, first: self.first }
    }
}

/// The lines of a window that is not empty.
#[derive(Clone, Copy)]
pub(super) struct SolidLines<'a> {
    words: &'a [[u64; 16]],
    first: i32,
}

impl SolidLines<'_> {
    /// Returns the first and the last row that the window holds.
    #[inline(always)]
    pub(super) fn rows(&self) -> (i32, i32) {
        (self.first, self.first + self.words.len() as i32 * WORD - 1)
    }

    /// Returns the lengths of the runs that hold the first of some rows and the last; if one run holds all, its length
    /// and 0. `None` if there are other runs, or a row is not in the window.
    ///
    /// Most lines of most views are like that. Few branches depend on the pixels.
    #[inline(always)]
    pub(super) fn end_runs(&self, lane: usize, rows: (i32, i32)) -> Option<(u32, u32)> {
        // Rows before the window are past its end too.
        let (from, to) = ((rows.0 - self.first) as u32, (rows.1 - self.first) as u32);
        let (mut first, mut last) = (from / 64, to / 64);
        let word = |index: u32| self.words.get(index as usize).map(|lanes| lanes[lane % 16]);
        let (mut low, mut high) = (word(first)?, word(last)?);
        let mut before = from % 64 + (low >> (from % 64)).trailing_ones();
        while before == 64 && first < last {
            first += 1;
            low = word(first)?;
            before = low.trailing_ones();
        }
        if first * 64 + before > to {
            return Some((to - from + 1, 0));
        }
        let mut behind = !to % 64 + (high << (!to % 64)).leading_ones();
        while behind == 64 && first < last {
            last -= 1;
            high = word(last)?;
            behind = high.leading_ones();
        }
        let mut any = high << (behind % 64);
        if first == last {
            any = any >> (behind % 64) >> (before % 64);
        } else {
            any |= low >> (before % 64);
            for lanes in &self.words[first as usize + 1..last as usize] {
                any |= lanes[lane % 16];
            }
        }
        (any == 0).then_some((first * 64 + before - from, to + behind - (last * 64 + 63)))
    }

    /// Returns the last solid row of a line from one row to another; both are in the window.
    #[inline(always)]
    pub(super) fn last_solid(&self, lane: usize, first: i32, to: i32) -> Option<i32> {
        let row = self.last(lane, first, to, 0);
        (row >= first).then_some(row)
    }

    /// Returns the first row of the run that holds a solid row, at least `first`.
    #[inline(always)]
    pub(super) fn run_start(&self, lane: usize, first: i32, row: i32) -> i32 {
        (self.last(lane, first, row, u64::MAX) + 1).max(first)
    }

    /// Returns the last row from one to another whose bit is set, once all bits are flipped by `flip`; a row before the
    /// first one if there is none.
    #[inline(always)]
    fn last(&self, lane: usize, first: i32, to: i32, flip: u64) -> i32 {
        let bit = (to - self.first) as u32;
        let mut index = bit / 64;
        let mut bits = (self.words[index as usize][lane % 16] ^ flip) << (!bit % 64);
        let mut end = to;
        while bits == 0 {
            end = self.first + (index * 64) as i32 - 1;
            if end < first {
                return end;
            }
            index -= 1;
            bits = self.words[index as usize][lane % 16] ^ flip;
        }
        end - bits.leading_zeros() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_at_both_ends_are_those_found_row_by_row() {
        let mut rng = fastrand::Rng::with_seed(17);
        for case in 0..40_000 {
            let count = rng.usize(1..5);
            let mut word = || match rng.u32(0..6) {
                0 | 1 => 0,
                2 | 3 => u64::MAX,
                4 => u64::MAX << rng.u32(0..64),
                _ => u64::MAX >> rng.u32(0..64),
            };
            let words: Vec<[u64; 16]> = (0..count).map(|_| std::array::from_fn(|_| word())).collect();
            let (first, lane) = (rng.i32(-200..200), rng.usize(0..16));
            let solid = SolidLines { words: &words, first };
            let is_solid = |row: i32| words[(row - first) as usize / 64][lane] >> ((row - first) % 64) & 1 == 1;
            // At the borders of words more often than not, and now and then outside.
            let end = count as i32 * WORD;
            let mut row = || match rng.u32(0..5) {
                0 => rng.i32(-2..end + 2),
                1 => rng.i32(0..end),
                border => rng.i32(0..count as i32 + 1) * WORD - i32::from(border == 2),
            };
            let (a, b) = (row().max(-1), row());
            let rows = (first + a.min(b), first + a.max(b));
            let expected = (solid.rows().0 <= rows.0 && rows.1 <= solid.rows().1).then(|| {
                let below = (rows.0..=rows.1).take_while(|&row| is_solid(row)).count() as i32;
                let above = (rows.0 + below..=rows.1).rev().take_while(|&row| is_solid(row)).count() as i32;
                let is_free = (rows.0 + below..=rows.1 - above).all(|row| !is_solid(row));
                is_free.then_some((below as u32, above as u32))
            });
            assert_eq!(solid.end_runs(lane, rows), expected.flatten(), "case {case}: {rows:?} from {first}");
        }
    }
}
