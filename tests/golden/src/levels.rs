//! Levels as they are read from files: Tiled's, LDtk's, and a map of a robot.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use std::io;
use std::path::Path;
use tileray::load::{LoadOptions, OccupancyMap, OccupancyOptions, Project, ProjectOptions};
use tileray::terrain::StateHash;
use tileray::{LayerSet, SolidityMap, Terrain, TileMap};

macro_rules! files {
    ($path:expr, $($name:literal)*) => {
        match $path {
            $(Some($name) => Ok(include_bytes!(concat!("../../../", $name)).as_slice()),)*
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    };
}

/// Opens a file of the repository, from memory.
fn open(path: &Path) -> io::Result<&'static [u8]> {
    // Separators are those of the machine that reads.
    let path = path.to_str().map(|path| path.replace('\\', "/"));
    files!(path.as_deref(),
        "maps/cave.tmx" "assets/cave.tsx" "assets/cave.png" "assets/cave-back.tsx" "assets/cave-back.png"
        "assets/cave-props.tsx" "assets/cave-props.png" "assets/machines.tsx" "assets/machines.png"
        "maps/infinite.tmx" "assets/drift.tsx" "assets/drift.png" "assets/stars.tsx" "assets/stars.png"
        "maps/formats/level.ldtk" "maps/formats/level.tmj" "maps/formats/level-zstd.tmx" "maps/formats/level-gzip.tmx"
        "maps/formats/tiles.tsx" "maps/formats/tiles.tsj" "maps/formats/tiles.png"
        "maps/office.yaml" "maps/office.pgm" "assets/sprites/hero-moves.png"
    )
}

fn add_map(answers: &mut Answers, map: &TileMap) {
    answers.add(&(map.tile_size(), map.size(), map.bounds()));
    for layer in 0..map.layers().len() {
        answers.add(&map.placed_tiles(layer).map(|(cell, tile)| (cell, tile.tile(), tile.rect())).collect::<Vec<_>>());
    }
    answers.add(&map.objects().collect::<Vec<_>>());
    answers.add(&map.solidity());
    let terrain = Terrain::from_layers(map, &LayerSet::all(map)).expect("a map of the repository");
    let mut hash = StateHash::new();
    terrain.hash_state(&mut hash);
    answers.add(&hash.finish());
}

pub(crate) fn tiled(answers: &mut Answers, _: &Setting, _: &mut Numbers) {
    for path in ["maps/cave.tmx", "maps/infinite.tmx"] {
        match TileMap::read(path, &open, &LoadOptions::default()) {
            Ok(map) => add_map(answers, &map),
            Err(error) => panic!("{error}"),
        }
    }
}

/// One level in several formats and compressions.
pub(crate) fn formats(answers: &mut Answers, _: &Setting, _: &mut Numbers) {
    for path in ["maps/formats/level.tmj", "maps/formats/level-zstd.tmx", "maps/formats/level-gzip.tmx"] {
        match TileMap::read(path, &open, &LoadOptions::default()) {
            Ok(map) => add_map(answers, &map),
            Err(error) => panic!("{error}"),
        }
    }
    let project = Project::read("maps/formats/level.ldtk", &open, &ProjectOptions::default());
    let project = project.unwrap_or_else(|error| panic!("{error}"));
    for level in 0..project.levels().len() {
        add_map(answers, &project.map(level).expect("a level of the project"));
    }
}

/// A map of a robot with its frame, and a sprite's alpha.
pub(crate) fn pictures(answers: &mut Answers, _: &Setting, _: &mut Numbers) {
    let map = OccupancyMap::read("maps/office.yaml", &open, &OccupancyOptions::default());
    let map = map.unwrap_or_else(|error| panic!("{error}"));
    answers.add(&(map.occupied(), map.unknown(), &map.frame));
    add_map(answers, map.map());
    answers.add_result(&SolidityMap::read("assets/sprites/hero-moves.png", &open, &LoadOptions::default()));
}
