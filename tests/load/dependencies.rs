//! The files that a map was read from.

use crate::support::{Disk, map, rock};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use tileray::load::LoadOptions;
use tileray::{LoadError, TileMap};

/// A map with two tile sets in files, one of them named twice, a template with a set of its own, and a missing image
/// that no tile of a sheet needs.
fn disk() -> Disk {
    let sets = r#"<tileset firstgid="10" source="../sets/a.tsx"/><tileset firstgid="20" source="../sets/./a.tsx"/>
<tileset firstgid="30" source="../sets/b.tsx"/>
<objectgroup><object template="../t.tx" x="1" y="2"/><object template="../t.tx" x="3" y="4"/></objectgroup>
<layer name="l"><data encoding="csv">1,10,20,30</data></layer>"#;
    let set =
        |image: &str| format!(r#"<tileset name="s" tilewidth="4" tileheight="4"><image source="{image}"/></tileset>"#);
    let collection = r#"<tileset name="b" tilewidth="4" tileheight="4"><tile id="0"><image source="x.png"/></tile>
<tile id="1"><image source="y.png"/></tile><tile id="2"><image source="x.png"/></tile></tileset>"#;
    let template = r#"<template><tileset firstgid="1" source="sets/c.tsx"/><object gid="1"/></template>"#;
    Disk::default()
        .with("maps/m.tmx", map(r#"width="4" height="1""#, sets))
        .with("maps/rock.png", rock())
        .with("sets/a.tsx", set("a.png"))
        .with("sets/a.png", rock())
        .with("sets/b.tsx", collection)
        .with("sets/x.png", rock())
        .with("sets/y.png", rock())
        .with("t.tx", template)
        .with("sets/c.tsx", set("../c.png"))
        .with("c.png", rock())
        .with("sets/unused.png", rock())
}

#[test]
fn each_file_is_listed_once_with_the_map_first() {
    let map = disk().map("maps/m.tmx").unwrap();
    let files: Vec<&str> = map.dependencies().iter().map(|file| file.to_str().unwrap()).collect();
    let documents = ["maps/m.tmx", "sets/a.tsx", "sets/b.tsx", "t.tx", "sets/c.tsx"];
    let images = ["maps/rock.png", "sets/a.png", "sets/x.png", "sets/y.png", "c.png"];
    assert_eq!(files, [documents, images].concat());
    assert_eq!(map.clone().dependencies().as_ptr(), map.dependencies().as_ptr(), "clones share the list");
}

/// The list is neither more nor less than what a change of the map depends on. Without any of the files the map does not
/// load, and then the error names what to watch; or it has a warning, and the list still has the file.
#[test]
fn without_any_of_them_something_is_missing() {
    let decide_nothing = ["t.tx", "sets/c.tsx", "c.png", "sets/y.png"].map(Path::new);
    let files = disk().map("maps/m.tmx").unwrap().dependencies().to_vec();
    for missing in &files {
        let (disk, asked) = (disk(), RefCell::new(Vec::new()));
        let read = |path: &Path| {
            asked.borrow_mut().push(path.to_owned());
            if path == missing { Err(std::io::ErrorKind::NotFound.into()) } else { disk.get(path) }
        };
        let read = TileMap::read("maps/m.tmx", &read, &LoadOptions::default());
        assert!(asked.borrow().iter().all(|path| files.contains(path)));
        if decide_nothing.contains(&missing.as_path()) {
            let map = read.unwrap();
            assert!(map.dependencies().contains(missing));
            assert!(map.warnings()[0].message().starts_with(&format!("{}: there is no", missing.display())));
            continue;
        }
        let error: LoadError = read.unwrap_err();
        assert_eq!(error.path(), missing);
        let referencing_file = error.referencing_file().map(Path::to_owned);
        assert_eq!(referencing_file.is_none(), missing == Path::new("maps/m.tmx"), "{error}");
        assert!(referencing_file.is_none_or(|referencing_file| files.contains(&referencing_file)));
    }
}

#[test]
fn a_map_without_files_lists_none_until_it_is_told() {
    let mut map = TileMap::new((4, 4)).and_then(|map| map.with_size((2, 2))).unwrap();
    assert!(map.dependencies().is_empty());
    map.set_dependencies(["b.txt", "a.txt", "b.txt"].map(PathBuf::from));
    assert_eq!(map.dependencies(), ["b.txt", "a.txt"].map(PathBuf::from));
}
