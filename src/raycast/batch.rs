//! Batches of rays: first hits, any hits, lines of sight.
//!
//! A batch is cast in packets of 256 rays ([`packet`](super::packet)). Rays are cast one by one if they read several
//! grids or leave their start first.

use super::bresenham::BresenhamKernel;
use super::exact::ExactKernel;
use super::face::FaceCrossing;
use super::fan::RayFan;
use super::hit::RayHit;
use super::packet::{Question, RaySource, cast_packets};
use super::ray::Ray;
use crate::parallel::{Cost, share};
use crate::terrain::{LayerSelection, OwnerFinder, TerrainQuery, Traversal};
use glam::Vec2;

/// The largest batch that is cast one by one, which takes less time there than a packet.
const FEW: usize = 8;

/// # Many rays
impl TerrainQuery<'_> {
    /// Casts all rays and writes each answer to `hits`, at the index of the ray.
    ///
    /// With the feature `parallel` the calling thread begins at once. It shares the rays with other threads of the
    /// current rayon pool if more than a tenth of a millisecond of work is left after the first packets. Each answer is
    /// bit-identical to [`raycast`](Self::raycast) for that ray, for every number of threads.
    ///
    /// A hit takes 48 bytes of `hits`, and a ray 32 bytes. Reuse the slices: fresh memory costs page
    /// faults.
    ///
    /// # Panics
    /// If `rays` and `hits` differ in length.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain};
    ///
    /// let corner = SolidityMap::from_fn(100, 100, |x, y| x + y > 120);
    /// let terrain = Terrain::from_solidity(&corner);
    /// let ray = |y| Ray::new((0.5, y as f32), (1.0, 0.0), 100.0);
    /// let rays: Vec<Ray> = (0..50).map(ray).collect();
    /// let mut hits = vec![None; rays.len()];
    /// terrain.query().raycast_batch(&rays, &mut hits);
    /// assert_eq!(hits.iter().flatten().count(), 28);
    /// ```
    pub fn raycast_batch(&self, rays: &[Ray], hits: &mut [Option<RayHit>]) {
        assert_eq!(rays.len(), hits.len(), "`rays` and `hits` must have the same length");
        cast_all(self, RaySource::Listed(rays), FirstHit, hits);
    }

    /// Casts the rays of a fan, as many as `hits` has elements, and writes the answer of ray `i` to `hits[i]`.
    ///
    /// Each answer is bit-identical to [`raycast`](Self::raycast) for [`fan.ray(i, n)`](RayFan::ray). Costs as much as
    /// a [batch](Self::raycast_batch), and 2 to 3 ns for each ray to make it.
    ///
    /// ```
    /// use tileray::{RayFan, RayHit, SolidityMap, Terrain};
    ///
    /// // A round room with a radius of 40 pixels.
    /// let is_wall = |x: u32, y: u32| x.abs_diff(50).pow(2) + y.abs_diff(50).pow(2) > 1600;
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, is_wall));
    /// let mut hits = [None; 360];
    /// let lidar = RayFan::circle((50.5, 50.5), 100.0);
    /// terrain.query().fan(&lidar, &mut hits);
    /// let is_near = |hit: RayHit| (38.0..43.0).contains(&hit.distance());
    /// assert!(hits.iter().all(|hit| hit.is_some_and(is_near)));
    /// ```
    pub fn fan(&self, fan: &RayFan, hits: &mut [Option<RayHit>]) {
        let angles = fan.angles(hits.len());
        cast_all(self, RaySource::Fan(&angles), FirstHit, hits);
    }

    /// Writes to `hits[i]` whether ray `i` hits anything.
    ///
    /// Takes 0.5 to 0.9 times as long as [`raycast_batch`](Self::raycast_batch), which also describes the hits. Threads
    /// share the rays in the same way.
    ///
    /// # Panics
    /// If `rays` and `hits` differ in length.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain};
    ///
    /// let corner = SolidityMap::from_fn(100, 100, |x, y| x + y > 120);
    /// let terrain = Terrain::from_solidity(&corner);
    /// let ray = |y| Ray::new((0.5, y as f32), (1.0, 0.0), 100.0);
    /// let rays: Vec<Ray> = (0..50).map(ray).collect();
    /// let mut hits = vec![false; rays.len()];
    /// terrain.query().raycast_any_batch(&rays, &mut hits);
    /// assert_eq!(hits.iter().filter(|&&hit| hit).count(), 28);
    /// ```
    pub fn raycast_any_batch(&self, rays: &[Ray], hits: &mut [bool]) {
        assert_eq!(rays.len(), hits.len(), "`rays` and `hits` must have the same length");
        cast_all(self, RaySource::Listed(rays), MeetsAny(true), hits);
    }

    /// Writes to `seen[i]` whether the two points of pair `i` see each other.
    ///
    /// Each answer equals [`line_of_sight`](Self::line_of_sight). Threads share the pairs as they share the rays of
    /// [`raycast_batch`](Self::raycast_batch).
    ///
    /// # Panics
    /// If `pairs` and `seen` differ in length.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::vec2};
    ///
    /// let post = SolidityMap::from_fn(64, 64, |x, y| x == 32 && y >= 10);
    /// let terrain = Terrain::from_solidity(&post);
    /// let pairs = [(vec2(5.0, 40.0), vec2(60.0, 40.0)), (vec2(5.0, 5.0), vec2(60.0, 5.0))];
    /// let mut seen = [false; 2];
    /// terrain.query().line_of_sight_batch(&pairs, &mut seen);
    /// assert_eq!(seen, [false, true]);
    /// ```
    pub fn line_of_sight_batch(&self, pairs: &[(Vec2, Vec2)], seen: &mut [bool]) {
        assert_eq!(pairs.len(), seen.len(), "`pairs` and `seen` must have the same length");
        cast_all(&self.exact(), RaySource::Between(pairs), MeetsAny(false), seen);
    }
}

/// Writes the range of each ray: the distance of its first hit, within the limits. NaN if the ray is not valid.
pub(crate) fn cast_ranges(query: &TerrainQuery<'_>, rays: RaySource<'_>, limits: RangeLimits, ranges: &mut [f32]) {
    cast_all(query, rays, limits, ranges);
}

/// Asks for the distance of the first hit: the ranges that are written for a hit too far away, and for no hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RangeLimits {
    /// The largest distance.
    pub(crate) max: f32,
    /// The range of a hit at a larger distance.
    pub(crate) beyond: f32,
    /// The range of a ray that hits nothing.
    pub(crate) none: f32,
}

impl RangeLimits {
    /// Returns the range for the distance of a hit.
    #[inline(always)]
    pub(crate) fn range(&self, distance: f32) -> f32 {
        if distance > self.max { self.beyond } else { distance }
    }
}

/// Asks for the first hit.
#[derive(Clone, Copy)]
struct FirstHit;

/// Asks whether a ray meets something (`true`) or nothing (`false`). The answer is false for a ray that is not valid.
#[derive(Clone, Copy)]
struct MeetsAny(bool);

impl Question for FirstHit {
    type Answer = Option<RayHit>;

    #[inline(always)]
    fn free(self) -> Option<RayHit> {
        None
    }

    #[inline(always)]
    fn describe(
        self,
        owners: &OwnerFinder<'_>,
        ray: &Ray,
        crossing: impl FnOnce() -> Option<FaceCrossing>,
        answer: &mut Option<RayHit>,
    ) {
        if let Some(crossing) = crossing() {
            *answer = Some(RayHit::at_face(owners, ray, &crossing));
        }
    }

    fn in_nothing(self, _: impl FnOnce() -> Ray) -> Option<RayHit> {
        None
    }

    fn single(self, query: &TerrainQuery<'_>, ray: &Ray) -> Option<RayHit> {
        query.raycast(ray)
    }
}

impl Question for RangeLimits {
    type Answer = f32;

    #[inline(always)]
    fn free(self) -> f32 {
        self.none
    }

    #[inline(always)]
    fn describe(self, _: &OwnerFinder<'_>, _: &Ray, crossing: impl FnOnce() -> Option<FaceCrossing>, answer: &mut f32) {
        if let Some(crossing) = crossing() {
            *answer = self.range(crossing.point().distance);
        }
    }

    fn in_nothing(self, ray: impl FnOnce() -> Ray) -> f32 {
        if ray().is_valid() { self.none } else { f32::NAN }
    }

    fn single(self, query: &TerrainQuery<'_>, ray: &Ray) -> f32 {
        if !ray.is_valid() {
            return f32::NAN;
        }
        query.raycast(ray).map_or(self.none, |hit| self.range(hit.distance))
    }
}

impl Question for MeetsAny {
    type Answer = bool;

    #[inline(always)]
    fn free(self) -> bool {
        !self.0
    }

    #[inline(always)]
    fn describe(self, _: &OwnerFinder<'_>, _: &Ray, _: impl FnOnce() -> Option<FaceCrossing>, answer: &mut bool) {
        *answer = self.0;
    }

    fn in_nothing(self, ray: impl FnOnce() -> Ray) -> bool {
        !self.0 && ray().is_valid()
    }

    fn single(self, query: &TerrainQuery<'_>, ray: &Ray) -> bool {
        ray.is_valid() && query.raycast_any(ray) == self.0
    }
}

/// Casts the rays of a batch: in packets if all of them read one grid, else one by one.
fn cast_all<Q: Question>(query: &TerrainQuery<'_>, rays: RaySource<'_>, question: Q, answers: &mut [Q::Answer]) {
    let grids = if answers.len() > FEW { query.for_all() } else { None };
    match (query.leaves_start, query.ray_traversal(), grids) {
        (_, _, Some(LayerSelection::One(grid))) if grid.is_empty() => {
            for (index, answer) in answers.iter_mut().enumerate() {
                *answer = question.in_nothing(|| rays.ray(index));
            }
        }
        (false, Traversal::Bresenham, Some(LayerSelection::One(grid))) => {
            share(answers, Cost::RAYS, |runs| {
                cast_packets::<BresenhamKernel, Q>(query, grid, rays, question, runs);
            });
        }
        (false, Traversal::Exact, Some(LayerSelection::One(grid))) => share(answers, Cost::RAYS, |runs| {
            cast_packets::<ExactKernel, Q>(query, grid, rays, question, runs);
        }),
        _ => share(answers, Cost::UNKNOWN, |runs| {
            runs.each(|index, answer| *answer = question.single(query, &rays.ray(index)));
        }),
    }
}
