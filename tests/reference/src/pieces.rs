//! Polygons cut into pieces: diagonals, the fewest convex pieces, and checks of pieces, in whole numbers.

use crate::rings::{Point, double_area, is_on_segment, segments_meet, side};
use std::collections::HashMap;

/// The corners of a polygon in their order.
pub type Ring = Vec<Point>;

/// Returns whether the line between two corners runs inside and touches nothing on its way.
pub fn is_diagonal(ring: &[Point], i: usize, j: usize) -> bool {
    let count = ring.len();
    let (a, b) = (ring[i], ring[j]);
    let is_edge = (i + 1) % count == j || (j + 1) % count == i;
    if i == j || is_edge || (0..count).any(|k| k != i && k != j && is_on_segment(a, b, ring[k])) {
        return false;
    }
    let crosses = (0..count).any(|k| {
        let ends = [k, (k + 1) % count];
        !ends.contains(&i) && !ends.contains(&j) && segments_meet(a, b, ring[ends[0]], ring[ends[1]])
    });
    // Inside at `a`: left of both edges where these turn left, or of one of them where they turn right.
    let (before, after) = (ring[(i + count - 1) % count], ring[(i + 1) % count]);
    let (left_of_before, left_of_after) = (side(before, a, b) > 0, side(a, after, b) > 0);
    let starts_inside =
        if side(before, a, after) > 0 { left_of_before && left_of_after } else { left_of_before || left_of_after };
    !crosses && starts_inside
}

pub fn reflex_count(ring: &[Point]) -> usize {
    let count = ring.len();
    (0..count).filter(|&k| side(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) < 0).count()
}

/// Returns the least number of convex pieces: one where the ring is convex, otherwise the least sum over the halves
/// along some diagonal. For about a dozen corners; `known` is by the remaining corners.
pub fn fewest(ring: &[Point], corners: &[usize], known: &mut HashMap<Vec<usize>, usize>) -> usize {
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

fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..ring.len()).map(|index| (ring[index], ring[(index + 1) % ring.len()]))
}

/// Returns what is wrong where pieces, by their corners of the ring, have a [`fault_of_pieces`].
pub fn fault_of_tiling(ring: &[Point], pieces: &[Vec<u32>]) -> Option<String> {
    let corners = |piece: &Vec<u32>| piece.iter().map(|&corner| ring[corner as usize]).collect();
    fault_of_pieces(&[ring.to_vec()], &pieces.iter().map(corners).collect::<Vec<_>>())
}

/// Returns what is wrong where pieces are not convex, or do not cover the area between the rings once: their sides
/// are the rings' edges, and otherwise appear in both directions.
///
/// Then the pieces' borders add up to the rings. So around each point the winding numbers of the pieces, which are 0 or 1, add up
/// to that of the rings: each point inside belongs to one piece, and none outside. A line that left the inside or passed
/// through a corner would have a piece beside it outside.
pub fn fault_of_pieces(rings: &[Ring], pieces: &[Ring]) -> Option<String> {
    let mut count: HashMap<_, i32> = HashMap::new();
    for ring in rings {
        sides(ring).for_each(|side| *count.entry(side).or_default() -= 1);
    }
    let mut ends: HashMap<Point, u32> = HashMap::new();
    for piece in pieces {
        let corners = piece.len();
        let three = |index: usize| [index, index + 1, index + 2].map(|index| piece[index % corners]);
        // In line, the second must lie between the others.
        let is_turn = |[a, b, c]: [Point; 3]| side(a, b, c) > 0 || a != b && b != c && is_on_segment(a, c, b);
        // With left turns only, its directions go around once exactly where the lower half changes to the upper one once.
        let is_upper = |[a, b, _]: [Point; 3]| b[1] > a[1] || (b[1] == a[1] && b[0] > a[0]);
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
pub fn line_to_leave_out(pieces: &[Ring]) -> Option<String> {
    let of: HashMap<_, _> = pieces.iter().flat_map(|piece| sides(piece).map(move |side| (side, piece))).collect();
    for (&(from, to), left) in &of {
        let Some(right) = of.get(&(to, from)) else { continue };
        let beside = |piece: &[Point], corner: Point, step: usize| {
            let index = piece.iter().position(|&other| other == corner).expect("a corner of it");
            piece[(index + step) % piece.len()]
        };
        let turns = [
            side(beside(left, from, left.len() - 1), from, beside(right, from, 1)),
            side(beside(right, to, right.len() - 1), to, beside(left, to, 1)),
        ];
        if turns.iter().all(|&turn| turn >= 0) {
            return Some(format!("{from:?} → {to:?}"));
        }
    }
    None
}
