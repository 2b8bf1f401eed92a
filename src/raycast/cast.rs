use super::course::course_and_grids;
use super::exact::SegmentSetUp;
use super::hit::RayHit;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::set_up::{SetUp, StepSetUp};
use super::track::Track;
use super::walk::first_found;
use crate::terrain::{BrickGrid, LayerSelection, Terrain};
use fearless_simd::dispatch;
use glam::Vec2;

impl Terrain {
    /// The first solid pixel on a ray's way, by Bresenham's line.
    ///
    /// The pixel of the origin is tested too, and so is that of the end. Everything outside the terrain is free, so a ray
    /// may begin, travel and end there. `None` where nothing solid is met, and for a ray that is not
    /// [valid](Ray::is_valid).
    ///
    /// The answer is the one that a test of every pixel of [`bresenham`](crate::raycast::bresenham) would give; empty bricks of
    /// 16×16 pixels cost one look.
    #[must_use]
    pub fn raycast(&self, ray: &Ray) -> Option<RayHit> {
        self.raycast_with(ray, &RayOptions::default())
    }

    /// The first solid pixel on a ray's way, as the options say.
    #[must_use]
    pub fn raycast_with(&self, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
        first_hit(self, ray, options)
    }

    /// Whether no pixel of the line between two points is solid, those of the points themselves among them.
    ///
    /// Symmetric: `line_of_sight(a, b) == line_of_sight(b, a)`. False where a coordinate is NaN, infinite or beyond
    /// ±2^30.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let post = SolidityMap::from_fn(64, 64, |x, y| x == 32 && y >= 10);
    /// let terrain = Terrain::from_solidity(&post);
    /// assert!(!terrain.line_of_sight((5.0, 40.0), (60.0, 40.0)));
    /// assert!(terrain.line_of_sight((5.0, 5.0), (60.0, 5.0)));
    /// ```
    #[must_use]
    pub fn line_of_sight(&self, a: impl Into<Vec2>, b: impl Into<Vec2>) -> bool {
        self.line_of_sight_with(a, b, &RayOptions::default())
    }
}

/// The cast itself.
pub(super) fn first_hit(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    if matches!(options.inside, StartInside::Hit)
        && let LayerSelection::One(grid) = terrain.select(options.layers, options.one_way, ray.motion())
    {
        return match options.traversal {
            Traversal::Bresenham => first_hit_in::<StepSetUp>(terrain, grid, ray, options),
            Traversal::Exact => first_hit_in::<SegmentSetUp>(terrain, grid, ray, options),
        };
    }
    any_first_hit(terrain, ray, options)
}

/// The same in one grid. The hit is described where the walk is, as what the walk knows of it would come out of the vector code
/// through memory.
#[inline(always)]
fn first_hit_in<U: SetUp>(terrain: &Terrain, grid: &BrickGrid, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    let set_up = U::new(ray, &grid.pixels());
    if !set_up.is_served() {
        return set_up.hit_of_other(terrain, grid, ray, options);
    }
    dispatch!(options.simd.level(), simd => {
        let line = set_up.line(&grid.pixels());
        let found = first_found(simd, grid, &Track::new(simd, line, set_up.sense(), set_up.footprint()))?;
        set_up.hit(grid, || terrain.owners(options.layers, options.one_way), ray, &line, &found)
    })
}

/// The same for every kind of ray, through several grids, and out of what it begins in.
#[inline(never)]
pub(super) fn any_first_hit(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    let (course, selection) = course_and_grids(terrain, ray, options)?;
    let place = course.first_met(options.simd.level(), &selection, options.inside)?;
    course.hit(terrain, &selection, ray, place, options)
}
