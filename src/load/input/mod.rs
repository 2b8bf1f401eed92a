//! Input: the sources of files, and how a file is read.

mod folder;

use crate::load::error::{Limit, LoadError, LoadErrorKind, TextPosition};
use crate::load::limits::LoadLimits;
pub use folder::FilesIn;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::mem::replace;
use std::path::Component;
use std::path::{Path, PathBuf};

/// A source of files: a disk, an archive, a web page, or the program itself.
///
/// References in a map are joined with the folder of the referencing file and normalized: a reader is asked for
/// `assets/rock.png`, not for `maps/../assets/rock.png`. A closure from a path to bytes is a reader:
///
/// ```
/// # #[cfg(feature = "tmx")] {
/// use std::{io, path::Path};
/// use tileray::load::LoadOptions;
/// use tileray::TileMap;
///
/// let files = |path: &Path| match path.to_str() {
///     Some("maps/empty.tmx") => {
///         Ok(&br#"<map width="2" height="1" tilewidth="8" tileheight="8"/>"#[..])
///     }
///     _ => Err(io::ErrorKind::NotFound.into()),
/// };
/// let map = TileMap::read("maps/empty.tmx", &files, &LoadOptions::default())?;
/// assert_eq!(map.size().x, 2);
/// # }
/// # Ok::<(), tileray::LoadError>(())
/// ```
pub trait AssetReader {
    /// Opens the file at `path`. The file is read once, from its start to its end or to a limit.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] and [`ErrorKind::IsADirectory`] have their own messages.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>>;

    /// Returns the size of the file in bytes if it is known, so that a file that is too large is not read at all.
    fn size(&self, path: &Path) -> Option<u64> {
        let _ = path;
        None
    }

    /// Returns the names of the files in a folder, in any order, without files of its subfolders. Only worlds with
    /// patterns need it. The empty path is the folder of a path without a folder.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] if the reader does not implement it, as closures do not.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let _ = folder;
        Err(ErrorKind::Unsupported.into())
    }
}

/// The regular files of the file system. Pipes and devices are errors, as reading them may block forever.
///
/// A map may reference any file that the program may read. [`FilesIn`] confines maps to a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Files;

impl AssetReader for Files {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        // Some systems open a folder and fail at the first read, others fail at once, and few say why. Opening a pipe
        // blocks until its other end is open. So the kind of file is checked first.
        let metadata = path.metadata()?;
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other(LoadErrorKind::NotRegular));
        }
        Ok(Box::new(File::open(path)?))
    }

    fn size(&self, path: &Path) -> Option<u64> {
        path.metadata().ok().map(|metadata| metadata.len())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut names = Vec::new();
        for entry in folder.read_dir()? {
            let entry = entry?;
            if entry.path().is_file() {
                names.push(entry.file_name().into());
            }
        }
        Ok(names)
    }
}

impl<F, B> AssetReader for F
where
    F: Fn(&Path) -> io::Result<B>,
    B: Into<Cow<'static, [u8]>>,
{
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(Cursor::new(self(path)?.into())))
    }
}

/// A reader that records the opened files, for [`TileMap::dependencies`](crate::tile::TileMap::dependencies).
pub(in crate::load) struct NotingReader<'a> {
    reader: &'a dyn AssetReader,
    opened: RefCell<Vec<PathBuf>>,
}

impl<'a> NotingReader<'a> {
    pub(in crate::load) const fn new(reader: &'a dyn AssetReader) -> Self {
        Self { reader, opened: RefCell::new(Vec::new()) }
    }

    /// Returns the paths of all opened files, in order. A file that was opened twice is there twice.
    pub(in crate::load) fn into_opened(self) -> Vec<PathBuf> {
        self.opened.into_inner()
    }
}

impl AssetReader for NotingReader<'_> {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        self.opened.borrow_mut().push(path.to_owned());
        self.reader.open(path)
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.reader.size(path)
    }
}

/// Reads a whole file. An empty file, or one above the limit, is an error.
pub(in crate::load) fn read_file(
    reader: &dyn AssetReader,
    path: &Path,
    limits: &LoadLimits,
) -> Result<Vec<u8>, LoadError> {
    let fail = |kind| LoadError::new(path, kind);
    let unreadable = |error: io::Error| match error.kind() {
        // A path that uses a file as a folder does not exist.
        ErrorKind::NotFound | ErrorKind::NotADirectory => fail(LoadErrorKind::NotFound),
        ErrorKind::IsADirectory => fail(LoadErrorKind::IsDirectory),
        // The readers of this crate give the fault themselves.
        _ => match error.get_ref().and_then(|inner| inner.downcast_ref::<LoadErrorKind>()) {
            Some(refused) => fail(refused.clone()),
            None => fail(LoadErrorKind::Unreadable { message: error.to_string() }),
        },
    };
    let limit = limits.file_bytes;
    let mut file = reader.open(path).map_err(unreadable)?;
    let size = reader.size(path);
    limits.check(Limit::FileBytes, size.unwrap_or(0)).map_err(fail)?;
    let mut bytes = Vec::new();
    // The size is only a hint. If there is no memory for it, the read may still succeed.
    let _ = bytes.try_reserve_exact(size.unwrap_or(0) as usize);
    file.by_ref().take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 {
        0 => Err(fail(LoadErrorKind::Empty)),
        length => limits.check(Limit::FileBytes, length).map(|()| bytes).map_err(fail),
    }
}

/// A text file with its path, for errors with positions.
pub(in crate::load) struct TextDocument {
    pub(in crate::load) path: PathBuf,
    pub(in crate::load) text: String,
    /// The positions of every 4096th byte, once one was asked for. So many errors in one document take little time.
    marks: OnceCell<Vec<TextPosition>>,
}

impl TextDocument {
    /// Reads a text in UTF-8, without its byte order mark. `check` sees the bytes first and returns an error if they
    /// are another kind of file. `malformed` makes the error for a detail.
    pub(in crate::load) fn read(
        reader: &dyn AssetReader,
        path: PathBuf,
        limits: &LoadLimits,
        check: impl FnOnce(&[u8]) -> Result<(), LoadErrorKind>,
        malformed: fn(String) -> LoadErrorKind,
    ) -> Result<Self, LoadError> {
        let mut bytes = read_file(reader, &path, limits)?;
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        check(&bytes).map_err(|kind| LoadError::new(&path, kind))?;
        let marks = OnceCell::new();
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path, text, marks }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                Err(Self { path, text, marks }.error(valid, malformed("it is not UTF-8".into())))
            }
        }
    }

    /// Reads a text that looks like an object of JSON. Another file is not the `expected` one.
    pub(in crate::load) fn read_json(
        reader: &dyn AssetReader,
        path: PathBuf,
        limits: &LoadLimits,
        [expected, remedy]: [&'static str; 2],
        malformed: fn(String) -> LoadErrorKind,
    ) -> Result<Self, LoadError> {
        let check = |bytes: &[u8]| match is_json_object(bytes) {
            true => Ok(()),
            false => Err(LoadErrorKind::WrongFile { found: describe_content(bytes), expected, remedy }),
        };
        Self::read(reader, path, limits, check, malformed)
    }

    /// Returns the line and column of a byte.
    pub(in crate::load) fn position(&self, at: usize) -> TextPosition {
        const STEP: usize = 4096;
        let text = self.text.as_bytes();
        let start = TextPosition { line: 1, column: 1 };
        let next = |TextPosition { line, column }, byte: &u8| match byte {
            b'\n' => TextPosition { line: line + 1, column: 1 },
            // The bytes of a character but the first.
            0x80..=0xbf => TextPosition { line, column },
            _ => TextPosition { line, column: column + 1 },
        };
        let marks = self.marks.get_or_init(|| {
            let mark = |mark: &mut TextPosition, bytes: &[u8]| Some(replace(mark, bytes.iter().fold(*mark, next)));
            text.chunks(STEP).scan(start, mark).collect()
        });
        let at = at.min(text.len());
        let mark = at.saturating_sub(1) / STEP;
        text[mark * STEP..at].iter().fold(marks.get(mark).copied().unwrap_or(start), next)
    }

    /// Returns the byte at which a part of the text begins.
    pub(in crate::load) fn offset_of(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Creates an error at a byte of the document.
    pub(in crate::load) fn error(&self, at: usize, kind: LoadErrorKind) -> LoadError {
        LoadError::new(&self.path, kind).at(self.position(at))
    }
}

/// Returns whether a text looks like an object of JSON.
pub(in crate::load) fn is_json_object(text: &[u8]) -> bool {
    text.trim_ascii_start().first() == Some(&b'{')
}

/// Resolves a reference in the file at `from` to a path without `.`, and without `..` after a folder name.
pub(in crate::load) fn resolve(from: &Path, reference: &str) -> PathBuf {
    let joined = from.parent().unwrap_or(Path::new("")).join(reference);
    let mut normal = PathBuf::new();
    for component in joined.components() {
        match (component, normal.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                normal.pop();
            }
            (Component::ParentDir, Some(Component::RootDir)) => {}
            _ => normal.push(component),
        }
    }
    // An empty path would leave a gap in a message.
    if normal.as_os_str().is_empty() { PathBuf::from(".") } else { normal }
}

/// The first bytes of every PNG.
pub(in crate::load) const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Describes a project of LDtk in messages.
pub(in crate::load) const LDTK: &str = "an LDtk project";

/// Describes a world of Tiled in messages.
pub(in crate::load) const WORLD: &str = "a Tiled world";

/// Guesses the kind of a file from its first bytes, in words for messages.
pub(in crate::load) fn describe_content(bytes: &[u8]) -> &'static str {
    let starts: [(&[u8], &str); 12] = [
        (PNG_SIGNATURE, "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"BM", "a BMP image"),
        (b"II*\0", "a TIFF image"),
        (b"MM\0*", "a TIFF image"),
        (b"qoif", "a QOI image"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\xfe\xff", "a text in UTF-16"),
        (b"\xff\xfe", "a text in UTF-16"),
        (b"%PDF", "a PDF document"),
    ];
    if let Some((_, what)) = starts.iter().find(|(start, _)| bytes.starts_with(start)) {
        return what;
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return "a WebP image";
    }
    if let [b'P', kind @ b'1'..=b'6', after, ..] = bytes
        && after.is_ascii_whitespace()
    {
        return if matches!(kind, b'2' | b'5') { "a PGM image" } else { "a PBM or PPM image" };
    }
    // The size of the file comes before the magic number.
    if bytes.get(4..6) == Some(b"\xe0\xa5") {
        return "an Aseprite file";
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = &text[..text.len().min(4096)];
    let holds = |needle: &[u8]| start.windows(needle.len()).any(|window| window == needle);
    match text.first() {
        Some(b'<') if holds(b"<map") => "a Tiled map (TMX)",
        Some(b'<') if holds(b"<tileset") => "a Tiled tile set (TSX)",
        Some(b'<') if holds(b"<template") => "a Tiled template (TX)",
        Some(b'<') if holds(b"<svg") => "an SVG image",
        Some(b'<') => "an XML document",
        Some(b'{') if holds(b"\"onlyShowAdjacentMaps\"") => WORLD,
        Some(b'{') if (holds(b"\"maps\"") && holds(b"\"fileName\"")) || holds(b"\"regexp\"") => WORLD,
        Some(b'{' | b'[') if holds(b"__header__") || holds(b"ldtk") => LDTK,
        Some(b'{' | b'[') => "a JSON document",
        _ if start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace()) => "a text",
        _ => "a file of another kind",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_plain_paths() {
        let cases = [
            ("maps/a.tmx", "../assets/a.png", "assets/a.png"),
            ("a.tmx", "./b/./c.png", "b/c.png"),
            ("a.tmx", "../../b.png", "../../b.png"),
            ("/maps/a.tmx", "../../../b.png", "/b.png"),
            ("maps/a.tmx", "/b.png", "/b.png"),
            ("", "b.png", "b.png"),
            ("a.tmx", ".", "."),
            ("maps/a.tmx", "..", "."),
            ("maps/a.tmx", "", "maps"),
        ];
        for (from, reference, expected) in cases {
            assert_eq!(resolve(Path::new(from), reference), Path::new(expected), "{reference} in {from}");
        }
    }
}
