//! The nearest solid or free pixel to a point.

use super::rings::NearestSearch;
use crate::geometry::ray::UNITS;
use crate::terrain::TerrainQuery;
use glam::{IVec2, Vec2};

/// The pixel nearest to a point.
///
/// ```
/// use tileray::{SolidityMap, Terrain, glam::{ivec2, vec2}};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
/// let near = terrain.query().nearest_solid((10.5, 8.25), 64.0).expect("a wall");
/// assert_eq!((near.pixel, near.point, near.distance), (ivec2(40, 8), vec2(40.0, 8.25), 29.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestPixel {
    /// The pixel.
    pub pixel: IVec2,
    /// The point of the pixel's closed square that is closest to the point asked about, rounded to `f32`.
    pub point: Vec2,
    /// The distance from the point asked about to [`point`](Self::point) in pixels; 0 for a point in the
    /// pixel's square or on its border.
    pub distance: f32,
}

/// # Near a point
impl TerrainQuery<'_> {
    /// The greatest distance at which [`nearest_solid`](Self::nearest_solid) finds pixels: 2^22 px.
    pub const MAX_SOLID_DISTANCE: f32 = (1_u32 << 22) as f32;
    /// The greatest distance at which [`nearest_free`](Self::nearest_free) finds pixels: 4096 px.
    pub const MAX_FREE_DISTANCE: f32 = 4096.0;

    /// Returns the solid pixel nearest to a point, at most `max` pixels away; `None` if there is none.
    ///
    /// Pixels are closed squares, so a point in a solid pixel or on its border is at distance 0. One-way layers count as
    /// solid.
    ///
    /// The point is rounded to multiples of 1/256 px, ties to even multiples. From there on all decisions are integer
    /// arithmetic. On a tie of distances, the pixel whose center is nearest counts, then the pixel with the longer of
    /// the two offsets of its center along x and y. The pixels that are still tied are mirror images of each other at the
    /// point and equally right: the topmost counts, then the leftmost.
    ///
    /// `max` is clamped to [`MAX_SOLID_DISTANCE`](Self::MAX_SOLID_DISTANCE), infinity too. `None` if `max` is NaN or
    /// negative, and if a coordinate of the point is NaN, infinite or beyond ±2^30.
    ///
    /// Searches squares around the point, from bricks of 16 px to regions of 4096 px, and stops where the rest is
    /// farther than the best. So empty space costs little, whatever `max` is.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let dots = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x % 20 == 0 && y % 20 == 0));
    /// let near = dots.query().nearest_solid((24.5, 23.5), 10.0).expect("a dot");
    /// assert_eq!((near.pixel, near.distance), (ivec2(20, 20), (3.5_f32 * 3.5 + 2.5 * 2.5).sqrt()));
    /// assert_eq!(dots.query().nearest_solid((24.5, 23.5), 4.0), None);
    /// ```
    #[must_use]
    #[doc(alias = "project_point")]
    pub fn nearest_solid(&self, point: impl Into<Vec2>, max: f32) -> Option<NearestPixel> {
        let mut search = NearestSearch::new(point.into(), at_most(max, Self::MAX_SOLID_DISTANCE))?;
        let selection = self.at_rest();
        for grid in selection.grids() {
            search.visit_solid(grid);
        }
        search.found().map(NearestPixel::new)
    }

    /// Returns the free pixel nearest to a point, at most `max` pixels away; `None` if there is none.
    ///
    /// The rules are those of [`nearest_solid`](Self::nearest_solid). A pixel is free if no chosen layer is solid
    /// there. `max` is clamped to [`MAX_FREE_DISTANCE`](Self::MAX_FREE_DISTANCE).
    ///
    /// Costs a look at each brick of 16×16 pixels that is nearer than the answer.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let rock = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 16));
    /// let out = rock.query().nearest_free((30.5, 20.5), 100.0).expect("the sky");
    /// assert_eq!((out.pixel, out.point), (ivec2(30, 15), vec2(30.5, 16.0)));
    /// ```
    #[must_use]
    pub fn nearest_free(&self, point: impl Into<Vec2>, max: f32) -> Option<NearestPixel> {
        let mut search = NearestSearch::new(point.into(), at_most(max, Self::MAX_FREE_DISTANCE))?;
        search.visit_free(&self.at_rest());
        search.found().map(NearestPixel::new)
    }
}

/// Clamps a distance; NaN stays NaN.
#[inline(always)]
fn at_most(max: f32, most: f32) -> f32 {
    if max > most { most } else { max }
}

impl NearestPixel {
    /// Describes a pixel by the closest point and the squared distance, in units.
    #[inline(always)]
    fn new((pixel, point, distance_squared): (IVec2, [i64; 2], i64)) -> Self {
        const UNIT: f64 = 1.0 / UNITS as f64;
        let [x, y] = point.map(|value| (value as f64 * UNIT) as f32);
        let distance = ((distance_squared as f64).sqrt() * UNIT) as f32;
        Self { pixel, point: Vec2::new(x, y), distance }
    }
}
