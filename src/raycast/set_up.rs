//! A ray, set up in a grid.

use super::cast::any_first_hit;
use super::footprint::Footprint;
use super::grid_line::GridLine;
use super::heading::AnySense;
use super::hit::RayHit;
use super::line::{FixedLine, LONGEST_FIXED, fixed_slope};
use super::options::RayOptions;
use super::ray::{Ray, floor};
use super::steps::{Steps, Stop};
use crate::geometry::Rect;
use crate::terrain::{BrickGrid, OwnerFinder, Terrain};

/// A ray that is set up for the walk of one traversal.
///
/// Without a branch, as those of a wave are made by vector code.
pub(super) trait SetUp: Sized {
    type Found<'a>: Copy + Default;
    type Footprint<'s>: for<'a> Footprint<Found<'a> = Self::Found<'a>>
    where
        Self: 's;

    /// That of a ray in a grid that holds the pixels within `bounds`.
    fn new(ray: &Ray, bounds: &Rect) -> Self;

    /// Whether the ray is valid, and the walk serves it; all else is of no account where it is not.
    fn is_served(&self) -> bool;

    /// It as a line in that grid.
    fn line(&self, bounds: &Rect) -> GridLine;

    /// Which way it runs.
    fn sense(&self) -> AnySense;

    /// What the walk needs to know of it besides.
    fn footprint(&self) -> Self::Footprint<'_>;

    /// What the ray meets in the grid where it is not served.
    fn hit_of_other(&self, terrain: &Terrain, grid: &BrickGrid, ray: &Ray, options: &RayOptions) -> Option<RayHit>;

    /// All there is to know of what it has met; `line` is its own.
    fn hit<'a>(
        &self,
        grid: &'a BrickGrid,
        owners: impl FnOnce() -> OwnerFinder<'a>,
        ray: &Ray,
        line: &GridLine,
        found: &Self::Found<'_>,
    ) -> Option<RayHit>;
}

/// A ray set up as Bresenham's line.
pub(super) struct StepSetUp {
    line: FixedLine,
    sense: AnySense,
    /// At least 1.
    pub(super) steps: i32,
    is_served: bool,
}

impl SetUp for StepSetUp {
    type Found<'a> = Stop<'a>;
    type Footprint<'s> = Steps;

    #[inline(always)]
    fn new(ray: &Ray, _: &Rect) -> Self {
        let (from, to) = (ray.origin(), ray.end());
        let (x, y) = (floor(from.x), floor(from.y));
        let (dx, dy) = (floor(to.x).wrapping_sub(x), floor(to.y).wrapping_sub(y));
        let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
        let steep = down > across;
        let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
        let (from_major, from_minor) = if steep { (y, x) } else { (x, y) };
        // All bits of the sign.
        let backward = major >> 31;
        let steps = across.max(down);
        let line = FixedLine {
            base: (from_major.wrapping_add(major & backward), from_minor.wrapping_add(minor & backward)),
            steps: steps as i32,
            slope: fixed_slope((minor ^ backward).wrapping_sub(backward), steps),
        };
        Self {
            line,
            sense: AnySense { steep, backward: backward != 0 },
            steps: steps.max(1) as i32,
            is_served: ray.is_valid() & (u64::from(steps) <= LONGEST_FIXED),
        }
    }

    #[inline(always)]
    fn is_served(&self) -> bool {
        self.is_served
    }

    #[inline(always)]
    fn line(&self, bounds: &Rect) -> GridLine {
        GridLine::new(bounds, &self.line, self.sense.steep)
    }

    #[inline(always)]
    fn sense(&self) -> AnySense {
        self.sense
    }

    #[inline(always)]
    fn footprint(&self) -> Steps {
        Steps
    }

    #[cold]
    #[inline(never)]
    fn hit_of_other(&self, terrain: &Terrain, _: &BrickGrid, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
        any_first_hit(terrain, ray, options)
    }

    #[inline(always)]
    fn hit<'a>(
        &self,
        grid: &'a BrickGrid,
        owners: impl FnOnce() -> OwnerFinder<'a>,
        ray: &Ray,
        line: &GridLine,
        stop: &Stop<'_>,
    ) -> Option<RayHit> {
        let entry = stop.entry(grid, line, self.sense, self.steps);
        Some(RayHit::at(&owners(), ray, &entry))
    }
}
