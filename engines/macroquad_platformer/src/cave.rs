//! The files of the cave, which are part of the program: it runs on a web page as on a desktop.

use platformer_game::game::{LAYERS, Level};
use std::io::{self, ErrorKind};
use std::path::Path;
use tileray::LayerSet;

const FILES: [(&str, &[u8]); 11] = [
    ("maps/cave.tmx", include_bytes!("../../../maps/cave.tmx")),
    ("assets/cave.tsx", include_bytes!("../../../assets/cave.tsx")),
    ("assets/cave.png", include_bytes!("../../../assets/cave.png")),
    ("assets/cave-back.tsx", include_bytes!("../../../assets/cave-back.tsx")),
    ("assets/cave-back.png", include_bytes!("../../../assets/cave-back.png")),
    ("assets/cave-props.tsx", include_bytes!("../../../assets/cave-props.tsx")),
    ("assets/cave-props.png", include_bytes!("../../../assets/cave-props.png")),
    ("assets/machines.tsx", include_bytes!("../../../assets/machines.tsx")),
    ("assets/machines.png", include_bytes!("../../../assets/machines.png")),
    ("assets/sprites/coin.png", COIN),
    ("assets/sprites/drone.png", DRONE),
];

/// The sheets of the sprites: frames of equal size in a row.
pub(crate) const HERO: &[u8] = include_bytes!("../../../assets/sprites/hero-moves.png");
pub(crate) const COIN: &[u8] = include_bytes!("../../../assets/sprites/coin.png");
pub(crate) const DRONE: &[u8] = include_bytes!("../../../assets/sprites/drone.png");
pub(crate) const FLAG: &[u8] = include_bytes!("../../../assets/sprites/flag.png");
pub(crate) const CRATE: &[u8] = include_bytes!("../../../assets/sprites/crate.png");
pub(crate) const PLATFORM: &[u8] = include_bytes!("../../../assets/sprites/platform.png");

/// Reads the level, or tells what is wrong with it.
pub(crate) fn level() -> Result<Level, String> {
    let files = |path: &Path| -> io::Result<&[u8]> {
        let found = FILES.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, bytes)| *bytes).ok_or_else(|| ErrorKind::NotFound.into())
    };
    let level = Level::read(Path::new("maps/cave.tmx"), Path::new("assets/sprites"), &files);
    level.map_err(|error| error.to_string())
}

/// Returns the solid layers of the level.
pub(crate) fn solid(level: &Level) -> LayerSet {
    LayerSet::named(&level.map, LAYERS).expect("the layers that the level was made of")
}
