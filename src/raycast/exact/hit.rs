//! Descriptions of exact hits and exits, from the border that a segment crosses.

use super::segment::{EntryBorder, SnappedSegment, Visit};
use crate::raycast::face::{FaceCrossing, FacePoint};
use crate::raycast::hit::{RayExit, RayHit};
use crate::raycast::line::{DynamicDirection, UnitEnds};
use crate::raycast::ray::Ray;
use crate::terrain::{LayerSelection, OwnerFinder};

impl FaceCrossing {
    /// Returns the crossing of an exact segment into a pixel, given as (major, minor).
    #[inline(always)]
    pub(super) fn exact(
        pixel: (i32, i32),
        entry: EntryBorder,
        UnitEnds { major, minor }: UnitEnds,
        direction: DynamicDirection,
    ) -> Self {
        let whole = |(from, to): (i64, i64)| (from as f64, to as f64);
        Self {
            pixel,
            ends: [whole(major), whole(minor)],
            direction,
            falls: minor.1 < minor.0,
            by_minor: entry == EntryBorder::Minor,
            diagonal: entry == EntryBorder::Corner,
            inside: entry == EntryBorder::Start,
            exact: true,
        }
    }

    /// Returns the crossing of a visit.
    #[inline(always)]
    pub(super) fn of_visit(segment: &SnappedSegment, visit: Visit) -> Self {
        let SnappedSegment { major, minor, .. } = segment;
        let pixel = (major.pixel(visit.column), minor.pixel(visit.row));
        let ends = UnitEnds { major: major.ends(), minor: minor.ends() };
        Self::exact(pixel, visit.entry, ends, segment.direction())
    }
}

impl RayHit {
    /// Describes the hit of a visited pixel.
    #[inline(always)]
    pub(in crate::raycast) fn at_visit(
        owners: &OwnerFinder<'_>,
        ray: &Ray,
        segment: &SnappedSegment,
        visit: Visit,
    ) -> Self {
        Self::at_face(owners, ray, &FaceCrossing::of_visit(segment, visit))
    }
}

impl RayExit {
    /// Describes the exit into a free pixel that the segment passes through.
    pub(in crate::raycast) fn at_visit(selection: &LayerSelection<'_>, segment: &SnappedSegment, visit: Visit) -> Self {
        let crossing = FaceCrossing::of_visit(segment, visit);
        let (pixel, back) = (crossing.pixel(), crossing.back());
        // Through a corner: the last solid pixel in the order of the walk, which is the one that the opposite ray hits.
        let before = pixel + back;
        let mut previous = before;
        if visit.entry == EntryBorder::Corner {
            let by_major = pixel + crossing.normal();
            for beside in [pixel + (before - by_major), by_major] {
                previous = if selection.is_solid(beside) { beside } else { previous };
            }
        }
        let out = pixel - previous;
        let is_across = out.x != 0 && out.y != 0;
        let FacePoint { point, distance, fraction } = crossing.point();
        let normal = if is_across { -crossing.normal() } else { out };
        Self { pixel, previous, point, distance, fraction, normal: normal.as_vec2() }
    }
}
