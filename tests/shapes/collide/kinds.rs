//! Shapes of every kind, and plain arithmetic for their cores.

use super::shapes::{on_ellipse, usual, vector, within};
use fastrand::Rng;
use reference::cores::{AnyShape, PlainCore};
use reference::separation::axes;
use reference::targets::distance_to_segment;
use tileray::collide::RoundedPolygon;
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2, dvec2, ivec2, vec2};
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Pose, Rect};

/// A polygon near a position, often of whole numbers, and always of multiples of 1/64 px: wherever it is moved, its corners
/// are those that one sees.
pub(crate) fn polygon(rng: &mut Rng, near: Vec2) -> ConvexPolygon {
    let shape = if rng.u8(..8) == 0 { on_ellipse(rng, vec2(60.0, 3.0)) } else { usual(rng) };
    let shape = if rng.bool() { shape.transformed(&Pose::new((0.0, 0.0), within(rng, 4.0))) } else { shape };
    let place = place(rng, Vec2::ZERO);
    let snapped = shape.points().map(|point| ((point + place) * 64.0).round() / 64.0);
    match ConvexPolygon::convex_hull(snapped.collect()) {
        Ok(polygon) => polygon.translated(near),
        Err(_) => polygon(rng, near),
    }
}

/// A position up to 15 px from another one, often whole.
pub(crate) fn place(rng: &mut Rng, near: Vec2) -> Vec2 {
    let position = near + vector(rng, 15.0);
    if rng.bool() { position.round() } else { position }
}

pub(crate) fn radius(rng: &mut Rng) -> f32 {
    [0.0, rng.u8(1..8).into(), rng.f32() * 12.0][rng.usize(..3)]
}

pub(crate) fn capsule(rng: &mut Rng, near: Vec2) -> Capsule {
    let start = place(rng, near);
    let end = if rng.u8(..8) == 0 { start } else { place(rng, near) };
    Capsule::new(start, end, radius(rng))
}

pub(crate) fn rounded(rng: &mut Rng, near: Vec2) -> RoundedPolygon {
    RoundedPolygon::new(polygon(rng, near), radius(rng)).expect("a radius")
}

pub(crate) fn hull(rng: &mut Rng, near: Vec2) -> Hull {
    let pieces = (0..rng.usize(1..5)).map(|_| polygon(rng, Vec2::ZERO)).collect();
    Hull::new(pieces).expect("pieces").translated(near)
}

/// A shape of any kind near a position.
pub(crate) fn any(rng: &mut Rng, near: Vec2) -> AnyShape {
    match rng.u8(..8) {
        0 => AnyShape::Circle(Circle::new(place(rng, near), radius(rng))),
        1 => AnyShape::Capsule(capsule(rng, near)),
        2 => AnyShape::Segment(Segment::new(place(rng, near), place(rng, near))),
        3 => {
            let (a, b) = (place(rng, near), place(rng, near));
            AnyShape::Aabb(Aabb::new(a.min(b), a.max(b)))
        }
        4 => {
            let min = place(rng, near).as_ivec2();
            AnyShape::Rect(Rect::new(min, min + ivec2(rng.i32(1..20), rng.i32(1..20))))
        }
        5 => AnyShape::Polygon(polygon(rng, near)),
        6 => AnyShape::Rounded(rounded(rng, near)),
        _ => AnyShape::Hull(hull(rng, near)),
    }
}

/// The least distance of the edges' points: every corner with every edge.
fn edge_distance(a: &[DVec2], b: &[DVec2]) -> f64 {
    let one_way = |a: &[DVec2], b: &[DVec2]| {
        let edges = (0..b.len()).map(|i| (b[i], b[(i + 1) % b.len()]));
        let all = edges.flat_map(|(p, q)| a.iter().map(move |&corner| distance_to_segment(p, q, corner)));
        all.fold(f64::INFINITY, f64::min)
    };
    one_way(a, b).min(one_way(b, a))
}

/// All directions along which two sets of points may be parted, and the gap along each.
fn gaps(a: &[DVec2], b: &[DVec2]) -> f64 {
    let wide = |points: &[DVec2]| points.len() > 2;
    if wide(a) && wide(b) {
        return axes(a, b).into_iter().map(|(_, gap)| gap).fold(f64::NEG_INFINITY, f64::max);
    }
    let normals = |points: &[DVec2]| {
        let edges = (0..points.len()).map(|i| points[(i + 1) % points.len()] - points[i]);
        edges.filter(|edge| edge.length() > 0.0).map(|edge| dvec2(edge.y, -edge.x).normalize()).collect::<Vec<_>>()
    };
    let all = [normals(a), normals(b)].concat();
    if all.is_empty() {
        // Points have no overlap to leave.
        return 0.0;
    }
    let gap = |normal: DVec2| {
        let least = b.iter().map(|p| p.dot(normal)).fold(f64::INFINITY, f64::min);
        least - a.iter().map(|p| p.dot(normal)).fold(f64::NEG_INFINITY, f64::max)
    };
    all.into_iter().flat_map(|normal| [gap(normal), gap(-normal)]).fold(f64::NEG_INFINITY, f64::max)
}

/// How far two parts are from each other: above 0 their distance, below 0 the length of the shortest way out.
pub(crate) fn part_gap(a: &PlainCore, b: &PlainCore) -> f64 {
    let gap = gaps(&a.points, &b.points);
    // Beyond the end of a thin part, rounding may tell a gap below 0.
    let largest = a.points.iter().chain(&b.points).fold(1.0, |most: f64, point| most.max(point.abs().max_element()));
    let cores = if gap < -1e-12 * largest { gap } else { edge_distance(&a.points, &b.points) };
    cores - a.radius - b.radius
}

/// The least of all parts.
pub(crate) fn gap(a: &[PlainCore], b: &[PlainCore]) -> f64 {
    a.iter().flat_map(|one| b.iter().map(move |other| part_gap(one, other))).fold(f64::INFINITY, f64::min)
}

/// Parts moved by a vector.
pub(crate) fn moved(parts: &[PlainCore], by: DVec2) -> Vec<PlainCore> {
    let moved = |part: &PlainCore| part.points.iter().map(|&point| point + by).collect();
    parts.iter().map(|part| PlainCore { points: moved(part), radius: part.radius }).collect()
}

/// The rounding of answers about two shapes near a position.
pub(crate) fn rounding(a: &[PlainCore], b: &[PlainCore]) -> f64 {
    let largest = |parts: &[PlainCore]| {
        let points =
            parts.iter().flat_map(|part| part.points.iter().map(|point| point.abs().max_element() + part.radius));
        points.fold(1.0, f64::max)
    };
    largest(a).max(largest(b)) / (1 << 21) as f64
}
