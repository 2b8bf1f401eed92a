use super::blast::Blast;
use super::fighter::{FASTEST_SHOT, Fighter, SIZE};
use super::{PLAYERS, STEP};
use tileray::glam::{Vec2, ivec2};
use tileray::motion::ContactResponse;
use tileray::terrain::StateHash;
use tileray::{Body, CollisionWorld, MoveOptions, Rect};

/// The sides of a shot's box in pixels.
const SIDE: u32 = 4;
const GRAVITY: f32 = 260.0;
const MAX_FALL: f32 = 400.0;

// A shot meets the box of a fighter at some step of its way.
const _: () = assert!(FASTEST_SHOT * STEP < SIZE.x as f32 && MAX_FALL * STEP < SIZE.y as f32);

/// The start of a shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Throw {
    pub(super) from: Vec2,
    pub(super) velocity: Vec2,
}

/// A bomb in the air.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    body: Body,
    velocity: Vec2,
    /// The player who shot it, and whom it passes.
    player: usize,
}

impl Shot {
    pub(super) fn new(player: usize, throw: Throw) -> Self {
        let corner = throw.from.round().as_ivec2() - ivec2(SIDE as i32, SIDE as i32) / 2;
        let body = Body::rectangle((SIDE, SIDE), corner).expect("a shot has pixels");
        Self { body, velocity: throw.velocity, player }
    }

    /// Flies on. Returns the blast if it hits the terrain, a plank or the other fighter.
    pub(super) fn step(&mut self, world: CollisionWorld<'_>, fighters: &[Fighter; PLAYERS]) -> Option<Blast> {
        self.velocity.y = (self.velocity.y + GRAVITY * STEP).min(MAX_FALL);
        let stop = |_: &_| ContactResponse::Stop;
        let slide = self.body.move_and_slide_with(world, self.velocity, STEP, &MoveOptions::default(), stop);
        let meets = |fighter: &Fighter| fighter.body.rect().overlaps(&self.body.rect());
        let hits_fighter = fighters.iter().enumerate().any(|(player, fighter)| player != self.player && meets(fighter));
        let hits = hits_fighter || !slide.contacts.is_empty() || slide.is_stuck;
        hits.then(|| Blast { center: self.body.position().as_vec2() + SIDE as f32 / 2.0 })
    }

    /// Returns whether the shot has left the level for good.
    pub(super) fn is_below(&self, bounds: Rect) -> bool {
        self.body.position().y > bounds.max.y
    }

    /// Adds all fields to a hash. A field that is not named here does not compile.
    pub(super) fn hash_state(&self, hash: &mut StateHash) {
        let Self { body, velocity, player } = self;
        body.hash_state(hash);
        hash.add_f32(velocity.x);
        hash.add_f32(velocity.y);
        hash.add(*player as u64);
    }
}
