//! Rays in the cave against the loops that one would write by hand, answers compared before timing.
//!
//! One thread throughout. The numbers are nanoseconds for all rays of a scene; criterion prints rays a second beside them.

mod rivals;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tileray::{Ray, RayOptions, SolidityMap, Terrain, TileMap};

const RAYS: usize = 10_000;

struct Scene {
    name: &'static str,
    length: f32,
    map: TileMap,
    mask: SolidityMap,
    rays: Vec<Ray>,
    /// How many of the rays hit: a change of the map or of the rays must not pass for a change of speed.
    expected_hits: usize,
}

impl Scene {
    /// Rays of one length from free pixels all over a map, at all angles.
    fn new(name: &'static str, path: &str, length: f32, expected_hits: usize) -> Self {
        let path = format!("{}/maps/{path}", env!("CARGO_MANIFEST_DIR"));
        let map = TileMap::open(path).expect("a map of the repository");
        let mask = map.solidity();
        let mut rng = fastrand::Rng::with_seed(17);
        let mut rays = Vec::with_capacity(RAYS);
        while rays.len() < RAYS {
            let (x, y) = (rng.f32() * mask.width() as f32, rng.f32() * mask.height() as f32);
            let angle = rng.f32() * std::f32::consts::TAU;
            if !mask.get(x as i32, y as i32) {
                rays.push(Ray::new((x, y), (angle.cos(), angle.sin()), length));
            }
        }
        Self { name, length, map, mask, rays, expected_hits }
    }
}

fn one_thread() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread")
}

fn raycast(criterion: &mut Criterion) {
    let pool = one_thread();
    let scenes = [
        Scene::new("cave", "cave.tmx", 64.0, 2_391),
        Scene::new("cave", "cave.tmx", 512.0, 9_087),
        Scene::new("open", "open.tmx", 4096.0, 3_151),
        Scene::new("rings", "rings.tmx", 512.0, 9_991),
    ];
    for scene in scenes {
        let terrain = Terrain::from_map(&scene.map);
        let tiles = rivals::BoolTiles::new(&scene.map, |pixel| scene.mask.get(pixel.x, pixel.y));
        let mut hits = vec![None; RAYS];
        terrain.raycast_batch(&scene.rays, &RayOptions::default(), &mut hits);
        for (ray, hit) in scene.rays.iter().zip(&hits) {
            let pixel = hit.map(|hit| hit.pixel);
            assert_eq!(rivals::plain(&scene.mask, ray), pixel, "the plain walk disagrees on {ray:?}");
            assert_eq!(rivals::list(&tiles, ray), pixel, "the walk over a list disagrees on {ray:?}");
            assert_eq!(terrain.raycast(ray), *hit, "one at a time disagrees on {ray:?}");
        }
        let found = hits.iter().flatten().count();
        assert_eq!(found, scene.expected_hits, "{} {}: other rays or another map", scene.name, scene.length);

        let mut group = criterion.benchmark_group(format!("raycast/{} {}", scene.name, scene.length));
        group.throughput(Throughput::Elements(RAYS as u64)).sample_size(30);
        group.bench_function("tileray, a batch", |bencher| {
            pool.install(|| {
                bencher.iter(|| terrain.raycast_batch(black_box(&scene.rays), &RayOptions::default(), &mut hits));
            });
        });
        group.bench_function("tileray, one at a time", |bencher| {
            bencher.iter(|| scene.rays.iter().filter(|ray| terrain.raycast(black_box(ray)).is_some()).count());
        });
        group.bench_function("a bit test at every pixel", |bencher| {
            bencher
                .iter(|| scene.rays.iter().filter(|ray| rivals::plain(&scene.mask, black_box(ray)).is_some()).count());
        });
        group.bench_function("a list of points and bool arrays", |bencher| {
            bencher.iter(|| scene.rays.iter().filter(|ray| rivals::list(&tiles, black_box(ray)).is_some()).count());
        });
        group.finish();
    }
}

criterion_group!(benches, raycast);
criterion_main!(benches);
