//! The maps that are part of the program, so that it runs from any folder.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Paths in the repository and what the files there hold.
type Files = [(&'static str, &'static [u8])];

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../", $path)))),*]
    };
}

/// The maps, in the order that they are shown.
const MAPS: &Files = files!["maps/cave.tmx", "maps/town.tmx", "maps/open.tmx", "maps/rings.tmx", "maps/infinite.tmx"];

/// What the maps are made of.
const ASSETS: &Files = files![
    "assets/cave-back.png",
    "assets/cave-back.tsx",
    "assets/cave-props.png",
    "assets/cave-props.tsx",
    "assets/cave.png",
    "assets/cave.tsx",
    "assets/drift.png",
    "assets/drift.tsx",
    "assets/islands.png",
    "assets/islands.tsx",
    "assets/machines.png",
    "assets/machines.tsx",
    "assets/rings.png",
    "assets/rings.tsx",
    "assets/sky.png",
    "assets/sky.tsx",
    "assets/stars.png",
    "assets/stars.tsx",
    "assets/town-cart.png",
    "assets/town-fences.png",
    "assets/town-fences.tsx",
    "assets/town-garden.png",
    "assets/town-ground.png",
    "assets/town-houses.png",
    "assets/town-houses.tsx",
    "assets/town-lamps.png",
    "assets/town-pine.png",
    "assets/town-statue.png",
    "assets/town-things.tsx",
    "assets/town-tree.png",
    "assets/town-well.png",
];

/// The number of maps.
pub(crate) const COUNT: usize = MAPS.len();

/// The path of a map, which [`read`] knows.
pub(crate) fn path(index: usize) -> &'static Path {
    Path::new(MAPS[index % COUNT].0)
}

/// A file of the program, by its path in the repository.
pub(crate) fn read(path: &Path) -> Result<&'static [u8]> {
    // Compared as paths, so that the separators of other systems make no difference.
    let found = MAPS.iter().chain(ASSETS).find(|(known, _)| Path::new(known) == path);
    found.map(|(_, bytes)| *bytes).ok_or_else(|| Error::from(ErrorKind::NotFound))
}
