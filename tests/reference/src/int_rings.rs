//! Polygons with integer coordinates: diagonals, the fewest convex pieces, and checks of pieces.

use crate::rings;
use fastrand::Rng;
use std::collections::HashMap;

pub type IntPoint = [i64; 2];

/// The corners of a polygon in their order.
pub type IntRing = Vec<IntPoint>;

/// Returns twice the signed area of a triangle.
pub fn cross(a: IntPoint, b: IntPoint, c: IntPoint) -> i128 {
    let difference = |p: IntPoint, q: IntPoint, axis: usize| i128::from(p[axis]) - i128::from(q[axis]);
    difference(b, a, 0) * difference(c, a, 1) - difference(b, a, 1) * difference(c, a, 0)
}

/// Returns the dot product of the vectors from `b` to the two others.
fn dot(a: IntPoint, b: IntPoint, c: IntPoint) -> i128 {
    (0..2).map(|axis| i128::from(a[axis] - b[axis]) * i128::from(c[axis] - b[axis])).sum()
}

fn wide(point: IntPoint) -> rings::Point {
    point.map(i128::from)
}

fn wide_ring(ring: &[IntPoint]) -> Vec<rings::Point> {
    ring.iter().copied().map(wide).collect()
}

pub fn double_area(ring: &[IntPoint]) -> i128 {
    rings::double_area(&wide_ring(ring))
}

fn is_on(point: IntPoint, a: IntPoint, b: IntPoint) -> bool {
    rings::is_on_segment(wide(a), wide(b), wide(point))
}

fn meet(a: IntPoint, b: IntPoint, c: IntPoint, d: IntPoint) -> bool {
    rings::segments_meet(wide(a), wide(b), wide(c), wide(d))
}

/// Returns whether no two edges share more than the corner between them.
pub fn is_simple(ring: &[IntPoint]) -> bool {
    ring.len() >= 3 && rings::first_crossing(&wide_ring(ring)).is_none()
}

/// Returns whether the line between two corners runs inside and touches nothing on its way.
pub fn is_diagonal(ring: &IntRing, i: usize, j: usize) -> bool {
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

pub fn reflex_count(ring: &IntRing) -> usize {
    let count = ring.len();
    (0..count).filter(|&k| cross(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) < 0).count()
}

/// Returns the least number of convex pieces: one where the ring is convex, otherwise the least sum over the halves
/// along some diagonal. For about a dozen corners; `known` is by the remaining corners.
pub fn fewest(ring: &IntRing, corners: &[usize], known: &mut HashMap<Vec<usize>, usize>) -> usize {
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

/// Returns what is wrong where pieces, by their corners of the ring, have a [`fault_of_pieces`], or a line that is not inside
/// where `lines_too`, which takes `O(n)` for each.
pub fn fault_of_tiling(ring: &IntRing, pieces: &[Vec<u32>], lines_too: bool) -> Option<String> {
    let corners = |piece: &Vec<u32>| piece.iter().map(|&corner| ring[corner as usize]).collect();
    let rings: Vec<IntRing> = pieces.iter().map(corners).collect();
    let area: i128 = rings.iter().map(|piece| double_area(piece)).sum();
    if area != double_area(ring) {
        return Some(format!("twice the area is {area}, not {}", double_area(ring)));
    }
    let lines =
        || pieces.iter().flat_map(|piece| (0..piece.len()).map(|at| (piece[at], piece[(at + 1) % piece.len()])));
    let outside = |&(from, to): &(u32, u32)| {
        to != (from + 1) % ring.len() as u32 && !is_diagonal(ring, from as usize, to as usize)
    };
    let line = lines_too.then(|| lines().find(outside)).flatten();
    let line = line.map(|(from, to)| format!("line {from} → {to} is not inside"));
    fault_of_pieces(std::slice::from_ref(ring), &rings).or(line)
}

/// Returns a point that no piece or several own where the ring owns it, or that a piece owns where the ring does not.
pub fn fault_of_points(rng: &mut Rng, ring: &IntRing, pieces: &[Vec<u32>]) -> Option<String> {
    // Twice as fine as the corners, so that there are points between them, and four times as likely where corners are.
    let ring: IntRing = ring.iter().map(|point| point.map(|value| 2 * value)).collect();
    let piece = |corners: &Vec<u32>| corners.iter().map(|&corner| wide(ring[corner as usize])).collect();
    let pieces: Vec<Vec<rings::Point>> = pieces.iter().map(piece).collect();
    let border = wide_ring(&ring);
    for _ in 0..8 {
        let [a, b, c] = [(); 3].map(|()| ring[rng.usize(0..ring.len())]);
        let point = match rng.u32(0..4) {
            0 => a,
            1 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
            _ => [(a[0] + b[0] + c[0]) / 3 + rng.i64(-1..=1), (a[1] + b[1] + c[1]) / 3 + rng.i64(-1..=1)],
        };
        let owners = pieces.iter().filter(|piece| rings::contains(piece, wide(point))).count();
        if owners != usize::from(rings::contains(&border, wide(point))) {
            return Some(format!("half of {point:?} has {owners} owners"));
        }
    }
    None
}

fn sides(ring: &IntRing) -> impl Iterator<Item = ([i64; 2], [i64; 2])> + '_ {
    (0..ring.len()).map(|index| (ring[index], ring[(index + 1) % ring.len()]))
}

/// Returns what is wrong where pieces are not convex, or do not cover the area between the rings once: their sides
/// are the rings' edges, and otherwise appear in both directions.
pub fn fault_of_pieces(rings: &[IntRing], pieces: &[IntRing]) -> Option<String> {
    let mut count: HashMap<_, i32> = HashMap::new();
    for ring in rings {
        sides(ring).for_each(|side| *count.entry(side).or_default() -= 1);
    }
    let mut ends: HashMap<IntPoint, u32> = HashMap::new();
    for piece in pieces {
        let corners = piece.len();
        let three = |index: usize| [index, index + 1, index + 2].map(|index| piece[index % corners]);
        // In line, the third must not lie back toward the first.
        let is_turn = |[a, b, c]: [IntPoint; 3]| cross(a, b, c) > 0 || cross(a, b, c) == 0 && dot(a, b, c) < 0;
        // With left turns only, its directions go around once exactly where the lower half changes to the upper one once.
        let is_upper = |[a, b, _]: [IntPoint; 3]| b[1] > a[1] || (b[1] == a[1] && b[0] > a[0]);
        let rounds = (0..corners).filter(|&index| !is_upper(three(index)) && is_upper(three(index + 1))).count();
        if double_area(piece) <= 0 || (0..corners).any(|index| !is_turn(three(index))) || rounds != 1 {
            return Some(format!("{piece:?} is not convex"));
        }
        sides(piece).for_each(|side| *count.entry(side).or_default() += 1);
        piece.iter().for_each(|&corner| *ends.entry(corner).or_default() += 1);
    }
    for (&(from, to), &times) in &count {
        let back = count.get(&(to, from)).copied().unwrap_or(0);
        if times != back || !(0..=1).contains(&times) {
            return Some(format!("{from:?} → {to:?} is there {times} times too often, and back {back} times"));
        }
        if times == 1 && (ends[&from] < 2 || ends[&to] < 2) {
            return Some(format!("{from:?} → {to:?} ends nowhere"));
        }
    }
    None
}

/// Returns a side without which the two pieces that share it would be convex.
pub fn line_to_leave_out(pieces: &[IntRing]) -> Option<String> {
    let of: HashMap<_, _> = pieces.iter().flat_map(|piece| sides(piece).map(move |side| (side, piece))).collect();
    for (&(from, to), left) in &of {
        let Some(right) = of.get(&(to, from)) else { continue };
        let beside = |piece: &IntRing, corner: [i64; 2], step: usize| {
            let index = piece.iter().position(|&other| other == corner).expect("a corner of it");
            piece[(index + step) % piece.len()]
        };
        let turns = [
            cross(beside(left, from, left.len() - 1), from, beside(right, from, 1)),
            cross(beside(right, to, right.len() - 1), to, beside(left, to, 1)),
        ];
        if turns.iter().all(|&turn| turn >= 0) {
            return Some(format!("{from:?} → {to:?}"));
        }
    }
    None
}
