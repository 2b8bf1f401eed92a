//! The state of the game and its step.

use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{BodyShapeError, CollisionWorldMut, Jump, JumpEvent, LiftMomentum};
use tileray::terrain::StateHash;
use tileray::{Body, BodyShape, CollisionWorld, MoveOptions, Rect, Solid, Terrain};

/// The keys held during a step, and where the mouse digs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// −1 to the left, 1 to the right.
    pub walk: i8,
    /// Jump.
    pub jump: bool,
    /// Drop through a one-way platform.
    pub down: bool,
    /// The pixel to dig at. Beyond the hero's reach, nothing happens.
    pub dig: Option<IVec2>,
}

/// The state of the game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The solid pixels of the level.
    pub terrain: Terrain,
    /// The platforms that move.
    pub solids: Vec<Solid>,
    /// The hero.
    pub hero: Body,
    velocity: Vec2,
    jump: Jump,
    lift: LiftMomentum,
    on_floor: bool,
    spawn: IVec2,
    steps: u32,
}

impl Game {
    /// Steps a second.
    pub const RATE: u32 = 60;
    const DT: f32 = 1.0 / Self::RATE as f32;
    /// How far the hero digs, and the radius of a hole, in pixels.
    const REACH: f32 = 56.0;
    const HOLE: f32 = 7.0;

    /// Places the hero's top left corner at `spawn`.
    pub fn new(terrain: Terrain, spawn: IVec2) -> Result<Self, BodyShapeError> {
        // Rounded corners slip past ledges. A ferry floats to the right of the hero.
        let hero = Body::new(BodyShape::rounded((12, 20), 2)?, spawn);
        let ferry = Solid::new(BodyShape::rectangle((48, 8))?, spawn + ivec2(60, 0));
        Ok(Self {
            terrain,
            solids: vec![ferry],
            hero,
            velocity: Vec2::ZERO,
            jump: Jump::default(),
            lift: LiftMomentum::default(),
            on_floor: false,
            spawn,
            steps: 0,
        })
    }

    /// Advances the game, and returns the rectangle in which pixels of the terrain changed.
    pub fn step(&mut self, input: Input) -> Rect {
        // 1. Solids move: two seconds to the right, two to the left.
        let leaves = (self.steps / 120).is_multiple_of(2);
        let ferry = vec2(if leaves { 30.0 } else { -30.0 }, 0.0);
        self.steps += 1;
        let mut world = CollisionWorldMut::new(&self.terrain, &mut self.solids);
        let carried = world.move_solid(0, ferry * Self::DT, &mut [&mut self.hero]);
        if carried.iter().any(|body| body.squished) {
            self.hero.set_position(self.spawn);
        }
        self.lift.step((!carried.is_empty()).then_some(ferry));

        // 2. The game computes the velocity: run, gravity, jump.
        let most = if self.on_floor { 900.0 } else { 540.0 } * Self::DT;
        self.velocity.x += (f32::from(input.walk) * 90.0 - self.velocity.x).clamp(-most, most);
        self.velocity.y = (self.velocity.y + 900.0 * Self::DT).min(360.0);
        match self.jump.step(self.on_floor, self.velocity.y < 0.0, input.jump) {
            Some(JumpEvent::Start) => {
                self.velocity = vec2(self.velocity.x, -280.0) + self.lift.velocity();
            }
            Some(JumpEvent::Cut) => self.velocity.y *= 0.5,
            None => {}
        }

        // 3. The hero moves, and keeps the velocity that remains. Below the level it begins again.
        let options = MoveOptions { drop_through: input.down, ..MoveOptions::default() };
        let world = CollisionWorld::new(&self.terrain, &self.solids);
        let slide = self.hero.move_and_slide(world, self.velocity, Self::DT, &options);
        (self.velocity, self.on_floor) = (slide.velocity, slide.on_floor);
        if self.hero.position().y > self.terrain.bounds().max.y {
            self.hero.set_position(self.spawn);
        }

        // 4. The hero digs. The next step sees the hole.
        let chest = self.hero.exact_position() + vec2(6.0, 8.0);
        let hole = input.dig.map(|pixel| pixel.as_vec2() + 0.5);
        let hole = hole.filter(|center| center.distance(chest) <= Self::REACH);
        hole.map_or(Rect::EMPTY, |center| self.terrain.carve_circle(center, Self::HOLE))
    }

    /// Returns a hash of everything that a step depends on.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.terrain.hash_state(&mut hash);
        self.solids.iter().for_each(|solid| solid.hash_state(&mut hash));
        self.hero.hash_state(&mut hash);
        self.jump.hash_state(&mut hash);
        self.lift.hash_state(&mut hash);
        hash.add_f32(self.velocity.x);
        hash.add_f32(self.velocity.y);
        hash.add(u64::from(self.on_floor) | u64::from(self.steps) << 32);
        hash.finish()
    }
}
