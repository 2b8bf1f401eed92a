use clap::Parser;
use std::path::PathBuf;

/// Where the repository's own maps and pictures lie.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A small platformer: arrows or WASD run and aim, Space jumps, X fires the beam, Down and Space drop through a plank,
/// R starts again, Escape quits.
#[derive(Debug, Parser)]
#[command(name = "platformer")]
pub(crate) struct Args {
    /// The map to play, with the objects in its layer 'game/objects'.
    #[arg(long, default_value_os_t = PathBuf::from(ROOT).join("maps/cave.tmx"))]
    pub(crate) map: PathBuf,
    /// The folder of the sprites.
    #[arg(long, default_value_os_t = PathBuf::from(ROOT).join("assets/sprites"))]
    pub(crate) sprites: PathBuf,
    /// Plays recorded input instead of the keyboard's.
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Draws the replay into a GIF without a window and prints the final state's hash.
    #[arg(long, value_name = "OUT.gif", conflicts_with = "seconds")]
    pub(crate) headless: Option<PathBuf>,
    /// Writes down what is pressed in the window, to be replayed.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) record: Option<PathBuf>,
    /// Quits after so many whole seconds and prints how fast it was.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<u32>,
}
