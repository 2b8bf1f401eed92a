//! Shapes of every kind.

use super::shapes::{on_ellipse, usual, vector, within};
use fastrand::Rng;
use reference::cores::{AnyShape, PlainCore};
use tileray::collide::RoundedPolygon;
use tileray::geometry::Segment;
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Pose, Rect};

/// A polygon near a position, often of whole numbers, and always of multiples of 1/64 px: wherever it is moved, its corners
/// are those that one sees.
pub(crate) fn polygon(rng: &mut Rng, near: Vec2) -> ConvexPolygon {
    let shape = if rng.u8(..8) == 0 { on_ellipse(rng, vec2(60.0, 3.0)) } else { usual(rng) };
    let shape = if rng.bool() { shape.transformed(&Pose::new((0.0, 0.0), within(rng, 4.0))) } else { shape };
    let place = place(rng, Vec2::ZERO, 15.0);
    let snapped = shape.points().map(|point| ((point + place) * 64.0).round() / 64.0);
    match ConvexPolygon::convex_hull(snapped.collect()) {
        Ok(polygon) => polygon.translated(near),
        Err(_) => polygon(rng, near),
    }
}

/// A position up to `reach` from another one, often whole.
pub(crate) fn place(rng: &mut Rng, near: Vec2, reach: f32) -> Vec2 {
    let position = near + vector(rng, reach);
    if rng.bool() { position.round() } else { position }
}

pub(crate) fn radius(rng: &mut Rng) -> f32 {
    [0.0, rng.u8(1..8).into(), rng.f32() * 12.0][rng.usize(..3)]
}

pub(crate) fn capsule(rng: &mut Rng, near: Vec2) -> Capsule {
    let start = place(rng, near, 15.0);
    let end = if rng.u8(..8) == 0 { start } else { place(rng, near, 15.0) };
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
        0 => AnyShape::Circle(Circle::new(place(rng, near, 15.0), radius(rng))),
        1 => AnyShape::Capsule(capsule(rng, near)),
        2 => AnyShape::Segment(Segment::new(place(rng, near, 15.0), place(rng, near, 15.0))),
        3 => {
            let (a, b) = (place(rng, near, 15.0), place(rng, near, 15.0));
            AnyShape::Aabb(Aabb::new(a.min(b), a.max(b)))
        }
        4 => {
            let min = place(rng, near, 15.0).as_ivec2();
            AnyShape::Rect(Rect::new(min, min + ivec2(rng.i32(1..20), rng.i32(1..20))))
        }
        5 => AnyShape::Convex(polygon(rng, near)),
        6 => AnyShape::Rounded(rounded(rng, near)),
        _ => AnyShape::Hull(hull(rng, near)),
    }
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
