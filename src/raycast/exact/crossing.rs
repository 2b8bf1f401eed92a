use super::segment::UNITS;
use super::{Entry, Segment, Visit};
use crate::raycast::heading::{AnySense, Heading};
use crate::raycast::hit::{RayHit, point_in};
use crate::raycast::ray::Ray;
use crate::terrain::OwnerFinder;
use glam::{IVec2, dvec2};
use std::hint::select_unpredictable;

/// Where a segment crosses a border into a solid pixel, or begins in one.
pub(super) struct Crossing<D> {
    /// The pixel in the world, as (major, minor).
    pub(super) pixel: (i32, i32),
    /// Whether the border is one of the minor axis.
    pub(super) by_minor: bool,
    /// Whether it crosses one of either axis, through a corner; `by_minor` is false then.
    pub(super) by_both: bool,
    /// Whether the segment begins in the pixel; `by_minor` is false then.
    pub(super) inside: bool,
    /// What the segment runs between on either axis, in units.
    pub(super) major: (i64, i64),
    pub(super) minor: (i64, i64),
    pub(super) sense: D,
}

impl Crossing<AnySense> {
    /// That of a visit.
    #[inline(always)]
    fn of_visit(segment: &Segment, visit: Visit) -> Self {
        let Segment { major, minor, .. } = segment;
        Self {
            pixel: (major.pixel(visit.column), minor.pixel(visit.row)),
            by_minor: visit.entry == Entry::Minor,
            by_both: visit.entry == Entry::Corner,
            inside: visit.entry == Entry::Start,
            major: major.ends(),
            minor: minor.ends(),
            sense: segment.sense(),
        }
    }
}

impl RayHit {
    /// All there is to know of a hit of the exact traversal.
    #[inline(always)]
    pub(in crate::raycast) fn of_visit(owners: &OwnerFinder<'_>, ray: &Ray, segment: &Segment, visit: Visit) -> Self {
        Self::of_crossing(owners, ray, &Crossing::of_visit(segment, visit))
    }

    /// The same at a crossing. Where the direction is known to the compiler, what depends on it is code.
    #[inline(always)]
    pub(super) fn of_crossing<D: Heading>(owners: &OwnerFinder<'_>, ray: &Ray, crossing: &Crossing<D>) -> Self {
        let &Crossing { pixel: (column, row), by_minor, by_both, inside, major, minor, sense } = crossing;
        let backward = sense.is_backward();
        // All bits, where the minor coordinate falls along the way.
        let falls = (minor.1 - minor.0) >> 63;
        let along_major = |units: i64| if backward { -units } else { units };
        let along_minor = |units: i64| (units ^ falls) - falls;

        // How far the segment runs along either axis, and how far it is to the border of the pixel that it comes to first.
        let (run, rise) = (along_major(major.1 - major.0), along_minor(minor.1 - minor.0));
        let to_column = along_major((i64::from(column) + i64::from(backward)) * UNITS as i64 - major.0);
        let to_row = along_minor((i64::from(row) - falls) * UNITS as i64 - minor.0);
        // Chosen without branches: which border it is cannot be guessed.
        let of_border = |major: i64, minor: i64| select_unpredictable(by_minor, minor, major);
        // No bits, where it begins inside.
        let moved = i64::from(inside) - 1;
        // At a corner both axes give the same part.
        let part = (of_border(to_column, to_row) & moved) as f64;
        let whole = of_border(run, rise).max(1) as f64;
        let aside = part * of_border(rise, run) as f64 / whole;

        let by_run = select_unpredictable(by_minor, aside, part);
        let by_rise = select_unpredictable(by_minor, part, aside);
        let by_rise = if by_both { to_row as f64 } else { by_rise };
        let by_run = if backward { -by_run } else { by_run };
        let by_rise = f64::from_bits(by_rise.to_bits() ^ (falls as u64) << 63);
        let at = |origin: i64, moved: f64| (origin as f64 + moved) / UNITS as f64;
        let (x, y) = sense.to_world(at(major.0, by_run), at(minor.0, by_rise));
        let extent = (run as f64 * run as f64 + rise as f64 * rise as f64).sqrt() / UNITS as f64;
        let fraction = part / whole;

        let pixel = IVec2::from(sense.to_world(column, row));
        // The way back across the border, and the part of it that is out of the face. By products, as which it is cannot be guessed.
        let (back_major, back_minor) = (if backward { 1 } else { -1 }, -1 - 2 * falls as i32);
        let crosses_major = (moved as i32 & 1) - i32::from(by_minor);
        let way = |minor: bool| IVec2::from(sense.to_world(back_major * crosses_major, back_minor * i32::from(minor)));
        let (back, face) = (way(by_minor | by_both), way(by_minor));
        let owner = owners.of(pixel, || ray.motion());
        Self {
            pixel,
            previous: if inside { None } else { Some(pixel + back) },
            point: point_in(dvec2(x, y), pixel),
            distance: (fraction * extent) as f32,
            fraction: fraction as f32,
            normal: face.as_vec2(),
            layer: owner.layer,
            cell: owner.cell,
            tile: *owner.tile,
            inside,
        }
    }
}
