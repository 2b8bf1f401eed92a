//! The rays of a wave, set up together as segments.

use super::Segment;
use super::crossings::{Crossings, line_of};
use super::met_column::{MetColumn, MetColumns};
use crate::raycast::direction::{AnySense, Direction};
use crate::raycast::hit::RayHit;
use crate::raycast::ray::Ray;
use crate::raycast::set_ups::{Lines, SetUps};
use crate::raycast::wave::{Target, WAVE};
use crate::terrain::BrickGrid;
use std::cell::Cell;
use std::thread::LocalKey;

/// Rays set up as segments.
pub(in crate::raycast) struct SegmentSetUps {
    lines: Lines,
    ends: Ends,
}

/// Where the segments of a wave begin and end along the major axis and the minor, in units.
pub(super) struct Ends {
    major: [[i64; WAVE]; 2],
    minor: [[i64; WAVE]; 2],
}

impl Ends {
    /// What the segment at a place runs between on either axis.
    #[inline(always)]
    pub(super) fn of(&self, place: usize) -> ((i64, i64), (i64, i64)) {
        let place = place % WAVE;
        ((self.major[0][place], self.major[1][place]), (self.minor[0][place], self.minor[1][place]))
    }
}

impl SetUps for SegmentSetUps {
    type Found<'a> = MetColumn<'a>;
    type Footprint<'s> = MetColumns<'s>;

    const NONE: Self = Self { lines: Lines::NONE, ends: Ends { major: [[0; WAVE]; 2], minor: [[0; WAVE]; 2] } };

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
            [self.ends.major[0][place], self.ends.major[1][place]] = [major.0, major.1];
            [self.ends.minor[0][place], self.ends.minor[1][place]] = [minor.0, minor.1];
        }
        self.lines.set_first_stretches::<Crossings>(rays.len(), grid);
    }

    #[inline(always)]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline(always)]
    fn footprint(&self, place: usize) -> MetColumns<'_> {
        MetColumns { ends: &self.ends, place }
    }

    #[inline(always)]
    fn describe(
        &self,
        target: &Target<'_>,
        place: usize,
        sense: impl Direction,
        ray: &Ray,
        met: &MetColumn<'_>,
        hit: &mut Option<RayHit>,
    ) {
        match met.crossing(target.grid, &self.lines.line(place), self.ends.of(place), sense) {
            Some(crossing) => *hit = Some(RayHit::of_crossing(&target.owners, ray, &crossing)),
            None => self.describe_visit(target, place, sense, ray, met, hit),
        }
    }
}

impl SegmentSetUps {
    /// The same where only exact arithmetic tells which pixel it is.
    #[cold]
    #[inline(never)]
    fn describe_visit(
        &self,
        target: &Target<'_>,
        place: usize,
        sense: impl Direction,
        ray: &Ray,
        met: &MetColumn<'_>,
        hit: &mut Option<RayHit>,
    ) {
        let columns = self.footprint(place);
        let visit = columns.visit(target.grid, &self.lines.line(place), sense, met);
        *hit = visit.map(|visit| RayHit::of_visit(&target.owners, ray, &columns.segment(sense), visit));
    }
}
