use super::{Input, Key, Level, STEP, middle};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{Jump, JumpEvent, LiftMomentum, Side};
use tileray::terrain::StateHash;
use tileray::{Body, BodyShape, CollisionWorld, MoveOptions};

/// The hero's box.
const SIZE: (u32, u32) = (12, 14);

/// Speeds in pixels a second, and how fast they change in pixels a second squared.
const RUN: f32 = 110.0;
const RUN_UP_ON_FLOOR: f32 = 900.0;
const RUN_UP_IN_AIR: f32 = 600.0;
const GRAVITY: f32 = 640.0;
const FALL: f32 = 320.0;
/// Up to 56 pixels high: √(2·640·56).
const JUMP: f32 = 268.0;
/// What is left of the speed upward where the key is let go.
const CUT: f32 = 0.45;

/// Steps during which one who was hit cannot be hit again.
const MERCY: u32 = 60;

/// What the hero looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pose {
    Idle,
    Run,
    Jump,
    Fall,
}

#[derive(Clone, Debug)]
pub(crate) struct Hero {
    pub(crate) body: Body,
    pub(crate) velocity: Vec2,
    pub(crate) faces: Side,
    pub(crate) on_floor: bool,
    pub(crate) lift: LiftMomentum,
    jump: Jump,
    pub(crate) coins: u32,
    pub(crate) wounds: u32,
    pub(crate) deaths: u32,
    /// Steps left without another wound.
    pub(crate) mercy: u32,
    /// Pixels run, for the picture.
    pub(crate) run: u32,
}

impl Hero {
    /// At the beginning, feet on the spawn.
    pub(crate) fn new(level: &Level) -> Self {
        let shape = BodyShape::rectangle(SIZE).expect("the hero has pixels");
        let corner = level.spawn - ivec2(SIZE.0 as i32 / 2, SIZE.1 as i32);
        Self {
            body: Body::new(shape, corner),
            velocity: Vec2::ZERO,
            faces: Side::Right,
            on_floor: false,
            lift: LiftMomentum::default(),
            jump: Jump::default(),
            coins: 0,
            wounds: 0,
            deaths: 0,
            mercy: 0,
            run: 0,
        }
    }

    /// Back to the spawn, with the coins that it has.
    pub(crate) fn begin_again(&mut self, level: &Level) {
        *self = Self { coins: self.coins, deaths: self.deaths + 1, ..Self::new(level) };
    }

    /// The middle of its box.
    pub(crate) fn chest(&self) -> Vec2 {
        middle(&self.body)
    }

    pub(crate) fn step(&mut self, input: Input, around: CollisionWorld<'_>) {
        self.mercy = self.mercy.saturating_sub(1);
        let way = input.axis(Key::Left, Key::Right);
        if way != 0 {
            self.faces = if way < 0 { Side::Left } else { Side::Right };
        }
        let run_up = if self.on_floor { RUN_UP_ON_FLOOR } else { RUN_UP_IN_AIR };
        self.velocity.x = toward(self.velocity.x, way as f32 * RUN, run_up * STEP);
        self.velocity.y = (self.velocity.y + GRAVITY * STEP).min(FALL);

        // Down and jump together lead through a one-way floor.
        let drops = input.holds(Key::Down) && input.holds(Key::Jump);
        let event = self.jump.step(self.on_floor, self.velocity.y < 0.0, input.holds(Key::Jump));
        if drops {
            // Whichever of the keys is let go first: neither the press nor the floor is left for a jump.
            self.jump.reset();
        }
        match event.filter(|_| !drops) {
            Some(JumpEvent::Start) => {
                self.velocity.y = -JUMP;
                self.velocity += self.lift.velocity();
            }
            Some(JumpEvent::Cut) => self.velocity.y *= CUT,
            None => {}
        }
        let options = MoveOptions { drop_through: drops, ..MoveOptions::default() };
        let slide = self.body.move_and_slide(around, self.velocity, STEP, &options);
        self.velocity = slide.velocity;
        self.on_floor = slide.on_floor;
        self.run = if way == 0 { 0 } else { self.run.wrapping_add(slide.moved.x.unsigned_abs()) };
        if slide.is_stuck {
            self.wounds = u32::MAX;
        }
    }

    /// A hit that throws it along `way`.
    pub(crate) fn hurt(&mut self, way: Vec2) {
        if self.mercy == 0 {
            self.wounds = self.wounds.saturating_add(1);
            self.mercy = MERCY;
            self.velocity = vec2(way.x.signum() * 120.0, -120.0);
            self.jump.reset();
        }
    }

    pub(crate) fn pose(&self) -> Pose {
        match (self.on_floor, self.velocity) {
            (true, velocity) if velocity.x.abs() < 1.0 => Pose::Idle,
            (true, _) => Pose::Run,
            (false, velocity) if velocity.y < 0.0 => Pose::Jump,
            (false, _) => Pose::Fall,
        }
    }

    /// Where its feet stand.
    pub(crate) fn feet(&self) -> IVec2 {
        let rect = self.body.rect();
        ivec2((rect.min.x + rect.max.x) / 2, rect.max.y)
    }

    pub(crate) fn hash_state(&self, hash: &mut StateHash) {
        self.body.hash_state(hash);
        hash.add_f32(self.velocity.x);
        hash.add_f32(self.velocity.y);
        self.jump.hash_state(hash);
        self.lift.hash_state(hash);
        hash.add(u64::from(self.on_floor) << 1 | u64::from(self.faces == Side::Right));
        hash.add(u64::from(self.wounds) | u64::from(self.coins) << 32);
        hash.add(u64::from(self.mercy) | u64::from(self.deaths) << 32);
    }
}

/// A number nearer to another by at most `step`.
fn toward(from: f32, to: f32, step: f32) -> f32 {
    if from < to { (from + step).min(to) } else { (from - step).max(to) }
}
