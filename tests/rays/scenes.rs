//! Every scene that is hard on a ray caster, one by one, in both traversals, against a walk over every pixel.
//!
//! `TILERAY_CASES` is the number of rays for each scene and traversal.

use fastrand::Rng;
use reference::scenes::{RayKind, Scene};
use reference::{PlainHit, exact, scenes};
use reference::{Replay, numbers, seeded};
use tileray::glam::IVec2;
use tileray::{Ray, RayOptions, SolidityMap, Traversal};

/// Casts rays of one kind, each by both traversals, in masks that are made anew now and then.
fn check(seed: u64, mask: impl Fn(&mut Rng) -> SolidityMap, ray: RayKind, rays_per_mask: usize) {
    let mut rng = seeded(seed);
    let traversals = [Traversal::Bresenham, Traversal::Exact];
    for case in numbers(reference::cases(6_000).div_ceil(rays_per_mask)) {
        let _replay = Replay::new(case, &rng);
        let scene = Scene::within(300, mask(&mut rng), &mut rng);
        let (mask, corner, terrain) = (&scene.mask, scene.corner, &scene.terrain);
        let is_solid = |pixel: IVec2| mask.get(pixel.x - corner.x, pixel.y - corner.y);
        let rays: Vec<Ray> = (0..rays_per_mask).map(|_| scene.ray(ray, &mut rng)).collect();
        for traversal in traversals {
            let options = RayOptions { traversal, ..RayOptions::default() };
            let mut hits = vec![None; rays.len()];
            terrain.raycast_batch(&rays, &options, &mut hits);
            for (ray, hit) in rays.iter().zip(hits) {
                let expected = match traversal {
                    Traversal::Exact => exact::raycast(is_solid, ray),
                    _ => reference::raycast(is_solid, ray),
                };
                let found = terrain.raycast_with(ray, &options);
                assert_eq!(found.map(PlainHit::from), expected, "{traversal:?}, {scene}, {ray:?}");
                assert_eq!(hit, found, "in a batch: {traversal:?}, {scene}, {ray:?}");
            }
        }
    }
}

/// A test for each kind of mask.
macro_rules! masks {
    ($($test:ident: $kind:literal, $seed:literal;)*) => {
        $(#[test]
        fn $test() {
            check($seed, |rng| scenes::mask($kind, rng), scenes::any_ray, 50);
        })*

        #[test]
        fn every_kind_of_mask_is_here() {
            assert_eq!([$($kind),*], scenes::KINDS);
        }
    };
}

masks! {
    nothing: "empty", 700;
    all_solid: "full", 701;
    noise_of_one_in_a_thousand: "sparse noise", 702;
    noise_of_one_in_two: "half noise", 703;
    noise_of_all_but_one_in_a_thousand: "dense noise", 704;
    checkerboards: "checkerboard", 705;
    diagonal_stairs: "diagonal stairs", 706;
    walls_of_one_pixel: "walls of one pixel", 707;
    posts_on_brick_borders: "posts on brick borders", 708;
    rings: "rings", 709;
    caves: "caves", 710;
    one_pixel: "one pixel", 711;
}

/// A mask of any kind.
fn any_mask(rng: &mut Rng) -> SolidityMap {
    scenes::mask(scenes::KINDS[rng.usize(..scenes::KINDS.len())], rng)
}

#[test]
fn many_blocks_few_of_them_solid() {
    check(720, scenes::sparse_and_large, scenes::any_ray, 200);
}

#[test]
fn rays_that_graze_the_borders_of_bricks() {
    check(721, any_mask, scenes::ray_along_bricks, 50);
}

#[test]
fn rays_that_graze_the_borders_of_blocks() {
    check(722, scenes::sparse_and_large, scenes::ray_along_bricks, 200);
}

#[test]
fn rays_from_outside_that_are_longer_than_the_map() {
    check(723, any_mask, scenes::ray_through, 50);
}

#[test]
fn rays_that_are_level_upright_or_diagonal() {
    check(724, any_mask, scenes::ray_along_an_axis, 50);
}
