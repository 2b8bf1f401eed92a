//! Contacts of convex polygons against the separating axis theorem in `f64`.

use crate::Tally;
use fastrand::Rng;
use reference::separation::assert_contact;
use tileray::glam::{Vec2, vec2};
use tileray::{ConvexPolygon, collide};

/// Some corners around a point: of any `f32`, or on multiples of 1/256, of 1/2 or of 1, which make ties.
fn polygon(rng: &mut Rng, middle: Vec2) -> ConvexPolygon {
    let parts = [1.0, 2.0, 256.0][rng.usize(0..3)];
    let size = 10.0_f32.powf(rng.f32() * 2.3 + 0.3);
    let is_any = rng.u8(0..4) == 0;
    loop {
        let corner = |rng: &mut Rng| {
            let corner = middle + (vec2(rng.f32(), rng.f32()) - 0.5) * size;
            if is_any { corner } else { (corner * parts).round() / parts }
        };
        let points = match rng.u8(0..4) {
            0 => {
                let (a, b) = (corner(rng), corner(rng));
                vec![a, vec2(b.x, a.y), b, vec2(a.x, b.y)]
            }
            _ => (0..rng.usize(3..=8)).map(|_| corner(rng)).collect(),
        };
        // Points on one line have no hull.
        if let Ok(polygon) = ConvexPolygon::convex_hull(points) {
            return polygon;
        }
    }
}

pub(crate) fn contacts(rng: &mut Rng, count: u64) -> Tally {
    let mut overlaps = 0;
    for _ in 0..count {
        let middle = (vec2(rng.f32(), rng.f32()) - 0.5) * [100.0, 7000.0][rng.usize(0..2)];
        let apart = (vec2(rng.f32(), rng.f32()) - 0.5) * 10.0_f32.powf(rng.f32() * 2.5);
        let (a, b) = (polygon(rng, middle), polygon(rng, middle + apart));
        assert_contact(&a, &b, (vec2(rng.f32(), rng.f32()) - 0.5) * 50.0);
        overlaps += u64::from(collide::intersects(&a, &b));
    }
    vec![("overlap", overlaps)]
}
