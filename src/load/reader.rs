use super::{LoadError, LoadErrorKind, LoadLimits};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;
#[cfg(any(feature = "tmx", test))]
use std::path::{Component, PathBuf};

/// Where files come from: a disk, an archive, a web page, the program itself.
///
/// A map's references are joined with the folder of the file they stand in and made plain, so a reader that knows
/// `assets/rock.png` is asked for that and not for `maps/../assets/rock.png`. Closures from a path to bytes are readers:
///
/// ```
/// # #[cfg(feature = "tmx")] {
/// use std::{io, path::Path};
/// use tileray::load::LoadOptions;
/// use tileray::TileMap;
///
/// let files = |path: &Path| match path.to_str() {
///     Some("maps/empty.tmx") => Ok(&br#"<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8"/>"#[..]),
///     _ => Err(io::ErrorKind::NotFound.into()),
/// };
/// let map = TileMap::read("maps/empty.tmx", &files, &LoadOptions::default())?;
/// assert_eq!(map.size().x, 2);
/// # }
/// # Ok::<(), tileray::LoadError>(())
/// ```
pub trait AssetReader {
    /// Opens the file at `path`; it is read from its start to its end or to a limit, once.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] and [`ErrorKind::IsADirectory`] get messages of their own.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>>;

    /// The size of the file in bytes where it is known beforehand, so that a file that is too large is not read at all.
    fn size(&self, path: &Path) -> Option<u64> {
        let _ = path;
        None
    }
}

/// The files of the system; only regular ones, since a pipe or a device may keep its reader waiting for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Files;

impl AssetReader for Files {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        // Some systems open a folder and fail at the first read, some fail at once, and few say why. To open a pipe
        // already waits for its other end, so this is asked first.
        let metadata = path.metadata()?;
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other(NotRegular));
        }
        Ok(Box::new(File::open(path)?))
    }

    fn size(&self, path: &Path) -> Option<u64> {
        path.metadata().ok().map(|metadata| metadata.len())
    }
}

/// What [`Files`] says of a pipe, a socket or a device.
#[derive(Debug, thiserror::Error)]
#[error("this is not a regular file")]
struct NotRegular;

fn is_not_regular(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    error.is::<NotRegular>()
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

/// All bytes of a file, at least one and at most the limit.
pub(super) fn read_file(reader: &dyn AssetReader, path: &Path, limits: &LoadLimits) -> Result<Vec<u8>, LoadError> {
    let fail = |kind| LoadError::new(path, kind);
    let unreadable = |error: io::Error| match error.kind() {
        // A name with a NUL byte, or one that goes through a file as if it were a folder, is none that exists.
        ErrorKind::NotFound | ErrorKind::NotADirectory => fail(LoadErrorKind::NotFound),
        ErrorKind::IsADirectory => fail(LoadErrorKind::IsDirectory),
        _ if error.get_ref().is_some_and(is_not_regular) => fail(LoadErrorKind::NotRegular),
        _ => fail(LoadErrorKind::Unreadable { message: error.to_string() }),
    };
    let limit = limits.file_bytes;
    let mut file = reader.open(path).map_err(unreadable)?;
    let size = reader.size(path);
    if size.is_some_and(|size| size > limit) {
        return Err(fail(LoadErrorKind::FileTooLarge { limit }));
    }
    let mut bytes = Vec::new();
    // Without room for what the reader promises, reading finds out what is there.
    let _ = bytes.try_reserve_exact(size.unwrap_or(0) as usize);
    file.by_ref().take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 {
        0 => Err(fail(LoadErrorKind::Empty)),
        length if length > limit => Err(fail(LoadErrorKind::FileTooLarge { limit })),
        _ => Ok(bytes),
    }
}

/// A reference in the file at `from`, as a path: without `.`, and without `..` wherever a folder stands before it.
#[cfg(any(feature = "tmx", test))]
pub(super) fn resolve(from: &Path, reference: &str) -> PathBuf {
    let joined = from.parent().unwrap_or(Path::new("")).join(reference);
    let mut plain = PathBuf::new();
    for component in joined.components() {
        match (component, plain.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                plain.pop();
            }
            (Component::ParentDir, Some(Component::RootDir)) => {}
            _ => plain.push(component),
        }
    }
    plain
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
        ];
        for (from, reference, expected) in cases {
            assert_eq!(resolve(Path::new(from), reference), Path::new(expected), "{reference} in {from}");
        }
    }
}
