use super::actors::{Actors, DRONE};
use super::{Drone, Hero, Input, Key, Level};
use tileray::glam::{Vec2, vec2};
use tileray::solidity::PlacedMask;
use tileray::sprite::{SpriteFilter, WorldHit};
use tileray::terrain::StateHash;
use tileray::{LayerMask, Ray, Terrain};

/// The length of the beam, in pixels.
pub const REACH: f32 = 80.0;
/// The radius of a hole in pixels, and the steps from one hole to the next.
pub const RADIUS: f32 = 9.0;
pub const INTERVAL: u32 = 2;

/// A beam that carves rock and damages drones while its key is held.
#[derive(Clone, Debug, Default)]
pub struct Beam {
    /// The segment from the hero to the end of the beam; `None` while it is off.
    pub line: Option<(Vec2, Vec2)>,
    /// Steps since the key was pressed.
    time: u32,
}

impl Beam {
    /// Shines while its key is held. Returns the pixels that it dug away.
    pub fn step(
        &mut self,
        input: Input,
        level: &Level,
        hero: &Hero,
        terrain: &mut Terrain,
        actors: &mut Actors,
        drones: &mut [Drone],
    ) -> Option<PlacedMask> {
        self.line = None;
        if !input.holds(Key::Beam) {
            self.time = 0;
            return None;
        }
        self.time += 1;
        // Forward, and diagonally while up or down is held.
        let aim = vec2(hero.facing.sign() as f32, input.axis(Key::Up, Key::Down) as f32);
        let ray = Ray::new(hero.chest(), aim, REACH);
        let drones_only = SpriteFilter::new().categories(DRONE);
        let hit = terrain.query().with_sprites(&actors.queries(), &drones_only).raycast(&ray);
        self.line = Some((hero.chest(), hit.map_or(ray.end().as_vec2(), |hit| hit.point())));
        match hit {
            Some(WorldHit::Terrain(hit)) if self.time.is_multiple_of(INTERVAL) && !level.is_hard => {
                let carve = |terrain: &mut Terrain| terrain.carve_circle(hit.point(), RADIUS);
                let (_, changes) = terrain.record(LayerMask::ALL, carve);
                Some(changes.removed)
            }
            Some(WorldHit::Sprite(hit)) => {
                let drone = &mut drones[actors.drone(hit.id())?];
                drone.health = drone.health.saturating_sub(1);
                None
            }
            _ => None,
        }
    }

    pub fn hash_state(&self, hash: &mut StateHash) {
        hash.add(self.time.into());
    }
}
