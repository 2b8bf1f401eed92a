use super::axis::{Axis, Edge, best_of};
use super::convex::{Block, ConvexPolygon, LANES};
use super::lanes::{greatest, lanes_equal_to, rates, separations};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, mask32x8};
use glam::Vec2;

/// Two polygons of at most eight corners each: all that is asked of them is in their two blocks.
#[derive(Clone, Copy)]
pub(super) struct Pair<'p> {
    first: &'p Block,
    second: &'p Block,
    /// How many corners each has.
    counts: [usize; 2],
    /// From the first one's origin to the second one's.
    offset: Vec2,
}

/// A number for each edge of the first polygon, and one for each of the second.
pub(super) type Lanes<S> = [f32x8<S>; 2];

impl<'p> Pair<'p> {
    /// The two, the second one's origin being `offset` from the first one's, if neither has more than eight corners.
    #[inline(always)]
    pub(super) fn of(a: &'p ConvexPolygon, b: &'p ConvexPolygon, offset: Vec2) -> Option<Self> {
        let (first, second) = (a.single_block()?, b.single_block()?);
        Some(Self { first, second, counts: [a.len(), b.len()], offset })
    }

    /// What each edge parts the two by; below 0 they overlap along its normal by as much.
    #[inline(always)]
    pub(super) fn separations<S: Simd>(&self, simd: S) -> Lanes<S> {
        let [many_first, many_second] = self.counts.map(|count| count > LANES / 2);
        [
            separations(simd, self.first, self.second, many_second, self.offset),
            separations(simd, self.second, self.first, many_first, -self.offset),
        ]
    }

    /// By how much each separation grows while the first polygon moves by `motion`.
    #[inline(always)]
    pub(super) fn rates<S: Simd>(&self, simd: S, motion: Vec2) -> Lanes<S> {
        [rates(simd, self.first, -motion), rates(simd, self.second, motion)]
    }

    /// The edge with the greatest of `values`, and that as its separation. None of them is NaN.
    #[inline(always)]
    pub(super) fn greatest<S: Simd>(&self, simd: S, [first, second]: Lanes<S>) -> Axis {
        let greatest = greatest(simd, first.max(second));
        let first = lanes_equal_to(simd, first, greatest, self.counts[0]);
        let second = lanes_equal_to(simd, second, greatest, self.counts[1]);
        let bits = first | second << LANES;
        let (lane, normal) = best_of(
            bits,
            #[inline(always)]
            |lane| self.normal(lane),
        );
        let edge = Edge { of_second: lane >= LANES as u32, index: lane % LANES as u32 };
        Axis { separation: greatest.as_slice()[0], normal, edge }
    }

    /// The normal of a lane from the second polygon to the first. Whose edge it is cannot be guessed, so it is no branch.
    #[inline(always)]
    fn normal(&self, lane: u32) -> Vec2 {
        let of_second = usize::from(lane >= LANES as u32);
        [self.first, self.second][of_second].normal(lane as usize) * [-1.0, 1.0][of_second]
    }
}

/// Whether every lane is below 0; NaN is not.
#[inline(always)]
pub(super) fn all_negative<S: Simd>(simd: S, [first, second]: Lanes<S>) -> bool {
    mask32x8::all_true(simd.simd_lt_f32x8(first.max(second), f32x8::splat(simd, 0.0)))
}
