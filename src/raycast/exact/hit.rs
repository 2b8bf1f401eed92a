//! Descriptions of exact hits and exits, from the border that a segment crosses.

use super::segment::{EntryBorder, SnappedSegment, Visit};
use crate::raycast::face::{FaceCrossing, FacePoint};
use crate::raycast::hit::RayExit;
use crate::raycast::line::{DynamicDirection, LineDirection};
use crate::terrain::LayerSelection;
use glam::{DVec2, IVec2};

/// A pixel, as (major, minor), and whether an exact segment enters it across borders of these axes. Neither if it starts
/// inside.
pub(super) struct EnteredPixel {
    pub(super) pixel: (i32, i32),
    pub(super) by_major: bool,
    pub(super) by_minor: bool,
}

impl EnteredPixel {
    /// Returns the crossing. `falls` tells whether the segment runs toward smaller minor coordinates.
    #[inline(always)]
    pub(super) fn crossing(&self, ends: (DVec2, DVec2), direction: DynamicDirection, falls: bool) -> FaceCrossing {
        // By products, as branches could not be predicted.
        let step = |along: bool, toward_smaller: bool| i32::from(along) * (2 * i32::from(toward_smaller) - 1);
        let (major, minor) = (step(self.by_major, direction.backward), step(self.by_minor, falls));
        let in_world = |(major, minor): (i32, i32)| IVec2::from(direction.to_world(major, minor));
        let normal = in_world((major, minor * i32::from(!self.by_major)));
        FaceCrossing { pixel: in_world(self.pixel), ends, back: in_world((major, minor)), normal, exact: true }
    }
}

impl FaceCrossing {
    /// Returns the crossing of a visit.
    #[inline(always)]
    pub(in crate::raycast) fn of_visit(segment: &SnappedSegment, visit: Visit) -> Self {
        let SnappedSegment { major, minor, .. } = segment;
        let pixel = (major.pixel(visit.column), minor.pixel(visit.row));
        let ((from, to), (from_minor, to_minor)) = (major.ends(), minor.ends());
        let direction = segment.direction();
        let point = |major: i64, minor: i64| DVec2::from(direction.to_world(major as f64, minor as f64));
        let by_major = matches!(visit.entry, EntryBorder::Major | EntryBorder::Corner);
        let by_minor = matches!(visit.entry, EntryBorder::Minor | EntryBorder::Corner);
        let ends = (point(from, from_minor), point(to, to_minor));
        EnteredPixel { pixel, by_major, by_minor }.crossing(ends, direction, minor.sign < 0)
    }
}

impl RayExit {
    /// Describes the exit into a free pixel that the segment passes through.
    pub(in crate::raycast) fn at_visit(selection: &LayerSelection<'_>, segment: &SnappedSegment, visit: Visit) -> Self {
        let crossing = FaceCrossing::of_visit(segment, visit);
        let (pixel, back) = (crossing.pixel, crossing.back);
        // Through a corner: the last solid pixel in the order of the walk, which is the one that the opposite ray hits.
        let before = pixel + back;
        let mut previous = before;
        if visit.entry == EntryBorder::Corner {
            let by_major = pixel + crossing.normal;
            for beside in [pixel + (before - by_major), by_major] {
                previous = if selection.is_solid(beside) { beside } else { previous };
            }
        }
        let out = pixel - previous;
        let is_across = out.x != 0 && out.y != 0;
        let FacePoint { point, distance, fraction } = crossing.point();
        let normal = if is_across { -crossing.normal } else { out };
        Self { pixel, previous, point, distance, fraction, normal: normal.as_vec2() }
    }
}
