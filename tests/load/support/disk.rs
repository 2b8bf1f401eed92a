//! Files in memory, maps from a few words, and what such a map shows.

use super::ascii_png;
use std::collections::BTreeMap;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use tileray::glam::ivec2;
use tileray::load::AssetReader;
use tileray::solidity::Orientation;
use tileray::{LoadError, load::LoadOptions};
use tileray::{SolidityMap, TileMap};

/// Files by their names.
#[derive(Clone, Default)]
pub(crate) struct Disk(BTreeMap<PathBuf, Vec<u8>>);

impl AssetReader for Disk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(Cursor::new(self.get(path)?)))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let inside = self.files().filter(|(path, _)| path.parent() == Some(folder));
        Ok(inside.filter_map(|(path, _)| path.file_name().map(PathBuf::from)).collect())
    }
}

impl Disk {
    /// The same disk with one file more, or with other content in it.
    pub(crate) fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.into(), content.into());
        self
    }

    pub(crate) fn get(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0.iter().map(|(path, content)| (path.as_path(), content.as_slice()))
    }

    /// The same disk without a file.
    pub(crate) fn without(mut self, path: &str) -> Self {
        self.0.remove(Path::new(path));
        self
    }

    pub(crate) fn map(&self, path: &str) -> Result<TileMap, LoadError> {
        self.map_with(path, &LoadOptions::default())
    }

    pub(crate) fn map_with(&self, path: &str, options: &LoadOptions) -> Result<TileMap, LoadError> {
        TileMap::read(path, self, options)
    }
}

/// The property by which a layer, a set, a tile or an object is solid or not.
pub(crate) const SOLID: &str = r#"<properties><property name="solid" type="bool" value="true"/></properties>"#;
pub(crate) const FREE: &str = r#"<properties><property name="solid" type="bool" value="false"/></properties>"#;

/// A map of 4x4 cells over the set `rock.png`, with what is given inside; `size` is its `width` and `height`.
pub(crate) fn map(size: &str, inside: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" {size} tilewidth="4" tileheight="4">
 <tileset firstgid="1" name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2">
  <image source="rock.png" width="8" height="4"/>
 </tileset>
{inside}
</map>
"#
    )
}

/// Two tiles of 4x4 pixels: a full one and a slope.
pub(crate) fn rock() -> Vec<u8> {
    ascii_png("####...# ####..## ####.### ########")
}

/// Asserts that the map's solidity from `(x, y)` on is the picture, whose rows are words.
#[track_caller]
pub(crate) fn assert_shows(map: &TileMap, x: i32, y: i32, picture: &str) {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let expected = SolidityMap::from_ascii(&rows.join("\n")).unwrap();
    let (mask, corner) = (map.solidity(), ivec2(x, y) - map.bounds().min);
    let pixel = |x: u32, y: u32| mask.get(corner.x + x as i32, corner.y + y as i32);
    let seen = SolidityMap::from_fn(expected.width(), expected.height(), pixel);
    assert!(seen == expected, "the map shows\n{}where this is expected\n{}", seen.to_ascii(), expected.to_ascii());
}

/// A map of 4x4 cells with one row of these tiles, over the given tile sets.
pub(crate) fn row(sets: &str, gids: &[u32]) -> String {
    let width = gids.len();
    let data = gids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="1" tilewidth="4" tileheight="4">{sets}
<layer name="row" width="{width}" height="1"><data encoding="csv">{data}</data></layer></map>"#
    )
}

/// The number of a tile in a cell, with its flags.
pub(crate) fn gid(id: u32, Orientation { diagonal, horizontal, vertical }: Orientation) -> u32 {
    (1 + id) | u32::from(horizontal) << 31 | u32::from(vertical) << 30 | u32::from(diagonal) << 29
}
