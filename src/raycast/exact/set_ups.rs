//! The rays of a wave, set up together as segments.

use super::crossings::{Crossings, line_of};
use super::{Segment, Visit};
use crate::raycast::direction::{AnySense, Direction};
use crate::raycast::hit::RayHit;
use crate::raycast::ray::Ray;
use crate::raycast::set_ups::{Lines, SetUps};
use crate::raycast::wave::WAVE;
use crate::terrain::{BrickGrid, Owners};
use std::cell::Cell;
use std::thread::LocalKey;

/// Rays set up as segments.
pub(in crate::raycast) struct SegmentSetUps {
    lines: Lines,
    /// Where they begin and end along the major axis and the minor, in units.
    major: [[i64; WAVE]; 2],
    minor: [[i64; WAVE]; 2],
    /// The rows of their tracks in which they begin and end, and the borders that they cross along the major axis.
    rows: [[i32; WAVE]; 2],
    borders: [u32; WAVE],
}

impl SegmentSetUps {
    /// What the ray at a place runs between on either axis.
    #[inline(always)]
    fn ends(&self, place: usize) -> ((i64, i64), (i64, i64)) {
        let place = place % WAVE;
        ((self.major[0][place], self.major[1][place]), (self.minor[0][place], self.minor[1][place]))
    }
}

impl SetUps for SegmentSetUps {
    type Footprint = Crossings;

    const NONE: Self = Self {
        lines: Lines::NONE,
        major: [[0; WAVE]; 2],
        minor: [[0; WAVE]; 2],
        rows: [[0; WAVE]; 2],
        borders: [0; WAVE],
    };

    fn kept() -> &'static LocalKey<Cell<Option<Box<Self>>>> {
        thread_local!(static KEPT: Cell<Option<Box<SegmentSetUps>>> = const { Cell::new(None) });
        &KEPT
    }

    #[inline(always)]
    fn set(&mut self, rays: &[Ray], grid: &BrickGrid) {
        let bounds = grid.pixels();
        #[expect(
            clippy::needless_range_loop,
            reason = "with a second end the last rays are left to code for one at a time"
        )]
        for place in 0..rays.len().min(WAVE) {
            let ray = &rays[place];
            let (major, minor, steep) = Segment::ends(ray);
            let (line, is_served) = line_of(&bounds, major, minor, steep);
            let sense = AnySense { steep, backward: major.1 < major.0 };
            self.lines.set(place, &line, sense, !(ray.is_valid() & is_served));
            [self.major[0][place], self.major[1][place]] = [major.0, major.1];
            [self.minor[0][place], self.minor[1][place]] = [minor.0, minor.1];
        }
        // A loop of its own, as for the first stretches.
        for place in 0..rays.len().min(WAVE) {
            let (major, minor) = self.ends(place);
            let crossings =
                Crossings::new(&bounds, &self.lines.line(place), major, minor, self.lines.sense(place).steep);
            [self.rows[0][place], self.rows[1][place]] = <[i32; 2]>::from(crossings.rows);
            self.borders[place] = crossings.borders;
        }
        self.lines.set_first_stretches::<Crossings>(rays.len(), grid);
    }

    #[inline(always)]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline(always)]
    fn footprint(&self, place: usize) -> Crossings {
        let (major, minor) = self.ends(place);
        let place = place % WAVE;
        Crossings { rows: (self.rows[0][place], self.rows[1][place]), borders: self.borders[place], major, minor }
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
        let (major, minor) = self.ends(place);
        RayHit::of_visit(owners, ray, &Segment::along(major, minor, sense.is_steep()), *visit)
    }
}
