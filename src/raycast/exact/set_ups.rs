//! The rays of a wave, set up together as segments.

use super::crossings::Crossings;
use super::met_column::{Ends, MetColumn, MetColumns, SegmentEnds};
use super::set_up::SegmentSetUp;
use crate::raycast::direction::Direction;
use crate::raycast::hit::RayHit;
use crate::raycast::ray::Ray;
use crate::raycast::set_up::SetUp;
use crate::raycast::set_ups::{Lines, SetUps};
use crate::raycast::wave::{Target, WAVE};
use crate::terrain::BrickGrid;
use std::cell::Cell;
use std::thread::LocalKey;

/// Rays set up as segments.
pub(in crate::raycast) struct SegmentSetUps {
    lines: Lines,
    ends: EndLists,
}

/// Where the segments of a wave begin and end along the major axis and the minor, in units.
pub(in crate::raycast) struct EndLists {
    major: [[i64; WAVE]; 2],
    minor: [[i64; WAVE]; 2],
}

/// The ends of one of them.
#[derive(Clone, Copy)]
pub(in crate::raycast) struct EndsAt<'s> {
    lists: &'s EndLists,
    place: usize,
}

impl SegmentEnds for EndsAt<'_> {
    #[inline(always)]
    fn ends(self) -> Ends {
        let (EndLists { major, minor }, place) = (self.lists, self.place % WAVE);
        ((major[0][place], major[1][place]), (minor[0][place], minor[1][place]))
    }
}

impl SetUps for SegmentSetUps {
    type Found<'a> = MetColumn<'a>;
    type Footprint<'s> = MetColumns<EndsAt<'s>>;

    const NONE: Self = Self { lines: Lines::NONE, ends: EndLists { major: [[0; WAVE]; 2], minor: [[0; WAVE]; 2] } };

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
            let set_up = SegmentSetUp::new(&rays[place], &bounds);
            self.lines.set(place, &set_up);
            let (major, minor) = set_up.ends;
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
    fn footprint(&self, place: usize) -> MetColumns<EndsAt<'_>> {
        MetColumns(EndsAt { lists: &self.ends, place })
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
        let line = self.lines.line(place);
        self.footprint(place).describe(target, ray, &line, sense, met, hit);
    }
}
