//! The file system: what is there, what is not, and what is none of it.

use crate::support::{ascii_png, exceeded};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use tileray::SolidityMap;
use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};

#[test]
fn what_cannot_be_opened_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("empty.png"), "").unwrap();
    fs::write(path("long.png"), [0; 100]).unwrap();
    fs::create_dir(path("folder.png")).unwrap();
    let options = LoadOptions::default().limits(LoadLimits::default().file_bytes(99));
    let cases = [
        ("missing.png", LoadErrorKind::NotFound, "there is no such file"),
        ("empty.png/a.png", LoadErrorKind::NotFound, "there is no such file"),
        ("folder.png", LoadErrorKind::IsDirectory, "this is a folder"),
        ("empty.png", LoadErrorKind::Empty, "the file is empty"),
    ];
    for (name, kind, part) in cases {
        let error = SolidityMap::open_with(path(name), &options).unwrap_err();
        assert_eq!((error.kind(), error.path()), (&kind, &*path(name)));
        let message = error.to_string();
        assert!(message.contains(name) && message.contains(part) && !message.contains('\n'), "{message}");
    }
    let error = SolidityMap::open_with(path("long.png"), &options).unwrap_err();
    assert!(error.to_string().contains("long.png: the file has 100 bytes, more than the limit of 99"), "{error}");
    assert_eq!(exceeded::<()>(Err(error)), (Limit::FileBytes, 100, 99));
}

/// Devices and pipes may have no end, or none yet.
#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket.png");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for path in [Path::new("/dev/zero"), &socket] {
        let error = SolidityMap::open(path).unwrap_err();
        assert_eq!((error.kind(), error.path()), (&LoadErrorKind::NotRegular, path));
        let message = error.to_string();
        assert!(message.contains("a pipe or a device") && message.contains("name that"), "{message}");
    }
    let link = folder.path().join("link.png");
    fs::write(folder.path().join("a.png"), ascii_png("#.")).unwrap();
    std::os::unix::fs::symlink("a.png", &link).unwrap();
    assert_eq!(SolidityMap::open(&link).unwrap().to_ascii(), "#.\n");
}

/// A reader of its own kind: it knows the size of what it has, and says what it was asked for.
#[derive(Default)]
struct Archive {
    size: u64,
    opened: std::sync::Mutex<Vec<String>>,
}

impl tileray::load::AssetReader for Archive {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        self.opened.lock().unwrap().push(path.to_string_lossy().into_owned());
        match path.extension().is_some() {
            true => Ok(Box::new(io::repeat(7).take(self.size))),
            false => Err(io::Error::other("the archive is\nbroken")),
        }
    }

    fn size(&self, _: &Path) -> Option<u64> {
        Some(self.size)
    }
}

#[test]
fn readers_of_other_kinds() {
    let limits = LoadLimits::default();
    let read = |path: &str, size, limits| {
        let archive = Archive { size, ..Archive::default() };
        let options = LoadOptions::default().limits(limits);
        let error = SolidityMap::read(path, &archive, &options).unwrap_err();
        assert_eq!(*archive.opened.lock().unwrap(), [path]);
        error.to_string()
    };
    assert!(read("a.png", 1 << 20, limits).contains("a file of another kind, not a PNG"));
    assert!(read("a.png", 1 << 60, limits).contains("more than the limit of 268435456"));
    assert!(read("a.png", 0, limits).contains("the file is empty"));
    // The limit is the only bound: what the reader claims is not believed.
    assert!(read("a", u64::MAX, limits.file_bytes(u64::MAX)).contains("the archive is\\nbroken"));
}

/// Rust prints the error that `main` returns by `Debug`.
#[test]
fn debug_of_an_error_is_its_message() {
    let error = SolidityMap::open("missing.png").unwrap_err();
    assert!(error.to_string().starts_with("missing.png: there is no such file"));
    assert_eq!(format!("{error:?}"), error.to_string());
    assert_eq!(format!("{error:#?}"), error.to_string());
    assert_eq!(format!("{:?}", error.kind()), "NotFound");
}
