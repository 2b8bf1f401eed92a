use super::course::course_and_grids;
use super::exact::{self, Segment};
use super::hit::RayHit;
use super::line::Line;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::strip;
use crate::terrain::{Selection, Terrain};
use fearless_simd::dispatch;
use glam::Vec2;

impl Terrain {
    /// The first solid pixel on a ray's way, by Bresenham's line.
    ///
    /// The pixel of the origin is tested too, and so is that of the end. Everything outside the terrain is free, so a ray
    /// may begin, travel and end there. `None` where nothing solid is met, and for a ray that is not
    /// [valid](Ray::is_valid).
    ///
    /// The answer is the one that a test of every pixel of [`bresenham`](crate::bresenham) would give; empty bricks of
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

/// The cast itself. Along Bresenham's line the hit is described where the walk is, as what the walk knows of it would come out
/// of the vector code through memory.
pub(super) fn first_hit(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    let select = || terrain.select(options.layers, options.one_way, ray.motion());
    match (options.inside, options.traversal) {
        (StartInside::Hit, Traversal::Bresenham) => {
            let line = Line::of(ray)?;
            if let (Selection::One(grid), Some(fixed)) = (select(), line.to_fixed()) {
                return dispatch!(options.simd.level(), simd => {
                    let entry = strip::first_entry(simd, grid, &fixed, line.sense())?;
                    Some(RayHit::at(&terrain.owners(options.layers, options.one_way), ray, &entry))
                });
            }
        }
        (StartInside::Hit, Traversal::Exact) => {
            let segment = Segment::of(ray)?;
            let visit = exact::first_solid(options.simd.level(), &select(), &segment, 0)?;
            let owners = terrain.owners(options.layers, options.one_way);
            return Some(RayHit::of_visit(&owners, ray, &segment, visit));
        }
        _ => {}
    }
    any_first_hit(terrain, ray, options)
}

/// The same for every kind of ray, through several grids, and out of what it begins in.
#[inline(never)]
fn any_first_hit(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    let (course, selection) = course_and_grids(terrain, ray, options)?;
    let place = course.first_met(options.simd.level(), &selection, options.inside)?;
    course.hit(terrain, &selection, ray, place, options)
}
