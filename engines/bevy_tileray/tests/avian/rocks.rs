//! The recorded course of `rocks.rs`: a rock is dug off, falls, turns, comes to rest, and is terrain again.

#[allow(dead_code, unreachable_pub, reason = "a window would use the rest")]
#[path = "../../examples/src/rocks.rs"]
mod rocks;

use crate::app;
use avian2d::prelude::Rotation;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_tileray::{TileTerrain, paint};
use bevy_transform::components::Transform;
use rocks::{Hero, Rock, RocksPlugin, SIZE, course};
use std::path::Path;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2};

/// Returns the solid pixels of the terrain.
fn count(app: &mut App) -> u64 {
    let terrain = app.world_mut().query::<&TileTerrain>().single(app.world()).expect("one terrain");
    terrain.query().to_mask(terrain.bounds()).count()
}

/// Writes a picture, for who wants to see it: with `TILERAY_SHOTS=FOLDER`.
fn shot(app: &mut App, name: &str) {
    let Ok(folder) = std::env::var("TILERAY_SHOTS") else { return };
    let terrain = app.world_mut().query::<&TileTerrain>().single(app.world()).expect("one terrain");
    let size = UVec2::from(SIZE);
    let mut pixels = paint(terrain, Rect::from_size(IVec2::ZERO, size), [110, 92, 78, 255]);
    for pixel in pixels.chunks_exact_mut(4).filter(|pixel| pixel[3] == 0) {
        pixel.copy_from_slice(&[150, 190, 220, 255]);
    }
    let mut draw = |pixel: IVec2, color: [u8; 4]| {
        if Rect::from_size(IVec2::ZERO, size).contains(pixel) {
            pixels[4 * (pixel.y as usize * size.x as usize + pixel.x as usize)..][..4].copy_from_slice(&color);
        }
    };
    for (Rock(mask), place) in app.world_mut().query::<(&Rock, &Transform)>().iter(app.world()) {
        let turned = mask.rotated(-place.rotation.to_scaled_axis().z);
        let corner = place.translation.truncate() * bevy_math::vec2(1.0, -1.0) - mask.size().as_vec2() / 2.0;
        turned.mask.pixels().for_each(|pixel| draw(pixel + turned.at + corner.round().as_ivec2(), [200, 110, 60, 255]));
    }
    let hero = app.world_mut().query_filtered::<&Transform, With<Hero>>().single(app.world()).expect("a hero");
    let middle = (hero.translation.truncate() * bevy_math::vec2(1.0, -1.0)).round().as_ivec2();
    for (x, y) in (-7..7).flat_map(|y| (-5..5).map(move |x| (x, y))) {
        draw(middle + IVec2::new(x, y), [40, 60, 160, 255]);
    }
    let picture = image::RgbaImage::from_raw(size.x, size.y, pixels).expect("four bytes a pixel");
    let picture = image::imageops::resize(&picture, 2 * size.x, 2 * size.y, image::imageops::FilterType::Nearest);
    picture.save(Path::new(&folder).join(format!("rocks-{name}.png"))).expect("a folder to write to");
}

#[test]
fn a_rock_falls_turns_rests_and_is_terrain_again() {
    let mut app = app(RocksPlugin);
    let whole = count(&mut app);
    shot(&mut app, "0");
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
        if step % 12 == 0 {
            shot(&mut app, &step.to_string());
        }
    }
    shot(&mut app, "end");
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
