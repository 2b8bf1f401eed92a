//! Levels whose files Bevy watches: what is saved on the disk is seen in the running game.

use crate::support::{app_with, load, wait};
use bevy_app::App;
use bevy_asset::AssetPlugin;
use bevy_tileray::TileTerrain;
use std::fs;
use std::path::Path;
use tileray::glam::{IVec2, ivec2};

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
}
