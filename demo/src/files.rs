//! The files that are part of the program, and the kinds of input files.

use image::ImageFormat;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;
use tileray::load::Project;

macro_rules! files {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($((concat!($folder, $name), include_bytes!(concat!("../../", $folder, $name)))),*),*]
    };
}

/// The paths and the contents of files of the repository: the maps, in the order that they are shown, and their tile
/// sets and pictures.
const FILES: &[(&str, &[u8])] = files! {
    "maps/": "cave.tmx" "town.tmx" "open.tmx" "rings.tmx" "infinite.tmx";
    "assets/": "cave-back.png" "cave-back.tsx" "cave-props.png" "cave-props.tsx" "cave.png" "cave.tsx"
        "drift.png" "drift.tsx" "islands.png" "islands.tsx" "machines.png" "machines.tsx" "rings.png" "rings.tsx"
        "sky.png" "sky.tsx" "stars.png" "stars.tsx" "town-cart.png" "town-fences.png" "town-fences.tsx"
        "town-garden.png" "town-ground.png" "town-houses.png" "town-houses.tsx" "town-lamps.png" "town-pine.png"
        "town-statue.png" "town-things.tsx" "town-tree.png" "town-well.png";
};

/// Returns the paths of the maps, which [`read`] takes.
pub(crate) fn maps() -> impl Iterator<Item = &'static Path> {
    FILES.iter().map(|(path, _)| Path::new(path)).filter(|path| path.starts_with("maps"))
}

/// Returns the content of a file of the program, by its path in the repository.
pub(crate) fn read(path: &Path) -> Result<&'static [u8]> {
    // Paths are compared, not texts, as separators differ among systems.
    let found = FILES.iter().find(|(known, _)| Path::new(known) == path);
    found.map(|(_, bytes)| *bytes).ok_or_else(|| Error::from(ErrorKind::NotFound))
}

/// The kind of an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A picture.
    Image,
    /// A tile map.
    Map,
    /// A project of LDtk, or a world of Tiled.
    Project,
}

/// The extensions of formats of maps. Formats that cannot be read are among them, as the message of the loader names
/// the format.
const MAP_EXTENSIONS: [&str; 5] = ["tmx", "tsx", "xml", "tmj", "tsj"];

/// The extensions of projects and of their levels, whose message names the project.
const PROJECT_EXTENSIONS: [&str; 3] = ["ldtk", "ldtkl", "world"];

/// The number of bytes by which a project is recognized.
const PROJECT_START: u64 = 4096;

/// The extensions of pictures.
const IMAGE_EXTENSIONS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "bmp", "gif"];

/// Returns whether a path has an extension, in upper or lower case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

impl FileKind {
    /// Returns the kind of a file by its extension, or by its content if the extension is unknown.
    ///
    /// Any other file is a map, which the loader refuses with the reason.
    pub(crate) fn of(path: &Path) -> Self {
        match path.extension().map(OsStr::to_ascii_lowercase) {
            Some(extension) if IMAGE_EXTENSIONS.iter().any(|known| extension == *known) => Self::Image,
            Some(extension) if MAP_EXTENSIONS.iter().any(|known| extension == *known) => Self::Map,
            Some(extension) if PROJECT_EXTENSIONS.iter().any(|known| extension == *known) => Self::Project,
            _ => match start_of(path) {
                start if is_image(&start) => Self::Image,
                start if Project::recognizes(&start) => Self::Project,
                _ => Self::Map,
            },
        }
    }
}

/// Returns whether a file begins like a picture that the library reads.
fn is_image(start: &[u8]) -> bool {
    use ImageFormat::{Bmp, Gif, Jpeg, Png, WebP};
    matches!(image::guess_format(start), Ok(Bmp | Gif | Jpeg | Png | WebP))
}

/// Returns the first bytes of a file; none where it cannot be read.
fn start_of(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    // To read from a pipe would take its first bytes away.
    if path.is_file() {
        let _ = File::open(path).and_then(|file| file.take(PROJECT_START).read_to_end(&mut start));
    }
    start
}
