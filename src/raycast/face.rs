//! The face by which a ray enters a pixel, and the point on it: alike for both traversals.

use super::line::DynamicDirection;
use super::ray::Ray;
use crate::geometry::Bound;
use crate::geometry::ray::{UNITS, snapped_whole};
use crate::raycast::line::LineDirection;
use glam::{IVec2, Vec2};
use std::hint::select_unpredictable;

/// A face of a pixel that a ray enters, or the pixel in which it starts.
///
/// Lengths are in units of 1/256 pixel, and whole: all differences are exact.
pub(super) struct FaceCrossing {
    /// The pixel in the world, as (major, minor).
    pub(super) pixel: (i32, i32),
    /// The start and the end of the ray, in units, on the major and the minor axis.
    pub(super) ends: [(f64, f64); 2],
    pub(super) direction: DynamicDirection,
    /// Whether the ray enters toward smaller minor coordinates.
    pub(super) falls: bool,
    /// Whether the face lies across the minor axis.
    pub(super) by_minor: bool,
    /// Whether the pixel before is a diagonal neighbor. An exact ray then passes through the corner.
    pub(super) diagonal: bool,
    /// Whether the ray starts in the pixel. Excludes the two above.
    pub(super) inside: bool,
    pub(super) exact: bool,
}

/// The point of a ray on a face.
pub(super) struct FacePoint {
    pub(super) point: Vec2,
    pub(super) distance: f32,
    pub(super) fraction: f32,
}

/// Returns the ends of a ray in units, on the major and the minor axis.
#[inline(always)]
pub(super) fn ends_in_units(ray: &Ray, direction: DynamicDirection) -> [(f64, f64); 2] {
    let (from, to) = (ray.origin(), ray.end());
    let (x, y) = ((snapped_whole(from.x), snapped_whole(to.x)), (snapped_whole(from.y), snapped_whole(to.y)));
    <[_; 2]>::from(direction.to_world(x, y))
}

impl FaceCrossing {
    /// Returns the pixel.
    #[inline(always)]
    pub(super) fn pixel(&self) -> IVec2 {
        IVec2::from(self.direction.to_world(self.pixel.0, self.pixel.1))
    }

    /// Returns the step back to the pixel before; zero if the ray starts inside.
    #[inline(always)]
    pub(super) fn back(&self) -> IVec2 {
        self.step(!self.by_minor | self.diagonal, self.by_minor | self.diagonal)
    }

    /// Returns the normal of the face; zero if the ray starts inside.
    #[inline(always)]
    pub(super) fn normal(&self) -> IVec2 {
        self.step(!self.by_minor, self.by_minor)
    }

    /// Returns a step back along the given axes. By products, as branches could not be predicted.
    #[inline(always)]
    fn step(&self, major: bool, minor: bool) -> IVec2 {
        let moved = i32::from(!self.inside);
        let part = |along: bool, toward_smaller: bool| moved * i32::from(along) * (2 * i32::from(toward_smaller) - 1);
        IVec2::from(self.direction.to_world(part(major, self.direction.backward), part(minor, self.falls)))
    }

    /// Returns the point where the ray crosses the line of the face, clamped to the face.
    ///
    /// Let the face lie `part` ahead of the start, along the axis across it, and let `whole` and `rest` be the extents
    /// of the ray along this axis and the other one. The crossing lies `part · rest / whole` ahead along the other
    /// axis. An exact ray crosses the line within the face. Bresenham's line runs beside the ray, so its face may lie
    /// farther: then the nearest point of the face counts, which is never farther than the ray's end.
    ///
    /// Mirror images have equal numbers here: all lengths count along the ray.
    #[inline(always)]
    pub(super) fn point(&self) -> FacePoint {
        let &Self { pixel: (column, row), ends: [major, minor], direction, falls, by_minor, inside, exact, .. } = self;
        let backward = direction.backward;
        // Differences are taken in either order, as the negative of 0 is -0.
        let ahead = |back: bool, from: f64, to: f64| if back { from - to } else { to - from };
        let near_border = |pixel: i32, back: bool| f64::from(pixel + i32::from(back)) * UNITS as f64;
        let (run, rise) = (ahead(backward, major.0, major.1), ahead(falls, minor.0, minor.1));
        let to_column = ahead(backward, major.0, near_border(column, backward));
        let to_row = ahead(falls, minor.0, near_border(row, falls));

        // No branches: which border it is cannot be predicted.
        let of_face = |major: f64, minor: f64| select_unpredictable(by_minor, minor, major);
        let part = if inside { 0.0 } else { of_face(to_column, to_row) };
        let (whole, rest, beside) = (of_face(run, rise).at_least(1.0), of_face(rise, run), of_face(to_row, to_column));
        let crossing = (part * rest / whole).within(beside, beside + UNITS as f64);
        let aside = if exact & self.diagonal { beside } else { crossing };

        let at =
            |back: bool, origin: f64, moved: f64| (if back { origin - moved } else { origin + moved }) / UNITS as f64;
        let (along, across) = (of_face(part, aside), of_face(aside, part));
        let (x, y) = direction.to_world(at(backward, major.0, along), at(falls, minor.0, across));
        let length = (run * run + rise * rise).sqrt() / UNITS as f64;
        let (distance, fraction) = if exact {
            let fraction = part / whole;
            (fraction * length, fraction)
        } else {
            let distance = (part * part + aside * aside).sqrt() / UNITS as f64;
            // A ray within one unit may enter a pixel too.
            (distance, distance / length.at_least(1.0 / UNITS as f64))
        };
        FacePoint { point: Vec2::new(x as f32, y as f32), distance: distance as f32, fraction: fraction as f32 }
    }
}
