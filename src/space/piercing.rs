//! Whether the line through two points goes through a polygon, so that no line slips between two that share an edge.

use glam::{DVec2, DVec3, Vec3};

/// Whether the line from `a` to `b` meets the polygon with these corners, its border included; the line must not lie in the
/// polygon's plane.
///
/// The polygon is looked at along the line, which is then one point, and the edges that cross a half-line from there are
/// counted. With `d = b − a`, whose largest coordinate is along w, a corner `c = p − a` is seen at `(c.u·d.w − d.u·c.w,
/// c.v·d.w − d.v·c.w)`: sheared along the line and scaled by `d.w`, with the line at `(0, 0)`. That is a function of the corner
/// and the line alone, and so is the side that an edge passes them on, whichever way it runs; two polygons that share an edge
/// therefore agree about it, and a line through it meets one of them or both (Woop, Benthin and Wald 2013, "Watertight
/// Ray/Triangle Intersection").
///
/// For whole coordinates within ±2^24 nothing is rounded: `c` and `d` have 26 bits, and the side of an edge is the exact sign
/// of a difference of two products. O(n).
pub(crate) fn pierces(points: &[Vec3], a: Vec3, b: Vec3) -> bool {
    let start = a.as_dvec3();
    let direction = b.as_dvec3() - start;
    let seen = |point: Vec3| seen_along(direction, point.as_dvec3() - start);
    let Some(&last) = points.last() else { return false };
    let mut from = seen(last);
    let mut inside = false;
    for &point in points {
        let to = seen(point);
        if to == DVec2::ZERO {
            return true;
        }
        if (from.y > 0.0) != (to.y > 0.0) {
            // Where the edge crosses y = 0, x is `side / (to.y − from.y)`.
            let side = sign_of_cross(from, to);
            if side == 0.0 {
                return true;
            }
            if (side > 0.0) == (to.y > from.y) {
                inside = !inside;
            }
        } else if from.y == 0.0 && to.y == 0.0 && (from.x < 0.0) != (to.x < 0.0) {
            return true;
        }
        from = to;
    }
    inside
}

/// Where an offset from the line's start is seen by one who looks along the line.
fn seen_along(direction: DVec3, offset: DVec3) -> DVec2 {
    let size = direction.abs();
    let (u, v, w) = if size.x >= size.y && size.x >= size.z {
        (1, 2, 0)
    } else if size.y >= size.z {
        (2, 0, 1)
    } else {
        (0, 1, 2)
    };
    DVec2::new(offset[u] * direction[w] - direction[u] * offset[w], offset[v] * direction[w] - direction[v] * offset[w])
}

/// The sign of `a.x·b.y − a.y·b.x`, exactly, while no product of two coordinates is below 2^-900 or above 2^900.
///
/// Rounding keeps the order of two numbers, so the rounded products tell which is larger unless they are equal; then what was
/// rounded off tells.
fn sign_of_cross(a: DVec2, b: DVec2) -> f64 {
    let (left, right) = (a.x * b.y, a.y * b.x);
    let difference =
        if left == right { rounded_off(a.x, b.y, left) - rounded_off(a.y, b.x, right) } else { left - right };
    if difference == 0.0 { 0.0 } else { difference.signum() }
}

/// What `a × b` has more than its rounded `product` (Dekker 1971, "A Floating-Point Technique for Extending the Available
/// Precision"): the halves of both have 26 bits, so that their products are exact.
fn rounded_off(a: f64, b: f64, product: f64) -> f64 {
    let halves = |value: f64| {
        let scaled = value * ((1u64 << 27) + 1) as f64;
        let high = scaled - (scaled - value);
        (high, value - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn what_was_rounded_off_is_exact() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut rounded = 0;
        for _ in 0..20_000 {
            let (a, b) = (rng.i64(-(1 << 53)..1 << 53), rng.i64(-(1 << 53)..1 << 53));
            let product = a as f64 * b as f64;
            let lost = i128::from(a) * i128::from(b) - product as i128;
            assert_eq!(rounded_off(a as f64, b as f64, product) as i128, lost, "{a} × {b}");
            rounded += usize::from(lost != 0);
        }
        assert!(rounded > 10_000, "{rounded}");
    }

    /// The same question in whole numbers: the corners are seen along the line, and the line's point is asked for.
    fn pierces_whole(points: &[[i64; 3]], a: [i64; 3], b: [i64; 3]) -> bool {
        let d = [0, 1, 2].map(|axis| i128::from(b[axis] - a[axis]));
        let w = (0..3).max_by_key(|&axis| d[axis].abs()).expect("three axes");
        let (u, v) = ((w + 1) % 3, (w + 2) % 3);
        let seen: Vec<[i128; 2]> = points
            .iter()
            .map(|point| {
                let c = [0, 1, 2].map(|axis| i128::from(point[axis] - a[axis]));
                [c[u] * d[w] - d[u] * c[w], c[v] * d[w] - d[v] * c[w]]
            })
            .collect();
        let mut inside = false;
        for (index, from) in seen.iter().enumerate() {
            let to = &seen[(index + 1) % seen.len()];
            let cross = from[0] * to[1] - from[1] * to[0];
            let between = |axis: usize| from[axis].min(to[axis]) <= 0 && 0 <= from[axis].max(to[axis]);
            if cross == 0 && between(0) && between(1) {
                return true;
            }
            if (from[1] <= 0) != (to[1] <= 0) && (cross > 0) == (to[1] > from[1]) {
                inside = !inside;
            }
        }
        inside
    }

    #[test]
    fn whole_coordinates_are_decided_exactly() {
        let mut rng = fastrand::Rng::with_seed(9);
        let (mut met, mut on_the_border) = (0, 0);
        let cases = std::env::var("TILERAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
        for case in 0..cases {
            let reach = [4, 40, 5_000, 1 << 23][case % 4];
            let mut corner = || [(); 3].map(|()| rng.i64(-reach..=reach));
            let points = [corner(), corner(), corner()];
            let a = corner();
            let mut b = corner();
            if case % 3 == 0 {
                // Through a point of an edge, or through a corner: as far beyond as before.
                let on = if case % 2 == 0 { points[0] } else { [0, 1, 2].map(|i| (points[0][i] + points[1][i]) / 2) };
                b = [0, 1, 2].map(|i| 2 * on[i] - a[i]);
            }
            if a == b || b.iter().any(|value| value.abs() > 1 << 24) {
                continue;
            }
            let as_vec = |p: [i64; 3]| vec3(p[0] as f32, p[1] as f32, p[2] as f32);
            let expected = pierces_whole(&points, a, b);
            assert_eq!(pierces(&points.map(as_vec), as_vec(a), as_vec(b)), expected, "{points:?} {a:?} {b:?}");
            met += usize::from(expected);
            on_the_border += usize::from(expected && case % 3 == 0);
        }
        assert!(met > cases / 100 && on_the_border > cases / 100, "{met} {on_the_border}");
    }
}
