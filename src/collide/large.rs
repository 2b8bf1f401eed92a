//! Polygons of more than eight corners: eight edges after the other, or once around both.

use super::axis::{Axis, Edge, wins_tie};
use super::calipers;
use super::convex::{ConvexPolygon, LANES};
use super::lanes::{along_offset, nearest};
use fearless_simd::{Simd, SimdBase, SimdFrom, f32x8};
use glam::Vec2;

/// Beyond this product of the numbers of corners, walking around both polygons beats testing each edge with all corners.
const CALIPERS_FROM: usize = 64 * 64;

/// Whether two polygons are so large that one walks around both.
pub(super) fn by_calipers(a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    a.len() * b.len() > CALIPERS_FROM
}

/// The edge with the greatest separation.
#[inline(always)]
pub(super) fn best_axis<S: Simd>(simd: S, a: &ConvexPolygon, b: &ConvexPolygon, offset: Vec2) -> Axis {
    let mut best = Best::default();
    each_edge(simd, a, b, offset, |edge, normal, separation| best.offer(edge, normal, separation));
    best.axis
}

/// Calls `found` with each edge of both, its normal from the second to the first, and what it parts them by.
#[inline(always)]
pub(super) fn each_edge<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    mut found: impl FnMut(Edge, Vec2, f32),
) {
    let mut first = |index: usize, separation: f32| {
        found(Edge { of_second: false, index: index as u32 }, -a.normal(index), separation);
    };
    each_separation(simd, a, b, offset, &mut first);
    let mut second = |index: usize, separation: f32| {
        found(Edge { of_second: true, index: index as u32 }, b.normal(index), separation);
    };
    each_separation(simd, b, a, -offset, &mut second);
}

/// Calls `found` with each edge of `a` and what it parts it by from `b`, whose origin is `offset` from its own.
#[inline(always)]
fn each_separation<S: Simd>(
    simd: S,
    a: &ConvexPolygon,
    b: &ConvexPolygon,
    offset: Vec2,
    found: &mut impl FnMut(usize, f32),
) {
    if by_calipers(a, b) {
        calipers::each_separation(a, b, offset, found);
        return;
    }
    for (block, edges) in a.blocks().enumerate() {
        let (x, y) = (f32x8::simd_from(simd, edges.normal_x), f32x8::simd_from(simd, edges.normal_y));
        let mut least = f32x8::splat(simd, f32::INFINITY);
        for corners in b.blocks() {
            least = least.min(nearest(simd, x, y, corners, true));
        }
        let lanes: [f32; LANES] = (least + along_offset(simd, x, y, edges, offset)).into();
        let count = (a.len() - block * LANES).min(LANES);
        for (lane, &separation) in lanes[..count].iter().enumerate() {
            found(block * LANES + lane, separation);
        }
    }
}

/// The edge with the greatest separation so far.
#[derive(Debug)]
pub(super) struct Best {
    pub(super) axis: Axis,
}

impl Default for Best {
    fn default() -> Self {
        let edge = Edge { of_second: false, index: 0 };
        Self { axis: Axis { separation: f32::NEG_INFINITY, normal: Vec2::ZERO, edge } }
    }
}

impl Best {
    /// Takes an edge if it parts the two by more than all before it, or by as much and is the one to prefer. NaN is taken
    /// and kept.
    #[inline]
    pub(super) fn offer(&mut self, edge: Edge, normal: Vec2, separation: f32) {
        if separation < self.axis.separation || self.axis.separation.is_nan() {
            return;
        }
        if separation != self.axis.separation || wins_tie(normal, self.axis.normal) {
            self.axis = Axis { separation, normal, edge };
        }
    }
}
