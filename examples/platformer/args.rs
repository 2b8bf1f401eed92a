use clap::Parser;
use std::path::PathBuf;

/// The folder of the repository's maps and sprites.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A small platformer: arrows or WASD run and aim, Space jumps, X fires the beam, Down and Space drop through a plank,
/// P or Escape pauses, R starts again, Q leaves for the title, Escape quits there. A gamepad works too.
#[derive(Debug, Parser)]
#[command(name = "platformer")]
pub(crate) struct Args {
    /// The map to play, with the objects in its layer 'game/objects'.
    #[arg(long, default_value_os_t = default_map())]
    pub(crate) map: PathBuf,
    /// Plays a recorded replay instead of the keyboard.
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Draws the end of the replay into a PNG without a window, and prints the hash of the final state. Draws the title
    /// if there is no replay.
    #[arg(long, value_name = "OUT.png")]
    pub(crate) headless: Option<PathBuf>,
    /// Draws the picture after this many steps, of 60 a second.
    #[arg(long, value_name = "N", requires = "headless")]
    pub(crate) steps: Option<u32>,
    /// Records the keys pressed in the window as a replay.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) record: Option<PathBuf>,
}

/// Returns the folder of the repository's sprites.
pub(crate) fn sprites() -> PathBuf {
    PathBuf::from(ROOT).join("assets/sprites")
}

/// Returns the path of the repository's cave.
pub(crate) fn default_map() -> PathBuf {
    PathBuf::from(ROOT).join("maps/cave.tmx")
}
