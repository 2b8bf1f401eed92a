//! Random shapes of all kinds that a cast moves.

use fastrand::Rng;
use reference::cores::AnyShape;
use reference::scenes::Scene;
use tileray::collide::RoundedPolygon;
use tileray::geometry::Capsule;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Aabb, Circle, ConvexPolygon, Hull};

/// Coordinates in steps of 1/`unit` px, or any if it is 0.
pub(crate) fn number(rng: &mut Rng, low: f32, high: f32, unit: i32) -> f32 {
    let value = low + rng.f32() * (high - low);
    if unit == 0 { value } else { (value * unit as f32).round() / unit as f32 }
}

fn polygon(rng: &mut Rng, at: Vec2, reach: f32, unit: i32) -> ConvexPolygon {
    loop {
        let points = (0..rng.usize(3..12))
            .map(|_| at + vec2(number(rng, -reach, reach, unit), number(rng, -reach, reach, unit)));
        let hull = reference::cores::convex_hull(points.map(Vec2::as_dvec2).collect());
        if let Ok(polygon) = ConvexPolygon::new(hull.into_iter().map(DVec2::as_vec2).collect()) {
            return polygon;
        }
    }
}

/// A shape of any kind in a scene or near it, of one of three sizes, and the part of a pixel that its numbers are
/// multiples of.
pub(crate) fn shape_in(rng: &mut Rng, scene: &Scene, reaches: [f32; 3]) -> (AnyShape, i32) {
    let unit = [0, 1, 2, 256][rng.usize(0..4)];
    let reach = reaches[rng.usize(0..3)];
    let size = scene.mask.size().as_vec2();
    let offset = vec2(number(rng, -20.0, size.x + 20.0, unit), number(rng, -20.0, size.y + 20.0, unit));
    (shape(rng, scene.corner.as_vec2() + offset, reach, unit), unit)
}

/// A shape of any kind around a point.
pub(crate) fn shape(rng: &mut Rng, at: Vec2, reach: f32, unit: i32) -> AnyShape {
    let radius = |rng: &mut Rng| number(rng, 0.0, reach, unit);
    let offset = |rng: &mut Rng| vec2(number(rng, 0.0, reach, unit), number(rng, 0.0, reach, unit));
    match rng.u32(0..7) {
        0 | 1 => AnyShape::Circle(Circle::new(at, radius(rng).max(0.25))),
        2 => AnyShape::Capsule(Capsule::new(at, at + offset(rng) - offset(rng), radius(rng).max(0.25))),
        3 => AnyShape::Aabb(Aabb::new(at - offset(rng) - 0.25, at + offset(rng) + 0.25)),
        4 => AnyShape::Convex(polygon(rng, at, reach, unit)),
        5 => {
            AnyShape::Rounded(RoundedPolygon::new(polygon(rng, at, reach, unit), radius(rng) * 0.5).expect("a radius"))
        }
        _ => {
            let pieces = (0..rng.usize(1..4)).map(|_| {
                let at = at + offset(rng) - offset(rng);
                polygon(rng, at, reach * 0.6, unit)
            });
            AnyShape::Hull(Hull::new(pieces.collect()).expect("pieces"))
        }
    }
}
