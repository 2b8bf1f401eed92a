//! Rooms by night, seen from above: arrows walk, lights end at walls, the mouse digs.

mod pointer;
mod shot;

use bevy::prelude::*;
use bevy_tileray::{PixelBody, PixelFrame, PixelLight, TerrainTexture, TileTerrain, TilerayDrawPlugin, TilerayPlugin};
use pointer::Pointer;
use tileray::{MoveOptions, SolidityMap, Terrain};

#[derive(Component)]
struct Walker;

fn main() {
    let mut app = App::new();
    app.add_plugins((shot::default_plugins("Tileray: top-down light"), TilerayPlugin, TilerayDrawPlugin))
        .insert_resource(ClearColor(Color::srgb_u8(10, 12, 20)))
        .add_systems(Startup, set_up)
        .add_systems(FixedUpdate, walk)
        .add_systems(Update, (follow, dig));
    shot::shot(&mut app);
    app.run();
}

fn set_up(mut commands: Commands) {
    // Rooms of 160×120 pixels with doors, and pillars in them.
    let is_wall = |x: u32, y: u32| {
        let (x, y) = (x as i32, y as i32);
        let (across, down) = (x % 160, y % 120);
        let is_border = x < 8 || y < 8 || x >= 1272 || y >= 712;
        let wall = across < 6 && !(45..75).contains(&down) || down < 6 && !(60..100).contains(&across);
        let (near_x, near_y) = (across.rem_euclid(54) - 27, down.rem_euclid(40) - 20);
        is_border || wall || near_x * near_x + near_y * near_y < 26
    };
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(1280, 720, is_wall));
    let texture = TerrainTexture { fill: Color::srgb_u8(70, 76, 92) };
    commands.spawn((TileTerrain::from(terrain), texture));

    let body = PixelBody::rectangle(10, 10).expect("a box").with_options(MoveOptions::top_down());
    let marker = Sprite::from_color(Color::WHITE, Vec2::splat(10.0));
    let walker = commands.spawn((Walker, body, marker, Transform::from_xyz(540.0, -320.0, 2.0))).id();
    let lamp = PixelLight { radius: 260.0, color: Color::srgba(1.0, 0.85, 0.5, 0.8) };
    commands.spawn((lamp, Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(walker)));
    for (x, y, color) in
        [(450.0, -440.0, Color::srgba(0.4, 0.6, 1.0, 0.7)), (850.0, -200.0, Color::srgba(1.0, 0.4, 0.4, 0.7))]
    {
        commands.spawn((PixelLight { radius: 220.0, color }, Transform::from_xyz(x, y, 1.0)));
    }
    let zoomed = OrthographicProjection { scale: 0.6, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Msaa::Off, Projection::Orthographic(zoomed)));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut body: Single<&mut PixelBody, With<Walker>>) {
    let along = |low, high| f32::from(i8::from(keys.pressed(high)) - i8::from(keys.pressed(low)));
    let along = vec2(along(KeyCode::ArrowLeft, KeyCode::ArrowRight), along(KeyCode::ArrowDown, KeyCode::ArrowUp));
    let along = if shot::is_shot() { vec2(0.6, -0.2) } else { along };
    body.velocity = along.normalize_or_zero() * 120.0;
}

fn follow(
    walker: Single<&Transform, (With<Walker>, Without<Camera>)>,
    mut camera: Single<&mut Transform, With<Camera>>,
) {
    camera.translation = walker.translation;
}

fn dig(pointer: Pointer, mut terrain: Query<(&mut TileTerrain, &GlobalTransform)>) {
    let Some(point) = pointer.held(MouseButton::Left) else { return };
    for (mut terrain, transform) in &mut terrain {
        if let Ok(frame) = PixelFrame::new(transform) {
            terrain.carve_circle(frame.to_pixels(point), 10.0);
        }
    }
}
