//! Draws the tile sets in `assets/` and writes the maps in `maps/`, the same bytes each time.
//!
//! `mapgen [DIR]` writes below a directory, by default the repository root; `mapgen --preview DIR`
//! draws each map as one picture instead.

mod cave;
mod drawings;
mod encode;
mod formats;
mod infinite;
mod json;
mod land;
mod ldtk;
mod map;
mod noise;
mod office;
mod open;
mod output;
mod palette;
mod picture;
mod preview;
mod rings;
mod rock;
mod sprites;
#[cfg(test)]
mod tests;
mod tileset;
mod tmj;
mod tmx;
mod town;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

fn run(arguments: &[&str]) -> Result<()> {
    match *arguments {
        [] => output::write_all(&root()),
        ["--preview", directory, ref maps @ ..] => output::preview(Path::new(directory), maps),
        [directory] if !directory.starts_with('-') => output::write_all(Path::new(directory)),
        _ => bail!("usage: mapgen [DIR] | mapgen --preview DIR [MAP..]"),
    }
}

/// The repository, wherever it has been checked out.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
