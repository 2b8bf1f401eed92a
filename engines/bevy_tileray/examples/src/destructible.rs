//! A world of 4096×4096 pixels to dig in: the mouse digs and (right) builds, arrows move the view. With `--still` nobody digs.

mod pointer;
mod shot;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_tileray::{PixelFrame, TerrainTexture, TextureUploads, TileTerrain, TilerayDrawPlugin, TilerayPlugin};
use pointer::Pointer;
use tileray::{SolidityMap, Terrain};

const SIDE: u32 = 4096;

fn main() {
    let mut app = App::new();
    app.add_plugins((shot::default_plugins("Tileray: destructible"), TilerayPlugin, TilerayDrawPlugin))
        .insert_resource(ClearColor(Color::srgb_u8(120, 170, 210)))
        .add_systems(Startup, set_up)
        .add_systems(Update, (look, dig, tell));
    shot::shot(&mut app);
    app.run();
}

fn set_up(mut commands: Commands) {
    // Hills with caves, out of sums of waves.
    let is_solid = |x: u32, y: u32| {
        let (x, y) = (x as f32, y as f32);
        let hill = 600.0 + 160.0 * (x / 310.0).sin() + 70.0 * (x / 97.0).cos();
        let cave = (x / 53.0).sin() + (y / 41.0).cos() + (x / 131.0 + y / 89.0).sin();
        y > hill && cave < 1.3
    };
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(SIDE, SIDE, is_solid));
    commands.spawn((TileTerrain::from(terrain), TerrainTexture::default()));
    // Pixels have no slanted edges to smooth.
    commands.spawn((Camera2d, Msaa::Off, Transform::from_xyz(1000.0, -700.0, 0.0)));
}

fn look(keys: Res<ButtonInput<KeyCode>>, time: Res<Time>, mut camera: Single<&mut Transform, With<Camera>>) {
    let along = |low, high| f32::from(i8::from(keys.pressed(high)) - i8::from(keys.pressed(low)));
    let motion = vec2(along(KeyCode::ArrowLeft, KeyCode::ArrowRight), along(KeyCode::ArrowDown, KeyCode::ArrowUp));
    camera.translation += (motion * 600.0 * time.delta_secs()).extend(0.0);
}

/// Digs under the mouse, or by itself in circles where nobody plays.
fn dig(pointer: Pointer, terrain: Single<(&mut TileTerrain, &GlobalTransform)>, mut frame_number: Local<u32>) {
    if shot::has("--still") {
        return;
    }
    *frame_number += 1;
    let (mut terrain, transform) = terrain.into_inner();
    let Ok(frame) = PixelFrame::new(transform) else { return };
    if shot::is_shot() {
        let turn = *frame_number as f32 / 20.0;
        let at = vec2(1000.0, -760.0) + Vec2::from_angle(turn) * (40.0 + *frame_number as f32 * 0.8);
        terrain.carve_circle(frame.to_pixels(at), 14.0);
    } else if let Some(point) = pointer.held(MouseButton::Left) {
        terrain.carve_circle(frame.to_pixels(point), 20.0);
    } else if let Some(point) = pointer.held(MouseButton::Right) {
        terrain.fill_circle(frame.to_pixels(point), 12.0);
    }
}

/// Shows in the title how fast it is, and what edits upload.
fn tell(uploads: Res<TextureUploads>, mut window: Single<&mut Window>, mut frames: Local<Option<(u32, Instant)>>) {
    let (count, begin) = frames.get_or_insert_with(|| (0, Instant::now()));
    *count += 1;
    let seconds = begin.elapsed().as_secs_f32();
    if seconds >= 1.0 {
        let (rate, mean) = (*count as f32 / seconds, uploads.patched_pixels / uploads.patches.max(1));
        window.title = format!("Tileray: destructible, {rate:.0} frames a second, {mean} pixels a patch");
        println!("{rate:.1} frames a second; {:?}", *uploads);
        *frames = None;
    }
}
