use crate::geometry::Aabb;
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// Eight boxes, a number a lane.
pub(crate) struct BoxLanes<S: Simd> {
    pub(crate) min_x: f32x8<S>,
    pub(crate) min_y: f32x8<S>,
    pub(crate) max_x: f32x8<S>,
    pub(crate) max_y: f32x8<S>,
}

impl<S: Simd> BoxLanes<S> {
    /// One box in every lane.
    #[inline(always)]
    pub(crate) fn splat(simd: S, aabb: &Aabb) -> Self {
        Self {
            min_x: f32x8::splat(simd, aabb.min.x),
            min_y: f32x8::splat(simd, aabb.min.y),
            max_x: f32x8::splat(simd, aabb.max.x),
            max_y: f32x8::splat(simd, aabb.max.y),
        }
    }

    /// The lanes, as bits, in which two boxes overlap; boxes that touch, or have a NaN, do not.
    #[inline(always)]
    pub(crate) fn overlapping(&self, simd: S, other: &Self) -> u32 {
        let begin_before_its_end =
            simd.simd_lt_f32x8(self.min_x, other.max_x) & simd.simd_lt_f32x8(self.min_y, other.max_y);
        let end_after_its_begin =
            simd.simd_gt_f32x8(self.max_x, other.min_x) & simd.simd_gt_f32x8(self.max_y, other.min_y);
        (begin_before_its_end & end_after_its_begin).to_bitmask() as u32
    }
}
