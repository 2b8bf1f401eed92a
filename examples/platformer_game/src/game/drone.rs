use super::actors::{Actors, HERO};
use super::{Hero, Level, STEP, center};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::motion::Side;
use tileray::sprite::{SpriteFilter, WorldHit};
use tileray::terrain::StateHash;
use tileray::{Body, BodyShape, Ray, Terrain};

/// The speed in pixels a second.
const SPEED: f32 = 30.0;
/// The range of sight, in pixels.
const SIGHT: f32 = 176.0;
/// Steps of aiming before a shot, and of rest after it.
const AIM: u32 = 45;
const REST: u32 = 70;
const HEALTH: u32 = 18;

/// The drone of a map object.
#[derive(Clone, Copy, Debug)]
pub struct DronePlan {
    /// The center of the patrol.
    pub home: IVec2,
    /// The distance of the patrol to either side, in pixels.
    pub range: i32,
}

/// A flying enemy that shoots at the hero on sight.
#[derive(Clone, Debug)]
pub struct Drone {
    pub body: Body,
    plan: DronePlan,
    flies: Side,
    pub health: u32,
    /// The target and the steps left before the shot.
    pub aim: Option<(Vec2, u32)>,
    rest: u32,
}

/// The ray of a shot.
#[derive(Clone, Debug)]
pub struct Shot {
    pub from: Vec2,
    pub to: Vec2,
    pub hits_hero: bool,
    /// Steps for which the shot is still drawn.
    pub glow: u32,
}

impl Shot {
    /// Advances one step; returns false when the shot has faded.
    pub fn fade(&mut self) -> bool {
        self.glow = self.glow.saturating_sub(1);
        self.glow > 0
    }
}

impl Drone {
    pub fn new(plan: &DronePlan, level: &Level) -> Self {
        let shape = BodyShape::from_mask(level.drone.clone()).expect("a drone has pixels");
        let corner = plan.home - ivec2(level.drone.width() as i32, level.drone.height() as i32) / 2;
        Self { body: Body::new(shape, corner), plan: *plan, flies: Side::Left, health: HEALTH, aim: None, rest: 0 }
    }

    pub const fn is_alive(&self) -> bool {
        self.health > 0
    }

    pub fn eye(&self) -> Vec2 {
        center(&self.body)
    }

    /// Patrols, aims at the hero on sight, and shoots.
    pub fn step(&mut self, terrain: &Terrain, actors: &mut Actors, hero: &Hero) -> Option<Shot> {
        self.rest = self.rest.saturating_sub(1);
        match self.aim {
            Some((at, 0)) => {
                (self.aim, self.rest) = (None, REST);
                Some(self.shoot(at, terrain, actors))
            }
            Some((at, left)) => {
                self.aim = Some((at, left - 1));
                None
            }
            None => {
                self.patrol(terrain);
                let sees = self.eye().distance(hero.chest()) <= SIGHT
                    && terrain.line_of_sight(self.eye(), hero.chest())
                    && self.rest == 0;
                self.aim = sees.then(|| (hero.chest(), AIM));
                None
            }
        }
    }

    fn patrol(&mut self, terrain: &Terrain) {
        let step = self.body.move_x(terrain, self.flies.sign() as f32 * SPEED * STEP);
        let offset = (self.eye().x as i32 - self.plan.home.x) * self.flies.sign();
        if step.blocked || offset >= self.plan.range {
            self.flies = if self.flies == Side::Left { Side::Right } else { Side::Left };
        }
    }

    /// Shoots at the position that was aimed at: a hero that moved on is missed.
    fn shoot(&self, at: Vec2, terrain: &Terrain, actors: &mut Actors) -> Shot {
        let ray = Ray::new(self.eye(), at - self.eye(), SIGHT * 1.5);
        let hero_only = SpriteFilter::new().categories(HERO);
        let hit = terrain.query().with_sprites(&actors.queries(), &hero_only).raycast(&ray);
        let to = hit.map_or(ray.end().as_vec2(), |hit| hit.point());
        Shot { from: self.eye(), to, hits_hero: matches!(hit, Some(WorldHit::Sprite(_))), glow: 10 }
    }

    pub fn hash_state(&self, hash: &mut StateHash) {
        self.body.hash_state(hash);
        let (at, left) = self.aim.unwrap_or((Vec2::ZERO, u32::MAX));
        hash.add_f32(at.x);
        hash.add_f32(at.y);
        hash.add(u64::from(left) | u64::from(self.rest) << 32);
        hash.add(u64::from(self.health) << 1 | u64::from(self.flies == Side::Right));
    }
}
