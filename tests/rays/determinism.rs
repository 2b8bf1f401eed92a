//! The same rays give the same bits: one by one and in batches, for every number of threads and every set of vector
//! instructions, in debug and in release.
//!
//! `TILERAY_CASES` is the number of hits: 1,000,000 in release, and 10,000 in debug, which is slower by far.

use fastrand::Rng;
use reference::golden::{self, HitHash};
use reference::pool::in_pool;
use reference::scenes;
use tileray::SimdLevel;
use tileray::{Ray, RayHit, Traversal};

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
    for (case, batch) in golden::batches().enumerate() {
        let (query, rays) = (batch.query(), &batch.rays);
        let expected: Vec<_> = rays.iter().map(|ray| query.raycast(ray)).collect();
        for (number, simd) in levels.into_iter().flatten().enumerate() {
            let query = query.simd(simd);
            // Each number of threads with each set of instructions in turn.
            let threads = [1, 2, 7][(case + number) % 3];
            let context = format!("case {case}, {query:?}, {threads} threads");
            let mut found = vec![None; rays.len()];
            in_pool(threads, || query.raycast_batch(rays, &mut found));
            assert_same(&expected, &found, rays, &context);
            let mut any = vec![false; rays.len()];
            in_pool(threads, || query.raycast_any_batch(rays, &mut any));
            assert!(any.iter().zip(&expected).all(|(any, hit)| *any == hit.is_some()), "{context}, any");
            let alone: Vec<_> = rays.iter().map(|ray| query.raycast(ray)).collect();
            assert_same(&expected, &alone, rays, &format!("{context}, one by one"));
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
            let query = terrain.query().traversal(traversal);
            let expected: Vec<_> = rays.iter().map(|ray| query.raycast(ray)).collect();
            let any: Vec<_> = rays.iter().map(|ray| query.raycast_any(ray)).collect();
            let seen: Vec<_> = pairs.iter().map(|&(a, b)| query.line_of_sight(a, b)).collect();
            for threads in [1, 2, 7] {
                let context = format!("case {case}, {query:?}, {threads} threads");
                let mut found = (vec![None; count], vec![false; count], vec![false; count]);
                in_pool(threads, || {
                    query.raycast_batch(&rays, &mut found.0);
                    query.raycast_any_batch(&rays, &mut found.1);
                    query.line_of_sight_batch(&pairs, &mut found.2);
                });
                assert_same(&expected, &found.0, &rays, &context);
                assert!((found.1, found.2) == (any.clone(), seen.clone()), "{context}");
            }
        }
    }
}
