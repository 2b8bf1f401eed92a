//! The committed assets and maps are what the program draws, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{root, run};

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
    // Not of the crate `tempfile`: its unoptimized copies of generic functions would take the place of optimized ones here.
    let fresh = std::env::temp_dir().join(format!("mapgen-{}", std::process::id()));
    run(&[fresh.to_str().expect("a path in UTF-8")]).expect("all files");
    let mut stale = Vec::new();
    for folder in ["assets", "maps"] {
        for new in files_below(&fresh.join(folder)) {
            let path = new.strip_prefix(&fresh).expect("a path below the directory");
            let bytes = fs::read(&new).expect("a new file");
            if fs::read(root().join(path)).ok() != Some(bytes) {
                stale.push(path.to_owned());
            }
        }
    }
    fs::remove_dir_all(&fresh).expect("the directory is removed");
    assert!(stale.is_empty(), "run `cargo run -p mapgen` and commit the result: {stale:?} differ");
}
