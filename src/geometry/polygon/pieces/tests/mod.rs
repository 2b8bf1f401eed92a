//! Polygons of whole coordinates, where nothing is rounded, cut into pieces and checked against plain references.

mod cuts;
mod plain;
mod rings;

use glam::Vec2;
use plain::IntRing;
use std::collections::HashMap;

/// Returns the number of random cases: `TILERAY_CASES`, or the default; a quarter of it in debug builds.
fn cases(default: usize) -> usize {
    let default = if cfg!(debug_assertions) { default.div_ceil(4) } else { default };
    std::env::var("TILERAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Returns what is wrong where pieces are not convex, not in the ring's winding, or do not tile the ring with no side
/// ending in the middle of another; `O(n)`, and `O(n)` for each line where `lines_too`.
fn fault_of_tiling(ring: &IntRing, pieces: &[Vec<u32>], lines_too: bool) -> Option<String> {
    let mut sides = HashMap::new();
    let mut area = 0;
    for piece in pieces {
        let corners: IntRing = piece.iter().map(|&corner| ring[corner as usize]).collect();
        let count = corners.len();
        area += plain::double_area(&corners);
        if count < 3 || plain::double_area(&corners) <= 0 {
            return Some(format!("{piece:?} has no positive area"));
        }
        for index in 0..count {
            let [a, b, c] = [index, index + 1, index + 2].map(|index| corners[index % count]);
            // In line, the third must not lie back toward the first.
            let is_back = plain::cross(a, b, c) == 0 && plain::dot(a, b, c) >= 0;
            if plain::cross(a, b, c) < 0 || is_back {
                return Some(format!("{piece:?} is not convex"));
            }
            *sides.entry((piece[index], piece[(index + 1) % count])).or_insert(0) += 1;
        }
        // With left turns only, its directions go around once exactly where the lower half changes to the upper one once.
        let is_upper = |index: usize| {
            let [a, b] = [corners[index % count], corners[(index + 1) % count]];
            b[1] > a[1] || (b[1] == a[1] && b[0] > a[0])
        };
        if (0..count).filter(|&index| !is_upper(index) && is_upper(index + 1)).count() != 1 {
            return Some(format!("{piece:?} goes around more than once"));
        }
    }
    if area != plain::double_area(ring) {
        return Some(format!("twice the area is {area}, not {}", plain::double_area(ring)));
    }
    let count = ring.len() as u32;
    for (&(from, to), &times) in &sides {
        let is_edge = to == (from + 1) % count;
        let back = sides.get(&(to, from)).copied().unwrap_or(0);
        if times != 1 || back != u32::from(!is_edge) {
            return Some(format!("side {from} → {to} is there {times} times, and back {back} times"));
        }
        if lines_too && !is_edge && !plain::is_diagonal(ring, from as usize, to as usize) {
            return Some(format!("line {from} → {to} is not inside"));
        }
    }
    (0..count)
        .find(|&edge| !sides.contains_key(&(edge, (edge + 1) % count)))
        .map(|edge| format!("edge {edge} is missing"))
}

/// Returns a point that no piece or several own where the ring owns it, or that a piece owns where the ring does not.
fn fault_of_points(rng: &mut fastrand::Rng, ring: &IntRing, pieces: &[Vec<u32>]) -> Option<String> {
    // Twice as fine as the corners, so that there are points between them, and four times as likely where corners are.
    let doubled = |ring: &IntRing| ring.iter().map(|point| point.map(|value| 2 * value)).collect::<IntRing>();
    let ring = doubled(ring);
    let pieces: Vec<IntRing> =
        pieces.iter().map(|piece| piece.iter().map(|&corner| ring[corner as usize]).collect()).collect();
    for _ in 0..8 {
        let [a, b, c] = [(); 3].map(|()| ring[rng.usize(0..ring.len())]);
        let point = match rng.u32(0..4) {
            0 => a,
            1 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
            _ => [(a[0] + b[0] + c[0]) / 3 + rng.i64(-1..=1), (a[1] + b[1] + c[1]) / 3 + rng.i64(-1..=1)],
        };
        let owners = pieces.iter().filter(|piece| plain::owns(piece, point)).count();
        if owners != usize::from(plain::owns(&ring, point)) {
            return Some(format!("half of {point:?} has {owners} owners"));
        }
    }
    None
}

/// Returns the ring as points, scaled by powers of two and moved; nothing is rounded.
fn placed(rng: &mut fastrand::Rng, ring: &IntRing) -> Vec<Vec2> {
    let far = ring.iter().flatten().map(|value| value.abs()).max().unwrap_or(0);
    // Down to a thousandth, up to 2^50, or as they are.
    let mut scale = || match rng.u32(0..4) {
        0 => 2.0_f32.powi(rng.i32(-10..=0)),
        1 => 2.0_f32.powi(rng.i32(0..=40)),
        _ => 1.0,
    };
    let scale = Vec2::new(scale(), scale());
    let room = (1 << 23) - far;
    let offset = if rng.bool() { [0, 0] } else { [(); 2].map(|()| rng.i64(-room..=room)) };
    ring.iter().map(|point| Vec2::new((point[0] + offset[0]) as f32, (point[1] + offset[1]) as f32) * scale).collect()
}
