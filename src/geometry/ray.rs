//! Rays, and the rounding of points to pixels and to 1/256 pixel.

use super::bound::Bound;
use glam::{DVec2, IVec2, Vec2};
use std::fmt;

/// A ray: a line segment that is cast from its origin toward its end.
///
/// y points down, and lengths are pixels. Both ends are stored as `f64`, so a direction and a length give the same
/// end pixel wherever the ray lies. Every `f32` is stored exactly. Coordinates are exact up to ±2^24, where `f32`
/// no longer separates neighboring pixels.
///
/// **NaN and other invalid rays:** if a coordinate is NaN, infinite or beyond ±2^30,
/// [`is_valid`](Self::is_valid) is false. Every query then returns no hit and no line of sight.
///
/// ```
/// use tileray::{Ray, glam::dvec2};
///
/// let ray = Ray::new((10.0, 10.0), (3.0, 4.0), 100.0);
/// assert_eq!(ray.end(), dvec2(70.0, 90.0));
/// assert!(!Ray::new((0.0, 0.0), (f32::NAN, 1.0), 5.0).is_valid());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray {
    origin: DVec2,
    end: DVec2,
}

impl Ray {
    /// The longest ray that [`new`](Self::new) creates: 2^20 pixels. Longer rays are slower to cast.
    pub const MAX_LENGTH: f64 = (1u64 << 20) as f64;
    pub(crate) const MAX_COORDINATE: f64 = (1u64 << 30) as f64;
    /// A placeholder: a ray of length 0 at (0, 0).
    pub(crate) const POINT: Self = Self { origin: DVec2::ZERO, end: DVec2::ZERO };

    /// Creates a ray of `length` pixels from `origin` along `direction`, which need not be a unit vector.
    ///
    /// Lengths above [`MAX_LENGTH`](Self::MAX_LENGTH), infinity included, become `MAX_LENGTH`. A negative length runs
    /// backward. A zero direction gives a ray of length 0, which tests the pixel of its origin. NaN anywhere, or an
    /// infinite direction, gives a ray that is not [valid](Self::is_valid).
    ///
    /// ```
    /// use tileray::{Ray, glam::dvec2};
    ///
    /// let down = Ray::new((8.0, 8.0), (0.0, 5.0), f32::INFINITY);
    /// assert_eq!(down.end(), dvec2(8.0, 8.0 + Ray::MAX_LENGTH));
    /// ```
    #[must_use]
    pub fn new(origin: impl Into<Vec2>, direction: impl Into<Vec2>, length: f32) -> Self {
        let (origin, direction) = (origin.into().as_dvec2(), direction.into().as_dvec2());
        let length = f64::from(length).within(-Self::MAX_LENGTH, Self::MAX_LENGTH);
        // In f64 the sum of two squares of f32s neither overflows nor loses the smallest.
        let norm = (direction.x * direction.x + direction.y * direction.y).sqrt();
        let end = if norm == 0.0 && !length.is_nan() { origin } else { origin + direction / norm * length };
        Self { origin, end }
    }

    /// Creates a ray from one point to another. The pixels of both ends are tested.
    ///
    /// The ray may be longer than [`MAX_LENGTH`](Self::MAX_LENGTH). Such a ray is as exact, but slower to cast.
    ///
    /// ```
    /// use tileray::Ray;
    ///
    /// assert_eq!(Ray::between((10.0, 10.0), (13.0, 14.0)).length(), 5.0);
    /// ```
    #[must_use]
    pub fn between(origin: impl Into<Vec2>, end: impl Into<Vec2>) -> Self {
        Self { origin: origin.into().as_dvec2(), end: end.into().as_dvec2() }
    }

    /// Creates a ray from one point to another in `f64`.
    ///
    /// ```
    /// use tileray::{Ray, glam::dvec2};
    ///
    /// let ray = Ray::between_f64(dvec2(0.5, 0.5), dvec2(0.5, 1e9));
    /// assert!(ray.is_valid());
    /// ```
    #[must_use]
    pub const fn between_f64(origin: DVec2, end: DVec2) -> Self {
        Self { origin, end }
    }

    /// Returns the start point.
    #[must_use]
    pub const fn origin(&self) -> DVec2 {
        self.origin
    }

    /// Returns the end point.
    #[must_use]
    pub const fn end(&self) -> DVec2 {
        self.end
    }

    /// Returns the y coordinate of the origin if `steep`, else the x coordinate. Reads memory, so that no branch on the
    /// axis is mispredicted.
    #[inline(always)]
    pub(crate) fn origin_along(&self, steep: bool) -> f64 {
        AsRef::<[f64; 2]>::as_ref(&self.origin)[usize::from(steep)]
    }

    /// Returns the vector from origin to end.
    #[inline(always)]
    pub(crate) fn motion(&self) -> DVec2 {
        self.end - self.origin
    }

    /// Returns the distance from origin to end, in pixels.
    #[must_use]
    pub fn length(&self) -> f64 {
        let along = self.motion();
        (along.x * along.x + along.y * along.y).sqrt()
    }

    /// Returns the point at `fraction` of the ray: 0 is the origin, 1 the end.
    ///
    /// Rounded as the points of hits are.
    ///
    /// ```
    /// use tileray::{Ray, glam::dvec2};
    ///
    /// let ray = Ray::between((0.0, 0.0), (8.0, 4.0));
    /// assert_eq!(ray.point_at(0.25), dvec2(2.0, 1.0));
    /// ```
    #[must_use]
    pub fn point_at(&self, fraction: f64) -> DVec2 {
        self.origin + self.motion() * fraction
    }

    /// Returns whether all coordinates are finite and within ±2^30 pixels.
    #[must_use]
    #[inline(always)]
    pub fn is_valid(&self) -> bool {
        // A comparison with NaN is false. No branches, so that batches are prepared in vector code.
        let within = |value: f64| value.abs() <= Self::MAX_COORDINATE;
        within(self.origin.x) & within(self.origin.y) & within(self.end.x) & within(self.end.y)
    }

    /// Returns the pixels of origin and end, or `None` if the ray is not [valid](Self::is_valid).
    #[inline(always)]
    pub(crate) fn pixels(&self) -> Option<(IVec2, IVec2)> {
        let pixel = |point: DVec2| IVec2::new(floor(point.x), floor(point.y));
        self.is_valid().then(|| (pixel(self.origin), pixel(self.end)))
    }
}

/// Writes origin and end. A precision holds for each number.
///
/// ```
/// use tileray::Ray;
///
/// let ray = Ray::between((888.0, 628.5), (900.0, 600.0));
/// assert_eq!(ray.to_string(), "[888, 628.5] -> [900, 600]");
/// assert_eq!(format!("{ray:.1}"), "[888.0, 628.5] -> [900.0, 600.0]");
/// ```
impl fmt::Display for Ray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.origin.fmt(f)?;
        f.write_str(" -> ")?;
        self.end.fmt(f)
    }
}

/// Units in a pixel: the points of exact queries are rounded to units.
pub(crate) const UNITS: u64 = 256;
pub(crate) const UNIT_BITS: u32 = UNITS.ilog2();

/// Rounds a number within the range of `i32` down. The result for other numbers is unspecified.
///
/// `f64::floor` is a library call unless the target has an instruction for it, and `as i32` handles NaN and saturates.
/// In `f64`, the last bit of the sum `1.5·2^52 + value` is worth 1. So the addition rounds to the nearest whole number,
/// whose last bits are the last bits of the sum.
#[inline(always)]
pub(crate) fn floor(value: f64) -> i32 {
    const MAGNITUDE: f64 = (3u64 << 51) as f64;
    let shifted = value + MAGNITUDE;
    let nearest = shifted - MAGNITUDE;
    (shifted.to_bits() as i32).wrapping_sub(i32::from(nearest > value))
}

/// Returns [`floor`] as an `f64`. Faster where the number would be converted at once.
#[inline(always)]
pub(crate) fn floor_whole(value: f64) -> f64 {
    const MAGNITUDE: f64 = (3u64 << 51) as f64;
    let nearest = (value + MAGNITUDE) - MAGNITUDE;
    nearest - if nearest > value { 1.0 } else { 0.0 }
}

/// Rounds `256·value` to a whole number, ties to the even one, for values within ±2^30.
///
/// So mirror images of a point are rounded alike: the mirror image of an even number of units is even.
///
/// The product is exact and at most `2^38`. As in [`floor`], adding `1.5·2^52` rounds it to a whole number: the bits of
/// the sum minus the bits of the constant. Beyond ±2^30 the result is meaningless. Packets compute it before they know
/// whether a ray is valid.
#[inline(always)]
pub(crate) fn snapped(value: f64) -> i64 {
    ((value * UNITS as f64 + WHOLE).to_bits() as i64).wrapping_sub(WHOLE.to_bits() as i64)
}

/// Returns [`snapped`] as an `f64`. Faster where the number would be converted at once.
#[inline(always)]
pub(crate) fn snapped_whole(value: f64) -> f64 {
    (value * UNITS as f64 + WHOLE) - WHOLE
}

/// Returns the pixels that hold a point, given in units, in their closed squares: one, two on a border, four on a corner.
pub(crate) fn pixels_around(x: i64, y: i64) -> impl Iterator<Item = IVec2> + Clone {
    let around = |units: i64| ((units - 1) >> UNIT_BITS) as i32..=(units >> UNIT_BITS) as i32;
    let (xs, ys) = (around(x), around(y));
    ys.flat_map(move |y| xs.clone().map(move |x| IVec2::new(x, y)))
}

/// At this magnitude the last bit of an `f64` is worth 1.
const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{dvec2, ivec2, vec2};

    #[test]
    fn the_direction_need_not_be_unit() {
        for scale in [1e-30, 0.5, 1.0, 1e30] {
            let ray = Ray::new(vec2(1.0, 2.0), vec2(0.0, -scale), 7.0);
            assert_eq!(ray.end(), dvec2(1.0, -5.0), "scale {scale}");
        }
    }

    #[test]
    fn no_direction_or_no_length_is_a_point() {
        for ray in [Ray::new((3.5, -0.5), (0.0, 0.0), f32::INFINITY), Ray::new((3.5, -0.5), (1.0, 2.0), 0.0)] {
            assert_eq!(ray.pixels(), Some((ivec2(3, -1), ivec2(3, -1))));
            assert_eq!(ray.length(), 0.0);
        }
    }

    #[test]
    fn a_negative_length_runs_backward() {
        assert_eq!(Ray::new((5.0, 5.0), (1.0, 0.0), -3.0).end(), dvec2(2.0, 5.0));
    }

    #[test]
    fn what_is_not_finite_is_not_valid() {
        let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
        for value in bad {
            assert!(!Ray::new((value, 0.0), (1.0, 0.0), 5.0).is_valid());
            assert!(!Ray::new((0.0, value), (0.0, 0.0), 5.0).is_valid());
            assert!(!Ray::new((0.0, 0.0), (1.0, value), 5.0).is_valid());
            assert!(!Ray::between((0.0, 0.0), (0.0, value)).is_valid());
        }
        assert!(!Ray::new((0.0, 0.0), (1.0, 0.0), f32::NAN).is_valid());
        assert!(!Ray::new((0.0, 0.0), (0.0, 0.0), f32::NAN).is_valid());
        assert!(!Ray::between((0.0, 0.0), (3e9, 0.0)).is_valid());
    }

    #[test]
    fn both_ways_to_round_to_units_agree() {
        let mut rng = fastrand::Rng::with_seed(19);
        for _ in 0..100_000 {
            let scale = f64::from(1_u32 << rng.u32(0..31));
            // Mostly halves of units.
            let value = match rng.u32(0..3) {
                0 => (rng.f64() - 0.5) * 2.0 * scale,
                _ => ((rng.f64() - 0.5) * scale * 512.0).floor() / 512.0,
            };
            assert_eq!(snapped_whole(value), snapped(value) as f64, "{value}");
            assert_eq!(snapped(value), (value * 256.0).round_ties_even() as i64, "{value}");
            assert_eq!(snapped(-value), -snapped(value), "{value}");
        }
    }
}
