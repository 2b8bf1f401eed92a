//! The game's files on a disk.

use anyhow::{Context, Result, anyhow};
use platformer_game::game::Level;
use platformer_game::replay::Replay;
use std::fs;
use std::path::Path;
use tileray::load::Files;
use tileray::tile::TileImage;

/// Opens a map, and the sprites from their folder.
pub(crate) fn level(map: &Path, sprites: &Path) -> Result<Level> {
    Ok(Level::read(map, sprites, &Files)?)
}

/// Decodes a picture.
pub(crate) fn picture(path: &Path) -> Result<TileImage> {
    let picture = image::open(path).with_context(|| format!("cannot read {}", path.display()))?.into_rgba8();
    let pixels = picture.pixels().map(|pixel| pixel.0).collect();
    TileImage::new(picture.width(), pixels).with_context(|| format!("{} has no pixels", path.display()))
}

/// Opens a replay.
pub(crate) fn replay(path: &Path) -> Result<Replay> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Replay::parse(&text).map_err(|(line, fault)| anyhow!("{}:{line}: {fault}", path.display()))
}
