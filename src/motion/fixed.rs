//! Fixed point: lengths in 1/65536 of a pixel. Equal inputs give equal bits, and sums do not depend on their order.
//!
//! A position is a pixel and a fraction from −1/2 to 1/2, both included. A point halfway between two pixels belongs to
//! the one that it comes from. So no direction is preferred, and the state needs nothing more.

use crate::geometry::Bound;
use crate::terrain::StateHash;
use crate::tile::TileMap;
use glam::{DVec2, IVec2, Vec2};

/// Units in a pixel.
pub(super) const UNITS: i64 = 1 << 16;

/// The least fraction of a pixel that a position keeps: its point has just crossed over from the pixel before.
pub(super) const LEAST_REMAINDER: i32 = -(UNITS as i32) / 2;

/// The longest motion along an axis in one call, in pixels.
pub(super) const MAX_MOTION: i32 = 1 << 15;

/// Converts pixels to units, rounded to the nearest, half away from 0. NaN becomes 0, and motions are clamped to
/// [`MAX_MOTION`] pixels.
#[inline]
pub(super) fn units(pixels: f64) -> i64 {
    let most = f64::from(MAX_MOTION);
    let units = pixels.within(-most, most) * UNITS as f64;
    // Inputs have at most 48 significant bits, so the sum is exact wherever it is near a whole number. The cast
    // truncates, and turns NaN into 0.
    (units + 0.5_f64.copysign(units)) as i64
}

/// Returns the motion of a velocity over a time, in units. The products of two `f32` are exact in `f64`.
#[inline]
pub(super) fn motion(velocity: Vec2, dt: f32) -> [i64; 2] {
    let motion: DVec2 = velocity.as_dvec2() * f64::from(dt);
    [units(motion.x), units(motion.y)]
}

/// Returns the sum of two motions, clamped as [`units`] does.
pub(super) fn sum(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    const MOST: i64 = MAX_MOTION as i64 * UNITS;
    [0, 1].map(|axis| (a[axis] + b[axis]).clamp(-MOST, MOST))
}

/// Returns the number of pixels that a point crosses into, and its fraction in the last one, in units. `exact` is the
/// point's distance from the middle of its first pixel.
///
/// A point halfway between two pixels stays in the one that it comes from.
#[inline]
pub(super) const fn crossed(exact: i64) -> (i64, i64) {
    // An arithmetic shift rounds down, so a half would be rounded up.
    let pixels = (exact + UNITS / 2 - (exact > 0) as i64) >> UNITS.trailing_zeros();
    (pixels, exact - pixels * UNITS)
}

/// The position of a body, a solid or a floor area: a pixel, and a fraction of a pixel from −1/2 to 1/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "RawFixedPosition"))]
pub(super) struct FixedPosition {
    pixel: IVec2,
    /// The fraction, in [`UNITS`].
    remainder: IVec2,
}

impl FixedPosition {
    /// Creates a position at a pixel without a fraction, clamped to the world.
    pub(super) const fn new(pixel: IVec2) -> Self {
        Self { pixel: Self::clamp_to_world(pixel), remainder: IVec2::ZERO }
    }

    /// Returns the nearest pixel of the world, whose coordinates are exact in `f32`.
    pub(super) const fn clamp_to_world(pixel: IVec2) -> IVec2 {
        const fn clamp(coordinate: i32) -> i32 {
            const MOST: i32 = TileMap::MAX_COORDINATE;
            if coordinate < -MOST {
                -MOST
            } else if coordinate > MOST {
                MOST
            } else {
                coordinate
            }
        }
        IVec2::new(clamp(pixel.x), clamp(pixel.y))
    }

    /// Returns whether a pixel lies in the world.
    pub(super) fn is_in_world(pixel: IVec2) -> bool {
        Self::clamp_to_world(pixel) == pixel
    }

    /// Returns whether a pixel is so far from the edge of the world that no motion leads there.
    #[inline]
    pub(super) const fn is_far_from_edge(pixel: IVec2) -> bool {
        // A motion crosses at most one pixel more than its length.
        const MOST: u32 = (TileMap::MAX_COORDINATE - MAX_MOTION - 1) as u32;
        pixel.x.unsigned_abs() <= MOST && pixel.y.unsigned_abs() <= MOST
    }

    pub(super) const fn pixel(&self) -> IVec2 {
        self.pixel
    }

    /// Returns the fraction, in [`UNITS`].
    pub(super) const fn remainder(&self) -> IVec2 {
        self.remainder
    }

    /// Moves by one pixel and keeps the fraction.
    pub(super) fn step(&mut self, step: IVec2) {
        self.set(self.pixel + step, self.remainder);
    }

    /// Sets the pixel, which must lie in the world, and the fraction.
    pub(super) fn set(&mut self, pixel: IVec2, remainder: IVec2) {
        debug_assert!(Self::is_in_world(pixel), "{pixel} is outside of the world");
        (self.pixel, self.remainder) = (pixel, remainder);
    }

    /// Moves by a motion in units through empty space, up to the edge of the world.
    pub(super) fn drift(&mut self, motion: [i64; 2]) {
        for (axis, motion) in motion.into_iter().enumerate() {
            let (pixels, remainder) = crossed(i64::from(self.remainder[axis]) + motion);
            self.pixel[axis] += pixels as i32;
            self.remainder[axis] = remainder as i32;
        }
        let clamped = Self::clamp_to_world(self.pixel);
        self.remainder = IVec2::select(clamped.cmpeq(self.pixel), self.remainder, IVec2::ZERO);
        self.pixel = clamped;
    }

    /// Moves to an exact position, as a motion from here would: halfway between two pixels the nearer one from here
    /// counts. NaN and a coordinate that [`to_vec2`](Self::to_vec2) returns change nothing.
    pub(super) fn set_exact(&mut self, exact: Vec2) {
        const MOST: f64 = TileMap::MAX_COORDINATE as f64;
        let present = self.to_vec2();
        for axis in 0..2 {
            // `f32` may lack bits of the present fraction.
            if exact[axis] == present[axis] || exact[axis].is_nan() {
                continue;
            }
            let way = f64::from(exact[axis]).within(-MOST, MOST) - f64::from(self.pixel[axis]);
            let (pixels, remainder) = crossed((way * UNITS as f64).round() as i64);
            self.pixel[axis] += pixels as i32;
            self.remainder[axis] = remainder as i32;
        }
    }

    /// Returns the sum of the pixel and the fraction.
    pub(super) fn to_vec2(self) -> Vec2 {
        (self.pixel.as_dvec2() + self.remainder.as_dvec2() / UNITS as f64).as_vec2()
    }

    pub(super) fn hash_state(&self, hash: &mut StateHash) {
        hash.add_pair(self.pixel);
        hash.add_pair(self.remainder);
    }
}

/// A position as it is read, before it is clamped to the world and to the range of fractions.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "FixedPosition")]
struct RawFixedPosition {
    pixel: IVec2,
    remainder: IVec2,
}

#[cfg(feature = "serde")]
impl From<RawFixedPosition> for FixedPosition {
    fn from(RawFixedPosition { pixel, remainder }: RawFixedPosition) -> Self {
        let half = UNITS as i32 / 2;
        let mut position = Self::new(pixel);
        position.remainder = remainder.clamp(IVec2::splat(-half), IVec2::splat(half));
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_rounded_as_the_standard_library_rounds() {
        let mut rng = reference::seeded(1);
        for _ in 0..100_000 {
            let [a, b] = [(); 2].map(|()| f32::from_bits(rng.u32(..) & 0xc7ff_ffff));
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
