//! Finds the boxes near a segment, one row of cells after another.

use super::cells::CellLevel;
use super::grid::CellGrid;
use crate::collide::BoxLanes;
use crate::geometry::tolerance::SEGMENT_CELL_SLACK;
use crate::geometry::{Aabb, Bound, Elements};
use glam::{DVec2, dvec2};

/// Calls `found` with the boxes that a segment may touch: its start, its motion, and the fraction, from 0 to 1, up to which it
/// is searched. `found` returns the new one.
///
/// Rows are visited in the order of the segment until one begins beyond that fraction. No box is visited twice.
#[inline(always)]
pub(super) fn each_along<L: BoxLanes>(
    lanes: L,
    grid: &CellGrid,
    (start, motion, mut limit): (DVec2, DVec2, f64),
    mut found: impl FnMut(usize) -> f64,
) {
    let segment = GridSegment { start, motion, slack: slack(start, motion) };
    for level in &grid.levels {
        let Some(rows) = SegmentRows::new(grid, level, &segment) else {
            // The segment meets all rows of slots, so every box of the level is tested.
            let probe = lanes.probe(&segment.part(0.0, 1.0));
            grid.boxes.each_overlapping(
                lanes,
                &probe,
                grid.boxes_of(level),
                #[inline(always)]
                |index| limit = found(index),
            );
            continue;
        };
        for number in 0..rows.count {
            let Some((enter, leave)) = rows.part(number, &segment) else { continue };
            if enter > limit {
                break;
            }
            let aabb = segment.part(enter, leave);
            let probe = lanes.probe(&aabb);
            level.each_range_in_row(
                &grid.cell_size.range(&aabb),
                rows.cell(number),
                #[inline(always)]
                |slots| {
                    grid.boxes.each_overlapping(
                        lanes,
                        &probe,
                        grid.boxes_in(slots),
                        #[inline(always)]
                        |index| limit = found(index),
                    );
                },
            );
        }
    }
}

/// Returns the fraction, from 0 to 1, at which a segment enters a box, borders included; `None` if it does not.
pub(super) fn entry(aabb: &Aabb, start: DVec2, motion: DVec2) -> Option<f64> {
    let (min, max) = (aabb.min.as_dvec2(), aabb.max.as_dvec2());
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (low, high, from, along) in [(min.x, max.x, start.x, motion.x), (min.y, max.y, start.y, motion.y)] {
        if along == 0.0 {
            if !(low <= from && from <= high) {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - from) / along, (high - from) / along);
        (enter, leave) = (a.at_most(b).at_least(enter), a.at_least(b).at_most(leave));
    }
    (enter <= leave).then_some(enter)
}

/// Returns the margin of a segment. It is never 0, so that boxes that only touch a point are found at (0, 0) as elsewhere.
fn slack(start: DVec2, motion: DVec2) -> f64 {
    let slack = start.abs().at_least((start + motion).abs()).greatest() * SEGMENT_CELL_SLACK;
    slack.at_least(f32::MIN_POSITIVE.into())
}

/// A segment with a margin for rounding.
struct GridSegment {
    start: DVec2,
    motion: DVec2,
    slack: f64,
}

impl GridSegment {
    /// Returns the box around a part of the segment.
    fn part(&self, enter: f64, leave: f64) -> Aabb {
        let (a, b) = (self.start + self.motion * enter, self.start + self.motion * leave);
        Aabb::new((a.at_most(b) - self.slack).as_vec2(), (a.at_least(b) + self.slack).as_vec2())
    }
}

/// The rows of cells of a level whose boxes a segment may touch, in the order of the segment.
struct SegmentRows {
    first: i32,
    step: i32,
    count: usize,
    /// The height of a row, in pixels.
    height: f64,
}

impl SegmentRows {
    /// Creates the rows; `None` if there are more of them than rows of slots, or if a cell is clamped.
    fn new(grid: &CellGrid, level: &CellLevel, segment: &GridSegment) -> Option<Self> {
        let cells = grid.cell_size.range(&segment.part(0.0, 1.0));
        if !cells.is_exact() {
            return None;
        }
        // Boxes reach into the next row.
        let (top, bottom) = ((cells.first[1] >> level.shift()) - 1, cells.last[1] >> level.shift());
        let count = (bottom - top) as usize + 1;
        let (first, step) = if segment.motion.y < 0.0 { (bottom, -1) } else { (top, 1) };
        let height = grid.cell_size.pixels() * (1_u64 << level.shift()) as f64;
        (count <= level.rows()).then_some(Self { first, step, count, height })
    }

    fn cell(&self, number: usize) -> i32 {
        self.first + self.step * number as i32
    }

    /// Returns the part of the segment at the height of a row and of the next one, into which its boxes reach; `None`
    /// if there is none.
    fn part(&self, number: usize, segment: &GridSegment) -> Option<(f64, f64)> {
        let top = f64::from(self.cell(number)) * self.height;
        let slack = segment.slack + (top.abs() + 2.0 * self.height) * SEGMENT_CELL_SLACK;
        let (top, bottom) = (top - slack, top + 2.0 * self.height + slack);
        let DVec2 { y: along, .. } = segment.motion;
        if along == 0.0 {
            return (top <= segment.start.y && segment.start.y <= bottom).then_some((0.0, 1.0));
        }
        let ends = dvec2(top - segment.start.y, bottom - segment.start.y) / along;
        let (enter, leave) = (ends.least().at_least(0.0), ends.greatest().at_most(1.0));
        (enter <= leave).then_some((enter, leave))
    }
}
