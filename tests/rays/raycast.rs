//! Ray casts against a walk over every pixel.

use reference::caster::Caster;
use reference::hash::hash;
use reference::pool::in_pool;
use reference::scenes::{self, Scene};
use reference::{Replay, numbers, seeded};
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::{Ray, RayHit, RayOptions, SolidityMap, Terrain, Traversal};

const LINE: Caster = Caster {
    cast: Terrain::raycast,
    walk: |terrain, ray| reference::raycast(|pixel| terrain.is_solid(pixel), ray),
    pixels: |ray| reference::line(reference::pixel_of(ray.origin()), reference::pixel_of(ray.end())),
    ray: scenes::ray,
};

#[test]
fn every_kind_of_mask_and_ray_equals_the_reference() {
    LINE.in_every_kind_of_mask(1, 150_000);
}

#[test]
fn terrain_of_many_coarse_bricks_equals_the_reference() {
    LINE.in_many_blocks(14, 20_000, |_| DVec2::splat(0.5));
}

#[test]
fn lines_that_nearly_step_aside_are_followed_to_the_pixel() {
    // Lines at a pixel where they are as close below a tie as their length allows: a row that is rounded too far is then
    // the wrong one. The pixel of the line is solid in one terrain, and only the pixel beside it in the other.
    let mut rng = seeded(9);
    let mut checked = 0;
    for case in numbers(reference::cases(20_000)) {
        let _replay = Replay::new(case, &rng);
        let steps = (1 << 20) - rng.i64(0..5000);
        let minor = rng.i64(1..steps);
        let Some(step) = reference::step_below_a_tie(minor, steps) else { continue };
        let flip = |value: i64, negative: bool| if negative { -value as i32 } else { value as i32 };
        let (x, y) = (flip(steps, rng.bool()), flip(minor, rng.bool()));
        let steep = rng.bool();
        let (from, to) = (IVec2::ZERO, if steep { ivec2(y, x) } else { ivec2(x, y) });
        // From the end with the smaller major coordinate; a line the other way has its mirrored steps.
        let step = if x < 0 { steps - step } else { step };
        let on_line = reference::line_pixel(from, to, i128::from(step)).0;
        let aside = on_line + if steep { ivec2(y.signum(), 0) } else { ivec2(0, y.signum()) };
        let dot = SolidityMap::from_fn(1, 1, |_, _| true);
        for pixel in [on_line, aside, on_line - (aside - on_line)] {
            let terrain = Terrain::from_solidity_at(&dot, pixel).expect("one pixel");
            let ray = Ray::between_f64(from.as_dvec2() + 0.5, to.as_dvec2() + 0.5);
            let found = terrain.raycast(&ray).map(|hit| hit.pixel);
            let expected = (pixel == on_line).then_some(pixel);
            assert_eq!(found, expected, "case {case}: {from} to {to}, step {step}");
        }
        checked += 1;
    }
    assert!(checked > 0, "no line came close to a tie");
}

#[test]
fn rays_of_a_million_pixels_and_more_equal_the_reference() {
    // With both kinds of arithmetic for the line.
    LINE.over_long_ways(3, reference::cases(40).min(400), [1 << 19, 1 << 20, 1 << 21]);
}

#[test]
fn a_ray_longer_than_fixed_point_serves_equals_the_reference() {
    // Through every kind of mask, so that empty bricks of both levels are left, in both senses and along both axes.
    let mut rng = seeded(10);
    for case in numbers(reference::cases(1_200)) {
        let _replay = Replay::new(case, &rng);
        let (scene, inside) = Scene::any(case, &mut rng);
        let way = scenes::ray(IVec2::ZERO, ivec2(100, 100), &mut rng);
        let way = way.end() - way.origin();
        let stretch = f64::from(1 << 21) / way.length().max(1.0);
        for ray in scenes::out_and_in(inside, way * stretch) {
            // The reference is asked near the terrain only: the rest of the line is outside, where nothing is solid.
            let is_solid = |pixel| scene.terrain.is_solid(pixel);
            let expected = reference::raycast_near(is_solid, &ray, scene.terrain.bounds());
            let found = scene.terrain.raycast(&ray).map(|hit| hit.pixel);
            assert_eq!(found, expected, "case {case}: {scene}, {ray:?}");
        }
    }
}

#[test]
fn terrain_at_the_end_of_the_world_equals_the_reference() {
    LINE.at_the_end_of_the_world(4, 2_000);
}

#[test]
fn the_point_of_a_hit_lies_in_its_pixel() {
    let mut rng = seeded(5);
    for case in numbers(reference::cases(20_000)) {
        let _replay = Replay::new(case, &rng);
        let mask = scenes::mask("caves", &mut rng);
        let terrain = Terrain::from_solidity(&mask);
        let ray = scenes::ray(IVec2::ZERO, mask.size().as_ivec2(), &mut rng);
        if let Some(hit) = terrain.raycast(&ray) {
            assert_eq!(hit.point.floor().as_ivec2(), hit.pixel, "case {case}: {ray:?}");
            assert!((0.0..=1.0).contains(&hit.fraction));
        }
    }
}

/// A hall with a floor at y = 20 and a wall at x = 40.
fn hall() -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(60, 40, |x, y| x >= 40 || y >= 20))
}

#[test]
fn a_hit_tells_all_there_is_to_know() {
    let hit = hall().raycast(&Ray::new((10.5, 10.5), (1.0, 0.0), 50.0)).expect("the wall");
    let RayHit { pixel, point, distance, fraction, cell, tile, .. } = hit;
    assert_eq!((pixel, point, cell, tile), (ivec2(40, 10), vec2(40.5, 10.5), IVec2::ZERO, None));
    assert_eq!((distance, fraction), (30.0, 0.6));
    assert_eq!((hit.previous(), hit.normal()), (Some(ivec2(39, 10)), vec2(-1.0, 0.0)));
    assert_eq!((hit.layer(), hit.inside()), (0, false));
}

#[test]
fn a_ray_that_begins_inside_hits_there_without_a_normal() {
    let hit = hall().raycast(&Ray::new((50.2, 30.7), (0.3, -1.0), 50.0)).expect("rock");
    assert!(hit.inside());
    assert_eq!((hit.pixel, hit.previous()), (ivec2(50, 30), None));
    assert_eq!((hit.distance, hit.fraction, hit.normal()), (0.0, 0.0, Vec2::ZERO));
    assert_eq!(hit.point, vec2(50.2, 30.7));
}

#[test]
fn a_ray_of_length_0_tests_its_pixel() {
    for (at, expected) in [((50.0, 5.0), true), ((5.0, 5.0), false), ((-3.0, 5.0), false), ((39.999, 19.999), false)] {
        assert_eq!(hall().raycast(&Ray::between(at, at)).is_some(), expected, "{at:?}");
        assert_eq!(hall().raycast(&Ray::new(at, (0.0, 0.0), 9.0)).is_some(), expected, "{at:?}");
    }
}

#[test]
fn outside_is_free_and_a_ray_may_begin_and_end_there() {
    let terrain = hall();
    let hit = terrain.raycast(&Ray::between((100.5, 5.5), (-100.5, 5.5))).expect("the wall from behind");
    assert_eq!((hit.pixel, hit.normal()), (ivec2(59, 5), vec2(1.0, 0.0)));
    assert_eq!(terrain.raycast(&Ray::between((-50.0, -50.0), (-10.0, 300.0))), None);
    assert_eq!(terrain.raycast(&Ray::between((-50.0, -50.0), (1e6, -1e6))), None);
}

#[test]
fn what_is_not_a_ray_hits_nothing_and_sees_nothing() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(8, 8, |_, _| true));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        assert_eq!(terrain.raycast(&Ray::between((4.0, bad), (4.0, 4.0))), None);
        assert_eq!(terrain.raycast(&Ray::between((4.0, 4.0), (bad, 4.0))), None);
        assert!(!terrain.line_of_sight((-4.0, -4.0), (-4.0, bad)));
    }
    assert_eq!(terrain.raycast(&Ray::new((4.0, 4.0), (f32::NAN, 1.0), 5.0)), None);
}

#[test]
fn the_normal_of_a_diagonal_step_is_of_the_free_face() {
    // A ray down and right at 45 degrees into the pixel (2, 2); above it (2, 1), to its left (1, 2).
    let cases = [
        (". . .\n. . .\n. . #", vec2(-1.0, 0.0), "both free: the major axis"),
        (". . .\n. . #\n. . #", vec2(-1.0, 0.0), "only the left free"),
        (". . .\n. . .\n. # #", vec2(0.0, -1.0), "only the upper free"),
        (". . .\n. . #\n. # #", vec2(-1.0, 0.0), "neither free: the major axis"),
    ];
    for (picture, normal, what) in cases {
        let mask = SolidityMap::from_ascii(&picture.replace(' ', "")).expect("a picture");
        let hit = Terrain::from_solidity(&mask).raycast(&Ray::between((0.5, 0.5), (2.5, 2.5))).expect("a hit");
        assert_eq!((hit.pixel, hit.normal()), (ivec2(2, 2), normal), "{what}");
    }
}

#[test]
fn line_of_sight_is_symmetric_and_equals_the_reference() {
    let mut rng = seeded(6);
    for case in numbers(reference::cases(20_000)) {
        let _replay = Replay::new(case, &rng);
        let mask = scenes::mask(scenes::KINDS[case % scenes::KINDS.len()], &mut rng);
        let terrain = Terrain::from_solidity(&mask);
        let ray = scenes::ray(IVec2::ZERO, mask.size().as_ivec2(), &mut rng);
        let (a, b) = (ray.origin().as_vec2(), ray.end().as_vec2());
        let expected =
            reference::line(a.floor().as_ivec2(), b.floor().as_ivec2()).iter().all(|&p| !terrain.is_solid(p));
        assert_eq!(terrain.line_of_sight(a, b), expected, "case {case}: {a} to {b}");
        assert_eq!(terrain.line_of_sight(b, a), expected, "case {case}: {b} to {a}");
    }
}

#[test]
fn a_batch_equals_one_by_one_for_every_number_of_threads() {
    let (terrain, rays) = scenes::large(7, 20_011, scenes::ray);
    let options = RayOptions::default();
    let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast(ray)).collect();
    for threads in [1, 2, 3, 7, 16] {
        let mut hits = vec![None; rays.len()];
        in_pool(threads, || terrain.raycast_batch(&rays, &options, &mut hits));
        assert_eq!(hash(&hits), hash(&expected), "{threads} threads");
        assert_eq!(hits, expected, "{threads} threads");
    }
}

#[test]
fn a_batch_of_any_size_equals_one_by_one() {
    let (terrain, rays) = scenes::large(8, 4_000, scenes::ray);
    let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast(ray)).collect();
    for len in (0..70).chain(120..140).chain([255, 256, 257, 600]) {
        for (rays, expected) in rays.chunks(len.max(1)).zip(expected.chunks(len.max(1))).take(20) {
            let mut hits = vec![None; rays.len()];
            terrain.raycast_batch(rays, &RayOptions::default(), &mut hits);
            assert_eq!(hits, expected, "{len} rays");
        }
    }
}

/// A thread-local value whose destructor casts a batch.
struct Farewell(std::sync::mpsc::Sender<usize>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let rays = [Ray::new((5.0, 5.0), (1.0, 0.0), 500.0); 20];
        let mut hits = [None; 20];
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            hall().raycast_batch(&rays, &RayOptions { traversal, ..RayOptions::default() }, &mut hits);
            self.0.send(hits.iter().flatten().count()).expect("the test waits for it");
        }
    }
}

#[test]
fn a_thread_casts_batches_until_it_has_ended() {
    use std::cell::OnceCell;
    // One is made before the first batch and one after it, as those that are made last go first.
    thread_local!(static BEFORE: OnceCell<Farewell> = const { OnceCell::new() });
    thread_local!(static AFTER: OnceCell<Farewell> = const { OnceCell::new() });
    let (sender, receiver) = std::sync::mpsc::channel();
    let ended = std::thread::spawn(move || {
        BEFORE.with(|farewell| farewell.get_or_init(|| Farewell(sender.clone())).0.clone());
        drop(Farewell(sender.clone()));
        AFTER.with(|farewell| farewell.get_or_init(|| Farewell(sender)).0.clone());
    });
    ended.join().expect("a thread that ends well");
    let counts: Vec<usize> = receiver.iter().collect();
    assert_eq!(counts.len(), 6);
    assert!(counts.iter().all(|&count| count == counts[0]));
}

#[test]
fn an_empty_batch_is_fine() {
    hall().raycast_batch(&[], &RayOptions::default(), &mut []);
}

#[test]
#[should_panic(expected = "`rays` and `hits` must have the same length")]
fn a_batch_with_too_few_places_panics() {
    hall().raycast_batch(&[Ray::new((0.0, 0.0), (1.0, 0.0), 1.0)], &RayOptions::default(), &mut []);
}
