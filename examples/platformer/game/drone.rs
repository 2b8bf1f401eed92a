use super::actors::{Actors, HERO};
use super::{Hero, Level, STEP, middle};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::motion::Side;
use tileray::sprite::SpriteFilter;
use tileray::sprite::WorldHit;
use tileray::terrain::StateHash;
use tileray::{Body, BodyShape, Ray, RayOptions, Terrain};

/// Pixels a second.
const SPEED: f32 = 30.0;
/// How far it sees.
const SIGHT: f32 = 176.0;
/// Steps from seeing the hero to the shot, and from one shot to the next.
const AIM: u32 = 45;
const REST: u32 = 70;
const HEALTH: u32 = 18;

/// A drone as the map has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DronePlan {
    /// The middle of its beat.
    pub(crate) home: IVec2,
    /// How far it flies to either side.
    pub(crate) range: i32,
}

/// A flying enemy that shoots at what it sees.
#[derive(Clone, Debug)]
pub(crate) struct Drone {
    pub(crate) body: Body,
    plan: DronePlan,
    goes: Side,
    pub(crate) health: u32,
    /// Where it aims, and for how many steps more.
    pub(crate) aim: Option<(Vec2, u32)>,
    rest: u32,
}

/// A ray that a drone shot.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) from: Vec2,
    pub(crate) to: Vec2,
    pub(crate) hits_hero: bool,
    /// Steps for which it is still seen.
    pub(crate) glow: u32,
}

impl Shot {
    /// One step later; false where it is not seen any more.
    pub(crate) fn fade(&mut self) -> bool {
        self.glow = self.glow.saturating_sub(1);
        self.glow > 0
    }
}

impl Drone {
    pub(crate) fn new(plan: &DronePlan, level: &Level) -> Self {
        let shape = BodyShape::from_mask(level.drone.clone()).expect("a drone has pixels");
        let corner = plan.home - ivec2(level.drone.width() as i32, level.drone.height() as i32) / 2;
        Self { body: Body::new(shape, corner), plan: *plan, goes: Side::Left, health: HEALTH, aim: None, rest: 0 }
    }

    pub(crate) const fn is_alive(&self) -> bool {
        self.health > 0
    }

    pub(crate) fn eye(&self) -> Vec2 {
        middle(&self.body)
    }

    /// Flies its beat, aims at the hero where it sees it, and shoots.
    pub(crate) fn step(&mut self, terrain: &Terrain, actors: &mut Actors, hero: &Hero) -> Option<Shot> {
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
                self.fly(terrain);
                let sees = self.eye().distance(hero.chest()) <= SIGHT
                    && terrain.line_of_sight(self.eye(), hero.chest())
                    && self.rest == 0;
                self.aim = sees.then(|| (hero.chest(), AIM));
                None
            }
        }
    }

    fn fly(&mut self, terrain: &Terrain) {
        let step = self.body.move_x(terrain, self.goes.sign() as f32 * SPEED * STEP);
        let off = (self.eye().x as i32 - self.plan.home.x) * self.goes.sign();
        if step.blocked || off >= self.plan.range {
            self.goes = if self.goes == Side::Left { Side::Right } else { Side::Left };
        }
    }

    /// A ray at where the hero was: whoever moves on is missed.
    fn shoot(&self, at: Vec2, terrain: &Terrain, actors: &mut Actors) -> Shot {
        let ray = Ray::new(self.eye(), at - self.eye(), SIGHT * 1.5);
        let hero_only = SpriteFilter { categories: HERO, ..SpriteFilter::default() };
        let hit = terrain.raycast_with_sprites(&ray, &RayOptions::default(), &actors.queries(), &hero_only);
        let to = hit.map_or(ray.end().as_vec2(), |hit| hit.point());
        Shot { from: self.eye(), to, hits_hero: matches!(hit, Some(WorldHit::Sprite(_))), glow: 10 }
    }

    pub(crate) fn hash_state(&self, hash: &mut StateHash) {
        self.body.hash_state(hash);
        let (at, left) = self.aim.unwrap_or((Vec2::ZERO, u32::MAX));
        hash.add_f32(at.x);
        hash.add_f32(at.y);
        hash.add(u64::from(left) | u64::from(self.rest) << 32);
        hash.add(u64::from(self.health) << 1 | u64::from(self.goes == Side::Right));
    }
}
