//! Discs.

use super::bound::Elements;
use super::{aabb::Aabb, tolerance::touch_part};
use glam::Vec2;

/// A disc: all points within `radius` of `center`, in pixels.
///
/// A radius of 0 is a point. A circle is *valid* if its numbers are finite and its radius is at least 0. A circle that
/// is not valid meets nothing, unless a function documents otherwise.
///
/// ```
/// use tileray::{Circle, glam::vec2};
///
/// let ball = Circle::new((10.0, 20.0), 4.0);
/// assert!(ball.contains(vec2(10.0, 24.0)) && !ball.contains(vec2(10.0, 24.5)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "Ball")]
pub struct Circle {
    /// The center.
    pub center: Vec2,
    /// The radius in pixels.
    pub radius: f32,
}

impl Circle {
    /// Creates a disc from its center and radius.
    #[must_use]
    pub fn new(center: impl Into<Vec2>, radius: f32) -> Self {
        Self { center: center.into(), radius }
    }

    /// Returns whether `point` lies in the disc or on its border. Compared in `f64`.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let radius = f64::from(self.radius);
        radius >= 0.0 && point.into().as_dvec2().distance_squared(self.center.as_dvec2()) <= radius * radius
    }

    /// Returns the bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.center - self.radius, self.center + self.radius)
    }

    /// Returns the circle moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        Self { center: self.center + offset.into(), radius: self.radius }
    }

    /// Returns the circle's share of the [touch tolerance](touch_part).
    #[inline(always)]
    pub(crate) fn touch(&self) -> f32 {
        touch_part(self.center.abs().greatest(), self.radius)
    }

    /// Returns whether all numbers are finite and the radius is at least 0.
    pub(crate) fn is_valid(&self) -> bool {
        self.center.is_finite() && self.radius.is_finite() && self.radius >= 0.0
    }
}
