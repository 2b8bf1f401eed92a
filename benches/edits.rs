//! Edits, and the first ray after one, in rock of two sizes; what they change is compared before timing.

#[allow(dead_code, reason = "rock is one of its levels")]
#[path = "scenes/level/mod.rs"]
mod level;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{Ray, Rect, Terrain, Tile};

const RADIUS: f32 = 16.0;

/// The middle of a pixel from which a crater keeps within the map.
fn spot(rng: &mut Rng, side: i32) -> Vec2 {
    ivec2(rng.i32(100..side - 100), rng.i32(100..side - 100)).as_vec2() + 0.5
}

/// Digs a crater, and how far a ray from its middle comes.
fn dig(terrain: &mut Terrain, center: Vec2) -> Option<f32> {
    terrain.carve_circle(center, RADIUS);
    terrain.raycast(&Ray::new(center, (1.0, 0.0), 100.0)).map(|hit| hit.distance)
}

/// A crater has the pixels of its circle, is the end of a ray, and can be undone in three ways.
fn assert_right(terrain: &mut Terrain, side: i32) {
    let before = terrain.snapshot();
    let mut rng = Rng::with_seed(51);
    for _ in 0..20 {
        let center = spot(&mut rng, side);
        assert_eq!(dig(terrain, center), Some(16.0), "the first pixel whose center is not within 16 pixels");
        let middle = center.floor().as_ivec2();
        for y in -20..=20 {
            for x in -20..=20 {
                let (squared, most) = (x * x + y * y, 16 * 16);
                let free = squared < most || squared == most && (x < 0 || x == 0 && y < 0);
                assert_eq!(terrain.is_solid(middle + ivec2(x, y)), !free, "({x}, {y}) from {middle}");
            }
        }
        terrain.fill_circle(center, RADIUS);
        assert!(terrain.is_solid(middle));
    }
    assert_eq!(terrain.restore(&before), Rect::EMPTY, "what was dug was filled");
    let cell = ivec2(3, 5);
    terrain.set_tile(0, cell, None).expect("a cell of the map");
    assert!(!terrain.is_solid(cell * 16 + 8));
    assert_eq!(terrain.restore(&before), Rect::new(cell * 16, cell * 16 + 16));
    assert!(terrain.is_solid(cell * 16 + 8));
}

fn edits(criterion: &mut Criterion) {
    for side in [4096, 16_384] {
        let rock = level::full(side as u32);
        let mut terrain = Terrain::from_map(&rock);
        assert_right(&mut terrain, side);
        let mut rng = Rng::with_seed(52);

        let mut group = criterion.benchmark_group(format!("edits/{side} px"));
        group.bench_function("carve_circle, r = 16, and a ray", |bencher| {
            bencher.iter_custom(|times| {
                let mut taken = Duration::ZERO;
                for _ in 0..times {
                    let center = spot(&mut rng, side);
                    let start = Instant::now();
                    black_box(dig(&mut terrain, black_box(center)));
                    taken += start.elapsed();
                    // So that the rock stays what it is.
                    terrain.fill_circle(center, RADIUS);
                }
                taken
            });
        });
        for radius in [8, 64] {
            group.bench_function(format!("carve_circle, r = {radius}"), |bencher| {
                bencher.iter_custom(|times| {
                    let mut taken = Duration::ZERO;
                    for _ in 0..times {
                        let center = spot(&mut rng, side);
                        let start = Instant::now();
                        terrain.carve_circle(black_box(center), radius as f32);
                        taken += start.elapsed();
                        terrain.fill_circle(center, radius as f32);
                    }
                    taken
                });
            });
        }
        group.bench_function("set_tile", |bencher| {
            let slope = Some(Tile { id: 1, ..Tile::default() });
            let full = Some(Tile::default());
            let cells = side / 16;
            bencher.iter(|| {
                let cell = IVec2::new(rng.i32(0..cells), rng.i32(0..cells));
                terrain.set_tile(0, black_box(cell), if rng.bool() { slope } else { full })
            });
        });
        // The map is built anew each time, as if it was loaded, so it shares nothing with the terrain's.
        let saved = level::full(side as u32);
        let mut changed = level::full(side as u32);
        let cell = ivec2(side / 37, side / 41);
        changed.set_tile(0, cell, None).expect("a cell of the map");
        let mut updated = Terrain::from_map(&saved);
        assert_eq!(updated.update(&changed), Ok(vec![Rect::new(cell * 16, cell * 16 + 16)]));
        assert_eq!(updated.update(&saved), Ok(vec![Rect::new(cell * 16, cell * 16 + 16)]));
        group.bench_function("update to a map with one other tile", |bencher| {
            let mut maps = [&changed, &saved].into_iter().cycle();
            bencher.iter(|| updated.update(black_box(maps.next().expect("two maps"))));
        });
        group.bench_function("from_map of it", |bencher| bencher.iter(|| Terrain::from_map(black_box(&changed))));

        // The snapshot lives until the next one is taken, so each edit is the first after one.
        let mut terrain = Terrain::from_map(&rock);
        let mut kept = terrain.snapshot();
        group.bench_function("a snapshot, and the first edit after it", |bencher| {
            bencher.iter(|| {
                kept = terrain.snapshot();
                let center = spot(&mut rng, side);
                terrain.carve_circle(black_box(center), RADIUS)
            });
        });
        terrain.restore(&kept);
        group.finish();
    }
}

criterion_group!(benches, edits);
criterion_main!(benches);
