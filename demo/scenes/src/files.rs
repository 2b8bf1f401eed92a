//! The files that are part of the program.

use crate::file_kind::has_extension;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Expands to the bytes of a file, by its path in the repository.
macro_rules! embedded {
    ($path:expr) => {
        include_bytes!(concat!(env!("TILERAY_FILES"), "/", $path))
    };
}
pub(crate) use embedded;

macro_rules! files {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($((concat!($folder, $name), embedded!(concat!($folder, $name)))),*),*]
    };
}

/// The paths and the contents of files of the repository: the maps, in the order that they are shown, and their tile
/// sets and pictures. `Cargo.toml` names the same maps.
const FILES: &[(&str, &[u8])] = files! {
    "maps/": "cave.tmx" "town.tmx" "open.tmx" "rings.tmx" "office.yaml" "infinite.tmx" "office.pgm";
    "assets/": "cave-back.png" "cave-back.tsx" "cave-props.png" "cave-props.tsx" "cave.png" "cave.tsx"
        "drift.png" "drift.tsx" "islands.png" "islands.tsx" "machines.png" "machines.tsx" "rings.png" "rings.tsx"
        "sky.png" "sky.tsx" "stars.png" "stars.tsx" "town-cart.png" "town-fences.png" "town-fences.tsx"
        "town-garden.png" "town-ground.png" "town-houses.png" "town-houses.tsx" "town-lamps.png" "town-pine.png"
        "town-statue.png" "town-things.tsx" "town-tree.png" "town-well.png";
};

/// Returns the paths of the maps, which [`read`] takes.
pub fn maps() -> impl Iterator<Item = &'static Path> {
    FILES.iter().map(|(path, _)| Path::new(path)).filter(|path| path.starts_with("maps") && !has_extension(path, "pgm"))
}

/// Returns the content of a file of the program, by its path in the repository.
///
/// # Errors
///
/// [`ErrorKind::NotFound`] if the program has no such file.
pub fn read(path: &Path) -> Result<&'static [u8]> {
    // Paths are compared, not texts, as separators differ among systems.
    let found = FILES.iter().find(|(known, _)| Path::new(known) == path);
    found.map(|(_, bytes)| *bytes).ok_or_else(|| Error::from(ErrorKind::NotFound))
}
