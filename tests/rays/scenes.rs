//! Every scene that is hard on a ray caster, in both traversals, against a walk over every pixel.

use fastrand::Rng;
use reference::scenes::{RayKind, Scene};
use reference::{PlainHit, each_case, scenes};
use std::fmt::Display;
use tileray::glam::{DVec2, IVec2, dvec2, ivec2};
use tileray::{Ray, Traversal};

/// Fails unless each ray's hit, by itself and in a batch, is that of the walk.
pub(crate) fn assert_right(scene: &Scene, traversal: Traversal, rays: &[Ray], context: impl Display) {
    let (mask, corner, terrain) = (&scene.mask, scene.corner, &scene.terrain);
    let is_solid = |pixel: IVec2| mask.get(pixel.x - corner.x, pixel.y - corner.y);
    let query = terrain.query().traversal(traversal);
    let mut hits = vec![None; rays.len()];
    query.raycast_batch(rays, &mut hits);
    for (ray, hit) in rays.iter().zip(hits) {
        let expected = reference::walk(is_solid, ray, traversal);
        let found = query.raycast(ray);
        assert_eq!(found.map(PlainHit::from), expected, "{context}: {traversal:?}, {scene}, {ray:?}");
        assert_eq!(hit, found, "{context}, in a batch: {traversal:?}, {scene}, {ray:?}");
    }
}

/// Casts so many rays of one kind, or as many as [`reference::cases`] makes of it, in masks that are made anew now and then.
fn check(seed: u64, traversals: &[Traversal], (rays, rays_per_mask): (usize, usize), ray: RayKind) {
    for (case, mut rng) in each_case(seed, reference::cases(rays).div_ceil(rays_per_mask)) {
        let scene = Scene::within(300, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let rays: Vec<Ray> = (0..rays_per_mask).map(|_| scene.ray(ray, &mut rng)).collect();
        traversals.iter().for_each(|&traversal| assert_right(&scene, traversal, &rays, case));
    }
}

const BOTH: [Traversal; 2] = [Traversal::Bresenham, Traversal::Exact];

#[test]
fn every_kind_of_mask_and_ray_equals_the_reference() {
    check(1, &BOTH, (150_000, 50), scenes::any_ray);
    check(34, &[Traversal::Exact], (40_000, 100), scenes::exact_ray);
}

/// Masks of many blocks with few solid pixels. Every other ray goes past one of them, through the point that `aim` adds to its
/// corner, so that most of these rays hit.
fn in_many_blocks(seed: u64, traversals: &[Traversal], rays: usize, ray: RayKind, aim: fn(&mut Rng) -> DVec2) {
    for (case, mut rng) in each_case(seed, reference::cases(rays).div_ceil(100)) {
        let mask = scenes::sparse_and_large(&mut rng);
        let scene = Scene::within(900, mask, &mut rng);
        let solid = scene.solid();
        let rays = (0..100).map(|index| {
            let ray = scene.ray(ray, &mut rng);
            let aim = solid[rng.usize(..solid.len())].as_dvec2() + aim(&mut rng);
            let past = Ray::between_f64(ray.origin(), aim + (aim - ray.origin()) * rng.f64());
            if index % 2 == 0 { past } else { ray }
        });
        let rays: Vec<Ray> = rays.collect();
        traversals.iter().for_each(|&traversal| assert_right(&scene, traversal, &rays, case));
    }
}

#[test]
fn terrain_of_many_blocks_equals_the_reference() {
    in_many_blocks(14, &BOTH, 20_000, scenes::any_ray, |_| DVec2::splat(0.5));
    // Often through the corner of a solid pixel.
    let aim = |rng: &mut Rng| dvec2(rng.u32(0..5).into(), rng.u32(0..5).into()) / 4.0;
    in_many_blocks(35, &[Traversal::Exact], 6_000, scenes::exact_ray, aim);
}

/// From far outside through a mask, by so many pixels to either side in turn: with both kinds of arithmetic.
#[test]
fn all_that_is_said_of_a_hit_after_a_million_pixels_is_right() {
    let mut rng = Rng::with_seed(3);
    let mask = scenes::mask("checkerboard", &mut rng);
    for (traversal, rays, reaches) in [
        (Traversal::Bresenham, reference::cases(40).min(400), [1 << 19, 1 << 20, 1 << 21]),
        (Traversal::Exact, reference::cases(3).min(60), [1 << 18, 1 << 19, 1 << 20]),
    ] {
        for (case, mut rng) in each_case(rng.get_seed(), rays) {
            let reach = f64::from(reaches[case % 3]);
            let scene = Scene::within(5000, mask.clone(), &mut rng);
            let middle = scene.corner.as_dvec2() + mask.size().as_dvec2() / 2.0;
            let (angle, swerve) = (rng.f64() * std::f64::consts::TAU, rng.f64() * 3e-5);
            let (from, to) = (DVec2::from_angle(angle), DVec2::from_angle(angle + swerve));
            let ray = Ray::between_f64(middle + from * reach, middle - to * reach);
            assert_right(&scene, traversal, &[ray], case);
        }
    }
}

/// In the corners of the world, where coordinates are as large as they may be.
#[test]
fn terrain_at_the_end_of_the_world_equals_the_reference() {
    let mut rng = Rng::with_seed(4);
    let far = 1 << 24;
    for (x, y) in [(-far, -far), (far - 100, far - 100), (-far, far - 100), (far - 100, 0)] {
        let scene = Scene::at(ivec2(x, y), scenes::mask("half noise", &mut rng));
        for (traversal, kind) in [(Traversal::Bresenham, scenes::ray as RayKind), (Traversal::Exact, scenes::exact_ray)]
        {
            let rays: Vec<Ray> = (0..2_000).map(|_| scene.ray(kind, &mut rng)).collect();
            assert_right(&scene, traversal, &rays, "the end of the world");
        }
    }
}
