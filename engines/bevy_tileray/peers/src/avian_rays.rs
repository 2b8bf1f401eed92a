//! Rays of Avian.

use crate::colliders::TERRAIN;
use avian2d::prelude::{RayHitData, SpatialQuery, SpatialQueryFilter};
use bevy_math::Dir2;
use bevy_tileray::WorldRay;
use rayon::prelude::*;

/// Casts rays on the threads of the current pool, in runs of some rays.
pub fn cast(query: &SpatialQuery<'_, '_>, rays: &[WorldRay]) -> Vec<Option<RayHitData>> {
    let filter = SpatialQueryFilter::from_mask(TERRAIN);
    let cast = |ray: &WorldRay| {
        let (direction, length) = Dir2::new_and_length(ray.end - ray.origin).ok()?;
        query.cast_ray(ray.origin, direction, length, true, &filter)
    };
    rays.par_iter().with_min_len(64).map(cast).collect()
}
