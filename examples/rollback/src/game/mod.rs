//! The game: its state and its step, without a network, a file or a clock.
//!
//! Fighters and shots are `Body`s, planks are `Solid`s, and the rock is a `Terrain` that blasts carve. A step depends on
//! the state and the input of both players alone.

mod blast;
mod fighter;
mod input;
mod level;
mod shot;

pub use input::{Input, Key};
pub use level::Level;

use blast::Blast;
use fighter::Fighter;
use shot::Shot;
use tileray::motion::CollisionWorldMut;
use tileray::terrain::{StateHash, TerrainSnapshot};
use tileray::{CollisionWorld, Solid, Terrain};

/// The number of steps a second.
pub const RATE: u32 = 60;

/// The duration of a step in seconds.
const STEP: f32 = 1.0 / RATE as f32;

/// The number of players.
pub const PLAYERS: usize = 2;

/// The falls of a player that end a round.
const MOST_FALLS: u32 = 3;

/// The score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// How often each player fell in this round.
    pub falls: [u32; PLAYERS],
    /// The number of rounds before this one.
    pub number: u32,
}

/// The state of a game at one frame: all that changes, without the level.
///
/// It shares bricks of the terrain and shapes of bodies with the game and with other snapshots.
#[derive(Clone, Debug)]
pub struct Snapshot {
    terrain: TerrainSnapshot,
    actors: Actors,
}

impl Snapshot {
    /// Returns the frame.
    #[must_use]
    pub const fn frame(&self) -> u32 {
        self.actors.frame
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    level: Level,
    terrain: Terrain,
    actors: Actors,
}

/// All that changes but the terrain.
#[derive(Clone, Debug)]
struct Actors {
    fighters: [Fighter; PLAYERS],
    /// The solids of the level's planks, in the same order.
    planks: Vec<Solid>,
    shots: Vec<Shot>,
    round: Round,
    frame: u32,
}

impl Game {
    /// Creates a game at its first frame.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self {
            terrain: level.terrain.clone(),
            actors: Actors {
                fighters: [0, 1].map(|player| Fighter::new(level.spawns[player])),
                planks: level.planks.iter().map(|plank| plank.solid.clone()).collect(),
                shots: Vec::new(),
                round: Round::default(),
                frame: 0,
            },
            level,
        }
    }

    /// Returns the number of steps since the start.
    #[must_use]
    pub const fn frame(&self) -> u32 {
        self.actors.frame
    }

    /// Returns the score.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.actors.round
    }

    /// Advances the game by one step.
    pub fn step(&mut self, inputs: [Input; PLAYERS]) {
        self.move_planks();
        self.move_fighters(inputs);
        for blast in self.move_shots() {
            blast.explode(&mut self.terrain, &mut self.actors.fighters);
        }
        self.count_falls();
        self.actors.frame += 1;
    }

    /// Moves the planks, which carry the fighters.
    fn move_planks(&mut self) {
        let Actors { fighters, planks, frame, .. } = &mut self.actors;
        fighters.iter_mut().for_each(|fighter| fighter.lift.step(None));
        for (index, plank) in self.level.planks.iter().enumerate() {
            let velocity = plank.velocity(*frame);
            let mut world = CollisionWorldMut::new(&self.terrain, planks);
            let [one, other] = &mut *fighters;
            for carried in world.move_solid(index, velocity * STEP, &mut [&mut one.body, &mut other.body]) {
                fighters[carried.body].lift.step(Some(velocity));
            }
        }
    }

    fn move_fighters(&mut self, inputs: [Input; PLAYERS]) {
        let world = CollisionWorld::new(&self.terrain, &self.actors.planks);
        for (player, (fighter, input)) in self.actors.fighters.iter_mut().zip(inputs).enumerate() {
            let shot = fighter.step(input, world).map(|throw| Shot::new(player, throw));
            self.actors.shots.extend(shot);
        }
    }

    /// Moves the shots, and returns the blasts of those that hit something.
    fn move_shots(&mut self) -> Vec<Blast> {
        let Actors { fighters, planks, shots, .. } = &mut self.actors;
        let world = CollisionWorld::new(&self.terrain, planks);
        let bounds = self.terrain.bounds();
        let mut blasts = Vec::new();
        shots.retain_mut(|shot| {
            let blast = shot.step(world, fighters);
            let stays = blast.is_none() && !shot.is_below(bounds);
            blasts.extend(blast);
            stays
        });
        blasts
    }

    /// Lets fighters that fell start anew, and the whole level after the last fall of a round.
    fn count_falls(&mut self) {
        let Actors { fighters, shots, round, .. } = &mut self.actors;
        let floor = self.terrain.bounds().max.y;
        for (player, fighter) in fighters.iter_mut().enumerate() {
            if fighter.health == 0 || fighter.body.position().y > floor {
                round.falls[player] += 1;
                *fighter = Fighter::new(self.level.spawns[player]);
            }
        }
        if round.falls.iter().any(|falls| *falls >= MOST_FALLS) {
            *round = Round { falls: [0; PLAYERS], number: round.number + 1 };
            shots.clear();
            for (player, fighter) in fighters.iter_mut().enumerate() {
                *fighter = Fighter::new(self.level.spawns[player]);
            }
            self.terrain.restore(&self.level.start);
        }
    }

    /// Returns the state, for [`load`](Self::load). It shares with the game all that neither changes from now on.
    #[must_use]
    pub fn save(&self) -> Snapshot {
        Snapshot { terrain: self.terrain.snapshot(), actors: self.actors.clone() }
    }

    /// Returns to a state that this game, or one of an equal level, was in.
    pub fn load(&mut self, snapshot: &Snapshot) {
        self.terrain.restore(&snapshot.terrain);
        self.actors.clone_from(&snapshot.actors);
    }

    /// Returns a hash of everything that a step depends on.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let Actors { fighters, planks, shots, round, frame } = &self.actors;
        let mut hash = StateHash::new();
        self.terrain.hash_state(&mut hash);
        fighters.iter().for_each(|fighter| fighter.hash_state(&mut hash));
        planks.iter().for_each(|plank| plank.hash_state(&mut hash));
        // The number tells where the list ends.
        hash.add(shots.len() as u64);
        shots.iter().for_each(|shot| shot.hash_state(&mut hash));
        let Round { falls, number } = round;
        falls.iter().chain([number]).for_each(|count| hash.add(u64::from(*count)));
        hash.add(u64::from(*frame));
        hash.finish()
    }
}
