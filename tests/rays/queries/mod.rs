//! The other queries of a ray, against a walk over every pixel.

mod fan;
mod layers;
mod sight;
mod spans;
mod surface;
mod trace;

use fastrand::Rng;
use reference::scenes;
use tileray::glam::ivec2;
use tileray::{Ray, Terrain, TerrainQuery, Traversal};

/// Calls `check` with terrain of every kind and rays of every kind, `cases` of them in all.
fn for_each_scene(seed: u64, cases: usize, mut check: impl FnMut(&Terrain, &Ray, &str)) {
    let mut rng = Rng::with_seed(seed);
    let rays_per_mask = 25;
    for case in 0..cases.div_ceil(rays_per_mask) {
        let kind = scenes::KINDS[case % scenes::KINDS.len()];
        let mask = if case % 40 == 39 { scenes::sparse_and_large(&mut rng) } else { scenes::mask(kind, &mut rng) };
        let corner = ivec2(rng.i32(-200..200), rng.i32(-200..200));
        let terrain = Terrain::from_solidity_at(&mask, corner).expect("a small mask");
        for _ in 0..rays_per_mask {
            let ray = scenes::ray(corner, mask.size().as_ivec2(), &mut rng);
            check(&terrain, &ray, &format!("case {case}: {kind} {:?} at {corner}, {ray:?}", mask.size()));
        }
    }
}

/// Rays that are none.
fn rays_that_are_not_valid() -> Vec<Ray> {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e9];
    bad.iter()
        .flat_map(|&bad| [Ray::between((5.0, 5.0), (bad, 5.0)), Ray::between((5.0, bad), (5.0, 5.0))])
        .chain([Ray::new((5.0, 5.0), (f32::NAN, 1.0), 5.0), Ray::new((5.0, 5.0), (1.0, 0.0), f32::NAN)])
        .collect()
}

/// Both ways to walk, and whether a ray leaves first what it begins in.
fn all_queries(terrain: &Terrain) -> impl Iterator<Item = (TerrainQuery<'_>, Traversal, bool)> {
    [Traversal::Bresenham, Traversal::Exact].into_iter().flat_map(|traversal| {
        let query = terrain.query().traversal(traversal);
        [(query, traversal, false), (query.leave_start(), traversal, true)]
    })
}
