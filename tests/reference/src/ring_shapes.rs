//! Random polygons of whole coordinates, and the borders of random pictures.

use crate::pieces::Ring;
use crate::rings::{Point, double_area, first_crossing, side};
use fastrand::Rng;
use std::collections::{HashMap, HashSet};
use tileray::glam::{Vec2, vec2};

/// Returns a polygon of some kind with at most `most` corners; `most` is at least 9.
pub fn any(rng: &mut Rng, most: usize) -> Ring {
    let ring = match rng.u32(0..8) {
        0 => around_a_point(rng, most),
        1 => comb(rng, (most as i128 - 3) / 4),
        2 => spiral(rng.i128(2..=(most as i128 / 2).min(60))),
        3 => spikes(rng.i128(3..=(most as i128 / 2)), 1000),
        4 | 5 => outline(rng, most),
        6 => grown(rng, most, 1 << 20),
        _ => {
            // On few positions, so that many corners are collinear.
            let far = rng.i128(2..=12);
            grown(rng, most, far)
        }
    };
    let is_good = ring.len() <= most && double_area(&ring) > 0 && (ring.len() > 200 || first_crossing(&ring).is_none());
    if is_good { turned(rng, ring) } else { any(rng, most) }
}

/// Returns the same polygon, perhaps mirrored, from another corner on, with its axes exchanged, or sheared.
pub fn turned(rng: &mut Rng, mut ring: Ring) -> Ring {
    let (exchanged, shear) = (rng.bool(), if rng.bool() { 0 } else { rng.i128(-2..=2) });
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
fn around_a_point(rng: &mut Rng, most: usize) -> Ring {
    let far = if rng.bool() { 8 } else { 100_000 };
    let mut ring: Ring = (0..rng.usize(3..=most)).map(|_| [rng.i128(-far..=far), rng.i128(-far..=far)]).collect();
    ring.retain(|&point| point != [0, 0]);
    let half = |point: Point| point[1] < 0 || (point[1] == 0 && point[0] < 0);
    ring.sort_by(|&a, &b| half(a).cmp(&half(b)).then(0.cmp(&side([0, 0], a, b))));
    // Of those in the same direction one.
    ring.dedup_by(|a, b| half(*a) == half(*b) && side([0, 0], *a, *b) == 0);
    if ring.len() < 3 { triangle() } else { ring }
}

fn triangle() -> Ring {
    vec![[0, 0], [5, 0], [0, 5]]
}

/// Teeth of different lengths, with broad or pointed tips, which may be collinear.
pub fn comb(rng: &mut Rng, teeth: i128) -> Ring {
    let pointed = rng.bool();
    let longest = if rng.bool() { 3 } else { 1000 };
    let mut ring = Vec::new();
    for tooth in 0..teeth {
        let (x, tip) = (4 * tooth, -rng.i128(1..=longest));
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
pub fn spiral(corners: i128) -> Ring {
    let side = |radius: f64| {
        move |step: i128| {
            let angle = step as f64 * std::f64::consts::TAU / 12.0;
            let radius = radius + 100.0 * step as f64;
            [(radius * angle.cos()).round() as i128, (radius * angle.sin()).round() as i128]
        }
    };
    (0..corners).map(side(2000.0)).chain((0..corners).rev().map(side(1400.0))).collect()
}

/// A star: spikes around the origin, with a corner between each two.
pub fn spikes(count: i128, far: i128) -> Ring {
    let corner = |step: i128| {
        let radius = if step % 2 == 0 { far } else { far / 2 } as f64;
        let angle = step as f64 * std::f64::consts::PI / count as f64;
        [(radius * angle.cos()).round() as i128, (radius * angle.sin()).round() as i128]
    };
    (0..2 * count).map(corner).collect()
}

/// The border of connected squares, with all corners of squares on it or only some of the flat ones.
fn outline(rng: &mut Rng, most: usize) -> Ring {
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
    let is_flat = |k: usize, ring: &[Point]| {
        let count = ring.len();
        side(ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]) == 0
    };
    let mut k = 0;
    while k < ring.len() {
        if is_flat(k, &ring) && (ring.len() > most || (!keeps_all && rng.bool())) { _ = ring.remove(k) } else { k += 1 }
    }
    ring
}

fn border_edges(squares: &HashSet<Point>) -> Vec<(Point, Point)> {
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

fn border(squares: &HashSet<Point>) -> Ring {
    let edges: HashMap<_, _> = border_edges(squares).into_iter().collect();
    let start = edges.keys().min().copied().unwrap_or_default();
    let mut ring = vec![start];
    while let Some(&next) = edges.get(&ring[ring.len() - 1]).filter(|&&next| next != start) {
        ring.push(next);
    }
    ring
}

fn is_simple_border(squares: &HashSet<Point>) -> bool {
    let edges = border_edges(squares);
    let starts: HashSet<_> = edges.iter().map(|edge| edge.0).collect();
    starts.len() == edges.len() && border(squares).len() == edges.len()
}

/// A triangle to which points are added, each between two corners, where the polygon stays simple.
fn grown(rng: &mut Rng, most: usize, far: i128) -> Ring {
    let mut point = || [rng.i128(-far..=far), rng.i128(-far..=far)];
    let mut ring = vec![point(), point(), point()];
    if double_area(&ring) == 0 {
        ring = triangle();
    }
    if double_area(&ring) < 0 {
        ring.reverse();
    }
    for _ in 0..2 * most {
        let (new, index) = ([rng.i128(-far..=far), rng.i128(-far..=far)], rng.usize(0..ring.len()));
        ring.insert(index, new);
        if ring.len() > most || first_crossing(&ring).is_some() {
            ring.remove(index);
        }
    }
    ring
}

pub fn as_points(ring: &[Point]) -> Vec<Vec2> {
    ring.iter().map(|&[x, y]| vec2(x as f32, y as f32)).collect()
}

/// Returns the ring as points, scaled by powers of two and moved; nothing is rounded.
pub fn placed(rng: &mut Rng, ring: &[Point]) -> Vec<Vec2> {
    let far = ring.iter().flatten().map(|value| value.abs()).max().unwrap_or(0);
    // Down to a thousandth, up to the largest coordinates of a polygon, 2^60, or as they are.
    let mut scale = || match rng.u32(0..4) {
        0 => 2.0_f32.powi(rng.i32(-10..=0)),
        1 => 2.0_f32.powi(rng.i32(0..=37)),
        _ => 1.0,
    };
    let scale = vec2(scale(), scale());
    let room = (1 << 23) - far;
    let offset = if rng.bool() { [0, 0] } else { [(); 2].map(|()| rng.i128(-room..=room)) };
    ring.iter().map(|point| vec2((point[0] + offset[0]) as f32, (point[1] + offset[1]) as f32) * scale).collect()
}

/// Returns the borders of a grid's solid cells, clockwise around them on screen; where two touch at a corner, each
/// keeps its own.
pub fn borders(solid: &dyn Fn(i128, i128) -> bool, size: i128) -> Vec<Ring> {
    let solid = |x: i128, y: i128| (0..size).contains(&x) && (0..size).contains(&y) && solid(x, y);
    let mut ahead: HashMap<Point, Vec<Point>> = HashMap::new();
    for y in 0..size {
        for x in (0..size).filter(|&x| solid(x, y)) {
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
            while at != start || ahead[&start].iter().any(|&to| side(from, at, to) > 0) {
                ring.push(at);
                let onward = ahead.get_mut(&at).expect("every border goes on");
                let right = onward.iter().position(|&to| side(from, at, to) > 0).unwrap_or(0);
                (from, at) = (at, onward.swap_remove(right));
            }
            let count = ring.len();
            let is_corner =
                |index: usize| side(ring[(index + count - 1) % count], ring[index], ring[(index + 1) % count]) != 0;
            rings.push((0..count).filter(|&index| is_corner(index)).map(|index| ring[index]).collect());
        }
    }
    rings
}

/// Returns a random picture's borders, from blobs with holes to single cells that touch at corners.
pub fn picture(rng: &mut Rng, size: i128) -> Vec<Ring> {
    let mut cells: Vec<bool> = (0..size * size).map(|_| false).collect();
    let share = rng.f32();
    cells.iter_mut().for_each(|cell| *cell = rng.f32() < share);
    for _ in 0..rng.usize(0..3) {
        let old = cells.clone();
        for (index, cell) in (0..).zip(&mut cells) {
            let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (index % size + dx, index / size + dy)));
            let count = near
                .filter(|&(x, y)| (0..size).contains(&x) && (0..size).contains(&y) && old[(y * size + x) as usize])
                .count();
            *cell = count > 4;
        }
    }
    borders(&|x, y| cells[(y * size + x) as usize], size)
}

/// Returns the rings under a linear map that keeps their winding.
pub fn leant(rng: &mut Rng, rings: &[Ring]) -> Vec<Ring> {
    loop {
        let [a, b, c, d] = [(); 4].map(|()| rng.i128(-9..=9));
        if a * d - b * c > 0 {
            let map = |[x, y]: Point| [a * x + b * y, c * x + d * y];
            return rings.iter().map(|ring| ring.iter().copied().map(map).collect()).collect();
        }
    }
}
