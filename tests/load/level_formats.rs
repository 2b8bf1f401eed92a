//! A level that is saved in every format is the same level: `maps/formats/level*`.

use std::fs;
use std::path::{Path, PathBuf};
use tileray::glam::ivec2;
use tileray::terrain::StateHash;
use tileray::tile::MapObject;
use tileray::{Rect, Terrain, TileMap};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("maps/formats")
}

/// The level in each format of Tiled, by its file name.
fn maps_of_tiled() -> Vec<(String, TileMap)> {
    let mut maps = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "tmx" || ending == "tmj") {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            maps.push((name, TileMap::open(&path).unwrap_or_else(|error| panic!("{error}"))));
        }
    }
    maps.sort_by(|one, other| one.0.cmp(&other.0));
    maps
}

fn hash(map: &TileMap) -> u64 {
    let mut hash = StateHash::default();
    Terrain::from_map(map).hash_state(&mut hash);
    hash.finish()
}

/// Asserts that two maps have the same layers, with the same pixels, and the same objects.
#[track_caller]
fn assert_same_level(name: &str, map: &TileMap, expected: &TileMap) {
    let layers = |map: &TileMap| map.layers().map(|layer| (layer.name.clone(), layer.offset)).collect::<Vec<_>>();
    assert_eq!(layers(map), layers(expected), "{name}");
    assert_eq!(hash(map), hash(expected), "{name}");
    let objects = |map: &TileMap| {
        let about = |object: &MapObject| {
            let properties = object.properties.iter().filter(|(name, _)| *name != "iid");
            let properties: Vec<_> = properties.map(|(name, value)| (name.to_owned(), value.clone())).collect();
            (object.class.clone(), object.position, object.size, properties)
        };
        map.objects().map(about).collect::<Vec<_>>()
    };
    assert_eq!(objects(map), objects(expected), "{name}");
}

#[test]
fn every_format_of_tiled_is_the_same_level() {
    let maps = maps_of_tiled();
    let names: Vec<&str> = maps.iter().map(|(name, _)| name.as_str()).collect();
    let expected = "level-base64.tmx level-csv.tmx level-gzip.tmx level-infinite.tmj level-infinite.tmx level-tsj.tmx \
        level-tsx.tmj level-xml.tmx level-zlib.tmj level-zlib.tmx level-zstd.tmx level.tmj";
    assert_eq!(names.join(" "), expected);
    let (_, first) = &maps[1];
    for (name, map) in &maps {
        assert_same_level(name, map, first);
    }
}

/// LDtk numbers objects in its own way, gives them its own names, and has an identifier for each.
#[test]
fn projects_of_ldtk_are_the_same_level() {
    use tileray::load::Project;
    let expected = TileMap::open(folder().join("level-csv.tmx")).unwrap();
    for name in ["level.ldtk", "level-external.ldtk"] {
        let project = Project::open(folder().join(name)).unwrap();
        assert_eq!(
            project.levels().map(|level| (&*level.name, level.rect())).collect::<Vec<_>>(),
            [("cellar", Rect::new(ivec2(0, 0), ivec2(640, 384)))]
        );
        assert_same_level(name, &project.map(0).unwrap(), &expected);
    }
}

/// What all formats are compared with is the level that was drawn.
#[test]
fn the_level_is_the_one_that_was_drawn() {
    let map = TileMap::open(folder().join("level-csv.tmx")).unwrap();
    let names: Vec<_> = map.layers().map(|layer| (&*layer.name, layer.offset)).collect();
    assert_eq!(names, [("ground", ivec2(0, 0)), ("stones", ivec2(0, 0)), ("ledges", ivec2(8, -5))]);
    let classes: Vec<_> = map.objects().map(|object| object.class.as_str()).collect();
    assert_eq!(classes, ["spawn", "coin", "coin", "coin", "door"]);
    // A floor that falls beside the peak at (64, 304), a ceiling, a crate on the floor and a plank beside the grid.
    let terrain = Terrain::from_map(&map);
    for (x, y, picture) in [
        (16, 304, "...............##............... ..............####.............."),
        (32, 64, "################ ###############."),
        (144, 143, "................################ ################################"),
        (184, 43, "################ ################ ################ ################ ..#...........#.."),
    ] {
        for (row, line) in (y..).zip(picture.split(' ')) {
            let seen: String =
                (x..).take(line.len()).map(|x| if terrain.is_solid(ivec2(x, row)) { '#' } else { '.' }).collect();
            assert_eq!(seen, line, "from ({x}, {row})");
        }
    }
    assert_eq!(terrain.bounds(), Rect::new(ivec2(0, 0), ivec2(640, 384)));
}
