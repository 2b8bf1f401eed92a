use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a file is read as.
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
