//! The pixels that a ray visits by either traversal. All queries ask two questions about them: where is the next solid
//! pixel, and where the next free one?

use super::bresenham;
use super::exact::{self, SnappedSegment, Visit};
use super::face::FaceCrossing;
use super::hit::{RayExit, RayHit};
use super::line::PixelLine;
use super::ray::Ray;
use crate::simd::Level;
use crate::terrain::{LayerSelection, TerrainQuery, Traversal};

/// The pixels that a ray visits.
#[derive(Clone, Debug)]
pub(super) struct StepSequence {
    pub(super) ray: Ray,
    pub(super) pixels: SequencePixels,
}

/// The pixels of a [`StepSequence`], by traversal.
#[derive(Clone, Debug)]
pub(super) enum SequencePixels {
    Bresenham(PixelLine),
    Exact(SnappedSegment),
}

/// A position in a [`StepSequence`].
#[derive(Clone, Copy, Debug)]
pub(super) enum SequencePosition {
    /// The index of a step of Bresenham's line.
    Step(u64),
    /// A pixel of an exact segment, or a pixel beside one of its corners.
    Visit(Visit),
}

use SequencePixels::{Bresenham, Exact};
use SequencePosition as Position;

impl StepSequence {
    /// Creates the sequence of a ray, and selects the grids that can stop it. `None` if the ray is not valid.
    #[inline(always)]
    pub(super) fn in_terrain<'a>(query: &TerrainQuery<'a>, ray: &Ray) -> Option<(Self, LayerSelection<'a>)> {
        let pixels = match query.ray_traversal() {
            Traversal::Bresenham => ray.pixels().map(|(from, to)| Bresenham(PixelLine::new(from, to))),
            Traversal::Exact => SnappedSegment::new(ray).map(Exact),
        };
        Some((Self { ray: *ray, pixels: pixels? }, query.along(ray.motion())))
    }

    /// Returns the position of the origin.
    pub(super) const fn start(&self) -> Position {
        match self.pixels {
            Bresenham(_) => Position::Step(0),
            Exact(_) => Position::Visit(Visit::START),
        }
    }

    /// Returns whether the ray starts inside solid pixels.
    pub(super) fn starts_inside(&self, selection: &LayerSelection<'_>) -> bool {
        match &self.pixels {
            Bresenham(line) => selection.is_solid(line.ends().0),
            Exact(segment) => segment.starts_inside(selection),
        }
    }

    /// Finds the first solid pixel from the origin on, or `after` a free pixel that the ray passes through.
    pub(super) fn first_solid(
        &self,
        level: Level,
        selection: &LayerSelection<'_>,
        after: Option<Position>,
    ) -> Option<Position> {
        match &self.pixels {
            Bresenham(line) => {
                let from = match after {
                    Some(Position::Step(step)) => step + 1,
                    _ => 0,
                };
                let grids = selection.grids().iter();
                let steps = grids.filter_map(|grid| bresenham::first_solid(level, grid, line, from));
                steps.min().map(Position::Step)
            }
            Exact(segment) => {
                let visit = match after {
                    Some(Position::Visit(visit)) => exact::first_solid_after(level, selection, segment, visit),
                    _ => exact::first_solid(level, selection, segment, 0),
                };
                visit.map(Position::Visit)
            }
        }
    }

    /// Finds the first free pixel that the ray passes through `after` a solid one.
    pub(super) fn first_free(&self, level: Level, selection: &LayerSelection<'_>, after: Position) -> Option<Position> {
        match (&self.pixels, after) {
            (Bresenham(line), Position::Step(step)) => {
                bresenham::first_free(level, selection, line, step + 1).map(Position::Step)
            }
            (Exact(segment), Position::Visit(visit)) => {
                exact::first_free_after(selection, segment, visit).map(Position::Visit)
            }
            _ => None,
        }
    }

    /// Finds the hit: the first solid pixel, after the pixels that the ray is to leave first.
    pub(super) fn first_hit(&self, query: &TerrainQuery<'_>, selection: &LayerSelection<'_>) -> Option<Position> {
        let level = query.level();
        let after = if query.leaves_start && self.starts_inside(selection) {
            Some(self.first_free(level, selection, self.start())?)
        } else {
            None
        };
        self.first_solid(level, selection, after)
    }

    /// Returns whether the ray hits anything. The grids are searched in any order.
    pub(super) fn hits_any(&self, query: &TerrainQuery<'_>, selection: &LayerSelection<'_>) -> bool {
        match &self.pixels {
            Bresenham(line) if !query.leaves_start => {
                let mut grids = selection.grids().iter();
                grids.any(|grid| bresenham::first_solid(query.level(), grid, line, 0).is_some())
            }
            _ => self.first_hit(query, selection).is_some(),
        }
    }

    /// Describes the hit at a position. `None` for a position of the other traversal.
    pub(super) fn hit(
        &self,
        query: &TerrainQuery<'_>,
        selection: &LayerSelection<'_>,
        position: Position,
    ) -> Option<RayHit> {
        let crossing = match (&self.pixels, position) {
            (Bresenham(line), Position::Step(step)) => FaceCrossing::of_step(selection, &self.ray, line, step),
            (Exact(segment), Position::Visit(visit)) => FaceCrossing::of_visit(segment, visit),
            _ => return None,
        };
        Some(RayHit::at_face(&query.owners(), &self.ray, &crossing))
    }

    /// Describes the exit into a free pixel at a position. `None` for a position of the other traversal.
    pub(super) fn exit(&self, selection: &LayerSelection<'_>, position: Position) -> Option<RayExit> {
        match (&self.pixels, position) {
            (Bresenham(line), Position::Step(step)) => Some(RayExit::at_step(selection, &self.ray, line, step)),
            (Exact(segment), Position::Visit(visit)) => Some(RayExit::at_visit(selection, segment, visit)),
            _ => None,
        }
    }
}
