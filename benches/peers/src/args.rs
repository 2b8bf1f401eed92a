//! The command line.

use crate::timing::Effort;
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The scenes that may be asked for.
pub(crate) const BODY_SCENES: [&str; 2] = ["free", "touching"];

/// The scenes that may be asked for.
pub(crate) const MASK_SCENES: [&str; 4] = ["overlap", "area", "contour", "hull"];

/// The scenes that may be asked for.
pub(crate) const SHAPE_SCENES: [&str; 5] = ["contact", "intersects", "circle", "sweep", "concave"];

/// The scenes of sprites that may be asked for.
pub(crate) const SPRITE_SCENES: [&str; 3] = ["uniform", "clustered", "mixed"];

/// The scenes of the terrain that may be asked for.
#[cfg(feature = "maps")]
pub(crate) const TERRAIN_SCENES: [&str; 4] = ["regions", "pixels", "discs", "nearest"];

/// The maps of scans that may be asked for.
#[cfg(feature = "maps")]
pub(crate) const SCAN_MAPS: [&str; 2] = ["office", "rooms"];

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
    Shapes(ShapesArgs),
    /// Masks against masks.
    Masks(MasksArgs),
    /// Boxes of sprites: all pairs that overlap.
    Sprites(SpritesArgs),
    /// A box that moves in a cave until it touches.
    #[cfg(feature = "maps")]
    Bodies(BodiesArgs),
    /// Regions and pixels that a point of a cave sees, discs cast through it, and nearest pixels.
    #[cfg(feature = "maps")]
    Terrain(TerrainArgs),
    /// Ranges of laser scanners in maps of robots.
    #[cfg(feature = "maps")]
    Scans(ScansArgs),
}

/// How many rays are cast unless the command line names another number.
const RAYS: NonZeroUsize = NonZeroUsize::new(100_000).expect("a positive number");

/// How rays are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct RaysArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(crate::scene::NAMES))]
    pub(crate) scenes: Vec<String>,
    /// Cast each ray so many times in a row, and fewer different ones, but no fans. Then the processor guesses no branch wrong and
    /// waits for no memory: what is left is the work itself.
    #[arg(long, value_name = "TIMES", default_value_t = NonZeroUsize::MIN)]
    pub(crate) in_a_row: NonZeroUsize,
    /// How many rays are cast. Of 10,000 a recent processor learns most branches by heart, of 100,000 it does not.
    #[arg(long, value_name = "N", default_value_t = RAYS)]
    pub(crate) rays: NonZeroUsize,
    /// Draw time against ray length into this SVG file; it measures some more lengths.
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
}

/// How shapes are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct ShapesArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(SHAPE_SCENES))]
    pub(crate) scenes: Vec<String>,
}

/// How masks are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct MasksArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(MASK_SCENES))]
    pub(crate) scenes: Vec<String>,
}

/// How boxes of sprites are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct SpritesArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(SPRITE_SCENES))]
    pub(crate) scenes: Vec<String>,
}

/// How moving boxes are measured.
#[cfg(feature = "maps")]
#[derive(Debug, clap::Args)]
pub(crate) struct BodiesArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(BODY_SCENES))]
    pub(crate) scenes: Vec<String>,
}

/// How queries of a terrain are measured.
#[cfg(feature = "maps")]
#[derive(Debug, clap::Args)]
pub(crate) struct TerrainArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the scenes of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(TERRAIN_SCENES))]
    pub(crate) scenes: Vec<String>,
}

/// How scans are measured.
#[cfg(feature = "maps")]
#[derive(Debug, clap::Args)]
pub(crate) struct ScansArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Only the maps of this name, as often as it is given.
    #[arg(long = "scene", value_name = "NAME", value_parser = PossibleValuesParser::new(SCAN_MAPS))]
    pub(crate) scenes: Vec<String>,
    /// The map in this picture instead, dark pixels of which are solid, as often as it is given.
    #[arg(long = "map", value_name = "FILE.png", conflicts_with = "scenes")]
    pub(crate) maps: Vec<PathBuf>,
    /// Measure RangeLibc too, by this program, which `benches/range_libc` compiles. It needs maps in files.
    #[arg(long, value_name = "PROGRAM", requires = "maps")]
    pub(crate) range_libc: Option<PathBuf>,
}

/// How any group is run and what is written of it.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Fewer scenes and rounds, and the same queries: within a minute.
    #[arg(long)]
    pub(crate) quick: bool,
    /// How the results are written to standard output.
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    pub(crate) format: Format,
}

impl RunArgs {
    pub(crate) const fn effort(&self) -> Effort {
        if self.quick { Effort::QUICK } else { Effort::FULL }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// A table a scene.
    Markdown,
    /// One array of rows.
    Json,
}
