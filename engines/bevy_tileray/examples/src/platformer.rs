//! The levels of `examples/platformer_game`: arrows walk, Space jumps, X digs with a beam, Down and Space drop through a plank, the
//! mouse digs and (right) builds, T shows rays. `--crates` begins the level with crates. With `--course` the recorded keys are played.

mod cave;
mod pointer;
mod shot;

use bevy::prelude::*;
use bevy_tileray::{
    PixelFrame, RayFilter, Rays, TerrainTexture, TileTerrain, TilerayDrawPlugin, TilerayGizmos, TilerayPlugin, WorldRay,
};
use cave::{CavePlugin, Coin, Crate, Flag, Held, Hero, Key, Lift, Recording};
use platformer_game::{COURSE, CRATES};
use pointer::Pointer;

const KEYS: [(KeyCode, Key); 6] = [
    (KeyCode::ArrowLeft, Key::Left),
    (KeyCode::ArrowRight, Key::Right),
    (KeyCode::ArrowUp, Key::Up),
    (KeyCode::ArrowDown, Key::Down),
    (KeyCode::Space, Key::Jump),
    (KeyCode::KeyX, Key::Beam),
];

/// Whether rays are shown.
#[derive(Default, Resource)]
struct ShowsRays(bool);

fn main() {
    let mut app = App::new();
    let (map, course) = if shot::has("--crates") { ("maps/crates.tmx", CRATES) } else { ("maps/cave.tmx", COURSE) };
    app.add_plugins((shot::default_plugins("Tileray: platformer"), TilerayPlugin, TilerayDrawPlugin, CavePlugin(map)))
        .insert_resource(ClearColor(Color::srgb_u8(24, 22, 30)))
        .insert_resource(ShowsRays(shot::is_shot()))
        .add_systems(Startup, set_up)
        .add_systems(PreUpdate, hold.run_if(not(resource_exists::<Recording>)))
        .add_systems(Update, (follow, dig, show, tell));
    if shot::has("--course") || shot::is_shot() {
        app.insert_resource(Recording::of(course));
    }
    app.add_observer(|added: On<Add<TileTerrain>>, mut commands: Commands| {
        commands.entity(added.entity).insert(TerrainTexture::default());
    });
    dress::<Hero>(&mut app, "hero-moves.png", vec2(16.0, 16.0));
    dress::<Lift>(&mut app, "platform.png", vec2(48.0, 8.0));
    dress::<Crate>(&mut app, "crate.png", vec2(32.0, 32.0));
    dress::<Coin>(&mut app, "coin.png", vec2(12.0, 12.0));
    dress::<Flag>(&mut app, "flag.png", vec2(16.0, 32.0));
    shot::shot(&mut app);
    app.run();
}

fn set_up(mut commands: Commands) {
    let zoomed = OrthographicProjection { scale: 1.0 / 3.0, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Msaa::Off, Projection::Orthographic(zoomed)));
}

/// Gives each entity with a component its picture, the first of a sheet.
fn dress<C: Component>(app: &mut App, file: &'static str, size: Vec2) {
    app.add_observer(move |added: On<Add<C>>, mut commands: Commands, assets: Res<AssetServer>| {
        let image = assets.load(format!("assets/sprites/{file}"));
        let rect = Some(Rect::from_corners(Vec2::ZERO, size));
        commands.entity(added.entity).insert(Sprite { image, rect, ..Sprite::default() });
    });
}

fn hold(keys: Res<ButtonInput<KeyCode>>, mut held: ResMut<Held>) {
    held.0 = KEYS.iter().filter(|(code, _)| keys.pressed(*code)).map(|(_, key)| *key).collect();
}

fn follow(
    hero: Single<(&Transform, &mut Sprite, &Hero), Without<Camera>>,
    mut camera: Single<&mut Transform, With<Camera>>,
) {
    let (transform, mut sprite, hero) = hero.into_inner();
    camera.translation = transform.translation;
    sprite.flip_x = hero.faces < 0.0;
}

/// Digs or builds under the mouse.
fn dig(pointer: Pointer, mut terrain: Query<(&mut TileTerrain, &GlobalTransform)>) {
    for (mut terrain, transform) in &mut terrain {
        let Ok(frame) = PixelFrame::new(transform) else { continue };
        if let Some(point) = pointer.held(MouseButton::Left) {
            terrain.carve_circle(frame.to_pixels(point), 9.0);
        } else if let Some(point) = pointer.held(MouseButton::Right) {
            terrain.fill_circle(frame.to_pixels(point), 5.0);
        }
    }
}

/// Shows the beam, and a fan of rays around the hero.
fn show(
    keys: Res<ButtonInput<KeyCode>>,
    mut shows: ResMut<ShowsRays>,
    rays: Rays,
    hero: Single<(&Transform, &Hero)>,
    mut gizmos: Gizmos,
    mut hits: Local<Vec<Option<bevy_tileray::WorldRayHit>>>,
) {
    let (transform, hero) = *hero;
    if let Some((from, to)) = hero.beam {
        gizmos.line_2d(from, to, Color::srgb(0.5, 0.9, 1.0));
    }
    if keys.just_pressed(KeyCode::KeyT) {
        shows.0 = !shows.0;
    }
    if shows.0 {
        let middle = transform.translation.truncate();
        let fan: Vec<_> = (0..64)
            .map(|i| {
                let along = Vec2::from_angle(i as f32 * std::f32::consts::TAU / 64.0);
                WorldRay::new(middle + along * 20.0, along, 130.0)
            })
            .collect();
        hits.resize(fan.len(), None);
        rays.cast_batch(&fan, &RayFilter::default(), &mut hits);
        for (ray, hit) in fan.iter().zip(&*hits) {
            gizmos.ray_hit(ray, hit.as_ref(), Color::srgba(1.0, 0.8, 0.3, 0.5));
        }
    }
}

/// Shows in the title how many coins there are, and whether the flag is reached.
fn tell(hero: Single<&Hero>, flag: Single<&Flag>, mut window: Single<&mut Window>, mut told: Local<(u32, bool)>) {
    let now = (hero.coins, flag.is_reached);
    if *told != now {
        let end = if now.1 { ": the flag is reached" } else { "" };
        window.title = format!("Tileray: platformer, {} coins{end}", now.0);
        println!("{}", window.title);
        *told = now;
    }
}
