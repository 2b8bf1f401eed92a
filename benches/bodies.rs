//! Bodies in a cave: single moves of 16 pixels, free ones and those that touch, and a crowd that walks.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use std::hint::black_box;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::{Body, BodyShape, LayerMask, MoveOptions, SolidityMap, Terrain, TileMap};

const MOVES: usize = 2000;
const CROWD: usize = 1000;

fn cave() -> Terrain {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/cave.tmx");
    Terrain::from_map(&TileMap::open(path).expect("the cave"))
}

fn hero() -> BodyShape {
    BodyShape::rectangle((12, 14)).expect("a box")
}

/// A place where a box is free.
fn free_place(rng: &mut Rng, terrain: &Terrain, mask: &SolidityMap) -> IVec2 {
    let bounds = terrain.bounds();
    loop {
        let at = ivec2(rng.i32(bounds.min.x..bounds.max.x - 16), rng.i32(bounds.min.y..bounds.max.y - 16));
        if terrain.overlap(mask, at, LayerMask::ALL).is_none() {
            return at;
        }
    }
}

/// Places and motions of 16 pixels any way; the mask touches something on its way, or does not.
fn moves(terrain: &Terrain, touches: bool) -> Vec<(Body, Vec2)> {
    let (mut rng, mask) = (Rng::with_seed(71), SolidityMap::from_fn(12, 14, |_, _| true));
    let mut moves = Vec::with_capacity(MOVES);
    while moves.len() < MOVES {
        let at = free_place(&mut rng, terrain, &mask);
        let motion = Vec2::from_angle(rng.f32() * std::f32::consts::TAU) * 16.0;
        let touch = terrain.cast_mask(&mask, at, motion.round().as_ivec2(), LayerMask::ALL);
        let body = Body::new(hero(), at);
        let slide = body.clone().move_and_slide(terrain, motion, 1.0, &MoveOptions::default());
        let is_touch = slide.wall.is_some() || slide.on_floor || slide.on_ceiling;
        if touch.is_some() == touches && is_touch == touches {
            moves.push((body, motion));
        }
    }
    moves
}

fn single(c: &mut Criterion) {
    let terrain = cave();
    let mask = SolidityMap::from_fn(12, 14, |_, _| true);
    for (name, touches) in [("free", false), ("touching", true)] {
        let moves = moves(&terrain, touches);
        let mut body = moves[0].0.clone();
        let mut group = c.benchmark_group(format!("bodies/{name}"));
        group.throughput(Throughput::Elements(MOVES as u64));
        group.bench_function("move_and_slide", |b| {
            b.iter(|| {
                for (start, motion) in &moves {
                    body.set_position(start.position());
                    black_box(body.move_and_slide(&terrain, *motion, 1.0, &MoveOptions::default()));
                }
            });
        });
        group.bench_function("move_x", |b| {
            b.iter(|| {
                for (start, motion) in &moves {
                    body.set_position(start.position());
                    black_box(body.move_x(&terrain, motion.x.signum() * 16.0));
                }
            });
        });
        group.bench_function("cast_mask", |b| {
            b.iter(|| {
                for (body, motion) in &moves {
                    black_box(terrain.cast_mask(&mask, body.position(), motion.round().as_ivec2(), LayerMask::ALL));
                }
            });
        });
    }
}

fn crowd(c: &mut Criterion) {
    let (terrain, mut rng) = (cave(), Rng::with_seed(72));
    let mask = SolidityMap::from_fn(12, 14, |_, _| true);
    let start: Vec<(Body, Vec2)> = (0..CROWD)
        .map(|_| {
            let body = Body::new(hero(), free_place(&mut rng, &terrain, &mask));
            (body, vec2(if rng.bool() { 90.0 } else { -90.0 }, 0.0))
        })
        .collect();
    let step = |crowd: &mut Vec<(Body, Vec2)>| {
        for (body, velocity) in crowd {
            velocity.y = (velocity.y + 15.0).min(600.0);
            let walk = velocity.x;
            let slide = body.move_and_slide(&terrain, *velocity, 1.0 / 60.0, &MoveOptions::default());
            *velocity = vec2(if slide.wall.is_some() { -walk } else { walk }, slide.velocity.y);
        }
    };
    // They fall to the floor first.
    let mut walking = start;
    (0..300).for_each(|_| step(&mut walking));
    let mut group = c.benchmark_group("bodies/crowd");
    group.throughput(Throughput::Elements(CROWD as u64));
    group.bench_function("step", |b| b.iter(|| step(&mut walking)));
}

criterion_group!(benches, single, crowd);
criterion_main!(benches);
