//! Rays in the world against casts in pixels, and against sprites.

use crate::support::{app, cast, spawn_terrain, with_rays};
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_tileray::{HullScene, PixelFrame, RayFilter, SpriteHullAsset, SpriteHullCollider, TileTerrain, WorldRay};
use bevy_transform::components::{GlobalTransform, Transform};
use fastrand::Rng;
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_4};
use std::ops::Range;
use tileray::glam::ivec2;
use tileray::{HullOptions, Ray, SolidityMap};

fn within(rng: &mut Rng, range: Range<f32>) -> f32 {
    range.start + (range.end - range.start) * rng.f32()
}

fn bumps(x: u32, y: u32) -> bool {
    (x / 7 + y / 5).is_multiple_of(6) || x.is_multiple_of(97)
}

#[test]
fn hits_are_those_of_the_library_in_pixels() {
    let mut app = app();
    let entity = spawn_terrain(&mut app, 300, 200, bumps);
    let transforms = [
        Transform::from_xyz(0.0, 0.0, 0.0),
        Transform::from_xyz(-400.0, 250.0, 3.0).with_scale([2.0, 2.0, 1.0].into()),
        Transform::from_xyz(10.0, 20.0, 0.0).with_rotation(Quat::from_rotation_z(0.7)),
        Transform::from_xyz(5.0, 5.0, 0.0)
            .with_rotation(Quat::from_rotation_z(-2.0))
            .with_scale([-0.5, 3.0, 1.0].into()),
    ];
    let mut rng = Rng::with_seed(1);
    for (case, transform) in transforms.into_iter().enumerate() {
        *app.world_mut().get_mut::<Transform>(entity).expect("a transform") = transform;
        app.update();
        let frame = PixelFrame::new(app.world().get::<GlobalTransform>(entity).expect("a transform")).expect("an area");
        let mut hits = 0;
        for _ in 0..300 {
            let mut point = || frame.to_world(vec2(within(&mut rng, -20.0..320.0), within(&mut rng, -20.0..220.0)));
            let (a, b) = (point(), point());
            let found = cast(&mut app, a, b);
            let terrain = app.world().get::<TileTerrain>(entity).expect("terrain");
            // The same ray, by single precision: a grazing ray may differ, so the ends are compared by hits nearby.
            let ray = Ray::between(frame.to_pixels(a), frame.to_pixels(b));
            let expected = terrain.query().exact().raycast(&ray);
            let (Some(found), Some(expected)) = (found, expected) else { continue };
            hits += 1;
            let pixels = found.terrain.expect("terrain");
            assert!(terrain.is_solid(pixels.pixel()) && found.entity == entity);
            assert!(found.point.distance(frame.to_world(pixels.point())) < 1e-3);
            assert!((found.distance - a.distance(found.point)).abs() < 0.01 * a.distance(b).max(1.0), "case {case}");
            let is_against = found.normal == Vec2::ZERO || found.normal.dot(b - a) < 0.0;
            assert!(is_against && pixels.inside() == (found.normal == Vec2::ZERO), "case {case}: {found:?}");
            if case == 0 {
                assert_eq!(pixels, expected);
            }
        }
        assert!(hits > 150, "case {case}: {hits} hits");
    }
}

#[test]
fn a_batch_is_as_its_rays_one_by_one() {
    let mut app = app();
    spawn_terrain(&mut app, 300, 200, bumps);
    let other = spawn_terrain(&mut app, 50, 300, |x, y| (x + y) % 40 == 0);
    *app.world_mut().get_mut::<Transform>(other).expect("a transform") =
        Transform::from_xyz(100.0, -20.0, 0.0).with_rotation(Quat::from_rotation_z(0.3));
    let hulls = sprites(&mut app, 30);
    app.update();
    let mut rng = Rng::with_seed(2);
    let mut point = || vec2(within(&mut rng, -20.0..320.0), within(&mut rng, -220.0..20.0));
    let rays: Vec<_> = (0..700).map(|_| WorldRay::between(point(), point())).collect();
    let exclude = [hulls[3], other];
    let mut kinds = [0; 3];
    for leave_start in [false, true] {
        for (sprites, exclude) in [(true, &[][..]), (true, &exclude), (false, &[])] {
            let filter = RayFilter { leave_start, sprites, exclude, ..RayFilter::default() };
            with_rays(&mut app, |all| {
                let mut batch = vec![None; rays.len()];
                all.cast_batch(&rays, &filter, &mut batch);
                for (ray, hit) in rays.iter().zip(&batch) {
                    assert_eq!(all.cast_with(ray, &filter), *hit);
                    kinds[hit.map_or(0, |hit| 1 + usize::from(hit.terrain.is_none()))] += 1;
                    assert!(hit.is_none_or(|hit| !exclude.contains(&hit.entity)));
                    assert!(sprites || hit.is_none_or(|hit| hit.terrain.is_some()));
                }
            });
        }
    }
    assert!(kinds.iter().all(|kind| *kind > 50), "{kinds:?}");
}

/// Spawns sprites of one hull, a square of 10 pixels with a corner cut off.
fn sprites(app: &mut bevy_app::App, count: usize) -> Vec<Entity> {
    let mask = SolidityMap::from_fn(10, 10, |x, y| x + y > 2);
    let hull = SpriteHullAsset::from_mask(&mask, &HullOptions::default()).expect("pixels");
    let hull = app.world_mut().resource_mut::<Assets<SpriteHullAsset>>().add(hull);
    let mut rng = Rng::with_seed(3);
    let mut spawn = || {
        let transform = Transform::from_xyz(within(&mut rng, 0.0..300.0), within(&mut rng, -200.0..0.0), 0.0)
            .with_rotation(Quat::from_rotation_z(within(&mut rng, -3.0..3.0)))
            .with_scale([within(&mut rng, 0.5..2.0), within(&mut rng, -2.0..-0.5), 1.0].into());
        app.world_mut().spawn((SpriteHullCollider(hull.clone()), transform)).id()
    };
    (0..count).map(|_| spawn()).collect()
}

#[test]
fn a_hull_follows_its_entity() {
    let mut app = app();
    let handle: Handle<SpriteHullAsset> = app.world().resource::<AssetServer>().load("assets/sprites/hero.png");
    let hero = app.world_mut().spawn((SpriteHullCollider(handle.clone()), Transform::from_xyz(100.0, 0.0, 0.0))).id();
    crate::support::wait(&mut app, |app| !app.world().resource::<HullScene>().is_empty());
    let half = app.world().resource::<Assets<SpriteHullAsset>>().get(&handle).expect("it is loaded").size() / 2.0;
    let hit = |app: &mut bevy_app::App| cast(app, vec2(0.0, 0.0), vec2(300.0, 0.0));
    let found = hit(&mut app).expect("the hero");
    assert!(found.entity == hero && found.terrain.is_none());
    assert!((100.0 - half.x..100.0).contains(&found.point.x) && found.normal.x < 0.0);

    app.world_mut().get_mut::<Transform>(hero).expect("a transform").translation.y = 500.0;
    app.update();
    assert_eq!(hit(&mut app), None);
    assert!(cast(&mut app, vec2(0.0, 500.0), vec2(300.0, 500.0)).is_some());

    // A square of 10 pixels, turned by 45° and twice as large, begins 10 √2 left of its middle.
    app.world_mut().despawn(hero);
    let square = SpriteHullAsset::from_mask(&SolidityMap::from_fn(10, 10, |_, _| true), &HullOptions::default());
    let square = app.world_mut().resource_mut::<Assets<SpriteHullAsset>>().add(square.expect("pixels"));
    let turned = Transform::from_xyz(100.0, 0.0, 0.0)
        .with_rotation(Quat::from_rotation_z(FRAC_PI_4))
        .with_scale([2.0; 3].into());
    app.world_mut().spawn((SpriteHullCollider(square), turned));
    app.update();
    let found = hit(&mut app).expect("the square");
    assert!((found.point.x - (100.0 - 10.0 * 2.0 * FRAC_1_SQRT_2)).abs() < 1e-3, "{found:?}");
    assert!(app.world().resource::<HullScene>().sprites().len() == 1);
}

#[test]
fn a_picture_turned_in_the_world_is_hit_where_it_is_drawn() {
    // A hull in the left upper corner of a picture of 8×8 pixels; turned left by a quarter it is in the lower left.
    let mut app = app();
    let mask = SolidityMap::from_fn(8, 8, |x, y| x < 2 && y < 2);
    let hull = SpriteHullAsset::from_mask(&mask, &HullOptions::default()).expect("pixels");
    let hull = app.world_mut().resource_mut::<Assets<SpriteHullAsset>>().add(hull);
    let sprite = app.world_mut().spawn((SpriteHullCollider(hull), Transform::default())).id();
    app.update();
    let at = |app: &mut bevy_app::App, point: Vec2| cast(app, point, point + vec2(0.0, 0.001)).is_some();
    assert!(at(&mut app, vec2(-3.0, 3.0)) && !at(&mut app, vec2(-3.0, -3.0)));
    app.world_mut().get_mut::<Transform>(sprite).expect("a transform").rotation =
        Quat::from_rotation_z(2.0 * FRAC_PI_4);
    app.update();
    assert!(!at(&mut app, vec2(-3.0, 3.0)) && at(&mut app, vec2(-3.0, -3.0)));
}

#[test]
fn points_and_sight_are_answered() {
    let mut app = app();
    let entity = spawn_terrain(&mut app, 100, 100, |x, _| x >= 50);
    with_rays(&mut app, |rays| {
        assert_eq!(rays.solid_at(vec2(60.5, -10.5)), Some((entity, ivec2(60, 10))));
        assert_eq!(rays.solid_at(vec2(40.5, -10.5)), None);
        assert!(rays.line_of_sight(vec2(5.0, -5.0), vec2(45.0, -90.0)));
        assert!(!rays.line_of_sight(vec2(5.0, -5.0), vec2(55.0, -90.0)));
        assert_eq!(rays.cast(&WorldRay::new(vec2(5.0, -5.0), Vec2::ZERO, 100.0)), None);
    });
}
