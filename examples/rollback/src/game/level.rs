use super::fighter::SIZE;
use rand_core::RngCore;
use rand_pcg::Pcg32;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::Side;
use tileray::terrain::TerrainSnapshot;
use tileray::{BodyShape, Direction, Solid, SolidityMap, Terrain};

/// The size of a level in pixels.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 360;
/// The distance of the points between which the ground is straight.
const SPAN: u32 = 40;
/// The stream of PCG that makes levels; those of players are their numbers.
const STREAM: u64 = 0xa11ce;

/// Where a player starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spawn {
    pub(super) at: IVec2,
    pub(super) facing: Side,
}

/// Hills and caves, two planks, and the places where the players start. It never changes.
#[derive(Clone, Debug)]
pub struct Level {
    pub(super) terrain: Terrain,
    /// The terrain as a snapshot.
    pub(super) start: TerrainSnapshot,
    pub(super) spawns: [Spawn; 2],
    pub(super) planks: Vec<Plank>,
}

impl Level {
    /// Makes the level of a seed, in whole numbers, so that it is the same everywhere.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = Pcg32::new(seed, STREAM);
        let mut below = |most: u32| random.next_u32() % most;
        let tops: Vec<u32> = (0..=WIDTH / SPAN).map(|_| 190 + below(70)).collect();
        let ground = |x: u32| {
            let (span, part) = ((x / SPAN) as usize, x % SPAN);
            (tops[span] * (SPAN - part) + tops[span + 1] * part) / SPAN
        };
        let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(WIDTH, HEIGHT, |x, y| y >= ground(x)));
        // Caves, but none under a place where a player starts.
        for _ in 0..10 {
            let center = vec2((200 + below(240)) as f32, (260 + below(90)) as f32);
            terrain.carve_circle(center, (8 + below(16)) as f32);
        }
        let spawn = |x: u32, facing| {
            let highest = (x..x + SIZE.x).map(ground).min().unwrap_or(0);
            Spawn { at: ivec2(x as i32, (highest - SIZE.y) as i32), facing }
        };
        Self {
            start: terrain.snapshot(),
            spawns: [spawn(150, Side::Right), spawn(WIDTH - 162, Side::Left)],
            planks: vec![
                Plank::new(ivec2(200, 150), vec2(48.0, 0.0), 240),
                Plank::new(ivec2(60, 170), vec2(0.0, -30.0), 150),
            ],
            terrain,
        }
    }
}

/// A platform that moves to and fro. Fighters jump through it from below.
#[derive(Clone, Debug)]
pub(super) struct Plank {
    /// The plank where it starts.
    pub(super) solid: Solid,
    /// The velocity on the way out, in pixels a second.
    velocity: Vec2,
    /// The steps of one way.
    steps: u32,
}

impl Plank {
    pub(super) fn new(at: IVec2, velocity: Vec2, steps: u32) -> Self {
        let shape = BodyShape::rectangle((48, 5)).expect("a plank has pixels");
        Self { solid: Solid::new(shape, at).with_one_way(Some(Direction::Down)), velocity, steps }
    }

    /// Returns the velocity in a step, in pixels a second.
    pub(super) fn velocity(&self, frame: u32) -> Vec2 {
        if (frame / self.steps).is_multiple_of(2) { self.velocity } else { -self.velocity }
    }
}
