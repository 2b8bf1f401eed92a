//! What can be asked on the command line.
//!
//! Coordinates and other real numbers stay text here and are read by [`crate::number`], so that a slip in one of them
//! is answered by a single line; clap answers for the form of the command.

use crate::demo::DemoArgs;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgGroup, CommandFactory, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tileray::Traversal;
use tileray::hull::{HullMode, OutlineBias};

const EXAMPLES: &str = "\
Examples:
  tileray                                       fly through the built-in cave
  tileray maps/cave.tmx                         fly through a map of your own
  tileray --headless trace.png --show trace     a picture of what a ray looks at
  tileray --scene shapes                        drag polygons, circles and sprites that collide
  tileray cast maps/cave.tmx --from 888,600 --to 1500,900
  tileray cast maps/cave.tmx --rays rays.csv > hits.csv
  tileray solidity maps/cave.tmx --out cave.png
  tileray hull assets/sprites/hero.png --out hero.svg
  tileray info maps/cave.tmx
  tileray bench --rays 5000000 --length 256

Coordinates are pixels of the map: x grows to the right, y downward.
Exit codes: 0 done, 1 failed (one line on standard error says why), 2 wrong usage.";

const CAST_EXAMPLES: &str = "\
Examples:
  tileray cast maps/cave.tmx --from 888,600 --to 1500,900
  tileray cast maps/cave.tmx --from 888,600 --angle -30 --length 500 --format json
  tileray cast maps/cave.tmx --rays rays.csv --layers ground > hits.csv
  generate-rays | tileray cast maps/cave.tmx --rays - | head

Rays file: a line 'x0,y0,x1,y1' a ray; a header and blank lines are skipped.
Answers, a line a ray in the same order (empty fields where nothing is hit):
  hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile
'layer' counts from 0 at the back, 'tile' is the tile's id in its tile set.";

const SOLIDITY_EXAMPLES: &str = "\
Examples:
  tileray solidity maps/cave.tmx --out cave.png
  tileray solidity sprite.png --alpha 128
  tileray solidity floor-plan.png --dark --out walls.png

Prints 'width height origin_x origin_y solid_pixels'. The origin is the pixel of
the map at the top left corner of the mask; white pixels of the PNG are solid.";

const HULL_EXAMPLES: &str = "\
Examples:
  tileray hull assets/sprites/hero.png
  tileray hull assets/sprites/hero.png --max-error 2 --format text
  tileray hull assets/sprites/key.png --bias grow --max-vertices 20 --out key.svg
  tileray hull assets/sprites/hero-walk.png --frames 40x56 --out hero-walk.json

Coordinates are pixels of the sprite, 0,0 at the top left corner of it or of its
frame. Each piece is convex, its corners clockwise on screen.";

const BENCH_EXAMPLES: &str = "\
Examples:
  tileray bench
  tileray bench maps/cave.tmx --rays 10000000 --length 64 --threads 4
  tileray bench --traversal exact --format json

Then the calls of the library are compared on one thread, by both traversals and
with each set of vector instructions that the processor has.
The same seed gives the same rays on every machine. Only the casts are timed.";

/// Pixel-exact ray casting in tile maps: a demo in a window, and the same queries on the command line
#[derive(Parser, Debug)]
#[command(name = "tileray", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) demo: DemoArgs,
}

impl Args {
    /// What this run is told; ends it where that is wrong, or where help is asked for.
    pub(crate) fn of_command_line() -> Self {
        Self::try_parse().unwrap_or_else(|error| match error.get(ContextKind::InvalidSubcommand) {
            // clap takes the second map of `tileray a.tmx b.tmx` for a command that does not go with the first.
            Some(ContextValue::String(second)) if error.kind() == ErrorKind::ArgumentConflict => {
                let remedy = "name one MAP, or a command before its arguments";
                Self::command()
                    .error(ErrorKind::UnknownArgument, format!("unexpected argument '{second}'; {remedy}"))
                    .exit()
            }
            _ => error.exit(),
        })
    }
}

/// The commands; without one the demo runs.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Fly through a map and shoot rays at it (what runs without a command, too)
    Demo(DemoArgs),
    /// Cast one ray, or a file of rays, and say what each hits
    Cast(CastArgs),
    /// Say how much of a map or PNG is solid, and write that as a black and white PNG
    Solidity(SolidityArgs),
    /// Make a sprite's hull: convex pieces that stand for its solid pixels
    Hull(HullArgs),
    /// Say what a map or PNG holds
    Info(InfoArgs),
    /// Measure how many rays a second this machine casts
    Bench(BenchArgs),
}

/// What `tileray cast` is told.
#[derive(clap::Args, Debug)]
#[command(
    after_help = CAST_EXAMPLES,
    group = ArgGroup::new("rays_given").required(true).args(["from", "rays"]),
    group = ArgGroup::new("aim").args(["to", "angle"]),
)]
pub(crate) struct CastArgs {
    /// The map (TMX), or a PNG that stands for its own solidity
    pub(crate) map: PathBuf,
    /// Where the ray begins, such as 12.5,40
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, requires = "aim")]
    pub(crate) from: Option<String>,
    /// Where it ends
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Where it points, in degrees: 0 is right, 90 is down
    #[arg(long, value_name = "DEG", allow_hyphen_values = true, requires = "length")]
    pub(crate) angle: Option<String>,
    /// How far it goes along the angle, in pixels
    #[arg(long, value_name = "PX", allow_hyphen_values = true, requires = "angle", conflicts_with = "to")]
    pub(crate) length: Option<String>,
    /// A file of rays, one 'x0,y0,x1,y1' a line; '-' is standard input
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["to", "angle", "length"])]
    pub(crate) rays: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) layers: LayersArg,
    /// How a ray walks from pixel to pixel
    #[arg(long, value_enum, default_value_t)]
    pub(crate) traversal: TraversalArg,
    /// How answers are written; text for one ray and csv for a file where it is not given
    #[arg(long, value_enum)]
    pub(crate) format: Option<HitFormat>,
}

/// What `tileray solidity` is told.
#[derive(clap::Args, Debug)]
#[command(after_help = SOLIDITY_EXAMPLES)]
pub(crate) struct SolidityArgs {
    /// The map (TMX) or PNG
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) layers: LayersArg,
    /// The alpha at or above which a pixel is solid, 0 to 255; any alpha above 0 where it is not given
    #[arg(long, value_name = "N", conflicts_with = "dark")]
    pub(crate) alpha: Option<u8>,
    /// Take dark pixels (luma below 128) as solid, whatever their alpha
    #[arg(long)]
    pub(crate) dark: bool,
    /// Write the mask here, as a PNG of one bit a pixel
    #[arg(long, value_name = "FILE.png")]
    pub(crate) out: Option<PathBuf>,
    /// How the numbers are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// What `tileray hull` is told.
#[derive(clap::Args, Debug)]
#[command(after_help = HULL_EXAMPLES)]
pub(crate) struct HullArgs {
    /// The sprite, or a sheet of them (PNG)
    pub(crate) sprite: PathBuf,
    /// What kind of hull
    #[arg(long, value_enum, default_value_t)]
    pub(crate) mode: ModeArg,
    /// How far the border of the solid pixels may lie from the outline, in pixels
    #[arg(long, value_name = "PX", default_value = "1", allow_hyphen_values = true)]
    pub(crate) max_error: String,
    /// The most corners that the outline may have, or the one piece of the other kinds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..))]
    pub(crate) max_vertices: Option<u32>,
    /// The most convex pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_pieces: Option<u32>,
    /// To which side of the border the outline may lie
    #[arg(long, value_enum, default_value_t)]
    pub(crate) bias: BiasArg,
    /// The alpha at or above which a pixel is solid, 0 to 255; any alpha above 0 where it is not given
    #[arg(long, value_name = "N")]
    pub(crate) alpha: Option<u8>,
    /// The picture is a sheet of frames of this size, which get a hull each
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub(crate) frames: Option<String>,
    /// How it is written; where it is not given, as the file's name ends, else json
    #[arg(long, value_enum)]
    pub(crate) format: Option<HullFormat>,
    /// Write it here instead of printing it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// What `tileray info` is told.
#[derive(clap::Args, Debug)]
pub(crate) struct InfoArgs {
    /// The map (TMX) or PNG
    pub(crate) file: PathBuf,
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// What `tileray bench` is told.
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_EXAMPLES)]
pub(crate) struct BenchArgs {
    /// The map (TMX) or PNG; a built-in map where there is none
    pub(crate) map: Option<PathBuf>,
    /// How many rays to cast
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rays: u64,
    /// How long each ray is, in pixels
    #[arg(long, value_name = "PX", default_value = "512", allow_hyphen_values = true)]
    pub(crate) length: String,
    /// What the random rays are made from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The threads of the second run; as many as the machine has where it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// How a ray walks from pixel to pixel
    #[arg(long, value_enum, default_value_t)]
    pub(crate) traversal: TraversalArg,
    /// How the figures are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// Which layers of a map count.
#[derive(clap::Args, Debug)]
pub(crate) struct LayersArg {
    /// The layers that count, by name or by path (group/layer); the solid ones where it is not given
    #[arg(long = "layers", value_name = "A,B", value_delimiter = ',')]
    pub(crate) names: Option<Vec<String>>,
}

/// How a ray walks.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TraversalArg {
    /// One pixel for each step along the longer axis, the same in both directions
    #[default]
    Bresenham,
    /// Every pixel that the segment passes through
    Exact,
}

impl From<TraversalArg> for Traversal {
    fn from(arg: TraversalArg) -> Self {
        match arg {
            TraversalArg::Bresenham => Self::Bresenham,
            TraversalArg::Exact => Self::Exact,
        }
    }
}

/// What kind of hull a sprite gets.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ModeArg {
    /// The smallest convex polygon
    Convex,
    /// Convex pieces that tile the outline, holes left free
    #[default]
    Pieces,
    /// The bounding box
    Box,
    /// A regular polygon around the smallest circle
    Circle,
}

impl From<ModeArg> for HullMode {
    fn from(arg: ModeArg) -> Self {
        match arg {
            ModeArg::Convex => Self::Convex,
            ModeArg::Pieces => Self::Pieces,
            ModeArg::Box => Self::Box,
            ModeArg::Circle => Self::Circle,
        }
    }
}

/// To which side an outline may lie.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BiasArg {
    /// To both
    #[default]
    Nearest,
    /// Outside: every solid pixel is covered
    Grow,
    /// Inside: nothing free is covered
    Shrink,
}

impl From<BiasArg> for OutlineBias {
    fn from(arg: BiasArg) -> Self {
        match arg {
            BiasArg::Nearest => Self::Nearest,
            BiasArg::Grow => Self::Grow,
            BiasArg::Shrink => Self::Shrink,
        }
    }
}

/// How a hull is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullFormat {
    /// One object on one line
    Json,
    /// A picture that stands alone: the sprite, its pieces and its outline
    Svg,
    /// For people
    Text,
}

/// How the answer to a ray is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitFormat {
    /// For people
    Text,
    /// A header, then a line a ray
    Csv,
    /// An object a ray, each on a line of its own
    Json,
}

/// How a report is written.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// One object on one line
    Json,
}
