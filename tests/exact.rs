//! The exact traversal against a walk over every pixel, and that against the definition.

mod reference;

use fastrand::Rng;
use reference::{PlainHit, exact, scenes};
use tileray::glam::{DVec2, IVec2, Vec2, dvec2, ivec2, vec2};
use tileray::{Ray, RayHit, RayOptions, SimdLevel, SolidityMap, Terrain, Traversal};

const EXACT: RayOptions = RayOptions { traversal: Traversal::Exact, ..DEFAULT };
const DEFAULT: RayOptions = RayOptions {
    traversal: Traversal::Bresenham,
    layers: tileray::LayerMask::ALL,
    one_way: tileray::OneWayRule::Respect,
    inside: tileray::StartInside::Hit,
    simd: SimdLevel::Best,
};

fn cast(terrain: &Terrain, ray: &Ray) -> Option<RayHit> {
    terrain.raycast_with(ray, &EXACT)
}

fn assert_equals_reference(terrain: &Terrain, ray: &Ray, context: &str) {
    let is_solid = |pixel| terrain.is_solid(pixel);
    let expected = exact::raycast(is_solid, ray);
    let found = cast(terrain, ray).map(PlainHit::from);
    if found != expected {
        let pixels: Vec<_> = ray.exact_pixels().take(20).collect();
        panic!("{context}\n{ray:?}\nfound    {found:?}\nexpected {expected:?}\n{pixels:?}");
    }
}

/// A ray that is hard on the exact walk: its ends on multiples of 1/256, of 1/2 or of 1, or its line through corners.
fn hard_ray(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    let ray = scenes::ray(corner, size, rng);
    let (from, to) = (ray.origin(), ray.end());
    let on = |point: DVec2, parts: f64| (point * parts).round() / parts;
    match rng.u32(0..10) {
        0..=2 => ray,
        3 => Ray::between_f64(on(from, 256.0), on(to, 256.0)),
        4 => Ray::between_f64(on(from, 2.0), on(to, 2.0)),
        5 => Ray::between_f64(on(from, 1.0), on(to, 1.0 / 16.0)),
        6 => {
            // Through a corner of pixels, or of bricks, at any slope.
            let through = on(from, if rng.bool() { 1.0 } else { 1.0 / 16.0 });
            let way = ivec2(rng.i32(-20000..20000), rng.i32(-20000..20000)).as_dvec2() / 256.0;
            let (back, on) = (f64::from(rng.i32(0..3)), f64::from(rng.i32(0..3)));
            Ray::between_f64(through - way * back, through + way * on)
        }
        7 => {
            // By a slope of 1, or nearly, from a multiple of 1/256.
            let from = on(from, if rng.bool() { 256.0 } else { 1.0 });
            let run = f64::from(rng.i32(0..60_000)) / 256.0;
            let way = dvec2(if rng.bool() { run } else { -run }, if rng.bool() { run } else { -run });
            let aside = f64::from(rng.i32(-2..=2)) / 256.0;
            Ray::between_f64(from, from + way + if rng.bool() { dvec2(aside, 0.0) } else { dvec2(0.0, aside) })
        }
        8 => {
            // Along a border, or by one part of 256 beside it.
            let from = on(from, 1.0) + dvec2(f64::from(rng.i32(-1..=1)), f64::from(rng.i32(-1..=1))) / 256.0;
            let run = f64::from(rng.i32(-60_000..60_000)) / 256.0;
            Ray::between_f64(from, from + if rng.bool() { dvec2(run, 0.0) } else { dvec2(0.0, run) })
        }
        _ => {
            // By a slope of few numbers, which meets many corners.
            let from = on(from, if rng.bool() { 1.0 } else { 2.0 });
            let way = ivec2(rng.i32(-4..=4), rng.i32(-4..=4)).as_dvec2();
            Ray::between_f64(from, from + way * f64::from(rng.i32(0..60)))
        }
    }
}

#[test]
fn the_walk_by_steps_is_the_one_by_the_definition() {
    let mut rng = Rng::with_seed(31);
    for case in 0..reference::cases(30_000) {
        // Points on a coarse grid of parts, so that borders and corners are met often.
        let parts = [1, 2, 8, 32, 64, 128, 256][case % 7];
        let reach = rng.i32(1..=5) * 256 / parts;
        let mut point =
            || dvec2(rng.i32(-reach..=reach).into(), rng.i32(-reach..=reach).into()) * f64::from(parts) / 256.0;
        let ray = Ray::between_f64(point(), point());
        let (from, to) = (exact::snapped(ray.origin()), exact::snapped(ray.end()));
        let expected = exact::pixels_by_definition(from, to);
        assert_eq!(exact::pixels(from, to), expected, "case {case}: {from:?} to {to:?}, in 1/256");
        assert_eq!(ray.exact_pixels().collect::<Vec<_>>(), expected, "case {case}: {from:?} to {to:?}, in 1/256");
    }
}

#[test]
fn the_pixels_are_those_of_the_reference() {
    let mut rng = Rng::with_seed(32);
    for case in 0..reference::cases(20_000) {
        let ray = hard_ray(ivec2(-40, -40), ivec2(80, 80), &mut rng);
        let expected = exact::pixels(exact::snapped(ray.origin()), exact::snapped(ray.end()));
        assert_eq!(ray.exact_pixels().collect::<Vec<_>>(), expected, "case {case}: {ray:?}");
    }
}

#[test]
fn there_and_back_the_same_pixels_are_tested() {
    let mut rng = Rng::with_seed(33);
    let sorted = |ray: &Ray| {
        let mut pixels: Vec<_> = ray.exact_pixels().map(|pixel| (pixel.x, pixel.y)).collect();
        pixels.sort_unstable();
        pixels
    };
    for case in 0..reference::cases(20_000) {
        let ray = hard_ray(ivec2(-40, -40), ivec2(80, 80), &mut rng);
        let back = Ray::between_f64(ray.end(), ray.origin());
        assert_eq!(sorted(&ray), sorted(&back), "case {case}: {ray:?}");
    }
}

#[test]
fn every_kind_of_mask_and_ray_equals_the_reference() {
    let mut rng = Rng::with_seed(34);
    let rays_per_mask = 50;
    for case in 0..reference::cases(100_000) / rays_per_mask {
        let kind = scenes::KINDS[case % scenes::KINDS.len()];
        let mask = scenes::mask(kind, &mut rng);
        let origin = ivec2(rng.i32(-200..200), rng.i32(-200..200));
        let terrain = Terrain::from_solidity_at(&mask, origin).expect("a small mask");
        for _ in 0..rays_per_mask {
            let ray = hard_ray(origin, mask.size().as_ivec2(), &mut rng);
            assert_equals_reference(&terrain, &ray, &format!("case {case}: {kind} {:?} at {origin}", mask.size()));
        }
    }
}

#[test]
fn terrain_of_many_blocks_equals_the_reference() {
    let mut rng = Rng::with_seed(35);
    let rays_per_mask = 100;
    for case in 0..reference::cases(10_000) / rays_per_mask {
        let mask = scenes::sparse_and_large(&mut rng);
        let (width, height) = (mask.width() as i32, mask.height() as i32);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| ivec2(x, y)));
        let solid: Vec<IVec2> = pixels.filter(|pixel| mask.get(pixel.x, pixel.y)).collect();
        let corner = ivec2(rng.i32(-900..900), rng.i32(-900..900));
        let terrain = Terrain::from_solidity_at(&mask, corner).expect("a small mask");
        for index in 0..rays_per_mask {
            let mut ray = hard_ray(corner, mask.size().as_ivec2(), &mut rng);
            if index % 2 == 0 {
                // Past one of the few solid pixels, often through its corner, so that most of these rays hit.
                let at = (corner + solid[rng.usize(..solid.len())]).as_dvec2();
                let aim = at + dvec2(rng.u32(0..5).into(), rng.u32(0..5).into()) / 4.0;
                ray = Ray::between_f64(ray.origin(), aim + (aim - ray.origin()) * rng.f64());
            }
            assert_equals_reference(&terrain, &ray, &format!("case {case}: {:?} at {corner}", mask.size()));
        }
    }
}
