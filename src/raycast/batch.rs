use super::cast::first_hit;
use super::exact::SegmentSetUps;
use super::hit::RayHit;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::rays::Rays;
use super::set_ups::{SetUps, StepSetUps};
use super::wave::{Answers, WAVE, Wave};
use crate::parallel::share;
use crate::terrain::{BrickGrid, LayerSelection, Terrain};
use fearless_simd::dispatch;
use std::cell::Cell;

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
        share(hits, |first, hits| cast_all(self, Rays::Listed(rays), first, options, hits));
    }
}

/// Of so few rays each costs more in a wave than by itself.
const FEW: usize = 8;

/// Casts some rays of a batch, from place `first` on: in waves where that serves them, else one after the other.
pub(super) fn cast_all(
    terrain: &Terrain,
    rays: Rays<'_>,
    first: usize,
    options: &RayOptions,
    hits: &mut [Option<RayHit>],
) {
    let grids = if hits.len() > FEW { terrain.select_for_all(options.layers, options.one_way) } else { None };
    match (options.inside, options.traversal, grids) {
        (StartInside::Hit, Traversal::Bresenham, Some(LayerSelection::One(grid))) => {
            cast_in_waves::<StepSetUps>(terrain, grid, rays, first, options, hits);
        }
        (StartInside::Hit, Traversal::Exact, Some(LayerSelection::One(grid))) => {
            cast_in_waves::<SegmentSetUps>(terrain, grid, rays, first, options, hits);
        }
        _ => {
            for (place, hit) in (first..).zip(hits) {
                *hit = first_hit(terrain, &rays.ray(place), options);
            }
        }
    }
}

/// The same in waves, in one grid.
fn cast_in_waves<U: SetUps>(
    terrain: &Terrain,
    grid: &BrickGrid,
    rays: Rays<'_>,
    first: usize,
    options: &RayOptions,
    hits: &mut [Option<RayHit>],
) {
    let level = options.simd.level();
    // A thread that ends may keep nothing any more, and still cast.
    let kept = U::kept().try_with(Cell::take).ok().flatten();
    let mut set_ups = kept.unwrap_or_else(|| Box::new(U::NONE));
    let mut wave = Wave::new(&mut *set_ups, terrain, grid, options, hits.len());
    hits.iter_mut().take(WAVE).for_each(|hit| *hit = None);
    for done in (0..hits.len()).step_by(WAVE) {
        let (first, hits) = (first + done, &mut hits[done..]);
        let mut answers = Answers::of_wave(hits);
        let (others, len) = dispatch!(level, simd => wave.cast(simd, rays, first, &mut answers));
        for &place in &others[..len] {
            let place = usize::from(place);
            hits[place] = first_hit(terrain, &rays.ray(first + place), options);
        }
    }
    drop(wave);
    // Where a cast panics, the next one makes new ones.
    U::kept().try_with(|kept| kept.set(Some(set_ups))).ok();
}
