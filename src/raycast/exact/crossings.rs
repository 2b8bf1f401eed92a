//! The walk of a segment: the pixels that it meets in each column.
//!
//! A [`Track`] shows which columns are worth a look, as for Bresenham's line, but for what a lane is asked about: the rows in
//! which the segment enters it and leaves it, and at corners the pixels beside them. In nearly every column so named the
//! fixed point tells which rows these are; where it does not, as the segment crosses the column's border within the error
//! of a row's, they are told apart in exact arithmetic ([`Segment::first_solid_in_column`]).
//!
//! **Fixed point.** At the border before a column `x` the minor coordinate is `y(x) = y0 + (x - x0)·V/U`. With `F = 42`
//! fraction bits the slope is `m = V·2^F / U`, by a division in `f64` and rounded to the nearest whole number, so off by less
//! than 0.51. `y` at the border before the first pixel is worked out from `x0`, which loses less than 1, and then `m` is
//! added for each column. So between the ends of a segment of at most `2^20` pixels `y` is off by less than `0.51·2^20 + 2`,
//! or `2^-22` pixels.
//!
//! **Rows.** `SLACK`, four times that, is added on either side: the track's line lies that much before the segment, and what
//! it moves over a strip is twice that more. So a row is asked about even where the segment only comes to its border, as it
//! does at corners. Where a number and the same with twice the slack added lie in one row, the true one lies in it too, and
//! not on its border.
//!
//! **Squares.** Over `2^s` columns the segment moves by at most `2^s·m` rows. With the slack, and with what the lanes are
//! pulled apart, that is below `2^s` where the slope is below `1 - 2^-16`: two squares, and two rows in each lane. Segments
//! that are more nearly diagonal have a walk of their own.

use super::segment::UNITS;
use super::{Entry, Segment, Visit, diagonal};
use crate::geometry::Rect;
use crate::raycast::footprint::Footprint;
use crate::raycast::grid_line::{Corner, GridLine};
use crate::raycast::heading::Heading;
use crate::raycast::lanes::{occupied_lanes, square_rows};
use crate::raycast::line::{FRACTION_BITS, fixed_quotient, with_sign_of};
use crate::raycast::track::{Bricks, Pair, Track};
use crate::raycast::walk::first_found;
use crate::terrain::{Block, BrickGrid, REGION_SHIFT};
use fearless_simd::{Level, Simd, dispatch};
use std::ops::ControlFlow;

/// What the rows are made wider on either side: `2^-20` pixels.
pub(super) const SLACK: i64 = 1 << (FRACTION_BITS - 20);
/// From this slope on, a lane may meet three rows: `1 - 2^-16`.
const NEARLY_DIAGONAL: i64 = (1 << FRACTION_BITS) - (1 << (FRACTION_BITS - 16));

pub(super) const UNIT_BITS: u32 = UNITS.ilog2();

/// The [`Footprint`] of a segment.
#[derive(Clone, Copy)]
pub(in crate::raycast) struct Crossings {
    /// The rows of the track in which the segment begins and ends.
    pub(super) rows: (i32, i32),
    /// The borders that it crosses along the major axis.
    pub(super) borders: u32,
    /// What it runs between on either axis, in units.
    pub(super) major: (i64, i64),
    pub(super) minor: (i64, i64),
}

/// The first solid pixel of the walk in a grid, from a column on with all of its pixels; `None` where there is none.
///
/// A function of its own for all queries, as every copy of the walk is a copy for each set of vector instructions.
pub(super) fn first_solid(level: Level, grid: &BrickGrid, segment: &Segment, column: u32) -> Option<Visit> {
    let (line, is_served) = line_of(&grid.pixels(), segment.major.ends(), segment.minor.ends(), segment.steep);
    if !is_served {
        return first_solid_of_other(level, grid, segment, column);
    }
    let sense = segment.sense();
    let line = line.from(line.base.wrapping_add(segment.major.sign.wrapping_mul(column as i32)), sense);
    let crossings = Crossings::new(&grid.pixels(), &line, segment.major.ends(), segment.minor.ends(), segment.steep);
    dispatch!(level, simd => first_found(simd, grid, &Track::new(simd, line, sense, crossings)))
}

/// The same for a segment that is nearly diagonal, or too long.
#[inline(never)]
pub(super) fn first_solid_of_other(level: Level, grid: &BrickGrid, segment: &Segment, column: u32) -> Option<Visit> {
    let bounds = grid.pixels();
    let (columns, rows) = (segment.major.borders, segment.minor.borders);
    let (first, last) = if bounds.contains(segment.pixel(0, 0)) && bounds.contains(segment.pixel(columns, rows)) {
        (0, columns)
    } else {
        segment.columns_within(&bounds)?
    };
    let first = first.max(column);
    if first > last {
        None
    } else if segment.is_short() {
        diagonal::first_solid(level, grid, segment, first, last)
    } else {
        segment.first_solid_of_long(grid, first, last)
    }
}

/// The line of a segment in a grid that holds the pixels within `bounds`, from what it runs between on either axis, in units;
/// and whether this walk serves it.
#[inline(always)]
pub(super) fn line_of(bounds: &Rect, major: (i64, i64), minor: (i64, i64), steep: bool) -> (GridLine, bool) {
    let (run, rise) = (major.1.wrapping_sub(major.0), minor.1.wrapping_sub(minor.0));
    let length = run.unsigned_abs();
    let steepness = fixed_quotient(rise.unsigned_abs() as i32, length as i32, 0.0);
    let slope = with_sign_of(run ^ rise, steepness);

    let corner = Corner::of(bounds, steep);
    let column = |units: i64| ((units >> UNIT_BITS) as i32).wrapping_sub(corner.major);
    let (start, end) = (column(major.0), column(major.1));
    let (regions, row) = corner.row((minor.0 >> UNIT_BITS) as i32);
    let inside = |units: i64| units & (UNITS as i64 - 1);
    // One that stays at its row is taken to run in the middle of it: along a border it would be near another row all the way.
    let in_row = if rise == 0 { UNITS as i64 / 2 } else { inside(minor.0) };
    // From the start of the segment back to the border before its pixel, and then to that before column 0.
    let at_start = ((i64::from(row) << UNIT_BITS) + in_row) << (FRACTION_BITS - UNIT_BITS);
    let at_border = at_start.wrapping_sub(slope.wrapping_mul(inside(major.0)) >> UNIT_BITS);
    let constant =
        at_border.wrapping_sub(i64::from(start).wrapping_mul(slope)).wrapping_sub(with_sign_of(slope, SLACK));
    let ends = corner.clip(start.min(end), start.max(end));
    let is_served = (length <= Segment::LONGEST_SHORT) & (steepness < NEARLY_DIAGONAL);
    (GridLine { constant, slope, regions, base: start, ends }, is_served)
}

impl Footprint for Crossings {
    type Found<'a> = Visit;

    /// A strip ends where the next one begins, and on either side lies the slack.
    #[inline(always)]
    fn past(slope: i64) -> i64 {
        with_sign_of(slope, 2 * SLACK)
    }

    #[inline(always)]
    fn look<'a, S: Simd, D: Heading>(
        &self,
        simd: S,
        grid: &'a BrickGrid,
        track: &Track<S, D, Self>,
        blocks: &Pair<'a, Block>,
        strip: i32,
        begun: u32,
    ) -> ControlFlow<Option<Visit>> {
        let (mut columns, bricks) = met_columns(simd, track, blocks, strip, begun);
        while columns != 0 {
            let lane = track.sense.first_lane(columns);
            columns ^= 1 << lane;
            if let Some(visit) = self.first_in_column(grid, &track.line, track.sense, bricks, track.major(strip, lane))
            {
                return ControlFlow::Break(Some(visit));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The columns of a strip in which the segment may meet something solid, of those that are `begun`; and the bricks there.
#[inline(always)]
pub(super) fn met_columns<'a, S: Simd, D: Heading, F: Footprint>(
    simd: S,
    track: &Track<S, D, F>,
    blocks: &Pair<'a, Block>,
    strip: i32,
    begun: u32,
) -> (u32, Bricks<'a>) {
    let start = track.line.row(track.major(strip, 0));
    let bricks = track.bricks(blocks, strip, start);
    let rows = square_rows::<0>(start, track.line.slope, F::past(track.line.slope));
    let columns = occupied_lanes(simd, bricks.lanes, rows, track.multiples) & begun;
    // What is after the end is left out where there is something, as that is asked about seldom.
    (if columns == 0 { 0 } else { columns & track.far_lanes(strip, 0) }, bricks)
}

impl Crossings {
    /// Those of a segment, from what it runs between on either axis; `line` is its own in a grid that holds the pixels within
    /// `bounds`.
    #[inline(always)]
    pub(super) fn new(bounds: &Rect, line: &GridLine, major: (i64, i64), minor: (i64, i64), steep: bool) -> Self {
        let corner = Corner::of(bounds, steep).minor.wrapping_add(line.regions << REGION_SHIFT);
        let pixel = |units: i64| (units >> UNIT_BITS) as i32;
        let row = |units: i64| pixel(units).wrapping_sub(corner);
        let borders = pixel(major.0).abs_diff(pixel(major.1));
        Self { rows: (row(minor.0), row(minor.1)), borders, major, minor }
    }

    /// The first pixel of a column, in the order of the walk, that is solid.
    #[inline(always)]
    pub(super) fn first_in_column(
        &self,
        grid: &BrickGrid,
        line: &GridLine,
        sense: impl Heading,
        bricks: Bricks<'_>,
        major: i32,
    ) -> Option<Visit> {
        let column = major.wrapping_sub(line.base).unsigned_abs();
        let (left, past) = (line.row(major), Self::past(line.slope));
        let right = left.wrapping_add(line.slope);
        let is_unclear = |row: i64| row ^ row.wrapping_add(past);
        if (is_unclear(left) | is_unclear(right)) >> FRACTION_BITS != 0 {
            return Visit::unpacked(self.first_in_unclear_column(grid, sense.is_steep(), bricks, major, column));
        }
        let (enters, leaves) = if sense.is_backward() { (right, left) } else { (left, right) };
        let row = |row: i64| (row >> FRACTION_BITS) as i32;
        // In its first column the segment begins, and in its last it ends.
        let enters = if column == 0 { self.rows.0 } else { row(enters) };
        let leaves = if column == self.borders { self.rows.1 } else { row(leaves) };
        // Without a branch on which of the two rows it is, which would be guessed wrong for every third ray.
        let (first, second) = (bricks.is_solid(major & 15, enters), bricks.is_solid(major & 15, leaves));
        let entry = if column == 0 { Entry::Start } else { Entry::Major };
        let visit = Visit {
            column,
            row: (if first { enters } else { leaves }).wrapping_sub(self.rows.0).unsigned_abs(),
            entry: if first { entry } else { Entry::Minor },
        };
        if first | second { Some(visit) } else { None }
    }

    /// The same where the fixed point does not tell the rows.
    ///
    /// All is handed over by value: what is lent to a function lies in memory, for those that do not call it too.
    #[cold]
    #[inline(never)]
    fn first_in_unclear_column(
        self,
        grid: &BrickGrid,
        steep: bool,
        bricks: Bricks<'_>,
        major: i32,
        column: u32,
    ) -> (u64, Option<Entry>) {
        let segment = Segment::along(self.major, self.minor, steep);
        let row = |row: u32| self.rows.0.wrapping_add(segment.minor.sign.wrapping_mul(row as i32));
        let is_solid = |rows| bricks.is_solid(major & 15, row(rows));
        let is_solid_after = |row| grid.is_solid(segment.pixel(column + 1, row));
        Visit::packed(segment.first_solid_in_column(column, is_solid, is_solid_after))
    }
}
