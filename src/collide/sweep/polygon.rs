//! A convex polygon that moves against another one.
//!
//! The separation `s` of an edge changes by `r` over the whole motion: at time `t` it is `s + t·r`. The polygons
//! overlap while all separations are below 0. A separation with `r < 0` is below 0 after the time `−s/r`, one with `r >
//! 0` before it, one with `r = 0` always or never. So the overlap begins at the latest time of closing edges and ends
//! at the earliest time of opening edges, if it begins before it ends (Cyrus and Beck 1978, on the edges of the
//! Minkowski difference).

use super::Sweep;
use crate::collide::axis::{Placement, SeparatingAxis};
use crate::collide::contact::is_more_against;
use crate::collide::convex::ConvexPolygon;
use crate::collide::lanes::{BlockPair, Lanes};
use crate::collide::sat::{self, contact_in, contact_of_special, depth_along, each_edge};
use crate::geometry::Bound;
use crate::simd::{Level, dispatch};
use glam::Vec2;

/// Moves `a` against `b` by a [valid](super::valid_motion) motion.
#[inline]
pub(in crate::collide) fn polygon_against_polygon(
    level: Level,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    motion: Vec2,
) -> Sweep {
    dispatch!(level, lanes => sweep_in(lanes, a, b, Placement::between(a, b), motion))
}

#[inline(always)]
pub(in crate::collide) fn sweep_in<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    placement: Placement,
    motion: Vec2,
) -> Sweep {
    let Placement { offset, touch, is_whole } = placement;
    let Some(pair) = BlockPair::new(a, b, offset) else {
        return sweep_large(lanes, a, b, offset, touch, is_whole, motion);
    };
    let separations = lanes.separations(&pair);
    if !lanes.all_below(separations, touch) {
        return sweep_apart(lanes, &pair, separations, touch, motion);
    }
    if lanes.all_below(separations, -touch) && !placement.is_large_whole(a, b) {
        return Sweep::overlapping(pair.greatest(lanes, separations).contact(), motion);
    }
    sweep_in_doubt(lanes, a, b, offset, touch, is_whole, motion)
}

/// Moves polygons that do not overlap.
#[inline(always)]
fn sweep_apart<L: Lanes>(lanes: L, pair: &BlockPair<'_>, separations: L::Pair, touch: f32, motion: Vec2) -> Sweep {
    // An edge that neither closes nor opens separates the polygons always or never. If they slide along it, it
    // separates.
    let (times, enter, exit) = lanes.overlap_times(separations, lanes.rates(pair, motion), touch);
    // False for NaN, which only infinite coordinates cause.
    if !((0.0..=1.0).contains(&enter) && enter < exit) {
        return Sweep::default();
    }
    let touch = pair.greatest_by(lanes, times, |n, m| is_more_against(n, m, motion));
    Sweep::touching(touch.separation, touch.normal, -motion.dot(touch.normal))
}

/// Moves polygons that nearly touch, or that need an exact decision. Not inlined, and takes the parts of a
/// [`Placement`]: otherwise [`sweep_in`] would save registers and write the placement to memory in all cases.
#[cold]
#[inline(never)]
fn sweep_in_doubt<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
    is_whole: bool,
    motion: Vec2,
) -> Sweep {
    lanes.vectorize(
        #[inline(always)]
        || {
            let contact =
                if is_whole { contact_of_special(lanes, a, b) } else { contact_in(lanes, a, b, offset, touch) };
            match (contact.contact(), BlockPair::new(a, b, offset)) {
                (Some(contact), _) => Sweep::overlapping(contact, motion),
                (None, Some(pair)) => {
                    let separations = lanes.without_touch(lanes.separations(&pair), touch);
                    sweep_apart(lanes, &pair, separations, touch, motion)
                }
                (None, None) => Sweep::default(),
            }
        },
    )
}

/// Moves `a` against `b`, polygons of any size, one edge after another. Takes the parts of a [`Placement`].
#[inline(never)]
fn sweep_large<L: Lanes>(
    lanes: L,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
    is_whole: bool,
    motion: Vec2,
) -> Sweep {
    let placement = Placement { offset, touch, is_whole };
    lanes.vectorize(
        #[inline(always)]
        || {
            let (mut best, apart) = (SeparatingAxis::LEAST, sat::apart(a, b, offset));
            let (mut enter, mut exit) = (f32::NEG_INFINITY, f32::INFINITY);
            let mut normal = Vec2::ZERO;
            each_edge(lanes, a, b, offset, |edge, edge_normal, separation| {
                best.offer(edge, edge_normal, separation, apart);
                let is_touch = separation < 0.0 && separation >= -touch;
                let separation = if is_touch { 0.0 } else { separation };
                let rate = motion.dot(edge_normal);
                let crossing = separation / -rate;
                if rate > 0.0 {
                    exit = crossing.at_most(exit);
                } else if rate < 0.0 {
                    let is_tied = crossing == enter && edge_normal != normal;
                    if crossing > enter || (is_tied && is_more_against(edge_normal, normal, motion)) {
                        (enter, normal) = (crossing, edge_normal);
                    }
                } else if separation.is_nan() || separation >= 0.0 {
                    enter = f32::INFINITY;
                }
            });
            best.separation = -depth_along(a, b, placement, &best);
            if best.separation < 0.0 {
                Sweep::overlapping(best.contact(), motion)
            } else if (0.0..=1.0).contains(&enter) && enter < exit {
                Sweep::touching(enter, normal, -motion.dot(normal))
            } else {
                Sweep::default()
            }
        },
    )
}
