//! The README's lines for bevy_ecs_ldtk, in an app without a window: the tiles that it spawns lie on the terrain's pixels.
//!
//! ```sh
//! cargo test --ignore-rust-version -p bevy_tileray_examples --test ldtk
//! ```

use bevy::image::{CompressedImageFormats, ImageLoader};
use bevy::prelude::*;
use bevy_ecs_ldtk::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tileray::{PixelFrame, TileLevel, TileTerrain, TilerayPlugin};
use std::time::{Duration, Instant};

#[rustfmt::skip]
fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    // bevy_ecs_ldtk draws a level upward from its bottom left corner: the terrain begins the level's height above it.
    commands.spawn(LdtkWorldBundle { ldtk_handle: assets.load("level.ldtk").into(), ..Default::default() });
    commands.spawn((TileLevel(assets.load("level.ldtk#cellar")), Transform::from_xyz(0.0, 384.0, 0.0)));
}

#[test]
fn the_readme_shows_these_lines() {
    let code = include_str!("ldtk.rs").split("Res<AssetServer>) {\n").nth(1).and_then(|rest| rest.split("}\n").next());
    let lines: Vec<_> = code.expect("a function").lines().map(str::trim).collect();
    assert_eq!(lines.len(), 3);
    assert!(include_str!("../../README.md").contains(&lines.join("\n")), "README.md has other lines");
}

#[test]
fn tiles_lie_on_the_pixels_of_the_terrain() {
    let mut app = App::new();
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../maps/formats");
    let assets = AssetPlugin { file_path: assets.into(), ..AssetPlugin::default() };
    app.add_plugins((MinimalPlugins, TransformPlugin, assets, ImagePlugin::default()));
    app.init_asset::<TextureAtlasLayout>().init_resource::<ClearColor>();
    // The renderer registers it, as it knows which formats there are.
    app.register_asset_loader(ImageLoader::new(CompressedImageFormats::empty()));
    app.add_plugins((LdtkPlugin, TilerayPlugin)).insert_resource(LevelSelection::index(0)).add_systems(Startup, spawn);
    app.finish();
    app.cleanup();
    let begin = Instant::now();
    let (mut terrains, mut tiles) = (
        app.world_mut().query::<(&TileTerrain, &GlobalTransform)>(),
        app.world_mut().query::<(&TilePos, &TilemapId)>(),
    );
    while terrains.iter(app.world()).count() == 0 || tiles.iter(app.world()).count() == 0 {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing is there");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    app.update();

    let mut layers =
        app.world_mut().query::<(&TilemapSize, &TilemapGridSize, &TilemapTileSize, &TilemapType, &GlobalTransform)>();
    let (terrain, transform) = terrains.single(app.world()).expect("one terrain");
    let frame = PixelFrame::new(transform).expect("an area");
    let mut count = 0;
    for (place, layer) in tiles.iter(app.world()) {
        let (size, grid, tile, kind, transform) = layers.get(app.world(), layer.0).expect("a layer");
        let middle = place.center_in_world(size, grid, tile, kind, &TilemapAnchor::None);
        let corner = frame.to_pixels(transform.transform_point(middle.extend(0.0)).truncate()) - tile.x / 2.0;
        assert_eq!(corner, corner.round(), "a tile begins at a pixel");
        let solid = (0..16).flat_map(|y| (0..16).map(move |x| corner.as_ivec2() + ivec2(x, y)));
        let solid = solid.filter(|pixel| terrain.is_solid(*pixel)).count();
        assert!(solid > 0, "the tile at {corner} has no pixel of the terrain");
        count += 1;
    }
    assert_eq!(count, 38 + 61 + 454, "the tiles of the level");
}
