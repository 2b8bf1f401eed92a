//! The game: its state and its step, without a window, a file or a clock.
//!
//! The hero and the drones are `Body`s, the platforms and the crates `Solid`s, and the rock is a `Terrain`. A step
//! depends on the state and the input alone, so a replay ends with the same hash on every machine.

mod actors;
pub mod beam;
mod coin;
mod drone;
pub mod hero;
mod input;
mod level;
pub mod platform;
#[cfg(test)]
pub(crate) mod testing;

pub use beam::Beam;
pub use coin::Coin;
pub use drone::{Drone, Shot};
pub use hero::{Hero, Pose as HeroPose};
pub use input::{Input, Key};
pub use level::{LAYERS, Level};
pub use platform::Platform;

use actors::Actors;
use hero::{GRAVITY, MAX_FALL};
use tileray::glam::Vec2;
use tileray::motion::CollisionWorldMut;
use tileray::solidity::PlacedMask;
use tileray::terrain::StateHash;
use tileray::{Body, Solid, Terrain};

/// The duration of a step in seconds, at 60 steps a second.
pub const STEP: f32 = 1.0 / 60.0;

/// The number of lives of the hero.
pub const LIVES: u32 = 3;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    pub level: Level,
    pub terrain: Terrain,
    /// The solids of the platforms, then those of the crates, in the same order.
    pub solids: Vec<Solid>,
    pub platforms: Vec<Platform>,
    /// The speeds at which the crates fall, in pixels a second.
    pub falls: Vec<f32>,
    pub hero: Hero,
    pub drones: Vec<Drone>,
    pub coins: Vec<Coin>,
    pub beam: Beam,
    actors: Actors,
    /// The recent shots, to be drawn.
    pub shots: Vec<Shot>,
    /// The pixels that the beam dug away in the last step, for the picture.
    pub dug: Option<PlacedMask>,
    /// Steps since the start.
    pub time: u32,
    pub is_won: bool,
    /// The step at which the checkpoint was reached.
    pub won_at: u32,
}

impl Game {
    pub fn new(level: Level) -> Self {
        let hero = Hero::new(&level);
        let drones: Vec<Drone> = level.drones.iter().map(|plan| Drone::new(plan, &level)).collect();
        let solids = level.platforms.iter().map(|plan| &plan.solid).chain(&level.crates);
        Self {
            terrain: level.terrain.clone(),
            solids: solids.cloned().collect(),
            platforms: level.platforms.iter().map(Platform::new).collect(),
            falls: vec![0.0; level.crates.len()],
            actors: Actors::new(&level, &hero, &drones),
            hero,
            drones,
            coins: level.coins.iter().map(|&center| Coin { center, is_taken: false }).collect(),
            beam: Beam::default(),
            shots: Vec::new(),
            dug: None,
            time: 0,
            is_won: false,
            won_at: 0,
            level,
        }
    }

    /// Advances the game by one step.
    pub fn step(&mut self, input: Input) {
        self.move_platforms();
        self.drop_crates();
        self.hero.step(input, &mut CollisionWorldMut::new(&self.terrain, &mut self.solids));
        self.actors.follow(&self.hero, &self.drones);
        let Self { level, hero, terrain, actors, drones, .. } = self;
        self.dug = self.beam.step(input, level, hero, terrain, actors, drones);
        self.step_drones();
        self.take_coins();
        if !self.is_won && self.level.is_at_checkpoint(&self.hero) {
            (self.is_won, self.won_at) = (true, self.time);
        }
        if self.hero.wounds >= LIVES || self.hero.body.position().y > self.terrain.bounds().max.y {
            self.respawn();
        }
        self.time += 1;
    }

    /// Moves the platforms, which carry and push the hero and the crates.
    fn move_platforms(&mut self) {
        self.hero.lift.step(None);
        for (index, platform) in self.platforms.iter_mut().enumerate() {
            let motion = platform.step();
            let bodies = &mut [&mut self.hero.body];
            for carried in CollisionWorldMut::new(&self.terrain, &mut self.solids).move_solid(index, motion, bodies) {
                self.hero.lift.step(Some(motion / STEP));
                if carried.squished {
                    self.hero.wounds = LIVES;
                }
            }
        }
    }

    /// Lets the crates fall.
    fn drop_crates(&mut self) {
        for (index, fall) in (self.platforms.len()..).zip(&mut self.falls) {
            let velocity = (0.0, (*fall + GRAVITY * STEP).min(MAX_FALL));
            let mut world = CollisionWorldMut::new(&self.terrain, &mut self.solids);
            *fall = world.slide_solid(index, velocity, STEP, &mut [&mut self.hero.body]).velocity.y;
        }
    }

    /// Respawns the hero, and puts the crates back: one may be lost, or lie at the spawn.
    fn respawn(&mut self) {
        self.hero.respawn(&self.level);
        self.solids[self.platforms.len()..].clone_from_slice(&self.level.crates);
        self.falls.fill(0.0);
    }

    /// Returns the solids of the platforms, and those of the crates.
    pub fn platforms_and_crates(&self) -> (&[Solid], &[Solid]) {
        self.solids.split_at(self.platforms.len())
    }

    fn step_drones(&mut self) {
        self.shots.retain_mut(Shot::fade);
        for drone in self.drones.iter_mut().filter(|drone| drone.is_alive()) {
            let Some(shot) = drone.step(&self.terrain, &mut self.actors, &self.hero) else { continue };
            if shot.hits_hero {
                self.hero.hurt(shot.to - shot.from);
            }
            self.shots.push(shot);
        }
    }

    fn take_coins(&mut self) {
        let hero = &mut self.hero;
        let taken = self.coins.iter_mut().filter(|coin| !coin.is_taken && coin.touches(&self.level.coin, &hero.body));
        for coin in taken {
            coin.is_taken = true;
            hero.coins += 1;
        }
    }

    /// Returns a hash of everything that later steps depend on.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.terrain.hash_state(&mut hash);
        self.solids.iter().for_each(|solid| solid.hash_state(&mut hash));
        self.platforms.iter().for_each(|platform| platform.hash_state(&mut hash));
        self.falls.iter().for_each(|fall| hash.add_f32(*fall));
        self.hero.hash_state(&mut hash);
        self.drones.iter().for_each(|drone| drone.hash_state(&mut hash));
        self.coins.iter().for_each(|coin| hash.add(coin.is_taken.into()));
        self.beam.hash_state(&mut hash);
        hash.add(u64::from(self.time) << 1 | u64::from(self.is_won));
        hash.finish()
    }
}

/// Returns the center of a body's bounding box.
fn center(body: &Body) -> Vec2 {
    let rect = body.rect();
    (rect.min + rect.max).as_vec2() / 2.0
}
