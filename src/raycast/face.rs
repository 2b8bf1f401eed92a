//! The face by which a ray enters a pixel, and the point on it: alike for both traversals.

use super::ray::Ray;
use crate::geometry::Bound;
use crate::geometry::ray::{UNITS, snapped_whole};
use glam::{DVec2, IVec2, Vec2, dvec2};
use std::hint::select_unpredictable;

/// A face of a pixel that a ray enters, or the pixel in which it starts.
pub(super) struct FaceCrossing {
    pub(super) pixel: IVec2,
    /// The start and the end of the ray in units of 1/256 pixel. They are whole: all differences are exact.
    pub(super) ends: (DVec2, DVec2),
    /// The step back to the pixel before, and its part along the normal. Zero if the ray starts inside.
    pub(super) back: IVec2,
    pub(super) normal: IVec2,
    /// Whether the ray is exact. A diagonal step is then a step through a corner.
    pub(super) exact: bool,
}

/// The point of a ray on a face.
pub(super) struct FacePoint {
    pub(super) point: Vec2,
    pub(super) distance: f32,
    pub(super) fraction: f32,
}

/// Returns the ends of a ray in units.
#[inline(always)]
pub(super) fn ends_in_units(ray: &Ray) -> (DVec2, DVec2) {
    let snap = |point: DVec2| dvec2(snapped_whole(point.x), snapped_whole(point.y));
    (snap(ray.origin()), snap(ray.end()))
}

impl FaceCrossing {
    /// Returns whether the ray starts in the pixel.
    #[inline(always)]
    pub(super) fn inside(&self) -> bool {
        self.normal.x | self.normal.y == 0
    }

    /// Returns the point where the ray crosses the line of the face, clamped to the face.
    ///
    /// Let the line lie `ahead` of the start along the normal's axis, and let `way` be the extent of the ray along this
    /// axis and `aside` along the other one. The crossing lies `ahead · aside / way` away along the other axis. An
    /// exact ray crosses the line within the face. Bresenham's line runs beside the ray, so its face may lie beside the
    /// crossing: then the nearest point of the face counts, which is never farther away than the ray's end.
    ///
    /// The formulas have no preferred direction: mirror images have mirrored points, and equal distances.
    #[inline(always)]
    pub(super) fn point(&self) -> FacePoint {
        const SIDE: f64 = UNITS as f64;
        let &Self { pixel, ends: (from, to), back, normal, exact } = self;
        // No branches on the axis of the normal, which cannot be predicted.
        let upright = normal.y != 0;
        let of_axes =
            |at: IVec2| (select_unpredictable(upright, at.y, at.x), select_unpredictable(upright, at.x, at.y));
        let swapped = u64::from(upright).wrapping_neg();
        let swap = |at: DVec2| {
            let difference = (at.x.to_bits() ^ at.y.to_bits()) & swapped;
            dvec2(f64::from_bits(at.x.to_bits() ^ difference), f64::from_bits(at.y.to_bits() ^ difference))
        };

        let (pixel, back) = (of_axes(pixel), of_axes(back));
        let (start, way) = (swap(from), swap(to - from));
        // The border that a step crosses lies before a pixel if the step goes toward larger coordinates, else behind.
        let border = |pixel: i32, back: i32| f64::from(pixel + i32::from(back > 0)) * SIDE;
        let ahead = if self.inside() { 0.0 } else { border(pixel.0, back.0) - start.x };
        let (part, whole) = (ahead.abs(), way.x.abs().at_least(1.0));
        let near = f64::from(pixel.1) * SIDE - start.y;
        let crossing = (part * way.y / whole).at_least(near).at_most(near + SIDE);
        let aside = if exact & (back.1 != 0) { border(pixel.1, back.1) - start.y } else { crossing };

        let point = swap(start + dvec2(ahead, aside)) / SIDE;
        let length = way.length() / SIDE;
        let (distance, fraction) = if exact {
            (part / whole * length, part / whole)
        } else {
            let distance = (part * part + aside * aside).sqrt() / SIDE;
            // A ray shorter than a unit may enter a pixel too.
            (distance, distance / length.at_least(1.0 / SIDE))
        };
        FacePoint { point: point.as_vec2(), distance: distance as f32, fraction: fraction as f32 }
    }
}
