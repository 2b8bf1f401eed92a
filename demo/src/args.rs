//! The arguments of the command line.
//!
//! clap checks the form of the command. Real numbers stay text here; [`crate::number`] parses them and reports an error
//! in one line.

use crate::load_args::{LimitsArg, LoadArgs};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgGroup, CommandFactory, Parser, Subcommand, ValueEnum};
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use tileray::Traversal;
use tileray::hull::{HullMode, OutlineBias};

const EXAMPLES: &str = "\
Examples:
  tileray                                       fly through the built-in cave
  tileray maps/cave.tmx                         fly through a map of your own
  tileray --headless trace.png --show trace     a picture of the squares and pixels that a ray tests
  tileray --scene shapes                        drag polygons, circles and sprites that collide
  tileray cast maps/cave.tmx --from 888,600 --to 1500,900
  tileray cast maps/cave.tmx --rays rays.csv > hits.csv
  tileray solidity maps/cave.tmx --out cave.png
  tileray hull assets/sprites/hero.png --out hero.svg
  tileray info maps/cave.tmx
  tileray game.ldtk --level Cellar              fly through a level of an LDtk project
  tileray bench --rays 5000000 --length 256

Coordinates are pixels of the map: x grows to the right, y downward.
Exit codes: 0 done, 1 failed (one line on standard error says why), 2 wrong usage.";

const CAST_EXAMPLES: &str = "\
Examples:
  tileray cast maps/cave.tmx --from 888,600 --to 1500,900
  tileray cast maps/cave.tmx --from 888,600 --angle -30 --length 500 --format json
  tileray cast maps/cave.tmx --rays rays.csv --layers ground > hits.csv
  generate-rays | tileray cast maps/cave.tmx --rays - | head

Rays file: one ray per line, 'x0,y0,x1,y1'; a header and blank lines are skipped.
Answers: one line per ray, in the same order (a miss has empty fields):
  hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile
'layer' counts from 0 at the back; 'tile' is the id of the tile in its tile set.";

const SOLIDITY_EXAMPLES: &str = "\
Examples:
  tileray solidity maps/cave.tmx --out cave.png
  tileray solidity level.tmx --solid shapes
  tileray solidity sprite.png --alpha 128
  tileray solidity floor-plan.png --dark --out walls.png
  tileray solidity floor-plan.png --dark 200

Prints 'width height origin_x origin_y solid_pixels'. The origin is the pixel of
the map at the top left corner of the mask; white pixels of the PNG are solid.";

const HULL_EXAMPLES: &str = "\
Examples:
  tileray hull assets/sprites/hero.png
  tileray hull assets/sprites/hero.png --max-error 2 --format text
  tileray hull assets/sprites/key.png --bias grow --max-vertices 20 --out key.svg
  tileray hull assets/sprites/hero-walk.png --frames 40x56 --out hero-walk.json

Coordinates are pixels of the sprite or of its frame; 0,0 is the top left corner.
Each piece is convex; its vertices run clockwise on screen.";

const BENCH_EXAMPLES: &str = "\
Examples:
  tileray bench
  tileray bench maps/cave.tmx --rays 10000000 --length 64 --threads 4
  tileray bench --traversal exact --format json

Then single, batch and fan casts are compared on one thread, with both traversals
and with each set of vector instructions that the processor has.
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
    /// Parses the command line; exits on wrong usage and after help.
    pub(crate) fn of_command_line() -> Self {
        Self::try_parse_from(join_darkness(env::args_os())).unwrap_or_else(|error| {
            match error.get(ContextKind::InvalidSubcommand) {
                // clap treats the second map of `tileray a.tmx b.tmx` as a command that conflicts with the first.
                Some(ContextValue::String(second)) if error.kind() == ErrorKind::ArgumentConflict => {
                    let remedy = "name one MAP, or a command before its arguments";
                    Self::command()
                        .error(ErrorKind::UnknownArgument, format!("unexpected argument '{second}'; {remedy}"))
                        .exit()
                }
                _ => error.exit(),
            }
        })
    }
}

/// Joins `--dark 200` to `--dark=200`: without the equals sign, clap would take the file in `--dark FILE` as a number.
fn join_darkness(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        let is_number = arg.to_str().is_some_and(|text| text.parse::<i64>().is_ok());
        match joined.last_mut() {
            Some(last) if is_number && last == "--dark" => {
                last.push("=");
                last.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// The commands; without one the demo runs.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Fly through a map and cast rays at it (the default command)
    Demo(DemoArgs),
    /// Cast one ray, or a file of rays, and print the hits
    Cast(CastArgs),
    /// Count the solid pixels of a map or PNG, and write them as a black and white PNG
    Solidity(SolidityArgs),
    /// Make the hull of a sprite: convex pieces that cover its solid pixels
    Hull(HullArgs),
    /// Print the contents of a map or PNG
    Info(InfoArgs),
    /// Measure how many rays per second this machine casts
    Bench(BenchArgs),
}

/// The arguments of `tileray demo`.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct DemoArgs {
    /// The map (TMX or TMJ), project (LDtk), world (.world) or picture (PNG) to fly through [default: the built-in cave]
    pub(crate) map: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The first scene; F2 changes it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) scene: SceneKind,
    /// The pictures (PNG) of the scene of sprites [default: six built-in sprites]
    #[arg(long, value_name = "FILE.png", num_args = 1..)]
    pub(crate) sprites: Vec<PathBuf>,
    /// Draw into a file instead of a window: a picture, or an animation of one full cycle
    #[arg(long, value_name = "FILE.png|.gif")]
    pub(crate) headless: Option<PathBuf>,
    /// The number of frames of an animation [default: 48]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) frames: Option<u32>,
    /// The size of the window or picture in pixels [default: 1280x720, animations 640x360]
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<String>,
    /// The traversal of the pixels on a ray [default: bresenham]
    #[arg(long, value_enum)]
    pub(crate) traversal: Option<TraversalArg>,
    /// More to draw; separate several with commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) show: Vec<Show>,
    /// Carve a circle out of the map first: center and radius in pixels; repeatable
    #[arg(long, value_name = "X,Y,R", allow_hyphen_values = true)]
    pub(crate) carve: Vec<String>,
    /// Fill a circle, after all circles are carved; repeatable
    #[arg(long, value_name = "X,Y,R", allow_hyphen_values = true)]
    pub(crate) fill: Vec<String>,
    /// The pixel that the beam points to until the mouse moves [default: a direction with many hits]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) aim: Option<String>,
}

/// The arguments of `tileray cast`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = CAST_EXAMPLES,
    group = ArgGroup::new("rays_given").required(true).args(["from", "rays"]),
    group = ArgGroup::new("aim").args(["to", "angle"]),
)]
pub(crate) struct CastArgs {
    /// The map (TMX or TMJ), project (LDtk), world (.world), or a PNG whose visible pixels are solid
    pub(crate) map: PathBuf,
    /// The start of the ray, such as 12.5,40
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, requires = "aim")]
    pub(crate) from: Option<String>,
    /// The end of the ray
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// The direction of the ray in degrees: 0 is right, 90 is down
    #[arg(long, value_name = "DEG", allow_hyphen_values = true, requires = "length")]
    pub(crate) angle: Option<String>,
    /// The length of the ray along the angle, in pixels
    #[arg(long, value_name = "PX", allow_hyphen_values = true, requires = "angle", conflicts_with = "to")]
    pub(crate) length: Option<String>,
    /// A file of rays, one 'x0,y0,x1,y1' per line; '-' is standard input
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["to", "angle", "length"])]
    pub(crate) rays: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) layers: LayersArg,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The traversal of the pixels on a ray
    #[arg(long, value_enum, default_value_t)]
    pub(crate) traversal: TraversalArg,
    /// The format of the answers [default: text for one ray, csv for a file]
    #[arg(long, value_enum)]
    pub(crate) format: Option<HitFormat>,
}

/// The arguments of `tileray solidity`.
#[derive(clap::Args, Debug)]
#[command(after_help = SOLIDITY_EXAMPLES)]
pub(crate) struct SolidityArgs {
    /// The map (TMX or TMJ), project (LDtk), world (.world) or PNG
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) layers: LayersArg,
    /// The alpha at or above which a pixel is solid, 0 to 255 [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "dark")]
    pub(crate) alpha: Option<u8>,
    /// Treat dark pixels (luma below N of 255) as solid, whatever their alpha [default N: 128]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "128")]
    pub(crate) dark: Option<u8>,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// Write the mask to this PNG, one bit per pixel
    #[arg(long, value_name = "FILE.png")]
    pub(crate) out: Option<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// The arguments of `tileray hull`.
#[derive(clap::Args, Debug)]
#[command(after_help = HULL_EXAMPLES)]
pub(crate) struct HullArgs {
    /// The sprite, or a sheet of them (PNG)
    pub(crate) sprite: PathBuf,
    /// The kind of hull
    #[arg(long, value_enum, default_value_t)]
    pub(crate) mode: ModeArg,
    /// The largest distance from the border of the solid pixels to the outline, in pixels
    #[arg(long, value_name = "PX", default_value = "1", allow_hyphen_values = true)]
    pub(crate) max_error: String,
    /// The most vertices of the outline, or of the one piece of the other modes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..))]
    pub(crate) max_vertices: Option<u32>,
    /// The most convex pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_pieces: Option<u32>,
    /// On which side of the border the outline may lie
    #[arg(long, value_enum, default_value_t)]
    pub(crate) bias: BiasArg,
    /// The alpha at or above which a pixel is solid, 0 to 255 [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) alpha: Option<u8>,
    #[command(flatten)]
    pub(crate) limits: LimitsArg,
    /// The picture is a sheet of frames of this size; each frame gets a hull
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub(crate) frames: Option<String>,
    /// The output format [default: by the extension of --out, else json]
    #[arg(long, value_enum)]
    pub(crate) format: Option<HullFormat>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The arguments of `tileray info`.
#[derive(clap::Args, Debug)]
pub(crate) struct InfoArgs {
    /// The map (TMX or TMJ), project (LDtk), world (.world) or PNG
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// The arguments of `tileray bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_EXAMPLES)]
pub(crate) struct BenchArgs {
    /// The map (TMX or TMJ), project (LDtk), world (.world) or PNG [default: a built-in map]
    pub(crate) map: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// How many rays to cast
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rays: u64,
    /// The length of each ray, in pixels
    #[arg(long, value_name = "PX", default_value = "512", allow_hyphen_values = true)]
    pub(crate) length: String,
    /// The seed of the random rays
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The threads of the second run [default: all of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The traversal of the pixels on a ray
    #[arg(long, value_enum, default_value_t)]
    pub(crate) traversal: TraversalArg,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// The layers of a map that are solid.
#[derive(clap::Args, Debug)]
pub(crate) struct LayersArg {
    /// The layers to use, by name or by path (group/layer) [default: all solid layers]
    #[arg(long = "layers", value_name = "A,B", value_delimiter = ',')]
    pub(crate) names: Option<Vec<String>>,
}

/// Converts the values of an argument to the type of the library, whose values have the same names.
macro_rules! convert {
    ($arg:ident to $library:ident: $($name:ident),*) => {
        impl From<$arg> for $library {
            fn from(arg: $arg) -> Self {
                match arg {
                    $($arg::$name => Self::$name),*
                }
            }
        }
    };
}

/// The scenes of the demo.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SceneKind {
    /// An explorer in a tile map, and the rays that it casts
    #[default]
    Rays,
    /// Polygons, circles and sprites that collide
    Shapes,
    /// Sprites that collide by their hulls, then by their pixels
    Sprites,
}

impl From<SceneKind> for tileray_scenes::scene::SceneKind {
    fn from(arg: SceneKind) -> Self {
        match arg {
            SceneKind::Rays => Self::Rays,
            SceneKind::Shapes => Self::Shapes,
            SceneKind::Sprites => Self::Sprites,
        }
    }
}

/// An overlay that is drawn besides the path of the beam.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The squares that the beam skips and the pixels that it tests
    Trace,
    /// Every solid span along the beam, with its entry and exit
    Spans,
    /// Smooth normals at the hits, and reflections off them
    Normals,
    /// Fog of war over the cells that were never seen
    Fog,
}

/// The traversal of the pixels on a ray.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TraversalArg {
    /// Bresenham's line: one pixel per step along the longer axis, the same in both directions
    #[default]
    Bresenham,
    /// Every pixel that the segment passes through
    Exact,
}

convert!(TraversalArg to Traversal: Bresenham, Exact);

/// The kind of hull.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ModeArg {
    /// The smallest convex polygon
    Convex,
    /// Convex pieces that tile the outline and leave holes free
    #[default]
    Pieces,
    /// The bounding box
    Box,
    /// A regular polygon around the smallest enclosing circle
    Circle,
}

convert!(ModeArg to HullMode: Convex, Pieces, Box, Circle);

/// The side of the border on which an outline may lie.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BiasArg {
    /// Both sides
    #[default]
    Nearest,
    /// Outside: covers every solid pixel
    Grow,
    /// Inside: covers no free pixel
    Shrink,
}

convert!(BiasArg to OutlineBias: Nearest, Grow, Shrink);

/// The format of a hull.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullFormat {
    /// One object on one line
    Json,
    /// A self-contained picture: the sprite, its pieces and its outline
    Svg,
    /// For people
    Text,
}

/// The format of the answer to a ray.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitFormat {
    /// For people
    Text,
    /// A header, then one line per ray
    Csv,
    /// One object per ray, each on its own line
    Json,
}

/// The format of a report.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// One object on one line
    Json,
}
