//! Crates: solids with a weight, which fall, are pushed and carried.

use crate::support::{app, spawn_terrain};
use bevy_app::{App, FixedUpdate};
use bevy_ecs::prelude::*;
use bevy_math::vec2;
use bevy_tileray::{BodySlide, PixelBody, PixelSolid};
use bevy_transform::components::Transform;
use tileray::glam::{IVec2, ivec2};
use tileray::motion::Side;

/// The speed of a walk in units a second: a pixel a step.
const WALK: f32 = 64.0;

/// Returns an app with terrain, in which bodies walk to the right, and bodies and crates fall.
fn walking(is_solid: impl FnMut(u32, u32) -> bool) -> App {
    let mut app = app();
    spawn_terrain(&mut app, 400, 200, is_solid);
    app.add_systems(FixedUpdate, |mut bodies: Query<&mut PixelBody>, mut solids: Query<&mut PixelSolid>| {
        for mut body in &mut bodies {
            body.velocity = vec2(WALK, body.velocity.y - 10.0);
        }
        for mut solid in solids.iter_mut().filter(|solid| solid.solid().weight.is_some()) {
            solid.velocity.y -= 10.0;
        }
    });
    app
}

/// Spawns a hero of 12×14 pixels with its top left corner at a pixel.
fn hero(app: &mut App, x: i32, y: i32) -> Entity {
    let middle = Transform::from_xyz(x as f32 + 6.0, -(y as f32 + 7.0), 1.0);
    app.world_mut().spawn((PixelBody::rectangle(12, 14).expect("a box"), middle)).id()
}

/// Spawns a crate of 16×16 pixels with its top left corner at a pixel.
fn crate_at(app: &mut App, x: i32, y: i32) -> Entity {
    let middle = Transform::from_xyz(x as f32 + 8.0, -(y as f32 + 8.0), 1.0);
    app.world_mut().spawn((PixelSolid::rectangle(16, 16).expect("a box").with_weight(1.0), middle)).id()
}

fn updates(app: &mut App, count: usize) {
    (0..count).for_each(|_| app.update());
}

fn body(app: &App, entity: Entity) -> &PixelBody {
    app.world().get(entity).expect("a body")
}

fn at(app: &App, entity: Entity) -> IVec2 {
    app.world().get::<PixelSolid>(entity).expect("a solid").solid().position()
}

#[test]
fn who_does_not_push_stops_at_a_crate() {
    let mut app = walking(|_, y| y >= 160);
    let (walker, stays) = (hero(&mut app, 40, 146), crate_at(&mut app, 80, 144));
    app.world_mut().get_mut::<PixelBody>(walker).expect("a body").pushes = false;
    updates(&mut app, 60);
    assert_eq!((body(&app, walker).body().position(), at(&app, stays)), (ivec2(68, 146), ivec2(80, 144)));
    assert_eq!(app.world().get::<BodySlide>(walker).expect("a result").wall, Some(Side::Right));
}

#[test]
fn a_platform_carries_a_stack_whatever_the_order_of_the_entities() {
    let run = |order: [usize; 3]| {
        let mut app = walking(|_, y| y >= 160);
        let mut entities = [None; 3];
        for index in order {
            entities[index] = Some(match index {
                0 => {
                    let lift = PixelSolid::rectangle(48, 8).expect("a box").with_velocity(vec2(32.0, 64.0));
                    app.world_mut().spawn((lift, Transform::from_xyz(124.0, -144.0, 1.0))).id()
                }
                1 => crate_at(&mut app, 110, 124),
                _ => crate_at(&mut app, 114, 108),
            });
        }
        updates(&mut app, 40);
        entities.map(|entity| at(&app, entity.expect("each is spawned")))
    };
    let expected = run([0, 1, 2]);
    assert_eq!(expected, [ivec2(120, 100), ivec2(130, 84), ivec2(134, 68)]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(run(order), expected, "{order:?}");
    }
}
