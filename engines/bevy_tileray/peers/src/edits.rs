//! A hole in each step: what it costs to keep Avian's colliders of the cave up to date.

use crate::app::{self, Times, milliseconds};
use crate::cave::{self, Cave, to_world};
use avian2d::prelude::{Collider, RigidBody, SimpleCollider};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{IVec2, Vec2, ivec2, vec2};
use bevy_tileray::{TerrainColliders, TileTerrain, mask_collider};
use fastrand::Rng;
use std::collections::HashMap;
use tileray::{HullOptions, Rect, Terrain};

/// The radius of a hole, in pixels.
const HOLE: f32 = 14.0;

/// Who keeps colliders.
enum Keeper {
    /// The plugin, with chunks of a side.
    Chunks(u32, Entity),
    /// The plugin, all chunks after each hole.
    All(Entity),
    /// A collider a cell: the cells that the hole touches are made again.
    Cells(Terrain, HashMap<IVec2, Entity>),
}

impl Keeper {
    fn plugin(app: &mut App, cave: &Cave, chunk: u32) -> Entity {
        let settings = TerrainColliders { chunk, ..TerrainColliders::default() };
        app.world_mut().spawn((TileTerrain::from(cave.terrain.clone()), settings)).id()
    }

    /// Makes the colliders, in the first update.
    fn begin(app: &mut App, cave: &Cave, name: Name) -> Self {
        match name {
            Name::Chunks(chunk) => Self::Chunks(chunk, Self::plugin(app, cave, chunk)),
            Name::All => Self::All(Self::plugin(app, cave, 128)),
            Name::Cells => {
                let mut keeper = Self::Cells(cave.terrain.clone(), HashMap::new());
                keeper.make_cells(app, cave.terrain.bounds());
                keeper
            }
        }
    }

    fn dig(&mut self, app: &mut App, at: Vec2) {
        match self {
            Self::Chunks(_, entity) | Self::All(entity) => {
                let world = app.world_mut();
                world.get_mut::<TileTerrain>(*entity).expect("terrain").carve_circle(at, HOLE);
                if let Self::All(entity) = *self {
                    world.get_mut::<TerrainColliders>(entity).expect("settings").set_changed();
                }
            }
            Self::Cells(terrain, _) => {
                let dirty = terrain.carve_circle(at, HOLE);
                self.make_cells(app, dirty);
            }
        }
    }

    /// Makes a collider for each cell that has a pixel of a rectangle: the convex hull of its solid pixels.
    fn make_cells(&mut self, app: &mut App, pixels: Rect) {
        let (Self::Cells(terrain, made), false) = (self, pixels.is_empty()) else { return };
        let (first, last) =
            (pixels.min.div_euclid(IVec2::splat(cave::CELL)), (pixels.max - 1).div_euclid(IVec2::splat(cave::CELL)));
        for cell in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ivec2(x, y))) {
            if let Some(old) = made.remove(&cell) {
                app.world_mut().despawn(old);
            }
            let rect = Rect::new(cell * cave::CELL, (cell + 1) * cave::CELL);
            let mask = terrain.query().to_mask(rect);
            if !mask.is_empty() {
                made.insert(cell, cave::spawn_static(app, cave::hull(&mask), to_world(rect.min.as_vec2())));
            }
        }
    }

    fn terrain<'a>(&'a self, app: &'a App) -> &'a Terrain {
        match self {
            Self::Chunks(_, entity) | Self::All(entity) => app.world().get::<TileTerrain>(*entity).expect("terrain"),
            Self::Cells(terrain, _) => terrain,
        }
    }
}

#[derive(Clone, Copy)]
enum Name {
    Chunks(u32),
    All,
    Cells,
}

/// Digs holes, and prints a row for each keeper.
pub fn report(cave: &Cave, holes: usize) {
    println!(
        "| | colliders | convex pieces | load, ms | a step with a hole, ms | a step without, ms | wrong pixels at the end |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (label, name) in [
        ("`TerrainColliders`, chunks of 64 px", Name::Chunks(64)),
        ("`TerrainColliders`, chunks of 128 px", Name::Chunks(128)),
        ("`TerrainColliders`, chunks of 256 px", Name::Chunks(256)),
        ("all chunks of 128 px again", Name::All),
        ("a collider a cell of 16 px", Name::Cells),
    ] {
        let mut app = app::both();
        let (mut load, mut with_hole, mut without) = (Times::default(), Times::default(), Times::default());
        let mut keeper = load.time(|| {
            let keeper = Keeper::begin(&mut app, cave, name);
            app.update();
            keeper
        });
        let mut rng = Rng::with_seed(5);
        for _ in 0..holes {
            // In rock.
            let at = std::iter::repeat_with(|| vec2(rng.f32(), rng.f32()) * cave.solid.size().as_vec2())
                .find(|at| cave.solid.get(at.x as i32, at.y as i32))
                .expect("the cave has rock");
            without.time(|| app.update());
            with_hole.time(|| {
                keeper.dig(&mut app, at);
                app.update();
            });
        }
        let (colliders, pieces) = count(&mut app);
        let wrong = wrong_pixels(&mut app, &keeper);
        println!(
            "| {label} | {colliders} | {pieces} | {:.1} | {} | {} | {wrong} |",
            milliseconds(load.at(0.5)),
            with_hole.spread(),
            without.spread()
        );
    }
}

fn count(app: &mut App) -> (usize, usize) {
    let mut colliders = app.world_mut().query::<&Collider>();
    let parts = |shape: &Collider| shape.shape().as_compound().map_or(1, |compound| compound.shapes().len());
    let counts: Vec<_> = colliders.iter(app.world()).map(parts).collect();
    (counts.len(), counts.iter().sum())
}

/// Returns how many of every 16th pixels are covered by a collider and free, or not covered and solid.
fn wrong_pixels(app: &mut App, keeper: &Keeper) -> String {
    let mut bodies = app.world_mut().query::<(&RigidBody, &Collider, &bevy_transform::components::Transform)>();
    let terrain = keeper.terrain(app);
    let bounds = terrain.bounds();
    let solid = terrain.query().to_mask(bounds);
    let mut covered = tileray::SolidityMap::new(bounds.width(), bounds.height());
    for (_, shape, place) in bodies.iter(app.world()) {
        let at = place.translation.truncate();
        let aabb = shape.aabb(at, 0.0, 0.0);
        let (min, max) =
            (vec2(aabb.min.x, -aabb.max.y).floor().as_ivec2(), vec2(aabb.max.x, -aabb.min.y).ceil().as_ivec2());
        for pixel in (min.y..max.y).flat_map(|y| (min.x..max.x).map(move |x| ivec2(x, y))) {
            // Every 16th pixel, in a pattern that is no grid of tiles.
            if (pixel.x + 5 * pixel.y) % 16 == 0 && shape.contains_point(at, 0.0, to_world(pixel.as_vec2() + 0.5)) {
                covered.set(pixel.x - bounds.min.x, pixel.y - bounds.min.y, true);
            }
        }
    }
    let asked = (0..bounds.height() as i32).flat_map(|y| (0..bounds.width() as i32).map(move |x| ivec2(x, y)));
    let asked = asked.filter(|at| (at.x + bounds.min.x + 5 * (at.y + bounds.min.y)) % 16 == 0);
    let (mut wrong, mut all) = (0, 0);
    for pixel in asked.filter(|pixel| solid.get(pixel.x, pixel.y) || covered.get(pixel.x, pixel.y)) {
        all += 1;
        wrong += u32::from(solid.get(pixel.x, pixel.y) != covered.get(pixel.x, pixel.y));
    }
    if wrong == 0 { "0".into() } else { format!("{:.2} %", 100.0 * f64::from(wrong) / f64::from(all)) }
}

/// A mask's collider, so that the costs of one piece are known too.
pub fn of_a_rock() -> f64 {
    let rock = tileray::SolidityMap::from_fn(60, 40, |x, y| {
        let from = vec2(x as f32 - 30.0, (y as f32 - 20.0) * 1.5);
        from.length() < 28.0 + 2.0 * (from.y.atan2(from.x) * 5.0).sin()
    });
    let mut times = Times::default();
    for _ in 0..200 {
        times.time(|| mask_collider(&rock, Vec2::ZERO, &HullOptions::default()).expect("pixels"));
    }
    milliseconds(times.at(0.5))
}
