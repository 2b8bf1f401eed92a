use super::segment::UNITS;
use super::{Entry, Segment, Visit};
use crate::raycast::exit::RayExit;
use crate::raycast::hit::point_in;
use crate::terrain::LayerSelection;
use glam::{DVec2, IVec2, Vec2, dvec2, ivec2};
use std::hint::select_unpredictable;

impl RayExit {
    /// All there is to know of coming out into a pixel that the segment passes through.
    pub(in crate::raycast) fn of_visit(selection: &LayerSelection<'_>, segment: &Segment, visit: Visit) -> Self {
        let pixel = segment.pixel(visit.column, visit.row);
        let step = segment.step_into(visit);
        // Through a corner: the last solid one in the order of the walk, which is the pixel that a ray the other way hits.
        let mut previous = pixel - step;
        if visit.entry == Entry::Corner {
            for beside in [previous + step.with_y(0), previous + step.with_x(0)] {
                previous = if selection.is_solid(beside) { beside } else { previous };
            }
        }
        let out = pixel - previous;
        let is_across = out.x != 0 && out.y != 0;
        let (part, whole) = segment.entered_at(visit);
        let fraction = part / whole;
        Self {
            pixel,
            previous,
            point: point_in(segment.entry_point(visit), pixel),
            distance: (fraction * segment.extent()) as f32,
            fraction: fraction as f32,
            normal: if is_across { -segment.normal(visit) + Vec2::ZERO } else { out.as_vec2() },
        }
    }
}

impl Segment {
    /// (x, y) of a value along the major axis and one along the minor.
    const fn swapped<T: Copy>(&self, major: T, minor: T) -> (T, T) {
        if self.steep { (minor, major) } else { (major, minor) }
    }

    /// From the pixel before; zero for the first.
    fn step_into(&self, visit: Visit) -> IVec2 {
        // By products, as which it is cannot be guessed.
        let along_major = i32::from((visit.entry == Entry::Major) | (visit.entry == Entry::Corner));
        let along_minor = i32::from((visit.entry == Entry::Minor) | (visit.entry == Entry::Corner));
        let (x, y) = self.swapped(self.major.sign * along_major, self.minor.sign * along_minor);
        ivec2(x, y)
    }

    /// Out of the face entered, that of the major axis where it is a corner.
    fn normal(&self, visit: Visit) -> Vec2 {
        let entry = if visit.entry == Entry::Corner { Entry::Major } else { visit.entry };
        // No negative zero.
        (-self.step_into(Visit { entry, ..visit })).as_vec2()
    }

    /// The length in pixels.
    fn extent(&self) -> f64 {
        let (x, y) = self.swapped(float(self.major.length), float(self.minor.length));
        (x * x + y * y).sqrt() / UNITS as f64
    }

    /// The part of the segment that lies before the entry, as a numerator and a denominator.
    fn entered_at(&self, visit: Visit) -> (f64, f64) {
        // At a corner both axes give the same.
        let (is_start, by_minor) = (visit.entry == Entry::Start, visit.entry == Entry::Minor);
        let (along_major, along_minor) = (self.major.distance_to(visit.column), self.minor.distance_to(visit.row));
        let part = select_unpredictable(is_start, 0, select_unpredictable(by_minor, along_minor, along_major));
        let length = select_unpredictable(by_minor, self.minor.length, self.major.length);
        (float(part), float(select_unpredictable(is_start, 1, length)))
    }

    /// Where the segment enters a pixel: on a border exactly, and in the other coordinate but for three roundings.
    fn entry_point(&self, visit: Visit) -> DVec2 {
        let (part, whole) = self.entered_at(visit);
        let by_minor = visit.entry == Entry::Minor;
        let aside = part * float(select_unpredictable(by_minor, self.major.length, self.minor.length)) / whole;
        let major = select_unpredictable(by_minor, aside, part);
        let minor = select_unpredictable(by_minor, part, aside);
        let minor = select_unpredictable(visit.entry == Entry::Corner, float(self.minor.distance_to(visit.row)), minor);
        let at = |origin: i64, sign: i32, moved: f64| (origin as f64 + f64::from(sign) * moved) / UNITS as f64;
        let major = at(self.major.origin, self.major.sign, major);
        let minor = at(self.minor.origin, self.minor.sign, minor);
        let (x, y) = self.swapped(major, minor);
        dvec2(x, y)
    }
}

/// A distance, exactly. The conversion of signed numbers is one instruction everywhere.
#[inline(always)]
const fn float(distance: u64) -> f64 {
    distance as i64 as f64
}
