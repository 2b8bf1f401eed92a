use glam::{DVec2, IVec2, Vec2};

/// A segment that is cast from its origin toward its end.
///
/// y points down, lengths are pixels. The ends are kept as `f64`, so that a direction and a length give the same end
/// pixel wherever the ray lies; every `f32` is kept exactly. Coordinates up to ±2^24 are exact, which is where `f32`
/// stops telling one pixel from the next.
///
/// **What is not a ray:** where a coordinate is NaN, infinite or beyond ±2^30, [`is_valid`](Self::is_valid) is false and
/// every query answers that nothing is hit and nothing is in sight.
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
    /// The longest ray that [`new`](Self::new) makes, in pixels: 2^20, up to which casts are fastest.
    pub const MAX_LENGTH: f64 = (1u64 << 20) as f64;
    const MAX_COORDINATE: f64 = (1u64 << 30) as f64;
    /// One that lies in the pixel (0, 0), where a ray is needed and none is there.
    pub(super) const POINT: Self = Self { origin: DVec2::ZERO, end: DVec2::ZERO };

    /// The ray from `origin` that runs `length` pixels along `direction`, which need not be of length 1.
    ///
    /// An infinite length, or one above [`MAX_LENGTH`](Self::MAX_LENGTH), becomes that length; a negative one runs
    /// backward. A direction of zero gives a ray of length 0, which tests the pixel of its origin. NaN anywhere, or a
    /// direction that is infinite, gives a ray that is not [valid](Self::is_valid).
    #[must_use]
    pub fn new(origin: impl Into<Vec2>, direction: impl Into<Vec2>, length: f32) -> Self {
        let (origin, direction) = (origin.into().as_dvec2(), direction.into().as_dvec2());
        let length = f64::from(length).clamp(-Self::MAX_LENGTH, Self::MAX_LENGTH);
        // In f64 the sum of two squares of f32s neither overflows nor loses the smallest.
        let norm = (direction.x * direction.x + direction.y * direction.y).sqrt();
        let end = if norm == 0.0 && !length.is_nan() { origin } else { origin + direction / norm * length };
        Self { origin, end }
    }

    /// The ray from one point to another; its ends are tested too.
    ///
    /// It may be longer than [`MAX_LENGTH`](Self::MAX_LENGTH) and is exact then too, but slower to cast.
    #[must_use]
    pub fn between(origin: impl Into<Vec2>, end: impl Into<Vec2>) -> Self {
        Self { origin: origin.into().as_dvec2(), end: end.into().as_dvec2() }
    }

    /// The ray from one point to another, for callers whose coordinates are `f64` already.
    #[must_use]
    pub const fn between_f64(origin: DVec2, end: DVec2) -> Self {
        Self { origin, end }
    }

    /// Where it begins.
    #[must_use]
    pub const fn origin(&self) -> DVec2 {
        self.origin
    }

    /// Where it ends at the latest.
    #[must_use]
    pub const fn end(&self) -> DVec2 {
        self.end
    }

    /// From origin to end.
    #[inline(always)]
    pub(super) fn motion(&self) -> DVec2 {
        self.end - self.origin
    }

    /// From origin to end, in pixels.
    #[must_use]
    pub fn length(&self) -> f64 {
        let along = self.motion();
        (along.x * along.x + along.y * along.y).sqrt()
    }

    /// The point at `fraction` of the way, in the order of operations that every query uses.
    #[must_use]
    pub fn point_at(&self, fraction: f64) -> DVec2 {
        self.origin + self.motion() * fraction
    }

    /// Whether its coordinates are finite and within ±2^30 pixels.
    #[must_use]
    #[inline(always)]
    pub fn is_valid(&self) -> bool {
        // A comparison with NaN is false. Without branches, as batches are set up in vector code.
        let within = |value: f64| value.abs() <= Self::MAX_COORDINATE;
        within(self.origin.x) & within(self.origin.y) & within(self.end.x) & within(self.end.y)
    }

    /// The pixels of origin and end: the coordinates rounded down, also where they are negative; `None` where it is not
    /// [valid](Self::is_valid).
    #[inline(always)]
    pub(crate) fn pixels(&self) -> Option<(IVec2, IVec2)> {
        self.is_valid().then(|| (pixel_of(self.origin), pixel_of(self.end)))
    }
}

/// The coordinates rounded down, for points within the range of `i32`.
#[inline(always)]
pub(super) fn pixel_of(point: DVec2) -> IVec2 {
    IVec2::new(floor(point.x), floor(point.y))
}

/// A number rounded down that is within the range of `i32`; some number for all others.
///
/// `f64::floor` is a library call where the processor is not known to have an instruction for it, and `as i32` minds
/// NaN and the ends of the range. At this magnitude the last bit of an `f64` is worth 1, so that an addition rounds to
/// the nearest whole number and its last bits are that number.
#[inline(always)]
pub(super) fn floor(value: f64) -> i32 {
    const MAGNITUDE: f64 = (3u64 << 51) as f64;
    let shifted = value + MAGNITUDE;
    let nearest = shifted - MAGNITUDE;
    (shifted.to_bits() as i32).wrapping_sub(i32::from(nearest > value))
}

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
    fn an_infinite_length_is_the_longest() {
        let ray = Ray::new((0.0, 0.0), (0.0, 2.0), f32::INFINITY);
        assert_eq!(ray.end(), dvec2(0.0, Ray::MAX_LENGTH));
        assert!(ray.is_valid());
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
}
