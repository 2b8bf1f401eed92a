//! Windows: the solid pixels of up to 16 lines of a cone, from the bricks of one column; and squares: all pixels of a small
//! view.

use super::cone::Cone;
use super::rows::ViewRows;
use crate::geometry::Rect;
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE};
use crate::terrain::{Block, BrickGrid, GridNode, LayerSelection};
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
    /// Loads the lines of a column of bricks between two rows, both included; returns whether a brick is not empty.
    ///
    /// `line` is any line of the column, and the terrain holds the rows. If the result is false, the window has stale
    /// content.
    #[inline(never)]
    pub(super) fn load(&mut self, cone: &Cone, grids: &[&BrickGrid], line: i32, rows: (i32, i32)) -> bool {
        let bricks = cone.bricks(rows);
        let mut is_used = false;
        used_bricks(cone, grids, line, bricks, |part| {
            if !is_used {
                is_used = true;
                self.clear(cone, bricks);
            }
            self.add(cone, &part, bricks.0);
        });
        is_used
    }

    /// Loads the free pixels of a column of bricks in place of the solid ones. Of the rows, the terrain holds those in
    /// `held`; the others are free.
    pub(super) fn load_free(
        &mut self,
        cone: &Cone,
        grids: &[&BrickGrid],
        line: i32,
        rows: (i32, i32),
        held: (i32, i32),
    ) {
        let bricks = cone.bricks(rows);
        self.clear(cone, bricks);
        let (first, last) = (rows.0.max(held.0), rows.1.min(held.1));
        if first <= last {
            used_bricks(cone, grids, line, cone.bricks((first, last)), |part| self.add(cone, &part, bricks.0));
        }
        self.words.as_flattened_mut().iter_mut().for_each(|word| *word = !*word);
    }

    /// Loads the lines of a column of bricks as [`load`](Self::load) does, but only the rows from the first brick that
    /// is not empty to the last one.
    #[inline(always)]
    pub(super) fn load_used(&mut self, cone: &Cone, grids: &[&BrickGrid], line: i32, rows: (i32, i32)) -> bool {
        let bricks = cone.bricks(rows);
        let (mut first, mut last, mut found) = (i32::MAX, i32::MIN, [const { None }; 2]);
        used_bricks(
            cone,
            grids,
            line,
            bricks,
            #[inline(always)]
            |part| {
                first = first.min(part.first + part.used.trailing_zeros() as i32);
                last = last.max(part.first + part.used.ilog2() as i32);
                found = [Some(part), found[0].take()];
            },
        );
        let [Some(part), more] = found else { return false };
        self.clear(cone, (first, last));
        if more.is_none() {
            self.add(cone, &part, first);
        } else {
            used_bricks(
                cone,
                grids,
                line,
                (first, last),
                #[inline(always)]
                |part| self.add(cone, &part, first),
            );
        }
        true
    }

    /// Empties the window, and makes room for the bricks from the first to the last.
    #[inline(never)]
    fn clear(&mut self, cone: &Cone, (first, last): (i32, i32)) {
        self.first = (first << BRICK_SHIFT) - cone.row;
        self.words.clear();
        self.words.resize((last - first) as usize / 4 + 1, [0; 16]);
    }

    /// Adds the bricks of a block to a window that begins with brick `first`.
    #[inline(always)]
    fn add(&mut self, cone: &Cone, part: &UsedBricks<'_>, first: i32) {
        let mut used = part.used;
        while used != 0 {
            let row = used.trailing_zeros();
            used &= used - 1;
            let brick =
                if cone.steep { part.block.child(row, part.column) } else { part.block.child(part.column, row) };
            let index = (part.first + row as i32 - first) as usize;
            // A copy, since lanes that may alias the words would not become vector code.
            let (into, lanes) = (&mut self.words[index / 4], *brick.lanes(cone.steep));
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

/// The solid pixels of up to 4×4 bricks, as columns and as rows. Small views read no others.
#[derive(Clone, Debug, Default)]
pub(super) struct SolidSquare {
    /// For each column of bricks its columns of pixels, then for each row of bricks its rows.
    lines: [[[u64; 16]; 4]; 2],
    pixels: Rect,
}

impl SolidSquare {
    /// Loads the bricks around an area; returns false if they are too many.
    pub(super) fn load(&mut self, selection: &LayerSelection<'_>, area: &Rect) -> bool {
        let bricks = BrickGrid::whole_bricks_around(area);
        if bricks.width().max(bricks.height()) > WORD as u32 {
            return false;
        }
        *self = Self { pixels: bricks, ..Self::default() };
        selection.each_brick(
            &bricks,
            #[inline(always)]
            |at, brick| {
                for (steep, along, across) in [(false, at.x, at.y), (true, at.y, at.x)] {
                    let lanes = *brick.lanes(steep);
                    let into = &mut self.lines[usize::from(steep)][(along >> BRICK_SHIFT) as usize % 4];
                    into.iter_mut().zip(lanes).for_each(|(into, lane)| *into |= u64::from(lane) << (across % 64));
                }
            },
        );
        true
    }

    /// Returns whether a pixel is solid; `None` if it was not loaded.
    #[inline(always)]
    pub(super) fn get(&self, pixel: IVec2) -> Option<bool> {
        let at = pixel - self.pixels.min;
        let is_solid = || self.lines[1].as_flattened()[at.y as usize % 64] >> (at.x % 64) & 1 != 0;
        self.pixels.contains(pixel).then(is_solid)
    }

    /// Returns the lines of the column of bricks that holds a line of a cone.
    #[inline(always)]
    pub(super) fn lines(&self, cone: &Cone, line: i32) -> SolidLines<'_> {
        let IVec2 { x, y } = self.pixels.min;
        let (along, across) = if cone.steep { (y, x) } else { (x, y) };
        let column = (cone.major(line) - along) >> BRICK_SHIFT;
        let words = &self.lines[usize::from(cone.steep)][column as usize % 4];
        SolidLines { words: std::slice::from_ref(words), first: across - cone.row }
    }
}

/// Returns whether a pixel is solid. The square of a small view, if there is one, holds pixels of the same selection.
#[inline(always)]
pub(super) fn is_solid(near: Option<&SolidSquare>, selection: &LayerSelection<'_>, pixel: IVec2) -> bool {
    near.and_then(|near| near.get(pixel)).unwrap_or_else(|| selection.is_solid(pixel))
}

/// The bricks of a column in a block that are not empty.
struct UsedBricks<'a> {
    block: &'a Block,
    /// The column; only its lowest four bits count.
    column: u32,
    /// One bit for each row, set for a brick that is not empty.
    used: u32,
    /// The brick in row 0, in bricks of the world.
    first: i32,
}

/// Visits the bricks that are not empty in the column of a line, from one brick to another, block after block.
#[inline(always)]
fn used_bricks<'a>(
    cone: &Cone,
    grids: &[&'a BrickGrid],
    line: i32,
    bricks: (i32, i32),
    mut visit: impl FnMut(UsedBricks<'a>),
) {
    let column = cone.major(line) >> BRICK_SHIFT;
    for grid in grids {
        let corner = grid.corner();
        let (across, along) = if cone.steep { (corner.x, corner.y) } else { (corner.y, corner.x) };
        // Bricks from the corner of the grid.
        let (column, first, last) = (column - along, bricks.0 - across, bricks.1 - across);
        let at = column >> BRICK_SHIFT;
        for band in first >> BRICK_SHIFT..(last >> BRICK_SHIFT) + 1 {
            let block = if cone.steep { grid.block(band, at) } else { grid.block(at, band) };
            let (start, end) = (first - band * BRICK_SIDE, last - band * BRICK_SIDE);
            let range = u32::MAX << start.max(0) & u32::MAX >> (31 - end.min(BRICK_SIDE - 1));
            let used = range & u32::from(block.occupancy().lanes(cone.steep)[(column & 15) as usize]);
            if used != 0 {
                visit(UsedBricks { block, column: column as u32, used, first: across + band * BRICK_SIDE });
            }
        }
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

    /// Returns 64 rows of a line, from any row on. Rows beyond the window are free.
    #[inline(always)]
    pub(super) fn rows_from(&self, lane: usize, row: i32) -> u64 {
        let bit = row - self.first;
        if let [lanes] = self.words
            && (0..64).contains(&bit)
        {
            return lanes[lane % 16] >> bit;
        }
        // Words before the window are past its end too.
        let word = |index: i32| self.words.get(index as usize).map_or(0, |lanes| lanes[lane % 16]);
        word(bit >> 6) >> (bit & 63) | word((bit >> 6) + 1) << 1 << (!bit & 63)
    }

    /// Returns what [`end_runs`] returns, of any number of rows; also `None` if a row is not in the window.
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

    /// Returns the number of lines, from a lane on, that are free in the rows that a view may meet; at most `count`.
    /// Moves the rows on by that number.
    #[inline(always)]
    pub(super) fn free_lines(&self, lane: usize, backward: bool, rows: &mut ViewRows, count: u32) -> u32 {
        let all = (0, self.words.len() as i32 * WORD - 1);
        rows.count_from(self.first);
        let passed = match self.words {
            // In most windows.
            [lanes] => count_free(
                (lane, backward, count),
                rows,
                all,
                #[inline(always)]
                |lane, from, to| lanes[lane % 16] >> (from % 64) << (from.wrapping_add(!to) % 64) != 0,
            ),
            _ => count_free(
                (lane, backward, count),
                rows,
                all,
                #[inline(always)]
                |lane, from, to| self.any(lane, from, to),
            ),
        };
        rows.count_from(-self.first);
        passed
    }

    /// Returns whether a line has a solid row from one row to another, both counted from the window's first row.
    #[inline(always)]
    fn any(&self, lane: usize, from: u32, to: u32) -> bool {
        let words = self.words.get((from / 64) as usize..(to / 64) as usize + 1).unwrap_or_default();
        let [low, rest @ ..] = words else { return false };
        let low = low[lane % 16] >> (from % 64);
        let [middle @ .., high] = rest else { return low << (from % 64) << (!to % 64) != 0 };
        let ends = low | high[lane % 16] << (!to % 64);
        ends != 0 || middle.iter().any(|lanes| lanes[lane % 16] != 0)
    }

    /// Returns the first and the last row of the last run in a line between two rows of the window, both included. The
    /// run is cut to these rows.
    #[inline(always)]
    pub(super) fn last_run(&self, lane: usize, from: i32, to: i32) -> Option<(i32, i32)> {
        let bit = (to - self.first) as u32;
        // 64 rows; the highest bit is the last one.
        let bits = self.words[(bit / 64) as usize][lane % 16] << (!bit % 64);
        let free = bits.leading_zeros();
        let solid = (bits << (free % 64)).leading_ones();
        let (first, last) = if bits == 0 || free + solid > bit % 64 {
            let last = self.last_solid(lane, from, to)?;
            (self.run_start(lane, from, last), last)
        } else {
            let last = to - free as i32;
            (last + 1 - solid as i32, last)
        };
        (last >= from).then_some((first.max(from), last))
    }

    /// Returns the last solid row of a line between two rows of the window, both included.
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

    /// Returns the last row between two rows whose bit, flipped by `flip`, is set; a row before the first one if there
    /// is none.
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

/// Returns the lengths of the runs that hold the first and the last of some rows, whose bits begin a word; if one run holds
/// all, its length and 0. `None` if there are other runs between them.
///
/// Most lines of most views have no other runs.
#[inline(always)]
pub(super) fn end_runs(bits: u64, last: u32) -> Option<(u32, u32)> {
    let below = bits.trailing_ones();
    if below > last {
        return Some((last + 1, 0));
    }
    let behind = 63 - last % 64;
    let above = (bits << behind).leading_ones();
    let between = u64::MAX << (below % 64) & u64::MAX >> ((behind + above) % 64);
    (bits & between == 0).then_some((below, above))
}

/// Returns the number of lines, from a lane on, that are free in the rows that a view may meet; at most `count`. Moves
/// the rows on by that number.
#[inline(always)]
fn count_free(
    (mut lane, backward, count): (usize, bool, u32),
    rows: &mut ViewRows,
    all: (i32, i32),
    is_solid: impl Fn(usize, u32, u32) -> bool,
) -> u32 {
    let step = if backward { usize::MAX } else { 1 };
    let mut left = count;
    while left != 0 {
        let (from, to) = rows.within(all);
        if from <= to && is_solid(lane, from as u32, to as u32) {
            break;
        }
        left -= 1;
        lane = lane.wrapping_add(step);
        rows.step();
    }
    count - left
}
