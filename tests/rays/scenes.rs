//! Every scene that is hard on a ray caster, one by one, in both traversals, against a walk over every pixel.
//!
//! `TILERAY_CASES` is the number of rays for each scene and traversal.

use fastrand::Rng;
use reference::scenes::{RayKind, Scene};
use reference::{PlainHit, each_case, scenes};
use std::fmt::Display;
use tileray::glam::{DVec2, IVec2, dvec2, ivec2};
use tileray::{Ray, SolidityMap, Traversal};

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
pub(crate) fn check(
    seed: u64,
    traversals: &[Traversal],
    (rays, rays_per_mask): (usize, usize),
    mask: impl Fn(usize, &mut Rng) -> SolidityMap,
    ray: RayKind,
) {
    for (case, mut rng) in each_case(seed, reference::cases(rays).div_ceil(rays_per_mask)) {
        let scene = Scene::within(300, mask(case, &mut rng), &mut rng);
        let rays: Vec<Ray> = (0..rays_per_mask).map(|_| scene.ray(ray, &mut rng)).collect();
        traversals.iter().for_each(|&traversal| assert_right(&scene, traversal, &rays, case));
    }
}

/// In masks of many blocks with few solid pixels. Every other ray goes past one of them, through the point that `aim` adds
/// to its corner, so that most of these rays hit.
pub(crate) fn in_many_blocks(seed: u64, traversal: Traversal, rays: usize, ray: RayKind, aim: fn(&mut Rng) -> DVec2) {
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
        assert_right(&scene, traversal, &rays.collect::<Vec<_>>(), case);
    }
}

/// From far outside through a mask, by so many pixels to either side in turn.
pub(crate) fn over_long_ways(seed: u64, traversal: Traversal, rays: usize, reaches: [i32; 3]) {
    let mut rng = Rng::with_seed(seed);
    let mask = scenes::mask("checkerboard", &mut rng);
    for (case, mut rng) in each_case(rng.get_seed(), rays) {
        let reach = f64::from(reaches[case % 3]);
        let scene = Scene::within(5000, mask.clone(), &mut rng);
        let middle = scene.corner.as_dvec2() + mask.size().as_dvec2() / 2.0;
        let (angle, swerve) = (rng.f64() * std::f64::consts::TAU, rng.f64() * 3e-5);
        let (from, to) = (dvec2(angle.cos(), angle.sin()), dvec2((angle + swerve).cos(), (angle + swerve).sin()));
        let ray = Ray::between_f64(middle + from * reach, middle - to * reach);
        assert_right(&scene, traversal, &[ray], case);
    }
}

/// In the corners of the world, where coordinates are as large as they may be.
pub(crate) fn at_the_end_of_the_world(seed: u64, traversal: Traversal, rays_per_corner: usize, ray: RayKind) {
    let mut rng = Rng::with_seed(seed);
    let far = 1 << 24;
    for (x, y) in [(-far, -far), (far - 100, far - 100), (-far, far - 100), (far - 100, 0)] {
        let scene = Scene::at(ivec2(x, y), scenes::mask("half noise", &mut rng));
        let rays: Vec<Ray> = (0..rays_per_corner).map(|_| scene.ray(ray, &mut rng)).collect();
        assert_right(&scene, traversal, &rays, "the end of the world");
    }
}

const BOTH: [Traversal; 2] = [Traversal::Bresenham, Traversal::Exact];

fn check_both(seed: u64, mask: impl Fn(&mut Rng) -> SolidityMap, ray: RayKind, rays_per_mask: usize) {
    check(seed, &BOTH, (6_000, rays_per_mask), |_, rng| mask(rng), ray);
}

#[test]
fn every_kind_of_mask() {
    check(700, &BOTH, (6_000 * scenes::KINDS.len(), 50), scenes::mask_in_turn, scenes::any_ray);
}

/// A mask of any kind.
fn any_mask(rng: &mut Rng) -> SolidityMap {
    scenes::mask(scenes::KINDS[rng.usize(..scenes::KINDS.len())], rng)
}

#[test]
fn many_blocks_few_of_them_solid() {
    check_both(720, scenes::sparse_and_large, scenes::any_ray, 200);
}

#[test]
fn rays_that_graze_the_borders_of_bricks() {
    check_both(721, any_mask, scenes::ray_along_bricks, 50);
}

#[test]
fn rays_that_graze_the_borders_of_blocks() {
    check_both(722, scenes::sparse_and_large, scenes::ray_along_bricks, 200);
}

#[test]
fn rays_from_outside_that_are_longer_than_the_map() {
    check_both(723, any_mask, scenes::ray_through, 50);
}

#[test]
fn rays_that_are_level_upright_or_diagonal() {
    check_both(724, any_mask, scenes::ray_along_an_axis, 50);
}
