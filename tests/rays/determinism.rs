//! The same rays give the same bits: one by one and in batches, for every number of threads and every set of vector
//! instructions, in debug and in release.
//!
//! `TILERAY_CASES` is the number of hits: 1,000,000 in release, and 10,000 in debug, which is slower by far.

use fastrand::Rng;
use reference::golden::{self, Batch, HitHash};
use reference::pool::in_pool;
use reference::scenes;
use tileray::raycast::SimdLevel;
use tileray::{Ray, RayHit, RayOptions, Traversal};

const CASES: usize = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };

fn assert_same(expected: &[Option<RayHit>], found: &[Option<RayHit>], rays: &[Ray], context: &str) {
    if let Some(index) = (0..rays.len()).find(|&index| expected[index] != found[index]) {
        panic!("{context}, {:?}\nexpected {:?}\nfound    {:?}", rays[index], expected[index], found[index]);
    }
}

#[test]
fn the_same_rays_give_the_same_bits_everywhere() {
    let levels = SimdLevel::ALL.map(|level| level.is_available().then_some(level));
    let (mut hash, wanted) = (HitHash::default(), reference::cases(CASES));
    for (case, Batch { terrain, rays, options }) in golden::batches().enumerate() {
        let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast_with(ray, &options)).collect();
        for (number, simd) in levels.into_iter().flatten().enumerate() {
            let options = RayOptions { simd, ..options };
            // Each number of threads with each set of instructions in turn.
            let threads = [1, 2, 7][(case + number) % 3];
            let context = format!("case {case}, {options:?}, {threads} threads");
            let mut found = vec![None; rays.len()];
            in_pool(threads, || terrain.raycast_batch(&rays, &options, &mut found));
            assert_same(&expected, &found, &rays, &context);
            let mut any = vec![false; rays.len()];
            in_pool(threads, || terrain.raycast_any_batch(&rays, &options, &mut any));
            assert!(any.iter().zip(&expected).all(|(any, hit)| *any == hit.is_some()), "{context}, any");
            let alone: Vec<_> = rays.iter().map(|ray| terrain.raycast_with(ray, &options)).collect();
            assert_same(&expected, &alone, &rays, &format!("{context}, one by one"));
        }
        if hash.add(&expected, wanted).unwrap_or_else(|fault| panic!("{fault}")) {
            return;
        }
    }
}

/// Batches that are long enough to be shared among threads in a release build too.
#[test]
fn large_batches_are_the_same_for_every_number_of_threads() {
    let mut rng = Rng::with_seed(801);
    for case in 0..reference::cases(8) {
        let (terrain, _) = golden::scene(case * 7, &mut rng);
        let (min, size) = (terrain.bounds().min, terrain.bounds().size().as_ivec2());
        let count = if cfg!(debug_assertions) { 3_001 } else { 30_001 };
        let rays: Vec<Ray> = (0..count).map(|_| scenes::any_ray(min, size, &mut rng)).collect();
        let pairs: Vec<_> = rays.iter().map(|ray| (ray.origin().as_vec2(), ray.end().as_vec2())).collect();
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let options = RayOptions { traversal, ..RayOptions::default() };
            let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast_with(ray, &options)).collect();
            let any: Vec<_> = rays.iter().map(|ray| terrain.raycast_any(ray, &options)).collect();
            let seen: Vec<_> = pairs.iter().map(|&(a, b)| terrain.line_of_sight_with(a, b, &options)).collect();
            for threads in [1, 2, 7] {
                let context = format!("case {case}, {options:?}, {threads} threads");
                let mut found = (vec![None; count], vec![false; count], vec![false; count]);
                in_pool(threads, || {
                    terrain.raycast_batch(&rays, &options, &mut found.0);
                    terrain.raycast_any_batch(&rays, &options, &mut found.1);
                    terrain.line_of_sight_batch(&pairs, &options, &mut found.2);
                });
                assert_same(&expected, &found.0, &rays, &context);
                assert!((found.1, found.2) == (any.clone(), seen.clone()), "{context}");
            }
        }
    }
}
