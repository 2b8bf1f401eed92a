//! Sine, cosine and arc tangent with identical bits on every machine.
//!
//! The standard library calls the platform's functions, whose last bits differ. The functions here are built from `+`,
//! `−`, `×`, `÷` and `√`, which IEEE 754 rounds in one way only. The sine has no branch, so a loop over many angles
//! becomes vector code.
//!
//! Angles are counted in turns. A quarter turn is a floating-point number, which π/2 is not, so whole quarter turns are
//! subtracted exactly.

use super::bound::Bound;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// Rounds a number below 2^51 in magnitude to the nearest whole number (ties to even) when added to it; the whole
/// number is then in the lowest bits.
const ROUND: f64 = 1.5 * (1u64 << 52) as f64;

/// Converts an angle in radians to turns. NaN for NaN and infinity.
///
/// Within ±4 turns, the `f32` nearest to a multiple of an eighth of a turn becomes that multiple. So `PI` is half a
/// turn, though the number differs from π by 9e-8. Every other angle is divided by 2π, to within 2^-52 of itself.
pub(crate) fn turns_of(radians: f32) -> f64 {
    if !radians.is_finite() {
        return f64::NAN;
    }
    let turns = f64::from(radians) / TAU;
    let eighths = (turns * 8.0).round() / 8.0;
    if eighths.abs() <= 4.0 && (eighths * TAU) as f32 == radians { eighths } else { turns }
}

/// Returns sine and cosine of an angle in radians, with the same bits as for its [turns](turns_of). NaN for NaN and
/// infinity.
///
/// No branches and no calls, so that loops over many angles become vector code.
#[inline(always)]
pub(crate) fn sin_cos_of_radians(radians: f32) -> (f64, f64) {
    let turns = f64::from(radians) / TAU;
    // Halves of eighths may round differently than in `turns_of`, but they are no multiples.
    let eighths = ((turns * 8.0 + ROUND) - ROUND) / 8.0;
    let is_multiple = (eighths.abs() <= 4.0) & ((eighths * TAU) as f32 == radians);
    let turns = if is_multiple { eighths } else { turns };
    // Whole turns are subtracted exactly, as the sine takes no more than 2^48 of them. A remainder of 0 keeps the
    // angle's sign, and so does its sine.
    sin_cos_of_turns((turns - turns.trunc()).copysign(turns))
}

/// Returns sine and cosine of an angle in turns, up to ±2^48 turns; NaN for NaN.
///
/// Both are within 1e-15 of the true value, exact (0, 1 or −1) at every multiple of a quarter turn, and equal in magnitude
/// at every odd multiple of an eighth. The angle is
/// reduced exactly to an eighth of a turn around 0. There Taylor's series is summed up to the 15th and the 16th
/// power; the remainder is below `(π/4)^17 / 17! < 5e-17`, so rounding dominates the error.
#[inline(always)]
pub(crate) fn sin_cos_of_turns(turns: f64) -> (f64, f64) {
    const fn inverse_factorial(n: u32) -> f64 {
        let (mut product, mut i) = (1.0, 2);
        while i <= n {
            product *= i as f64;
            i += 1;
        }
        1.0 / product
    }
    const S: [f64; 7] = [
        -inverse_factorial(3),
        inverse_factorial(5),
        -inverse_factorial(7),
        inverse_factorial(9),
        -inverse_factorial(11),
        inverse_factorial(13),
        -inverse_factorial(15),
    ];
    const C: [f64; 7] = [
        inverse_factorial(4),
        -inverse_factorial(6),
        inverse_factorial(8),
        -inverse_factorial(10),
        inverse_factorial(12),
        -inverse_factorial(14),
        inverse_factorial(16),
    ];
    let quarters = turns * 4.0;
    let rounded = quarters + ROUND;
    let quadrant = rounded.to_bits();
    let x = (quarters - (rounded - ROUND)) * FRAC_PI_2;
    let x2 = x * x;
    let sum = |terms: &[f64; 7]| {
        let [a, b, c, d, e, f, g] = *terms;
        a + x2 * (b + x2 * (c + x2 * (d + x2 * (e + x2 * (f + x2 * g)))))
    };
    let sin = x + x * x2 * sum(&S);
    let cos = (1.0 - 0.5 * x2) + x2 * x2 * sum(&C);
    // At an eighth of a turn both are √½, as swapping x and y demands. The cosine is the nearest number to it.
    let sin = if x.abs() == FRAC_PI_4 { cos.copysign(x) } else { sin };
    // A quarter turn turns the sine into the cosine, and the cosine into the negated sine.
    let odd = quadrant & 1 == 1;
    let (sin, cos) = if odd { (cos, sin) } else { (sin, cos) };
    let negated_if = |value: f64, bit: u64| f64::from_bits(value.to_bits() ^ ((bit >> 1 & 1) << 63));
    (negated_if(sin, quadrant), negated_if(cos, quadrant.wrapping_add(1)))
}

/// Returns the angle of the vector `(x, y)` in radians, from +x toward +y, in (−π, π]; 0 for a vector of length 0 or
/// with NaN.
///
/// The result is within 1e-15 of the true value, and the nearest `f64` at every multiple of an eighth of a turn. The
/// angle is reduced below an eighth of a turn by swapping and mirroring, then halved twice by `atan(t) = 2 atan(t /
/// (1 + √(1 + t²)))`. There `t < 0.199`, and the series is summed up to the 23rd power; the remainder is below
/// `0.199^25 / 25 < 2e-19`.
pub(crate) fn angle_of(x: f64, y: f64) -> f64 {
    let (long, short) = (x.abs().at_least(y.abs()), x.abs().at_most(y.abs()));
    if !(long > 0.0 && long.is_finite()) {
        return 0.0;
    }
    let below_eighth = if long == short {
        FRAC_PI_4
    } else {
        let halved = |t: f64| t / (1.0 + (1.0 + t * t).sqrt());
        let t = halved(halved(short / long));
        let t2 = t * t;
        let series = (0..12).rev().fold(0.0, |sum, k| 1.0 / f64::from(2 * k + 1) - t2 * sum);
        4.0 * t * series
    };
    let below_quarter = if x.abs() >= y.abs() { below_eighth } else { FRAC_PI_2 - below_eighth };
    let below_half = if x < 0.0 { PI - below_quarter } else { below_quarter };
    if y < 0.0 { -below_half } else { below_half }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(turns: f64, (sin, cos): (f64, f64)) -> f64 {
        // Whole turns are subtracted first, so that the platform's function is called where it is most exact.
        let angle = turns.fract() * TAU;
        (sin - angle.sin()).abs().max((cos - angle.cos()).abs())
    }

    #[test]
    fn both_are_within_the_bound_of_the_platform_s() {
        let mut rng = fastrand::Rng::with_seed(31);
        let mut worst: f64 = 0.0;
        for case in 0..400_000 {
            let reach = [1.0, 8.0, 1e4, (1u64 << 20) as f64][case % 4];
            let turns = (rng.f64() * 2.0 - 1.0) * reach;
            worst = worst.max(error(turns, sin_cos_of_turns(turns)));
        }
        // Includes the platform's own error, and the rounding of the product with 2π.
        assert!(worst < 2e-15, "{worst:e}");
    }

    #[test]
    fn quarter_turns_are_exact() {
        for quarter in -4000_i32..=4000 {
            let expected = match quarter.rem_euclid(4) {
                0 => (0.0, 1.0),
                1 => (1.0, 0.0),
                2 => (0.0, -1.0),
                _ => (-1.0, 0.0),
            };
            assert_eq!(sin_cos_of_turns(f64::from(quarter) / 4.0), expected, "{quarter} quarters");
        }
        for eighth in -4001_i32..=4001 {
            let (sin, cos) = sin_cos_of_turns(f64::from(eighth) / 8.0);
            assert!(eighth % 2 == 0 || (sin.abs() == cos.abs() && cos.abs() == 0.5_f64.sqrt()), "{eighth} eighths");
        }
        let largest = (1u64 << 48) as f64;
        assert_eq!(sin_cos_of_turns(largest - 0.25), (-1.0, 0.0));
    }

    #[test]
    fn radians_are_turns_to_far_less_than_an_f32_can_tell() {
        let mut rng = fastrand::Rng::with_seed(32);
        for _ in 0..200_000 {
            let bits = rng.u32(..);
            let radians = f32::from_bits(bits);
            let turns = turns_of(radians);
            if !radians.is_finite() {
                assert!(turns.is_nan(), "{radians}");
                continue;
            }
            let off = (turns * TAU - f64::from(radians)).abs();
            assert!(off <= f64::from(radians).abs() / (1u64 << 24) as f64, "{radians}: {off:e}");
        }
        for eighth in -32_i32..=32 {
            let radians = (f64::from(eighth) * TAU / 8.0) as f32;
            assert_eq!(turns_of(radians), f64::from(eighth) / 8.0);
            let next = radians.next_up();
            assert!((turns_of(next) * TAU - f64::from(next)).abs() <= f64::from(next).abs() * f64::EPSILON);
        }
    }

    #[test]
    fn radians_have_the_sine_and_cosine_of_their_turns() {
        let mut rng = fastrand::Rng::with_seed(34);
        let multiples = (-64_i32..=64).map(|sixteenth| (f64::from(sixteenth) * TAU / 16.0) as f32);
        let random: Vec<f32> = (0..200_000).map(|_| f32::from_bits(rng.u32(..))).collect();
        for radians in multiples.chain(random) {
            let expected = sin_cos_of_turns(turns_of(radians) % 1.0);
            let found = sin_cos_of_radians(radians);
            let is_same = (found.0.to_bits(), found.1.to_bits()) == (expected.0.to_bits(), expected.1.to_bits());
            assert!(is_same || !radians.is_finite() && found.0.is_nan() && found.1.is_nan(), "{radians}");
        }
    }

    #[test]
    fn angles_of_vectors_are_within_the_bound_of_the_platform_s() {
        let mut rng = fastrand::Rng::with_seed(33);
        let mut worst: f64 = 0.0;
        for case in 0..200_000 {
            let mut coordinate = || (rng.f64() - 0.5) * [1.0, 1e-9, 1e30, 4.0][rng.usize(0..4)];
            let (x, y) = if case % 2 == 0 { (coordinate(), coordinate()) } else { (1.0 - coordinate() / 8.0, 1.0) };
            worst = worst.max((angle_of(x, y) - y.atan2(x)).abs());
        }
        assert!(worst < 2e-15, "{worst:e}");
        for (eighth, (x, y)) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)].into_iter().enumerate() {
            let expected = eighth as f64 * FRAC_PI_4;
            assert_eq!(angle_of(f64::from(x) * 7.0, f64::from(y) * 7.0), expected);
            if y != 0 {
                assert_eq!(angle_of(f64::from(x) * 3.0, f64::from(-y) * 3.0), -expected);
            }
        }
        for (x, y) in [(0.0, 0.0), (f64::NAN, 1.0), (1.0, f64::NAN), (f64::INFINITY, 1.0)] {
            assert!(angle_of(x, y) == 0.0 || x.is_nan() || y.is_nan(), "({x}, {y})");
            assert!(angle_of(x, y).is_finite());
        }
    }

    #[test]
    fn the_same_bits_everywhere() {
        // Computed once; must be equal on every processor and in every profile.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for i in 0..10_000 {
            let (sin, cos) = sin_cos_of_turns(f64::from(i) * 0.001_234_5 - 6.0);
            for bits in [sin.to_bits(), cos.to_bits()] {
                hash = (hash ^ bits).wrapping_mul(0x0100_0000_01b3);
            }
        }
        assert_eq!(format!("{hash:016x}"), "64be68b6024de2d4");
    }
}
