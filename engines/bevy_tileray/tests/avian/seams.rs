//! A box slides over the pieces of a chunk as over one shape.

use crate::app;
use avian2d::prelude::*;
use bevy_ecs::bundle::Bundle;
use bevy_math::{Quat, Vec2, vec2};
use bevy_tileray::{TerrainColliders, TileTerrain};
use bevy_transform::components::Transform;
use tileray::{Hull, HullOptions, SolidityMap, Terrain};

/// Slides a box of 24×14 pixels without friction. Returns its place and velocity at each step.
fn slide(floor: &SolidityMap, hull: HullOptions, body: impl Bundle, place: Transform) -> Vec<(Vec2, Vec2)> {
    let mut app = app(());
    let settings = TerrainColliders { chunk: 1024, hull, ..TerrainColliders::default() };
    app.world_mut().spawn((TileTerrain::from(Terrain::from_solidity(floor)), settings));
    let material = (Friction::new(0.0).with_combine_rule(CoefficientCombine::Min), Restitution::ZERO);
    let shape = Collider::rectangle(24.0, 14.0);
    let slider = app.world_mut().spawn((RigidBody::Dynamic, shape, material, body, place)).id();
    let step = |_| {
        app.update();
        let entity = app.world().entity(slider);
        let velocity = entity.get::<LinearVelocity>().expect("a body").0;
        (entity.get::<Transform>().expect("a place").translation.truncate(), velocity)
    };
    (0..120).map(step).collect()
}

fn exact() -> HullOptions {
    TerrainColliders::default().hull
}

#[test]
fn a_box_keeps_its_speed_on_a_floor_of_many_pieces() {
    // Caves and pores below the floor cut the ground into pieces.
    let floor = SolidityMap::from_fn(1024, 128, |x, y| {
        y >= 64 && !(x / 24 % 2 == 0 && (76..100).contains(&y)) && !(x % 7 == 0 && y % 5 == 0 && y > 66)
    });
    let pieces = Hull::from_mask(&floor, &exact()).expect("pieces").pieces().len();
    assert!(pieces > 200, "{pieces}");
    for speed in [60.0, 240.0, 400.0] {
        let body = (LockedAxes::ROTATION_LOCKED, LinearVelocity(vec2(speed, 0.0)));
        let steps = slide(&floor, exact(), body, Transform::from_xyz(20.0, -57.0, 0.0));
        for (place, velocity) in &steps {
            assert!((velocity.x - speed).abs() < 0.01 * speed && velocity.y.abs() < 12.0, "{place} {velocity}");
        }
        assert!((steps[119].0.y + 57.0).abs() < 0.5, "{:?}", steps[119]);
    }
}

#[test]
fn a_box_slides_down_a_slope_of_pixels_as_down_a_line() {
    // 1 down for 4 along.
    let slope = SolidityMap::from_fn(1024, 320, |x, y| 4 * y >= x + 160);
    // On stairs of pixels it loses a fifth of its speed, within an error bound of a pixel nothing.
    for (hull, kept) in [(exact(), 0.75), (HullOptions::default(), 0.99)] {
        let angle = -(0.25_f32).atan();
        // Its lower side lies a little above the line through the corners of the pixels.
        let middle = vec2(40.0, -50.0) + Vec2::from_angle(angle).perp() * 7.2;
        let place = Transform::from_translation(middle.extend(0.0)).with_rotation(Quat::from_rotation_z(angle));
        let steps = slide(&slope, hull, (), place);
        for (step, (place, velocity)) in (1..).zip(&steps) {
            let free = 600.0 * -angle.sin() * step as f32 / 60.0;
            let part = velocity.dot(Vec2::from_angle(angle)) / free;
            assert!((kept..1.01).contains(&part), "{step}: {part} at {place}");
        }
    }
}
