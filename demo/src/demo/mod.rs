//! The interactive demo.

use anyhow::bail;
use std::path::PathBuf;

/// What the demo is told.
#[derive(clap::Args, Debug)]
pub(crate) struct DemoArgs {
    /// The map (TMX) or PNG to fly through; the built-in cave where there is none
    pub(crate) map: Option<PathBuf>,
    /// Draw into a file instead of a window: a PNG of the last frame, or a GIF of all
    #[arg(long, value_name = "FILE.png|.gif")]
    pub(crate) headless: Option<PathBuf>,
    /// How many frames to draw
    #[arg(long, value_name = "N")]
    pub(crate) frames: Option<u32>,
    /// The size of the picture in pixels
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<String>,
}

/// Runs the demo.
pub(crate) fn run(_args: &DemoArgs) -> anyhow::Result<()> {
    bail!("the demo is not part of this build; try 'tileray --help' for the other commands")
}
