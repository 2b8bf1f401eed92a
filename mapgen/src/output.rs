//! The files: which there are, and writing them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::encode::{PixelFormat, png};
use crate::map::Map;
use crate::tileset::{Source, TileSet};
use crate::{cave, formats, infinite, office, open, preview, rings, sprites, tmx, town};

/// A map's name, and what makes it.
type Maker = (&'static str, fn() -> Map);

/// All maps of more than one screen.
const MAPS: [Maker; 5] =
    [("cave", cave::map), ("infinite", infinite::map), ("open", open::map), ("rings", rings::map), ("town", town::map)];

/// The level that `maps/formats/` has in every format.
const LEVEL: Maker = ("level", formats::level);

const LICENSE: &str = "\
The pictures and tile sets in this directory and below it, and the maps in maps/, are
drawn by the program in mapgen/. To the extent possible under law, the authors of
Tileray have waived all copyright and related or neighboring rights to them:

CC0 1.0 Universal, https://creativecommons.org/publicdomain/zero/1.0/
";

/// Writes everything below this directory.
pub(crate) fn write_all(root: &Path) -> Result<()> {
    for (path, bytes) in files()? {
        let path = root.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("creating {}", parent.display()))?;
        }
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// All files by their path below the root.
fn files() -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for (name, make) in MAPS {
        let map = make();
        for (_, set) in &map.tilesets {
            tileset_files(set, &mut files).with_context(|| format!("tile set {}", set.name))?;
        }
        let text = tmx::write(&map).with_context(|| format!("map {name}"))?;
        add(&mut files, format!("maps/{name}.tmx"), text.into_bytes())?;
    }
    for (path, bytes) in formats::files()? {
        add(&mut files, format!("maps/formats/{path}"), bytes)?;
    }
    for (path, bytes) in office::files() {
        add(&mut files, path, bytes)?;
    }
    for (name, picture) in sprites::all() {
        let bytes = png(&picture, PixelFormat::Rgba)?;
        add(&mut files, format!("assets/{name}.png"), bytes)?;
    }
    add(&mut files, "assets/LICENSE".to_owned(), LICENSE.into())?;
    // A checkout must not change a byte, whatever its system's line endings are.
    for folder in ["assets", "maps"] {
        add(&mut files, format!("{folder}/.gitattributes"), b"* -text\n".to_vec())?;
    }
    Ok(files)
}

fn tileset_files(set: &TileSet, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    match &set.source {
        Source::Sheet { picture, format, .. } => {
            let path = format!("assets/{}.png", set.name);
            add(files, path, png(picture, *format)?)?;
        }
        Source::Collection(tiles) => {
            for tile in tiles {
                let bytes = png(&tile.picture, PixelFormat::Rgba)?;
                add(files, format!("assets/{}", tile.file), bytes)?;
            }
        }
    }
    if set.external {
        let text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", set.xml(None, ""));
        add(files, format!("assets/{}.tsx", set.name), text.into_bytes())?;
    }
    Ok(())
}

/// Adds a file. Two maps may share one, if they agree about what is in it.
fn add(files: &mut BTreeMap<String, Vec<u8>>, path: String, bytes: Vec<u8>) -> Result<()> {
    if let Some(other) = files.get(&path) {
        ensure!(*other == bytes, "two different files are named {path}");
    }
    files.insert(path, bytes);
    Ok(())
}

/// Draws maps as pictures into a directory: all without arguments, otherwise those that are named.
/// `cave@320,200,640,360,2` means that part of the cave in pixels, at twice the size.
pub(crate) fn preview(directory: &Path, wanted: &[&str]) -> Result<()> {
    fs::create_dir_all(directory)?;
    let maps = || MAPS.iter().chain([&LEVEL]);
    let all: Vec<&str> = maps().map(|(name, _)| *name).collect();
    for wanted in if wanted.is_empty() { &all } else { wanted } {
        if *wanted == "sprites" {
            for (name, picture) in sprites::all() {
                let bytes = png(&picture.scaled(8), PixelFormat::Rgba)?;
                fs::write(directory.join(format!("{}.png", name.replace('/', "-"))), bytes)?;
            }
            continue;
        }
        let (name, part) = wanted.split_once('@').unwrap_or((wanted, ""));
        let Some((_, make)) = maps().find(|(known, _)| *known == name) else {
            bail!("there is no map {name}; there are {}", all.join(", "));
        };
        let mut picture = preview::render(&make());
        if !part.is_empty() {
            let numbers: Vec<i32> = part.split(',').map(str::parse).collect::<Result<_, _>>()?;
            let [x, y, width, height, scale] = numbers[..] else {
                bail!("a part is five numbers: x,y,width,height,scale");
            };
            picture = picture.crop(x, y, width, height).scaled(scale);
        }
        let path = directory.join(format!("{}.png", wanted.replace(['@', ','], "-")));
        fs::write(path, png(&picture, PixelFormat::Rgba)?)?;
    }
    Ok(())
}
