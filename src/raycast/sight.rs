//! Whether anything is in the way, without what or where.

use super::course::course_and_grids;
use super::options::RayOptions;
use super::ray::Ray;
use crate::parallel::share;
use crate::terrain::Terrain;
use glam::Vec2;

impl Terrain {
    /// Whether a ray hits anything: `raycast_with(ray, options).is_some()`, without the description of the hit.
    ///
    /// For shadows and for counting what is covered. False for a ray that is not [valid](Ray::is_valid).
    #[must_use]
    pub fn raycast_any(&self, ray: &Ray, options: &RayOptions) -> bool {
        meets(self, ray, options) == Some(true)
    }

    /// Writes to each place of `hits` whether the ray at that place of `rays` hits anything.
    ///
    /// Shared among threads as [`raycast_batch`](Self::raycast_batch) is.
    ///
    /// # Panics
    /// Where `rays` and `hits` differ in length.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| x + y > 120));
    /// let rays: Vec<Ray> = (0..50).map(|y| Ray::new((0.5, y as f32), (1.0, 0.0), 100.0)).collect();
    /// let mut hits = vec![false; rays.len()];
    /// terrain.raycast_any_batch(&rays, &RayOptions::default(), &mut hits);
    /// assert_eq!(hits.iter().filter(|&&hit| hit).count(), 28);
    /// ```
    pub fn raycast_any_batch(&self, rays: &[Ray], options: &RayOptions, hits: &mut [bool]) {
        assert_eq!(rays.len(), hits.len(), "a batch needs one place for the answer of each ray");
        share(hits, |first, hits| {
            for (ray, hit) in rays[first..].iter().zip(hits) {
                *hit = meets(self, ray, options) == Some(true);
            }
        });
    }

    /// Whether no pixel between two points is solid, those of the points themselves among them, as the options say.
    ///
    /// The view is from `a` to `b`: with [`StartInside::Leave`](crate::raycast::StartInside::Leave) what `a` lies in does not
    /// hide `b`, and layers that are solid in one direction only hide what is behind them in that direction. Without
    /// either it is the same from both ends. False where a coordinate is NaN, infinite or beyond ±2^30.
    #[must_use]
    pub fn line_of_sight_with(&self, a: impl Into<Vec2>, b: impl Into<Vec2>, options: &RayOptions) -> bool {
        meets(self, &Ray::between(a, b), options) == Some(false)
    }

    /// Writes to each place of `seen` whether the two points at that place of `pairs` see each other, as
    /// [`line_of_sight_with`](Self::line_of_sight_with).
    ///
    /// Shared among threads as [`raycast_batch`](Self::raycast_batch) is.
    ///
    /// # Panics
    /// Where `pairs` and `seen` differ in length.
    ///
    /// ```
    /// use tileray::{RayOptions, SolidityMap, Terrain, glam::vec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x == 32 && y >= 10));
    /// let pairs = [(vec2(5.0, 40.0), vec2(60.0, 40.0)), (vec2(5.0, 5.0), vec2(60.0, 5.0))];
    /// let mut seen = [false; 2];
    /// terrain.line_of_sight_batch(&pairs, &RayOptions::default(), &mut seen);
    /// assert_eq!(seen, [false, true]);
    /// ```
    pub fn line_of_sight_batch(&self, pairs: &[(Vec2, Vec2)], options: &RayOptions, seen: &mut [bool]) {
        assert_eq!(pairs.len(), seen.len(), "a batch needs one place for the answer of each pair");
        share(seen, |first, seen| {
            for (&(a, b), seen) in pairs[first..].iter().zip(seen) {
                *seen = meets(self, &Ray::between(a, b), options) == Some(false);
            }
        });
    }
}

/// Whether a ray meets anything solid; `None` where it is not valid.
fn meets(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<bool> {
    let (course, selection) = course_and_grids(terrain, ray, options)?;
    Some(course.meets(options.simd.level(), &selection, options.inside))
}
