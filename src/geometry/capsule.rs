//! Capsules.

use super::{aabb::Aabb, segment::Segment};
use glam::Vec2;

/// A capsule: all points within `radius` of a segment, in pixels.
///
/// A segment of length 0 gives a disc, a radius of 0 the segment itself. A capsule is *valid* if its numbers are finite
/// and its radius is at least 0. A capsule that is not valid meets nothing, unless a function documents otherwise.
///
/// ```
/// use tileray::{geometry::Capsule, glam::vec2};
///
/// let hero = Capsule::new((10.0, 8.0), (10.0, 24.0), 6.0);
/// assert!(hero.contains(vec2(16.0, 20.0)) && !hero.contains(vec2(16.0, 25.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule {
    /// The segment in the middle.
    pub segment: Segment,
    /// The radius in pixels.
    pub radius: f32,
}

impl Capsule {
    /// Creates a capsule from the ends of its segment and a radius. The ends may be the same point.
    #[must_use]
    pub fn new(start: impl Into<Vec2>, end: impl Into<Vec2>, radius: f32) -> Self {
        Self { segment: Segment::new(start, end), radius }
    }

    /// Returns whether `point` lies in the capsule or on its border. Compared in `f64`. False if the capsule is not
    /// valid or the point is NaN.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let radius = f64::from(self.radius);
        self.is_valid() && self.segment.distance_squared(point.into()) <= radius * radius
    }

    /// Returns the bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.segment.bounds().grown(self.radius)
    }

    /// Returns the capsule moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        Self { segment: self.segment.translated(offset), radius: self.radius }
    }

    /// Returns whether all numbers are finite and the radius is at least 0.
    pub(crate) fn is_valid(&self) -> bool {
        self.segment.is_finite() && self.radius.is_finite() && self.radius >= 0.0
    }
}
