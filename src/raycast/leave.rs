use super::course::course_and_grids;
use super::hit::RayHit;
use super::options::{RayOptions, StartInside};
use super::ray::Ray;
use crate::terrain::Terrain;
use fearless_simd::dispatch;

/// The first hit of a ray that leaves what it begins in.
///
/// Chooses the vector instructions anew, so that it stands apart from the cast that most rays make.
#[inline(never)]
pub(super) fn first_hit(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    let (course, selection) = course_and_grids(terrain, ray, options)?;
    let place = dispatch!(options.simd.level(), simd => course.first_met(simd, &selection, StartInside::Leave))?;
    course.hit(terrain, &selection, ray, place, options.layers)
}
