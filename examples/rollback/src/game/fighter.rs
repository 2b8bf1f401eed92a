use super::STEP;
use super::input::{Input, Key};
use super::level::Spawn;
use super::shot::Throw;
use tileray::glam::{UVec2, Vec2, uvec2, vec2};
use tileray::motion::{Jump, JumpEvent, JumpInput, LiftMomentum, Side};
use tileray::terrain::StateHash;
use tileray::{Body, BodyShape, CollisionWorld, MoveOptions};

/// The size of a fighter's box in pixels.
pub(super) const SIZE: UVec2 = uvec2(12, 20);

/// Speeds in pixels a second, accelerations in pixels a second squared.
const RUN: f32 = 110.0;
const FLOOR_ACCELERATION: f32 = 900.0;
const AIR_ACCELERATION: f32 = 500.0;
const GRAVITY: f32 = 700.0;
const MAX_FALL: f32 = 330.0;
const JUMP: f32 = 280.0;
/// The fraction of the upward speed that remains when the key of a jump is released.
const CUT: f32 = 0.45;

/// The health at the start.
const HEALTH: u32 = 100;
/// The steps for which the bow is drawn at most, and the steps of rest after a shot.
const MOST_DRAW: u32 = 30;
const REST: u32 = 15;
/// The speed of a shot in pixels a second, and what each step of drawing adds.
const SHOT: f32 = 180.0;
const DRAW: f32 = 8.0;

/// The directions of shots to the right: level, up and down. They are of unit length, as 24² + 7² = 25² and
/// 3² + 4² = 5²; so no sine is needed.
const AIM_LEVEL: Vec2 = vec2(0.96, -0.28);
const AIM_UP: Vec2 = vec2(0.6, -0.8);
const AIM_DOWN: Vec2 = vec2(0.8, 0.6);

/// The body of a player.
#[derive(Clone, Debug)]
pub(super) struct Fighter {
    pub(super) body: Body,
    pub(super) lift: LiftMomentum,
    pub(super) health: u32,
    velocity: Vec2,
    facing: Side,
    on_floor: bool,
    jump: Jump,
    /// Steps for which the bow has been drawn, and steps of rest left.
    draw: u32,
    rest: u32,
}

impl Fighter {
    /// Creates a fighter who stands on a spawn point.
    pub(super) fn new(spawn: Spawn) -> Self {
        let shape = BodyShape::rounded(SIZE, 2).expect("a fighter has pixels");
        Self {
            body: Body::new(shape, spawn.at),
            lift: LiftMomentum::default(),
            health: HEALTH,
            velocity: Vec2::ZERO,
            facing: spawn.facing,
            on_floor: false,
            jump: Jump::default(),
            draw: 0,
            rest: 0,
        }
    }

    /// Returns the center of the box.
    pub(super) fn center(&self) -> Vec2 {
        self.body.position().as_vec2() + SIZE.as_vec2() / 2.0
    }

    /// Runs, jumps, falls and aims. Returns the shot that leaves the bow.
    pub(super) fn step(&mut self, input: Input, world: CollisionWorld<'_>) -> Option<Throw> {
        self.run(input);
        self.start_or_cut_jump(input);
        let drop_through = input.holds(Key::Down);
        let options = MoveOptions::new().drop_through(drop_through);
        let slide = self.body.move_and_slide(world, self.velocity, STEP, &options);
        (self.velocity, self.on_floor) = (slide.velocity, slide.on_floor);
        if slide.is_stuck {
            self.health = 0;
        }
        self.draw_bow(input)
    }

    fn run(&mut self, input: Input) {
        let direction = input.axis(Key::Left, Key::Right);
        if direction != 0 {
            self.facing = if direction < 0 { Side::Left } else { Side::Right };
        }
        let most = STEP * if self.on_floor { FLOOR_ACCELERATION } else { AIR_ACCELERATION };
        self.velocity.x += (direction as f32 * RUN - self.velocity.x).clamp(-most, most);
        self.velocity.y = (self.velocity.y + GRAVITY * STEP).min(MAX_FALL);
    }

    fn start_or_cut_jump(&mut self, input: Input) {
        let held = input.holds(Key::Jump);
        match self.jump.step(JumpInput { on_floor: self.on_floor, rises: self.velocity.y < 0.0, held }) {
            Some(JumpEvent::Start) => self.velocity = vec2(self.velocity.x, -JUMP) + self.lift.velocity(),
            Some(JumpEvent::Cut) => self.velocity.y *= CUT,
            None => {}
        }
    }

    fn draw_bow(&mut self, input: Input) -> Option<Throw> {
        self.rest = self.rest.saturating_sub(1);
        if input.holds(Key::Fire) && self.rest == 0 {
            self.draw = (self.draw + 1).min(MOST_DRAW);
            return None;
        }
        let draw = std::mem::take(&mut self.draw);
        if draw == 0 {
            return None;
        }
        self.rest = REST;
        let aim = match input.axis(Key::Up, Key::Down) {
            -1 => AIM_UP,
            1 => AIM_DOWN,
            _ => AIM_LEVEL,
        };
        let direction = vec2(aim.x * self.facing.sign() as f32, aim.y);
        Some(Throw { from: self.center(), velocity: direction * (SHOT + DRAW * draw as f32) })
    }

    /// Takes health away, and pushes the fighter.
    pub(super) fn hurt(&mut self, damage: u32, push: Vec2) {
        self.health = self.health.saturating_sub(damage);
        self.velocity += push;
        self.jump.reset();
    }

    /// Adds all fields to a hash. A field that is not named here does not compile.
    pub(super) fn hash_state(&self, hash: &mut StateHash) {
        let Self { body, lift, health, velocity, facing, on_floor, jump, draw, rest } = self;
        body.hash_state(hash);
        lift.hash_state(hash);
        jump.hash_state(hash);
        hash.add_f32(velocity.x);
        hash.add_f32(velocity.y);
        hash.add(u64::from(*on_floor) << 1 | u64::from(*facing == Side::Right));
        hash.add(u64::from(*draw) | u64::from(*rest) << 32);
        hash.add(u64::from(*health));
    }
}

/// The fastest shot in pixels a second.
pub(super) const FASTEST_SHOT: f32 = SHOT + DRAW * MOST_DRAW as f32;
