//! The other queries of a ray, against a walk over every pixel.

mod fan;
mod layers;
mod sight;
mod spans;
mod surface;
mod trace;

use fastrand::Rng;
use reference::scenes::{self, Scene};
use std::fmt::Arguments;
use tileray::{Ray, SolidityMap, Terrain, TerrainQuery, Traversal};

/// Calls `check` with terrain of every kind and rays of every kind, `cases` of them in all.
fn for_each_scene(seed: u64, cases: usize, mut check: impl FnMut(&Terrain, &Ray, Arguments<'_>)) {
    let mut rng = Rng::with_seed(seed);
    let rays_per_mask = 25;
    for case in 0..cases.div_ceil(rays_per_mask) {
        let is_large = case % 40 == 39;
        let mask = if is_large { scenes::sparse_and_large(&mut rng) } else { scenes::mask_in_turn(case, &mut rng) };
        let scene = Scene::within(200, mask, &mut rng);
        for _ in 0..rays_per_mask {
            let ray = scene.ray(scenes::ray, &mut rng);
            check(&scene.terrain, &ray, format_args!("case {case}: {scene}, {ray:?}"));
        }
    }
}

/// Rays that are none.
fn rays_that_are_not_valid() -> Vec<Ray> {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 3e9, 1.1e9];
    bad.iter()
        .flat_map(|&bad| [Ray::between((5.0, 5.0), (bad, 5.0)), Ray::between((5.0, bad), (5.0, 5.0))])
        .chain([Ray::new((5.0, 5.0), (f32::NAN, 1.0), 5.0), Ray::new((5.0, 5.0), (1.0, 0.0), f32::NAN)])
        .collect()
}

#[test]
fn what_is_not_a_ray_meets_nothing_and_sees_nothing() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(32, 32, |_, _| true));
    for ray in rays_that_are_not_valid() {
        assert_eq!(ray.exact_pixels().count(), 0);
        let (a, b) = (ray.origin().as_vec2(), ray.end().as_vec2());
        assert!(!terrain.line_of_sight(a, b), "{a} to {b}");
        for (query, ..) in all_queries(&terrain) {
            assert_eq!((query.raycast(&ray), query.raycast_any(&ray)), (None, false));
            assert_eq!((query.raycast_exit(&ray), query.raycast_spans(&ray).next()), (None, None));
            let trace = query.raycast_traced(&ray);
            assert_eq!((trace.hit, trace.steps), (None, Vec::new()));
            let mut seen = [true];
            query.line_of_sight_batch(&[(a, b)], &mut seen);
            assert_eq!((seen, query.line_of_sight(a, b)), ([false], false), "{a} to {b}");
        }
    }
}

/// Both ways to walk, and whether a ray leaves first what it begins in.
fn all_queries(terrain: &Terrain) -> impl Iterator<Item = (TerrainQuery<'_>, Traversal, bool)> {
    [Traversal::Bresenham, Traversal::Exact].into_iter().flat_map(|traversal| {
        let query = terrain.query().traversal(traversal);
        [(query, traversal, false), (query.leave_start(), traversal, true)]
    })
}
