//! The definitions, in whole numbers, without any thought of speed.

use std::collections::HashMap;

pub(super) type Point = [i64; 2];

/// The corners of a polygon in their order.
pub(super) type Ring = Vec<Point>;

/// Twice the signed area of a triangle.
pub(super) fn cross(a: Point, b: Point, c: Point) -> i128 {
    let difference = |p: Point, q: Point, axis: usize| i128::from(p[axis]) - i128::from(q[axis]);
    difference(b, a, 0) * difference(c, a, 1) - difference(b, a, 1) * difference(c, a, 0)
}

/// The product of the ways from `b` to the two others.
pub(super) fn dot(a: Point, b: Point, c: Point) -> i128 {
    (0..2).map(|axis| i128::from(a[axis] - b[axis]) * i128::from(c[axis] - b[axis])).sum()
}

pub(super) fn double_area(ring: &Ring) -> i128 {
    (1..ring.len().max(2) - 1).map(|place| cross(ring[0], ring[place], ring[place + 1])).sum()
}

fn is_on(point: Point, a: Point, b: Point) -> bool {
    cross(a, b, point) == 0 && dot(a, point, b) <= 0
}

fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let apart = |a, b, c, d| cross(a, b, c).signum() * cross(a, b, d).signum();
    let crosses = apart(a, b, c, d) < 0 && apart(c, d, a, b) < 0;
    crosses || is_on(a, c, d) || is_on(b, c, d) || is_on(c, a, b) || is_on(d, a, b)
}

/// Whether no two edges share more than the corner between them.
pub(super) fn is_simple(ring: &Ring) -> bool {
    let count = ring.len();
    let edge = |k: usize| (ring[k % count], ring[(k + 1) % count]);
    count >= 3
        && (0..count).all(|i| {
            let ((a, b), (_, c)) = (edge(i), edge(i + 1));
            let turns_back = is_on(c, a, b) || is_on(a, b, c);
            let others = (i + 2..count).filter(|&j| (j + 1) % count != i);
            !turns_back && others.map(edge).all(|(c, d)| !meet(a, b, c, d))
        })
}

/// Whether the line between two corners runs inside and touches nothing on its way.
pub(super) fn is_diagonal(ring: &Ring, i: usize, j: usize) -> bool {
    let count = ring.len();
    let (a, b) = (ring[i], ring[j]);
    let is_edge = (i + 1) % count == j || (j + 1) % count == i;
    if i == j || is_edge || (0..count).any(|k| k != i && k != j && is_on(ring[k], a, b)) {
        return false;
    }
    let crosses = (0..count).any(|k| {
        let ends = [k, (k + 1) % count];
        !ends.contains(&i) && !ends.contains(&j) && meet(a, b, ring[ends[0]], ring[ends[1]])
    });
    // Inside at `a`: left of both edges where these turn left, or of one of them where they turn right.
    let (before, after) = (ring[(i + count - 1) % count], ring[(i + 1) % count]);
    let (left_of_before, left_of_after) = (cross(before, a, b) > 0, cross(a, after, b) > 0);
    let starts_inside =
        if cross(before, a, after) > 0 { left_of_before && left_of_after } else { left_of_before || left_of_after };
    !crosses && starts_inside
}

pub(super) fn reflex_count(ring: &Ring) -> usize {
    let count = ring.len();
    (0..count).filter(|&k| cross(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) < 0).count()
}

/// The fewest convex pieces: one where the ring is convex, else those of the two halves along some line, whichever are
/// fewest. For a dozen corners or so; `known` is by the corners that are left.
pub(super) fn fewest(ring: &Ring, corners: &[usize], known: &mut HashMap<Vec<usize>, usize>) -> usize {
    if let Some(&pieces) = known.get(corners) {
        return pieces;
    }
    let part: Ring = corners.iter().map(|&corner| ring[corner]).collect();
    let pieces = if reflex_count(&part) == 0 {
        1
    } else {
        let mut best = usize::MAX;
        for j in 0..part.len() {
            for i in 0..j {
                if is_diagonal(&part, i, j) {
                    let one = fewest(ring, &corners[i..=j], known);
                    let other = fewest(ring, &[&corners[j..], &corners[..=i]].concat(), known);
                    best = best.min(one + other);
                }
            }
        }
        best
    };
    known.insert(corners.to_vec(), pieces);
    pieces
}

/// Whether the ring owns a point: an edge owns its upper end only, and a point on it belongs to its right.
pub(super) fn owns(ring: &Ring, point: Point) -> bool {
    let count = ring.len();
    let crossed = (0..count).filter(|&k| {
        let (a, b) = (ring[k], ring[(k + 1) % count]);
        let (high, low) = if a[1] < b[1] { (a, b) } else { (b, a) };
        high[1] <= point[1] && point[1] < low[1] && cross(high, low, point) > 0
    });
    crossed.count() % 2 == 1
}
