//! The next solid pixel of an exact segment.

use super::diagonal::DiagonalWalk;
use super::kernel::{ExactKernel, SolidColumn, grid_line};
use super::pixels::ExactPixels;
use super::segment::{BESIDE, SnappedSegment, Visit};
use crate::raycast::line::UnitEnds;
use crate::raycast::plain;
use crate::raycast::walk::PreparedLine;
use crate::simd::{Level, dispatch};
use crate::terrain::{BrickGrid, LayerSelection};

/// Returns the first pixel that stops the segment in any grid, from the beginning of a column on.
#[inline]
pub(in crate::raycast) fn first_solid(
    level: Level,
    selection: &LayerSelection<'_>,
    segment: &SnappedSegment,
    column: u32,
) -> Option<Visit> {
    if segment.is_point() {
        return segment.starts_inside(selection).then_some(Visit::START);
    }
    if segment.is_along_border() {
        return first_solid_along_border(level, selection, segment, column);
    }
    let visits = selection.grids().iter().filter_map(|grid| first_solid_in(level, grid, segment, column));
    let first = visits.reduce(|first, visit| if SnappedSegment::is_before(visit, first) { visit } else { first })?;
    Some(segment.with_start_entry(first, |pixel| selection.is_solid(pixel)))
}

/// Returns the first column of a segment along a border in which the pixels on both sides are solid.
///
/// Each side in turn is asked for its first solid pixel, from where the other side's is.
#[cold]
fn first_solid_along_border(
    level: Level,
    selection: &LayerSelection<'_>,
    segment: &SnappedSegment,
    mut column: u32,
) -> Option<Visit> {
    let sides = [0, BESIDE].map(|row| segment.in_row(row));
    loop {
        let first = first_solid(level, selection, &sides[0], column)?.column;
        column = first_solid(level, selection, &sides[1], first)?.column;
        if column == first {
            return Some(segment.enter_along_border(column, |pixel| selection.is_solid(pixel)));
        }
    }
}

/// Returns the first solid pixel after a free one that the segment passes through.
///
/// The rest of the column is walked a pixel at a time, the columns after it in strips.
pub(in crate::raycast) fn first_solid_after(
    level: Level,
    selection: &LayerSelection<'_>,
    segment: &SnappedSegment,
    after: Visit,
) -> Option<Visit> {
    if segment.is_along_border() {
        return first_solid(level, selection, segment, after.column);
    }
    let mut rest = ExactPixels::rest(*segment, after);
    while let Some(visit) = rest.next_visit() {
        if selection.is_solid(segment.pixel(visit.column, visit.row)) {
            return Some(visit);
        }
        if visit.column > after.column && !segment.is_beside_corner(visit) {
            return first_solid(level, selection, segment, visit.column);
        }
    }
    None
}

/// Returns the first solid pixel of a grid, from the beginning of a column on.
///
/// One function for all queries, as each copy of the walk takes long to compile.
fn first_solid_in(level: Level, grid: &BrickGrid, segment: &SnappedSegment, column: u32) -> Option<Visit> {
    let ends = UnitEnds { major: segment.major.ends(), minor: segment.minor.ends() };
    let (line, fits_strip_walk) = grid_line(&grid.pixels(), ends, segment.steep);
    if !fits_strip_walk {
        return first_solid_of_other(level, grid, segment, column);
    }
    let direction = segment.direction();
    let line = line.from(line.base.wrapping_add(segment.major.sign.wrapping_mul(column as i32)), direction);
    let found = dispatch!(
        level,
        simd => PreparedLine::<_, _, ExactKernel>::new(simd, line, direction, ends).first_found(grid),
        plain => plain::first_found::<ExactKernel, _>(grid, &line, direction, |major, bricks| {
            let column = SolidColumn { major, bricks };
            column.is_solid(grid, line, ends, segment.steep).then_some(column)
        })
    );
    found?.visit(grid, segment, &line)
}

/// Returns the first solid pixel of a segment that is nearly diagonal or too long for fixed point.
#[inline(never)]
fn first_solid_of_other(level: Level, grid: &BrickGrid, segment: &SnappedSegment, column: u32) -> Option<Visit> {
    let bounds = grid.pixels();
    let (columns, rows) = (segment.major.borders, segment.minor.borders);
    let (first, last) = if bounds.contains(segment.pixel(0, 0)) && bounds.contains(segment.pixel(columns, rows)) {
        (0, columns)
    } else {
        segment.columns_within(&bounds)?
    };
    let first = first.max(column);
    if first > last {
        return None;
    }
    let by_columns = || segment.first_solid_by_columns(grid, first, last);
    if !segment.is_short() {
        return by_columns();
    }
    dispatch!(
        level,
        simd => DiagonalWalk::new(simd, grid, segment).first_solid(first, last),
        plain => by_columns()
    )
}
