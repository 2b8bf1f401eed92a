//! The same bits with any number of threads, in any pool and at any SIMD level.

use rayon::prelude::*;
use reference::each_case;
use reference::golden::{self, HitHash};
use reference::pool::in_pool;
use reference::scenes;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tileray::{Ray, RayHit, SimdLevel, Terrain, Traversal};

const CASES: usize = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };

fn assert_same(expected: &[Option<RayHit>], found: &[Option<RayHit>], rays: &[Ray], context: impl Display) {
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
            let context = format_args!("case {case}, {query:?}, {threads} threads");
            let mut found = vec![None; rays.len()];
            in_pool(threads, || query.raycast_batch(rays, &mut found));
            assert_same(&expected, &found, rays, context);
            let mut any = vec![false; rays.len()];
            in_pool(threads, || query.raycast_any_batch(rays, &mut any));
            assert!(any.iter().zip(&expected).all(|(any, hit)| *any == hit.is_some()), "{context}, any");
            let alone: Vec<_> = rays.iter().map(|ray| query.raycast(ray)).collect();
            assert_same(&expected, &alone, rays, format_args!("{context}, one by one"));
        }
        if hash.add(&expected, wanted).unwrap_or_else(|fault| panic!("{fault}")) {
            return;
        }
    }
}

/// Batches that are long enough to be shared among threads in a release build too.
#[test]
fn large_batches_are_the_same_for_every_number_of_threads() {
    for (case, mut rng) in each_case(801, reference::cases(8)) {
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
            for (threads, simd) in [(1, SimdLevel::Best), (2, SimdLevel::Avx2), (7, SimdLevel::Scalar)] {
                let query = query.simd(simd);
                let context = format_args!("{query:?}, {threads} threads");
                let mut found = (vec![None; count], vec![false; count], vec![false; count]);
                in_pool(threads, || {
                    query.raycast_batch(&rays, &mut found.0);
                    query.raycast_any_batch(&rays, &mut found.1);
                    query.line_of_sight_batch(&pairs, &mut found.2);
                });
                assert_same(&expected, &found.0, &rays, context);
                assert!((found.1, found.2) == (any.clone(), seen.clone()), "{context}");
            }
        }
    }
}

/// Enough for a batch that is shared among threads.
const RAYS: usize = 20_000;

fn batch(terrain: &Terrain, rays: &[Ray]) -> Vec<Option<RayHit>> {
    let mut hits = vec![None; rays.len()];
    terrain.query().raycast_batch(rays, &mut hits);
    hits
}

#[test]
fn batches_within_parallel_work_are_answered() {
    let (terrain, rays) = scenes::large(72, RAYS, scenes::ray);
    let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast(ray)).collect();
    for threads in [1, 3, 8] {
        in_pool(threads, || {
            let right = (0..3).into_par_iter().map(|_| batch(&terrain, &rays) == expected);
            assert_eq!(right.filter(|right| *right).count(), 3, "{threads} threads");
        });
    }
}

/// The caller works itself, so it ends though no other thread is free; only then it waits for those that it called.
#[test]
fn a_batch_is_answered_while_the_other_threads_of_the_pool_are_busy() {
    let (terrain, rays) = scenes::large(73, RAYS, scenes::ray);
    let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast(ray)).collect();
    let is_answered = AtomicBool::new(false);
    in_pool(4, || {
        rayon::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|_| {
                    // A second at most: the batch may have woken this thread, and waits for it then.
                    (0..100).take_while(|_| !is_answered.load(Ordering::Relaxed)).for_each(|_| {
                        std::thread::sleep(Duration::from_millis(10));
                    });
                });
            }
            std::thread::sleep(Duration::from_millis(30));
            assert!(batch(&terrain, &rays) == expected);
            is_answered.store(true, Ordering::Relaxed);
        });
    });
}
