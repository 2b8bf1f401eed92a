use super::Segment;
use super::crossings::line_of;
use super::met_column::{Ends, MetColumn, MetColumns};
use crate::geometry::Rect;
use crate::raycast::direction::AnySense;
use crate::raycast::grid_line::GridLine;
use crate::raycast::hit::RayHit;
use crate::raycast::ray::Ray;
use crate::raycast::set_up::SetUp;
use crate::raycast::wave::Target;
use crate::terrain::{BrickGrid, Owners};

/// A ray set up as a segment.
pub(in crate::raycast) struct SegmentSetUp {
    line: GridLine,
    pub(super) ends: Ends,
    steep: bool,
    is_served: bool,
}

impl SetUp for SegmentSetUp {
    type Footprint = MetColumns<Ends>;

    #[inline(always)]
    fn new(ray: &Ray, bounds: &Rect) -> Self {
        let (major, minor, steep) = Segment::ends(ray);
        let (line, is_served) = line_of(bounds, major, minor, steep);
        Self { line, ends: (major, minor), steep, is_served: ray.is_valid() & is_served }
    }

    #[inline(always)]
    fn is_served(&self) -> bool {
        self.is_served
    }

    #[inline(always)]
    fn line(&self) -> GridLine {
        self.line
    }

    #[inline(always)]
    fn sense(&self) -> AnySense {
        let (from, to) = self.ends.0;
        AnySense { steep: self.steep, backward: to < from }
    }

    #[inline(always)]
    fn footprint(&self) -> MetColumns<Ends> {
        MetColumns(self.ends)
    }

    #[inline(always)]
    fn hit<'a>(
        &self,
        grid: &'a BrickGrid,
        owners: impl FnOnce() -> Owners<'a>,
        ray: &Ray,
        met: &MetColumn<'_>,
    ) -> Option<RayHit> {
        let (target, mut hit) = (Target { grid, owners: owners() }, None);
        self.footprint().describe(&target, ray, &self.line, self.sense(), met, &mut hit);
        hit
    }
}
