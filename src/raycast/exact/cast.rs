use super::{Segment, Visit, strip};
use crate::raycast::hit::RayHit;
use crate::raycast::options::RayOptions;
use crate::raycast::ray::Ray;
use crate::terrain::{Selection, Terrain};
use fearless_simd::Simd;

/// The cast of a ray by the exact traversal.
#[inline(always)]
pub(in crate::raycast) fn first_hit<S: Simd>(
    simd: S,
    terrain: &Terrain,
    ray: &Ray,
    options: &RayOptions,
) -> Option<RayHit> {
    let segment = Segment::of(ray)?;
    let selection = terrain.select(options.layers, options.one_way, ray.end() - ray.origin());
    let visit = first_visit(simd, &selection, &segment)?;
    Some(RayHit::of_visit(terrain, &segment, visit, options.layers))
}

/// Whether a valid ray meets nothing solid.
#[inline(always)]
pub(in crate::raycast) fn is_clear<S: Simd>(simd: S, terrain: &Terrain, ray: &Ray, options: &RayOptions) -> bool {
    match Segment::of(ray) {
        Some(segment) => {
            let selection = terrain.select(options.layers, options.one_way, ray.end() - ray.origin());
            first_visit(simd, &selection, &segment).is_none()
        }
        None => false,
    }
}

/// The first pixel of the walk at which one of the grids is solid.
#[inline(always)]
pub(in crate::raycast) fn first_visit<S: Simd>(simd: S, selection: &Selection<'_>, segment: &Segment) -> Option<Visit> {
    let mut first = None;
    for grid in selection.grids() {
        let visit = strip::first_solid(simd, grid, segment);
        first = match (first, visit) {
            (Some(a), Some(b)) => Some(if segment.is_before(b, a) { b } else { a }),
            (one, None) | (None, one) => one,
        };
    }
    first
}
