use super::exact;
use super::hit::RayHit;
use super::leave;
use super::line::Line;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::strip;
use super::track::{AnySense, Track};
use crate::terrain::{Selection, Terrain};
use fearless_simd::{Simd, dispatch};
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
        dispatch!(options.simd.level(), simd => first_hit(simd, self, ray, options))
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
        let (ray, options) = (Ray::between(a, b), RayOptions::default());
        dispatch!(options.simd.level(), simd => is_clear(simd, self, &ray, &options))
    }
}

/// The cast itself, to be inlined where the instructions of the processor are known.
///
/// No closure may stand between here and a vector: what is compiled for fewer instructions is called, not inlined.
#[inline(always)]
pub(super) fn first_hit<S: Simd>(simd: S, terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    if options.inside == StartInside::Leave {
        return leave::first_hit(terrain, ray, options);
    }
    match options.traversal {
        Traversal::Bresenham => {
            let Some(line) = Line::of(ray) else { return None };
            let selection = terrain.select(options.layers, options.one_way, ray.end() - ray.origin());
            if let (Selection::One(grid), Some(fixed)) = (&selection, line.to_fixed()) {
                let sense = AnySense { steep: line.is_steep(), backward: line.is_backward() };
                let Some(track) = Track::new(simd, grid, &fixed, sense, 0) else { return None };
                return match strip::first_stop(simd, grid, &track) {
                    Some(stop) => {
                        Some(RayHit::at(terrain, ray, &track.entry(grid, fixed.steps, &stop), options.layers))
                    }
                    None => None,
                };
            }
            let step = first_step(simd, &selection, &line)?;
            Some(RayHit::new(terrain, &selection, ray, &line, step, options.layers))
        }
        // A call of its own, so that the code of the other traversal stays as small as it is.
        Traversal::Exact => simd.vectorize(
            #[inline(always)]
            || exact::first_hit(simd, terrain, ray, options),
        ),
    }
}

/// The first step of the line at which one of the grids is solid.
#[inline(always)]
fn first_step<S: Simd>(simd: S, selection: &Selection<'_>, line: &Line) -> Option<u64> {
    let mut first = None;
    for grid in selection.grids() {
        let step = strip::first_solid(simd, grid, line);
        first = match (first, step) {
            (Some(a), Some(b)) => Some(if a < b { a } else { b }),
            (one, None) | (None, one) => one,
        };
    }
    first
}

/// Whether a valid ray meets nothing solid; to be inlined as well.
#[inline(always)]
fn is_clear<S: Simd>(simd: S, terrain: &Terrain, ray: &Ray, options: &RayOptions) -> bool {
    if options.traversal == Traversal::Exact {
        return exact::is_clear(simd, terrain, ray, options);
    }
    match Line::of(ray) {
        Some(line) => {
            let selection = terrain.select(options.layers, options.one_way, ray.end() - ray.origin());
            first_step(simd, &selection, &line).is_none()
        }
        None => false,
    }
}
