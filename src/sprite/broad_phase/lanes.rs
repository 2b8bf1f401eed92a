//! The boxes in the order of their cells, a list for each coordinate, tested eight at a time.

use crate::geometry::Aabb;
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// Boxes that one test takes.
pub(super) const LANES: usize = 8;

/// A list for each coordinate, each longer by a test than there are boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxLists {
    min_x: Vec<f32>,
    min_y: Vec<f32>,
    max_x: Vec<f32>,
    max_y: Vec<f32>,
}

/// A box that others are tested against, in every lane.
pub(super) struct Probe<S: Simd> {
    min_x: f32x8<S>,
    min_y: f32x8<S>,
    max_x: f32x8<S>,
    max_y: f32x8<S>,
}

impl<S: Simd> Probe<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, aabb: &Aabb) -> Self {
        Self {
            min_x: f32x8::splat(simd, aabb.min.x),
            min_y: f32x8::splat(simd, aabb.min.y),
            max_x: f32x8::splat(simd, aabb.max.x),
            max_y: f32x8::splat(simd, aabb.max.y),
        }
    }
}

impl BoxLists {
    /// Makes room for so many boxes, which are all to be set.
    pub(super) fn resize(&mut self, count: usize) {
        for list in [&mut self.min_x, &mut self.min_y, &mut self.max_x, &mut self.max_y] {
            list.resize(count + LANES, f32::NAN);
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, place: usize, aabb: &Aabb) {
        self.min_x[place] = aabb.min.x;
        self.min_y[place] = aabb.min.y;
        self.max_x[place] = aabb.max.x;
        self.max_y[place] = aabb.max.y;
    }

    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Aabb {
        Aabb::new((self.min_x[place], self.min_y[place]).into(), (self.max_x[place], self.max_y[place]).into())
    }

    /// Which boxes of the eight from `first` on, and before `end`, overlap the probe, as bits.
    #[inline(always)]
    pub(super) fn overlapping<S: Simd>(&self, simd: S, probe: &Probe<S>, first: usize, end: usize) -> u32 {
        let min_x = f32x8::from_slice(simd, &self.min_x[first..first + LANES]);
        let min_y = f32x8::from_slice(simd, &self.min_y[first..first + LANES]);
        let max_x = f32x8::from_slice(simd, &self.max_x[first..first + LANES]);
        let max_y = f32x8::from_slice(simd, &self.max_y[first..first + LANES]);
        let begin_before_its_end = simd.simd_lt_f32x8(min_x, probe.max_x) & simd.simd_lt_f32x8(min_y, probe.max_y);
        let end_after_its_begin = simd.simd_gt_f32x8(max_x, probe.min_x) & simd.simd_gt_f32x8(max_y, probe.min_y);
        let bits = (begin_before_its_end & end_after_its_begin).to_bitmask() as u32;
        bits & ((1 << end.saturating_sub(first).min(LANES)) - 1)
    }

    /// Calls `found` with the places in a range of boxes that overlap the probe.
    #[inline(always)]
    pub(super) fn each_overlapping<S: Simd>(
        &self,
        simd: S,
        probe: &Probe<S>,
        range: (usize, usize),
        mut found: impl FnMut(usize),
    ) {
        let (mut first, end) = range;
        while first < end {
            let mut bits = self.overlapping(simd, probe, first, end);
            while bits != 0 {
                found(first + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
            first += LANES;
        }
    }
}
