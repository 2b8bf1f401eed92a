//! Predicates of polygons in space: points and segments within the plane (exact), the intervals in which another
//! plane cuts a polygon, and whether a line passes through one.

use crate::geometry::{Bound, PointLocation, Polygon, Segment, orientation, sort_floats};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Returns whether `point` lies in the polygon or on its border.
pub(crate) fn contains_closed(outline: &Polygon, point: Vec2) -> bool {
    outline.locate(point) != PointLocation::Outside
}

/// Returns the least fraction of the segment from `a` to `b` that lies in the polygon or on its border, or `None`.
///
/// The choice between `Some` and `None` is exact. O(n).
pub(crate) fn first_inside(outline: &Polygon, a: Vec2, b: Vec2) -> Option<f64> {
    if contains_closed(outline, a) {
        return Some(0.0);
    }
    // The start is outside, so the first common point is on the border.
    let path = Segment { start: a, end: b };
    outline.edges().filter_map(|edge| first_on_edge(&edge, &path)).min_by(f64::total_cmp)
}

/// Returns the least fraction at which a path meets an edge, ends included.
fn first_on_edge(edge: &Segment, path: &Segment) -> Option<f64> {
    let (from, to, a, b) = (edge.start, edge.end, path.start, path.end);
    let (from_side, to_side) = (orientation(a, b, from), orientation(a, b, to));
    let (a_side, b_side) = (orientation(from, to, a), orientation(from, to, b));
    let opposite = |first: f64, second: f64| (first > 0.0 && second < 0.0) || (first < 0.0 && second > 0.0);
    if opposite(from_side, to_side) && opposite(a_side, b_side) {
        return Some(a_side / (a_side - b_side));
    }
    // Otherwise the first common point is an end of one segment that lies on the other.
    let edge_ends = [from, to].into_iter().filter(|&end| path.holds(end)).map(|end| fraction_of(a, b, end));
    let own_end = edge.holds(b).then_some(1.0);
    edge_ends.chain(own_end).min_by(f64::total_cmp)
}

/// Returns the fraction of the segment from `a` to `b` before `point`, which lies on it.
fn fraction_of(a: Vec2, b: Vec2, point: Vec2) -> f64 {
    let (step, offset) = (b.as_dvec2() - a.as_dvec2(), point.as_dvec2() - a.as_dvec2());
    if step.x.abs() >= step.y.abs() { if step.x == 0.0 { 0.0 } else { offset.x / step.x } } else { offset.y / step.y }
}

/// Returns the intervals of a line that lie in the interior of a polygon, sorted, without single points.
///
/// The line is the intersection of the polygon's plane with another plane. `sides` are the corners' distances from the
/// other plane, 0 if they count as on it. `position` is a corner's position along the line.
///
/// A point of the line is in the interior if the polygon covers both sides of the line there. Just before the line,
/// corners on it count as behind; just behind the line, they count as before. Then each side is an even-odd count of
/// the edges that cross the line. A triangle has one such interval (Möller 1997, "A Fast Triangle-Triangle Intersection
/// Test"), a concave polygon several. Along an edge that lies on the line only one side is inside, so there is no
/// interval. O(n log n).
pub(crate) fn interior_intervals(points: &[Vec3], sides: &[f64], position: impl Fn(Vec3) -> f64) -> Vec<(f64, f64)> {
    let before = crossings(points, sides, &position, |side| side >= 0.0);
    let behind = crossings(points, sides, &position, |side| side > 0.0);
    common_intervals(&pairs(&before), &pairs(&behind))
}

/// Returns the common parts of two sorted lists of intervals, sorted, without single points.
pub(crate) fn common_intervals(first: &[(f64, f64)], second: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while let (Some(a), Some(b)) = (first.get(i), second.get(j)) {
        let (start, end) = (a.0.at_least(b.0), a.1.at_most(b.1));
        if start < end {
            common.push((start, end));
        }
        if a.1 < b.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}

/// Returns the sorted positions at which edges with ends on different sides cross the line.
fn crossings(
    points: &[Vec3],
    sides: &[f64],
    position: &impl Fn(Vec3) -> f64,
    is_behind: impl Fn(f64) -> bool,
) -> Vec<f64> {
    let mut found = Vec::new();
    for (index, (&point, &side)) in points.iter().zip(sides).enumerate() {
        let next = (index + 1) % points.len();
        let next_side = sides[next];
        if is_behind(side) != is_behind(next_side) {
            let (from, to) = (position(point), position(points[next]));
            // A corner that counts as on the line is used as it is.
            found.push(if side == 0.0 {
                from
            } else if next_side == 0.0 {
                to
            } else {
                from + (to - from) * (side / (side - next_side))
            });
        }
    }
    sort_floats(&mut found);
    found
}

/// Returns every second gap between sorted crossings: the gaps inside the polygon.
fn pairs(crossings: &[f64]) -> Vec<(f64, f64)> {
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Returns whether the line from `a` to `b` meets the polygon with these corners, its border included. The line must
/// not lie in the polygon's plane.
///
/// Everything is projected along the line, which becomes the point `(0, 0)`, and the edges that cross a ray from there
/// are counted. With `d = b − a`, whose largest coordinate is w, a corner `c = p − a` is projected to `(c.u·d.w −
/// d.u·c.w, c.v·d.w − d.v·c.w)`: sheared along the line and scaled by `d.w`. This depends on the corner and the line
/// alone. So two polygons that share an edge agree on which side of it the line passes, whatever the edge's direction,
/// and a line through the edge meets one of them or both (Woop, Benthin and Wald 2013, "Watertight Ray/Triangle
/// Intersection").
///
/// Exact for whole coordinates within ±2^24: `c` and `d` have 26 bits, and the side of an edge is the exact sign of a
/// difference of two products. O(n).
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
            // The edge crosses y = 0 at x = `side / (to.y − from.y)`.
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

/// Projects an offset from the line's start along the line.
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

/// Returns the sign of `a.x·b.y − a.y·b.x`. Exact while no product of two coordinates is below 2^-900 or above 2^900.
///
/// Rounding preserves order, so the rounded products decide unless they are equal. Then their rounding errors decide.
fn sign_of_cross(a: DVec2, b: DVec2) -> f64 {
    let (left, right) = (a.x * b.y, a.y * b.x);
    let difference =
        if left == right { rounded_off(a.x, b.y, left) - rounded_off(a.y, b.x, right) } else { left - right };
    if difference == 0.0 { 0.0 } else { difference.signum() }
}

/// Returns `a × b` minus its rounded `product` (Dekker 1971, "A Floating-Point Technique for Extending the Available
/// Precision"): the halves of both factors have 26 bits, so their products are exact.
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
    use reference::{Replay, cases, numbers, seeded};

    #[test]
    fn what_was_rounded_off_is_exact() {
        let mut rng = seeded(5);
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

    /// Answers the same question in whole numbers: is the line's point in the projected polygon?
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
        let mut rng = seeded(9);
        let (mut met, mut on_the_border) = (0, 0);
        for case in numbers(cases(80_000)) {
            let _replay = Replay::new(case, &rng);
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
        assert!(met.min(on_the_border) > cases(80_000) / 100, "{met} {on_the_border}");
    }
}
