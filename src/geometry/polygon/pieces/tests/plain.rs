//! Definitions in whole numbers, simple instead of fast, and polygons to test with.

use std::collections::{HashMap, HashSet};

pub(super) type IntPoint = [i64; 2];

/// The corners of a polygon in their order.
pub(super) type IntRing = Vec<IntPoint>;

/// Returns twice the signed area of a triangle.
pub(super) fn cross(a: IntPoint, b: IntPoint, c: IntPoint) -> i128 {
    let difference = |p: IntPoint, q: IntPoint, axis: usize| i128::from(p[axis]) - i128::from(q[axis]);
    difference(b, a, 0) * difference(c, a, 1) - difference(b, a, 1) * difference(c, a, 0)
}

/// Returns the dot product of the vectors from `b` to the two others.
pub(super) fn dot(a: IntPoint, b: IntPoint, c: IntPoint) -> i128 {
    (0..2).map(|axis| i128::from(a[axis] - b[axis]) * i128::from(c[axis] - b[axis])).sum()
}

pub(super) fn double_area(ring: &IntRing) -> i128 {
    (1..ring.len().max(2) - 1).map(|index| cross(ring[0], ring[index], ring[index + 1])).sum()
}

fn is_on(point: IntPoint, a: IntPoint, b: IntPoint) -> bool {
    cross(a, b, point) == 0 && dot(a, point, b) <= 0
}

fn meet(a: IntPoint, b: IntPoint, c: IntPoint, d: IntPoint) -> bool {
    let apart = |a, b, c, d| cross(a, b, c).signum() * cross(a, b, d).signum();
    let crosses = apart(a, b, c, d) < 0 && apart(c, d, a, b) < 0;
    crosses || is_on(a, c, d) || is_on(b, c, d) || is_on(c, a, b) || is_on(d, a, b)
}

/// Returns whether no two edges share more than the corner between them.
pub(super) fn is_simple(ring: &IntRing) -> bool {
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

/// Returns whether the line between two corners runs inside and touches nothing on its way.
pub(super) fn is_diagonal(ring: &IntRing, i: usize, j: usize) -> bool {
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

pub(super) fn reflex_count(ring: &IntRing) -> usize {
    let count = ring.len();
    (0..count).filter(|&k| cross(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) < 0).count()
}

/// Returns the least number of convex pieces: one where the ring is convex, otherwise the least sum over the halves
/// along some diagonal. For about a dozen corners; `known` is by the remaining corners.
pub(super) fn fewest(ring: &IntRing, corners: &[usize], known: &mut HashMap<Vec<usize>, usize>) -> usize {
    if let Some(&pieces) = known.get(corners) {
        return pieces;
    }
    let part: IntRing = corners.iter().map(|&corner| ring[corner]).collect();
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

/// Returns whether the ring owns a point: an edge owns its upper end only, and a point on it belongs to its right.
pub(super) fn owns(ring: &IntRing, point: IntPoint) -> bool {
    let count = ring.len();
    let crossed = (0..count).filter(|&k| {
        let (a, b) = (ring[k], ring[(k + 1) % count]);
        let (high, low) = if a[1] < b[1] { (a, b) } else { (b, a) };
        high[1] <= point[1] && point[1] < low[1] && cross(high, low, point) > 0
    });
    crossed.count() % 2 == 1
}

/// Returns a polygon of some kind with at most `most` corners; `most` is at least 9.
pub(super) fn any(rng: &mut fastrand::Rng, most: usize) -> IntRing {
    let ring = match rng.u32(0..8) {
        0 => around_a_point(rng, most),
        1 => comb(rng, (most as i64 - 3) / 4),
        2 => spiral(rng.i64(2..=(most as i64 / 2).min(60))),
        3 => spikes(rng.i64(3..=(most as i64 / 2)), 1000),
        4 | 5 => outline(rng, most),
        6 => grown(rng, most, 1 << 20),
        _ => {
            // On few positions, so that many corners are collinear.
            let far = rng.i64(2..=12);
            grown(rng, most, far)
        }
    };
    let is_good = ring.len() <= most && double_area(&ring) > 0 && (ring.len() > 200 || is_simple(&ring));
    if is_good { turned(rng, ring) } else { any(rng, most) }
}

/// Returns the same polygon, perhaps mirrored, from another corner on, with its axes exchanged, or sheared.
pub(super) fn turned(rng: &mut fastrand::Rng, mut ring: IntRing) -> IntRing {
    let (exchanged, shear) = (rng.bool(), if rng.bool() { 0 } else { rng.i64(-2..=2) });
    for point in &mut ring {
        point[0] += shear * point[1];
        if exchanged {
            point.swap(0, 1);
        }
    }
    if double_area(&ring) < 0 {
        ring.reverse();
    }
    let start = rng.usize(0..ring.len());
    ring.rotate_left(start);
    ring
}

/// Corners by their direction from the origin.
pub(super) fn around_a_point(rng: &mut fastrand::Rng, most: usize) -> IntRing {
    let far = if rng.bool() { 8 } else { 100_000 };
    let mut ring: IntRing = (0..rng.usize(3..=most)).map(|_| [rng.i64(-far..=far), rng.i64(-far..=far)]).collect();
    ring.retain(|&point| point != [0, 0]);
    let half = |point: IntPoint| point[1] < 0 || (point[1] == 0 && point[0] < 0);
    ring.sort_by(|&a, &b| half(a).cmp(&half(b)).then(0.cmp(&cross([0, 0], a, b))));
    // Of those in the same direction one.
    ring.dedup_by(|a, b| half(*a) == half(*b) && cross([0, 0], *a, *b) == 0);
    if ring.len() < 3 { triangle() } else { ring }
}

fn triangle() -> IntRing {
    vec![[0, 0], [5, 0], [0, 5]]
}

/// Teeth of different lengths, with broad or pointed tips, which may be collinear.
pub(super) fn comb(rng: &mut fastrand::Rng, teeth: i64) -> IntRing {
    let pointed = rng.bool();
    let longest = if rng.bool() { 3 } else { 1000 };
    let mut ring = Vec::new();
    for tooth in 0..teeth {
        let (x, tip) = (4 * tooth, -rng.i64(1..=longest));
        ring.extend(if pointed {
            vec![[x, 0], [x + 2, tip]]
        } else {
            vec![[x, 0], [x, tip], [x + 2, tip], [x + 2, 0]]
        });
    }
    ring.extend([[4 * teeth, 0], [4 * teeth, 5], [0, 5]]);
    ring
}

/// A corridor that winds outward, with so many corners on either side, a dozen for each turn.
pub(super) fn spiral(corners: i64) -> IntRing {
    let side = |radius: f64| {
        move |step: i64| {
            let angle = step as f64 * std::f64::consts::TAU / 12.0;
            let radius = radius + 100.0 * step as f64;
            [(radius * angle.cos()).round() as i64, (radius * angle.sin()).round() as i64]
        }
    };
    (0..corners).map(side(2000.0)).chain((0..corners).rev().map(side(1400.0))).collect()
}

/// A star: spikes around the origin, with a corner between each two.
pub(super) fn spikes(count: i64, far: i64) -> IntRing {
    let corner = |step: i64| {
        let radius = if step % 2 == 0 { far } else { far / 2 } as f64;
        let angle = step as f64 * std::f64::consts::PI / count as f64;
        [(radius * angle.cos()).round() as i64, (radius * angle.sin()).round() as i64]
    };
    (0..2 * count).map(corner).collect()
}

/// The border of connected squares, with all corners of squares on it or only some of the flat ones.
pub(super) fn outline(rng: &mut fastrand::Rng, most: usize) -> IntRing {
    let mut squares = HashSet::from([[0, 0]]);
    let mut listed = vec![[0, 0]];
    for _ in 0..rng.usize(1..=most) {
        let square = listed[rng.usize(0..listed.len())];
        let step = [[1, 0], [0, 1], [-1, 0], [0, -1]][rng.usize(0..4)];
        let next = [square[0] + step[0], square[1] + step[1]];
        if squares.insert(next) {
            // As long as there are no holes and no squares that meet in a corner only.
            if is_simple_border(&squares) { listed.push(next) } else { _ = squares.remove(&next) }
        }
    }
    let mut ring = border(&squares);
    let keeps_all = rng.bool();
    let is_flat = |k: usize, ring: &IntRing| {
        let count = ring.len();
        cross(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) == 0
    };
    let mut k = 0;
    while k < ring.len() {
        if is_flat(k, &ring) && (ring.len() > most || (!keeps_all && rng.bool())) { _ = ring.remove(k) } else { k += 1 }
    }
    ring
}

fn border_edges(squares: &HashSet<IntPoint>) -> Vec<(IntPoint, IntPoint)> {
    let mut edges = Vec::new();
    for &[x, y] in squares {
        let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        let beyond = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
        for side in 0..4 {
            if !squares.contains(&beyond[side]) {
                edges.push((corners[side], corners[(side + 1) % 4]));
            }
        }
    }
    edges
}

fn border(squares: &HashSet<IntPoint>) -> IntRing {
    let edges: HashMap<_, _> = border_edges(squares).into_iter().collect();
    let start = edges.keys().min().copied().unwrap_or_default();
    let mut ring = vec![start];
    while let Some(&next) = edges.get(&ring[ring.len() - 1]).filter(|&&next| next != start) {
        ring.push(next);
    }
    ring
}

fn is_simple_border(squares: &HashSet<IntPoint>) -> bool {
    let edges = border_edges(squares);
    let starts: HashSet<_> = edges.iter().map(|edge| edge.0).collect();
    starts.len() == edges.len() && border(squares).len() == edges.len()
}

/// A triangle to which points are added, each between two corners, where the polygon stays simple.
pub(super) fn grown(rng: &mut fastrand::Rng, most: usize, far: i64) -> IntRing {
    let mut point = || [rng.i64(-far..=far), rng.i64(-far..=far)];
    let mut ring = vec![point(), point(), point()];
    if double_area(&ring) == 0 {
        ring = triangle();
    }
    if double_area(&ring) < 0 {
        ring.reverse();
    }
    for _ in 0..2 * most {
        let (new, index) = ([rng.i64(-far..=far), rng.i64(-far..=far)], rng.usize(0..ring.len()));
        ring.insert(index, new);
        if ring.len() > most || !is_simple(&ring) {
            ring.remove(index);
        }
    }
    ring
}
