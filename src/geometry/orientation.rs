//! The exact side of a line on which a point lies.

use glam::Vec2;

/// Returns twice the signed area of the triangle `a`, `b`, `c`, with the exact sign for all finite points.
///
/// Positive where `a → b → c` turns from +x toward +y (clockwise on screen); 0 exactly where the three points are
/// collinear. The magnitude is within about 2^-50 of itself. NaN or infinity give a meaningless sum, never a panic.
///
/// The determinant of the differences is computed in `f64`. Its error is below `(3 + 16ε)ε` times the sum of the two
/// products' magnitudes (Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates"), rounded differences included. Only where the determinant is closer to 0 than that, its six products
/// of coordinates are summed without rounding.
#[inline]
pub(crate) fn orientation(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    const BOUND: f64 = (3.0 + 16.0 * UNIT) * UNIT;
    let (a, b, c) = (a.as_dvec2(), b.as_dvec2(), c.as_dvec2());
    let (left, right) = ((b.x - a.x) * (c.y - a.y), (b.y - a.y) * (c.x - a.x));
    let determinant = left - right;
    if determinant.abs() > BOUND * (left.abs() + right.abs()) {
        return determinant;
    }
    // Coordinates are `f32`, so each product of two is exact in `f64`: 24 bits by 24, and none underflows.
    exact_sum([a.x * b.y, -(a.y * b.x), b.x * c.y, -(b.y * c.x), c.x * a.y, -(c.y * a.x)])
}

/// Returns whether two points are on one side of a line, given their orientations; false where one is on the line.
#[inline]
pub(crate) fn on_one_side(left: f64, right: f64) -> bool {
    left > 0.0 && right > 0.0 || left < 0.0 && right < 0.0
}

/// The largest relative error of one rounding.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Sums six numbers. The sign is exact.
///
/// The partial sums are kept as numbers that do not overlap, smallest first. Each addition gives the rounded sum and
/// its rounding error (Shewchuk's grow-expansion, Knuth's two-sum). The last partial sum that is not 0 outweighs all
/// before it.
fn exact_sum(terms: [f64; 6]) -> f64 {
    let mut parts = [0.0; 6];
    for (count, term) in terms.into_iter().enumerate() {
        let mut sum = term;
        for part in &mut parts[..count] {
            let total = sum + *part;
            let virtual_part = total - sum;
            *part = (sum - (total - virtual_part)) + (*part - virtual_part);
            sum = total;
        }
        parts[count] = sum;
    }
    parts.into_iter().rev().find(|&part| part != 0.0).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    /// Returns the determinant in whole numbers, without rounding.
    fn exact(points: [[i64; 2]; 3]) -> i128 {
        let [a, b, c] = points.map(|point| point.map(i128::from));
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }

    #[test]
    fn the_sign_is_that_of_whole_numbers() {
        let mut rng = fastrand::Rng::with_seed(71);
        let mut on_a_line = 0;
        for case in 0..300_000 {
            // Whole numbers of 24 bits, some of them scaled by powers of two, so that differences round in f64.
            let mut coordinate = || {
                let value = rng.i64(-(1 << 24)..=1 << 24);
                if case % 2 == 0 { value } else { value >> rng.u32(0..24) << rng.u32(0..30) }
            };
            let mut points = [[coordinate(), coordinate()], [coordinate(), coordinate()], [coordinate(), coordinate()]];
            if case % 3 == 0 {
                // On the line, or one step beside it.
                let [a, b, _] = points;
                let half = |i: usize| (a[i] + b[i]) / 2;
                points[2] = [half(0), half(1)];
            }
            let rounded = points.map(|[x, y]| vec2(x as f32, y as f32));
            let kept = rounded.map(|point| [point.x as i64, point.y as i64]);
            let [a, b, c] = rounded;
            let expected = exact(kept).signum() as f64;
            on_a_line += usize::from(expected == 0.0);
            let found = orientation(a, b, c);
            assert_eq!(if found == 0.0 { 0.0 } else { found.signum() }, expected, "{kept:?}");
        }
        assert!(on_a_line > 5_000, "{on_a_line}");
    }

    #[test]
    fn far_apart_magnitudes_do_not_drown_each_other() {
        // `c` is 2^-100 beside the line, and the other points are 2^60 away.
        let (a, b) = (vec2(-(2.0_f32.powi(60)), 0.0), vec2(2.0_f32.powi(60), 0.0));
        let c = vec2(0.0, 2.0_f32.powi(-100));
        assert!(orientation(a, b, c) > 0.0 && orientation(b, a, c) < 0.0);
        assert_eq!(orientation(a, b, vec2(7.0, 0.0)), 0.0);
    }
}
