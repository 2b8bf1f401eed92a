//! Polygons to collide, of every awkward kind.

use fastrand::Rng;
use tileray::glam::{Vec2, vec2};
use tileray::{ConvexPolygon, Pose};

/// A number from `-reach` to `reach`.
pub(crate) fn within(rng: &mut Rng, reach: f32) -> f32 {
    (rng.f32() * 2.0 - 1.0) * reach
}

/// A vector of which each coordinate is from `-reach` to `reach`.
pub(crate) fn vector(rng: &mut Rng, reach: f32) -> Vec2 {
    vec2(within(rng, reach), within(rng, reach))
}

/// Corners on an ellipse, 3 to 20 of them, at angles that may be near each other.
pub(crate) fn on_ellipse(rng: &mut Rng, radii: Vec2) -> ConvexPolygon {
    loop {
        let count = if rng.u8(..8) == 0 { rng.usize(9..=20) } else { rng.usize(3..=8) };
        let mut angles: Vec<f32> = (0..count).map(|_| rng.f32() * std::f32::consts::TAU).collect();
        angles.sort_by(f32::total_cmp);
        let corners = angles.iter().map(|angle| radii * vec2(angle.cos(), angle.sin())).collect();
        if let Ok(polygon) = ConvexPolygon::convex_hull(corners) {
            return polygon;
        }
    }
}

/// Whole coordinates, so that edges are often parallel and corners often touch.
fn on_a_lattice(rng: &mut Rng) -> ConvexPolygon {
    loop {
        let points = (0..rng.usize(3..=12)).map(|_| vec2(rng.i32(-6..=6) as f32, rng.i32(-6..=6) as f32)).collect();
        if let Ok(polygon) = ConvexPolygon::convex_hull(points) {
            return polygon;
        }
    }
}

fn rectangle(rng: &mut Rng, size: f32) -> ConvexPolygon {
    let half = vec2(rng.f32() + 0.05, rng.f32() + 0.05) * size;
    ConvexPolygon::rectangle(-half, half).expect("it has a size")
}

/// A shape of size 1 to 20 or so around the origin.
pub(crate) fn usual(rng: &mut Rng) -> ConvexPolygon {
    match rng.u8(..4) {
        0 => on_a_lattice(rng),
        1 => rectangle(rng, 10.0),
        _ => {
            let radii = vec2(1.0 + rng.f32() * 9.0, 1.0 + rng.f32() * 9.0);
            on_ellipse(rng, radii)
        }
    }
}

/// The polygon of the corners that one sees: those of a moved or turned one may lie between the numbers of `f32`, where no
/// reference can know of them. As far out as they are rounded to one line it is put near the origin instead.
pub(crate) fn settled(polygon: &ConvexPolygon) -> ConvexPolygon {
    ConvexPolygon::convex_hull(polygon.points().collect()).unwrap_or_else(|_| {
        let near = polygon.translated(-polygon.bounds().center());
        ConvexPolygon::convex_hull(near.points().collect()).expect("a polygon near the origin has its area")
    })
}

/// Two polygons that are often near each other, and the kind that they are of.
pub(crate) fn pair(rng: &mut Rng) -> (ConvexPolygon, ConvexPolygon, &'static str) {
    let (a, b, kind) = any_pair(rng);
    (settled(&a), settled(&b), kind)
}

fn any_pair(rng: &mut Rng) -> (ConvexPolygon, ConvexPolygon, &'static str) {
    let turn = Pose::new((0.0, 0.0), within(rng, 4.0));
    match rng.u8(..11) {
        0 | 1 => (usual(rng).transformed(&turn), usual(rng).translated(vector(rng, 12.0)), "usual"),
        2 => {
            let thin = on_ellipse(rng, vec2(10.0, 1e-3)).transformed(&turn);
            (thin, usual(rng).translated(vector(rng, 10.0)), "thin")
        }
        3 => {
            let (a, b) = (on_ellipse(rng, vec2(8.0, 1e-3)), on_ellipse(rng, vec2(8.0, 1e-3)));
            (a.transformed(&turn), b.translated(vector(rng, 4.0)), "both thin")
        }
        4 => {
            let (a, b) = (on_ellipse(rng, Vec2::splat(1e6)), on_ellipse(rng, Vec2::splat(1e6)));
            (a, b.translated(vector(rng, 1.5e6)), "large")
        }
        5 => (on_ellipse(rng, Vec2::splat(1e6)), usual(rng).translated(vector(rng, 1e6)), "large and small"),
        6 => {
            let far = vec2(1e6, -3e5) + vector(rng, 1e5);
            (usual(rng).transformed(&turn).translated(far), usual(rng).translated(far + vector(rng, 12.0)), "far away")
        }
        7 => {
            let shape = usual(rng).transformed(&turn);
            let nearly = shape.transformed(&Pose::new(vector(rng, 10.0), 1e-4 * within(rng, 1.0)));
            (shape, nearly, "nearly parallel")
        }
        8 => {
            let shape = usual(rng).transformed(&turn);
            (shape.clone(), shape, "identical")
        }
        9 => {
            let large = on_ellipse(rng, Vec2::splat(100.0));
            (large, usual(rng).translated(vector(rng, 30.0)), "nested")
        }
        _ => {
            let (a, b) = (on_a_lattice(rng), on_a_lattice(rng));
            let place = vec2(rng.i32(-12..=12) as f32, rng.i32(-12..=12) as f32);
            (a, b.translated(place), "touching")
        }
    }
}
