use super::{Entry, Segment, Visit};
use crate::raycast::ray::Ray;
use glam::IVec2;

impl Ray {
    /// The pixels that [`Traversal::Exact`](crate::raycast::Traversal::Exact) tests, in its order: every pixel that holds a point
    /// of the segment, and the two beside each corner that it is led through.
    ///
    /// Both ends are rounded to multiples of 1/256 pixel first. None for a ray that is not [valid](Self::is_valid).
    /// From the other end the same pixels come in the opposite order, but for the two beside a corner: of these the one
    /// that a step in x leads to always comes first.
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
        match Segment::of(self) {
            Some(segment) => ExactPixels { segment, next: [Some(Visit::START), None, None] },
            None => ExactPixels { segment: Segment::POINT, next: [None; 3] },
        }
    }
}

/// The pixels of a segment: what [`Ray::exact_pixels`] gives.
#[derive(Clone, Debug)]
pub struct ExactPixels {
    segment: Segment,
    /// Those that come next, in reversed order: at a corner three, else one.
    next: [Option<Visit>; 3],
}

impl ExactPixels {
    /// The rest of a walk, after a pixel that the segment passes through.
    pub(super) fn rest(segment: Segment, visit: Visit) -> Self {
        let mut pixels = Self { segment, next: [None; 3] };
        pixels.next = pixels.after(visit);
        pixels
    }

    /// What comes after a pixel that the segment passes through, in reversed order.
    fn after(&self, Visit { column, row, .. }: Visit) -> [Option<Visit>; 3] {
        let Segment { major, minor, steep } = &self.segment;
        let next_major = Visit { column: column.wrapping_add(1), row, entry: Entry::Major };
        let next_minor = Visit { column, row: row.wrapping_add(1), entry: Entry::Minor };
        let (has_major, has_minor) = (column < major.borders, row < minor.borders);
        if !(has_major && has_minor) {
            let next = if has_major { Some(next_major) } else { has_minor.then_some(next_minor) };
            return [next, None, None];
        }
        // The parts of the segment before the two borders, brought to one denominator.
        let to_major = u128::from(major.distance_to(next_major.column)) * u128::from(minor.length);
        let to_minor = u128::from(minor.distance_to(next_minor.row)) * u128::from(major.length);
        match to_major.cmp(&to_minor) {
            std::cmp::Ordering::Less => [Some(next_major), None, None],
            std::cmp::Ordering::Greater => [Some(next_minor), None, None],
            std::cmp::Ordering::Equal => {
                let across = Visit { column: next_major.column, row: next_minor.row, entry: Entry::Corner };
                let (by_x, by_y) = if *steep { (next_minor, next_major) } else { (next_major, next_minor) };
                [Some(across), Some(by_y), Some(by_x)]
            }
        }
    }

    /// The next pixel, with how it is entered.
    pub(in crate::raycast) fn next_visit(&mut self) -> Option<Visit> {
        let place = self.next.iter().rposition(Option::is_some)?;
        let visit = self.next[place].take()?;
        if place == 0 {
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
            let segment = pixels.segment;
            let visits: Vec<Visit> = std::iter::from_fn(|| pixels.next_visit()).collect();
            for (a, first) in visits.iter().enumerate() {
                for (b, second) in visits.iter().enumerate() {
                    assert_eq!(segment.is_before(*first, *second), a < b, "case {case}: {first:?} and {second:?}");
                }
            }
        }
    }
}
