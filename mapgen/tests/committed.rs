//! The committed assets and maps are what the program draws, byte for byte, and other readers of
//! Tiled's format can load them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files in a folder and in those below it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

#[test]
fn committed_files_are_up_to_date() {
    let fresh = tempfile::tempdir().expect("a temporary directory");
    let status = Command::new(env!("CARGO_BIN_EXE_mapgen")).arg(fresh.path()).status().expect("mapgen starts");
    assert!(status.success());
    let mut stale = Vec::new();
    for folder in ["assets", "maps"] {
        for new in files_below(&fresh.path().join(folder)) {
            let path = new.strip_prefix(fresh.path()).expect("a path below the directory");
            let bytes = fs::read(&new).expect("a new file");
            if fs::read(root().join(path)).ok() != Some(bytes) {
                stale.push(path.to_owned());
            }
        }
    }
    assert!(stale.is_empty(), "run `cargo run -p mapgen` and commit the result: {stale:?} differ");
}

#[test]
fn every_map_loads() {
    for entry in fs::read_dir(root().join("maps")).expect("maps/") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "tmx") {
            let map = tiled::Loader::new().load_tmx_map(&path);
            let map = map.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(map.layers().count() > 0, "{}", path.display());
            for set in map.tilesets() {
                let images = set.tiles().filter_map(|(_, tile)| tile.image.clone());
                for image in images.chain(set.image.clone()) {
                    let path = &image.source;
                    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    let decoder = png::Decoder::new(std::io::BufReader::new(file));
                    let reader = decoder.read_info().expect("a PNG file");
                    let size = (reader.info().width as i32, reader.info().height as i32);
                    assert_eq!(size, (image.width, image.height), "{}", path.display());
                }
            }
        }
    }
}
