use super::hit::RayHit;
use super::line::Line;
use super::options::{RayOptions, Traversal};
use super::ray::Ray;
use super::strip;
use crate::terrain::Terrain;
use fearless_simd::{Level, Simd, dispatch};
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
        dispatch!(Level::new(), simd => first_hit(simd, self, ray))
    }

    /// The first solid pixel on a ray's way, as the options say.
    #[must_use]
    pub fn raycast_with(&self, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
        match options.traversal {
            Traversal::Bresenham => self.raycast(ray),
        }
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
        let ray = Ray::between(a, b);
        dispatch!(Level::new(), simd => is_clear(simd, self, &ray))
    }
}

/// The cast itself, to be inlined where the instructions of the processor are known.
#[inline(always)]
pub(super) fn first_hit<S: Simd>(simd: S, terrain: &Terrain, ray: &Ray) -> Option<RayHit> {
    let line = Line::of(ray)?;
    let step = strip::first_solid(simd, terrain.bricks(), &line)?;
    Some(RayHit::new(terrain, ray, &line, step))
}

/// Whether a valid ray meets nothing solid; to be inlined as well.
#[inline(always)]
fn is_clear<S: Simd>(simd: S, terrain: &Terrain, ray: &Ray) -> bool {
    Line::of(ray).is_some_and(|line| strip::first_solid(simd, terrain.bricks(), &line).is_none())
}
