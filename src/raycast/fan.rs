//! Fans: rays from one point over an angle.

use super::ray::Ray;
use crate::geometry::{Bound, sin_cos_of_turns, turns_of};
use glam::{DVec2, Vec2};

/// Evenly spaced rays from one point over an angle: a lidar, a field of view, light around a lamp.
///
/// Angles are radians from +x toward +y, which is clockwise on the screen. A negative sweep turns counterclockwise. The
/// number of rays is an argument of the calls that use the fan.
///
/// Directions are bit-identical on every machine. They are within 1e-15, plus 2^-52 of the largest angle, of the true
/// ones. An angle that is the nearest `f32` to a multiple of an eighth of a turn, up to 4 turns, stands for that
/// multiple. So a sweep of `TAU` is a full turn, and the rays along an axis are exactly along it.
///
/// **NaN and other invalid fans:** if an angle is NaN or infinite, the length NaN, or the origin not finite, no ray of
/// the fan is [valid](Ray::is_valid), and none hits anything.
///
/// ```
/// use tileray::{RayFan, glam::dvec2};
///
/// let lidar = RayFan::circle((10.0, 10.0), 100.0);
/// let ends: Vec<_> = lidar.rays(4).map(|ray| ray.end()).collect();
/// assert_eq!(
///     ends,
///     [dvec2(110.0, 10.0), dvec2(10.0, 110.0), dvec2(-90.0, 10.0), dvec2(10.0, -90.0)]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayFan {
    origin: Vec2,
    /// The angle of the first ray, or of the middle for a view.
    angle: f32,
    sweep: f32,
    length: f32,
    /// Whether `angle` is the middle of the fan, with a ray on each border.
    is_view: bool,
}

impl RayFan {
    /// Creates a fan of `n` rays at the angles `start_angle + sweep · i / n`: the first ray on one border, none on
    /// the other.
    ///
    /// So the parts of a full turn are all equal, and adjacent fans share no ray. A sweep is at most 2^20 turns.
    /// Lengths are treated as by [`Ray::new`].
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    /// use tileray::{RayFan, glam::dvec2};
    ///
    /// let quarter = RayFan::new((0.0, 0.0), 0.0, FRAC_PI_2, 8.0);
    /// assert_eq!(quarter.ray(0, 90).end(), dvec2(8.0, 0.0));
    /// assert!(quarter.rays(90).all(|ray| ray.end().x > 0.0));
    /// ```
    #[must_use]
    pub fn new(origin: impl Into<Vec2>, start_angle: f32, sweep: f32, length: f32) -> Self {
        Self { origin: origin.into(), angle: start_angle, sweep, length, is_view: false }
    }

    /// Creates a field of view: `n` rays at the angles `center_angle − sweep / 2 + sweep · i / (n − 1)`.
    ///
    /// One ray lies on each border. A single ray points along the middle.
    ///
    /// ```
    /// use std::f32::consts::{FRAC_PI_2, PI};
    /// use tileray::{RayFan, glam::dvec2};
    ///
    /// let left_half = RayFan::view((0.0, 0.0), PI, PI, 8.0);
    /// assert_eq!(left_half.ray(0, 3).end(), dvec2(0.0, 8.0));
    /// assert_eq!(left_half.ray(1, 3).end(), dvec2(-8.0, 0.0));
    /// assert_eq!(left_half.ray(2, 3).end(), dvec2(0.0, -8.0));
    /// ```
    #[must_use]
    pub fn view(origin: impl Into<Vec2>, center_angle: f32, sweep: f32, length: f32) -> Self {
        Self { origin: origin.into(), angle: center_angle, sweep, length, is_view: true }
    }

    /// Creates a fan of rays all around a point. The first ray points along +x.
    #[must_use]
    pub fn circle(origin: impl Into<Vec2>, length: f32) -> Self {
        Self::new(origin, 0.0, std::f32::consts::TAU, length)
    }

    /// Returns the origin of all rays.
    #[must_use]
    pub const fn origin(&self) -> Vec2 {
        self.origin
    }

    /// Returns ray `i` of `n`, counted from 0, or a ray that is not [valid](Ray::is_valid) unless `i < n`.
    ///
    /// ```
    /// use tileray::{RayFan, glam::dvec2};
    ///
    /// let fan = RayFan::circle((0.0, 0.0), 4.0);
    /// assert_eq!(fan.ray(3, 4).end(), dvec2(0.0, -4.0));
    /// assert!(!fan.ray(4, 4).is_valid());
    /// ```
    #[must_use]
    pub fn ray(&self, i: usize, n: usize) -> Ray {
        if i < n { self.angles(n).ray(i) } else { Ray::between_f64(DVec2::NAN, DVec2::NAN) }
    }

    /// Returns all of `n` rays.
    pub fn rays(&self, n: usize) -> impl ExactSizeIterator<Item = Ray> + use<> {
        let angles = self.angles(n);
        (0..n).map(move |i| angles.ray(i))
    }

    /// Returns the values that all of `n` rays share.
    pub(super) fn angles(&self, n: usize) -> FanAngles {
        const MOST_TURNS: f64 = (1u64 << 20) as f64;
        let n = n as f64;
        let (offset, parts) = if self.is_view { (n - 1.0, (n - 1.0).at_least(1.0)) } else { (0.0, n) };
        FanAngles {
            origin: self.origin.as_dvec2(),
            turns: turns_of(self.angle) % 1.0,
            sweep: turns_of(self.sweep).within(-MOST_TURNS, MOST_TURNS),
            offset,
            half_parts: 2.0 * parts,
            length: f64::from(self.length).within(-Ray::MAX_LENGTH, Ray::MAX_LENGTH),
        }
    }
}

/// A fan of a given number of rays. Ray `i` has the angle `turns + sweep · (2·i − offset) / half_parts`, in turns.
#[derive(Clone, Copy)]
pub(crate) struct FanAngles {
    origin: DVec2,
    turns: f64,
    sweep: f64,
    offset: f64,
    half_parts: f64,
    length: f64,
}

impl FanAngles {
    #[inline(always)]
    pub(super) fn ray(&self, i: usize) -> Ray {
        self.ray_after(i as f64, 0)
    }

    /// Returns ray `first + i`. The sum is exact, and only `i` is converted for each ray.
    #[inline(always)]
    pub(super) fn ray_after(&self, first: f64, i: u32) -> Ray {
        let i = first + f64::from(i);
        let (sin, cos) = sin_cos_of_turns(self.turns + self.sweep * (2.0 * i - self.offset) / self.half_parts);
        Ray::between_f64(self.origin, self.origin + DVec2::new(cos, sin) * self.length)
    }
}
