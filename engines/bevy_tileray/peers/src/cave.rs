//! The map that all contestants are measured in, and where rays and bodies begin in it.

use crate::timing::Times;
use bevy_math::{Vec2, vec2};
use bevy_tileray::WorldRay;
use fastrand::Rng;
use tileray::glam::{IVec2, ivec2};
use tileray::{LayerMask, LoadError, SolidityMap, Terrain, TileMap};

/// The length of the rays, in pixels.
pub const RAY_LENGTH: f32 = 200.0;

/// The sides of the bodies, in pixels.
pub const BODY: (u32, u32) = (12, 14);

/// A cave of 240×64 cells of 16 pixels.
#[derive(Debug)]
pub struct Cave {
    pub map: TileMap,
    pub terrain: Terrain,
    /// The solid pixels; the first is the pixel (0, 0) of the map.
    pub solid: SolidityMap,
    /// How long it took to read the files, and to make terrain of the map.
    pub read: Times,
    pub made: Times,
}

impl Cave {
    /// Reads the map of the repository.
    ///
    /// # Errors
    /// [`LoadError`] where the files are not there.
    pub fn open() -> Result<Self, LoadError> {
        let (mut read, mut made) = (Times::default(), Times::default());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../maps/cave.tmx");
        let map = read.time(|| TileMap::open(path))?;
        let terrain = made.time(|| Terrain::from_map(&map));
        assert_eq!(terrain.bounds().min, IVec2::ZERO, "the cave begins at its first pixel");
        let solid = terrain.to_mask(terrain.bounds(), LayerMask::ALL);
        Ok(Self { map, terrain, solid, read, made })
    }

    /// Returns the width and the height of the map in pixels.
    fn size(&self) -> IVec2 {
        self.solid.size().as_ivec2()
    }

    /// Returns rays that begin in random free pixels, and go in random directions.
    pub fn rays(&self, rng: &mut Rng, count: usize) -> Vec<WorldRay> {
        let mut ray = || {
            let pixel = loop {
                let pixel = ivec2(rng.i32(0..self.size().x), rng.i32(0..self.size().y));
                if !self.solid.get(pixel.x, pixel.y) {
                    break pixel;
                }
            };
            // Inside of the pixel, so that no rounding puts it into another one.
            let within = vec2(rng.f32(), rng.f32()) * 0.9 + 0.05;
            let direction = Vec2::from_angle(rng.f32() * std::f32::consts::TAU);
            WorldRay::new(to_world(pixel.as_vec2() + within), direction, RAY_LENGTH)
        };
        (0..count).map(|_| ray()).collect()
    }

    /// Returns the middles in the world of bodies that are free.
    pub fn starts(&self, rng: &mut Rng, count: usize) -> Vec<Vec2> {
        let body = SolidityMap::from_fn(BODY.0, BODY.1, |_, _| true);
        let mut start = || loop {
            let corner = ivec2(rng.i32(16..self.size().x - 32), rng.i32(16..self.size().y - 32));
            if self.terrain.overlap(&body, corner, LayerMask::ALL).is_none() {
                break to_world(corner.as_vec2() + vec2(BODY.0 as f32, BODY.1 as f32) / 2.0);
            }
        };
        (0..count).map(|_| start()).collect()
    }

    /// Returns whether a body lies in rock by more than a pixel and a half at each side, or out of the map.
    pub fn is_lost(&self, middle: Vec2) -> bool {
        let half = vec2(BODY.0 as f32, BODY.1 as f32) / 2.0 - 1.5;
        let middle = vec2(middle.x, -middle.y);
        let (min, max) = ((middle - half).round().as_ivec2(), (middle + half).round().as_ivec2());
        let inner = SolidityMap::from_fn((max.x - min.x) as u32, (max.y - min.y) as u32, |_, _| true);
        !self.terrain.bounds().contains(middle.as_ivec2())
            || self.terrain.overlap(&inner, min, LayerMask::ALL).is_some()
    }
}

/// Returns a point of the world: y up.
pub fn to_world(pixel: Vec2) -> Vec2 {
    vec2(pixel.x, -pixel.y)
}
