//! The [`Kernel`] of exact segments: the one or two pixels that a segment meets in each column.
//!
//! The strip test names the columns worth a look, as for Bresenham's line, with other rows: those in which the
//! segment enters the column and leaves it, and at corners the pixels beside them. In nearly every named column fixed
//! point tells which rows these are ([`is_clear`]). If the segment crosses the column's border within the error of a
//! row's border, exact arithmetic tells ([`SnappedSegment::first_solid_in_column`]).
//!
//! The walk ends with a column. Which pixel of it is hit is found by [`crossing`](Kernel::crossing): a mispredicted
//! branch ends most walks, and whatever follows it in the same loop delays the next ray of a packet.
//!
//! **Fixed point.** At the border before a column `x` the minor coordinate is `y(x) = y0 + (x - x0)·V/U`. With `F =
//! 42` fraction bits the slope is `m = V·2^F / U`, by a division in `f64` and rounded to the nearest whole number, so
//! its error is less than 0.51. `y` at the border before the first pixel is computed from `x0`, which loses less than
//! 1, and then `m` is added for each column. So between the ends of a segment of at most `2^20` pixels the error of
//! `y` is less than `0.51·2^20 + 2`, or `2^-22` pixels.
//!
//! **Rows.** `SLACK`, four times that error, is added on either side: the grid line lies `SLACK` before the segment,
//! and [`past`](Kernel::past) moves the end of each strip `2·SLACK` farther, so `SLACK` behind the segment. So a row is
//! tested even if the segment only reaches its border, as it does at corners. If `y` and `y + 2·SLACK` lie in one row,
//! the true number lies in that row too, and not on its border.
//!
//! **Squares.** Over `2^s` columns the segment moves by at most `2^s·m` rows. The slack and the gap between the rows of
//! a lane (`ROW_SLACK` in `lanes.rs`) are added. The sum is below `2^s` if the slope is below `1 - 2^-16`: two squares,
//! and two rows in each lane. Segments nearer to a diagonal have a walk of their own ([`diagonal`](super::diagonal)).

use super::hit::EnteredPixel;
use super::segment::{SnappedSegment, Visit, first_pixel, is_on_border, last_pixel, pixel_of_units};
use crate::geometry::Rect;
use crate::geometry::ray::{UNIT_BITS, UNITS};
use crate::raycast::face::{FaceCrossing, ends_in_units};
use crate::raycast::lanes::{FRACTION_BITS, occupied_lanes, square_rows};
use crate::raycast::line::{DynamicDirection, GridCorner, GridLine, LineDirection, PreparedRay};
use crate::raycast::line::{UnitEnds, fixed_quotient, with_sign_of};
use crate::raycast::ray::Ray;
use crate::raycast::walk::{BrickPair, Kernel, PreparedLine, SquarePair};
use crate::terrain::{Block, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;
use std::hint::select_unpredictable;

/// The margin of the rows on either side: `2^-20` pixels.
const SLACK: i64 = 1 << (FRACTION_BITS - 20);
/// The slope from which a lane may meet three rows: `1 - 2^-16`.
const NEARLY_DIAGONAL: i64 = (1 << FRACTION_BITS) - (1 << (FRACTION_BITS - 16));

/// The [`Kernel`] of exact segments.
#[derive(Clone, Copy)]
pub(in crate::raycast) struct ExactKernel;

/// A column in which a segment meets something solid, and the two bricks there.
#[derive(Clone, Copy, Default)]
pub(in crate::raycast) struct SolidColumn<'a> {
    /// The major coordinate of the column.
    pub(super) major: i32,
    pub(super) bricks: BrickPair<'a>,
}

impl Kernel for ExactKernel {
    type Found<'a> = SolidColumn<'a>;

    const READS_ENDS: bool = true;

    #[inline(always)]
    fn prepare(ray: &Ray, bounds: &Rect) -> PreparedRay {
        let (ends, steep) = SnappedSegment::ends_of(ray);
        let (line, fits_strip_walk) = grid_line(bounds, ends, steep);
        let direction = DynamicDirection { steep, backward: ends.major.1 < ends.major.0 };
        PreparedRay { line, direction, ends, fits_strip_walk }
    }

    /// A strip ends where the next one begins, with slack on either side.
    #[inline(always)]
    fn past(slope: i64) -> i64 {
        with_sign_of(slope, 2 * SLACK)
    }

    #[inline(always)]
    fn test_strip<'a, S: Simd, D: LineDirection>(
        grid: &'a BrickGrid,
        line: &PreparedLine<S, D, Self>,
        blocks: &SquarePair<'a, Block>,
        strip: i32,
    ) -> Option<SolidColumn<'a>> {
        let start = line.line.row(line.major(strip, 0));
        let bricks = line.line.bricks(line.direction, blocks, strip, start, Self::past(line.line.slope));
        let rows = square_rows::<0>(start, line.line.slope, Self::past(line.line.slope));
        let mut columns = line.crossed(strip, occupied_lanes(line.simd, bricks.lanes, rows, line.multiples));
        while columns != 0 {
            let lane = line.direction.first_lane(columns);
            columns ^= 1 << lane;
            let column = SolidColumn { major: line.major(strip, lane), bricks };
            // The segment crosses only a part of its first column and its last.
            let is_end = (column.major == line.line.ends.0) | (column.major == line.line.ends.1);
            if !(is_end | !is_clear(&line.line, column.major))
                || column.is_solid(grid, line.line, line.ends, line.direction.is_steep())
            {
                return Some(column);
            }
        }
        None
    }

    #[inline(always)]
    fn crossing(grid: &BrickGrid, ray: &Ray, prepared: &PreparedRay, found: &SolidColumn<'_>) -> Option<FaceCrossing> {
        let Some(entered) = found.entered(grid, prepared) else {
            return found.crossing_exactly(grid, ray, prepared.line);
        };
        let &PreparedRay { ends, direction, .. } = prepared;
        Some(entered.crossing(ends_in_units(ray), direction, ends.minor.1 < ends.minor.0))
    }
}

impl SolidColumn<'_> {
    /// Returns the rows in fixed point at the borders by which the line enters the column and leaves it.
    #[inline(always)]
    fn border_rows(&self, line: &GridLine, backward: bool) -> (i64, i64) {
        let left = line.row(self.major);
        let right = left.wrapping_add(line.slope);
        if backward { (right, left) } else { (left, right) }
    }

    /// Returns the first solid pixel of the column and how it is entered, or `None` if only exact arithmetic can tell.
    #[inline(always)]
    fn entered(&self, grid: &BrickGrid, prepared: &PreparedRay) -> Option<EnteredPixel> {
        let &PreparedRay { ref line, ends, direction, .. } = prepared;
        if !is_clear(line, self.major) {
            return None;
        }
        let corner = GridCorner::new(&grid.pixels(), direction.steep);
        let (column, top) = (self.major + corner.major, corner.minor + (line.regions << REGION_SHIFT));
        let (enters, leaves) = self.border_rows(line, direction.backward);
        let row = |row: i64| (row >> FRACTION_BITS) as i32 + top;
        // The segment begins in its first column. Its last row needs no such care: if it is not the row in which the
        // segment enters its last column, it is the one in which the segment would leave it.
        let begins = column == first_pixel(ends.major);
        let enters = select_unpredictable(begins, first_pixel(ends.minor), row(enters));
        // One of the two is solid.
        let by_major = self.bricks.is_solid(self.major & 15, enters - top);
        let inside = begins & by_major;
        if inside & (is_on_border(ends.major.0) | is_on_border(ends.minor.0)) {
            return None;
        }
        let pixel = (column, select_unpredictable(by_major, enters, row(leaves)));
        Some(EnteredPixel { pixel, by_major: by_major & !inside, by_minor: !by_major })
    }

    /// Returns the first solid pixel of the column by exact arithmetic.
    pub(super) fn visit(&self, grid: &BrickGrid, segment: &SnappedSegment, line: &GridLine) -> Option<Visit> {
        let top = GridCorner::new(&grid.pixels(), segment.steep).minor.wrapping_add(line.regions << REGION_SHIFT);
        let column = self.major.wrapping_sub(line.base).unsigned_abs();
        let is_solid = |row| self.bricks.is_solid(self.major & 15, segment.minor.pixel(row).wrapping_sub(top));
        let is_solid_after = |row| grid.is_solid(segment.pixel(column + 1, row));
        segment.first_solid_in_column(column, is_solid, is_solid_after)
    }

    /// Returns whether the segment passes through a solid pixel of the column: by fixed point if that can tell, else by
    /// exact arithmetic.
    ///
    /// Takes its arguments by value: arguments passed by reference lie in memory, even for walks that never call it.
    #[cold]
    #[inline(never)]
    pub(super) fn is_solid(self, grid: &BrickGrid, line: GridLine, ends: UnitEnds, steep: bool) -> bool {
        if !is_clear(&line, self.major) {
            return self.visit(grid, &SnappedSegment::between(ends, steep), &line).is_some();
        }
        // The first column begins in the row of the start, and the last one ends in the row of the end.
        let corner = GridCorner::new(&grid.pixels(), steep);
        let (column, top) = (self.major + corner.major, corner.minor + (line.regions << REGION_SHIFT));
        let (enters, leaves) = self.border_rows(&line, ends.major.1 < ends.major.0);
        let is_solid_at = |pixel: fn((i64, i64)) -> i32, row: i64| {
            let is_end = column == pixel(ends.major);
            let row = if is_end { pixel(ends.minor) - top } else { (row >> FRACTION_BITS) as i32 };
            self.bricks.is_solid(self.major & 15, row)
        };
        is_solid_at(first_pixel, enters) || is_solid_at(last_pixel, leaves)
    }

    /// Returns the crossing by exact arithmetic. Takes the line by value, for the same reason as
    /// [`is_solid`](Self::is_solid).
    #[cold]
    #[inline(never)]
    fn crossing_exactly(self, grid: &BrickGrid, ray: &Ray, line: GridLine) -> Option<FaceCrossing> {
        let (ends, steep) = SnappedSegment::ends_of(ray);
        let segment = SnappedSegment::between(ends, steep);
        let visit = segment.with_start_entry(self.visit(grid, &segment, &line)?, |pixel| grid.is_solid(pixel));
        Some(FaceCrossing::of_visit(&segment, visit))
    }
}

/// Returns the line of a segment in a grid that holds the pixels within `bounds`, and whether the strip walk serves it.
#[inline(always)]
pub(super) fn grid_line(bounds: &Rect, UnitEnds { major, minor }: UnitEnds, steep: bool) -> (GridLine, bool) {
    let (run, rise) = (major.1.wrapping_sub(major.0), minor.1.wrapping_sub(minor.0));
    let length = run.unsigned_abs();
    // Along a border both sides decide, and around a point on a border all pixels.
    let decides_by_sides = (rise == 0) & (is_on_border(minor.0) | ((run == 0) & is_on_border(major.0)));
    let steepness = fixed_quotient(rise.unsigned_abs() as i32, length as i32, 0.0);
    let slope = with_sign_of(run ^ rise, steepness);

    let corner = GridCorner::new(bounds, steep);
    let (first, last) = (first_pixel(major), last_pixel(major));
    let (start, end) = (first.wrapping_sub(corner.major), last.wrapping_sub(corner.major));
    let (regions, row) = corner.row(pixel_of_units(minor.0));
    // A segment that stays in its row is moved to the middle of it: beside a border it would be near another row all
    // along.
    let in_row = if rise == 0 { UNITS as i64 / 2 } else { minor.0 & (UNITS as i64 - 1) };
    // From the border before the first pixel: 256 for a backward segment that starts on a border.
    let in_column = major.0.wrapping_sub(i64::from(first) << UNIT_BITS);
    // Back from the start of the segment to the border before its pixel, then to the border before column 0.
    let at_start = ((i64::from(row) << UNIT_BITS) + in_row) << (FRACTION_BITS - UNIT_BITS);
    let at_border = at_start.wrapping_sub(slope.wrapping_mul(in_column) >> UNIT_BITS);
    let constant =
        at_border.wrapping_sub(i64::from(start).wrapping_mul(slope)).wrapping_sub(with_sign_of(slope, SLACK));
    let ends = corner.clip(start.min(end), start.max(end));
    let fits_strip_walk = (length <= SnappedSegment::LONGEST_SHORT) & (steepness < NEARLY_DIAGONAL) & !decides_by_sides;
    (GridLine { constant, slope, regions, base: start, ends }, fits_strip_walk)
}

/// Returns whether fixed point tells with certainty in which rows the segment enters and leaves a column. Then the
/// lanes have tested these rows and no others.
///
/// The numbers whose rows a lane tests lie at most 18 units before the line's number on one side of the column, and at
/// most 33 units past its number on the other (`lanes.rs`). A unit is `2^-27` pixels, so both are less than the slack.
/// If all numbers within the slack lie in one row, that row is tested.
#[inline(always)]
fn is_clear(line: &GridLine, major: i32) -> bool {
    let slack = with_sign_of(line.slope, SLACK);
    let left = line.row(major).wrapping_sub(slack);
    // From one slack before the line, which is itself one before the segment, to one past the other side.
    let changed_bits = |row: i64| row ^ row.wrapping_add(4 * slack);
    (changed_bits(left) | changed_bits(left.wrapping_add(line.slope))) >> FRACTION_BITS == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{IVec2, UVec2};

    /// Returns for each column of a segment whether fixed point tells both of its rows.
    fn clear_columns(major: (i64, i64), minor: (i64, i64)) -> Vec<bool> {
        let bounds = Rect::from_size(IVec2::ZERO, UVec2::splat(4096));
        let (line, fits_strip_walk) = grid_line(&bounds, UnitEnds { major, minor }, false);
        assert!(fits_strip_walk);
        (0..((major.1 - major.0) >> UNIT_BITS) as i32).map(|column| is_clear(&line, column)).collect()
    }

    #[test]
    fn all_columns_of_a_segment_beside_a_border_are_clear() {
        for row in [1, 255, 256 * 100 + 1, 256 * 100 + 255, 256 * 4096 - 1] {
            assert!(clear_columns((77, 256 * 500), (row, row)).iter().all(|is_clear| *is_clear), "at {row} / 256");
        }
    }

    #[test]
    fn columns_beside_a_corner_are_not_clear() {
        // Through a corner at every fourth border.
        let clear = clear_columns((0, 256 * 8), (256, 256 * 3));
        assert_eq!(clear, [false, true, true, false, false, true, true, false]);
    }
}
