use super::cases;
use super::plain::{self, IntRing};
use crate::geometry::polygon::pieces::rings::convex_pieces_of_rings;
use glam::vec2;
use std::collections::HashMap;

/// Returns the borders of a grid's solid cells, clockwise around them on screen; where two touch at a corner, each
/// keeps its own.
fn borders(solid: &dyn Fn(i64, i64) -> bool, side: i64) -> Vec<IntRing> {
    let mut ahead: HashMap<[i64; 2], Vec<[i64; 2]>> = HashMap::new();
    for y in 0..side {
        for x in (0..side).filter(|&x| solid(x, y)) {
            let sides = [
                (0, -1, [x, y], [x + 1, y]),
                (1, 0, [x + 1, y], [x + 1, y + 1]),
                (0, 1, [x + 1, y + 1], [x, y + 1]),
                (-1, 0, [x, y + 1], [x, y]),
            ];
            for (dx, dy, from, to) in sides {
                if !solid(x + dx, y + dy) {
                    ahead.entry(from).or_default().push(to);
                }
            }
        }
    }
    let mut rings = Vec::new();
    let mut starts: Vec<_> = ahead.keys().copied().collect();
    starts.sort_unstable();
    for start in starts {
        while let Some(first) = ahead.get_mut(&start).and_then(Vec::pop) {
            let (mut ring, mut from, mut at) = (vec![start], start, first);
            while at != start || ahead[&start].iter().any(|&to| plain::cross(from, at, to) > 0) {
                ring.push(at);
                let onward = ahead.get_mut(&at).expect("every border goes on");
                let right = onward.iter().position(|&to| plain::cross(from, at, to) > 0).unwrap_or(0);
                (from, at) = (at, onward.swap_remove(right));
            }
            let count = ring.len();
            let is_corner = |index: usize| {
                plain::cross(ring[(index + count - 1) % count], ring[index], ring[(index + 1) % count]) != 0
            };
            rings.push((0..count).filter(|&index| is_corner(index)).map(|index| ring[index]).collect());
        }
    }
    rings
}

/// Returns a random picture's borders, from blobs with holes to single cells that touch at corners.
fn picture(rng: &mut fastrand::Rng, side: i64) -> Vec<IntRing> {
    let mut cells: Vec<bool> = (0..side * side).map(|_| false).collect();
    let share = rng.f32();
    cells.iter_mut().for_each(|cell| *cell = rng.f32() < share);
    for _ in 0..rng.usize(0..3) {
        let old = cells.clone();
        for (index, cell) in (0..).zip(&mut cells) {
            let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (index % side + dx, index / side + dy)));
            let count = near
                .filter(|&(x, y)| (0..side).contains(&x) && (0..side).contains(&y) && old[(y * side + x) as usize])
                .count();
            *cell = count > 4;
        }
    }
    borders(&|x, y| (0..side).contains(&x) && (0..side).contains(&y) && cells[(y * side + x) as usize], side)
}

/// Returns the rings under a linear map that keeps their winding.
fn leant(rng: &mut fastrand::Rng, rings: &[IntRing]) -> Vec<IntRing> {
    loop {
        let [a, b, c, d] = [(); 4].map(|()| rng.i64(-9..=9));
        if a * d - b * c > 0 {
            let map = |[x, y]: [i64; 2]| [a * x + b * y, c * x + d * y];
            return rings.iter().map(|ring| ring.iter().copied().map(map).collect()).collect();
        }
    }
}

fn pieces_of(rings: &[IntRing]) -> Vec<IntRing> {
    let as_points = |ring: &IntRing| ring.iter().map(|&[x, y]| vec2(x as f32, y as f32)).collect();
    let pieces = convex_pieces_of_rings(&rings.iter().map(as_points).collect::<Vec<_>>());
    pieces.into_iter().map(|piece| piece.into_iter().map(|point| [point.x as i64, point.y as i64]).collect()).collect()
}

fn sides(ring: &IntRing) -> impl Iterator<Item = ([i64; 2], [i64; 2])> + '_ {
    (0..ring.len()).map(|index| (ring[index], ring[(index + 1) % ring.len()]))
}

/// Returns what is wrong where pieces are not convex, or do not cover the area between the rings once: their sides
/// are the rings' edges, and otherwise appear in both directions.
fn fault(rings: &[IntRing], pieces: &[IntRing]) -> Option<String> {
    let mut count: HashMap<_, i32> = HashMap::new();
    for ring in rings {
        sides(ring).for_each(|side| *count.entry(side).or_default() -= 1);
    }
    for piece in pieces {
        let corners = piece.len();
        let turn =
            |index: usize| plain::cross(piece[index], piece[(index + 1) % corners], piece[(index + 2) % corners]);
        if plain::double_area(piece) <= 0 || (0..corners).any(|index| turn(index) < 0) {
            return Some(format!("{piece:?} is not convex"));
        }
        sides(piece).for_each(|side| *count.entry(side).or_default() += 1);
    }
    for (&(from, to), &times) in &count {
        let back = count.get(&(to, from)).copied().unwrap_or(0);
        if times != back || !(0..=1).contains(&times) {
            return Some(format!("{from:?} → {to:?} is there {times} times too often, and back {back} times"));
        }
        if times == 1 {
            let ends = |corner: [i64; 2]| pieces.iter().filter(|piece| piece.contains(&corner)).count();
            if ends(from) < 2 || ends(to) < 2 {
                return Some(format!("{from:?} → {to:?} ends nowhere"));
            }
        }
    }
    None
}

/// Returns a side without which the two pieces that share it would be convex.
fn line_to_leave_out(pieces: &[IntRing]) -> Option<String> {
    let of: HashMap<_, _> = pieces.iter().flat_map(|piece| sides(piece).map(move |side| (side, piece))).collect();
    for (&(from, to), left) in &of {
        let Some(right) = of.get(&(to, from)) else { continue };
        let beside = |piece: &IntRing, corner: [i64; 2], step: usize| {
            let index = piece.iter().position(|&other| other == corner).expect("a corner of it");
            piece[(index + step) % piece.len()]
        };
        let turns = [
            plain::cross(beside(left, from, left.len() - 1), from, beside(right, from, 1)),
            plain::cross(beside(right, to, right.len() - 1), to, beside(left, to, 1)),
        ];
        if turns.iter().all(|&turn| turn >= 0) {
            return Some(format!("{from:?} → {to:?}"));
        }
    }
    None
}

#[test]
fn pieces_tile_what_is_between_rings() {
    let mut rng = fastrand::Rng::with_seed(41);
    let mut holes = 0;
    for case in 0..cases(4000) {
        let side = if case % 50 == 0 { 40 } else { rng.i64(1..12) };
        let mut rings = picture(&mut rng, side);
        if rng.bool() {
            rings = leant(&mut rng, &rings);
        }
        let pieces = pieces_of(&rings);
        holes += rings.iter().filter(|ring| plain::double_area(ring) < 0).count();
        assert_eq!(fault(&rings, &pieces), None, "case {case}: {rings:?}: {pieces:?}");
        assert_eq!(line_to_leave_out(&pieces), None, "case {case}: {rings:?}: {pieces:?}");
    }
    assert!(holes > 200, "{holes}");
}

#[test]
fn all_pictures_of_four_by_four_cells_are_tiled() {
    let step = if cfg!(debug_assertions) { 7 } else { 1 };
    for bits in (0..1_u32 << 16).step_by(step) {
        let solid = |x: i64, y: i64| (0..4).contains(&x) && (0..4).contains(&y) && bits >> (4 * y + x) & 1 == 1;
        let rings = borders(&solid, 4);
        let pieces = pieces_of(&rings);
        assert_eq!(fault(&rings, &pieces), None, "{bits:#x}: {rings:?}: {pieces:?}");
    }
}

#[test]
fn a_frame_is_four_pieces_and_a_frame_in_a_frame_eight() {
    let square = |from: i64, to: i64| vec![[from, from], [to, from], [to, to], [from, to]];
    let hole = |from: i64, to: i64| square(from, to).into_iter().rev().collect::<Vec<_>>();
    assert_eq!(pieces_of(&[square(0, 9), hole(3, 6)]).len(), 4);
    assert_eq!(pieces_of(&[square(0, 20), hole(2, 18), square(5, 15), hole(8, 12)]).len(), 8);
}

#[test]
fn a_ring_alone_has_the_pieces_of_its_polygon() {
    let l = vec![[0, 0], [8, 0], [8, 8], [16, 8], [16, 16], [0, 16]];
    assert_eq!(pieces_of(std::slice::from_ref(&l)).len(), 2);
    assert_eq!(pieces_of(&[]), Vec::<IntRing>::new());
}
