use super::{Segment, Visit, strip};
use crate::terrain::Selection;
use fearless_simd::Level;

/// The first pixel of the walk at which one of the grids is solid.
pub(in crate::raycast) fn first_visit(level: Level, selection: &Selection<'_>, segment: &Segment) -> Option<Visit> {
    let mut first = None;
    for grid in selection.grids() {
        let visit = strip::first_solid(level, grid, segment, 0);
        first = match (first, visit) {
            (Some(a), Some(b)) => Some(if segment.is_before(b, a) { b } else { a }),
            (one, None) | (None, one) => one,
        };
    }
    first
}
