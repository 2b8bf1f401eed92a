//! The platformer of the examples: its own files, without its window.

mod course;
mod play;

pub use course::play_course;
pub use play::Play;

use crate::files::PageFiles;
use platformer_game::COURSE;
use platformer_game::game::Level;
use platformer_game::replay::Replay;
use std::path::Path;
use tileray::tile::TileImage;
use tileray_scenes::picture::decode_picture;

/// The map of the game, and the folder of its sprites.
const MAP: &str = "maps/cave.tmx";
const SPRITES: &str = "assets/sprites";

/// Reads the level.
fn level(files: &PageFiles) -> Result<Level, String> {
    Level::read(Path::new(MAP), Path::new(SPRITES), files).map_err(|error| error.to_string())
}

/// Decodes the picture of a sprite.
fn sprite(files: &PageFiles, name: &str) -> anyhow::Result<TileImage> {
    let path = Path::new(SPRITES).join(name);
    let bytes = files.find(&path).ok_or_else(|| anyhow::anyhow!("{} is missing", path.display()))?;
    decode_picture(bytes)
}

/// Returns the recorded course, which ends at the flag.
fn recorded() -> Result<Replay, String> {
    Replay::parse(COURSE).map_err(|(line, fault)| format!("course.replay:{line}: {fault}"))
}
