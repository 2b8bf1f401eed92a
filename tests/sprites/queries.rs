//! Queries of sprites and the nearest sprite, against all of them.

use crate::scene::{Places, holds, pieces, quarters, sprites};
use fastrand::Rng;
use reference::targets::distance_to_segment;
use reference::{cases, each_case};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::sprite::{BroadPhase, SpriteFilter, SpriteId};
use tileray::{Aabb, Circle, ConvexPolygon, Sprite, Sprites, collide};

/// The sprites for which something is true, in the order of their ids.
fn all(sprites: &Sprites, is_met: impl Fn(SpriteId, &Sprite) -> bool) -> Vec<SpriteId> {
    sprites.iter().filter(|(id, sprite)| is_met(*id, sprite)).map(|(id, _)| id).collect()
}

#[test]
fn points_boxes_and_circles_meet_what_a_loop_finds() {
    let mut broad_phase = BroadPhase::new();
    let mut found = [0; 3];
    for (case, mut rng) in each_case(640, cases(30_000)) {
        let places = [Places::Lattice, Places::Free][case % 2];
        let sprites = sprites(&mut rng, places, 16);
        let index = sprites.queries(&mut broad_phase);
        let reach = [20, 60, 400][rng.usize(..3)];
        let (point, corner) = (quarters(&mut rng, reach), quarters(&mut rng, reach));
        let filter = SpriteFilter::default();

        let expected = all(&sprites, |id, _| pieces(&sprites, id).iter().any(|piece| holds(piece, point.as_dvec2())));
        // Off the lattice a border may be missed by a rounding, but random points are not on one.
        assert_eq!(index.at_point(point, &filter), expected, "{point}");
        found[0] += expected.len();

        let aabb = Aabb::new(point.min(corner), point.max(corner));
        let rectangle = ConvexPolygon::rectangle(aabb.min, aabb.max).ok();
        let overlaps = |id| {
            let hull = sprites.hull(id).expect("it is there");
            rectangle.as_ref().is_some_and(|rectangle| collide::intersects(hull, rectangle))
        };
        let expected = all(&sprites, |id, _| overlaps(id));
        assert_eq!(index.in_box(&aabb, &filter), expected, "{aabb:?}");
        found[1] += expected.len();

        let circle = Circle::new(point, rng.f32() * 50.0);
        let expected = all(&sprites, |id, _| collide::intersects(sprites.hull(id).expect("it is there"), &circle));
        assert_eq!(index.in_circle(&circle, &filter), expected, "{circle:?}");
        found[2] += expected.len();
    }
    assert!(found.iter().all(|&found| found > 50), "{found:?}");
}

#[test]
fn filters_leave_out_what_they_say() {
    let mut broad_phase = BroadPhase::new();
    let mut left_out = 0;
    for (_, mut rng) in each_case(641, cases(2000)) {
        let sprites = sprites(&mut rng, Places::Lattice, 16);
        let index = sprites.queries(&mut broad_phase);
        let ids: Vec<_> = sprites.iter().map(|(id, _)| id).collect();
        let exclude: Vec<_> = ids.iter().copied().filter(|_| rng.u8(..4) == 0).collect();
        let categories = rng.u32(..8);
        let predicate = |_: SpriteId, sprite: &Sprite| sprite.pose.translation.x > 0.0;
        let filter = SpriteFilter::new().categories(categories).exclude(&exclude).predicate(Some(&predicate));
        let sees = |id: SpriteId, sprite: &Sprite| {
            sprite.category & categories != 0 && !exclude.contains(&id) && sprite.pose.translation.x > 0.0
        };
        let circle = Circle::new(quarters(&mut rng, 40), 60.0);
        let everyone = index.in_circle(&circle, &SpriteFilter::default());
        let expected: Vec<_> =
            everyone.iter().copied().filter(|&id| sprites.get(id).is_some_and(|it| sees(id, it))).collect();
        assert_eq!(index.in_circle(&circle, &filter), expected);
        left_out += everyone.len() - expected.len();
        let ray = tileray::Ray::between(quarters(&mut rng, 100), quarters(&mut rng, 100));
        let mut hits = index.raycast_all(&ray, &SpriteFilter::default());
        hits.retain(|hit| sprites.get(hit.id()).is_some_and(|sprite| sees(hit.id(), sprite)));
        assert_eq!(index.raycast_all(&ray, &filter), hits);
        assert_eq!(index.raycast(&ray, &filter), hits.first().copied());
        let nearest = index.nearest(circle.center, f32::INFINITY, &filter);
        assert!(nearest.is_none_or(|it| sprites.get(it.id).is_some_and(|sprite| sees(it.id, sprite))));
    }
    assert!(left_out > cases(2000) / 8, "{left_out}");
}

#[test]
fn what_is_not_finite_meets_nothing() {
    let mut rng = Rng::with_seed(642);
    let sprites = sprites(&mut rng, Places::Lattice, 300);
    let mut broad_phase = BroadPhase::new();
    let index = sprites.queries(&mut broad_phase);
    let filter = SpriteFilter::default();
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for point in [vec2(odd, 0.0), vec2(0.0, odd), Vec2::splat(odd)] {
            assert_eq!(index.at_point(point, &filter), []);
            assert_eq!(index.in_circle(&Circle::new(point, 50.0), &filter), []);
            assert_eq!(index.nearest(point, 1e9, &filter), None);
            assert_eq!(index.in_box(&Aabb::new(Vec2::ZERO, point), &filter), []);
        }
        assert_eq!(index.in_circle(&Circle::new((0.0, 0.0), odd), &filter), []);
    }
    assert_eq!(index.in_circle(&Circle::new((0.0, 0.0), -1.0), &filter), []);
    assert_eq!(index.in_box(&Aabb::new(vec2(50.0, 50.0), vec2(-50.0, -50.0)), &filter), []);
    assert_eq!(index.nearest(Vec2::ZERO, f32::NAN, &filter), None);
    assert_eq!(index.nearest(Vec2::ZERO, -1.0, &filter), None);
    assert!(index.nearest(Vec2::ZERO, f32::MAX, &filter).is_some());
}

/// Returns the distance of a point from a piece.
fn distance(piece: &[DVec2], point: DVec2) -> f64 {
    if holds(piece, point) {
        return 0.0;
    }
    let edges = (0..piece.len()).map(|i| (piece[i], piece[(i + 1) % piece.len()]));
    edges.map(|(a, b)| distance_to_segment(a, b, point)).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_nearest_is_the_nearest_of_all() {
    let mut broad_phase = BroadPhase::new();
    let (mut found, mut missed) = (0, 0);
    for (case, mut rng) in each_case(650, cases(30_000)) {
        let places = [Places::Lattice, Places::Free][case % 2];
        let sprites = sprites(&mut rng, places, 16);
        let index = sprites.queries(&mut broad_phase);
        let reach = [20, 100, 4000][rng.usize(..3)];
        let point = quarters(&mut rng, reach);
        let most = if rng.bool() { f32::INFINITY } else { rng.f32() * reach as f32 };
        let distances = sprites.iter().map(|(id, _)| {
            let of_pieces = pieces(&sprites, id).into_iter().map(|piece| distance(&piece, point.as_dvec2()));
            // A hull that stands nowhere has no distance.
            let finite = of_pieces.filter(|distance| distance.is_finite());
            (id, finite.fold(f64::INFINITY, f64::min))
        });
        let distances: Vec<_> = distances.filter(|(_, distance)| distance.is_finite()).collect();
        let least = distances.iter().map(|(_, distance)| *distance).fold(f64::INFINITY, f64::min);
        // Points are rounded to `f32`, some thousand pixels from the origin.
        let slack = 1e-3;
        match index.nearest(point, most, &SpriteFilter::default()) {
            Some(nearest) => {
                found += 1;
                let distance = f64::from(nearest.distance);
                assert!((distance - least).abs() <= slack, "{nearest:?}, but {least}");
                assert!(nearest.distance <= most, "{nearest:?} beyond {most}");
                let to_point = f64::from(Segment::new(nearest.point, point).length());
                assert!((to_point - distance).abs() <= slack, "{nearest:?}");
                let own = distances.iter().find(|(id, _)| *id == nearest.id).expect("one that has a distance");
                assert!((own.1 - least).abs() <= slack, "{nearest:?}");
                if places == Places::Lattice {
                    // Equal ones are in the order of their ids.
                    assert_eq!(distances.iter().find(|(_, it)| *it <= least).map(|it| it.0), Some(nearest.id));
                }
            }
            None => {
                missed += 1;
                assert!(least.is_infinite() || least > f64::from(most) - slack, "none within {most}, but {least}");
            }
        }
    }
    assert!(found > cases(30_000) / 2 && missed > cases(30_000) / 100, "{found} {missed}");
}
