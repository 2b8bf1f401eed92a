use super::exact::{self, Segment, Visit};
use super::exit::RayExit;
use super::hit::RayHit;
use super::line::Line;
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::{run, strip};
use crate::terrain::{LayerSelection, Terrain};
use fearless_simd::Level;
use glam::IVec2;

/// The pixels that a ray visits, whichever way it walks, and what queries ask of them.
///
/// The questions of solidity are answered with the vector instructions of a level.
#[derive(Clone, Debug)]
pub(super) enum Course {
    Bresenham(Line),
    Exact(Segment),
}

/// Where on its course a ray is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// After so many steps of a line.
    Step(u64),
    /// In a pixel of a segment, or beside a corner of it.
    Visit(Visit),
}

impl Course {
    /// The course of a ray; `None` where it is not valid.
    #[inline(always)]
    pub(super) fn of(ray: &Ray, traversal: Traversal) -> Option<Self> {
        match traversal {
            Traversal::Bresenham => Line::of(ray).map(Self::Bresenham),
            Traversal::Exact => Segment::of(ray).map(Self::Exact),
        }
    }

    /// The place of the origin.
    pub(super) const fn start(&self) -> Place {
        match self {
            Self::Bresenham(_) => Place::Step(0),
            Self::Exact(_) => Place::Visit(Visit::START),
        }
    }

    /// The pixel of the origin.
    pub(super) const fn first_pixel(&self) -> IVec2 {
        match self {
            Self::Bresenham(line) => line.ends().0,
            Self::Exact(segment) => segment.pixel(0, 0),
        }
    }

    /// The first solid pixel; `after` a free one that the ray passes through, or from its origin on.
    pub(super) fn first_solid(
        &self,
        level: Level,
        selection: &LayerSelection<'_>,
        after: Option<Place>,
    ) -> Option<Place> {
        match self {
            Self::Bresenham(line) => {
                let from = match after {
                    Some(Place::Step(step)) => step + 1,
                    _ => 0,
                };
                let grids = selection.grids().iter();
                grids.filter_map(|grid| strip::first_solid(level, grid, line, from)).min().map(Place::Step)
            }
            Self::Exact(segment) => {
                let visit = match after {
                    Some(Place::Visit(visit)) => exact::first_solid_after(level, selection, segment, visit),
                    _ => exact::first_solid(level, selection, segment, 0),
                };
                visit.map(Place::Visit)
            }
        }
    }

    /// The first free pixel that the ray passes through `after` a solid one.
    pub(super) fn first_free(&self, level: Level, selection: &LayerSelection<'_>, after: Place) -> Option<Place> {
        match (self, after) {
            (Self::Bresenham(line), Place::Step(step)) => {
                run::first_free(level, selection, line, step + 1).map(Place::Step)
            }
            (Self::Exact(segment), Place::Visit(visit)) => {
                exact::first_free_after(selection, segment, visit).map(Place::Visit)
            }
            _ => None,
        }
    }

    /// The first solid pixel, as [`first_solid`](Self::first_solid), and the first free one after it.
    pub(super) fn next_run(
        &self,
        level: Level,
        selection: &LayerSelection<'_>,
        after: Option<Place>,
    ) -> Option<(Place, Option<Place>)> {
        let enter = self.first_solid(level, selection, after)?;
        Some((enter, self.first_free(level, selection, enter)))
    }

    /// What counts as the hit: the first solid pixel, after leaving what the ray began in where it is to leave it.
    pub(super) fn first_met(&self, level: Level, selection: &LayerSelection<'_>, inside: StartInside) -> Option<Place> {
        let after = match inside {
            StartInside::Leave if selection.is_solid(self.first_pixel()) => {
                match self.first_free(level, selection, self.start()) {
                    None => return None,
                    free => free,
                }
            }
            _ => None,
        };
        self.first_solid(level, selection, after)
    }

    /// Whether the ray meets anything solid; the order in which it would does not matter.
    pub(super) fn meets(&self, level: Level, selection: &LayerSelection<'_>, inside: StartInside) -> bool {
        match (self, inside) {
            (Self::Bresenham(line), StartInside::Hit) => {
                selection.grids().iter().any(|grid| strip::first_solid(level, grid, line, 0).is_some())
            }
            _ => self.first_met(level, selection, inside).is_some(),
        }
    }

    /// What there is to know of entering what is solid; `None` for a place that is not of this course.
    pub(super) fn hit(
        &self,
        terrain: &Terrain,
        selection: &LayerSelection<'_>,
        ray: &Ray,
        place: Place,
        options: &RayOptions,
    ) -> Option<RayHit> {
        match (self, place) {
            (Self::Bresenham(line), Place::Step(step)) => {
                Some(RayHit::new(terrain, selection, ray, line, step, options))
            }
            (Self::Exact(segment), Place::Visit(visit)) => {
                let owners = terrain.owners(options.layers, options.one_way);
                Some(RayHit::of_visit(&owners, ray, segment, visit))
            }
            _ => None,
        }
    }

    /// What there is to know of coming out into a free pixel; `None` for a place that is not of this course.
    pub(super) fn exit(&self, selection: &LayerSelection<'_>, ray: &Ray, place: Place) -> Option<RayExit> {
        match (self, place) {
            (Self::Bresenham(line), Place::Step(step)) => Some(RayExit::new(selection, ray, line, step)),
            (Self::Exact(segment), Place::Visit(visit)) => Some(RayExit::of_visit(selection, segment, visit)),
            _ => None,
        }
    }
}

/// A ray's course with the grids that it is about; `None` where the ray is not valid.
#[inline(always)]
pub(super) fn course_and_grids<'a>(
    terrain: &'a Terrain,
    ray: &Ray,
    options: &RayOptions,
) -> Option<(Course, LayerSelection<'a>)> {
    let course = Course::of(ray, options.traversal)?;
    Some((course, terrain.select(options.layers, options.one_way, ray.motion())))
}
