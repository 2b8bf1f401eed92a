//! A convex polygon that moves against another one.
//!
//! The separation `s` of an edge changes by a rate `r` over the whole motion: at time `t` it is `s + t·r`. The polygons
//! overlap while all separations are below 0. An edge with `r < 0` is below 0 after `−s/r`, one with `r > 0` before it,
//! one with `r = 0` always or never. So the overlap begins at the latest time of the first kind and ends at the
//! earliest of the second, if it begins before it ends (Cyrus and Beck 1978, on the edges of the Minkowski difference).

use super::Sweep;
use crate::collide::axis::{Placement, SeparatingAxis};
use crate::collide::contact::is_greater;
use crate::collide::convex::ConvexPolygon;
use crate::collide::sat::{BlockPair, PairLanes, all_below, contact_in, contact_of_special, depth_along, each_edge};
use crate::simd::dispatch;
use fearless_simd::{Level, Simd, SimdBase, f32x8};
use glam::Vec2;

/// Moves `a` against `b` by a [valid](super::valid_motion) motion.
#[inline]
pub(in crate::collide) fn polygon_against_polygon(
    level: Level,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    motion: Vec2,
) -> Sweep {
    dispatch!(level, simd => sweep_in(simd, a, b, Placement::of(a, b), motion))
}

#[inline(always)]
pub(in crate::collide) fn sweep_in<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    placement: Placement,
    motion: Vec2,
) -> Sweep {
    let Placement { offset, touch, is_whole } = placement;
    let Some(pair) = BlockPair::new(a, b, offset) else {
        return sweep_large(simd, a, b, offset, touch, is_whole, motion);
    };
    let separations = pair.separations(simd);
    if !all_below(simd, separations, touch) {
        return sweep_apart(simd, &pair, separations, touch, motion);
    }
    if all_below(simd, separations, -touch) && !placement.is_large_whole(a, b) {
        return Sweep::overlapping(pair.greatest(simd, separations).contact(), motion);
    }
    sweep_in_doubt(simd, a, b, offset, touch, is_whole, motion)
}

/// Moves polygons that do not overlap.
#[inline(always)]
fn sweep_apart<S: Simd>(simd: S, pair: &BlockPair<'_>, separations: PairLanes<S>, touch: f32, motion: Vec2) -> Sweep {
    let rates = pair.rates(simd, motion);
    let Some(times) = times_before_overlap(simd, separations, rates, touch) else { return Sweep::default() };
    let touch = pair.greatest(simd, times);
    Sweep::touching(touch.separation, touch.normal, -motion.dot(touch.normal))
}

/// Moves polygons that nearly touch, or that need an exact decision. Not inlined, and takes the parts of a
/// [`Placement`]: it would make [`sweep_in`] save registers and write the placement to memory in all cases.
#[cold]
#[inline(never)]
fn sweep_in_doubt<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
    is_whole: bool,
    motion: Vec2,
) -> Sweep {
    simd.vectorize(
        #[inline(always)]
        || {
            let contact = if is_whole { contact_of_special(simd, a, b) } else { contact_in(simd, a, b, offset, touch) };
            match (contact.contact(), BlockPair::new(a, b, offset)) {
                (Some(contact), _) => Sweep::overlapping(contact, motion),
                (None, Some(pair)) => {
                    let separations = pair.separations(simd).map(|lanes| without_touch(simd, lanes, touch));
                    sweep_apart(simd, &pair, separations, touch, motion)
                }
                (None, None) => Sweep::default(),
            }
        },
    )
}

/// Replaces the separations of overlaps that count as touches by 0.
#[inline(always)]
fn without_touch<S: Simd>(simd: S, separations: f32x8<S>, touch: f32) -> f32x8<S> {
    let zero = f32x8::splat(simd, 0.0);
    let is_touch = simd.simd_lt_f32x8(separations, zero) & simd.simd_ge_f32x8(separations, f32x8::splat(simd, -touch));
    simd.select_f32x8(is_touch, zero, separations)
}

/// Returns when each edge stops separating the polygons; `None` if they do not touch before the end.
#[inline(always)]
fn times_before_overlap<S: Simd>(
    simd: S,
    separations: PairLanes<S>,
    rates: PairLanes<S>,
    touch: f32,
) -> Option<PairLanes<S>> {
    let first = times(simd, separations[0], rates[0], touch);
    let second = times(simd, separations[1], rates[1], touch);
    let enter = simd.reduce_max_f32x8(first.enter.max(second.enter));
    let exit = simd.reduce_min_f32x8(first.exit.min(second.exit));
    // False for NaN, which only infinite coordinates cause.
    ((0.0..=1.0).contains(&enter) && enter < exit).then_some([first.enter, second.enter])
}

/// When the separations of eight edges begin and cease to be below 0.
struct OverlapTimes<S: Simd> {
    enter: f32x8<S>,
    exit: f32x8<S>,
}

#[inline(always)]
fn times<S: Simd>(simd: S, separation: f32x8<S>, rate: f32x8<S>, touch: f32) -> OverlapTimes<S> {
    let zero = f32x8::splat(simd, 0.0);
    let (never, always) = (f32x8::splat(simd, f32::NEG_INFINITY), f32x8::splat(simd, f32::INFINITY));
    let crossing = separation / (zero - rate);
    let (closing, opening) = (simd.simd_lt_f32x8(rate, zero), simd.simd_gt_f32x8(rate, zero));
    // An edge that neither closes nor opens separates the polygons always or never; where they slide along it, it does.
    let separating = simd.simd_ge_f32x8(separation, f32x8::splat(simd, -touch));
    let still = simd.select_f32x8(separating, always, never);
    let enter = simd.select_f32x8(closing, crossing, simd.select_f32x8(opening, never, still));
    let exit = simd.select_f32x8(opening, crossing, always);
    OverlapTimes { enter, exit }
}

/// Moves `a` against `b`, polygons of any size, one edge after another. Takes the parts of a [`Placement`].
#[inline(never)]
fn sweep_large<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    touch: f32,
    is_whole: bool,
    motion: Vec2,
) -> Sweep {
    let placement = Placement { offset, touch, is_whole };
    simd.vectorize(
        #[inline(always)]
        || {
            let mut best = SeparatingAxis::LEAST;
            let (mut enter, mut exit) = (f32::NEG_INFINITY, f32::INFINITY);
            let mut normal = Vec2::ZERO;
            each_edge(simd, a, b, offset, |edge, edge_normal, separation| {
                best.offer(edge, edge_normal, separation);
                let is_touch = separation < 0.0 && separation >= -touch;
                let separation = if is_touch { 0.0 } else { separation };
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
