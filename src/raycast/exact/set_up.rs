use super::crossings::{first_solid_of_other, line_of};
use super::met_column::{Ends, KnownSegment, MetColumn, MetColumns};
use super::{Segment, Visit};
use crate::geometry::Rect;
use crate::raycast::grid_line::GridLine;
use crate::raycast::heading::AnySense;
use crate::raycast::hit::RayHit;
use crate::raycast::options::RayOptions;
use crate::raycast::ray::Ray;
use crate::raycast::set_up::SetUp;
use crate::raycast::wave::Target;
use crate::terrain::{BrickGrid, OwnerFinder, Terrain};
use std::cell::Cell;

/// A ray set up as a segment.
pub(in crate::raycast) struct SegmentSetUp {
    line: GridLine,
    pub(super) ends: Ends,
    /// What its walk has met, where it took exact arithmetic to tell.
    visit: Cell<Visit>,
    steep: bool,
    is_served: bool,
}

impl KnownSegment for &SegmentSetUp {
    #[inline(always)]
    fn ends(self) -> Ends {
        self.ends
    }

    fn keep(self, visit: Visit) {
        self.visit.set(visit);
    }

    fn kept(self) -> Visit {
        self.visit.get()
    }
}

impl SetUp for SegmentSetUp {
    type Found<'a> = MetColumn<'a>;
    type Footprint<'s> = MetColumns<&'s Self>;

    #[inline(always)]
    fn new(ray: &Ray, bounds: &Rect) -> Self {
        let (major, minor, steep) = Segment::ends(ray);
        let (line, is_served) = line_of(bounds, major, minor, steep);
        Self {
            line,
            ends: (major, minor),
            visit: Cell::new(Visit::START),
            steep,
            is_served: ray.is_valid() & is_served,
        }
    }

    #[inline(always)]
    fn is_served(&self) -> bool {
        self.is_served
    }

    #[inline(always)]
    fn line(&self, _: &Rect) -> GridLine {
        self.line
    }

    #[inline(always)]
    fn sense(&self) -> AnySense {
        let (from, to) = self.ends.0;
        AnySense { steep: self.steep, backward: to < from }
    }

    #[inline(always)]
    fn footprint(&self) -> MetColumns<&Self> {
        MetColumns(self)
    }

    #[inline(never)]
    fn hit_of_other(&self, terrain: &Terrain, grid: &BrickGrid, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
        if !ray.is_valid() {
            return None;
        }
        let segment = Segment::along(self.ends.0, self.ends.1, self.steep);
        let visit = first_solid_of_other(options.simd.level(), grid, &segment, 0)?;
        Some(RayHit::of_visit(&terrain.owners(options.layers, options.one_way), ray, &segment, visit))
    }

    #[inline(always)]
    fn hit<'a>(
        &self,
        grid: &'a BrickGrid,
        owners: impl FnOnce() -> OwnerFinder<'a>,
        ray: &Ray,
        _: &GridLine,
        met: &MetColumn<'_>,
    ) -> Option<RayHit> {
        // By the line that lies in memory: to keep the walk's own for this would cost the walk its registers.
        let (target, mut hit) = (Target { grid, owners: owners() }, None);
        self.footprint().describe(&target, ray, &self.line, self.sense(), met, &mut hit);
        hit
    }
}
