//! A hole in each step: what it costs to keep Avian's colliders of the cave up to date.

use crate::app::{self, Times, milliseconds};
use crate::cave::{self, CELL, Cave, to_world};
use avian2d::prelude::{Collider, RigidBody, SimpleCollider};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{IVec2, Vec2, ivec2, vec2};
use bevy_tileray::{TerrainColliders, TileTerrain};
use bevy_transform::components::Transform;
use fastrand::Rng;
use std::collections::HashMap;
use tileray::{Rect, SolidityMap};

/// The radius of a hole, in pixels.
const HOLE: f32 = 14.0;

/// How colliders are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By the plugin, in chunks with this side.
    Chunks(u32),
    /// By the plugin, all chunks of 128 pixels after each hole.
    All,
    /// The convex hull of each cell's solid pixels; the cells that a hole touches are made again.
    Cells,
}

/// The cave in an app, and the colliders of its cells.
struct World {
    app: App,
    way: Way,
    terrain: Entity,
    cells: HashMap<IVec2, Entity>,
}

impl World {
    /// Makes terrain and colliders.
    fn new(mut app: App, cave: &Cave, way: Way) -> Self {
        let terrain = app.world_mut().spawn(TileTerrain::from(cave.terrain.clone())).id();
        let chunk = match way {
            Way::Chunks(side) => Some(side),
            Way::All => Some(128),
            Way::Cells => None,
        };
        if let Some(chunk) = chunk {
            let settings = TerrainColliders { chunk, ..TerrainColliders::default() };
            app.world_mut().entity_mut(terrain).insert(settings);
        }
        let mut world = Self { app, way, terrain, cells: HashMap::new() };
        world.update(cave.terrain.bounds());
        world
    }

    fn terrain(&self) -> &TileTerrain {
        self.app.world().get(self.terrain).expect("the cave")
    }

    fn dig(&mut self, at: Vec2) {
        let mut terrain = self.app.world_mut().get_mut::<TileTerrain>(self.terrain).expect("the cave");
        let dirty = terrain.carve_circle(at, HOLE);
        self.update(dirty);
    }

    /// Makes the colliders of a rectangle again, and takes a step.
    fn update(&mut self, dirty: Rect) {
        if self.way == Way::All {
            self.app.world_mut().get_mut::<TerrainColliders>(self.terrain).expect("settings").set_changed();
        }
        if self.way == Way::Cells && !dirty.is_empty() {
            let (first, last) =
                (dirty.min.div_euclid(IVec2::splat(CELL)), (dirty.max - 1).div_euclid(IVec2::splat(CELL)));
            for cell in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ivec2(x, y))) {
                if let Some(old) = self.cells.remove(&cell) {
                    self.app.world_mut().despawn(old);
                }
                let mask = self.terrain().query().to_mask(Rect::new(cell * CELL, (cell + 1) * CELL));
                if !mask.is_empty() {
                    let corner = to_world((cell * CELL).as_vec2());
                    self.cells.insert(cell, cave::spawn_static(&mut self.app, cave::hull(&mask), corner));
                }
            }
        }
        self.app.update();
    }

    /// Returns the number of colliders, the number of convex parts in them, and the share of pixels that a collider covers
    /// though they are free, or does not cover though they are solid. Each 16th pixel is asked.
    fn check(&mut self) -> (usize, usize, f64) {
        let bounds = self.terrain().bounds();
        let asked = SolidityMap::from_fn(bounds.width(), bounds.height(), |x, y| (x + 5 * y) % 16 == 0);
        let solid = self.terrain().query().to_mask(bounds).intersect(&asked, IVec2::ZERO);
        let mut covered = SolidityMap::new(bounds.width(), bounds.height());
        let (mut colliders, mut parts) = (0, 0);
        let mut bodies = self.app.world_mut().query_filtered::<(&Collider, &Transform), With<RigidBody>>();
        for (shape, place) in bodies.iter(self.app.world()) {
            colliders += 1;
            parts += shape.shape().as_compound().map_or(1, |compound| compound.shapes().len());
            let at = place.translation.truncate();
            let aabb = shape.aabb(at, 0.0, 0.0);
            // The cave begins at the pixel (0, 0).
            let first = vec2(aabb.min.x, -aabb.max.y).floor().as_ivec2();
            let last = vec2(aabb.max.x, -aabb.min.y).ceil().as_ivec2();
            for pixel in (first.y..last.y).flat_map(|y| (first.x..last.x).map(move |x| ivec2(x, y))) {
                let middle = to_world(pixel.as_vec2() + 0.5);
                // Within slender pieces Avian's distances are off by some thousandths.
                if asked.get(pixel.x, pixel.y) && shape.distance_to_point(at, 0.0, middle, true) < 0.01 {
                    covered.set(pixel.x, pixel.y, true);
                }
            }
        }
        let wrong = solid.subtract(&covered, IVec2::ZERO).count() + covered.subtract(&solid, IVec2::ZERO).count();
        (colliders, parts, wrong as f64 / asked.count() as f64)
    }
}

/// Digs holes, and prints a row for each way.
pub fn report(cave: &Cave, holes: usize) {
    println!(
        "| | colliders | convex parts | load, ms | a step with a hole, ms | a step without, ms | wrong pixels at the end |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, way) in [
        ("`TerrainColliders`, chunks of 64 px", Way::Chunks(64)),
        ("`TerrainColliders`, chunks of 128 px", Way::Chunks(128)),
        ("`TerrainColliders`, chunks of 256 px", Way::Chunks(256)),
        ("`TerrainColliders`, all chunks of 128 px again", Way::All),
        ("a collider a cell of 16 px", Way::Cells),
    ] {
        let app = app::avian_and_tileray();
        let (mut load, mut with_hole, mut without) = (Times::default(), Times::default(), Times::default());
        let mut world = load.time(|| World::new(app, cave, way));
        let mut rng = Rng::with_seed(5);
        for _ in 0..holes {
            let at = cave.rock(&mut rng);
            without.time(|| world.app.update());
            with_hole.time(|| world.dig(at));
        }
        let (colliders, parts, wrong) = world.check();
        println!(
            "| {name} | {colliders} | {parts} | {:.1} | {} | {} | {:.2} % |",
            milliseconds(load.at(0.5)),
            with_hole.spread(),
            without.spread(),
            100.0 * wrong
        );
    }
}
