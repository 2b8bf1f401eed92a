//! Equal inputs give equal bits: on every run, in every build, for every number of threads, and after a rollback.

use fastrand::Rng;
use rayon::prelude::*;
use reference::motion::level;
use reference::pool::in_pool;
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::motion::CollisionWorldMut;
use tileray::terrain::StateHash;
use tileray::{Body, CollisionWorld, MoveOptions, Solid, Terrain};

#[derive(Clone, Debug)]
struct Game {
    terrain: Terrain,
    solids: Vec<Solid>,
    bodies: Vec<(Body, Vec2)>,
    time: u32,
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut level = level::level(&mut rng);
        for _ in 0..3 {
            let shape = level::shape(&mut rng);
            let at = level::place(&mut rng, &level, &shape);
            level.solids.push(Solid::new(shape, at).with_conveyor(rng.i32(-40..40) as f32));
        }
        let bodies = (0..40)
            .map(|_| {
                let shape = level::shape(&mut rng);
                let at = level::place(&mut rng, &level, &shape);
                (Body::new(shape, at), vec2(rng.f32() * 200.0 - 100.0, 0.0))
            })
            .collect();
        Self { terrain: level.terrain, solids: level.solids, bodies, time: 0 }
    }

    fn step(&mut self) {
        let (dt, phase) = (1.0 / 60.0, self.time % 120);
        if phase.is_multiple_of(30) {
            let at = self.bodies[phase as usize / 30].0.position();
            self.terrain.carve_circle(at.as_vec2() + vec2(6.0, 14.0), 7.5);
        }
        let velocity = vec2(1.3, -0.7) * if phase < 60 { 1.0 } else { -1.0 };
        let mut bodies: Vec<&mut Body> = self.bodies.iter_mut().map(|(body, _)| body).collect();
        for solid in 0..self.solids.len() {
            CollisionWorldMut::new(&self.terrain, &mut self.solids).move_solid(solid, velocity, &mut bodies);
        }
        let around = CollisionWorld::new(&self.terrain, &self.solids);
        self.bodies.par_iter_mut().for_each(|(body, velocity)| {
            velocity.y += 900.0 * dt;
            let walk = velocity.x;
            let slide = body.move_and_slide(around, *velocity, dt, &MoveOptions::default());
            *velocity = vec2(if slide.wall.is_some() { -walk } else { walk }, slide.velocity.y);
        });
        self.time += 1;
    }

    fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.terrain.hash_state(&mut hash);
        self.solids.iter().for_each(|solid| solid.hash_state(&mut hash));
        for (body, velocity) in &self.bodies {
            body.hash_state(&mut hash);
            hash.add_f32(velocity.x);
            hash.add_f32(velocity.y);
        }
        hash.finish()
    }
}

fn play() -> u64 {
    let mut all = StateHash::new();
    for seed in 0..2 {
        let mut game = Game::new(seed);
        for _ in 0..90 {
            game.step();
            all.add(game.hash());
        }
    }
    all.finish()
}

#[test]
fn a_game_has_the_same_hash_for_every_number_of_threads() {
    let expected = play();
    for threads in [1, 2, 7] {
        in_pool(threads, || assert_eq!(play(), expected, "{threads} threads"));
    }
}

#[test]
fn a_rollback_leads_to_the_same_state() {
    let mut game = Game::new(11);
    (0..20).for_each(|_| game.step());
    let (terrain, kept, before) = (game.terrain.snapshot(), game.clone(), game.hash());
    (0..40).for_each(|_| game.step());
    let after = game.hash();
    assert_ne!(before, after);
    game.terrain.restore(&terrain);
    (game.solids, game.bodies, game.time) = (kept.solids.clone(), kept.bodies.clone(), kept.time);
    assert_eq!(game.hash(), before);
    (0..40).for_each(|_| game.step());
    assert_eq!(game.hash(), after);
}

#[test]
fn every_part_of_the_state_counts() {
    let game = Game::new(3);
    let before = game.hash();
    let changes: [fn(&mut Game); 6] = [
        |game| game.bodies[7].0.set_position(ivec2(1, 2)),
        |game| {
            let body = &mut game.bodies[7].0;
            body.set_position(ivec2(-900, -900));
            body.move_x(&game.terrain, 1.0 / 65536.0);
        },
        |game| game.solids[0].set_position(ivec2(3, 3)),
        |game| game.solids[1].conveyor += 1.0,
        |game| {
            game.terrain.fill_circle(game.terrain.bounds().min.as_vec2(), 3.0);
        },
        |game| {
            game.terrain.carve_circle(game.terrain.bounds().max.as_vec2() / 2.0, 900.0);
        },
    ];
    let mut hashes = vec![before];
    for change in changes {
        let mut game = game.clone();
        change(&mut game);
        hashes.push(game.hash());
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), changes.len() + 1);
}
