//! Finds the pairs of boxes of a grid that overlap.

use super::cells::CellLevel;
use super::grid::{CellGrid, LANES};
use crate::collide::BoxLanes;

/// Finds every pair once, in no particular order.
#[inline(always)]
pub(super) fn find<L: BoxLanes>(lanes: L, grid: &CellGrid, found: &mut FoundPairs) {
    for (number, level) in grid.levels.iter().enumerate() {
        within_level(lanes, grid, level, found);
        for larger in &grid.levels[number + 1..] {
            between_levels(lanes, grid, level, larger, found);
        }
    }
}

/// Finds the pairs of one level.
///
/// Of two boxes, the upper one finds the other; in one row, the left one; in one cell, the first one. So each box is
/// tested against the following boxes of its own row, and against three cells of the next row.
#[inline(always)]
fn within_level<L: BoxLanes>(lanes: L, grid: &CellGrid, level: &CellLevel, found: &mut FoundPairs) {
    let (first, end) = grid.boxes_of(level);
    for at in first..end {
        let packed = grid.sorted_slots[at];
        let (slot, right) = (packed.slot(), packed.right());
        let probe = lanes.probe(&grid.boxes.get(at));
        let one = grid.order[at];
        if level.wraps_around(packed) {
            across_the_wrap(lanes, grid, level, at, &probe, found);
            continue;
        }
        let (_, beside_end) = grid.boxes_in((slot, slot + right + 1));
        let below = level.slot_below(packed);
        let (below_first, below_end) = grid.boxes_in((below - 1, below + right + 1));
        let below_end = if packed.is_down() { below_end } else { below_first };
        // The first eight boxes of both ranges, without a branch on their number. Mostly there are no more.
        let beside = grid.boxes.overlapping(lanes, &probe, at + 1, beside_end);
        let under = grid.boxes.overlapping(lanes, &probe, below_first, below_end);
        let mut bits = beside | under << LANES;
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize;
            let other = if lane < LANES { at + 1 + lane } else { below_first + lane - LANES };
            found.push(one, grid.order[other]);
            bits &= bits - 1;
        }
        for rest in [(at + 1 + LANES, beside_end), (below_first + LANES, below_end)] {
            grid.boxes.each_overlapping(
                lanes,
                &probe,
                rest,
                #[inline(always)]
                |other| found.push(one, grid.order[other]),
            );
        }
    }
}

/// Finds the pairs of a box at an edge of the table: its neighbors are at the opposite edge.
#[inline(never)]
fn across_the_wrap<L: BoxLanes>(
    lanes: L,
    grid: &CellGrid,
    level: &CellLevel,
    at: usize,
    probe: &L::Probe,
    found: &mut FoundPairs,
) {
    let packed = grid.sorted_slots[at];
    let one = grid.order[at];
    level.each_range_beside(packed.slot(), 0, packed.right() + 1, |slots| {
        let (first, end) = grid.boxes_in(slots);
        // In its own cell, only the boxes after it.
        let first = if slots.0 == packed.slot() { at + 1 } else { first };
        grid.boxes.each_overlapping(lanes, probe, (first, end), |other| found.push(one, grid.order[other]));
    });
    if packed.is_down() {
        level.each_range_beside(level.slot_below(packed), 1, packed.right() + 2, |slots| {
            let boxes = grid.boxes_in(slots);
            grid.boxes.each_overlapping(lanes, probe, boxes, |other| found.push(one, grid.order[other]));
        });
    }
}

/// Finds the pairs of two levels, starting from the level from which fewer rows of cells are visited.
#[inline(always)]
fn between_levels<L: BoxLanes>(
    lanes: L,
    grid: &CellGrid,
    smaller: &CellLevel,
    larger: &CellLevel,
    found: &mut FoundPairs,
) {
    let rows = |from: &CellLevel, at: &CellLevel| {
        let (first, end) = grid.boxes_of(from);
        (end - first) * at.rows_for(from)
    };
    let down = rows(larger, smaller) < rows(smaller, larger);
    let (from, at) = if down { (larger, smaller) } else { (smaller, larger) };
    let (first, end) = grid.boxes_of(from);
    for index in first..end {
        let one = grid.order[index];
        grid.each_overlapping(
            lanes,
            at,
            &grid.boxes.get(index),
            #[inline(always)]
            |other| found.push(one, grid.order[other]),
        );
    }
}

/// Pairs in the order in which they are found, to be sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundPairs {
    pairs: Vec<(u32, u32)>,
    /// The number of pairs that begin with each box, at the next index. While pairs are sorted, the position of the
    /// next pair of each box.
    counts: Vec<usize>,
}

impl FoundPairs {
    /// Removes all pairs, and prepares for a number of boxes.
    pub(super) fn clear(&mut self, boxes: usize) {
        self.pairs.clear();
        self.counts.clear();
        self.counts.resize(boxes + 1, 0);
    }

    /// Adds a pair, given in either order.
    #[inline(always)]
    pub(super) fn push(&mut self, a: u32, b: u32) {
        let first = a.min(b);
        self.counts[first as usize + 1] += 1;
        self.pairs.push((first, a.max(b)));
    }

    /// Writes the pairs in ascending order: a counting sort by first box, then a sort of each group by second box.
    pub(super) fn write_to(&mut self, ordered: &mut Vec<(u32, u32)>) {
        // Every element is overwritten, so old pairs need not be cleared.
        ordered.resize(self.pairs.len(), (0, 0));
        let mut sum = 0;
        for count in &mut self.counts {
            sum += *count;
            *count = sum;
        }
        for &pair in &self.pairs {
            let next = &mut self.counts[pair.0 as usize];
            ordered[*next] = pair;
            *next += 1;
        }
        let mut first = 0;
        for &end in &self.counts {
            #[expect(clippy::disallowed_methods, reason = "frames wait for it")]
            ordered[first..end].sort_unstable_by_key(|pair| pair.1);
            first = end;
        }
    }
}
