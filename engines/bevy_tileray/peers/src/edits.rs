//! Edits of the terrain in one system and rays into them in the next one.

use crate::app;
use crate::cave::{Cave, RAY_LENGTH, to_world};
use crate::timing::{Times, microseconds};
use bevy_app::{App, PostUpdate, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_math::Vec2;
use bevy_tileray::{Rays, TerrainChanged, TileTerrain, TileraySystems, WorldRay};
use bevy_transform::TransformSystems;
use fastrand::Rng;
use std::hint::black_box;
use std::time::Instant;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::{LayerMask, Rect, Terrain, Tile};

/// The radius of carved circles, in pixels.
const RADIUS: f32 = 8.0;

/// The kind of the edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    SetTile,
    CarveCircle,
}

/// An edit, planned before it is timed, and a ray to its place.
#[derive(Clone, Copy, Debug)]
struct Edit {
    cell: IVec2,
    tile: Option<Tile>,
    middle: Vec2,
    ray: WorldRay,
}

/// The edits of a frame, and the times of all frames.
#[derive(Resource)]
struct EditWork {
    kind: Kind,
    in_a_frame: usize,
    rng: Rng,
    /// The layer that is edited, and a tile of it that fills its cell.
    layer: usize,
    full: Tile,
    planned: Vec<Edit>,
    told_since: Option<Instant>,
    edits: Times,
    rays: Times,
    tells: Times,
    /// Squares of 256×256 pixels that were told as changed.
    squares: usize,
}

/// Measures edits, one and many a frame, and prints a row for each way.
pub fn report(cave: &Cave, frames: usize) {
    println!(
        "| | edits a frame | an edit, µs | a ray, µs | telling the changes of a frame, µs | squares told a frame |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (kind, in_a_frame) in
        [(Kind::SetTile, 0), (Kind::SetTile, 1), (Kind::SetTile, 100), (Kind::CarveCircle, 1), (Kind::CarveCircle, 100)]
    {
        // A hundred edits a frame would leave no rock to carve.
        let work = measure(cave, kind, in_a_frame, if in_a_frame == 100 { frames / 20 } else { frames });
        let name = match kind {
            _ if in_a_frame == 0 => "no edit",
            Kind::SetTile => "`set_tile`",
            Kind::CarveCircle => "`carve_circle`, 8 px",
        };
        let [edit, ray, tell] = [&work.edits, &work.rays, &work.tells].map(|times| times.spread(microseconds));
        let squares = work.squares as f64 / work.tells.len() as f64;
        if in_a_frame == 0 {
            println!("| {name} | 0 | - | - | {tell} | {squares:.1} |");
            continue;
        }
        println!("| {name} | {in_a_frame} | {edit} | {ray} | {tell} | {squares:.1} |");
    }
}

fn measure(cave: &Cave, kind: Kind, in_a_frame: usize, frames: usize) -> EditWork {
    let mut app = app::tileray();
    let layer = cave.map.layers().position(|layer| layer.name() == "ground").expect("the cave has ground");
    let is_full = |cell: IVec2| {
        let pixels = Rect::from_size(cell * 16, uvec2(16, 16));
        cave.terrain.to_mask(pixels, LayerMask::ALL).count() == 256
    };
    let cells = || (0..64).flat_map(|y| (0..240).map(move |x| ivec2(x, y)));
    let full = cells().filter(|cell| is_full(*cell)).find_map(|cell| cave.map.tile(layer, cell)).expect("rock");
    app.world_mut().spawn(TileTerrain::from(Terrain::from_map(&cave.map)));
    app.update();
    app.insert_resource(EditWork {
        kind,
        in_a_frame,
        rng: Rng::with_seed(23),
        layer,
        full,
        planned: Vec::new(),
        told_since: None,
        edits: Times::default(),
        rays: Times::default(),
        tells: Times::default(),
        squares: 0,
    });
    add_systems(&mut app);
    for _ in 0..frames / 10 {
        app.update();
    }
    let mut work = app.world_mut().resource_mut::<EditWork>();
    work.squares = 0;
    let EditWork { edits, rays, tells, .. } = &mut *work;
    [edits, rays, tells].into_iter().for_each(Times::clear);
    for _ in 0..frames {
        app.update();
    }
    app.world_mut().remove_resource::<EditWork>().expect("it was inserted")
}

fn add_systems(app: &mut App) {
    app.add_systems(Update, (plan, edit, cast, check).chain());
    // Systems that tell the time around the plugin's, with no other system between.
    app.edit_schedule(PostUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app.add_systems(
        PostUpdate,
        (
            begin_tell.after(TransformSystems::Propagate).before(TileraySystems::Tell),
            end_tell.after(TileraySystems::Tell),
        ),
    );
}

fn plan(terrain: Single<&TileTerrain>, mut work: ResMut<EditWork>) {
    let work = &mut *work;
    let bounds = terrain.bounds();
    work.planned.clear();
    for _ in 0..work.in_a_frame {
        let pixel = loop {
            let pixel = ivec2(work.rng.i32(16..bounds.max.x - 16), work.rng.i32(16..bounds.max.y - 16));
            if work.kind == Kind::SetTile || terrain.is_solid(pixel) {
                break pixel;
            }
        };
        let cell = pixel / 16;
        let is_tile = terrain.map().is_some_and(|map| map.tile(work.layer, cell).is_some());
        let tile = (!is_tile).then_some(work.full);
        let middle = match work.kind {
            Kind::SetTile => (cell * 16 + 8).as_vec2() + 0.5,
            Kind::CarveCircle => pixel.as_vec2() + 0.5,
        };
        let away = middle + Vec2::from_angle(work.rng.f32() * std::f32::consts::TAU) * RAY_LENGTH;
        // To a tile that is new, and out of the hole.
        let (from, to) = match work.kind {
            Kind::SetTile => (away, middle),
            Kind::CarveCircle => (middle, away),
        };
        work.planned.push(Edit { cell, tile, middle, ray: WorldRay::between(to_world(from), to_world(to)) });
    }
}

fn edit(mut terrain: Query<&mut TileTerrain>, mut work: ResMut<EditWork>) {
    let EditWork { kind, layer, planned, edits, .. } = &mut *work;
    if planned.is_empty() {
        return;
    }
    let start = Instant::now();
    let Ok(mut terrain) = terrain.single_mut() else { return };
    for edit in &*planned {
        match kind {
            Kind::SetTile => {
                black_box(terrain.set_tile(*layer, edit.cell, edit.tile).expect("a cell of the map"));
            }
            Kind::CarveCircle => {
                black_box(terrain.carve_circle(edit.middle, RADIUS));
            }
        }
    }
    edits.push(start.elapsed() / planned.len() as u32);
}

fn cast(rays: Rays, mut work: ResMut<EditWork>) {
    let EditWork { planned, rays: times, .. } = &mut *work;
    if planned.is_empty() {
        return;
    }
    let start = Instant::now();
    for edit in &*planned {
        black_box(rays.cast(&edit.ray));
    }
    times.push(start.elapsed() / planned.len() as u32);
}

/// Checks that the rays see the edits.
fn check(rays: Rays, work: Res<EditWork>) {
    for edit in &work.planned {
        let hit = rays.cast(&edit.ray);
        let is_solid = rays.solid_at(to_world(edit.middle)).is_some();
        match work.kind {
            Kind::SetTile => assert!(hit.is_some() || !is_solid, "{edit:?} is not seen"),
            Kind::CarveCircle => {
                assert!(
                    !is_solid && hit.is_none_or(|hit| hit.distance > RADIUS - 1.5),
                    "{edit:?} is not seen: {hit:?}"
                );
            }
        }
    }
}

fn begin_tell(mut work: ResMut<EditWork>) {
    work.told_since = Some(Instant::now());
}

fn end_tell(mut work: ResMut<EditWork>, mut changes: MessageReader<TerrainChanged>) {
    let now = Instant::now();
    work.squares += changes.read().count();
    if let Some(since) = work.told_since.take() {
        work.tells.push(now - since);
    }
}
