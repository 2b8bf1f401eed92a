//! The contestants: each casts the same rays and keeps its answers.

mod each;
mod physics;
mod tileray;
mod walks;

#[cfg(feature = "maps")]
pub(crate) use walks::{bit_test, exact_bit_test};

use super::answer::Answer;
use super::cast_set::CastSet;
use super::line::Rounding;
use super::rivals::Rivals;
use crate::bit_mask::BitMask;
use ::tileray::{Terrain, TileMap};
use anyhow::Result;

/// What a caster's answers are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The first solid pixel of Bresenham's line.
    Line(Rounding),
    /// Whether there is a solid pixel on Tileray's line.
    AnyOnLine,
    /// The first solid pixel that the segment touches, in `f64`.
    Exact,
    /// The same, between ends that are moved to the nearest 1/256 pixel.
    Snapped,
    /// The distance to it, in `f32`.
    Real,
}

/// One way to cast rays.
pub(crate) trait RayCaster {
    fn name(&self) -> &'static str;

    fn rule(&self) -> Rule;

    /// Casts the first `count` rays.
    fn cast(&mut self, count: usize) -> Result<()>;

    /// The last answer for a ray.
    fn answer(&self, index: usize) -> Answer;
}

/// All contestants, Tileray's batch first.
pub(crate) fn all<'a>(
    terrain: &'a Terrain,
    map: &TileMap,
    mask: &'a BitMask,
    rivals: &'a Rivals,
    set: &'a CastSet,
) -> Vec<Box<dyn RayCaster + 'a>> {
    let mut casters = tileray::casters(terrain, set);
    casters.extend(walks::casters(mask, map, &set.rays));
    casters.extend(physics::casters(rivals, &set.rays));
    casters
}
