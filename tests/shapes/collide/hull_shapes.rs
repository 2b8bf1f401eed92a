//! Hulls to collide, of every awkward kind.

use super::shapes::{settled, usual, vector, within};
use fastrand::Rng;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{ConvexPolygon, Hull, Polygon, Pose};

/// A box between two corners.
pub(crate) fn slab(x: f32, y: f32, width: f32, height: f32) -> ConvexPolygon {
    ConvexPolygon::rectangle((x, y), (x + width, y + height)).expect("it has a size")
}

/// A hull of these pieces.
pub(crate) fn hull(pieces: Vec<ConvexPolygon>) -> Hull {
    Hull::new(pieces).expect("it has pieces")
}

/// An upright L, `size` wide and high, with arms `thick` pixels thick.
pub(crate) fn corner(size: f32, thick: f32) -> Hull {
    hull(vec![slab(0.0, 0.0, thick, size), slab(0.0, size - thick, size, thick)])
}

/// A U that is open above: walls `thick` pixels thick around a hollow.
pub(crate) fn cup(hollow: Vec2, thick: f32) -> Hull {
    hull(vec![
        slab(-thick, 0.0, thick, hollow.y + thick),
        slab(0.0, hollow.y, hollow.x, thick),
        slab(hollow.x, 0.0, thick, hollow.y + thick),
    ])
}

/// A star-shaped polygon of 5 to 14 corners at random distances, mostly concave.
pub(crate) fn star(rng: &mut Rng, size: f32) -> Polygon {
    loop {
        let count = rng.usize(5..=14);
        let at = |corner: usize| {
            let angle = (corner as f64 + 0.3) / count as f64 * std::f64::consts::TAU;
            DVec2::new(angle.cos(), angle.sin()) * f64::from(size)
        };
        let corners = (0..count).map(|corner| (at(corner) * (0.15 + 0.85 * rng.f64())).as_vec2()).collect();
        if let Ok(polygon) = Polygon::new(corners) {
            return polygon;
        }
    }
}

/// The hull turned, made of the corners that one sees then.
pub(crate) fn turned(hull_: &Hull, angle: f32) -> Hull {
    let turned = hull_.transformed(&Pose::new((0.0, 0.0), angle));
    hull(turned.pieces().map(|piece| settled(&piece)).collect())
}

/// The hull at another place, where that is what its pieces are made of: its own frame lies at the origin.
pub(crate) fn placed(hull_: &Hull, offset: Vec2) -> Hull {
    hull(hull_.pieces().map(|piece| settled(&piece.translated(offset))).collect())
}

/// A hull of size 5 to 25 or so near the origin.
fn usual_hull(rng: &mut Rng) -> Hull {
    match rng.u8(..7) {
        0 | 1 => Hull::from(&star(rng, 10.0)),
        2 => corner(rng.u8(6..20).into(), rng.u8(1..5).into()),
        3 => cup(vec2(rng.u8(3..14).into(), rng.u8(4..14).into()), rng.u8(1..5).into()),
        4 => {
            let pieces = (0..rng.usize(1..=5)).map(|_| settled(&usual(rng).translated(vector(rng, 10.0)))).collect();
            hull(pieces)
        }
        5 => {
            let angle = within(rng, 3.0);
            turned(&cup(vec2(6.0, 9.0), 2.0), angle)
        }
        _ => {
            // A comb, whose teeth are as wide as its gaps.
            let mut pieces = vec![slab(0.0, -2.0, 14.0, 2.0)];
            pieces.extend((0..4).map(|tooth| slab(tooth as f32 * 4.0, 0.0, 2.0, 8.0)));
            hull(pieces)
        }
    }
}

/// Two hulls that are often near each other, and the kind that they are of.
pub(crate) fn hulls(rng: &mut Rng) -> (Hull, Hull, &'static str) {
    match rng.u8(..8) {
        0 => {
            // Whole coordinates, so that what fits fits exactly.
            let place = vec2(rng.i32(-10..=10) as f32, rng.i32(-10..=10) as f32);
            let whole = |rng: &mut Rng| cup(vec2(rng.u8(2..9).into(), rng.u8(2..9).into()), rng.u8(1..4).into());
            (whole(rng), placed(&whole(rng), place), "whole numbers")
        }
        1 => {
            let thin = cup(vec2(8.0, 8.0), 1e-3);
            let angle = within(rng, 3.0);
            let place = vector(rng, 8.0);
            (turned(&thin, angle), placed(&usual_hull(rng), place), "thin")
        }
        2 => {
            let place = vector(rng, 1e6);
            (Hull::from(&star(rng, 1e6)), placed(&Hull::from(&star(rng, 1e6)), place), "large")
        }
        3 => {
            let far = vec2(1e6, -3e5) + vector(rng, 1e5);
            let place = far + vector(rng, 10.0);
            (placed(&usual_hull(rng), far), placed(&usual_hull(rng), place), "far away")
        }
        4 => {
            let hull = usual_hull(rng);
            (hull.clone(), hull, "identical")
        }
        _ => {
            let place = vector(rng, 14.0);
            (usual_hull(rng), placed(&usual_hull(rng), place), "usual")
        }
    }
}
