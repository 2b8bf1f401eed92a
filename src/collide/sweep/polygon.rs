//! Two convex polygons, one of which moves.
//!
//! Along each edge's normal the separation `s` grows by a rate `r` in the whole motion: at time `t` it is `s + t·r`. The two
//! overlap while all of them are below 0. Those with `r < 0` are so after `−s/r`, those with `r > 0` before it, those with
//! `r = 0` always or never. So the two overlap after the latest of the first kind and before the earliest of the second, if
//! that order holds (Cyrus and Beck 1978, on the edges of the Minkowski difference).

use super::Sweep;
use crate::collide::axis::is_greater;
use crate::collide::contact::Contact;
use crate::collide::convex::ConvexPolygon;
use crate::collide::large::{self, Best};
use crate::collide::pair::{Lanes, Pair, all_negative};
use fearless_simd::{Level, Simd, SimdBase, dispatch, f32x8};
use glam::Vec2;

/// Moves `a` against `b` by a [valid](super::valid_motion) motion.
#[inline]
pub(in crate::collide) fn polygon_against_polygon(
    level: Level,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    motion: Vec2,
) -> Sweep {
    dispatch!(level, simd => sweep_in(simd, a, b, a.offset_to(b), motion))
}

#[inline(always)]
pub(in crate::collide) fn sweep_in<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    motion: Vec2,
) -> Sweep {
    let Some(pair) = Pair::of(a, b, offset) else { return sweep_large(simd, a, b, offset, motion) };
    let separations = pair.separations(simd);
    if all_negative(simd, separations) {
        return Sweep::overlapping(Contact::of_axis(&pair.greatest(simd, separations)), motion);
    }
    let rates = pair.rates(simd, motion);
    let Some(times) = times_before_overlap(simd, separations, rates) else { return Sweep::default() };
    let touch = pair.greatest(simd, times);
    Sweep::touching(touch.separation, touch.normal, -motion.dot(touch.normal))
}

/// When each edge stops parting the two, of those that do stop; `None` where they will not overlap before the end.
#[inline(always)]
fn times_before_overlap<S: Simd>(simd: S, separations: Lanes<S>, rates: Lanes<S>) -> Option<Lanes<S>> {
    let first = times(simd, separations[0], rates[0]);
    let second = times(simd, separations[1], rates[1]);
    let enter = simd.reduce_max_f32x8(first.enter.max(second.enter));
    let exit = simd.reduce_min_f32x8(first.exit.min(second.exit));
    // False for NaN, which only infinite coordinates could bring.
    ((0.0..=1.0).contains(&enter) && enter < exit).then_some([first.enter, second.enter])
}

/// From when on and until when eight edges do not part two polygons.
struct Times<S: Simd> {
    enter: f32x8<S>,
    exit: f32x8<S>,
}

#[inline(always)]
fn times<S: Simd>(simd: S, separation: f32x8<S>, rate: f32x8<S>) -> Times<S> {
    let zero = f32x8::splat(simd, 0.0);
    let (never, always) = (f32x8::splat(simd, f32::NEG_INFINITY), f32x8::splat(simd, f32::INFINITY));
    let crossing = separation / (zero - rate);
    let (closing, opening) = (simd.simd_lt_f32x8(rate, zero), simd.simd_gt_f32x8(rate, zero));
    // What neither closes nor opens parts them for ever, or never.
    let parting = simd.simd_ge_f32x8(separation, zero);
    let still = simd.select_f32x8(parting, always, never);
    let enter = simd.select_f32x8(closing, crossing, simd.select_f32x8(opening, never, still));
    let exit = simd.select_f32x8(opening, crossing, always);
    Times { enter, exit }
}

/// The same for polygons of any size, edge after edge.
#[inline(always)]
fn sweep_large<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2, motion: Vec2) -> Sweep {
    let mut best = Best::default();
    let (mut enter, mut exit) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut normal = Vec2::ZERO;
    large::each_edge(simd, a, b, offset, |edge, edge_normal, separation| {
        best.offer(edge, edge_normal, separation);
        let rate = motion.dot(edge_normal);
        let crossing = separation / -rate;
        if rate > 0.0 {
            exit = exit.min(crossing);
        } else if rate < 0.0 {
            if is_greater((crossing, edge_normal), (enter, normal)) {
                (enter, normal) = (crossing, edge_normal);
            }
        } else if separation.is_nan() || separation >= 0.0 {
            enter = f32::INFINITY;
        }
    });
    if best.axis.separation < 0.0 {
        Sweep::overlapping(Contact::of_axis(&best.axis), motion)
    } else if (0.0..=1.0).contains(&enter) && enter < exit {
        Sweep::touching(enter, normal, -motion.dot(normal))
    } else {
        Sweep::default()
    }
}
