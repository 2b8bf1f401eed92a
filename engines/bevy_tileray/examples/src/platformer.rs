//! A hero in a cave: arrows walk, Space jumps, the mouse digs and (right) builds, T shows rays.

mod pointer;
mod shot;

use bevy::prelude::*;
use bevy_tileray::{
    BodySlide, PixelBody, PixelFrame, PixelSolid, RayFilter, Rays, TerrainTexture, TileLevel, TileTerrain,
    TilerayDrawPlugin, TilerayGizmos, TilerayPlugin, WorldRay,
};
use pointer::Pointer;
use tileray::Direction;
use tileray::motion::{Jump, JumpEvent, JumpOptions};

/// Units a second: the speed of walking and of a jump, and what gravity adds in a second.
const WALK: f32 = 90.0;
const JUMP: f32 = 235.0;
const GRAVITY: f32 = 620.0;

#[derive(Component)]
struct Hero {
    jump: Jump,
}

/// A lift, and the heights between which it goes.
#[derive(Component)]
struct Lift {
    low: f32,
    high: f32,
}

/// Whether rays are shown.
#[derive(Default, Resource)]
struct ShowsRays(bool);

fn main() {
    let mut app = App::new();
    app.add_plugins((shot::default_plugins("Tileray: platformer"), TilerayPlugin, TilerayDrawPlugin))
        .insert_resource(ClearColor(Color::srgb_u8(24, 22, 30)))
        .insert_resource(ShowsRays(shot::is_shot()))
        .add_systems(Startup, set_up)
        .add_systems(FixedUpdate, (walk, lift))
        .add_systems(Update, (follow, dig, show));
    shot::shot(&mut app);
    app.run();
}

fn set_up(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((TileLevel(assets.load("maps/cave.tmx")), TerrainTexture::default()));
    let hero = PixelBody::rectangle(10, 24).expect("a box");
    let picture = Sprite::from_image(assets.load("assets/hero.png"));
    commands.spawn((
        Hero { jump: Jump::new(JumpOptions::default()) },
        hero,
        picture,
        Transform::from_xyz(894.0, -607.0, 1.0),
    ));
    let lift = PixelSolid::rectangle(40, 6).expect("a box").with_one_way(Some(Direction::Down));
    let plank = Sprite::from_color(Color::srgb_u8(190, 150, 90), vec2(40.0, 6.0));
    commands.spawn((Lift { low: -690.0, high: -600.0 }, lift, plank, Transform::from_xyz(960.0, -640.0, 1.0)));
    let zoomed = OrthographicProjection { scale: 1.0 / 3.0, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Msaa::Off, Projection::Orthographic(zoomed)));
}

/// Sets the velocity of the hero. The plugin moves it, and takes away what something blocked.
fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    hero: Single<(&mut PixelBody, &BodySlide, &mut Hero)>,
    mut steps: Local<u32>,
) {
    let (mut body, slide, mut hero) = hero.into_inner();
    *steps += 1;
    // In a picture the hero runs to the right, and jumps now and then.
    let by_itself = shot::is_shot();
    let held = |key| keys.pressed(key);
    let walk = f32::from(i8::from(held(KeyCode::ArrowRight) || by_itself) - i8::from(held(KeyCode::ArrowLeft)));
    let wants_jump = held(KeyCode::Space) || by_itself && *steps % 50 < 12;
    body.velocity.x = walk * WALK;
    body.velocity.y -= GRAVITY * time.delta_secs();
    match hero.jump.step(slide.on_floor, body.velocity.y > 0.0, wants_jump) {
        Some(JumpEvent::Start) => body.velocity.y = JUMP,
        Some(JumpEvent::Cut) => body.velocity.y *= 0.5,
        None => {}
    }
}

fn lift(mut lifts: Query<(&mut PixelSolid, &Lift, &Transform)>) {
    for (mut solid, lift, transform) in &mut lifts {
        let y = transform.translation.y;
        let speed = if solid.velocity.y == 0.0 { 30.0 } else { solid.velocity.y };
        solid.velocity.y = if y > lift.high {
            -30.0
        } else if y < lift.low {
            30.0
        } else {
            speed
        };
    }
}

fn follow(hero: Single<&Transform, (With<Hero>, Without<Camera>)>, mut camera: Single<&mut Transform, With<Camera>>) {
    camera.translation = hero.translation;
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

/// Shows a fan of rays around the hero.
fn show(
    keys: Res<ButtonInput<KeyCode>>,
    mut shows: ResMut<ShowsRays>,
    rays: Rays,
    hero: Single<&Transform, With<Hero>>,
    mut gizmos: Gizmos,
    mut hits: Local<Vec<Option<bevy_tileray::WorldRayHit>>>,
) {
    if keys.just_pressed(KeyCode::KeyT) {
        shows.0 = !shows.0;
    }
    if shows.0 {
        let middle = hero.translation.truncate();
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
