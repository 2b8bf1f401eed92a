//! Batches in pools that have one thread, that are busy, or that call from within.

use rayon::prelude::*;
use reference::pool::in_pool;
use reference::scenes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tileray::{Ray, RayHit, Terrain};

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
