use super::exit::RayExit;
use super::hit::RayHit;
use super::line::Line;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::{run, strip};
use crate::terrain::{LayerMask, Selection, Terrain};
use fearless_simd::Simd;
use glam::IVec2;

/// The pixels that a ray visits, one a step, whichever way it walks; and what queries ask of them.
///
/// The questions of solidity are to be inlined where the instructions of the processor are known.
#[derive(Clone, Debug)]
pub(super) enum Course {
    Bresenham(Line),
}

impl Course {
    /// The course of a ray; `None` where it is not valid.
    #[inline(always)]
    pub(super) fn of(ray: &Ray, traversal: Traversal) -> Option<Self> {
        match traversal {
            Traversal::Bresenham => match Line::of(ray) {
                Some(line) => Some(Self::Bresenham(line)),
                None => None,
            },
            Traversal::Exact => unimplemented!("exact traversal"),
        }
    }

    /// The last step; step 0 is the pixel of the origin.
    pub(super) const fn last_step(&self) -> u64 {
        match self {
            Self::Bresenham(line) => line.steps(),
        }
    }

    /// The pixel after a number of steps.
    #[inline]
    pub(super) const fn pixel(&self, step: u64) -> IVec2 {
        match self {
            Self::Bresenham(line) => line.pixel(step),
        }
    }

    /// The first step from `from` on at a solid pixel.
    #[inline(always)]
    pub(super) fn first_solid<S: Simd>(&self, simd: S, selection: &Selection<'_>, from: u64) -> Option<u64> {
        match self {
            Self::Bresenham(line) => {
                let mut first = None;
                for grid in selection.grids() {
                    let step = strip::first_solid_from(simd, grid, line, from);
                    first = match (first, step) {
                        (Some(a), Some(b)) => Some(if a < b { a } else { b }),
                        (one, None) | (None, one) => one,
                    };
                }
                first
            }
        }
    }

    /// The first step from `from` on at a free pixel.
    #[inline(always)]
    pub(super) fn first_free<S: Simd>(&self, simd: S, selection: &Selection<'_>, from: u64) -> Option<u64> {
        match self {
            Self::Bresenham(line) => run::first_free(simd, selection, line, from),
        }
    }

    /// The first step that counts as a hit: that of the first solid pixel, after leaving what the ray began in where it
    /// is to leave it.
    #[inline(always)]
    pub(super) fn first_met<S: Simd>(&self, simd: S, selection: &Selection<'_>, inside: StartInside) -> Option<u64> {
        let from = match inside {
            StartInside::Leave if selection.is_solid(self.pixel(0)) => match self.first_free(simd, selection, 1) {
                Some(step) => step + 1,
                None => return None,
            },
            _ => 0,
        };
        self.first_solid(simd, selection, from)
    }

    /// Whether the ray meets anything solid; the order in which it would does not matter.
    #[inline(always)]
    pub(super) fn meets<S: Simd>(&self, simd: S, selection: &Selection<'_>, inside: StartInside) -> bool {
        match (self, inside) {
            (Self::Bresenham(line), StartInside::Hit) => {
                for grid in selection.grids() {
                    if strip::first_solid(simd, grid, line).is_some() {
                        return true;
                    }
                }
                false
            }
            _ => self.first_met(simd, selection, inside).is_some(),
        }
    }

    /// What there is to know of the step that enters what is solid.
    pub(super) fn hit(
        &self,
        terrain: &Terrain,
        selection: &Selection<'_>,
        ray: &Ray,
        step: u64,
        layers: LayerMask,
    ) -> RayHit {
        match self {
            Self::Bresenham(line) => RayHit::new(terrain, selection, ray, line, step, layers),
        }
    }

    /// What there is to know of the step, not the first, that comes out of what is solid.
    pub(super) fn exit(&self, selection: &Selection<'_>, ray: &Ray, step: u64) -> RayExit {
        match self {
            Self::Bresenham(line) => RayExit::new(selection, ray, line, step),
        }
    }
}

/// A ray's course with the grids that it is about; `None` where the ray is not valid.
#[inline(always)]
pub(super) fn course_and_grids<'a>(
    terrain: &'a Terrain,
    ray: &Ray,
    options: &RayOptions,
) -> Option<(Course, Selection<'a>)> {
    match Course::of(ray, options.traversal) {
        Some(course) => Some((course, terrain.select(options.layers, options.one_way, ray.end() - ray.origin()))),
        None => None,
    }
}
