//! Levels of LDtk projects.

use crate::fixture::{Folder, MAP, png};
use crate::tool::tileray;
use serde_json::json;

/// Two levels of 3x2 cells of 8x8 pixels. `Cellar` has a tile and a wall of the IntGrid, `Tower` two tiles.
pub(crate) fn project() -> String {
    let tile = |x: u32, y: u32| json!({ "px": [x, y], "src": [0, 0], "f": 0, "t": 0, "d": [0], "a": 1 });
    let layer = |name: &str, kind: &str, uid: u32, tile_set: Option<u32>| {
        json!({
            "__identifier": name, "__type": kind, "__cWid": 3, "__cHei": 2, "__gridSize": 8, "__pxTotalOffsetX": 0,
            "__pxTotalOffsetY": 0, "__tilesetDefUid": tile_set, "layerDefUid": uid, "visible": true,
            "intGridCsv": [], "autoLayerTiles": [], "gridTiles": [], "entityInstances": [],
        })
    };
    let level = |name: &str, x: i32, tiles: &[serde_json::Value]| {
        let (mut grid, mut ground) = (layer("Grid", "IntGrid", 2, None), layer("Ground", "Tiles", 1, Some(9)));
        grid["intGridCsv"] = json!([0, 0, 0, 0, 0, 1]);
        ground["gridTiles"] = json!(tiles);
        json!({
            "identifier": name, "iid": name, "worldX": x, "worldY": 8, "worldDepth": 0, "pxWid": 24, "pxHei": 16,
            "__bgColor": "#102030", "fieldInstances": [], "layerInstances": [grid, ground], "externalRelPath": null,
        })
    };
    let tile_set = json!({
        "uid": 9, "identifier": "rock", "relPath": "rock.png", "__cWid": 1, "pxWid": 8, "tileGridSize": 8, "spacing": 0,
        "padding": 0, "enumTags": [], "customData": [],
    });
    json!({
        "__header__": { "fileType": "LDtk Project JSON" }, "jsonVersion": "1.5.3", "worldLayout": "Free",
        "defaultGridSize": 8, "worlds": [],
        "defs": { "tilesets": [tile_set], "layers": [
            { "uid": 1, "identifier": "Ground" },
            { "uid": 2, "identifier": "Grid", "intGridValues": [{ "value": 1, "identifier": "Walls" }] },
        ] },
        "levels": [level("Cellar", 0, &[tile(0, 8)]), level("Tower", 24, &[tile(0, 0), tile(8, 0)])],
    })
    .to_string()
}

/// A folder with the project as `game.ldtk`.
fn folder() -> (Folder, String) {
    let folder = Folder::new();
    folder.write("rock.png", png(8, 8, |x, _| if x < 4 { 255 } else { 0 }));
    let game = folder.write("game.ldtk", project());
    (folder, game)
}

#[test]
fn facts_of_a_project() {
    let (folder, game) = folder();
    let facts = tileray(&["info", &game, "--level", "Tower", "--format", "json"]).json();
    assert_eq!(
        (&facts["kind"], &facts["level"], &facts["solid_pixels"]),
        (&json!("project"), &json!("Tower"), &json!(64))
    );
    let level = |name: &str, x: i32| json!({ "name": name, "world": "World", "x": x, "y": 8, "width": 24, "height": 16, "depth": 0 });
    assert_eq!(facts["levels"], json!([level("Cellar", 0), level("Tower", 24)]));
    assert_eq!(facts["layers"].as_array().map(Vec::len), Some(2));

    let printed = tileray(&["info", &game]).printed();
    for line in [
        "kind       project of 2 levels\nlevel      Cellar\nsize       3x2 tiles of 8x8 pixels\n",
        "    1  visible  free          1 cells  offset 0,0  Grid/values\n",
        "levels     2\n    0  World/Cellar  24x16 pixels from 0,8, depth 0\n    1  World/Tower  24x16 pixels from 24,8, depth 0\n",
    ] {
        assert!(printed.contains(line), "{line}{printed}");
    }
    // The content decides, whatever the name.
    for name in ["game.json", "game"] {
        let file = folder.write(name, project());
        assert!(tileray(&["info", &file]).printed().contains("kind       project of 2 levels"), "{name}");
    }
}

#[test]
fn rays_hit_tiles_and_int_grid_values() {
    let (_folder, game) = folder();
    let cast = |args: &[&str]| tileray(&[&["cast", &game, "--format", "csv"], args].concat()).printed();
    let hit = |args: &[&str]| cast(args).lines().nth(1).map(str::to_owned).unwrap_or_default();
    assert!(hit(&["--from", "2,0", "--to", "2,15"]).starts_with("1,2,8,"));
    assert!(hit(&["--from", "20,0", "--to", "20,15"]).starts_with("0,"));
    let wall = hit(&["--from", "20,0", "--to", "20,15", "--int-grid", "Walls"]);
    assert_eq!(wall, "1,20,8,8,0,-1,1,2,1,1");
    assert!(hit(&["--level", "Tower", "--from", "10,15", "--to", "10,0"]).starts_with("1,10,7,"));
}

#[test]
fn masks_of_projects() {
    let (_folder, game) = folder();
    let solidity = |args: &[&str]| tileray(&[&["solidity", &game], args].concat()).printed();
    assert_eq!(solidity(&[]), "24 16 0 0 32\n");
    assert_eq!(solidity(&["--int-grid", "Walls"]), "24 16 0 0 64\n", "the values alone");
    assert_eq!(solidity(&["--int-grid", "Walls", "--solid", "alpha"]), "24 16 0 0 96\n", "the tiles too");
    assert_eq!(solidity(&["--int-grid", "1", "--layers", "Grid/values"]), "24 16 0 0 64\n");
    assert_eq!(solidity(&["--level", "Tower"]), "24 16 0 0 64\n");
    let bench =
        tileray(&["bench", &game, "--level", "Tower", "--rays", "100", "--length", "8", "--format", "json"]).json();
    assert_eq!(bench["rays"], json!(100));
}

#[test]
fn a_project_is_drawn() {
    let (folder, game) = folder();
    let picture = folder.name("a.png");
    let printed =
        tileray(&[&game, "--level", "Tower", "--headless", &picture, "--size", "64x64", "--aim", "9,9"]).printed();
    assert!(printed.starts_with("game.ldtk, Tower: "), "{printed}");
    assert!(folder.path("a.png").is_file());
}

#[test]
fn wrong_names_are_refused_with_the_right_ones() {
    let (folder, game) = folder();
    let right = ["no level is named 'tower' (did you mean 'Tower'?)", "'Cellar', 'Tower'"];
    tileray(&["info", &game, "--level", "tower"]).refused(&[&*game, right[0], right[1]]);
    tileray(&[&game, "--level", "tower", "--headless", &folder.name("a.png")]).refused(&right);
    tileray(&["solidity", &game, "--int-grid", "Wall"]).refused(&["no IntGrid value is named 'Wall'", "'Walls ("]);
    let picture = folder.name("rock.png");
    tileray(&["info", &picture, "--level", "A"]).refused(&[
        &*picture,
        "--level",
        "no LDtk project",
        "leave the flag out",
    ]);
    tileray(&["bench", "--int-grid", "A"]).refused(&["--int-grid", "no LDtk project"]);
    let level = folder.write("a.ldtkl", r#"{"layerInstances": []}"#);
    tileray(&["info", &level]).refused(&[&*level, "a level of an LDtk project", "name the project"]);
}

/// A world of Tiled: the level of the fixture twice, one 40 pixels to the right and 8 up.
pub(crate) fn world() -> (Folder, String) {
    let (folder, _) = Folder::with_level();
    folder.write("other.tmx", MAP);
    let maps = json!([
        { "fileName": "level.tmx", "x": 0, "y": 0, "width": 32, "height": 24 },
        { "fileName": "other.tmx", "x": 40, "y": -8, "width": 32, "height": 24 },
    ]);
    let world = json!({ "maps": maps, "onlyShowAdjacentMaps": false, "type": "world" });
    let path = folder.write("all.world", world.to_string());
    (folder, path)
}

#[test]
fn a_world_is_one_map_or_one_of_its_levels() {
    let (folder, world) = world();
    let facts = tileray(&["info", &world, "--format", "json"]).json();
    assert_eq!(facts["kind"], "project");
    assert_eq!(facts["level"], json!(null));
    let names: Vec<_> = facts["levels"].as_array().expect("levels").iter().map(|level| level["name"].clone()).collect();
    assert_eq!(names, ["level", "other"]);
    assert_eq!(facts["bounds"], json!({ "x": 0, "y": -8, "width": 76, "height": 32 }));
    let one = tileray(&["info", &world, "--level", "other", "--format", "json"]).json();
    assert_eq!(one["level"], "other");
    let count = |facts: &serde_json::Value| facts["solid_pixels"].as_u64().expect("a number");
    assert_eq!(count(&facts), 2 * count(&one));
    assert!(tileray(&["info", &world]).printed().contains("level      all\n"));

    // The floor of the other map, whose top is 8 pixels higher.
    let hit_y = |x: &str| {
        let (from, to) = (format!("{x},-20.5"), format!("{x},40.5"));
        tileray(&["cast", &world, "--from", &from, "--to", &to, "--format", "json"]).json()["pixel_y"].clone()
    };
    assert_eq!((hit_y("2.5"), hit_y("42.5")), (json!(16), json!(8)));
    assert!(tileray(&["solidity", &world]).printed().starts_with("76 32 0 -8 "));
    let picture = folder.name("a.png");
    let printed = tileray(&[&world, "--headless", &picture, "--size", "64x64", "--aim", "9,9"]).printed();
    assert!(printed.starts_with("all.world: ") && folder.path("a.png").is_file(), "{printed}");
}
