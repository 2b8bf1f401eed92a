//! The recorded course of `rocks.rs`: a rock is dug off, falls, turns, comes to rest, and is terrain again.

#[allow(dead_code, unreachable_pub, reason = "a window would use the rest")]
#[path = "../../examples/src/rocks.rs"]
mod rocks;

use crate::app;
use avian2d::prelude::Rotation;
use bevy_app::App;
use bevy_tileray::TileTerrain;
use bevy_transform::components::Transform;
use rocks::{Rock, RocksPlugin, course};

/// Returns the solid pixels of the terrain.
fn count(app: &mut App) -> u64 {
    let terrain = app.world_mut().query::<&TileTerrain>().single(app.world()).expect("one terrain");
    terrain.query().to_mask(terrain.bounds()).count()
}

#[test]
fn a_rock_falls_turns_rests_and_is_terrain_again() {
    let mut app = app(RocksPlugin);
    let whole = count(&mut app);
    // Each step's largest rock: its number of pixels, place and turn.
    let mut course_of_rock = Vec::new();
    for step in 0..900 {
        app.insert_resource(course(step));
        app.update();
        let mut rocks = app.world_mut().query::<(&Rock, &Transform, &Rotation)>();
        let of_rock = |(rock, place, turn): (&Rock, &Transform, &Rotation)| {
            (rock.0.count(), place.translation, turn.as_radians())
        };
        let Some(largest) = rocks.iter(app.world()).map(of_rock).max_by_key(|rock| rock.0) else {
            if course_of_rock.is_empty() {
                continue;
            }
            break;
        };
        course_of_rock.push(largest);
    }
    let [(pixels, start, _), .., (_, end, _)] = course_of_rock[..] else { panic!("no rock was cut off") };
    let turned = course_of_rock.iter().map(|(.., turn)| turn.abs()).fold(0.0, f32::max);
    let ticks = course_of_rock.len();
    assert!(
        pixels > 1000 && start.y - end.y > 80.0 && turned > 1.0 && (60..780).contains(&ticks),
        "{pixels} {end} {turned} {ticks}"
    );
    // It lies on the slope, whose top is at x = 150, or leans against the wall at 470.
    assert!((200.0..460.0).contains(&end.x), "{end}");
    // What was dug is gone, and the rock is there again: nearly all of where it lies was free.
    let now = count(&mut app);
    assert!((whole - 800..whole).contains(&now), "{whole} {now}");
}
