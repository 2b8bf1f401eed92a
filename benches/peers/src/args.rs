//! The command line.

use crate::race::Effort;
use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Tileray against other crates.
#[derive(Debug, Parser)]
#[command(name = "peers", about)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) group: Group,
}

/// What is measured.
#[derive(Debug, Subcommand)]
pub(crate) enum Group {
    /// Rays through tile maps.
    Rays(RaysArgs),
    /// Pairs of sprites.
    Shapes(RunArgs),
    /// Masks against masks.
    Masks(RunArgs),
    /// Boxes of sprites: all pairs that overlap.
    Sprites(RunArgs),
    /// A box that moves in a cave until it touches.
    Bodies(RunArgs),
    /// Regions and pixels that a point of a cave sees, discs cast through it, and nearest pixels.
    Terrain(RunArgs),
    /// Ranges of laser scanners in maps of robots.
    Scans(ScansArgs),
}

/// How many rays are cast unless the command line names another number.
const RAYS: NonZeroUsize = NonZeroUsize::new(100_000).expect("a positive number");

/// How rays are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct RaysArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Cast each ray so many times in a row, and fewer different ones, but no fans. Then the processor guesses no branch wrong and
    /// waits for no memory: what is left is the work itself.
    #[arg(long, value_name = "TIMES", default_value_t = NonZeroUsize::MIN)]
    pub(crate) in_a_row: NonZeroUsize,
    /// How many rays are cast. Of 10,000 a recent processor learns most branches by heart, of 100,000 it does not.
    #[arg(long, value_name = "N", default_value_t = RAYS)]
    pub(crate) rays: NonZeroUsize,
}

/// How scans are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct ScansArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The map in this picture instead, dark pixels of which are solid, as often as it is given.
    #[arg(long = "map", value_name = "FILE.png", conflicts_with = "scenes")]
    pub(crate) maps: Vec<PathBuf>,
    /// Measure RangeLibc too, by this program, which `benches/range_libc` compiles. It needs maps in files.
    #[arg(long, value_name = "PROGRAM", requires = "maps")]
    pub(crate) range_libc: Option<PathBuf>,
    /// The commit of that RangeLibc, to be named above the tables.
    #[arg(long, value_name = "COMMIT", requires = "range_libc")]
    pub(crate) range_libc_commit: Option<String>,
}

/// How any group is run.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME")]
    pub(crate) scenes: Vec<String>,
    /// Fewer scenes and rounds, and the same queries: within a minute.
    #[arg(long)]
    pub(crate) quick: bool,
}

impl RunArgs {
    pub(crate) const fn effort(&self) -> Effort {
        if self.quick { Effort::QUICK } else { Effort::FULL }
    }

    /// The scenes of a group that are asked for, in the order of the group.
    pub(crate) fn chosen<const N: usize>(&self, all: [&'static str; N]) -> Result<Vec<&'static str>> {
        if let Some(unknown) = self.scenes.iter().find(|name| !all.contains(&name.as_str())) {
            bail!("no scene is named '{unknown}'; there are {}", all.join(", "));
        }
        Ok(all.into_iter().filter(|name| self.scenes.is_empty() || self.scenes.iter().any(|it| it == name)).collect())
    }
}
