//! The contestants: each casts the same rays and keeps its answers.

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
use crate::race::{BoxedTester, whole};
use ::tileray::{Terrain, TileMap};
use std::hint::black_box;

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

/// A contestant, and the rule of its answers.
pub(crate) type RayCaster<'a> = (Rule, BoxedTester<'a, Answer>);

/// A caster that is asked ray by ray, with rays in the form that it takes.
fn each<'a, Q: 'a, H: Copy + Into<Answer> + 'a>(
    name: &'static str,
    rule: Rule,
    rays: impl IntoIterator<Item = Q>,
    cast: impl Fn(&Q) -> Option<H> + 'a,
) -> RayCaster<'a> {
    let rays: Vec<Q> = rays.into_iter().collect();
    let places = vec![None; rays.len()];
    let ask = move |hits: &mut [Option<H>]| {
        for (ray, hit) in black_box(&rays[..hits.len()]).iter().zip(hits) {
            *hit = cast(ray);
        }
    };
    (rule, whole(name, places, ask, |_, hit| hit.map_or(Answer::Free, Into::into)))
}

/// All contestants, Tileray's batch first.
pub(crate) fn all<'a>(
    terrain: &'a Terrain,
    map: &TileMap,
    mask: &'a BitMask,
    rivals: &'a Rivals,
    set: &'a CastSet,
) -> Vec<RayCaster<'a>> {
    let mut casters = tileray::casters(terrain, set);
    casters.extend(walks::casters(mask, map, &set.rays));
    casters.extend(physics::casters(rivals, &set.rays));
    casters
}
