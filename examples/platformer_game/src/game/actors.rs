use super::{Drone, Hero, Level};
use tileray::hull::HullMode;
use tileray::sprite::{BroadPhase, SpriteId, SpriteQueries};
use tileray::{ConvexPolygon, Hull, HullOptions, Pose, Sprite, SpriteHull, Sprites};

/// The categories of sprites that rays hit.
pub(super) const HERO: u32 = 1;
pub(super) const DRONE: u32 = 2;

/// The hero and the drones as sprites, for ray queries. Their poses follow the bodies at each step.
#[derive(Clone, Debug)]
pub struct Actors {
    sprites: Sprites,
    broad_phase: BroadPhase,
    hero: SpriteId,
    drones: Vec<SpriteId>,
}

impl Actors {
    pub fn new(level: &Level, hero: &Hero, drones: &[Drone]) -> Self {
        let mut sprites = Sprites::new();
        let size = hero.body.shape().bounds().size().as_vec2();
        let box_hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), size).expect("the hero has a size"));
        let hero = sprites.insert(Sprite { category: HERO, ..Sprite::new(box_hull) });
        let convex = HullOptions::new().mode(HullMode::Convex);
        let drone_hull = SpriteHull::from_mask(&level.drone, &convex).expect("a drone has pixels").hull;
        let drone = || Sprite { category: DRONE, ..Sprite::new(drone_hull.clone()) };
        let drones = drones.iter().map(|_| sprites.insert(drone())).collect();
        Self { sprites, broad_phase: BroadPhase::new(), hero, drones }
    }

    /// Moves the sprites to their bodies, and removes the drones that are dead.
    pub fn follow(&mut self, hero: &Hero, drones: &[Drone]) {
        self.sprites.set_pose(self.hero, Pose::at(hero.body.position().as_vec2()));
        for (id, drone) in self.drones.iter().zip(drones) {
            if drone.is_alive() {
                self.sprites.set_pose(*id, Pose::at(drone.body.position().as_vec2()));
            } else {
                self.sprites.remove(*id);
            }
        }
    }

    pub fn queries(&mut self) -> SpriteQueries<'_> {
        self.sprites.queries(&mut self.broad_phase)
    }

    /// Returns the index of the drone with an id.
    pub fn drone(&self, id: SpriteId) -> Option<usize> {
        self.drones.iter().position(|drone| *drone == id)
    }
}
