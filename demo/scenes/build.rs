//! Finds the maps and pictures that are part of the program.
//!
//! A package has them in its own folder. In a clone `assets` and `maps` are links to the repository's folders, but Windows
//! checks links out as files.

use std::env;
use std::path::PathBuf;

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = if package.join("assets").is_dir() { package } else { package.join("../..") };
    println!("cargo::rustc-env=TILERAY_FILES={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
}
