//! Bodies and solids in fixed steps.

use crate::support::{app, spawn_terrain};
use bevy_app::{App, FixedUpdate};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_tileray::{BodyContact, BodySlide, InTerrain, PixelBody, PixelSolid};
use bevy_transform::components::Transform;
use tileray::glam::ivec2;
use tileray::{Direction, MoveOptions};

fn spawn(app: &mut App, at: Vec2, velocity: Vec2) -> Entity {
    let mut body = PixelBody::rectangle(12, 14).expect("a box");
    body.velocity = velocity;
    app.world_mut().spawn((body, Transform::from_translation(at.extend(2.0)))).id()
}

fn corner(app: &App, body: Entity) -> tileray::glam::IVec2 {
    app.world().get::<PixelBody>(body).expect("a body").body().position()
}

fn slide(app: &App, body: Entity) -> BodySlide {
    *app.world().get::<BodySlide>(body).expect("a result")
}

#[test]
fn a_body_lands_and_says_on_what() {
    let mut app = app();
    let level = spawn_terrain(&mut app, 200, 100, |_, y| y >= 80 || y < 20);
    let body = spawn(&mut app, vec2(100.0, -50.0), vec2(0.0, -1000.0));
    app.update();
    app.update();
    let result = slide(&app, body);
    assert!(result.on_floor && !result.is_stuck && result.wall.is_none());
    assert_eq!(corner(&app, body), ivec2(94, 66));
    let contacts = app.world().resource::<Messages<BodyContact>>();
    let contact = contacts.get_message(0).expect("a contact").0;
    assert_eq!((contact.body, contact.other, contact.normal), (body, level, vec2(0.0, 1.0)));
    assert_eq!(app.world().get::<PixelBody>(body).expect("a body").velocity, Vec2::ZERO, "what the floor took away");
    // Drawn in its middle, at its own depth.
    app.update();
    assert_eq!(app.world().get::<Transform>(body).expect("a transform").translation.to_array(), [100.0, -73.0, 2.0]);
    app.world_mut().get_mut::<PixelBody>(body).expect("a body").velocity.y = 6400.0;
    app.update();
    assert!(slide(&app, body).on_ceiling && !slide(&app, body).on_floor);
}

#[test]
fn a_scaled_terrain_scales_its_bodies() {
    let mut app = app();
    let level = spawn_terrain(&mut app, 200, 100, |_, y| y >= 80);
    *app.world_mut().get_mut::<Transform>(level).expect("a transform") =
        Transform::from_xyz(1000.0, 500.0, 0.0).with_scale([3.0, 3.0, 1.0].into());
    app.update();
    let body = spawn(&mut app, vec2(1300.0, 350.0), vec2(0.0, -3.0 * 64.0));
    app.update();
    // The middle (100, 50) in pixels, and a pixel down.
    assert_eq!(corner(&app, body), ivec2(94, 44));
    app.update();
    assert_eq!(slide(&app, body).moved, vec2(0.0, -3.0));
    app.world_mut().get_mut::<PixelBody>(body).expect("a body").teleport(vec2(1030.0, 470.0));
    app.update();
    assert_eq!(corner(&app, body), ivec2(4, 4));
}

#[test]
fn drawn_places_lie_between_steps() {
    let mut app = app();
    spawn_terrain(&mut app, 2000, 100, |_, y| y >= 80);
    let body = spawn(&mut app, vec2(100.0, -50.0), vec2(640.0, 0.0));
    app.world_mut().get_mut::<PixelBody>(body).expect("a body").options = MoveOptions::top_down();
    let x = |app: &App| app.world().get::<Transform>(body).expect("a transform").translation.x;
    app.update();
    app.update();
    let before = x(&app);
    // A third of a step: no fixed step, but the drawn place goes on.
    let third = crate::support::STEP / 3;
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(third));
    let exact = app.world().get::<PixelBody>(body).expect("a body").body().exact_position();
    app.update();
    assert_eq!(app.world().get::<PixelBody>(body).expect("a body").body().exact_position(), exact);
    assert!((x(&app) - before - 10.0 / 3.0).abs() < 0.01, "{} {}", before, x(&app));
}

/// Walks up a slope that rises by a pixel every three pixels, and returns the largest change of the drawn rise from step to
/// step, in pixels.
fn shake(is_smooth: bool) -> f32 {
    let mut app = app();
    spawn_terrain(&mut app, 600, 300, |x, y| x / 3 + y >= 280);
    let body = spawn(&mut app, vec2(100.0, -220.0), vec2(90.0, 0.0));
    if !is_smooth {
        app.world_mut().get_mut::<PixelBody>(body).expect("a body").smoother = None;
    }
    app.add_systems(FixedUpdate, |mut bodies: Query<&mut PixelBody>| {
        bodies.iter_mut().for_each(|mut body| body.velocity.y -= 8.0);
    });
    let mut heights = Vec::new();
    for _ in 0..180 {
        app.update();
        heights.push(app.world().get::<Transform>(body).expect("a transform").translation.y);
    }
    let rises: Vec<f32> = heights[90..].windows(2).map(|pair| pair[1] - pair[0]).collect();
    let most = rises.iter().copied().fold(f32::MIN, f32::max);
    most - rises.iter().copied().fold(f32::MAX, f32::min)
}

#[test]
fn slopes_do_not_shake_what_is_drawn() {
    assert_eq!(shake(false), 1.0);
    assert!(shake(true) < 0.3, "{}", shake(true));
}

#[test]
fn lifts_carry_and_doors_push() {
    let mut app = app();
    let level = spawn_terrain(&mut app, 400, 100, |x, y| y >= 80 || x >= 300);
    let lift = PixelSolid::rectangle(40, 8).expect("a box").with_velocity(vec2(64.0, 0.0));
    let lift =
        app.world_mut().spawn((lift.with_one_way(Some(Direction::Down)), Transform::from_xyz(100.0, -60.0, 1.0))).id();
    let rider = spawn(&mut app, vec2(100.0, -49.0), vec2(0.0, -10.0));
    let door = PixelSolid::rectangle(8, 20).expect("a box").with_velocity(vec2(64.0, 0.0));
    app.world_mut().spawn((door, Transform::from_xyz(200.0, -70.0, 1.0)));
    let pushed = spawn(&mut app, vec2(212.0, -73.0), vec2(0.0, -10.0));
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(corner(&app, rider), ivec2(94 + 4, 42));
    assert!(slide(&app, rider).on_floor);
    let other = app.world().resource::<Messages<BodyContact>>();
    let met: Vec<_> = other.iter_current_update_messages().collect();
    assert!(met.iter().any(|contact| (contact.body, contact.other) == (rider, lift)), "{met:?}");
    assert!(met.iter().any(|contact| (contact.body, contact.other) == (pushed, level)), "{met:?}");
    assert_eq!(corner(&app, pushed).x, 206 + 2, "the door began 2 px away");
    let is_squished = |app: &mut App| {
        app.update();
        slide(app, pushed).is_squished
    };
    assert!((0..200).any(|_| is_squished(&mut app)), "between the door and the wall");
    assert_eq!(corner(&app, pushed).x + 12, 300);
}

#[test]
fn several_terrains_have_their_own_bodies() {
    let mut app = app();
    let near = spawn_terrain(&mut app, 100, 100, |_, y| y >= 80);
    let far = spawn_terrain(&mut app, 100, 100, |_, y| y >= 20);
    let fall = |app: &mut App, terrain| {
        let body = spawn(app, vec2(50.0, 0.0), vec2(0.0, -6400.0));
        app.world_mut().entity_mut(body).insert(InTerrain(terrain));
        app.update();
        app.update();
        corner(app, body).y + 14
    };
    assert_eq!((fall(&mut app, near), fall(&mut app, far)), (80, 20));
}
