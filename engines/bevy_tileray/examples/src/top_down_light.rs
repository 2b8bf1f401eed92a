//! A town by night, seen from above: arrows walk, lights end at walls, the mouse digs.

mod shot;

use bevy::prelude::*;
use bevy_tileray::{
    PixelBody, PixelFrame, PixelLight, TerrainTexture, TileLevel, TileTerrain, TilerayDrawPlugin, TilerayPlugin,
};
use tileray::MoveOptions;

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

fn set_up(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((TileLevel(assets.load("maps/rings.tmx")), TerrainTexture::default()));
    let body = PixelBody::rectangle(10, 10).expect("a box").with_options(MoveOptions::top_down());
    let light = PixelLight { radius: 260.0, color: Color::srgba(1.0, 0.85, 0.5, 0.85) };
    let marker = Sprite::from_color(Color::WHITE, Vec2::splat(10.0));
    let walker =
        commands.spawn((Walker, body, marker, Transform::from_xyz(480.0, -200.0, 2.0), Visibility::default())).id();
    commands.spawn((light, Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(walker)));
    for (x, y, color) in
        [(120.0, -120.0, Color::srgba(0.4, 0.6, 1.0, 0.7)), (800.0, -520.0, Color::srgba(1.0, 0.4, 0.4, 0.7))]
    {
        commands.spawn((PixelLight { radius: 200.0, color }, Transform::from_xyz(x, y, 1.0)));
    }
    commands.spawn((Camera2d, Transform::from_xyz(480.0, -360.0, 0.0)));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut body: Single<&mut PixelBody, With<Walker>>) {
    let along = |low, high| f32::from(i8::from(keys.pressed(high)) - i8::from(keys.pressed(low)));
    let along = vec2(along(KeyCode::ArrowLeft, KeyCode::ArrowRight), along(KeyCode::ArrowDown, KeyCode::ArrowUp));
    let along = if shot::is_shot() { vec2(0.6, -0.3) } else { along };
    body.velocity = along.normalize_or_zero() * 120.0;
}

fn follow(
    walker: Single<&Transform, (With<Walker>, Without<Camera>)>,
    mut camera: Single<&mut Transform, With<Camera>>,
) {
    camera.translation = walker.translation;
}

fn dig(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut terrain: Query<(&mut TileTerrain, &GlobalTransform)>,
) {
    let (camera, eye) = *camera;
    let pointer = window.cursor_position().and_then(|at| camera.viewport_to_world_2d(eye, at).ok());
    let (Some(pointer), true) = (pointer, buttons.pressed(MouseButton::Left)) else { return };
    for (mut terrain, transform) in &mut terrain {
        if let Ok(frame) = PixelFrame::new(transform) {
            terrain.carve_circle(frame.to_pixels(pointer), 10.0);
        }
    }
}
