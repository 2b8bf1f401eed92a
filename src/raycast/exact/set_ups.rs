//! The rays of a wave, set up together as segments.

use super::crossings::{Crossings, line_of};
use super::{Segment, Visit};
use crate::raycast::direction::{AnySense, Direction};
use crate::raycast::hit::RayHit;
use crate::raycast::ray::Ray;
use crate::raycast::set_ups::{Lines, SetUps};
use crate::raycast::wave::WAVE;
use crate::terrain::{BrickGrid, Owners};

/// Rays set up as segments.
pub(in crate::raycast) struct SegmentSetUps {
    lines: Lines,
    /// Where they begin and end along the major axis and the minor, in units.
    major: [[i64; WAVE]; 2],
    minor: [[i64; WAVE]; 2],
}

impl SegmentSetUps {
    #[inline(always)]
    fn segment(&self, place: usize, sense: impl Direction) -> Segment {
        let place = place % WAVE;
        let ends = |axis: &[[i64; WAVE]; 2]| (axis[0][place], axis[1][place]);
        Segment::along(ends(&self.major), ends(&self.minor), sense.is_steep())
    }
}

impl SetUps for SegmentSetUps {
    type Footprint = Crossings;

    const NONE: Self = Self { lines: Lines::NONE, major: [[0; WAVE]; 2], minor: [[0; WAVE]; 2] };

    #[inline(always)]
    fn set(&mut self, rays: &[Ray], grid: &BrickGrid) {
        let bounds = grid.pixels();
        for (place, ray) in rays.iter().enumerate().take(WAVE) {
            let (major, minor, steep) = Segment::ends(ray);
            let (line, is_served) = line_of(&bounds, major, minor, steep);
            let sense = AnySense { steep, backward: major.1 < major.0 };
            self.lines.set(place, &line, sense, !(ray.is_valid() & is_served));
            [self.major[0][place], self.major[1][place]] = [major.0, major.1];
            [self.minor[0][place], self.minor[1][place]] = [minor.0, minor.1];
        }
        self.lines.set_first_stretches::<Crossings>(rays.len(), grid);
    }

    #[inline(always)]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline(always)]
    fn footprint(&self, place: usize, sense: impl Direction) -> Crossings {
        Crossings { segment: self.segment(place, sense) }
    }

    #[inline(always)]
    fn hit(
        &self,
        _: &BrickGrid,
        owners: &Owners<'_>,
        place: usize,
        sense: impl Direction,
        ray: &Ray,
        visit: &Visit,
    ) -> RayHit {
        RayHit::of_visit(owners, ray, &self.segment(place, sense), *visit)
    }
}
