//! A box slides over the pieces of a chunk, and over the borders of chunks, as over one shape.

use crate::app;
use avian2d::prelude::*;
use bevy_ecs::bundle::Bundle;
use bevy_math::{Quat, Vec2, vec2};
use bevy_tileray::{TerrainColliders, TileTerrain};
use bevy_transform::components::Transform;
use tileray::{Hull, HullOptions, SolidityMap, Terrain};

/// Slides a box of 24×14 pixels without friction. Returns its place and velocity at each step.
fn slide(
    floor: &SolidityMap,
    settings: (impl Bundle, TerrainColliders),
    body: impl Bundle,
    place: Transform,
) -> Vec<(Vec2, Vec2)> {
    let mut app = app(());
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

fn chunks(chunk: u32) -> TerrainColliders {
    TerrainColliders { chunk, ..TerrainColliders::default() }
}

/// A floor whose top is at y = 64. Caves and pores below it cut the ground into pieces.
fn floor() -> SolidityMap {
    SolidityMap::from_fn(1024, 128, |x, y| {
        y >= 64 && !(x / 24 % 2 == 0 && (76..100).contains(&y)) && !(x % 7 == 0 && y % 5 == 0 && y > 66)
    })
}

#[test]
fn a_box_keeps_its_speed_on_a_floor_of_many_pieces() {
    let pieces = Hull::from_mask(&floor(), &chunks(1024).hull).expect("pieces").pieces().len();
    assert!(pieces > 200, "{pieces}");
    for speed in [60.0, 240.0, 400.0] {
        let body = (LockedAxes::ROTATION_LOCKED, LinearVelocity(vec2(speed, 0.0)));
        let steps = slide(&floor(), ((), chunks(1024)), body, Transform::from_xyz(20.0, -57.0, 0.0));
        for (place, velocity) in &steps {
            assert!((velocity.x - speed).abs() < 0.01 * speed && velocity.y.abs() < 12.0, "{place} {velocity}");
        }
        assert!((steps[119].0.y + 57.0).abs() < 0.5, "{:?}", steps[119]);
    }
}

#[test]
fn a_box_keeps_its_speed_over_the_borders_of_chunks() {
    // In a mirrored level it slides to the left.
    for (chunk, side, locked) in [(16, 1.0, true), (16, 1.0, false), (19, -1.0, true), (19, -1.0, false)] {
        // Below 210 px/s Avian does not sweep the box.
        let speed = 200.0 * side;
        let level = (Transform::from_scale(vec2(side, 1.0).extend(1.0)), chunks(chunk));
        let axes = if locked { LockedAxes::ROTATION_LOCKED } else { LockedAxes::new() };
        let body = (axes, LinearVelocity(vec2(speed, 0.0)));
        let steps = slide(&floor(), level, body, Transform::from_xyz(20.0 * side, -57.0, 0.0));
        for (step, (place, velocity)) in (1..).zip(&steps) {
            assert!(
                (velocity.x - speed).abs() < 2.0 && velocity.y.abs() < 12.0,
                "{chunk} {side} {locked}: {place} {velocity}"
            );
            let free = 20.0 * side + speed * step as f32 / 60.0;
            assert!(
                (place.x - free).abs() < 1.0 && (place.y + 57.0).abs() < 0.5,
                "{chunk} {side} {locked}: {place} {free}"
            );
        }
        assert!(steps[119].0.x.abs() > 20.0 * chunk as f32 + 20.0);
    }
}

/// A fast box is swept, which holds it back in the step in which it comes to a chunk.
#[test]
fn a_fast_box_loses_less_than_a_step_at_each_border() {
    for swept in [true, false] {
        let filter = if swept { CcdFilter::DEFAULT } else { CcdFilter::NONE };
        let body = (LockedAxes::ROTATION_LOCKED, LinearVelocity(vec2(400.0, 0.0)), SweptCcd::new().with_filter(filter));
        let steps = slide(&floor(), ((), chunks(50)), body, Transform::from_xyz(20.0, -57.0, 0.0));
        assert!(steps.iter().all(|(_, velocity)| (velocity.x - 400.0).abs() < 4.0), "{swept}");
        let lost = 20.0 + 2.0 * 400.0 - steps[119].0.x;
        let borders = (20 + 2 * 400) as f32 / 50.0;
        assert!(if swept { (6.7..6.7 * borders).contains(&lost) } else { lost.abs() < 1.0 }, "{swept} {lost}");
    }
}

#[test]
fn a_box_slides_down_a_slope_of_pixels_as_down_a_line() {
    // 1 down for 4 along.
    let slope = SolidityMap::from_fn(1024, 320, |x, y| 4 * y >= x + 160);
    // On stairs of pixels it loses a fifth of its speed, within an error bound of a pixel nothing.
    let (exact, smooth) = (chunks(128).hull, HullOptions::default());
    for (chunk, hull, kept) in [(1024, exact, 0.75), (1024, smooth, 0.99), (128, exact, 0.75), (128, smooth, 0.99)] {
        let angle = -(0.25_f32).atan();
        // Its lower side lies a little above the line through the corners of the pixels.
        let middle = vec2(40.0, -50.0) + Vec2::from_angle(angle).perp() * 7.2;
        let place = Transform::from_translation(middle.extend(0.0)).with_rotation(Quat::from_rotation_z(angle));
        let steps = slide(&slope, ((), TerrainColliders { chunk, hull, ..TerrainColliders::default() }), (), place);
        for (step, (place, velocity)) in (1..).zip(&steps) {
            let free = 600.0 * -angle.sin() * step as f32 / 60.0;
            let part = velocity.dot(Vec2::from_angle(angle)) / free;
            assert!((kept..1.01).contains(&part), "{chunk} {step}: {part} at {place}");
        }
    }
}
