//! Positions with an angle.

use super::angle::{sin_cos_of_turns, turns_of};
use glam::{DVec2, Vec2};

/// Where a shape stands and how far it is turned: first turned around its own origin, then moved.
///
/// Angles are radians and grow from +x toward +y, clockwise on screen. The turn is made of sums and products in `f64`, with
/// a sine and a cosine that are the same on every machine, and rounded to `f32` once for each coordinate. The `f32` nearest
/// to a multiple of an eighth of a turn counts as that multiple, so that quarter turns are exact.
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
    /// What is added after the turn, in pixels.
    pub translation: Vec2,
    /// The angle in radians.
    pub rotation: f32,
}

impl Pose {
    /// Neither moved nor turned.
    pub const IDENTITY: Self = Self { translation: Vec2::ZERO, rotation: 0.0 };

    /// Turned by `rotation`, then moved by `translation`.
    #[must_use]
    pub fn new(translation: impl Into<Vec2>, rotation: f32) -> Self {
        Self { translation: translation.into(), rotation }
    }

    /// Moved by `translation`, not turned.
    #[must_use]
    pub fn at(translation: impl Into<Vec2>) -> Self {
        Self { translation: translation.into(), rotation: 0.0 }
    }

    /// Where a point of the shape's own frame lies in the world.
    ///
    /// NaN or infinity in the pose or the point gives coordinates that are not finite.
    #[must_use]
    pub fn apply(&self, point: Vec2) -> Vec2 {
        self.turn().apply(point.as_dvec2()).as_vec2()
    }

    /// Where a point of the world lies in the shape's own frame.
    #[must_use]
    pub fn apply_inverse(&self, point: Vec2) -> Vec2 {
        let Isometry { cosine_sine, translation } = self.turn();
        let back = Isometry { cosine_sine: DVec2::new(cosine_sine.x, -cosine_sine.y), translation: DVec2::ZERO };
        back.apply(point.as_dvec2() - translation).as_vec2()
    }

    /// The pose with its sine and cosine computed, to be applied to many points.
    pub(crate) fn turn(&self) -> Isometry {
        // Whole turns are taken off exactly: the sine of too many of them would be infinite.
        let (sine, cosine) = sin_cos_of_turns(turns_of(self.rotation) % 1.0);
        Isometry { cosine_sine: DVec2::new(cosine, sine), translation: self.translation.as_dvec2() }
    }
}

/// A [`Pose`] ready to be applied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Isometry {
    cosine_sine: DVec2,
    translation: DVec2,
}

impl Isometry {
    /// Where a point of the shape's own frame lies in the world.
    #[inline]
    pub(crate) fn apply(&self, point: DVec2) -> DVec2 {
        self.direction(point) + self.translation
    }

    /// A vector turned, but not moved.
    #[inline]
    pub(crate) fn direction(&self, vector: DVec2) -> DVec2 {
        let (cosine, sine) = (self.cosine_sine.x, self.cosine_sine.y);
        DVec2::new(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
    }
}
