//! Worlds of Tiled: maps at their places, found by lists and by patterns, as levels and as one map.

use crate::support::*;
use std::cell::RefCell;
use std::path::Path;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::load::{FilesIn, IntGridRule, LoadErrorKind, LoadLimits, LoadOptions, Project, ProjectOptions};
use tileray::{LoadError, Rect, TileMap};

pub(crate) const SETS: &str = r#"<tileset firstgid="1" source="rock.tsx"/>"#;

/// A folder `w` with a tile set and the given files.
pub(crate) fn folder(files: &[(&str, String)]) -> Disk {
    let set = r#"<tileset name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2">
        <image source="rock.png" width="8" height="4"/></tileset>"#;
    let disk = Disk::default().with("w/rock.tsx", set).with("w/rock.png", rock());
    files.iter().fold(disk, |disk, (name, content)| disk.with(name, content.as_bytes()))
}

fn open_world(disk: &Disk) -> Result<Project, LoadError> {
    open_with(disk, &ProjectOptions::default())
}

fn open_with(disk: &Disk, options: &ProjectOptions) -> Result<Project, LoadError> {
    Project::read("w/all.world", disk, options)
}

/// A world of maps by their names and positions.
pub(crate) fn world(maps: &[(&str, [i32; 2])]) -> String {
    let maps: Vec<String> = maps
        .iter()
        .map(|(name, [x, y])| format!(r#"{{"fileName": "{name}", "height": 4, "width": 8, "x": {x}, "y": {y}}}"#))
        .collect();
    format!(
        "{{\n \"maps\": [\n  {}\n ],\n \"onlyShowAdjacentMaps\": false,\n \"type\": \"world\"\n}}",
        maps.join(",\n  ")
    )
}

fn error(disk: &Disk) -> String {
    open_world(disk).expect_err("a fault").to_string()
}

#[test]
fn maps_lie_where_the_world_says() {
    let disk = folder(&[
        ("w/all.world", world(&[("a.tmx", [0, 0]), ("rooms/b.tmx", [8, -4])])),
        ("w/a.tmx", row(SETS, &[1, 0])),
        ("w/rooms/b.tmx", row(r#"<tileset firstgid="1" source="../rock.tsx"/>"#, &[0, 2])),
    ]);
    let opened = RefCell::new(Vec::new());
    let read = |path: &Path| {
        opened.borrow_mut().push(path.to_owned());
        disk.get(path)
    };
    let project = Project::read("w/all.world", &read, &ProjectOptions::default()).expect("a world");
    let facts: Vec<_> = project.levels().map(|level| (&*level.name, level.position, level.size)).collect();
    assert_eq!(facts, [("a", IVec2::ZERO, uvec2(8, 4)), ("rooms/b", ivec2(8, -4), uvec2(8, 4))]);
    let only = project.worlds().next().expect("the world");
    assert_eq!((&*only.name, only.levels.clone(), project.worlds().len()), ("all", 0..2, 1));
    assert_shows(&project.map_named("rooms/b").expect("a level"), 0, 0, ".......# ......## .....### ....####");
    let map = project.world_map(0).expect("both");
    assert_eq!(map.bounds(), Rect::new(ivec2(0, -4), ivec2(16, 4)));
    assert_shows(
        &map,
        0,
        -4,
        "...............# ..............## .............### ............#### ####............ ####............",
    );
    assert_eq!((map.layers().len(), map.tile_sets().len()), (1, 1));
    let files: Vec<_> = map.dependencies().iter().map(|file| file.to_string_lossy().into_owned()).collect();
    assert_eq!(files, ["w/a.tmx", "w/rock.tsx", "w/rock.png", "w/rooms/b.tmx"]);
    let times = opened.borrow().iter().filter(|path| path.ends_with("rock.png")).count();
    assert_eq!(times, 1, "the image is decoded once");
}

#[test]
fn a_region_has_the_levels_that_meet_it() {
    let infinite = r#"<map width="0" height="0" infinite="1" tilewidth="4" tileheight="4"><tileset firstgid="1" source="rock.tsx"/>
        <layer name="row" width="4" height="1"><data encoding="csv"><chunk x="-4" y="0" width="2" height="1">1,1</chunk></data>
        </layer></map>"#;
    let mut sized = world(&[("a.tmx", [0, 0]), ("b.tmx", [8, 0]), ("c.tmx", [100, 0])]);
    sized = sized.replace("\"height\": 4, \"width\": 8, \"x\": 100", "\"x\": 100");
    let disk = folder(&[
        ("w/all.world", sized),
        ("w/a.tmx", row(SETS, &[1, 0])),
        ("w/b.tmx", row(SETS, &[1, 0])),
        ("w/c.tmx", infinite.into()),
    ]);
    let project = open_world(&disk).expect("a world");
    let pixels = |region: Rect| project.region_map(0, region).expect("small maps").solidity().count();
    let (a, b, c) = (16, 16, 32);
    assert_eq!(pixels(Rect::new(ivec2(0, 0), ivec2(8, 1))), a);
    assert_eq!(pixels(Rect::new(ivec2(0, 0), ivec2(9, 1))), a + b);
    assert_eq!(pixels(Rect::new(ivec2(8, 0), ivec2(84, 1))), b);
    assert_eq!(pixels(Rect::new(ivec2(16, 0), ivec2(85, 1))), c, "of a map without a size its tiles count");
    assert_eq!(pixels(Rect::new(ivec2(0, 0), ivec2(0, 0))), 0);
    let all = project.world_map(0).expect("all");
    assert_eq!((all.solidity().count(), all.layers().len()), (a + b + c, 1));
    let kind = project.world_map(1).expect_err("one world").kind().clone();
    assert_eq!(kind, LoadErrorKind::NoSuchIndex { what: "world", index: 1, count: 1 });
}

#[test]
fn patterns_find_maps_and_place_them() {
    let pattern = r#"{"patterns": [{"regexp": "room_(-?\\d+)_(\\d+)\\.", "multiplierX": 8, "multiplierY": -4,
        "offsetX": 100, "offsetY": 7}, {"regexp": "(cave|room)_.*(\\d)", "mapWidth": 3, "mapHeight": 3}], "type": "world"}"#;
    let files = [
        ("w/room_-2_3.tmx", row(SETS, &[1])),
        ("w/room_1_0.tmx", row(SETS, &[1])),
        ("w/room_1_0.png", String::new()),
        ("w/cave_x_5.tmx", row(SETS, &[1])),
        ("w/other.tmx", row(SETS, &[1])),
        ("room_9_9.tmx", row(SETS, &[1])),
        ("w/all.world", pattern.to_owned()),
    ];
    let disk = folder(&files);
    let project = open_world(&disk).expect("a world");
    let found: Vec<_> = project.levels().map(|level| (&*level.name, level.position)).collect();
    let expected = [("room_-2_3", ivec2(84, -5)), ("room_1_0", ivec2(108, 7)), ("cave_x_5", ivec2(0, 5))];
    assert_eq!(found, expected, "the first pattern that finds a file places it, and a word is 0");

    // The same from a disk, whose world is in the current folder or not.
    let temporary = tempfile::tempdir().expect("a folder");
    for (path, content) in disk.files().filter(|(path, _)| path.starts_with("w")) {
        std::fs::write(temporary.path().join(path.file_name().expect("a file")), content).expect("a file");
    }
    std::fs::create_dir(temporary.path().join("room_7_7.tmx")).expect("a folder");
    let project = Project::open(temporary.path().join("all.world")).expect("a world");
    assert_eq!(project.levels().map(|level| level.position).collect::<Vec<_>>(), expected.map(|(_, at)| at));

    let only = FilesIn::new(temporary.path()).expect("a folder");
    let project = Project::read("all.world", &only, &ProjectOptions::default()).expect("a world");
    assert_eq!(project.levels().len(), 3);

    let unlisted = |path: &Path| disk.get(path);
    let error = Project::read("w/all.world", &unlisted, &ProjectOptions::default()).expect_err("no list").to_string();
    assert!(error.starts_with("w/all.world:1:15: the world finds its maps by patterns, but the reader"), "{error}");
}

#[test]
fn a_pattern_takes_no_longer_than_its_file_names() {
    // Each repetition within another one doubles the ways to match a letter, and no way ends well.
    let name = format!("w/{}.tmx", "a".repeat(2000));
    let pattern = "{\"patterns\": [{\"regexp\": \"((?:(?:(?:a*)*)*)*)(b)$\"}]}".to_owned();
    let disk = folder(&[(&name, row(SETS, &[1])), ("w/all.world", pattern)]);
    assert_eq!(open_world(&disk).map(|project| project.levels().len()).ok(), Some(0));
}

#[test]
fn long_patterns_and_lists_are_refused() {
    let fault = |text: String| error(&folder(&[("w/all.world", text), ("w/a.tmx", row(SETS, &[1, 0]))]));
    let long = format!("{{\"patterns\": [{{\"regexp\": \"{}\"}}]}}", "a".repeat(2000));
    assert!(fault(long).contains("has more than 1024 bytes"));
    let many: Vec<String> = (0..9000).map(|index| format!("{{\"fileName\": \"{index}.tmx\"}}")).collect();
    assert!(fault(format!("{{\"maps\": [{}]}}", many.join(","))).contains("the world has more than 8192 maps"));
}

#[test]
fn limits_hold_for_all_maps_together() {
    let object = r#"<objectgroup name="o"><object id="1" x="0" y="0"><properties><property name="p" value="1"/></properties>
        </object></objectgroup></map>"#;
    let with_object = |text: String| text.replace("</map>", object);
    let maps: Vec<_> = (0..4).map(|index| (format!("{index}.tmx"), [index * 8, 0])).collect();
    let listed: Vec<_> = maps.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    let paths: Vec<_> = maps.iter().map(|(name, _)| format!("w/{name}")).collect();
    let mut files = vec![("w/all.world", world(&listed))];
    files.extend(paths.iter().map(|path| (path.as_str(), with_object(row(SETS, &[1, 2])))));
    let disk = folder(&files);
    let open = |limits: LoadLimits| {
        let options = LoadOptions::default().limits(limits);
        open_with(&disk, &options.into()).map_err(|error| error.to_string())
    };
    let limits = LoadLimits::default;
    // Two tiles in one set of 8x4 pixels, whatever the number of maps.
    let least = limits().cells(8).objects(4).properties(4).tiles(2).map_pixels(512);
    let least = least.drawn_pixels(4 * 2 * 64 * 4);
    assert_eq!(open(least).expect("within the limits").levels().len(), 4);
    let third =
        "w/all.world:5:3: map '2' of the world and those before it: the map declares 6 cells, more than the limit of 5";
    assert!(open(limits().cells(5)).expect_err("too many").starts_with(third));
    let fourth = "map '3' of the world and those before it: the map has 4 objects and corners of objects";
    assert!(open(limits().objects(3)).expect_err("too many").contains(fourth));
    assert!(
        open(limits().properties(3)).expect_err("too many").contains("4 custom properties, more than the limit of 3")
    );
    let drawn = open(least.drawn_pixels(4 * 2 * 64 * 4 - 1)).expect_err("too many");
    assert!(drawn.contains("map '3' of the world") && drawn.contains("LoadLimits::drawn_pixels"), "{drawn}");
    // Sets in the maps are not shared.
    files.iter_mut().skip(1).for_each(|(_, text)| *text = map("width=\"1\" height=\"1\"", ""));
    let disk = folder(&files);
    let options = LoadOptions::default().limits(limits().tiles(7));
    let message = open_with(&disk, &options.into()).expect_err("too many tiles").to_string();
    assert!(message.contains("tiles, more than the limit of 7"), "{message}");
}

#[test]
fn a_world_is_recognized_and_has_no_int_grid() {
    assert!(Project::recognizes(world(&[("a.tmx", [0, 0])]).as_bytes()));
    assert!(Project::recognizes(br#"{ "patterns": [ { "regexp": "(a)(b)" } ] }"#));
    assert!(!Project::recognizes(br#"{ "type": "map", "layers": [] }"#));
    let disk = folder(&[("w/all.world", "{}".into())]);
    let empty = open_world(&disk).expect("a world without maps, by its name");
    assert_eq!((empty.levels().len(), empty.world_map(0).expect("nothing").layers().len()), (0, 0));
    let options = ProjectOptions::default().int_grid(IntGridRule::values(["Walls"]));
    let message = open_with(&disk, &options).expect_err("no IntGrid").to_string();
    assert!(message.contains("no IntGrid value is named 'Walls'"), "{message}");
    let message = TileMap::read("w/all.world", &disk, &LoadOptions::default()).expect_err("no map").to_string();
    assert!(message.starts_with("w/all.world:1:1: this is a JSON document, not a Tiled map"), "{message}");
}
