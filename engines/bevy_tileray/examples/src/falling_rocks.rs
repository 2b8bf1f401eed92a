//! A cliff with rocks: arrows walk, Up jumps, Space digs. What is dug off falls, turns, comes to rest, and is terrain again.

mod rocks;
mod shot;

use avian2d::prelude::PhysicsPlugins;
use bevy::asset::RenderAssetUsages;
use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_tileray::{TerrainCollidersPlugin, TerrainTexture, TileTerrain, TilerayDrawPlugin, TilerayPlugin};
use rocks::{Hero, Keys, Rock, RocksPlugin, SIZE, course};

const STONE: [u8; 4] = [110, 92, 78, 255];
const ROCK: [u8; 4] = [200, 110, 60, 255];

fn main() {
    let mut app = App::new();
    app.add_plugins((shot::default_plugins("Tileray: falling rocks"), TilerayPlugin, TilerayDrawPlugin))
        // 16 pixels are a meter.
        .add_plugins((PhysicsPlugins::default().with_length_unit(16.0), TerrainCollidersPlugin, RocksPlugin))
        .insert_resource(ClearColor(Color::srgb_u8(150, 190, 220)))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .add_systems(Startup, set_up)
        .add_observer(|added: On<Add<TileTerrain>>, mut commands: Commands| {
            let [red, green, blue, _] = STONE;
            let fill = Color::srgb_u8(red, green, blue);
            commands.entity(added.entity).insert(TerrainTexture { fill });
        })
        .add_observer(|added: On<Add<Hero>>, mut commands: Commands| {
            commands.entity(added.entity).insert(Sprite::from_color(Color::srgb_u8(40, 60, 160), vec2(10.0, 14.0)));
        })
        .add_observer(draw_rock);
    if shot::has("--course") || shot::is_shot() {
        app.add_systems(FixedPreUpdate, play);
    } else {
        app.add_systems(FixedPreUpdate, hold);
    }
    shot::shot(&mut app);
    app.run();
}

fn set_up(mut commands: Commands) {
    let middle = vec2(SIZE.0 as f32, -(SIZE.1 as f32)) / 2.0;
    let scaling_mode = ScalingMode::AutoMin { min_width: SIZE.0 as f32, min_height: SIZE.1 as f32 };
    let whole = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    let place = Transform::from_translation(middle.extend(0.0));
    commands.spawn((Camera2d, Msaa::Off, Projection::Orthographic(whole), place));
}

/// Gives a rock a picture of its pixels.
fn draw_rock(added: On<Add<Rock>>, rocks: Query<&Rock>, mut images: ResMut<Assets<Image>>, mut commands: Commands) {
    let Ok(Rock(mask)) = rocks.get(added.entity) else { return };
    let size = Extent3d { width: mask.width(), height: mask.height(), depth_or_array_layers: 1 };
    let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    let color = |x, y| if mask.get(x, y) { ROCK } else { [0; 4] };
    let pixels = (0..mask.height() as i32).flat_map(|y| (0..mask.width() as i32).flat_map(move |x| color(x, y)));
    let image = Image::new(size, TextureDimension::D2, pixels.collect(), format, usage);
    commands.entity(added.entity).insert(Sprite::from_image(images.add(image)));
}

fn hold(keys: Res<ButtonInput<KeyCode>>, mut held: ResMut<Keys>) {
    let along = |low, high| f32::from(i8::from(keys.pressed(high)) - i8::from(keys.pressed(low)));
    held.walk = along(KeyCode::ArrowLeft, KeyCode::ArrowRight);
    held.jump = keys.pressed(KeyCode::ArrowUp);
    held.dig = keys.pressed(KeyCode::Space);
}

fn play(mut held: ResMut<Keys>, mut step: Local<u32>) {
    *held = course(*step);
    *step += 1;
}
