//! The boxes in the order of their cells, a list for each coordinate, tested eight at a time.

use crate::collide::BoxLanes;
use crate::geometry::Aabb;
use fearless_simd::{Simd, SimdBase, f32x8};

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
    pub(super) fn overlapping<S: Simd>(&self, simd: S, probe: &BoxLanes<S>, first: usize, end: usize) -> u32 {
        let boxes = BoxLanes {
            min_x: f32x8::from_slice(simd, &self.min_x[first..first + LANES]),
            min_y: f32x8::from_slice(simd, &self.min_y[first..first + LANES]),
            max_x: f32x8::from_slice(simd, &self.max_x[first..first + LANES]),
            max_y: f32x8::from_slice(simd, &self.max_y[first..first + LANES]),
        };
        let bits = boxes.overlapping(simd, probe);
        bits & ((1 << end.saturating_sub(first).min(LANES)) - 1)
    }

    /// Calls `found` with the places in a range of boxes that overlap the probe.
    #[inline(always)]
    pub(super) fn each_overlapping<S: Simd>(
        &self,
        simd: S,
        probe: &BoxLanes<S>,
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
