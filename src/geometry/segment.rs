//! Segments.

use super::bound::{Bound, Elements};
use super::{aabb::Aabb, orientation::orientation, tolerance::touch_part};
use glam::{DVec2, Vec2};

/// A line segment, both ends included.
///
/// ```
/// use tileray::{geometry::Segment, glam::vec2};
///
/// let ledge = Segment::new((0.0, 8.0), (16.0, 8.0));
/// assert_eq!(ledge.length(), 16.0);
/// assert_eq!(ledge.closest_point(vec2(4.0, 0.0)), vec2(4.0, 8.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment {
    /// The start.
    pub start: Vec2,
    /// The end.
    pub end: Vec2,
}

impl Segment {
    /// Creates the segment from `start` to `end`, which may be the same point.
    #[must_use]
    pub fn new(start: impl Into<Vec2>, end: impl Into<Vec2>) -> Self {
        Self { start: start.into(), end: end.into() }
    }

    /// Returns the length in pixels.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.start.as_dvec2().distance(self.end.as_dvec2()) as f32
    }

    /// Returns the bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.start.at_most(self.end), self.start.at_least(self.end))
    }

    /// Returns the segment moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        let offset = offset.into();
        Self { start: self.start + offset, end: self.end + offset }
    }

    /// Returns whether all coordinates are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.start.is_finite() && self.end.is_finite()
    }

    /// Returns the segment's share of the [touch tolerance](touch_part). Both ends count as positions, as each is
    /// rounded.
    pub(crate) fn touch(&self) -> f32 {
        touch_part(self.start.abs().at_least(self.end.abs()).greatest(), 0.0)
    }

    /// Returns the squared distance of `point`, computed in `f64`.
    pub(crate) fn distance_squared(&self, point: Vec2) -> f64 {
        let point = point.as_dvec2();
        closest_on_segment(self.start.as_dvec2(), self.end.as_dvec2(), point).distance_squared(point)
    }

    /// Returns whether `point` lies on the segment, ends included. Exact.
    pub(crate) fn holds(&self, point: Vec2) -> bool {
        self.bounds().contains(point) && orientation(self.start, self.end, point) == 0.0
    }

    /// Returns the point of the segment closest to `point`, computed in `f64` and rounded once.
    ///
    /// The result is meaningless where a coordinate is NaN.
    #[must_use]
    pub fn closest_point(&self, point: impl Into<Vec2>) -> Vec2 {
        closest_on_segment(self.start.as_dvec2(), self.end.as_dvec2(), point.into().as_dvec2()).as_vec2()
    }
}

/// Returns each point of a ring with the next one, the last with the first.
#[inline]
pub(crate) fn ring_edges<T: Copy>(ring: &[T]) -> impl Iterator<Item = (T, T)> {
    ring.iter().copied().zip(ring.iter().skip(1).chain(ring.first()).copied())
}

/// Returns the point of the segment from `a` to `b` closest to `point`: its projection on the line, clamped to the
/// segment. Swapping both ends changes no bit.
#[inline]
pub(crate) fn closest_on_segment(a: DVec2, b: DVec2, point: DVec2) -> DVec2 {
    between(a, b, part_on_segment(a, b, point))
}

/// Returns the place of the point of a segment closest to `point`: the end from which it counts, and the part of the
/// segment from there, from 0 to 1/2. The nearer end counts, so both ends are exact and a mirrored segment has a mirrored
/// place.
#[inline]
pub(crate) fn part_on_segment(a: DVec2, b: DVec2, point: DVec2) -> (bool, f64) {
    let along = b - a;
    let (from_a, from_b) = ((point - a).dot(along), (b - point).dot(along));
    let is_from_b = from_b < from_a;
    let nearer = if is_from_b { from_b } else { from_a };
    // False for NaN, and for a segment of length 0.
    let part = if nearer > 0.0 { nearer / along.length_squared() } else { 0.0 };
    (is_from_b, part.at_most(0.5))
}

/// Returns the point of a segment at a [place](part_on_segment).
#[inline]
pub(crate) fn between(a: DVec2, b: DVec2, (is_from_b, part): (bool, f64)) -> DVec2 {
    match (part == 0.5, is_from_b) {
        (true, _) => (a + b) * 0.5,
        (false, false) => a + (b - a) * part,
        (false, true) => b + (a - b) * part,
    }
}
