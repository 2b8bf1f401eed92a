//! The kinds of input files, by name or by content.

use image::ImageFormat;
use std::io::Read;
use std::path::Path;
use tileray::load::{AssetReader, Project};

/// The kind of an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A picture.
    Image,
    /// A tile map.
    Map,
    /// A project of LDtk, or a world of Tiled.
    Project,
    /// The map of a robot.
    Robot,
}

/// The extensions of each kind. Some files that cannot be read are among them, as the message of the loader names their
/// format, the project of a level, or the file beside a PGM.
const EXTENSIONS: [(FileKind, &[&str]); 4] = [
    (FileKind::Image, &["png", "jpg", "jpeg", "webp", "bmp", "gif"]),
    (FileKind::Map, &["tmx", "tsx", "xml", "tmj", "tsj"]),
    (FileKind::Project, &["ldtk", "ldtkl", "world"]),
    (FileKind::Robot, &["yaml", "yml", "pgm"]),
];

/// The number of bytes by which a project is recognized.
const PROJECT_START: u64 = 4096;

/// Returns whether a path has an extension, in upper or lower case.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

impl FileKind {
    /// Returns the kind of a file by its extension, or by its content if the extension is unknown.
    ///
    /// Any other file is a map, which the loader refuses with the reason.
    pub fn of(path: &Path, reader: &dyn AssetReader) -> Self {
        let is_named = |(_, known): &&(Self, &[&str])| known.iter().any(|known| has_extension(path, known));
        if let Some((kind, _)) = EXTENSIONS.iter().find(is_named) {
            return *kind;
        }
        match start_of(path, reader) {
            start if is_image(&start) => Self::Image,
            start if Project::recognizes(&start) => Self::Project,
            _ => Self::Map,
        }
    }
}

/// Returns whether a file begins like a picture that the library reads.
fn is_image(start: &[u8]) -> bool {
    use ImageFormat::{Bmp, Gif, Jpeg, Png, WebP};
    matches!(image::guess_format(start), Ok(Bmp | Gif | Jpeg | Png | WebP))
}

/// Returns the first bytes of a file; none if it cannot be read. [`Files`](tileray::load::Files) refuses pipes, whose first
/// bytes would be lost.
fn start_of(path: &Path, reader: &dyn AssetReader) -> Vec<u8> {
    let mut start = Vec::new();
    let _ = reader.open(path).and_then(|file| file.take(PROJECT_START).read_to_end(&mut start));
    start
}
