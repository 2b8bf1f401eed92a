//! The files in one folder, for untrusted maps.

use crate::load::LoadErrorKind;
use crate::load::input::{AssetReader, Files};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// The regular files in a folder and the folders in it, for untrusted maps. Paths are relative to the folder.
///
/// [`LoadErrorKind::OutsideFolder`] refuses absolute paths, paths that leave the folder by `..`, and symbolic links
/// that lead out of it. Backslashes and drive letters are refused on every system, so that all systems refuse the same
/// maps. Percent signs have no meaning.
///
/// Each path is resolved before its file is opened. A program that replaces a folder by a link in between can still
/// lead out of the folder. So nobody else should be able to write to it.
///
/// ```
/// # #[cfg(feature = "tmx")] {
/// use tileray::load::{FilesIn, LoadErrorKind, LoadOptions};
/// use tileray::TileMap;
///
/// // The tile set of the cave is in another folder, ../assets.
/// let maps = FilesIn::new("maps")?;
/// let error = TileMap::read("cave.tmx", &maps, &LoadOptions::default()).unwrap_err();
/// assert!(matches!(error.kind(), LoadErrorKind::OutsideFolder { .. }));
///
/// let all = FilesIn::new(".")?;
/// assert!(TileMap::read("maps/cave.tmx", &all, &LoadOptions::default()).is_ok());
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// [`LoadErrorKind::OutsideFolder`]: crate::load::LoadErrorKind::OutsideFolder
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilesIn {
    /// The folder, as it was given.
    folder: PathBuf,
    /// The folder without symbolic links.
    resolved: PathBuf,
}

impl FilesIn {
    /// Creates a reader of the files in a folder.
    ///
    /// # Errors
    /// [`ErrorKind::NotADirectory`] if `folder` is not a folder. Else the error of resolving its path, such as
    /// [`ErrorKind::NotFound`].
    pub fn new(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        let resolved = folder.canonicalize()?;
        if !resolved.is_dir() {
            return Err(ErrorKind::NotADirectory.into());
        }
        Ok(Self { folder, resolved })
    }

    /// Returns the folder, as it was given.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a file without symbolic links.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let folder = self.folder.display();
        let outside = || io::Error::other(LoadErrorKind::OutsideFolder { folder: folder.to_string() });
        if !stays_inside(path) {
            return Err(outside());
        }
        let resolved = self.resolved.join(path).canonicalize()?;
        if resolved.starts_with(&self.resolved) { Ok(resolved) } else { Err(outside()) }
    }
}

impl AssetReader for FilesIn {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        // The reader that is returned does not borrow the path.
        let path = self.resolve(path)?;
        Files.open(&path).map(|file| -> Box<dyn Read + '_> { file })
    }

    fn size(&self, path: &Path) -> Option<u64> {
        Files.size(&self.resolve(path).ok()?)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        Files.list(&self.resolve(folder)?)
    }
}

/// Returns whether a relative path stays in its folder, by its text alone. The rules of Windows apply on every system.
fn stays_inside(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes();
    if text.contains(&b'\\') || matches!(text, [letter, b':', ..] if letter.is_ascii_alphabetic()) {
        return false;
    }
    let depth = path.components().try_fold(0_usize, |depth, component| match component {
        Component::Normal(_) => Some(depth + 1),
        Component::CurDir => Some(depth),
        Component::ParentDir => depth.checked_sub(1),
        Component::RootDir | Component::Prefix(_) => None,
    });
    depth.is_some()
}
