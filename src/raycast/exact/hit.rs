//! Descriptions of exact hits and exits, from the border that a segment crosses.

use super::segment::{EntryBorder, SnappedSegment, Visit};
use crate::geometry::ray::UNITS;
use crate::raycast::hit::{PackedEntry, RayExit, RayHit, point_in};
use crate::raycast::line::{DynamicDirection, LineDirection, UnitEnds};
use crate::raycast::ray::Ray;
use crate::terrain::{LayerSelection, OwnerFinder};
use glam::{DVec2, IVec2, dvec2};
use std::hint::select_unpredictable;

/// A crossing of a segment into a pixel, or the start of the segment in it.
pub(super) struct FaceCrossing {
    /// The pixel in the world, as (major, minor).
    pub(super) pixel: (i32, i32),
    /// Whether the crossed border is one of the minor axis.
    pub(super) by_minor: bool,
    /// Whether the segment crosses a border of either axis, through a corner. Excludes `by_minor`.
    pub(super) by_both: bool,
    /// Whether the segment begins in the pixel. Excludes `by_minor`.
    pub(super) inside: bool,
    pub(super) ends: UnitEnds,
    pub(super) direction: DynamicDirection,
}

/// A [`FaceCrossing`] in numbers.
struct CrossingPoint {
    pixel: IVec2,
    point: DVec2,
    /// The part of the segment before the crossing.
    fraction: f64,
    /// The length of the segment in pixels.
    length: f64,
    /// The step back across the border, and its part along the normal.
    back: IVec2,
    face: IVec2,
}

impl FaceCrossing {
    /// Returns the crossing of a visit.
    #[inline(always)]
    pub(super) fn of_visit(segment: &SnappedSegment, visit: Visit) -> Self {
        let SnappedSegment { major, minor, .. } = segment;
        Self {
            pixel: (major.pixel(visit.column), minor.pixel(visit.row)),
            by_minor: visit.entry == EntryBorder::Minor,
            by_both: visit.entry == EntryBorder::Corner,
            inside: visit.entry == EntryBorder::Start,
            ends: UnitEnds { major: major.ends(), minor: minor.ends() },
            direction: segment.direction(),
        }
    }

    /// Returns the distance from the origin.
    #[inline(always)]
    pub(super) fn distance(&self) -> f32 {
        let CrossingPoint { fraction, length, .. } = self.compute();
        (fraction * length) as f32
    }

    /// Computes the crossing.
    #[inline(always)]
    fn compute(&self) -> CrossingPoint {
        let &Self { pixel: (column, row), by_minor, by_both, inside, ends: UnitEnds { major, minor }, direction } =
            self;
        let backward = direction.backward;
        // All bits set if the minor coordinate falls along the segment.
        let falls = (minor.1 - minor.0) >> 63;
        let along_major = |units: i64| if backward { -units } else { units };
        let along_minor = |units: i64| (units ^ falls) - falls;

        // The extents of the segment, and the distances to the borders of the pixel that it reaches first.
        let (run, rise) = (along_major(major.1 - major.0), along_minor(minor.1 - minor.0));
        let to_column = along_major((i64::from(column) + i64::from(backward)) * UNITS as i64 - major.0);
        let to_row = along_minor((i64::from(row) - falls) * UNITS as i64 - minor.0);
        // No branches: which border it is cannot be predicted.
        let of_border = |major: i64, minor: i64| select_unpredictable(by_minor, minor, major);
        // All bits set, or none if the segment begins inside.
        let moved = i64::from(inside) - 1;
        // At a corner both axes give the same part.
        let part = (of_border(to_column, to_row) & moved) as f64;
        let whole = of_border(run, rise).max(1) as f64;
        let aside = part * of_border(rise, run) as f64 / whole;

        // On the border the point is exact; its other coordinate has three roundings.
        let by_run = select_unpredictable(by_minor, aside, part);
        let by_rise = select_unpredictable(by_minor, part, aside);
        let by_rise = if by_both { to_row as f64 } else { by_rise };
        let by_run = if backward { -by_run } else { by_run };
        let by_rise = f64::from_bits(by_rise.to_bits() ^ (falls as u64) << 63);
        let at = |origin: i64, moved: f64| (origin as f64 + moved) / UNITS as f64;
        let (x, y) = direction.to_world(at(major.0, by_run), at(minor.0, by_rise));

        // By products, as a branch could not be predicted.
        let (back_major, back_minor) = (if backward { 1 } else { -1 }, -1 - 2 * falls as i32);
        let crosses_major = (moved as i32 & 1) - i32::from(by_minor);
        let step =
            |minor: bool| IVec2::from(direction.to_world(back_major * crosses_major, back_minor * i32::from(minor)));
        CrossingPoint {
            pixel: IVec2::from(direction.to_world(column, row)),
            point: dvec2(x, y),
            fraction: part / whole,
            length: (run as f64 * run as f64 + rise as f64 * rise as f64).sqrt() / UNITS as f64,
            back: step(by_minor | by_both),
            face: step(by_minor),
        }
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
        Self::at_crossing(owners, ray, &FaceCrossing::of_visit(segment, visit))
    }

    /// Describes the hit of a crossing.
    #[inline(always)]
    pub(super) fn at_crossing(owners: &OwnerFinder<'_>, ray: &Ray, crossing: &FaceCrossing) -> Self {
        let CrossingPoint { pixel, point, fraction, length, back, face } = crossing.compute();
        let owner = owners.owner_of(pixel, || ray.motion());
        Self {
            pixel,
            point: point_in(point, pixel),
            distance: (fraction * length) as f32,
            fraction: fraction as f32,
            cell: owner.cell,
            tile: *owner.tile,
            entry: PackedEntry::new(owner.layer, crossing.inside, back, face),
        }
    }
}

impl RayExit {
    /// Describes the exit into a free pixel that the segment passes through.
    pub(in crate::raycast) fn at_visit(selection: &LayerSelection<'_>, segment: &SnappedSegment, visit: Visit) -> Self {
        let CrossingPoint { pixel, point, fraction, length, back, face } =
            FaceCrossing::of_visit(segment, visit).compute();
        // Through a corner: the last solid pixel in the order of the walk, which is the one that the opposite ray hits.
        let before = pixel + back;
        let mut previous = before;
        if visit.entry == EntryBorder::Corner {
            for beside in [before - back.with_y(0), before - back.with_x(0)] {
                previous = if selection.is_solid(beside) { beside } else { previous };
            }
        }
        let out = pixel - previous;
        let is_across = out.x != 0 && out.y != 0;
        Self {
            pixel,
            previous,
            point: point_in(point, pixel),
            distance: (fraction * length) as f32,
            fraction: fraction as f32,
            normal: if is_across { (-face).as_vec2() } else { out.as_vec2() },
        }
    }
}
