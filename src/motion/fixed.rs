//! Lengths in 1/65536 of a pixel, so that equal inputs give equal bits and sums have no order.

use glam::{DVec2, Vec2};

/// In a pixel.
pub(super) const UNITS: i64 = 1 << 16;

/// The fraction of what has just come to a pixel from the one before.
pub(super) const LEAST_REMAINDER: i32 = -(UNITS as i32) / 2;

/// The longest motion along an axis that one call makes, in pixels.
pub(super) const MAX_MOTION: i32 = 1 << 15;

/// Pixels in units, rounded to the nearest, of two the one away from 0; no motion where it is not a number, and at most
/// [`MAX_MOTION`] pixels.
#[inline]
pub(super) fn units(pixels: f64) -> i64 {
    let most = f64::from(MAX_MOTION);
    let units = pixels.clamp(-most, most) * UNITS as f64;
    // What comes in has at most 48 bits, so that the sum is exact wherever it is near a whole number. The cast cuts off what
    // is behind the point, and makes 0 of a NaN.
    (units + 0.5_f64.copysign(units)) as i64
}

/// A velocity over a time, in units. The products of two `f32` are exact.
#[inline]
pub(super) fn motion(velocity: Vec2, dt: f32) -> [i64; 2] {
    let motion: DVec2 = velocity.as_dvec2() * f64::from(dt);
    [units(motion.x), units(motion.y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_rounded_as_the_standard_library_rounds() {
        let mut state = 1_u64;
        for _ in 0..100_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (a, b) =
                (f32::from_bits((state >> 32) as u32 & 0xc7ff_ffff), f32::from_bits(state as u32 & 0xc7ff_ffff));
            for pixels in [f64::from(a), f64::from(a) * f64::from(b)] {
                let expected = (pixels.clamp(-32768.0, 32768.0) * 65536.0).round() as i64;
                assert_eq!(units(pixels), expected, "{pixels:e}");
            }
        }
        for (half, expected) in [(0.5, 1), (-0.5, -1), (1.5, 2), (0.499_999_97, 0), (-0.499_999_97, 0)] {
            assert_eq!(units(half / 65536.0), expected, "{half}");
        }
    }
}
