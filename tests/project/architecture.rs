//! The layers of `src/` import one way only, and a crate is named only where its work is done.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with those it may import: itself and what stands before it.
const LAYERS: [(&str, &[&str]); 16] = [
    ("geometry", &["geometry"]),
    ("parallel", &["parallel"]),
    ("simd", &["simd"]),
    ("space", &["geometry", "space"]),
    ("solidity", &["geometry", "solidity"]),
    ("tile", &["geometry", "solidity", "tile"]),
    ("load", &["geometry", "solidity", "tile", "load"]),
    ("terrain", &["geometry", "simd", "solidity", "tile", "terrain"]),
    ("raycast", &["geometry", "parallel", "simd", "solidity", "tile", "terrain", "raycast"]),
    ("collide", &["geometry", "parallel", "simd", "collide"]),
    ("cast", &["geometry", "parallel", "simd", "solidity", "tile", "terrain", "raycast", "collide", "cast"]),
    ("sight", &["geometry", "parallel", "solidity", "tile", "terrain", "raycast", "sight"]),
    ("scan", &["geometry", "parallel", "simd", "solidity", "tile", "terrain", "raycast", "sight", "scan"]),
    ("motion", &["geometry", "solidity", "tile", "terrain", "raycast", "motion"]),
    ("hull", &["geometry", "solidity", "collide", "hull"]),
    ("sprite", &["geometry", "parallel", "simd", "solidity", "tile", "terrain", "raycast", "collide", "sprite"]),
];

/// Crates that only some layers may name.
const CRATES: [(&str, &[&str]); 12] = [
    ("image", &["load"]),
    ("png", &["load"]),
    ("crc32fast", &["load"]),
    ("quick_xml", &["load"]),
    ("serde_core", &["load"]),
    ("serde_json", &["load"]),
    ("flate2", &["load"]),
    ("regex_lite", &["load"]),
    ("ruzstd", &["load"]),
    ("saphyr_parser", &["load"]),
    ("rayon_core", &["parallel"]),
    ("fearless_simd", &["simd", "raycast", "collide"]),
];

pub(super) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn each_line_of(layer: &str, mut check: impl FnMut(&str, &str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer);
    let files = sources(&folder);
    assert!(!files.is_empty(), "layer {layer} has no files");
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            check(code, &format!("{}:{}", file.display(), index + 1));
        }
    }
}

/// The names that follow `prefix` in a line of code.
fn names_after<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    code.split(prefix).skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn layers_import_one_way() {
    for (layer, allowed) in LAYERS {
        each_line_of(layer, |code, place| {
            for name in names_after(code, "crate::") {
                let is_layer = LAYERS.iter().any(|(other, _)| *other == name);
                assert!(!is_layer || allowed.contains(&name), "{place}: {layer} imports {name}, which stands above it");
                // A path through the façade would hide the layer it comes from.
                assert!(is_layer, "{place}: name the layer in `crate::{name}`");
            }
        });
    }
}

#[test]
fn crates_are_named_where_their_work_is_done() {
    for (layer, _) in LAYERS {
        each_line_of(layer, |code, place| {
            for (name, homes) in CRATES {
                let used = code.contains(&format!("{name}::")) && !code.contains(&format!("_{name}::"));
                assert!(!used || homes.contains(&layer), "{place}: {name} belongs to {homes:?}");
            }
        });
    }
}

/// A clock that is set back changes nothing: only the monotonic one is read.
#[test]
fn no_file_reads_the_time_of_day() {
    for folder in ["src", "demo/src", "demo/scenes/src"] {
        for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let text = fs::read_to_string(&file).expect("a source file");
            assert!(!text.contains("SystemTime"), "{} reads the time of day", file.display());
        }
    }
}

#[test]
fn every_folder_of_sources_is_a_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source).expect("the sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(
            ["lib.rs", "accessors.rs"].contains(&name.as_str()) || LAYERS.iter().any(|(layer, _)| *layer == name),
            "{name} is in no layer"
        );
    }
}
