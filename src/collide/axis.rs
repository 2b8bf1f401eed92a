//! Separating axes, and the placement of two polygons.

use super::contact::{Contact, wins_tie};
use super::convex::ConvexPolygon;
use glam::Vec2;

/// An edge of one of two polygons, and how far its normal separates them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeparatingAxis {
    /// The gap between the polygons along the normal; a negative gap is an overlap.
    pub(super) separation: f32,
    /// The edge's unit normal, from the second polygon toward the first.
    pub(super) normal: Vec2,
    pub(super) edge: EdgeIndex,
}

/// An edge of a pair of polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeIndex {
    pub(super) of_second: bool,
    /// The index of the corner at which the edge begins.
    pub(super) index: u32,
}

impl SeparatingAxis {
    /// Less than every other axis.
    pub(super) const LEAST: Self =
        Self { separation: f32::NEG_INFINITY, normal: Vec2::ZERO, edge: EdgeIndex { of_second: false, index: 0 } };

    /// Returns the contact of two polygons that overlap least along this axis.
    #[inline]
    pub(super) fn contact(&self) -> Contact {
        Contact { normal: self.normal, depth: -self.separation }
    }

    /// Becomes the offered axis if that separates more, or equally and [wins the tie](wins_tie). NaN is taken and kept.
    #[inline]
    pub(super) fn offer(&mut self, edge: EdgeIndex, normal: Vec2, separation: f32, apart: Vec2) {
        if separation < self.separation || self.separation.is_nan() {
            return;
        }
        if separation != self.separation || wins_tie(normal, self.normal, apart) {
            *self = Self { separation, normal, edge };
        }
    }
}

/// The placement of two convex polygons relative to each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// From the first polygon's origin to the second polygon's origin.
    pub(super) offset: Vec2,
    /// The touch tolerance.
    pub(super) touch: f32,
    /// Whether all corners are whole numbers relative to their origins, so that the overlap may be decided exactly.
    pub(super) is_whole: bool,
}

impl Placement {
    #[inline(always)]
    pub(super) fn between(a: &ConvexPolygon, b: &ConvexPolygon) -> Self {
        let is_whole = a.has_whole_corners() & b.has_whole_corners();
        Self { offset: a.offset_to(b), touch: a.touch() + b.touch(), is_whole }
    }

    /// Returns whether every overlap has to be decided exactly, as rounding may move a push onto whole coordinates.
    #[inline(always)]
    pub(super) fn is_large_whole(self, a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
        self.is_whole && (a.is_large() || b.is_large())
    }
}
