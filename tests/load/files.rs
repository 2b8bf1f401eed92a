//! The file system: what is there, what is not, and what is none of it.

use crate::support::ascii_png;
use std::fs;
use tileray::{LoadErrorKind, LoadLimits, LoadOptions, SolidityMap};

#[test]
fn a_picture_opens_from_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    fs::write(&path, ascii_png("#1. .5#")).unwrap();
    assert_eq!(SolidityMap::open(&path).unwrap().to_ascii(), "##.\n.##\n");
    let options = LoadOptions::default().with_rule(tileray::AlphaThreshold::at_least(128));
    assert_eq!(SolidityMap::open_with(&path, &options).unwrap().to_ascii(), "#..\n.##\n");
}

#[test]
fn what_cannot_be_opened_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("empty.png"), "").unwrap();
    fs::write(path("long.png"), [0; 100]).unwrap();
    fs::create_dir(path("folder.png")).unwrap();
    let options = LoadOptions::default().with_limits(LoadLimits::default().with_file_bytes(99));
    let cases = [
        ("missing.png", LoadErrorKind::NotFound, "there is no such file"),
        ("empty.png/a.png", LoadErrorKind::NotFound, "there is no such file"),
        ("folder.png", LoadErrorKind::IsDirectory, "this is a folder"),
        ("empty.png", LoadErrorKind::Empty, "the file is empty"),
        ("long.png", LoadErrorKind::FileTooLarge { limit: 99 }, "more than 99 bytes"),
    ];
    for (name, kind, part) in cases {
        let error = SolidityMap::open_with(path(name), &options).unwrap_err();
        assert_eq!((error.kind(), error.path()), (&kind, &*path(name)));
        let message = error.to_string();
        assert!(message.contains(name) && message.contains(part) && !message.contains('\n'), "{message}");
    }
}

#[cfg(feature = "tmx")]
#[test]
fn a_map_opens_from_the_disk() {
    use crate::support::{map, rock};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tmx");
    fs::write(&path, map(r#"width="1" height="1""#, r#"<layer name="l"><data encoding="csv">2</data></layer>"#))
        .unwrap();
    let error = tileray::TileMap::open(&path).unwrap_err().to_string();
    assert!(error.contains("rock.png: there is no such file") && error.contains("a.tmx:4:3"), "{error}");
    fs::write(folder.path().join("rock.png"), rock()).unwrap();
    assert_eq!(tileray::TileMap::open(&path).unwrap().solidity().to_ascii(), "...#\n..##\n.###\n####\n");
}
