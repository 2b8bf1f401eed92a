use clap::Parser;
use std::path::PathBuf;
use tileray::glam::{UVec2, uvec2};

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
    /// The folder of the sprites.
    #[arg(long, default_value_os_t = PathBuf::from(ROOT).join("assets/sprites"))]
    pub(crate) sprites: PathBuf,
    /// Plays a recorded replay instead of the keyboard.
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Draws the end of the replay into a PNG without a window, and prints the hash of the final state. Draws the title
    /// if there is no replay.
    #[arg(long, value_name = "OUT.png", conflicts_with = "seconds")]
    pub(crate) headless: Option<PathBuf>,
    /// Draws the picture after this many steps, of 60 a second.
    #[arg(long, value_name = "N", requires = "headless")]
    pub(crate) steps: Option<u32>,
    /// The size of the picture.
    #[arg(long, value_name = "WxH", requires = "headless", value_parser = size, default_value = "640x360")]
    pub(crate) size: UVec2,
    /// Records the keys pressed in the window as a replay.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) record: Option<PathBuf>,
    /// Quits after this many seconds and prints the frame rate.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<u32>,
}

/// Returns the path of the repository's cave.
pub(crate) fn default_map() -> PathBuf {
    PathBuf::from(ROOT).join("maps/cave.tmx")
}

/// Parses a size such as 640x360.
fn size(text: &str) -> Result<UVec2, String> {
    let numbers = text.split_once('x').and_then(|(x, y)| Some(uvec2(x.parse().ok()?, y.parse().ok()?)));
    let is_fit = |size: &UVec2| size.min_element() > 0 && size.max_element() <= 8192;
    numbers.filter(is_fit).ok_or_else(|| "write a width and a height from 1 to 8192, as in 640x360".to_owned())
}
