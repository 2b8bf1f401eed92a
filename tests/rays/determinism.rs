//! The same rays give the same bits: one by one and in batches, for every number of threads and every set of vector
//! instructions, in debug and in release.
//!
//! `TILERAY_CASES` is the number of hits: 1,000,000 in release, and 10,000 in debug, which is slower by far.

use fastrand::Rng;
use reference::hash::Hash;
use reference::pool::in_pool;
use reference::scenes;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::raycast::{SimdLevel, StartInside};
use tileray::solidity::Orientation;
use tileray::{
    Direction, LayerSet, Ray, RayHit, RayOptions, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet,
    Traversal,
};

/// The hash of the first so many hits, and of the misses among them. Computed once; every machine must come to it.
const GOLDEN: [(usize, &str); 3] =
    [(10_000, "ca32677df0cdb3a4"), (100_000, "34998092e681b188"), (1_000_000, "8039a61a06a288da")];

const CASES: usize = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };

/// A map of three layers, the foremost of them platforms, whose tiles lie in all orientations.
fn level(rng: &mut Rng) -> Terrain {
    let tile_size = uvec2(rng.u32(5..40), rng.u32(5..40));
    let size = uvec2(rng.u32(10..30), rng.u32(10..30));
    let mut map = TileMap::new(tile_size, size).expect("a small map");
    let mut set = TileSet::new("stones", ivec2(rng.i32(-3..4), rng.i32(-3..4)));
    for id in 0..6 {
        let side = uvec2(rng.u32(1..50), rng.u32(1..50));
        set.insert(id, SolidityMap::from_fn(side.x, side.y, |x, y| (x + y) % (id + 2) > 0));
    }
    let set = map.add_tile_set(set);
    for (name, way) in [("back", None), ("ground", None), ("platforms", Some(Direction::Down))] {
        let cells = Rect::new(ivec2(-2, -1), size.as_ivec2());
        let offset = ivec2(rng.i32(-20..20), rng.i32(-20..20));
        let layer = TileLayer::new(name, cells).with_offset(offset).with_one_way(way);
        let layer = map.add_layer(layer).expect("a small layer");
        for _ in 0..size.x * size.y / 6 {
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            let tile = Tile { set, id: rng.u32(0..6), orientation: Orientation::ALL[rng.usize(0..8)] };
            map.set_tile(layer, cell, Some(tile)).expect("a tile of the set");
        }
    }
    Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map")
}

/// Terrain of one of 14 kinds, and rays all over it.
fn scene(case: usize, rng: &mut Rng) -> (Terrain, Vec<Ray>) {
    let kind = case % (scenes::KINDS.len() + 2);
    let corner = ivec2(rng.i32(-500..500), rng.i32(-500..500));
    let terrain = match scenes::KINDS.get(kind) {
        Some(kind) => Terrain::from_solidity_at(&scenes::mask(kind, rng), corner).expect("a small mask"),
        None if kind == scenes::KINDS.len() => {
            Terrain::from_solidity_at(&scenes::sparse_and_large(rng), corner).expect("a small mask")
        }
        None => level(rng),
    };
    let Rect { min, .. } = terrain.bounds();
    let size: IVec2 = terrain.bounds().size().as_ivec2();
    // More than one thread takes at a time.
    let rays = (0..rng.usize(1_100..1_300)).map(|_| scenes::any_ray(min, size, rng)).collect();
    (terrain, rays)
}

fn assert_same(expected: &[Option<RayHit>], found: &[Option<RayHit>], rays: &[Ray], context: &str) {
    if let Some(index) = (0..rays.len()).find(|&index| expected[index] != found[index]) {
        panic!("{context}, {:?}\nexpected {:?}\nfound    {:?}", rays[index], expected[index], found[index]);
    }
}

#[test]
fn the_same_rays_give_the_same_bits_everywhere() {
    let mut rng = Rng::with_seed(800);
    let levels = SimdLevel::ALL.map(|level| level.is_available().then_some(level));
    let (mut hash, mut hits, wanted) = (Hash::new(), 0, reference::cases(CASES));
    for case in 0.. {
        let (terrain, rays) = scene(case, &mut rng);
        let traversal = [Traversal::Bresenham, Traversal::Exact][case / 3 % 2];
        let inside = [StartInside::Hit, StartInside::Hit, StartInside::Leave][case / 5 % 3];
        let options = RayOptions { traversal, inside, ..RayOptions::default() };
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
        for hit in &expected {
            hash.fold(hit.as_ref());
            hits += usize::from(hit.is_some());
            if let Some((count, digits)) = GOLDEN.iter().find(|(count, _)| hit.is_some() && hits == *count) {
                assert_eq!(hash.digits(), *digits, "after {count} hits");
            }
            if hits == wanted {
                return;
            }
        }
    }
}

/// Batches that are long enough to be shared among threads in a release build too.
#[test]
fn large_batches_are_the_same_for_every_number_of_threads() {
    let mut rng = Rng::with_seed(801);
    for case in 0..reference::cases(8) {
        let (terrain, _) = scene(case * 7, &mut rng);
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
