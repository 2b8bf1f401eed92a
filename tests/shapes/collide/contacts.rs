//! Separations of convex polygons, those of hundreds of corners too.

use super::shapes::{pair, vector};
use fastrand::Rng;
use reference::separation::{corners, separation, tolerance};
use reference::{cases, each_case};
use tileray::glam::vec2;
use tileray::{ConvexPolygon, collide};

fn ring(rng: &mut Rng, count: usize, radius: f32) -> ConvexPolygon {
    let turn = rng.f32();
    let at = |i: usize| {
        let angle = (i as f32 + turn) / count as f32 * std::f32::consts::TAU;
        vec2(angle.cos(), angle.sin()) * radius
    };
    ConvexPolygon::convex_hull((0..count).map(at).collect()).expect("a ring")
}

#[test]
fn separations_are_those_of_all_edges() {
    let mut overlapping = 0;
    for (case, mut rng) in each_case(401, cases(16_000)) {
        let (a, b, kind) = if case % 24 == 0 {
            let (n, m) = [(9, 4), (8, 17), (40, 33), (65, 64), (300, 14), (700, 900)][case / 24 % 6];
            (ring(&mut rng, n, 100.0), ring(&mut rng, m, 60.0).translated(vector(&mut rng, 140.0)), "rings")
        } else {
            pair(&mut rng)
        };
        let expected = separation(&corners(&a), &corners(&b));
        let found = collide::separation(&a, &b).expect("finite shapes");
        assert!(
            (f64::from(found) - expected).abs() <= tolerance(&a, &b),
            "{kind}: {found} for {expected}\n{a:?}\n{b:?}"
        );
        assert_eq!([collide::intersects(&a, &b), collide::intersects(&b, &a)], [found < 0.0; 2], "{kind}");
        overlapping += usize::from(found < 0.0);
    }
    assert!((cases(16_000) / 4..cases(16_000) * 3 / 4).contains(&overlapping), "{overlapping}");
}
