//! The boxes near a segment, row of cells after row of cells.

use super::grid::Grid;
use super::level::Level;
use crate::collide::BoxLanes;
use crate::geometry::Aabb;
use crate::geometry::tolerance::SEGMENT_CELL_SLACK;
use fearless_simd::Simd;
use glam::{DVec2, dvec2};

/// Calls `found` with boxes that a segment may come to, and with the part of it that is asked about: from its beginning to
/// what `found` gave last.
///
/// Rows are taken in the order in which the segment comes to them, and the rest is left out when they begin beyond that
/// part. No box is given twice.
#[inline(always)]
pub(super) fn each_along<S: Simd>(
    simd: S,
    grid: &Grid,
    start: DVec2,
    motion: DVec2,
    mut found: impl FnMut(usize, f64) -> f64,
) {
    let mut limit = 1.0;
    for level in &grid.levels {
        let stretch = Stretch { start, motion, slack: slack(start, motion) };
        let Some(rows) = Rows::of(grid, level, &stretch) else {
            // There are fewer rows of slots than cells along the segment, or these are not counted: all boxes, then.
            let probe = BoxLanes::splat(simd, &stretch.part(0.0, 1.0));
            grid.boxes.each_overlapping(
                simd,
                &probe,
                grid.boxes_of(level),
                #[inline(always)]
                |place| limit = found(place, limit),
            );
            continue;
        };
        for number in 0..rows.count {
            let Some((enter, leave)) = rows.part(number, &stretch) else { continue };
            if enter > limit {
                break;
            }
            let aabb = stretch.part(enter, leave);
            let probe = BoxLanes::splat(simd, &aabb);
            level.each_run_in_row(
                &grid.row_cells(&aabb, rows.cell(number) << level.shift()),
                #[inline(always)]
                |slots| {
                    grid.boxes.each_overlapping(
                        simd,
                        &probe,
                        grid.boxes_in(slots),
                        #[inline(always)]
                        |place| limit = found(place, limit),
                    );
                },
            );
        }
    }
}

fn slack(start: DVec2, motion: DVec2) -> f64 {
    start.abs().max((start + motion).abs()).max_element() * SEGMENT_CELL_SLACK
}

/// A segment, and by how much its boxes are larger.
struct Stretch {
    start: DVec2,
    motion: DVec2,
    slack: f64,
}

impl Stretch {
    /// A box around a part of it.
    fn part(&self, enter: f64, leave: f64) -> Aabb {
        let (a, b) = (self.start + self.motion * enter, self.start + self.motion * leave);
        Aabb::new((a.min(b) - self.slack).as_vec2(), (a.max(b) + self.slack).as_vec2())
    }
}

/// The rows of cells of a level in which boxes may lie that a segment comes to, in its order.
struct Rows {
    first: i32,
    step: i32,
    count: usize,
    /// The height of a row in pixels.
    height: f64,
}

impl Rows {
    /// `None` where there are more of them than rows of slots, or where they lie too far out to be counted.
    fn of(grid: &Grid, level: &Level, stretch: &Stretch) -> Option<Self> {
        let cells = grid.cell_size.range(&stretch.part(0.0, 1.0));
        if !cells.is_counted() {
            return None;
        }
        // Boxes reach into the next row.
        let (top, bottom) = ((cells.first[1] >> level.shift()) - 1, cells.last[1] >> level.shift());
        let count = (bottom - top) as usize + 1;
        let (first, step) = if stretch.motion.y < 0.0 { (bottom, -1) } else { (top, 1) };
        let height = grid.cell_size.pixels() * (1_u64 << level.shift()) as f64;
        (count <= level.rows()).then_some(Self { first, step, count, height })
    }

    fn cell(&self, number: usize) -> i32 {
        self.first + self.step * number as i32
    }

    /// The part of the segment at the height of the boxes of a row, its own and the next; `None` where there is none.
    fn part(&self, number: usize, stretch: &Stretch) -> Option<(f64, f64)> {
        let top = f64::from(self.cell(number)) * self.height;
        let slack = stretch.slack + (top.abs() + 2.0 * self.height) * SEGMENT_CELL_SLACK;
        let (top, bottom) = (top - slack, top + 2.0 * self.height + slack);
        let DVec2 { y: along, .. } = stretch.motion;
        if along == 0.0 {
            return (top <= stretch.start.y && stretch.start.y <= bottom).then_some((0.0, 1.0));
        }
        let ends = dvec2(top - stretch.start.y, bottom - stretch.start.y) / along;
        let (enter, leave) = (ends.min_element().max(0.0), ends.max_element().min(1.0));
        (enter <= leave).then_some((enter, leave))
    }
}
