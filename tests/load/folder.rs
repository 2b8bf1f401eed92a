//! A reader that is confined to a folder: what it reads, and what it refuses.

use crate::support::ascii_png;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use tileray::SolidityMap;
use tileray::load::{FilesIn, LoadErrorKind, LoadOptions};

/// A folder `levels` with a picture and a picture in a folder, beside a picture that is nobody's business.
fn folders() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("levels/sets")).unwrap();
    for name in ["secret.png", "levels/a.png", "levels/sets/b.png", "levels/a%20b.png", "levels/..a.png"] {
        fs::write(path(name), ascii_png("#.")).unwrap();
    }
    folder
}

fn read(files: &FilesIn, path: impl AsRef<Path>) -> Result<SolidityMap, tileray::LoadError> {
    SolidityMap::read(path, files, &LoadOptions::default())
}

#[test]
fn files_in_the_folder_are_read() {
    let folder = folders();
    let files = FilesIn::new(folder.path().join("levels")).unwrap();
    assert_eq!(files.folder(), folder.path().join("levels"));
    for path in ["a.png", "./a.png", "sets/b.png", "sets/../a.png", "a%20b.png", "..a.png", "sets//b.png"] {
        assert_eq!(read(&files, path).unwrap().to_ascii(), "#.\n", "{path}");
    }
    for (path, kind) in [("gone.png", LoadErrorKind::NotFound), ("sets", LoadErrorKind::IsDirectory)] {
        assert_eq!(read(&files, path).unwrap_err().kind(), &kind);
    }
    // Names in the folder. What stands for a dot or a space in the address of a page is a part of one.
    for path in ["%2e%2e/secret.png", "a..png", "...", "ab:c", "a b/\u{fc}"] {
        let error = read(&files, path).unwrap_err();
        assert!(!matches!(error.kind(), LoadErrorKind::OutsideFolder { .. }), "{error}");
    }
}

#[test]
fn paths_that_leave_the_folder_are_refused() {
    let folder = folders();
    let levels = folder.path().join("levels");
    let files = FilesIn::new(&levels).unwrap();
    let absolute = levels.join("a.png");
    let paths = [
        "../secret.png",
        "sets/../../secret.png",
        "sets/../..",
        "..",
        "../levels/a.png",
        "/",
        "/etc/passwd",
        "//server/share/a.png",
        absolute.to_str().unwrap(),
        "C:\\levels\\a.png",
        "C:/levels/a.png",
        "c:a.png",
        "\\\\server\\share\\a.png",
        "\\a.png",
        "..\\secret.png",
        "sets\\b.png",
        "sets\\..\\..\\secret.png",
    ];
    for path in paths {
        let error = read(&files, path).unwrap_err();
        let expected = LoadErrorKind::OutsideFolder { folder: levels.display().to_string() };
        assert_eq!((error.kind(), error.path()), (&expected, Path::new(path)));
        let message = error.to_string();
        assert!(
            message.contains("is outside the folder") && message.contains("copy the file into the folder"),
            "{message}"
        );
    }
}

#[test]
fn names_that_no_file_has_are_errors() {
    let folder = folders();
    let files = FilesIn::new(folder.path().join("levels")).unwrap();
    let long = "n".repeat(100_000);
    let deep = "d/".repeat(50_000) + "a.png";
    // Each of these characters is eight in a message.
    let controls = "\u{2028}".repeat(1000);
    for path in ["a.png\0", "\0", &long, &deep, &controls, &("a.png/".to_owned() + &long)] {
        let error = read(&files, path).unwrap_err();
        let is_named = matches!(error.kind(), LoadErrorKind::Unreadable { .. } | LoadErrorKind::NotFound);
        assert!(is_named, "{error}");
        let message = error.to_string();
        assert!(message.len() < 600 && !message.contains('\0'), "{message}");
    }
    // The middle of a long path is left out of the message, and its length is that of the path in the error.
    let error = read(&files, &long).unwrap_err();
    assert_eq!(error.path().as_os_str().len(), 100_000);
}

#[test]
fn a_folder_that_is_none_is_an_error() {
    let folder = folders();
    assert_eq!(FilesIn::new(folder.path().join("gone")).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(FilesIn::new(folder.path().join("secret.png")).unwrap_err().kind(), ErrorKind::NotADirectory);
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_folder_only() {
    use std::os::unix::fs::symlink;
    let folder = folders();
    let levels = folder.path().join("levels");
    let link = |target: &str, name: &str| symlink(target, levels.join(name)).unwrap();
    link("sets/b.png", "inside.png");
    link("../secret.png", "outside.png");
    link("..", "up");
    link("/dev/zero", "zero.png");
    link("loop.png", "loop.png");
    link("gone.png", "dangling.png");
    // The folder itself may be named by a link.
    symlink("levels", folder.path().join("link")).unwrap();
    for files in [FilesIn::new(&levels).unwrap(), FilesIn::new(folder.path().join("link")).unwrap()] {
        assert_eq!(read(&files, "inside.png").unwrap().to_ascii(), "#.\n");
        for path in ["outside.png", "up/secret.png", "up/levels/../secret.png", "zero.png"] {
            let error = read(&files, path).unwrap_err();
            assert!(matches!(error.kind(), LoadErrorKind::OutsideFolder { .. }), "{path}: {error}");
        }
        // It leads back into the folder.
        assert!(read(&files, "up/levels/a.png").is_ok());
        assert!(matches!(read(&files, "loop.png").unwrap_err().kind(), LoadErrorKind::Unreadable { .. }));
        assert_eq!(read(&files, "dangling.png").unwrap_err().kind(), &LoadErrorKind::NotFound);
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_sockets_are_refused() {
    let folder = folders();
    let levels = folder.path().join("levels");
    let _listener = std::os::unix::net::UnixListener::bind(levels.join("socket.png")).unwrap();
    let files = FilesIn::new(&levels).unwrap();
    assert_eq!(read(&files, "socket.png").unwrap_err().kind(), &LoadErrorKind::NotRegular);
}

/// The error names the reference, its place and the remedy.
#[test]
fn a_reference_that_leaves_the_folder_is_named_with_its_place() {
    use crate::support::{map, rock};
    let folder = folders();
    let levels = folder.path().join("levels");
    let layer = r#"<layer name="l"><data encoding="csv">1</data></layer>"#;
    let text = map(r#"width="1" height="1""#, layer);
    let files = FilesIn::new(&levels).unwrap();
    let open = |reference: &str| {
        fs::write(levels.join("sets/a.tmx"), text.replace("rock.png", reference)).unwrap();
        tileray::TileMap::read("sets/a.tmx", &files, &LoadOptions::default())
    };
    fs::write(levels.join("rock.png"), rock()).unwrap();
    assert!(open("../rock.png").is_ok());
    for reference in ["../../secret.png", "/etc/passwd", "C:\\rock.png", "..\\rock.png", "\\\\server\\rock.png"] {
        let error = open(reference).unwrap_err();
        assert!(matches!(error.kind(), LoadErrorKind::OutsideFolder { .. }), "{reference}: {error}");
        let message = error.to_string();
        let expected = ["secret.png: ", "passwd: ", "rock.png: "];
        assert!(expected.iter().any(|name| message.contains(name)), "{message}");
        for part in ["referenced by sets/a.tmx:4:3, tile set 'rock'", "copy the file into the folder"] {
            assert!(message.contains(part), "{message}");
        }
    }
}
