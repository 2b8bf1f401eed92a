//! Segments.

use super::{aabb::Aabb, orientation::orientation};
use glam::{DVec2, Vec2};

/// The straight line between two points, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment {
    /// Where it begins.
    pub start: Vec2,
    /// Where it ends.
    pub end: Vec2,
}

impl Segment {
    /// The segment from `start` to `end`; it may be a single point.
    #[must_use]
    pub fn new(start: impl Into<Vec2>, end: impl Into<Vec2>) -> Self {
        Self { start: start.into(), end: end.into() }
    }

    /// Its length in pixels.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.start.as_dvec2().distance(self.end.as_dvec2()) as f32
    }

    /// The smallest box that holds it.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.start.min(self.end), self.start.max(self.end))
    }

    /// Whether `point` lies on it or is one of its ends; exact.
    pub(crate) fn holds(&self, point: Vec2) -> bool {
        self.bounds().contains(point) && orientation(self.start, self.end, point) == 0.0
    }

    /// The point of the segment that is nearest to `point`, computed in `f64` and rounded once.
    ///
    /// A coordinate that is NaN makes the answer one without meaning.
    #[must_use]
    pub fn closest_point(&self, point: Vec2) -> Vec2 {
        closest_on_segment(self.start.as_dvec2(), self.end.as_dvec2(), point.as_dvec2()).as_vec2()
    }
}

/// The point of the segment from `a` to `b` that is nearest to `point`: its foot on the line, held within the segment.
#[inline]
pub(crate) fn closest_on_segment(a: DVec2, b: DVec2, point: DVec2) -> DVec2 {
    let along = b - a;
    let square = along.length_squared();
    if square > 0.0 {
        // Held by comparisons, so that both ends come out as they are.
        let part = (point - a).dot(along) / square;
        if part <= 0.0 {
            a
        } else if part >= 1.0 {
            b
        } else {
            a + along * part
        }
    } else {
        a
    }
}
