//! Levels that the asset server loads: maps, projects, pictures, and files that change.

use crate::support::{ROOT, app, app_with, cast, load, log_of, wait};
use bevy_app::App;
use bevy_asset::{AssetPlugin, AssetServer, Assets, Handle};
use bevy_math::vec2;
use bevy_tileray::{LevelSettings, TileLevel, TileLevelAsset, TileTerrain};
use std::fs;
use std::path::Path;
use tileray::glam::{IVec2, ivec2};
use tileray::load::{LoadOptions, Project, ProjectOptions};
use tileray::solidity::AlphaThreshold;
use tileray::{Rect, SolidityMap, Terrain, TileMap};

/// Asserts that two terrains have the same pixels.
fn assert_same(found: &Terrain, expected: &Terrain) {
    assert_eq!(found.bounds(), expected.bounds());
    let pixels = |terrain: &Terrain| terrain.query().to_mask(expected.bounds());
    assert!(pixels(found) == pixels(expected));
}

#[test]
fn maps_are_those_that_the_library_opens() {
    let mut app = app();
    for path in ["maps/cave.tmx", "maps/town.tmx", "maps/infinite.tmx"] {
        let level = load(&mut app, path);
        let expected = TileMap::open(format!("{ROOT}/{path}")).expect("our own map");
        assert_same(app.world().get::<TileTerrain>(level).expect("terrain"), &Terrain::from_map(&expected));
        let levels = app.world().resource::<Assets<TileLevelAsset>>();
        let asset = levels.get(&app.world().get::<TileLevel>(level).expect("a level").0).expect("it is loaded");
        assert_eq!(asset.map().objects().len(), expected.objects().len());
        app.world_mut().despawn(level);
        app.update();
    }
}

#[test]
fn projects_have_their_levels_as_labels() {
    let mut app = app();
    let path = "maps/formats/level.ldtk";
    let options = ProjectOptions::from(LoadOptions::default());
    let project = Project::open_with(format!("{ROOT}/{path}"), &options).expect("our own project");
    let world = load(&mut app, path);
    let map = if project.worlds().len() > 0 { project.world_map(0) } else { project.map(0) };
    assert_same(app.world().get::<TileTerrain>(world).expect("terrain"), &Terrain::from_map(&map.expect("a world")));
    let name = project.levels().next().expect("a level").name.clone();
    let label: &'static str = Box::leak(format!("{path}#{name}").into_boxed_str());
    let level = load(&mut app, label);
    assert_same(
        app.world().get::<TileTerrain>(level).expect("terrain"),
        &Terrain::from_map(&project.map(0).expect("a level")),
    );
}

#[test]
fn a_picture_is_a_level_by_its_alpha() {
    let mut app = app();
    let level = load(&mut app, "assets/sprites/hero.png");
    let mask = SolidityMap::open(format!("{ROOT}/assets/sprites/hero.png")).expect("our own picture");
    let terrain = app.world().get::<TileTerrain>(level).expect("terrain");
    assert!(terrain.query().to_mask(Rect::from_size(IVec2::ZERO, mask.size())) == mask);
    let solid = mask.pixels().next().expect("a solid pixel").as_vec2();
    assert!(cast(&mut app, vec2(solid.x + 0.5, 5.0), vec2(solid.x + 0.5, -solid.y - 1.0)).is_some());

    let none = |settings: &mut LevelSettings| settings.0.load = settings.0.load.rule(AlphaThreshold::at_least(255));
    let server = app.world().resource::<AssetServer>();
    let handle: Handle<TileLevelAsset> = server.load_builder().with_settings(none).load("assets/stars.png");
    wait(&mut app, |app| app.world().resource::<AssetServer>().is_loaded_with_dependencies(&handle));
}

/// Writes a map of 4×2 tiles of rock, by the numbers of its tiles.
fn save(folder: &Path, tiles: &str) {
    let text = format!(
        r#"<map version="1.10" orientation="orthogonal" renderorder="right-down" width="4" height="2" tilewidth="16"
        tileheight="16" infinite="0"><tileset firstgid="1" source="rock.tsx"/>
        <layer id="1" name="ground" width="4" height="2"><data encoding="csv">{tiles}</data></layer></map>"#
    );
    fs::write(folder.join("level.tmx"), text).expect("a file");
}

/// Draws the tile: rock from a row on.
fn draw(folder: &Path, top: u32) {
    let alpha = |y| if y < top { 0 } else { 255 };
    let rock = image::RgbaImage::from_fn(16, 16, |_, y| image::Rgba([90, 80, 70, alpha(y)]));
    rock.save(folder.join("rock.png")).expect("a picture");
}

#[test]
fn a_map_that_is_saved_is_seen_and_holes_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
        <image source="rock.png" width="16" height="16"/></tileset>"#;
    fs::write(folder.path().join("rock.tsx"), set).expect("a file");
    draw(folder.path(), 0);
    save(folder.path(), "1,1,0,0,0,0,0,0");
    let file_path = folder.path().display().to_string();
    let assets = AssetPlugin { file_path, watch_for_changes_override: Some(true), ..AssetPlugin::default() };
    let mut app = app_with(assets, ());
    let level = load(&mut app, "level.tmx");
    let solid = |app: &App, pixel: IVec2| app.world().get::<TileTerrain>(level).expect("terrain").is_solid(pixel);
    app.world_mut().get_mut::<TileTerrain>(level).expect("terrain").carve_circle((8.0, 8.0), 3.0);
    assert!(!solid(&app, ivec2(8, 8)) && solid(&app, ivec2(24, 8)) && !solid(&app, ivec2(56, 24)));

    // The map is saved in an editor.
    save(folder.path(), "1,0,0,0,0,0,0,1");
    wait(&mut app, |app| solid(app, ivec2(56, 24)));
    assert!(!solid(&app, ivec2(24, 8)), "the tile that the file left out");
    assert!(!solid(&app, ivec2(8, 8)) && solid(&app, ivec2(1, 1)), "the hole is still there");

    // The picture of its tile is saved: a file that the map names through a tile set.
    draw(folder.path(), 6);
    wait(&mut app, |app| !solid(app, ivec2(56, 17)));
    assert!(solid(&app, ivec2(56, 24)), "the rest of the picture");

    // A file that is wrong leaves the level as it was.
    save(folder.path(), "1,0,0,0,0,0,0,77");
    wait(&mut app, |_| log_of("level.tmx").contains("77"));
    assert!(solid(&app, ivec2(56, 24)));
}

#[test]
fn another_handle_is_another_level() {
    let mut app = app();
    let level = load(&mut app, "maps/rings.tmx");
    let next: Handle<TileLevelAsset> = app.world().resource::<AssetServer>().load("maps/open.tmx");
    app.world_mut().get_mut::<TileLevel>(level).expect("a level").0 = next;
    app.update();
    let expected = Terrain::from_map(&TileMap::open(format!("{ROOT}/maps/open.tmx")).expect("our own map"));
    wait(&mut app, |app| app.world().get::<TileTerrain>(level).is_some());
    assert_same(app.world().get::<TileTerrain>(level).expect("terrain"), &expected);
}
