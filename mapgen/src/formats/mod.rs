//! `maps/formats/`: a level in every format, and small files that show odd features.

mod level;
mod odd;
mod project;

use std::collections::BTreeMap;

use anyhow::Result;

use crate::encode::png;
use crate::map::{Encoding, Map};
use crate::tileset::{Source, TileSet};
use crate::{json, ldtk, tmj, tmx};

/// Files by their path.
type Files = BTreeMap<String, Vec<u8>>;

/// All files below `maps/formats`, by their path from there.
pub(crate) fn files() -> Result<Files> {
    let mut files = Files::new();
    set_files(&level::tiles(), &mut files)?;
    for (name, map) in level_maps() {
        let text = if name.ends_with("tmj") { tmj::write(&map)? } else { tmx::write(&map)? };
        files.insert(name.to_owned(), text.into_bytes());
    }
    let mut project = project::project();
    files.insert("level.ldtk".to_owned(), json::text(&project).into_bytes());
    for (path, level) in ldtk::split_levels(&mut project, "level-external") {
        files.insert(path, json::text(&level).into_bytes());
    }
    files.insert("level-external.ldtk".to_owned(), json::text(&project).into_bytes());
    for (path, bytes) in odd::files()? {
        files.insert(format!("odd/{path}"), bytes);
    }
    Ok(files)
}

/// The level as a map.
pub(crate) fn level() -> Map {
    level::map(Encoding::Csv)
}

/// The level in each format of Tiled, by the name of its file.
fn level_maps() -> Vec<(&'static str, Map)> {
    let with = |encoding, ending, infinite| {
        let mut map = level::map(encoding);
        (map.set_ending, map.infinite) = (ending, infinite);
        map
    };
    vec![
        ("level-xml.tmx", with(Encoding::Xml, "tsx", false)),
        ("level-csv.tmx", with(Encoding::Csv, "tsx", false)),
        ("level-base64.tmx", with(Encoding::Base64, "tsx", false)),
        ("level-zlib.tmx", with(Encoding::Zlib, "tsx", false)),
        ("level-gzip.tmx", with(Encoding::Gzip, "tsx", false)),
        ("level-zstd.tmx", with(Encoding::Zstd, "tsx", false)),
        ("level-infinite.tmx", with(Encoding::Zlib, "tsx", true)),
        ("level-tsj.tmx", with(Encoding::Zlib, "tsj", false)),
        ("level.tmj", with(Encoding::Csv, "tsj", false)),
        ("level-zlib.tmj", with(Encoding::Zlib, "tsj", false)),
        ("level-infinite.tmj", with(Encoding::Zlib, "tsj", true)),
        ("level-tsx.tmj", with(Encoding::Zlib, "tsx", false)),
    ]
}

/// The picture of a sheet, and the set in both formats.
fn set_files(set: &TileSet, files: &mut Files) -> Result<()> {
    if let Source::Sheet { picture, format, .. } = &set.source {
        files.insert(format!("{}.png", set.name), png(picture, *format)?);
    }
    let xml = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", set.xml(None, ""));
    files.insert(format!("{}.tsx", set.name), xml.into_bytes());
    files.insert(format!("{}.tsj", set.name), tmj::write_set(set, "")?.into_bytes());
    Ok(())
}
