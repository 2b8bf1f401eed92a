use crate::collide::box_lanes::BoxLanes;
use crate::collide::convex::{ConvexPolygon, LANES};
use crate::geometry::{Aabb, BOX_ROUNDING};
use fearless_simd::{Simd, SimdFrom, f32x8};
use glam::Vec2;

/// The boxes of up to eight pieces of a hull, a number a lane, in the hull's own frame.
///
/// Lanes without a piece hold a box that overlaps nothing.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(32))]
pub(super) struct Boxes {
    min_x: [f32; LANES],
    min_y: [f32; LANES],
    max_x: [f32; LANES],
    max_y: [f32; LANES],
}

impl Boxes {
    /// The boxes of up to eight pieces.
    pub(super) fn of(pieces: &[ConvexPolygon]) -> Self {
        let mut boxes = Self {
            min_x: [f32::INFINITY; LANES],
            min_y: [f32::INFINITY; LANES],
            max_x: [f32::NEG_INFINITY; LANES],
            max_y: [f32::NEG_INFINITY; LANES],
        };
        for (lane, piece) in pieces.iter().enumerate() {
            let aabb = piece.bounds();
            (boxes.min_x[lane], boxes.min_y[lane]) = (aabb.min.x, aabb.min.y);
            (boxes.max_x[lane], boxes.max_y[lane]) = (aabb.max.x, aabb.max.y);
        }
        boxes
    }

    /// The box of a piece.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Aabb {
        let lane = lane % LANES;
        Aabb::new(Vec2::new(self.min_x[lane], self.min_y[lane]), Vec2::new(self.max_x[lane], self.max_y[lane]))
    }

    /// The lanes, as bits, whose boxes overlap one.
    #[inline(always)]
    pub(super) fn overlapping<S: Simd>(&self, simd: S, aabb: &Aabb) -> u32 {
        let lanes = BoxLanes {
            min_x: f32x8::simd_from(simd, self.min_x),
            min_y: f32x8::simd_from(simd, self.min_y),
            max_x: f32x8::simd_from(simd, self.max_x),
            max_y: f32x8::simd_from(simd, self.max_y),
        };
        lanes.overlapping(simd, &BoxLanes::splat(simd, aabb))
    }
}

/// The box of a shape in the frame of a hull that is `offset` away, larger by what rounding may have cost it and the boxes
/// of the hull, whose own coordinates reach as far as `reach`: it misses no overlap that the pieces themselves show.
#[inline(always)]
pub(super) fn safely_moved(aabb: &Aabb, offset: Vec2, reach: Vec2) -> Aabb {
    let (min, max) = (aabb.min + offset, aabb.max + offset);
    let lost = (min.abs().max(max.abs()) + offset.abs() + reach) * BOX_ROUNDING;
    Aabb::new(min - lost, max + lost)
}
