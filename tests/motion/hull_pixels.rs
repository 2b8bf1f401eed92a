//! Hulls as solids: the pixels that they cover.

use reference::{Replay, cases, numbers, seeded};
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::{ConvexPolygon, Hull, Pose, Solid, collide};

#[test]
fn a_hull_covers_the_pixels_that_it_overlaps() {
    let mut rng = seeded(501);
    let mut exact = 0;
    for case in numbers(cases(600)) {
        let _replay = Replay::new(case, &rng);
        let pieces = (0..rng.usize(1..4)).filter_map(|_| {
            let center = vec2(rng.f32() * 20.0, rng.f32() * 20.0);
            let points = (0..rng.usize(3..7)).map(|_| center + vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 24.0).collect();
            ConvexPolygon::convex_hull(points).ok()
        });
        let Ok(hull) = Hull::new(pieces.collect()) else { continue };
        let pose = Pose::new((rng.f32() * 100.0 - 50.0, rng.f32() * 100.0 - 50.0), rng.f32() * 7.0);
        let solid = Solid::from_hull(&hull, &pose).expect("a solid");
        let (posed, rect) = (hull.transformed(&pose), solid.rect());
        for y in rect.min.y - 2..rect.max.y + 2 {
            for x in rect.min.x - 2..rect.max.x + 2 {
                let square = |grown: f32| {
                    let (low, high) = (ivec2(x, y).as_vec2() - grown, ivec2(x + 1, y + 1).as_vec2() + grown);
                    ConvexPolygon::rectangle(low, high).expect("a square")
                };
                let at = ivec2(x, y) - solid.position();
                let covered = solid.shape().mask().get(at.x, at.y);
                // What is closer to a touch than numbers of 32 bits tell may go either way.
                if collide::intersects(&square(-1e-4), &posed) {
                    assert!(covered, "case {case}: pixel ({x}, {y}) is missing");
                    exact += 1;
                } else if !collide::intersects(&square(1e-4), &posed) {
                    assert!(!covered, "case {case}: pixel ({x}, {y}) is too much");
                }
            }
        }
    }
    assert!(exact > 1000, "{exact}");
}

#[test]
fn whole_pixels_are_covered_exactly() {
    let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (8.0, 4.0)).expect("a box"));
    let solid = Solid::from_hull(&hull, &Pose::at((10.0, 20.0))).expect("a solid");
    assert_eq!((solid.position(), solid.shape().mask().count()), (ivec2(10, 20), 32));
    let solid = Solid::from_hull(&hull, &Pose::at((10.5, 20.0))).expect("a solid");
    assert_eq!((solid.position(), solid.shape().mask().count()), (ivec2(10, 20), 36));
}

#[test]
fn what_is_not_a_place_is_no_solid() {
    let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (8.0, 4.0)).expect("a box"));
    for translation in [Vec2::NAN, Vec2::INFINITY, vec2(1e9, 0.0), vec2(0.0, f32::NEG_INFINITY)] {
        assert!(Solid::from_hull(&hull, &Pose::at(translation)).is_none(), "{translation}");
    }
    assert!(Solid::from_hull(&hull, &Pose::new((0.0, 0.0), f32::NAN)).is_none());
    let wide = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (5000.0, 4.0)).expect("a box"));
    assert!(Solid::from_hull(&wide, &Pose::IDENTITY).is_none());
}
