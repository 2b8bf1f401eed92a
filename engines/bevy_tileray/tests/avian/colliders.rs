//! The colliders of a terrain are its pixels.

use crate::app;
use avian2d::prelude::{Collider, RigidBody};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_tileray::{NearColliders, PixelFrame, TerrainColliders, TileTerrain};
use bevy_transform::components::{GlobalTransform, Transform};
use fastrand::Rng;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::{LayerMask, Rect, SolidityMap, Terrain};

/// Spawns a terrain of discs and noise at a transform.
fn spawn(app: &mut App, rng: &mut Rng, settings: TerrainColliders, transform: Transform) -> Entity {
    let discs: Vec<_> = (0..8).map(|_| (ivec2(rng.i32(0..150), rng.i32(0..110)), rng.i32(3..30))).collect();
    let noise = rng.u32(0..3);
    let mask = SolidityMap::from_fn(150, 110, |x, y| {
        let pixel = ivec2(x as i32, y as i32);
        discs.iter().any(|(middle, radius)| (pixel - middle).length_squared() < radius * radius)
            ^ (rng.u32(0..100) < noise)
    });
    let origin = ivec2(rng.i32(-99..99), rng.i32(-99..99));
    let terrain = Terrain::from_solidity_at(&mask, origin).expect("a small terrain");
    app.world_mut().spawn((TileTerrain::from(terrain), settings, transform)).id()
}

fn edit(app: &mut App, rng: &mut Rng, terrain: Entity) {
    let mut terrain = app.world_mut().get_mut::<TileTerrain>(terrain).expect("terrain");
    let bounds = terrain.bounds();
    let at = vec2(rng.i32(bounds.min.x..bounds.max.x) as f32, rng.i32(bounds.min.y..bounds.max.y) as f32);
    match rng.u32(0..4) {
        0 => terrain.carve_circle(at, rng.f32() * 20.0),
        1 => terrain.fill_circle(at, rng.f32() * 20.0),
        2 => terrain.carve(&Rect::from_size(at.as_ivec2(), uvec2(rng.u32(1..40), rng.u32(1..40))), LayerMask::ALL),
        _ => terrain.fill_mask(&SolidityMap::from_fn(9, 9, |x, y| (x + y) % 2 == 0), at.as_ivec2()),
    };
}

/// Returns the static colliders and where they are.
fn colliders(app: &mut App) -> Vec<(Collider, Vec2)> {
    let mut bodies = app.world_mut().query::<(&RigidBody, &Collider, &Transform)>();
    let all = bodies.iter(app.world());
    all.filter(|(body, ..)| body.is_static()).map(|(_, shape, at)| (shape.clone(), at.translation.truncate())).collect()
}

/// Compares a point of each pixel with the colliders, where `is_near`; elsewhere no collider is asked for.
fn compare(app: &mut App, terrain: Entity, is_near: impl Fn(IVec2) -> bool) {
    let colliders = colliders(app);
    let entity = app.world().entity(terrain);
    let (terrain, transform) =
        (entity.get::<TileTerrain>().expect("terrain"), entity.get::<Transform>().expect("a place"));
    let frame = PixelFrame::new(&GlobalTransform::from(*transform)).expect("an area");
    let (min, max) = (terrain.bounds().min - 2, terrain.bounds().max + 2);
    for pixel in (min.y..max.y).flat_map(|y| (min.x..max.x).map(move |x| ivec2(x, y))).filter(|pixel| is_near(*pixel)) {
        // Near the center. The center itself may lie on the cut between two pieces, and rounding puts it beside both.
        let point = frame.to_world(pixel.as_vec2() + vec2(0.513_7, 0.529_1));
        // Colliders overlap at the borders of chunks. Avian finds some points of slender pieces thousandths of a pixel beside them.
        let is_solid = terrain.is_solid(pixel);
        let is_covered = colliders.iter().any(|(shape, at)| shape.contains_point(*at, 0.0, point))
            || is_solid && colliders.iter().any(|(shape, at)| shape.distance_to_point(*at, 0.0, point, true) < 0.01);
        assert_eq!(is_covered, is_solid, "{pixel}\n{transform:?}");
    }
}

#[test]
fn they_are_the_pixels_after_every_edit() {
    for case in 0..12 {
        let mut rng = Rng::with_seed(case as u64);
        let mut app = app(());
        let settings = TerrainColliders { chunk: [128, 32, 50][case % 3], ..TerrainColliders::default() };
        let angle = if case % 2 == 0 { 0.0 } else { rng.f32() * 6.0 };
        let scale = vec2(if rng.bool() { 1.0 } else { -2.0 }, 0.5 + rng.f32());
        let transform = Transform::from_xyz(rng.f32() * 500.0, -77.5, 0.0)
            .with_rotation(Quat::from_rotation_z(angle))
            .with_scale(scale.extend(1.0));
        let terrain = spawn(&mut app, &mut rng, settings, transform);
        app.update();
        compare(&mut app, terrain, |_| true);
        for _ in 0..3 {
            (0..rng.u32(1..4)).for_each(|_| edit(&mut app, &mut rng, terrain));
            app.update();
            compare(&mut app, terrain, |_| true);
        }
        // Another terrain in its place, and a chunk of another size.
        let other = Terrain::from_solidity(&SolidityMap::from_fn(40, 40, |x, y| x > y));
        *app.world_mut().get_mut::<TileTerrain>(terrain).expect("terrain") = TileTerrain::from(other);
        app.update();
        compare(&mut app, terrain, |_| true);
        app.world_mut().get_mut::<TerrainColliders>(terrain).expect("settings").chunk = 16;
        app.world_mut().get_mut::<Transform>(terrain).expect("a place").translation.x -= 9.0;
        app.update();
        compare(&mut app, terrain, |_| true);
        app.world_mut().entity_mut(terrain).remove::<TerrainColliders>();
        app.update();
        assert!(colliders(&mut app).is_empty());
    }
}

#[test]
fn only_chunks_that_changed_are_made_again() {
    let mut app = app(());
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(512, 512, |_, _| true));
    let terrain = app.world_mut().spawn((TileTerrain::from(terrain), TerrainColliders::default())).id();
    app.update();
    let bodies = |app: &mut App| -> Vec<Entity> {
        app.world_mut().query_filtered::<Entity, With<Collider>>().iter(app.world()).collect()
    };
    let before = bodies(&mut app);
    app.update();
    assert_eq!((before.len(), bodies(&mut app)), (16, before.clone()));
    app.world_mut().get_mut::<TileTerrain>(terrain).expect("terrain").carve_circle((128.0, 200.0), 8.0);
    app.update();
    let after = bodies(&mut app);
    assert_eq!((after.len(), after.iter().filter(|body| before.contains(body)).count()), (16, 14));
    // The colliders go with their terrain.
    app.world_mut().entity_mut(terrain).despawn();
    app.update();
    assert_eq!(bodies(&mut app), []);
}

#[test]
fn only_near_chunks_are_there_if_asked() {
    for seed in 0..6 {
        let mut rng = Rng::with_seed(seed);
        let mut app = app(());
        let settings = TerrainColliders { chunk: 16, only_near: true, ..TerrainColliders::default() };
        let terrain = spawn(&mut app, &mut rng, settings, Transform::from_xyz(10.0, 20.0, 0.0));
        app.update();
        assert!(colliders(&mut app).is_empty());
        let hero = app.world_mut().spawn(NearColliders(24.0)).id();
        for _ in 0..4 {
            let pixel = ivec2(rng.i32(-99..200), rng.i32(-99..200));
            // The terrain's origin lies at (10, 20), y up.
            let at = vec2(pixel.x as f32 + 10.0, 20.0 - pixel.y as f32);
            app.world_mut().get_mut::<Transform>(hero).expect("a place").translation = at.extend(0.0);
            edit(&mut app, &mut rng, terrain);
            app.update();
            compare(&mut app, terrain, |other| (other - pixel).abs().max_element() < 24);
            let is_close = |shape: &Collider, at: Vec2| {
                let middle = vec2(pixel.x as f32 + 10.0, 20.0 - pixel.y as f32);
                shape.distance_to_point(at, 0.0, middle, true) < 24.0 * 1.5 + 16.0 * 1.5
            };
            assert!(colliders(&mut app).iter().all(|(shape, at)| is_close(shape, *at)));
        }
    }
}
