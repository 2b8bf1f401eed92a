//! The rays of a wave, set up together as segments.

use super::Visit;
use super::crossings::Crossings;
use super::met_column::{Ends, KnownSegment, MetColumn, MetColumns};
use super::set_up::SegmentSetUp;
use crate::raycast::heading::Heading;
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
    segments: SegmentLists,
}

/// The segments of a wave: where they begin and end along the major axis and the minor, in units.
pub(in crate::raycast) struct SegmentLists {
    major: [[i64; WAVE]; 2],
    minor: [[i64; WAVE]; 2],
    /// What their walks have met, where it took exact arithmetic to tell.
    visits: [Cell<Visit>; WAVE],
}

/// One of them.
#[derive(Clone, Copy)]
pub(in crate::raycast) struct SegmentAt<'s> {
    lists: &'s SegmentLists,
    place: usize,
}

impl KnownSegment for SegmentAt<'_> {
    #[inline(always)]
    fn ends(self) -> Ends {
        let (SegmentLists { major, minor, .. }, place) = (self.lists, self.place % WAVE);
        ((major[0][place], major[1][place]), (minor[0][place], minor[1][place]))
    }

    fn keep(self, visit: Visit) {
        self.lists.visits[self.place % WAVE].set(visit);
    }

    fn kept(self) -> Visit {
        self.lists.visits[self.place % WAVE].get()
    }
}

impl SetUps for SegmentSetUps {
    type Found<'a> = MetColumn<'a>;
    type Footprint<'s> = MetColumns<SegmentAt<'s>>;

    const NONE: Self = Self {
        lines: Lines::NONE,
        segments: SegmentLists {
            major: [[0; WAVE]; 2],
            minor: [[0; WAVE]; 2],
            visits: [const { Cell::new(Visit::START) }; WAVE],
        },
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
            let set_up = SegmentSetUp::new(&rays[place], &bounds);
            self.lines.set(place, &set_up, &bounds);
            let (major, minor) = set_up.ends;
            [self.segments.major[0][place], self.segments.major[1][place]] = [major.0, major.1];
            [self.segments.minor[0][place], self.segments.minor[1][place]] = [minor.0, minor.1];
        }
        self.lines.set_first_stretches::<Crossings>(rays.len(), grid);
    }

    #[inline(always)]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline(always)]
    fn footprint(&self, place: usize) -> MetColumns<SegmentAt<'_>> {
        MetColumns(SegmentAt { lists: &self.segments, place })
    }

    #[inline(always)]
    fn describe(
        &self,
        target: &Target<'_>,
        place: usize,
        sense: impl Heading,
        ray: &Ray,
        met: &MetColumn<'_>,
        hit: &mut Option<RayHit>,
    ) {
        let line = self.lines.line(place);
        self.footprint(place).describe(target, ray, &line, sense, met, hit);
    }
}
