//! Missing, broken and impossible input: each gives a clear message, and none a panic.

use crate::support::{app, app_of, cast, log_of, spawn_terrain, wait};
use bevy_app::App;
use bevy_asset::{AssetServer, Handle, LoadState};
use bevy_ecs::name::Name;
use bevy_math::{Quat, Vec2, vec2};
use bevy_tileray::{PixelBody, SpriteHullAsset, SpriteHullCollider, TileLevelAsset, TileTerrain};
use bevy_transform::components::Transform;
use std::fs;
use tileray::glam::IVec2;

/// Loads a level that cannot be loaded, and returns the message.
fn fault(app: &mut App, path: &'static str) -> String {
    let handle: Handle<TileLevelAsset> = app.world().resource::<AssetServer>().load(path);
    fault_of(app, &handle.untyped())
}

fn fault_of(app: &mut App, handle: &bevy_asset::UntypedHandle) -> String {
    let mut message = String::new();
    wait(app, |app| match app.world().resource::<AssetServer>().load_state(handle.id()) {
        LoadState::Failed(error) => {
            message = error.to_string();
            true
        }
        LoadState::Loaded => panic!("it is loaded"),
        _ => false,
    });
    message
}

#[test]
fn files_that_are_missing_or_broken_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("a file");
    write("torn.tmx", b"<map width=\"4\" height=\"4\" tilewidth=\"16\" tileheight=\"16\">\n<layer width=\"4\"");
    // The layer shows a tile of the missing set.
    let lone = b"<map width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\n <tileset firstgid=\"1\" source=\"no.tsx\"/>\n\
        <layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>\n</map>";
    write("lone.tmx", lone);
    write("picture.png", b"\x89PNG\r\n\x1a\nand no more");
    write("empty.tmx", b"");
    write("clear.png", &clear_picture());
    let mut app = app_of(folder.path());
    for (path, words) in [
        ("gone.tmx", &["gone.tmx"][..]),
        ("torn.tmx", &["torn.tmx:2:1", "save the file again"]),
        ("lone.tmx", &["no.tsx", "lone.tmx"]),
        ("picture.png", &["picture.png"]),
        ("empty.tmx", &["empty.tmx", "empty"]),
    ] {
        let message = fault(&mut app, path);
        assert!(words.iter().all(|word| message.contains(word)), "{path}: {message}");
    }
    let hull: Handle<SpriteHullAsset> = app.world().resource::<AssetServer>().load("clear.png");
    let collider = app.world_mut().spawn(SpriteHullCollider(hull.clone())).id();
    let message = fault_of(&mut app, &hull.untyped());
    assert!(message.contains("clear.png") && message.contains("solid"), "{message}");
    app.update();
    assert!(app.world().get_entity(collider).is_ok() && cast(&mut app, vec2(-9.0, 0.0), vec2(9.0, 0.0)).is_none());
}

fn clear_picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::new(4, 4).write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

/// Spawns a named body that falls, and returns how far it has come after some steps.
fn fallen(app: &mut App, name: &'static str) -> IVec2 {
    let mut body = PixelBody::rectangle(4, 4).expect("a box");
    body.velocity = vec2(0.0, -64.0);
    let body = app.world_mut().spawn((body, Name::new(name), Transform::from_xyz(50.0, -50.0, 0.0))).id();
    let at = |app: &App| app.world().get::<PixelBody>(body).expect("a body").body().position();
    app.update();
    let first = at(app);
    for _ in 0..5 {
        app.update();
    }
    at(app) - first
}

#[test]
fn bodies_without_a_place_to_move_wait() {
    let mut app = app();
    assert_eq!(fallen(&mut app, "early"), IVec2::ZERO);
    let first = spawn_terrain(&mut app, 200, 200, |_, _| false);
    assert_eq!(fallen(&mut app, "one"), IVec2::new(0, 5));
    let second = spawn_terrain(&mut app, 200, 200, |_, _| false);
    assert_eq!(fallen(&mut app, "between"), IVec2::ZERO);
    assert_eq!(log_of("'between'").matches("several terrains; insert InTerrain").count(), 1, "{}", log_of("'between'"));
    app.world_mut().despawn(second);
    app.update();

    let turn = |app: &mut App, transform: Transform| {
        *app.world_mut().get_mut::<Transform>(first).expect("a transform") = transform;
        app.update();
    };
    turn(&mut app, Transform::from_rotation(Quat::from_rotation_z(0.5)));
    assert_eq!(fallen(&mut app, "turned"), IVec2::ZERO);
    assert!(log_of("'turned'").contains("rotated, sheared or mirrored; rays hit it"), "{}", log_of("'turned'"));
    turn(&mut app, Transform::from_scale(Vec2::ZERO.extend(1.0)));
    assert_eq!(fallen(&mut app, "flat"), IVec2::ZERO);
    assert!(log_of("'flat'").contains("scale is zero"), "{}", log_of("'flat'"));
    assert!(cast(&mut app, vec2(0.0, 0.0), vec2(9.0, -9.0)).is_none());
    turn(&mut app, Transform::default());
    assert_eq!(fallen(&mut app, "again"), IVec2::new(0, 5));
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let mut app = app();
    let level = spawn_terrain(&mut app, 200, 200, |_, y| y >= 150);
    let mut body = PixelBody::rectangle(4, 4).expect("a box");
    body.velocity = vec2(f32::NAN, f32::INFINITY);
    let body = app.world_mut().spawn((body, Transform::from_xyz(f32::NAN, -50.0, 0.0))).id();
    for _ in 0..4 {
        app.update();
    }
    app.world_mut().get_mut::<PixelBody>(body).expect("a body").teleport(vec2(f32::INFINITY, f32::NAN));
    app.update();
    for (a, b) in
        [(vec2(f32::NAN, 0.0), vec2(1.0, 1.0)), (vec2(0.0, 0.0), vec2(f32::INFINITY, -1.0)), (Vec2::MAX, Vec2::MIN)]
    {
        assert_eq!(cast(&mut app, a, b), None);
    }
    assert!(app.world().get::<TileTerrain>(level).is_some());
    assert!(PixelBody::rectangle(0, 5).is_err() && PixelBody::rectangle(5, 1 << 30).is_err());
}
