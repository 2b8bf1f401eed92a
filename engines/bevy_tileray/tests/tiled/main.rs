//! The physics backend for bevy_ecs_tiled, in an app without a window. The examples bring the decoder of PNG:
//!
//! ```sh
//! cargo test --ignore-rust-version -p bevy_tileray -p bevy_tileray_examples --features bevy_tileray/bevy_ecs_tiled --test tiled
//! ```

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer};
use bevy_ecs_tiled::prelude::*;
use bevy_image::{CompressedImageFormats, ImageLoader, ImagePlugin, TextureAtlasLayout};
use bevy_math::Vec2;
use bevy_tileray::{TileTerrain, TiledPhysicsTilerayBackend, TilerayPlugin};
use bevy_time::TimePlugin;
use bevy_transform::TransformPlugin;
use bevy_transform::components::GlobalTransform;
use std::fs;
use std::time::{Duration, Instant};
use tileray::glam::{IVec2, ivec2};

const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="4" height="2" tilewidth="16" tileheight="16"
 infinite="0">
 <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
  <image source="rock.png" width="16" height="16"/>
  <tile id="0"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="ground" width="4" height="2"><data encoding="csv">1,0,0,0,0,0,0,1</data></layer>
</map>
"#;

#[test]
fn collision_shapes_of_a_map_become_terrain() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("level.tmx"), MAP).expect("a file");
    let rock = image::RgbaImage::from_pixel(16, 16, image::Rgba([90, 80, 70, 255]));
    rock.save(folder.path().join("rock.png")).expect("a picture");
    let mut app = App::new();
    let assets = AssetPlugin { file_path: folder.path().display().to_string(), ..AssetPlugin::default() };
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, assets, ImagePlugin::default()));
    app.init_asset::<TextureAtlasLayout>();
    // The renderer registers it, as it knows which formats there are.
    app.register_asset_loader(ImageLoader::new(CompressedImageFormats::empty()));
    app.add_plugins((TilerayPlugin, TiledPlugin::default()));
    app.add_plugins(TiledPhysicsPlugin::<TiledPhysicsTilerayBackend>::default());
    app.finish();
    app.cleanup();
    let map = app.world().resource::<AssetServer>().load("level.tmx");
    app.world_mut().spawn((
        TiledMap(map),
        TilemapAnchor::TopLeft,
        TiledPhysicsSettings::<TiledPhysicsTilerayBackend>::default(),
    ));

    let begin = Instant::now();
    let mut terrains = app.world_mut().query::<(&TileTerrain, &GlobalTransform)>();
    while terrains.iter(app.world()).count() == 0 {
        assert!(begin.elapsed() < Duration::from_secs(60), "no terrain");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    app.update();
    // Which pixels are solid, as the world sees them: y up, the top left corner at the origin.
    let (terrain, transform) = terrains.single(app.world()).expect("one layer");
    let frame = bevy_tileray::PixelFrame::new(transform).expect("an area");
    let is_solid = |pixel: IVec2| {
        let world = Vec2::new(pixel.x as f32 + 0.5, -(pixel.y as f32 + 0.5));
        terrain.is_solid(frame.to_pixels(world).floor().as_ivec2())
    };
    for (y, x) in (0..32).flat_map(|y| (0..64).map(move |x| (y, x))) {
        let expected = x < 16 && (8..16).contains(&y) || x >= 48 && y >= 24;
        assert_eq!(is_solid(ivec2(x, y)), expected, "{x} {y}");
    }
}
