//! Random rings of points, many of them awkward.

use fastrand::Rng;
use reference::ring_shapes::{any, as_points};
use reference::rings;
use tileray::Polygon;
use tileray::glam::{DVec2, Vec2, vec2};

/// Points on a small grid, in any order: mostly no polygon.
pub(crate) fn scribble(rng: &mut Rng) -> Vec<Vec2> {
    let (count, size) = (rng.usize(3..9), rng.i32(2..9));
    (0..count).map(|_| vec2(rng.i32(0..=size) as f32, rng.i32(0..=size) as f32)).collect()
}

/// Points on a grid, put in an order without crossings as far as turning the way between two crossing edges round does it.
pub(crate) fn untangled(rng: &mut Rng, count: usize, size: i32) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = Vec::new();
    for _ in 0..count {
        let point = vec2(rng.i32(-size..=size) as f32, rng.i32(-size..=size) as f32);
        if !points.contains(&point) {
            points.push(point);
        }
    }
    for _ in 0..4 * count * count {
        let ring = rings::points(&points).expect("whole numbers");
        let Some((j, i)) = rings::first_crossing(&ring) else { break };
        points[j + 1..=i].reverse();
    }
    points
}

/// Around a center by angle, at random distances.
pub(crate) fn star(rng: &mut Rng, count: usize, size: f32) -> Vec<Vec2> {
    let mut angles: Vec<f64> = (0..count).map(|_| rng.f64() * std::f64::consts::TAU).collect();
    angles.sort_by(f64::total_cmp);
    let at = |angle: f64| (DVec2::from_angle(angle) * f64::from(size) * (0.1 + 0.9 * rng.f64())).as_vec2();
    angles.into_iter().map(at).collect()
}

/// The same ring seen otherwise: turned round, begun elsewhere, mirrored, with points put on its edges, scaled by a power
/// of two, or moved by whole numbers; whole numbers stay whole where it is not scaled down.
pub(crate) fn varied(mut points: Vec<Vec2>, rng: &mut Rng) -> Vec<Vec2> {
    if rng.bool() {
        points.reverse();
    }
    let first = rng.usize(0..points.len());
    points.rotate_left(first);
    if rng.bool() {
        points.iter_mut().for_each(|point| *point = vec2(point.y, -point.x));
    }
    if rng.usize(0..4) == 0 {
        let index = rng.usize(1..points.len());
        points.insert(index, (points[index - 1] + points[index]) / 2.0);
    }
    match rng.usize(0..6) {
        0 => points.iter_mut().for_each(|point| *point *= 1.0 / 64.0),
        1 => points.iter_mut().for_each(|point| *point *= 4096.0),
        2 => points.iter_mut().for_each(|point| *point += vec2(1e6, -3e5)),
        _ => {}
    }
    points
}

/// A random polygon of any kind, of which the reference can be told exactly.
pub(crate) fn polygon(rng: &mut Rng) -> (Polygon, Vec<rings::Point>) {
    loop {
        let points = match rng.usize(0..9) {
            0 => scribble(rng),
            1 | 2 => {
                let (count, size) = (rng.usize(3..14), rng.i32(2..12));
                untangled(rng, count, size)
            }
            3 => {
                let count = rng.usize(3..20);
                star(rng, count, 50.0).into_iter().map(Vec2::round).collect()
            }
            4 => {
                let count = rng.usize(3..20);
                star(rng, count, 40.0)
            }
            5 | 6 => as_points(&any(rng, 20)),
            7 => {
                // As thin as a thousandth of a pixel.
                let count = rng.usize(3..8);
                let points = star(rng, count, 30.0);
                let coarse = |value: f32| (value * 256.0).round() / 256.0;
                points.into_iter().map(|point| vec2(coarse(point.x), coarse(point.y) / 16384.0)).collect()
            }
            _ => {
                let mut points = star(rng, 6, 1e6);
                points.iter_mut().for_each(|point| *point = point.round());
                points
            }
        };
        if points.len() < 3 {
            continue;
        }
        let points = varied(points, rng);
        let Some(ring) = rings::points(&points) else { continue };
        if let Ok(polygon) = Polygon::new(points) {
            return (polygon, ring);
        }
    }
}

/// A random polygon on whole coordinates between -12 and 12, and its corners.
pub(crate) fn small_polygon(rng: &mut Rng) -> (Polygon, Vec<rings::Point>) {
    loop {
        let mut points = match rng.usize(0..8) {
            0 => scribble(rng),
            1..=3 => {
                let (count, size) = (rng.usize(3..12), rng.i32(2..8));
                untangled(rng, count, size)
            }
            4 => vec![vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 3.0), vec2(0.0, 3.0)],
            _ => {
                let count = rng.usize(3..10);
                star(rng, count, 8.0).into_iter().map(Vec2::round).collect()
            }
        };
        if points.len() < 3 {
            continue;
        }
        if rng.bool() {
            points.reverse();
        }
        let offset = vec2(rng.i32(-3..=3) as f32, rng.i32(-3..=3) as f32);
        points.iter_mut().for_each(|point| *point += offset);
        let whole = |point: &Vec2| [point.x as i128, point.y as i128];
        let ring = points.iter().map(whole).collect();
        if let Ok(polygon) = Polygon::new(points) {
            return (polygon, ring);
        }
    }
}

/// A point that is awkward for a polygon: a corner, on an edge, beside one, level with a corner, or anywhere near.
pub(crate) fn point_near(polygon: &Polygon, rng: &mut Rng) -> Vec2 {
    let points = polygon.points();
    let corner = |rng: &mut Rng| points[rng.usize(0..points.len())];
    let index = rng.usize(0..points.len());
    let (a, b) = (points[index], points[(index + 1) % points.len()]);
    match rng.usize(0..8) {
        0 => a,
        1 => (a + b) / 2.0,
        2 => a + (b - a) * rng.f32(),
        3 => vec2(a.x, corner(rng).y),
        4 => {
            let p = a + (b - a) * rng.f32();
            if rng.bool() { vec2(p.x.next_up(), p.y) } else { vec2(p.x, p.y.next_down()) }
        }
        5 => {
            let mut anywhere = a + (b - a) * (rng.f32() * 3.0 - 1.0);
            anywhere.x = anywhere.x.round();
            anywhere
        }
        _ => {
            let bounds = polygon.bounds().grown(polygon.bounds().size().max_element() * 0.1);
            let point = bounds.min + bounds.size() * vec2(rng.f32(), rng.f32());
            if rng.bool() { point.round() } else { point }
        }
    }
}
