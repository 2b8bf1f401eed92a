//! Where a walk leads to: from a column or a free pixel to the next solid pixel, and from a solid one to the next free one.

use super::{Entry, ExactPixels, Segment, Visit, crossings};
use crate::terrain::LayerSelection;
use fearless_simd::Level;

/// The first pixel of the walk at which one of the grids is solid, from a column on with all of its pixels.
#[inline]
pub(in crate::raycast) fn first_solid(
    level: Level,
    selection: &LayerSelection<'_>,
    segment: &Segment,
    column: u32,
) -> Option<Visit> {
    let visits = selection.grids().iter().filter_map(|grid| crossings::first_solid(level, grid, segment, column));
    visits.reduce(|first, visit| if segment.is_before(visit, first) { visit } else { first })
}

/// The first solid pixel after a free one that the segment passes through.
///
/// The rest of the column is walked a pixel at a time, the columns after it in strips.
pub(in crate::raycast) fn first_solid_after(
    level: Level,
    selection: &LayerSelection<'_>,
    segment: &Segment,
    after: Visit,
) -> Option<Visit> {
    match next_column(selection, segment, after) {
        Next::Solid(visit) => Some(visit),
        Next::Column(column) => first_solid(level, selection, segment, column),
        Next::End => None,
    }
}

enum Next {
    Solid(Visit),
    Column(u32),
    End,
}

/// What comes first after a visit: a solid pixel, or the first pixel of another column that the segment passes through.
fn next_column(selection: &LayerSelection<'_>, segment: &Segment, after: Visit) -> Next {
    let mut rest = ExactPixels::rest(*segment, after);
    while let Some(visit) = rest.next_visit() {
        if selection.is_solid(segment.pixel(visit.column, visit.row)) {
            return Next::Solid(visit);
        }
        if visit.column > after.column && !segment.is_beside_corner(visit) {
            return Next::Column(visit.column);
        }
    }
    Next::End
}

/// The first free pixel that the segment passes through after a solid one; of a corner that is the pixel across it. A pixel
/// at a time.
#[inline(never)]
pub(in crate::raycast) fn first_free_after(
    selection: &LayerSelection<'_>,
    segment: &Segment,
    after: Visit,
) -> Option<Visit> {
    let is_free = |visit: Visit| !selection.is_solid(segment.pixel(visit.column, visit.row));
    let mut after = after;
    if let Some(across) = segment.corner_beside(after) {
        if is_free(across) {
            return Some(across);
        }
        after = across;
    }
    let mut rest = ExactPixels::rest(*segment, after);
    while let Some(visit) = rest.next_visit() {
        if is_free(visit) && !segment.is_beside_corner(visit) {
            return Some(visit);
        }
    }
    None
}

impl Segment {
    /// Whether a pixel that is tested is only touched, at a corner, and not passed through.
    pub(in crate::raycast) fn is_beside_corner(&self, visit: Visit) -> bool {
        self.corner_beside(visit).is_some()
    }

    /// For a pixel beside a corner, the one across it; `None` for a pixel that the segment passes through.
    fn corner_beside(&self, visit: Visit) -> Option<Visit> {
        let Visit { column, row, entry } = visit;
        // The borders of both axes that meet there, where they do.
        let (column, row) = match entry {
            Entry::Major if row < self.minor.borders => (column, row + 1),
            Entry::Minor if column < self.major.borders => (column + 1, row),
            _ => return None,
        };
        let to_major = u128::from(self.major.distance_to(column)) * u128::from(self.minor.length);
        let to_minor = u128::from(self.minor.distance_to(row)) * u128::from(self.major.length);
        (to_major == to_minor).then_some(Visit { column, row, entry: Entry::Corner })
    }
}
