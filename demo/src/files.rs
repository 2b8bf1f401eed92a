//! The maps that are part of the program, and which kind a file is of.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Paths in the repository and what the files there hold.
type FileTable = [(&'static str, &'static [u8])];

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../", $path)))),*]
    };
}

/// The maps, in the order that they are shown.
const MAPS: &FileTable =
    files!["maps/cave.tmx", "maps/town.tmx", "maps/open.tmx", "maps/rings.tmx", "maps/infinite.tmx"];

/// The tile sets and pictures of the maps.
const ASSETS: &FileTable = files![
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

/// Returns the path of a map, which [`read`] knows.
pub(crate) fn path(index: usize) -> &'static Path {
    Path::new(MAPS[index % COUNT].0)
}

/// Returns a file of the program, by its path in the repository.
pub(crate) fn read(path: &Path) -> Result<&'static [u8]> {
    // Compared as paths, so that the separators of other systems make no difference.
    let found = MAPS.iter().chain(ASSETS).find(|(known, _)| Path::new(known) == path);
    found.map(|(_, bytes)| *bytes).ok_or_else(|| Error::from(ErrorKind::NotFound))
}

/// The kind of an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A PNG.
    Image,
    /// A tile map.
    Map,
}

/// The extensions of the formats that levels are kept in. One that cannot be read is refused by its content, so that
/// the message says what the file is.
const MAP_EXTENSIONS: [&str; 7] = ["tmx", "tsx", "xml", "tmj", "tsj", "json", "ldtk"];

/// The first bytes of every PNG.
const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

impl FileKind {
    /// Decides by the extension, and by the content where the extension says nothing.
    ///
    /// Never fails: a file that is neither is a map that its loader refuses, with the reason.
    pub(crate) fn of(path: &Path) -> Self {
        match path.extension().map(OsStr::to_ascii_lowercase) {
            Some(extension) if extension == "png" => Self::Image,
            Some(extension) if MAP_EXTENSIONS.iter().any(|known| extension == *known) => Self::Map,
            _ if begins_as_png(path) => Self::Image,
            _ => Self::Map,
        }
    }
}

fn begins_as_png(path: &Path) -> bool {
    let mut start = [0; PNG_SIGNATURE.len()];
    // A pipe would wait for its other end, and its first bytes would be gone.
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == PNG_SIGNATURE
}
