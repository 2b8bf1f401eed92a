//! Levels that the asset server loads: maps, projects, pictures, and files that change.

use crate::support::{ROOT, app, app_of, cast, load, wait};
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_math::vec2;
use bevy_tileray::{LevelSettings, TileLevel, TileLevelAsset, TileTerrain};
use std::fs;
use tileray::glam::{IVec2, ivec2};
use tileray::load::{LoadOptions, Project, ProjectOptions};
use tileray::solidity::AlphaThreshold;
use tileray::{LayerMask, Rect, SolidityMap, Terrain, TileMap};

/// Asserts that two terrains have the same pixels.
fn assert_same(found: &Terrain, expected: &Terrain) {
    assert_eq!(found.bounds(), expected.bounds());
    let pixels = |terrain: &Terrain| terrain.to_mask(expected.bounds(), LayerMask::ALL);
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
    let name = project.levels().next().expect("a level").name().to_owned();
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
    assert!(terrain.to_mask(Rect::from_size(IVec2::ZERO, mask.size()), LayerMask::ALL) == mask);
    let solid = mask.pixels().next().expect("a solid pixel").as_vec2();
    assert!(cast(&mut app, vec2(solid.x + 0.5, 5.0), vec2(solid.x + 0.5, -solid.y - 1.0)).is_some());

    let none =
        |settings: &mut LevelSettings| settings.0.load = settings.0.load.with_rule(AlphaThreshold::at_least(255));
    let server = app.world().resource::<AssetServer>();
    let handle: Handle<TileLevelAsset> = server.load_builder().with_settings(none).load("assets/stars.png");
    wait(&mut app, |app| app.world().resource::<AssetServer>().is_loaded_with_dependencies(&handle));
}

#[test]
fn a_file_that_is_saved_again_changes_what_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = |data: &str| {
        let set = r#"<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
            <image source="rock.png" width="16" height="16"/></tileset>"#;
        let layer =
            format!(r#"<layer id="1" name="ground" width="4" height="2"><data encoding="csv">{data}</data></layer>"#);
        let text = format!(
            r#"<map version="1.10" orientation="orthogonal" renderorder="right-down" width="4" height="2" tilewidth="16"
            tileheight="16" infinite="0">{set}{layer}</map>"#
        );
        fs::write(folder.path().join("level.tmx"), text).expect("a file");
    };
    let rock = image::RgbaImage::from_pixel(16, 16, image::Rgba([90, 80, 70, 255]));
    rock.save(folder.path().join("rock.png")).expect("a picture");
    map("1,1,0,0,0,0,0,0");
    let mut app = app_of(folder.path());
    let level = load(&mut app, "level.tmx");
    let solid =
        |app: &bevy_app::App, pixel: IVec2| app.world().get::<TileTerrain>(level).expect("terrain").is_solid(pixel);
    app.world_mut().get_mut::<TileTerrain>(level).expect("terrain").carve_circle((8.0, 8.0), 3.0);
    assert!(!solid(&app, ivec2(8, 8)) && solid(&app, ivec2(24, 8)) && !solid(&app, ivec2(56, 24)));

    map("1,0,0,0,0,0,0,1");
    app.world().resource::<AssetServer>().reload("level.tmx");
    wait(&mut app, |app| solid(app, ivec2(56, 24)));
    assert!(!solid(&app, ivec2(24, 8)), "the tile that the file left out");
    assert!(!solid(&app, ivec2(8, 8)) && solid(&app, ivec2(1, 1)), "what was carved elsewhere stays");

    // A file that is wrong leaves the level as it was.
    map("1,0,0,0,0,0,0,77");
    app.world().resource::<AssetServer>().reload("level.tmx");
    for _ in 0..200 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
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
