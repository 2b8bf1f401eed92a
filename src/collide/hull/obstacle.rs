use super::Hull;
use super::boxes::safely_moved;
use crate::collide::circle;
use crate::collide::contact::PackedContact;
use crate::collide::convex::ConvexPolygon;
use crate::collide::sat;
use crate::collide::sweep::{self, Sweep};
use crate::geometry::{Aabb, Circle};
use fearless_simd::Simd;
use glam::{DVec2, Vec2};

/// A convex shape in the frame of a hull, to be tested against its pieces. All answers are the piece's: how it is pushed,
/// what it meets.
pub(super) trait Obstacle {
    /// A box that holds it, with room for rounding.
    fn bounds(&self) -> Aabb;
    /// The same obstacle further away by `offset`.
    fn moved(&self, offset: Vec2) -> Self;
    fn overlaps<S: Simd>(&self, simd: S, piece: &ConvexPolygon) -> bool;
    fn contact<S: Simd>(&self, simd: S, piece: &ConvexPolygon) -> PackedContact;
    fn sweep<S: Simd>(&self, simd: S, piece: &ConvexPolygon, motion: Vec2) -> Sweep;
}

/// A polygon whose frame is moved by `shift`.
#[derive(Clone, Copy)]
pub(super) struct PolygonObstacle<'p> {
    polygon: &'p ConvexPolygon,
    shift: Vec2,
    bounds: Aabb,
}

impl<'p> PolygonObstacle<'p> {
    /// A polygon whose frame lies at `position`, seen from a hull.
    #[inline(always)]
    pub(super) fn new(hull: &Hull, polygon: &'p ConvexPolygon, position: Vec2) -> Self {
        let shift = position - hull.position;
        let bounds = safely_moved(&polygon.bounds(), shift, hull.reach());
        Self { polygon, shift, bounds }
    }

    /// A polygon whose frame is moved by `shift`, and which is known to lie within `bounds`.
    #[inline(always)]
    pub(super) fn within(polygon: &'p ConvexPolygon, shift: Vec2, bounds: Aabb) -> Self {
        Self { polygon, shift, bounds }
    }

    #[inline(always)]
    fn offset_from(&self, piece: &ConvexPolygon) -> Vec2 {
        piece.offset_to(self.polygon) + self.shift
    }
}

impl Obstacle for PolygonObstacle<'_> {
    #[inline(always)]
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline(always)]
    fn moved(&self, offset: Vec2) -> Self {
        Self { shift: self.shift + offset, bounds: self.bounds.translated(offset), ..*self }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(&self, simd: S, piece: &ConvexPolygon) -> bool {
        sat::overlap_in(simd, piece, self.polygon, self.offset_from(piece))
    }

    #[inline(always)]
    fn contact<S: Simd>(&self, simd: S, piece: &ConvexPolygon) -> PackedContact {
        sat::contact_in(simd, piece, self.polygon, self.offset_from(piece))
    }

    #[inline(always)]
    fn sweep<S: Simd>(&self, simd: S, piece: &ConvexPolygon, motion: Vec2) -> Sweep {
        sweep::polygon::sweep_in(simd, piece, self.polygon, self.offset_from(piece), motion)
    }
}

/// A circle, which is [valid](Circle::is_valid).
#[derive(Clone, Copy)]
pub(super) struct CircleObstacle {
    center: DVec2,
    radius: f64,
    bounds: Aabb,
}

impl CircleObstacle {
    /// A circle seen from a hull; `None` where it is not valid.
    pub(super) fn new(hull: &Hull, circle: &Circle) -> Option<Self> {
        if !circle.is_valid() {
            return None;
        }
        let center = circle.center.as_dvec2() - hull.position.as_dvec2();
        let bounds = safely_moved(&circle.bounds(), -hull.position, hull.reach());
        Some(Self { center, radius: f64::from(circle.radius), bounds })
    }

    #[inline(always)]
    fn seen_from(&self, piece: &ConvexPolygon) -> DVec2 {
        self.center - piece.origin().as_dvec2()
    }
}

impl Obstacle for CircleObstacle {
    #[inline(always)]
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline(always)]
    fn moved(&self, offset: Vec2) -> Self {
        Self { center: self.center + offset.as_dvec2(), bounds: self.bounds.translated(offset), ..*self }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(&self, simd: S, piece: &ConvexPolygon) -> bool {
        self.contact(simd, piece).contact().is_some()
    }

    #[inline(always)]
    fn contact<S: Simd>(&self, simd: S, piece: &ConvexPolygon) -> PackedContact {
        circle::contact_in(simd, self.seen_from(piece), self.radius, piece).flipped()
    }

    #[inline(always)]
    fn sweep<S: Simd>(&self, simd: S, piece: &ConvexPolygon, motion: Vec2) -> Sweep {
        sweep::circle::sweep_in(simd, self.seen_from(piece), self.radius, piece, -motion).flipped()
    }
}
