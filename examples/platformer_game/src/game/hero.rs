use super::{Input, Key, Level, STEP, center};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::motion::{CollisionWorldMut, Jump, JumpEvent, JumpInput, LiftMomentum, Side, StepSmoother};
use tileray::terrain::StateHash;
use tileray::{Body, BodyShape, MoveOptions};

/// The size of the hero's box, in pixels.
pub const SIZE: (u32, u32) = (12, 14);

/// Speeds in pixels a second, accelerations in pixels a second squared.
pub const RUN: f32 = 110.0;
pub const FLOOR_ACCELERATION: f32 = 900.0;
pub const AIR_ACCELERATION: f32 = 600.0;
pub const GRAVITY: f32 = 640.0;
pub const MAX_FALL: f32 = 320.0;
/// The speed of a jump 56 pixels high: √(2·640·56).
pub const JUMP: f32 = 268.0;
/// The fraction of the upward speed that remains when the key is released.
pub const CUT: f32 = 0.45;
/// The ledge that a falling hero steps onto, in pixels: it runs over gaps of a tile.
pub const LEDGE: u32 = 3;

/// Steps of invulnerability after a hit.
const INVULNERABLE: u32 = 60;

/// The animation of the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pose {
    Idle,
    Run,
    Jump,
    Fall,
}

#[derive(Clone, Debug)]
pub struct Hero {
    pub body: Body,
    pub velocity: Vec2,
    pub facing: Side,
    pub on_floor: bool,
    pub lift: LiftMomentum,
    jump: Jump,
    pub coins: u32,
    pub wounds: u32,
    pub deaths: u32,
    /// Steps of invulnerability left.
    pub invulnerable: u32,
    /// Pixels run, for the animation.
    pub run: u32,
    /// Where the top left corner of the body is drawn. Slopes and stairs do not shake it.
    pub drawn: Vec2,
    smoother: StepSmoother,
}

impl Hero {
    /// Creates the hero with its feet on the spawn point.
    pub fn new(level: &Level) -> Self {
        let shape = BodyShape::rectangle(SIZE).expect("the hero has pixels");
        let corner = level.spawn - ivec2(SIZE.0 as i32 / 2, SIZE.1 as i32);
        Self {
            body: Body::new(shape, corner),
            velocity: Vec2::ZERO,
            facing: Side::Right,
            on_floor: false,
            lift: LiftMomentum::default(),
            jump: Jump::default(),
            coins: 0,
            wounds: 0,
            deaths: 0,
            invulnerable: 0,
            run: 0,
            drawn: corner.as_vec2(),
            smoother: StepSmoother::default(),
        }
    }

    /// Respawns the hero, who keeps the coins.
    pub fn respawn(&mut self, level: &Level) {
        *self = Self { coins: self.coins, deaths: self.deaths + 1, ..Self::new(level) };
    }

    /// Returns the center of the hero's box.
    pub fn chest(&self) -> Vec2 {
        center(&self.body)
    }

    /// Runs, jumps and falls, and pushes crates.
    pub fn step(&mut self, input: Input, world: &mut CollisionWorldMut<'_>) {
        self.invulnerable = self.invulnerable.saturating_sub(1);
        let direction = input.axis(Key::Left, Key::Right);
        if direction != 0 {
            self.facing = if direction < 0 { Side::Left } else { Side::Right };
        }
        let acceleration = if self.on_floor { FLOOR_ACCELERATION } else { AIR_ACCELERATION };
        self.velocity.x = toward(self.velocity.x, direction as f32 * RUN, acceleration * STEP);
        self.velocity.y = (self.velocity.y + GRAVITY * STEP).min(MAX_FALL);

        // Down and jump together drop through a one-way floor.
        let drops = input.holds(Key::Down) && input.holds(Key::Jump);
        let held = input.holds(Key::Jump);
        let event = self.jump.step(JumpInput { on_floor: self.on_floor, rises: self.velocity.y < 0.0, held });
        if drops {
            // Forget the press and the floor, so that releasing either key does not start a jump.
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
        let options = MoveOptions::new().drop_through(drops).ledge_forgiveness(LEDGE);
        let slide = world.slide_body(0, self.velocity, STEP, &options, &mut [&mut self.body]);
        self.velocity = slide.velocity;
        self.on_floor = slide.on_floor;
        self.drawn = self.smoother.step(&self.body, &slide, STEP);
        self.run = if direction == 0 { 0 } else { self.run.wrapping_add(slide.moved.x.unsigned_abs()) };
        if slide.is_stuck {
            self.wounds = u32::MAX;
        }
    }

    /// Wounds the hero, unless it is invulnerable, and knocks it back along `direction`.
    pub fn hurt(&mut self, direction: Vec2) {
        if self.invulnerable == 0 {
            self.wounds = self.wounds.saturating_add(1);
            self.invulnerable = INVULNERABLE;
            self.velocity = vec2(direction.x.signum() * 120.0, -120.0);
            self.jump.reset();
        }
    }

    pub fn pose(&self) -> Pose {
        match (self.on_floor, self.velocity) {
            (true, velocity) if velocity.x.abs() < 1.0 => Pose::Idle,
            (true, _) => Pose::Run,
            (false, velocity) if velocity.y < 0.0 => Pose::Jump,
            (false, _) => Pose::Fall,
        }
    }

    /// Returns the center of the hero where it is drawn.
    pub fn drawn_chest(&self) -> Vec2 {
        self.drawn + UVec2::from(SIZE).as_vec2() / 2.0
    }

    /// Returns the point between the hero's feet.
    pub fn feet(&self) -> IVec2 {
        let rect = self.body.rect();
        ivec2((rect.min.x + rect.max.x) / 2, rect.max.y)
    }

    pub fn hash_state(&self, hash: &mut StateHash) {
        self.body.hash_state(hash);
        hash.add_f32(self.velocity.x);
        hash.add_f32(self.velocity.y);
        self.jump.hash_state(hash);
        self.lift.hash_state(hash);
        hash.add(u64::from(self.on_floor) << 1 | u64::from(self.facing == Side::Right));
        hash.add(u64::from(self.wounds) | u64::from(self.coins) << 32);
        hash.add(u64::from(self.invulnerable) | u64::from(self.deaths) << 32);
    }
}

/// Moves a number toward another by at most `step`.
fn toward(from: f32, to: f32, step: f32) -> f32 {
    if from < to { (from + step).min(to) } else { (from - step).max(to) }
}
