//! Input: where files come from, how they are read, and how much of an untrusted file is accepted.

use super::error::LoadError;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
use super::error::TextPosition;
use super::error_kind::LoadErrorKind;
use crate::solidity::SolidityRule;
use std::borrow::Cow;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
#[cfg(any(feature = "ldtk", feature = "tmx", test))]
use std::path::Component;
use std::path::{Path, PathBuf};

/// A source of files: a disk, an archive, a web page, or the program itself.
///
/// References in a map are joined with the folder of the referencing file and normalized: a reader is asked for
/// `assets/rock.png`, not for `maps/../assets/rock.png`. Closures from a path to bytes are readers:
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

    /// Returns the size of the file in bytes where it is known, so that a file that is too large is not read at
    /// all.
    fn size(&self, path: &Path) -> Option<u64> {
        let _ = path;
        None
    }

    /// Returns the names of the files in a folder, in any order, without those of the folders in it. Only worlds with
    /// patterns need it. The folder of a file without one is the empty path.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] of readers that do not implement it, such as closures.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let _ = folder;
        Err(ErrorKind::Unsupported.into())
    }
}

/// The regular files of the file system. Pipes and devices are errors, since reading them may block forever.
///
/// A map may reference any file that the program may read. [`FilesIn`](crate::load::FilesIn) confines it to a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Files;

impl AssetReader for Files {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        // Some systems open a folder and fail at the first read, some fail at once, and few say why. Opening a
        // pipe blocks until its other end is open. So the kind of file is checked first.
        let metadata = path.metadata()?;
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other(NotRegularError));
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

/// The error of [`Files`] for a pipe, a socket or a device.
#[derive(Debug, thiserror::Error)]
#[error("this is not a regular file")]
struct NotRegularError;

/// The error of a reader for a path that leads out of its folder.
#[derive(Debug, thiserror::Error)]
#[error("this is outside the folder '{}'", .folder.display())]
pub(super) struct OutsideFolderError {
    pub(super) folder: PathBuf,
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

/// A reader that notes which files are opened, in order, for [`TileMap::dependencies`](crate::tile::TileMap::dependencies).
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub(super) struct NotingReader<'a> {
    reader: &'a dyn AssetReader,
    opened: RefCell<Vec<PathBuf>>,
}

#[cfg(any(feature = "ldtk", feature = "tmx"))]
impl<'a> NotingReader<'a> {
    pub(super) const fn new(reader: &'a dyn AssetReader) -> Self {
        Self { reader, opened: RefCell::new(Vec::new()) }
    }

    /// Returns the paths of all files that were opened; a file that was opened twice is there twice.
    pub(super) fn into_opened(self) -> Vec<PathBuf> {
        self.opened.into_inner()
    }
}

#[cfg(any(feature = "ldtk", feature = "tmx"))]
impl AssetReader for NotingReader<'_> {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        self.opened.borrow_mut().push(path.to_owned());
        self.reader.open(path)
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.reader.size(path)
    }
}

/// Options for loading images and maps.
///
/// ```
/// use tileray::solidity::AlphaThreshold;
/// use tileray::load::{LoadLimits, LoadOptions};
///
/// let options = LoadOptions::default()
///     .with_rule(AlphaThreshold::at_least(128))
///     .with_limits(LoadLimits::default().with_image_pixels(1 << 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadOptions {
    /// The rule that decides which colors are solid; by default any alpha above 0.
    pub rule: SolidityRule,
    /// What makes the pixels of a map's tiles solid: by default the rule for colors.
    pub tile_solidity: TileSolidity,
    /// The width of polylines in pixels, where objects or collision shapes are solid; the default is 1.
    /// [`TileMap::object_mask`](crate::TileMap::object_mask) states which pixels it means. 0 leaves polylines out.
    pub line_width: u16,
    /// Whether a map keeps its tiles' images, four bytes a pixel, for programs that draw it.
    pub keep_images: bool,
    /// The limits for untrusted files.
    pub limits: LoadLimits,
}

/// What makes the pixels of a map's tiles solid.
///
/// Tiled's collision shapes are drawn by the rule of [`TileMap::object_mask`](crate::TileMap::object_mask), in the frame of
/// the tile's picture: a shape is scaled where its tile is scaled to the grid, and flipped with the tile. Pixels outside of
/// the picture are left out. All objects of the tile's collision layer count, whether shown or hidden, but points, texts
/// and tiles. The property `solid` = false of a tile or of its set frees the tile, whatever is chosen here.
///
/// ```
/// use tileray::load::{LoadOptions, TileSolidity};
///
/// let options = LoadOptions::default().with_tile_solidity(TileSolidity::ShapesOrPixels).with_line_width(2);
/// assert_eq!(LoadOptions::default().tile_solidity, TileSolidity::Pixels);
/// assert_eq!((options.line_width, LoadOptions::default().line_width), (2, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TileSolidity {
    /// The colors of the tile's picture, by [`LoadOptions::rule`].
    #[default]
    Pixels,
    /// The collision shapes of the tile; a tile without any is free.
    Shapes,
    /// The collision shapes of a tile that has any, else the colors of its picture. Points, texts and tiles are no shapes.
    ShapesOrPixels,
    /// All pixels of the tile. A picture that is scaled into a cell with its proportions fills the whole cell.
    Cells,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            rule: SolidityRule::default(),
            tile_solidity: TileSolidity::default(),
            line_width: 1,
            keep_images: false,
            limits: LoadLimits::default(),
        }
    }
}

impl LoadOptions {
    /// Sets the solidity rule.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<SolidityRule>) -> Self {
        self.rule = rule.into();
        self
    }

    /// Sets what makes the pixels of a map's tiles solid.
    #[must_use]
    pub const fn with_tile_solidity(mut self, solidity: TileSolidity) -> Self {
        self.tile_solidity = solidity;
        self
    }

    /// Sets the width of solid polylines in pixels.
    #[must_use]
    pub const fn with_line_width(mut self, pixels: u16) -> Self {
        self.line_width = pixels;
        self
    }

    /// Sets whether a map keeps its tiles' images.
    #[must_use]
    pub const fn with_images(mut self, keep: bool) -> Self {
        self.keep_images = keep;
        self
    }

    /// Sets the limits.
    #[must_use]
    pub const fn with_limits(mut self, limits: LoadLimits) -> Self {
        self.limits = limits;
        self
    }
}

/// Limits for untrusted files. A file beyond a limit is an error, before memory is allocated for it.
///
/// With the defaults a hostile file can take about 2 GiB at worst: an image with 16 bits a channel that fills
/// `map_pixels`, with images kept. Most take far less.
///
/// ```
/// use tileray::load::{LoadErrorKind, LoadLimits, LoadOptions};
/// use tileray::SolidityMap;
///
/// let options = LoadOptions::default().with_limits(LoadLimits::default().with_file_bytes(16));
/// let error = SolidityMap::open_with("assets/cave.png", &options).unwrap_err();
/// assert_eq!(error.kind(), &LoadErrorKind::FileTooLarge { limit: 16 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct LoadLimits {
    /// The maximum bytes of a file; the default is 256 MiB.
    pub file_bytes: u64,
    /// The maximum pixels of an image; the default is 2^26. A mask is decoded row by row. The pictures of tile sets
    /// are decoded as a whole, which takes up to 8 bytes a pixel.
    ///
    /// It is also the maximum bytes of the image's mask, or 64 KiB if that is more. A row of a mask takes 8 bytes
    /// for each 64 pixels begun, so this concerns images narrower than 8 pixels only.
    pub image_pixels: u64,
    /// The maximum pixels of all images of a map together, and of all its tiles together; the default is 2^28.
    /// The width of a tile is rounded up to a multiple of 64 pixels, as in its mask.
    ///
    /// It is also the maximum steps of drawing collision shapes and solid objects: one for each row that an edge crosses,
    /// 32 for a row of an ellipse or of a line, one for a pixel of a rotated tile, 16 for a cell of a solid layer of
    /// objects. A step takes a few ns.
    pub map_pixels: u64,
    /// The maximum cells of all layers of a map; the default is 2^26. Reading takes about 12 bytes a cell; runs of
    /// empty cells in compressed data take almost none.
    pub cells: u64,
    /// The maximum pixels of the tiles in all cells of a map together; the default is 2^36. Where tiles are larger than
    /// cells they overlap, and each counts. The width of a tile is rounded up as for `map_pixels`.
    ///
    /// [`Terrain::from_map`](crate::Terrain::from_map) draws 2^36 pixels in one or two seconds.
    pub drawn_pixels: u64,
    /// The maximum tiles of all tile sets of a map; the default is 2^20.
    pub tiles: u64,
    /// The maximum objects of a map, including the corners of their outlines and the collision shapes of its tiles; the
    /// default is 2^20. Reading
    /// takes about 400 bytes an object.
    pub objects: u64,
    /// The maximum custom properties of a map, including its layers, objects and tile sets; the default is
    /// 2^20. Each takes about 100 bytes and its text.
    pub properties: u64,
    /// The maximum depth of nested layer groups; the default is 64.
    pub nesting: usize,
}

/// Implements the method of [`LoadLimits`] that sets a limit, for each of them.
macro_rules! limit_setters {
    ($($method:ident sets $limit:ident: $number:ty;)*) => {
        impl LoadLimits {$(
            #[doc = concat!("Sets [`", stringify!($limit), "`](Self::", stringify!($limit), ").")]
            #[must_use]
            pub const fn $method(mut self, $limit: $number) -> Self {
                self.$limit = $limit;
                self
            }
        )*}
    };
}

limit_setters! {
    with_file_bytes sets file_bytes: u64;
    with_image_pixels sets image_pixels: u64;
    with_map_pixels sets map_pixels: u64;
    with_cells sets cells: u64;
    with_drawn_pixels sets drawn_pixels: u64;
    with_tiles sets tiles: u64;
    with_objects sets objects: u64;
    with_properties sets properties: u64;
    with_nesting sets nesting: usize;
}

impl LoadLimits {
    /// The bytes that a mask may take whatever the limit of pixels.
    pub(super) const LEAST_MASK_BYTES: u64 = 1 << 16;
}

impl Default for LoadLimits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 28,
            image_pixels: 1 << 26,
            map_pixels: 1 << 28,
            cells: 1 << 26,
            drawn_pixels: 1 << 36,
            tiles: 1 << 20,
            objects: 1 << 20,
            properties: 1 << 20,
            nesting: 64,
        }
    }
}

/// Reads a whole file: at least one byte, and at most the limit.
pub(super) fn read_file(reader: &dyn AssetReader, path: &Path, limits: &LoadLimits) -> Result<Vec<u8>, LoadError> {
    let fail = |kind| LoadError::new(path, kind);
    let unreadable = |error: io::Error| match error.kind() {
        // A path through a file as if it were a folder does not exist.
        ErrorKind::NotFound | ErrorKind::NotADirectory => fail(LoadErrorKind::NotFound),
        ErrorKind::IsADirectory => fail(LoadErrorKind::IsDirectory),
        _ if matches!(error.get_ref(), Some(inner) if inner.is::<NotRegularError>()) => fail(LoadErrorKind::NotRegular),
        _ => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(OutsideFolderError { folder }) => {
                fail(LoadErrorKind::OutsideFolder { folder: folder.display().to_string() })
            }
            None => fail(LoadErrorKind::Unreadable { message: error.to_string() }),
        },
    };
    let limit = limits.file_bytes;
    let mut file = reader.open(path).map_err(unreadable)?;
    let size = reader.size(path);
    if size.is_some_and(|size| size > limit) {
        return Err(fail(LoadErrorKind::FileTooLarge { limit }));
    }
    let mut bytes = Vec::new();
    // The size is only a hint: if there is no memory for it, the read may still succeed.
    let _ = bytes.try_reserve_exact(size.unwrap_or(0) as usize);
    file.by_ref().take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 {
        0 => Err(fail(LoadErrorKind::Empty)),
        length if length > limit => Err(fail(LoadErrorKind::FileTooLarge { limit })),
        _ => Ok(bytes),
    }
}

/// A text file with its path, for errors with positions.
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub(super) struct TextDocument {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

#[cfg(any(feature = "ldtk", feature = "tmx"))]
impl TextDocument {
    /// Returns the line and column of a byte.
    pub(super) fn position(&self, at: usize) -> TextPosition {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        // Counts the first bytes of characters; the others have the form 10xxxxxx.
        let column = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
        TextPosition { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1, column }
    }

    /// Creates an error at a byte of the document.
    pub(super) fn error(&self, at: usize, kind: LoadErrorKind) -> LoadError {
        LoadError::new(&self.path, kind).at(self.position(at))
    }
}

/// Resolves a reference in the file at `from` to a path without `.`, and without `..` after a folder.
#[cfg(any(feature = "ldtk", feature = "tmx", test))]
pub(super) fn resolve(from: &Path, reference: &str) -> PathBuf {
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
    // An empty path names nothing in a message.
    if normal.as_os_str().is_empty() { PathBuf::from(".") } else { normal }
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
