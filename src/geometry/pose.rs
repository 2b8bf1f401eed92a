//! Rotation and translation.

use super::angle::sin_cos_of_radians;
use glam::{DVec2, Vec2};

/// A position and a rotation: a shape is rotated around its own origin, then translated.
///
/// Angles are radians and grow from +x toward +y, clockwise on screen. The rotation is made of sums and products in
/// `f64`, with a sine and cosine that are identical on every machine, and each coordinate is rounded to `f32` once.
/// The `f32` nearest to a multiple of an eighth of a turn counts as that multiple, so quarter turns are exact.
///
/// ```
/// use std::f32::consts::FRAC_PI_2;
/// use tileray::{Pose, glam::vec2};
///
/// let pose = Pose::new((100.0, 50.0), FRAC_PI_2);
/// assert_eq!(pose.apply(vec2(8.0, 0.0)), vec2(100.0, 58.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// The offset added after the rotation, in pixels.
    pub translation: Vec2,
    /// The angle in radians.
    pub rotation: f32,
}

impl Pose {
    /// No rotation and no translation.
    pub const IDENTITY: Self = Self { translation: Vec2::ZERO, rotation: 0.0 };

    /// Creates a pose from a translation and a rotation.
    #[must_use]
    pub fn new(translation: impl Into<Vec2>, rotation: f32) -> Self {
        Self { translation: translation.into(), rotation }
    }

    /// Creates a pose without rotation.
    #[must_use]
    pub fn at(translation: impl Into<Vec2>) -> Self {
        Self { translation: translation.into(), rotation: 0.0 }
    }

    /// Transforms a point from the shape's frame to the world.
    ///
    /// The result is not finite where the pose or the point is not.
    #[must_use]
    pub fn apply(&self, point: impl Into<Vec2>) -> Vec2 {
        self.isometry().apply(point.into().as_dvec2()).as_vec2()
    }

    /// Transforms a point from the world to the shape's frame.
    #[must_use]
    pub fn apply_inverse(&self, point: impl Into<Vec2>) -> Vec2 {
        let Isometry { cosine_sine, translation } = self.isometry();
        let back = Isometry { cosine_sine: DVec2::new(cosine_sine.x, -cosine_sine.y), translation: DVec2::ZERO };
        back.apply(point.into().as_dvec2() - translation).as_vec2()
    }

    /// Returns the pose with its sine and cosine computed, to be applied to many points.
    pub(crate) fn isometry(&self) -> Isometry {
        Isometry::new(sin_cos_of_radians(self.rotation), self.translation)
    }
}

/// A [`Pose`] with its sine and cosine computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Isometry {
    cosine_sine: DVec2,
    translation: DVec2,
}

impl Isometry {
    /// Creates the isometry of a pose from the sine and cosine of its rotation.
    #[inline(always)]
    pub(crate) fn new((sine, cosine): (f64, f64), translation: Vec2) -> Self {
        Self { cosine_sine: DVec2::new(cosine, sine), translation: translation.as_dvec2() }
    }

    /// Transforms a point from the shape's frame to the world.
    #[inline]
    pub(crate) fn apply(&self, point: DVec2) -> DVec2 {
        self.direction(point) + self.translation
    }

    /// Returns whether the rotation is a multiple of a quarter turn, which rounds nothing.
    #[inline]
    pub(crate) fn is_quarter_turn(&self) -> bool {
        self.cosine_sine.x == 0.0 || self.cosine_sine.y == 0.0
    }

    /// Transforms a vector from the world to the shape's frame, up to rounding.
    pub(crate) fn direction_back(&self, vector: DVec2) -> DVec2 {
        Self { cosine_sine: DVec2::new(self.cosine_sine.x, -self.cosine_sine.y), ..*self }.direction(vector)
    }

    /// Rotates a vector without translating it.
    #[inline]
    pub(crate) fn direction(&self, vector: DVec2) -> DVec2 {
        let (cosine, sine) = (self.cosine_sine.x, self.cosine_sine.y);
        DVec2::new(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
    }
}
