//! The exact traversal against a walk over every pixel, and that against the definition.

use crate::scenes::assert_right;
use fastrand::Rng;
use reference::scenes::{self, Scene};
use reference::{each_case, exact};
use tileray::glam::{IVec2, dvec2, ivec2};
use tileray::solidity::Orientation;
use tileray::{Ray, RayHit, SolidityMap, Terrain, Traversal};

fn cast(terrain: &Terrain, ray: &Ray) -> Option<RayHit> {
    terrain.query().exact().raycast(ray)
}

#[test]
fn the_walk_by_steps_is_the_one_by_the_definition() {
    for (case, mut rng) in each_case(31, reference::cases(10_000)) {
        // Points on a coarse grid of parts, so that borders and corners are met often.
        let parts = [1, 2, 8, 32, 64, 128, 256][case % 7];
        let reach = rng.i32(1..=5) * 256 / parts;
        let mut point =
            || dvec2(rng.i32(-reach..=reach).into(), rng.i32(-reach..=reach).into()) * f64::from(parts) / 256.0;
        let ray = Ray::between_f64(point(), point());
        let (from, to) = (exact::snapped(ray.origin()), exact::snapped(ray.end()));
        let expected = exact::pixels_by_definition(from, to);
        assert_eq!(exact::pixels(from, to), expected, "{from:?} to {to:?}, in 1/256");
        assert_eq!(ray.exact_pixels().collect::<Vec<_>>(), expected, "{from:?} to {to:?}, in 1/256");
    }
}

#[test]
fn a_ray_is_stopped_where_it_enters_the_interior_of_the_union() {
    let mut stopped = 0;
    for (case, mut rng) in each_case(30, reference::cases(40_000)) {
        let density = [1, 2, 3, 5][case % 4];
        let bits: Vec<bool> = (0..36).map(|_| rng.u32(0..6) < density).collect();
        let is_solid = |pixel: IVec2| {
            let at = pixel + 3;
            (0..6).contains(&at.x) && (0..6).contains(&at.y) && bits[(at.y * 6 + at.x) as usize]
        };
        let parts = [1, 2, 8, 32, 128, 256][case / 4 % 6];
        let mut point = || dvec2(rng.i32(-4 * parts..=4 * parts).into(), rng.i32(-4 * parts..=4 * parts).into());
        let ray = Ray::between_f64(point() / f64::from(parts), point() / f64::from(parts));
        let (from, to) = (exact::snapped(ray.origin()), exact::snapped(ray.end()));
        let expected = exact::stop(is_solid, from, to);
        let found = exact::raycast(is_solid, &ray);
        let part = |(part, whole, inside): (i128, i128, bool)| ((part as f64 / whole as f64) as f32, inside);
        assert_eq!(found.map(|hit| (hit.fraction, hit.inside)), expected.map(part), "{from:?} to {to:?}");
        // The same from the other end.
        let back = exact::stop(is_solid, to, from);
        assert_eq!(back.is_some(), expected.is_some(), "{from:?} to {to:?}, backward");
        stopped += usize::from(expected.is_some());
    }
    assert!(stopped > 0, "no ray was stopped");
}

#[test]
fn beside_the_terrain_nothing_of_its_other_side_is_hit() {
    // Two regions high and one wide, to the pixel: beside one row of bricks there lies, in memory, the end of another.
    let mut rng = Rng::with_seed(41);
    let mut mask = SolidityMap::new(4096, 8192);
    for y in (0..520).chain(4090..4620) {
        for x in (0..40).chain(4056..4096) {
            mask.set(x, y, rng.u32(0..4) == 0);
        }
    }
    for turned in [false, true] {
        let mask = if turned { mask.oriented(Orientation::ROTATE_90) } else { mask.clone() };
        let scene = Scene::at(IVec2::ZERO, mask);
        let size = if turned { dvec2(8192.0, 4096.0) } else { dvec2(4096.0, 8192.0) };
        for case in 0..reference::cases(2_000).min(100_000) {
            let (across, along) = (f64::from(rng.i32(-40..40)), 4100.0 + rng.f64() * 500.0);
            let across = if rng.bool() { across } else { 4096.0 + across };
            let from = if turned { dvec2(size.x - along, across) } else { dvec2(across, along) };
            let way = dvec2(rng.f64() - 0.5, rng.f64() - 0.5) * dvec2(rng.f64() * 40.0, rng.f64() * 300.0);
            let ray = Ray::between_f64(from, from + if turned { dvec2(way.y, way.x) } else { way });
            assert_right(&scene, Traversal::Exact, &[ray], format_args!("case {case}, turned: {turned}"));
        }
    }
}

/// Numbers `(a, b)` with `a·v - b·u = 1`, `a` from 0 to `u`; `None` where `u` and `v` have a common divisor.
fn bezout(u: i128, v: i128) -> Option<(i128, i128)> {
    let (mut r, mut x) = ((u, v), (0, 1));
    while r.1 != 0 {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        x = (x.1, x.0 - quotient * x.1);
    }
    let a = x.0.rem_euclid(u);
    (r.0 == 1).then(|| (a, (a * v - 1) / u))
}

#[test]
fn segments_that_nearly_meet_a_corner_are_told_from_those_that_do() {
    // Through a corner, and past it as closely as their length allows: by 2^-36 of a pixel for 2^20 pixels. One pixel
    // around the corner is solid.
    let dot = SolidityMap::from_fn(1, 1, |_, _| true);
    let (mut checked, mut hits) = (0, 0);
    for (case, mut rng) in each_case(36, reference::cases(20_000)) {
        // Of each kind of arithmetic, and at its limit.
        let longest: i128 = [1 << 12, 1 << 20, 1 << 24, 1 << 28, 1 << 29, 1 << 36][case % 6];
        let u = longest - rng.i128(0..1 << 11);
        let v = match rng.u32(0..5) {
            0 => u - rng.i128(0..2000).min(u),
            1 => rng.i128(0..2000).min(u),
            2 => u - (u >> rng.u32(4..20)),
            _ => rng.i128(0..=u),
        };
        // From the start of the segment to the corner, and from there to the end.
        let (there, onward) = match (rng.u32(0..3), bezout(u, v)) {
            (0, _) => ([u, v], [u / 2, v / 2]),
            (1, Some((a, b))) => ([a, b], [u - a, v - b]),
            (_, Some((a, b))) => ([u - a, v - b], [a, b]),
            _ => continue,
        };
        let sign = [rng.bool(), rng.bool()].map(|negative| if negative { -1 } else { 1 });
        let swap = rng.bool();
        let corner = ivec2(rng.i32(-70..70), rng.i32(-70..70));
        let point = |offset: [i128; 2], way: i128| {
            let offset = dvec2((way * sign[0] * offset[0]) as f64, (way * sign[1] * offset[1]) as f64);
            corner.as_dvec2() + if swap { dvec2(offset.y, offset.x) } else { offset } / 256.0
        };
        let ray = Ray::between_f64(point(there, -1), point(onward, 1));
        for aside in [ivec2(0, 0), ivec2(-1, 0), ivec2(0, -1), ivec2(-1, -1)] {
            let pixel = corner + aside;
            let terrain = Terrain::from_solidity_at(&dot, pixel).expect("one pixel");
            let found = cast(&terrain, &ray).map(|hit| hit.pixel());
            assert_eq!(found, exact::first_of(&[pixel], &ray), "{pixel} of {ray:?}");
            hits += usize::from(found.is_some());
        }
        checked += 4;
    }
    assert!(hits > checked / 3 && hits < checked, "{hits} of {checked}");
}

#[test]
fn a_ray_longer_than_2_to_the_20_equals_the_reference() {
    // Through every kind of mask, so that empty squares of each level are left, in all senses.
    for (case, mut rng) in each_case(37, reference::cases(200).min(4_000)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let solid = scene.solid();
        let inside = if rng.bool() { inside.round() } else { inside };
        let way = scenes::exact_ray(IVec2::ZERO, ivec2(100, 100), &mut rng);
        let way = way.end() - way.origin();
        let stretch = (f64::from(1 << rng.u32(21..29)) / way.length().max(1.0)).round();
        for ray in scenes::out_and_in(inside, way * stretch) {
            let found = cast(&scene.terrain, &ray).map(|hit| hit.pixel());
            assert_eq!(found, exact::first_of(&solid, &ray), "{scene}, {ray:?}");
        }
    }
}

#[test]
fn a_ray_of_any_magnitude_has_an_answer() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(8, 8, |_, _| true));
    for exponent in -1074..1024 {
        for sign in [1.0, -1.0] {
            let far = sign * 1.5 * 2f64.powi(exponent);
            for [from, to] in [[dvec2(20.0, 4.5), dvec2(far, 4.5)], [dvec2(4.5, far), dvec2(4.5, 20.0)]] {
                let ray = Ray::between_f64(from, to);
                let hit = cast(&terrain, &ray);
                let in_the_way = ray.is_valid() && far < 8.0;
                assert_eq!(hit.is_some(), in_the_way, "{ray:?}");
            }
        }
    }
}

#[test]
fn the_farthest_points_are_ends_of_a_ray() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(8, 8, |_, _| true));
    let far = (1u32 << 30) as f32;
    let hit = cast(&terrain, &Ray::between((-far, 3.5), (far, 3.5))).expect("the mask");
    assert_eq!((hit.pixel(), hit.fraction()), (ivec2(0, 3), 0.5));
    assert_eq!(cast(&terrain, &Ray::between((far, -far), (-far, far))).expect("the mask").pixel(), ivec2(0, 0));
}
