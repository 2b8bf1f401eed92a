use super::cast::first_hit;
use super::hit::RayHit;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::wave::{self, WAVE};
use crate::terrain::{Selection, Terrain};
use fearless_simd::{Simd, dispatch};

/// Rays that one thread takes at a time: enough to hide the cost of handing them out, few enough to share evenly.
#[cfg(feature = "parallel")]
const RAYS_PER_TASK: usize = 512;

impl Terrain {
    /// Casts every ray and writes its answer to the same place of `hits`.
    ///
    /// With the feature `parallel` the rays are shared among the threads of the current rayon pool. Each answer is to
    /// the bit the one that [`raycast_with`](Self::raycast_with) gives for that ray, for every number of threads. A batch
    /// of at most 512 rays is cast where it is: to wake threads takes as long as some hundred casts.
    ///
    /// # Panics
    /// Where `rays` and `hits` differ in length.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| x + y > 120));
    /// let rays: Vec<Ray> = (0..50).map(|y| Ray::new((0.5, y as f32), (1.0, 0.0), 100.0)).collect();
    /// let mut hits = vec![None; rays.len()];
    /// terrain.raycast_batch(&rays, &RayOptions::default(), &mut hits);
    /// assert_eq!(hits.iter().flatten().count(), 28);
    /// ```
    pub fn raycast_batch(&self, rays: &[Ray], options: &RayOptions, hits: &mut [Option<RayHit>]) {
        assert_eq!(rays.len(), hits.len(), "a batch needs one place for the hit of each ray");
        let level = options.simd.level();
        let cast = |(rays, hits): (&[Ray], &mut [Option<RayHit>])| {
            dispatch!(level, simd => raycast_all(simd, self, rays, options, hits));
        };
        #[cfg(feature = "parallel")]
        if rays.len() > RAYS_PER_TASK {
            use rayon::prelude::*;
            return rays.par_chunks(RAYS_PER_TASK).zip(hits.par_chunks_mut(RAYS_PER_TASK)).for_each(cast);
        }
        cast((rays, hits));
    }
}

/// Casts one ray after the other; to be inlined where the instructions of the processor are known.
#[inline(always)]
fn raycast_all<S: Simd>(simd: S, terrain: &Terrain, rays: &[Ray], options: &RayOptions, hits: &mut [Option<RayHit>]) {
    if let (Traversal::Bresenham, StartInside::Hit) = (options.traversal, options.inside) {
        if let Some(Selection::One(grid)) = terrain.select_for_all(options.layers, options.one_way) {
            for (rays, hits) in rays.chunks(WAVE).zip(hits.chunks_mut(WAVE)) {
                let (others, len) = wave::cast(simd, terrain, grid, rays, options.layers, hits);
                for &place in &others[..len] {
                    hits[usize::from(place)] = first_hit(simd, terrain, &rays[usize::from(place)], options);
                }
            }
            return;
        }
    }
    for (ray, hit) in rays.iter().zip(hits) {
        *hit = first_hit(simd, terrain, ray, options);
    }
}
