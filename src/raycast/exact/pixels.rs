//! The exact walk a pixel or a column at a time: the public iterator, the next free pixel, and very long segments.

use super::segment::{BESIDE, EntryBorder, SnappedSegment, Visit};
use crate::raycast::ray::Ray;
use crate::terrain::{BRICK_SHIFT, BrickGrid, LayerSelection};
use glam::IVec2;

impl Ray {
    /// Returns the pixels that [`Traversal::Exact`](crate::Traversal::Exact) tests, in order.
    ///
    /// These are all pixels whose interior the segment passes through, and the two beside each corner that it passes. The
    /// pixel entered by a step along the longer axis comes first, along x if the axes are equal. A segment along a
    /// border between pixels has the pixels of both sides, in pairs: only a pair of solid pixels stops a ray. A ray
    /// without a length has the pixel that its point belongs to.
    ///
    /// Both ends are rounded to multiples of 1/256 pixel first. Empty if the ray is not [valid](Self::is_valid). The
    /// opposite ray has the same pixels in the opposite order, except for the two beside a corner and the two of a
    /// pair.
    ///
    /// Costs two products of 128 bits a pixel. After Amanatides and Woo, "A fast voxel traversal algorithm for ray
    /// tracing" (1987).
    ///
    /// ```
    /// use tileray::{Ray, glam::ivec2};
    ///
    /// let pixels: Vec<_> = Ray::between((0.5, 0.5), (2.5, 1.5)).exact_pixels().collect();
    /// assert_eq!(pixels, [(0, 0), (1, 0), (1, 1), (2, 1)].map(|(x, y)| ivec2(x, y)));
    ///
    /// let corner: Vec<_> = Ray::between((0.5, 0.5), (1.5, 1.5)).exact_pixels().collect();
    /// assert_eq!(corner, [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| ivec2(x, y)));
    /// ```
    #[must_use]
    pub fn exact_pixels(&self) -> ExactPixels {
        match SnappedSegment::new(self) {
            Some(segment) => ExactPixels { segment, next: segment.straight(0) },
            None => ExactPixels { segment: SnappedSegment::POINT, next: [None; 3] },
        }
    }
}

/// An iterator over the pixels of a segment. Created by [`Ray::exact_pixels`].
#[derive(Clone, Debug)]
pub struct ExactPixels {
    segment: SnappedSegment,
    /// The next pixels, in reversed order: three at a corner, else one.
    next: [Option<Visit>; 3],
}

impl ExactPixels {
    /// Creates the rest of a walk, after a pixel that the segment passes through.
    pub(super) fn rest(segment: SnappedSegment, visit: Visit) -> Self {
        let mut pixels = Self { segment, next: [None; 3] };
        pixels.next = pixels.after(visit);
        pixels
    }

    /// Returns the pixels after a pixel that the segment passes through, in reversed order.
    fn after(&self, Visit { column, row, .. }: Visit) -> [Option<Visit>; 3] {
        let SnappedSegment { major, minor, .. } = &self.segment;
        if self.segment.is_along_border() {
            return if column < major.borders { self.segment.straight(column + 1) } else { [None; 3] };
        }
        let next_major = Visit { column: column.wrapping_add(1), row, entry: EntryBorder::Major };
        let next_minor = Visit { column, row: row.wrapping_add(1), entry: EntryBorder::Minor };
        let (has_major, has_minor) = (column < major.borders, row < minor.borders);
        if !(has_major && has_minor) {
            let next = if has_major { Some(next_major) } else { has_minor.then_some(next_minor) };
            return [next, None, None];
        }
        // The parts of the segment before the two borders, with a common denominator.
        let to_major = u128::from(major.distance_to(next_major.column)) * u128::from(minor.length);
        let to_minor = u128::from(minor.distance_to(next_minor.row)) * u128::from(major.length);
        match to_major.cmp(&to_minor) {
            std::cmp::Ordering::Less => [Some(next_major), None, None],
            std::cmp::Ordering::Greater => [Some(next_minor), None, None],
            std::cmp::Ordering::Equal => {
                let across = Visit { column: next_major.column, row: next_minor.row, entry: EntryBorder::Corner };
                [Some(across), Some(next_minor), Some(next_major)]
            }
        }
    }

    /// Returns the next pixel, and how it is entered.
    pub(in crate::raycast) fn next_visit(&mut self) -> Option<Visit> {
        let index = self.next.iter().rposition(Option::is_some)?;
        let visit = self.next[index].take()?;
        if self.next.iter().all(Option::is_none) {
            self.next = self.after(visit);
        }
        Some(visit)
    }
}

impl Iterator for ExactPixels {
    type Item = IVec2;

    #[inline]
    fn next(&mut self) -> Option<IVec2> {
        self.next_visit().map(|visit| self.segment.pixel(visit.column, visit.row))
    }
}

impl std::iter::FusedIterator for ExactPixels {}

/// Returns the first free pixel that the segment passes through after a solid one, a pixel at a time.
///
/// At a corner that is the pixel across.
#[inline(never)]
pub(in crate::raycast) fn first_free_after(
    selection: &LayerSelection<'_>,
    segment: &SnappedSegment,
    mut after: Visit,
) -> Option<Visit> {
    let is_free = |visit: Visit| !selection.is_solid(segment.pixel(visit.column, visit.row));
    if segment.is_along_border() {
        let pixels = (after.column + 1..=segment.major.borders)
            .flat_map(|column| [0, BESIDE].map(|row| Visit { column, row, entry: EntryBorder::Major }));
        return pixels.into_iter().find(|&visit| is_free(visit));
    }
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

impl SnappedSegment {
    /// Returns the pixels of the first row in a column, in reversed order: one, or the two beside a border.
    fn straight(&self, column: u32) -> [Option<Visit>; 3] {
        let entry = if column == 0 { EntryBorder::Start } else { EntryBorder::Major };
        let visit = |row: u32| Visit { column, row, entry };
        [self.is_along_border().then(|| visit(BESIDE)), Some(visit(0)), None]
    }

    /// Returns whether the segment only touches a visited pixel, at a corner.
    pub(in crate::raycast) fn is_beside_corner(&self, visit: Visit) -> bool {
        self.corner_beside(visit).is_some()
    }

    /// Returns the pixel across the corner for a pixel beside it, or `None` for a pixel that the segment passes
    /// through.
    fn corner_beside(&self, visit: Visit) -> Option<Visit> {
        let Visit { column, row, entry } = visit;
        // The borders of both axes that meet there, if they do.
        let (column, row) = match entry {
            EntryBorder::Major if row < self.minor.borders => (column, row + 1),
            EntryBorder::Minor if column < self.major.borders => (column + 1, row),
            _ => return None,
        };
        let to_major = u128::from(self.major.distance_to(column)) * u128::from(self.minor.length);
        let to_minor = u128::from(self.minor.distance_to(row)) * u128::from(self.major.length);
        (to_major == to_minor).then_some(Visit { column, row, entry: EntryBorder::Corner })
    }

    /// Returns the first solid pixel within some columns of a segment of any length.
    ///
    /// Goes column by column, past the empty squares of each level.
    #[inline(never)]
    pub(super) fn first_solid_by_columns(&self, grid: &BrickGrid, first: u32, last: u32) -> Option<Visit> {
        let corner = grid.pixels().min;
        let corner = if self.steep { corner.y } else { corner.x };
        let is_solid = |column, row| grid.is_solid(self.pixel(column, row));
        let (mut column, mut crossings) = (first, self.crossings_from(first));
        'strips: while column <= last {
            let end_of_strip = |shift: u32| {
                let lane = (self.major.pixel(column) - corner) & ((1 << shift) - 1);
                let ahead = if self.major.sign < 0 { lane } else { (1 << shift) - 1 - lane };
                last.min(column + ahead as u32)
            };
            let low = crossings.border(self).row;
            let mut shift = grid.empty_around(self.pixel(column, low));
            while shift > 0 {
                // The corner through which the walk leaves has a pixel in the row after. That makes at most `2^shift + 2`
                // rows, in at most three squares. If there are three, the middle row is in the middle one.
                let after = self.crossings_from(end_of_strip(shift) + 1);
                let high = after.border(self).row + 1;
                let is_empty = |row| grid.empty_around(self.pixel(column, row)) >= shift;
                if is_empty(high) && is_empty(low + (high - low) / 2) {
                    (column, crossings) = (end_of_strip(shift) + 1, after);
                    continue 'strips;
                }
                shift -= BRICK_SHIFT;
            }
            let end = end_of_strip(BRICK_SHIFT);
            while column <= end {
                let found = self.first_solid_between(
                    column,
                    crossings.next_column(self),
                    |row| is_solid(column, row),
                    |row| is_solid(column + 1, row),
                );
                if found.is_some() {
                    return found;
                }
                column += 1;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn the_order_of_two_visits_is_that_of_the_walk() {
        let mut rng = fastrand::Rng::with_seed(23);
        for case in 0..2_000 {
            let mut point = || dvec2(rng.i32(-80..80).into(), rng.i32(-80..80).into()) / 16.0;
            let mut pixels = Ray::between_f64(point(), point()).exact_pixels();
            if pixels.segment.is_along_border() {
                continue;
            }
            let visits: Vec<Visit> = std::iter::from_fn(|| pixels.next_visit()).collect();
            for (a, first) in visits.iter().enumerate() {
                for (b, second) in visits.iter().enumerate() {
                    assert_eq!(
                        SnappedSegment::is_before(*first, *second),
                        a < b,
                        "case {case}: {first:?} and {second:?}"
                    );
                }
            }
        }
    }
}
