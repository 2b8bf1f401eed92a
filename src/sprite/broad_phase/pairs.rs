//! Which boxes of a grid overlap each other.

use super::grid::Grid;
use super::lanes::LANES;
use super::level::Level;
use super::order::FoundPairs;
use crate::collide::BoxLanes;
use fearless_simd::Simd;

/// Finds all pairs, each once, in no order.
#[inline(always)]
pub(super) fn find<S: Simd>(simd: S, grid: &Grid, found: &mut FoundPairs) {
    for (number, level) in grid.levels.iter().enumerate() {
        within_level(simd, grid, level, found);
        for larger in &grid.levels[number + 1..] {
            between_levels(simd, grid, level, larger, found);
        }
    }
}

/// Pairs of boxes of one level.
///
/// Of two boxes in different rows the upper one looks for the other, of two in a row that to the left, and of two in a cell
/// the first. So each looks at what follows in its own row, and at three cells of the next one.
#[inline(always)]
fn within_level<S: Simd>(simd: S, grid: &Grid, level: &Level, found: &mut FoundPairs) {
    let (first, end) = grid.boxes_of(level);
    for at in first..end {
        let place = grid.sorted_places[at];
        let (slot, right) = (place.slot(), place.right());
        let probe = BoxLanes::splat(simd, &grid.boxes.get(at));
        let one = grid.order[at];
        if level.is_at_side(place) {
            at_side(simd, grid, level, at, &probe, found);
            continue;
        }
        let (_, beside_end) = grid.boxes_in((slot, slot + right + 1));
        let below = level.slot_below(place);
        let (below_first, below_end) = grid.boxes_in((below - 1, below + right + 1));
        let below_end = if place.is_down() { below_end } else { below_first };
        // The first eight of both runs, which are mostly all, without a branch on how many there are.
        let beside = grid.boxes.overlapping(simd, &probe, at + 1, beside_end);
        let under = grid.boxes.overlapping(simd, &probe, below_first, below_end);
        let mut bits = beside | under << LANES;
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize;
            let other = if lane < LANES { at + 1 + lane } else { below_first + lane - LANES };
            found.push(one, grid.order[other]);
            bits &= bits - 1;
        }
        for rest in [(at + 1 + LANES, beside_end), (below_first + LANES, below_end)] {
            grid.boxes.each_overlapping(
                simd,
                &probe,
                rest,
                #[inline(always)]
                |other| found.push(one, grid.order[other]),
            );
        }
    }
}

/// The same for a box at the side of the table, whose neighbors lie at the other side.
#[inline(never)]
fn at_side<S: Simd>(simd: S, grid: &Grid, level: &Level, at: usize, probe: &BoxLanes<S>, found: &mut FoundPairs) {
    let place = grid.sorted_places[at];
    let one = grid.order[at];
    level.each_run_beside(place.slot(), 0, place.right() + 1, |slots| {
        let (first, end) = grid.boxes_in(slots);
        // In its own cell, those that come after it.
        let first = if slots.0 == place.slot() { at + 1 } else { first };
        grid.boxes.each_overlapping(simd, probe, (first, end), |other| found.push(one, grid.order[other]));
    });
    if place.is_down() {
        level.each_run_beside(level.slot_below(place), 1, place.right() + 2, |slots| {
            let boxes = grid.boxes_in(slots);
            grid.boxes.each_overlapping(simd, probe, boxes, |other| found.push(one, grid.order[other]));
        });
    }
}

/// Pairs of a box of one level and one of another, looked for from the side from which fewer rows of cells are looked at.
#[inline(always)]
fn between_levels<S: Simd>(simd: S, grid: &Grid, smaller: &Level, larger: &Level, found: &mut FoundPairs) {
    let rows = |from: &Level, at: &Level| {
        let (first, end) = grid.boxes_of(from);
        (end - first) * at.rows_for(from)
    };
    let down = rows(larger, smaller) < rows(smaller, larger);
    let (from, at) = if down { (larger, smaller) } else { (smaller, larger) };
    let (first, end) = grid.boxes_of(from);
    for place in first..end {
        let one = grid.order[place];
        grid.each_overlapping(
            simd,
            at,
            &grid.boxes.get(place),
            #[inline(always)]
            |other| found.push(one, grid.order[other]),
        );
    }
}
