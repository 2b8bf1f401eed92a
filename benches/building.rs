//! Terrain from maps that are loaded already, with the memory it takes; its pixels are compared before timing.

mod scenes;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use scenes::level;
use std::hint::black_box;
use tileray::glam::ivec2;
use tileray::{Terrain, TileMap};

/// The cave of the repository, and levels made by code.
fn levels() -> Vec<(&'static str, TileMap)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/cave.tmx");
    let map = TileMap::open(path).expect("a map of the repository");
    let mut levels = vec![("maps/cave.tmx", map), ("full-16384", level::full(16_384))];
    levels.extend(level::NAMES.map(|name| (name, level::named(name))));
    levels
}

fn building(criterion: &mut Criterion) {
    for (name, map) in levels() {
        let (terrain, mask) = (Terrain::from_map(&map), map.solidity());
        let corner = map.bounds().min;
        let mut rng = Rng::with_seed(61);
        for _ in 0..10_000 {
            let at = ivec2(rng.i32(0..mask.width() as i32), rng.i32(0..mask.height() as i32));
            assert_eq!(terrain.is_solid(corner + at), mask.get(at.x, at.y), "{name}: {at}");
        }
        let (size, memory) = (mask.size(), terrain.memory());
        println!("{name}: {} × {} px, {memory} bytes", size.x, size.y);

        let mut group = criterion.benchmark_group("building");
        group.throughput(Throughput::Elements(map.bounds().area())).sample_size(10);
        group.bench_function(name, |bencher| bencher.iter(|| Terrain::from_map(black_box(&map))));
        group.finish();
    }
}

criterion_group!(benches, building);
criterion_main!(benches);
