//! Rays of three lengths in generated levels, random and as fans, by both traversals; answers compared before timing.
//!
//! One thread throughout. The numbers are for all rays of a level; criterion prints rays a second beside them.

#[expect(dead_code, reason = "the walk over a list is for the other bench")]
mod rivals;
mod scenes;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scenes::{level, rays};
use std::hint::black_box;
use std::time::Duration;
use tileray::{Ray, RayFan, RayHit, RayOptions, SolidityMap, Terrain, Traversal};

const RAYS: usize = 10_000;
const EXACT: Traversal = Traversal::Exact;

fn one_thread() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread")
}

/// Each ray by itself, and by a plain walk over the pixels.
fn assert_right(terrain: &Terrain, mask: &SolidityMap, rays: &[Ray], hits: &[Option<RayHit>], name: &str) {
    for (ray, hit) in rays.iter().zip(hits) {
        assert_eq!(terrain.raycast(ray), *hit, "{name}: one at a time disagrees on {ray:?}");
        assert_eq!(rivals::plain(mask, ray), hit.map(|hit| hit.pixel), "{name}: the plain walk disagrees on {ray:?}");
    }
}

fn levels(criterion: &mut Criterion) {
    let pool = one_thread();
    let (plain, exact) = (RayOptions::default(), RayOptions { traversal: EXACT, ..RayOptions::default() });
    for level in level::NAMES {
        let map = level::named(level);
        let (terrain, mask) = (Terrain::from_map(&map), map.solidity());
        let mut hits = vec![None; RAYS];
        for length in [64.0, 512.0, 4096.0] {
            let name = format!("{level} {length}");
            let rays = rays::random(&mask, length, RAYS);
            terrain.raycast_batch(&rays, &plain, &mut hits);
            assert_right(&terrain, &mask, &rays, &hits, &name);
            let found = hits.iter().flatten().count();
            terrain.raycast_batch(&rays, &exact, &mut hits);
            for (ray, hit) in rays.iter().zip(&hits) {
                let first = ray.exact_pixels().find(|pixel| mask.get(pixel.x, pixel.y));
                assert_eq!(first, hit.map(|hit| hit.pixel), "{name}: the exact pixels disagree on {ray:?}");
            }
            let origin = rays::free_pixel(&mask, &mut fastrand::Rng::with_seed(18)).as_vec2() + 0.5;
            let fan = RayFan::circle(origin, length);
            terrain.raycast_fan(&fan, &plain, &mut hits);
            assert_right(&terrain, &mask, &fan.rays(RAYS).collect::<Vec<_>>(), &hits, &name);
            println!("{name}: {found} of the random rays hit, {} of the fan", hits.iter().flatten().count());

            let mut group = criterion.benchmark_group(format!("levels/{name}"));
            group.throughput(Throughput::Elements(RAYS as u64)).sample_size(20);
            group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
            group.bench_function("random, a batch", |bencher| {
                pool.install(|| bencher.iter(|| terrain.raycast_batch(black_box(&rays), &plain, &mut hits)));
            });
            group.bench_function("random, exact", |bencher| {
                pool.install(|| bencher.iter(|| terrain.raycast_batch(black_box(&rays), &exact, &mut hits)));
            });
            group.bench_function("fan", |bencher| {
                pool.install(|| bencher.iter(|| terrain.raycast_fan(black_box(&fan), &plain, &mut hits)));
            });
            group.finish();
        }
    }
}

criterion_group!(benches, levels);
criterion_main!(benches);
