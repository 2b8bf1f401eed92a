//! Edits, who sees them, and how they are told.

use crate::support::{app, cast, spawn_terrain};
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::vec2;
use bevy_tileray::{Rays, TerrainChanged, TileTerrain, WorldRay};
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::{Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// The messages of the last frame.
fn told(app: &App) -> Vec<TerrainChanged> {
    let messages = app.world().resource::<Messages<TerrainChanged>>();
    messages.iter_current_update_messages().copied().collect()
}

fn edit(app: &mut App, entity: Entity, edit: impl FnOnce(&mut Terrain)) {
    edit(&mut app.world_mut().get_mut::<TileTerrain>(entity).expect("terrain"));
}

#[test]
fn a_ray_in_the_next_system_sees_an_edit() {
    #[derive(Resource, Default)]
    struct Found(Vec<bool>);
    let mut app = app();
    spawn_terrain(&mut app, 200, 100, |x, _| x >= 100);
    app.init_resource::<Found>();
    let ray = WorldRay::between(vec2(10.0, -50.0), vec2(190.0, -50.0));
    let look = move |rays: Rays, mut found: ResMut<Found>| found.0.push(rays.cast(&ray).is_some());
    let dig = |mut terrain: Single<&mut TileTerrain>| {
        terrain.carve_circle((150.0, 50.0), 60.0);
    };
    app.add_systems(Update, (look, dig, look).chain());
    app.update();
    assert_eq!(app.world().resource::<Found>().0, [true, false]);
}

#[test]
fn changes_are_told_once_and_exactly() {
    let mut app = app();
    let entity = spawn_terrain(&mut app, 1000, 1000, |_, _| true);
    let new = TerrainChanged { terrain: entity, pixels: Rect::from_size(IVec2::ZERO, uvec2(1008, 1008)) };
    assert_eq!(told(&app), [new]);
    app.update();
    assert_eq!(told(&app), []);

    edit(&mut app, entity, |terrain| {
        terrain.carve_circle((50.0, 50.0), 5.0);
        terrain.carve_circle((900.0, 70.0), 5.0);
    });
    app.update();
    let change = |x, y| TerrainChanged { terrain: entity, pixels: Rect::new(ivec2(x - 5, y - 5), ivec2(x + 5, y + 5)) };
    assert_eq!(told(&app), [change(50, 50), change(900, 70)]);

    edit(&mut app, entity, |terrain| {
        terrain.carve_circle((50.0, 50.0), 5.0);
    });
    app.update();
    assert_eq!(told(&app), [], "these pixels were free");

    // What is edited back in the same frame is told too, once, in the squares that it meets.
    edit(&mut app, entity, |terrain| {
        let before = terrain.snapshot();
        terrain.carve_circle((500.0, 500.0), 30.0);
        terrain.restore(&before);
    });
    app.update();
    let part = |min: (i32, i32), max: (i32, i32)| TerrainChanged { terrain: entity, pixels: Rect::new(min, max) };
    let parts =
        [((470, 470), (512, 512)), ((512, 470), (530, 512)), ((470, 512), (512, 530)), ((512, 512), (530, 530))];
    assert_eq!(told(&app), parts.map(|(min, max)| part(min, max)));
    app.update();
    assert_eq!(told(&app), []);
}

#[test]
fn a_tile_with_equal_pixels_is_told_too() {
    let mut set = TileSet::new("two alike", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    set.insert(1, SolidityMap::from_fn(16, 16, |_, _| true));
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(20, 10))).expect("a small map");
    let set = map.add_tile_set(set);
    let ground = TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(20, 10)));
    let ground = map.add_layer(ground).expect("a small layer");
    let tile = |id| Some(Tile { set, id, ..Tile::default() });
    map.set_tile(ground, ivec2(3, 2), tile(0)).expect("a tile");

    let mut app = app();
    let entity = app.world_mut().spawn(TileTerrain::from(Terrain::from_map(&map))).id();
    app.update();
    edit(&mut app, entity, |terrain| {
        terrain.set_tile(ground, ivec2(3, 2), tile(1)).expect("a tile");
    });
    app.update();
    let pixels = Rect::from_size(ivec2(48, 32), uvec2(16, 16));
    assert_eq!(told(&app), [TerrainChanged { terrain: entity, pixels }]);
    let hit = cast(&mut app, vec2(50.0, 0.0), vec2(50.0, -100.0)).expect("the tile");
    assert_eq!(hit.terrain.expect("terrain").tile(), tile(1));
}
