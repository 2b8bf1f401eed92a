//! The arguments of the command line.
//!
//! clap checks the form of the command, and [`crate::number`] parses numbers for it.

use crate::help;
use crate::load_args::{LimitsArg, LoadArgs};
use crate::number::{
    AnglesArg, parse_angle, parse_angles, parse_frame_size, parse_length, parse_max_range, parse_point,
    parse_ray_length, parse_size,
};
use crate::value_args::{BIASES, HitFormat, HullFormat, MODES, RangeFormat, ReportFormat, TRAVERSALS, Word, one_of};
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgGroup, CommandFactory, Parser, Subcommand, value_parser};
use clap_complete::Shell;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tileray::Traversal;
use tileray::glam::{DVec2, UVec2};
use tileray::hull::{HullMode, OutlineBias};
use tileray::load::LoadOptions;
use tileray_scenes::scene::SceneKind;

/// Pixel-exact ray casting in tile maps: a demo in a window, and the same queries on the command line
#[derive(Parser, Debug)]
#[command(name = "tileray", version, args_conflicts_with_subcommands = true, after_help = help::ALL)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) demo: DemoArgs,
}

impl Args {
    /// Parses the command line; exits on wrong usage and after help.
    pub(crate) fn of_command_line() -> Self {
        let args: Vec<OsString> = env::args_os().collect();
        if let Some((word, command)) = misspelled(&args) {
            let text = format!("there is no command and no file '{word}'; did you mean '{command}'?");
            Self::command().error(ErrorKind::InvalidSubcommand, text).exit();
        }
        Self::try_parse_from(&args).unwrap_or_else(|error| match remedy(&error, &args) {
            Some(text) => Self::command().error(ErrorKind::UnknownArgument, text).exit(),
            None => error.exit(),
        })
    }
}

/// Returns a clearer text for some of the errors of clap.
fn remedy(error: &clap::Error, args: &[OsString]) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand), error.get(ContextKind::InvalidArg)) {
        // clap treats the second map of `tileray a.tmx b.tmx` as a command that conflicts with the first.
        (ErrorKind::ArgumentConflict, Some(ContextValue::String(second)), _) => {
            Some(format!("unexpected argument '{second}'; name one MAP, or a command before its arguments"))
        }
        // In `--from 12 40` the second number is left over.
        (ErrorKind::UnknownArgument, _, Some(ContextValue::String(number))) if number.parse::<f64>().is_ok() => {
            let is_dark = args.windows(2).any(|words| words[0] == "--dark" && words[1] == **number);
            let hint =
                if is_dark { format!("write --dark={number}") } else { "a point is one word, such as 12.5,40".into() };
            Some(format!("unexpected argument '{number}'; {hint}"))
        }
        _ => None,
    }
}

/// Returns the command that the first word, or the word after `help`, resembles: `cast` for `csat`.
///
/// A file, and a name with an extension, is a map.
fn misspelled(args: &[OsString]) -> Option<(&str, &'static str)> {
    /// The similarity from which on clap makes suggestions.
    const LEAST: f64 = 0.7;
    let is_help = args.get(1).is_some_and(|word| word == "help");
    let word = args.get(if is_help { 2 } else { 1 })?;
    let path = Path::new(word);
    let word = word.to_str()?;
    let is_path = path.extension().is_some() || path.components().count() != 1 || (path.exists() && !is_help);
    if word.starts_with('-') || is_path {
        return None;
    }
    let names = COMMANDS.into_iter().chain(["help"]);
    let (similarity, name) = names.map(|name| (strsim::jaro(word, name), name)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (LEAST..1.0).contains(&similarity).then_some((word, name))
}

/// The commands; without one the demo runs.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Fly through a map and cast rays at it (the default command)
    Demo(DemoArgs),
    /// Cast one ray, or a file of rays, and print the hits
    Cast(CastArgs),
    /// Scan like a laser scanner from a file of poses, and print the ranges
    Scan(ScanArgs),
    /// Count the solid pixels of a map or PNG, and write them as a black and white PNG
    Solidity(SolidityArgs),
    /// Make the hull of a sprite: convex pieces that cover its solid pixels
    Hull(HullArgs),
    /// Print the contents of a map or PNG
    Info(InfoArgs),
    /// Measure how many rays per second this machine casts
    Bench(BenchArgs),
    /// Print the completions of this program for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands
    Man(ManArgs),
}

/// The arguments of `tileray demo`.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = help::DEMO)]
pub(crate) struct DemoArgs {
    /// The map (TMX, TMJ, or map.yaml of a robot), project (LDtk), world (.world) or picture (PNG) to fly through [default: the built-in cave]
    pub(crate) map: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The first scene; F2 changes it
    #[arg(long, value_parser = one_of(SCENES), default_value = "rays")]
    pub(crate) scene: SceneKind,
    /// Begin with the tour of the scene of rays: captions for 20 seconds
    #[arg(long, conflicts_with = "headless")]
    pub(crate) tour: bool,
    /// Draw a picture instead of a window
    #[arg(long, value_name = "FILE.png")]
    pub(crate) headless: Option<PathBuf>,
    /// The size of the window or picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", allow_hyphen_values = true, value_parser = parse_size)]
    pub(crate) size: UVec2,
    /// The pixels that a ray visits [default: bresenham]
    #[arg(long, value_parser = one_of(TRAVERSALS))]
    pub(crate) traversal: Option<Traversal>,
    /// Draw the squares that the beam skips and the pixels that it tests
    #[arg(long)]
    pub(crate) trace: bool,
    /// The pixel that the beam points to at first; in a window the beam then turns until the mouse moves
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = parse_point)]
    pub(crate) aim: Option<DVec2>,
}

/// The arguments of `tileray cast`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = help::CAST,
    group = ArgGroup::new("rays_given").required(true).args(["from", "rays"]),
    group = ArgGroup::new("aim").args(["to", "angle"]),
)]
pub(crate) struct CastArgs {
    /// The map (TMX, TMJ, or map.yaml of a robot), project (LDtk), world (.world), or a PNG whose visible pixels are solid
    pub(crate) map: PathBuf,
    /// The start of the ray, such as 12.5,40
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, requires = "aim", value_parser = parse_point)]
    pub(crate) from: Option<DVec2>,
    /// The end of the ray
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = parse_point)]
    pub(crate) to: Option<DVec2>,
    /// The direction of the ray in degrees: 0 is right, 90 is down
    #[arg(long, value_name = "DEG", allow_hyphen_values = true, requires = "length", value_parser = parse_angle)]
    pub(crate) angle: Option<f64>,
    /// The length of the ray along the angle, in pixels
    #[arg(long, value_name = "PX", allow_hyphen_values = true, requires = "angle", conflicts_with = "to", value_parser = parse_length)]
    pub(crate) length: Option<f64>,
    /// A file of rays: 'x0,y0,x1,y1' per line, or an array of NumPy; '-' is standard input
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["to", "angle", "length"])]
    pub(crate) rays: Option<PathBuf>,
    /// Write only the range of each ray: the distance of its hit, infinite without a hit
    #[arg(long, requires = "rays")]
    pub(crate) ranges: bool,
    /// Points and lengths are meters in the world of a robot's map: y grows upward, and an angle of 90 is up
    #[arg(long, conflicts_with = "rays")]
    pub(crate) meters: bool,
    #[command(flatten)]
    pub(crate) layers: LayersArg,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The pixels that a ray visits
    #[arg(long, value_parser = one_of(TRAVERSALS), default_value = "bresenham")]
    pub(crate) traversal: Traversal,
    /// The format of the answers [default: by the extension of --out, else text for one ray, csv for a file]
    #[arg(long, value_enum)]
    pub(crate) format: Option<HitFormat>,
    /// Write to this file instead of standard output: .csv, .json, .jsonl, .ndjson, .txt or .npy
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The arguments of `tileray scan`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::SCAN)]
pub(crate) struct ScanArgs {
    /// The map (TMX, TMJ, or map.yaml of a robot), project (LDtk), world (.world), or a PNG whose visible pixels are solid
    pub(crate) map: PathBuf,
    /// A file of poses: 'x,y,theta' per line, or an array of NumPy; '-' is standard input. theta is in radians
    #[arg(long, value_name = "FILE|-")]
    pub(crate) poses: PathBuf,
    /// The angles of the beams, counted from theta: COUNT from START to END degrees, or a file of radians
    #[arg(long, value_name = "START:END:COUNT|FILE", allow_hyphen_values = true, value_parser = parse_angles)]
    pub(crate) angles: AnglesArg,
    /// The largest range, in pixels; with --meters, in meters
    #[arg(long, value_name = "R", allow_hyphen_values = true, value_parser = parse_max_range)]
    pub(crate) max_range: f64,
    /// Poses and ranges are meters in the world of a robot's map: y grows upward, and angles counterclockwise
    #[arg(long)]
    pub(crate) meters: bool,
    #[command(flatten)]
    pub(crate) layers: LayersArg,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The pixels that a beam visits
    #[arg(long, value_parser = one_of(TRAVERSALS), default_value = "exact")]
    pub(crate) traversal: Traversal,
    /// The format of the ranges [default: by the extension of --out, else csv]
    #[arg(long, value_enum)]
    pub(crate) format: Option<RangeFormat>,
    /// Write to this file instead of standard output: .csv or .npy
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The arguments of `tileray solidity`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::SOLIDITY)]
pub(crate) struct SolidityArgs {
    /// The map (TMX, TMJ, or map.yaml of a robot), project (LDtk), world (.world) or PNG
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
    #[arg(short, long, value_name = "FILE.png", value_parser = parse_mask_path)]
    pub(crate) out: Option<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// Parses the path of the PNG of a mask. Names without an extension are accepted, such as devices.
fn parse_mask_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().map(|extension| extension.to_string_lossy().into_owned()) {
        Some(other) if !other.eq_ignore_ascii_case("png") => {
            Err(format!("a mask is not written as .{other}; name a .png file"))
        }
        _ => Ok(path),
    }
}

/// The arguments of `tileray hull`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::HULL)]
pub(crate) struct HullArgs {
    /// The sprite, or a sheet of them (PNG)
    pub(crate) sprite: PathBuf,
    /// The kind of hull
    #[arg(long, value_parser = one_of(MODES), default_value = "pieces")]
    pub(crate) mode: HullMode,
    /// The largest distance from the border of the solid pixels to the outline, in pixels
    #[arg(long, value_name = "PX", default_value = "1", allow_hyphen_values = true, value_parser = parse_length)]
    pub(crate) max_error: f64,
    /// The most vertices of the outline, or of the one piece in the other modes
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(3..))]
    pub(crate) max_vertices: Option<u32>,
    /// The most convex pieces
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) max_pieces: Option<u32>,
    /// On which side of the border the outline may lie
    #[arg(long, value_parser = one_of(BIASES), default_value = "nearest")]
    pub(crate) bias: OutlineBias,
    /// The alpha at or above which a pixel is solid, 0 to 255 [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) alpha: Option<u8>,
    #[command(flatten)]
    pub(crate) limits: LimitsArg,
    /// The picture is a sheet of frames of this size; each frame gets a hull
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = parse_frame_size)]
    pub(crate) frames: Option<UVec2>,
    /// The output format [default: by the extension of --out, else json]
    #[arg(long, value_enum)]
    pub(crate) format: Option<HullFormat>,
    /// Write to this file instead of standard output: .json, .svg or .txt
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The arguments of `tileray info`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::INFO)]
pub(crate) struct InfoArgs {
    /// The map (TMX, TMJ, or map.yaml of a robot), project (LDtk), world (.world) or PNG
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// The arguments of `tileray bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::BENCH)]
pub(crate) struct BenchArgs {
    /// The map (TMX, TMJ, or map.yaml of a robot), project (LDtk), world (.world) or PNG [default: a built-in map]
    pub(crate) map: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) load: LoadArgs,
    /// How many rays to cast
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) rays: u64,
    /// The length of each ray, in pixels
    #[arg(long, value_name = "PX", default_value = "512", allow_hyphen_values = true, value_parser = parse_ray_length)]
    pub(crate) length: f64,
    /// The seed of the random rays
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of threads in the second run [default: all processors]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The pixels that a ray visits
    #[arg(long, value_parser = one_of(TRAVERSALS), default_value = "bresenham")]
    pub(crate) traversal: Traversal,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// The arguments of `tileray completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(ignore_case = true)]
    pub(crate) shell: Shell,
}

/// The commands that have a manual page.
const COMMANDS: [&str; 9] = ["demo", "cast", "scan", "solidity", "hull", "info", "bench", "completions", "man"];

/// The arguments of `tileray man`.
#[derive(clap::Args, Debug)]
#[command(after_help = help::MAN)]
pub(crate) struct ManArgs {
    /// The command whose page is printed [default: the page of the program]
    #[arg(value_name = "COMMAND", value_parser = PossibleValuesParser::new(COMMANDS))]
    pub(crate) command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) out: Option<PathBuf>,
}

/// The layers of a map that are solid.
#[derive(clap::Args, Debug)]
pub(crate) struct LayersArg {
    /// The layers to use, by name or by path (group/layer) [default: all solid layers]
    #[arg(long = "layers", value_name = "A,B", value_delimiter = ',')]
    pub(crate) names: Option<Vec<String>>,
}

impl LayersArg {
    /// Returns the options for loading a map. If layers are named, parts that only other layers need may be missing.
    pub(crate) fn options(&self, load: &LoadArgs) -> LoadOptions {
        load.options().allow_missing(self.names.is_some())
    }
}

/// The scenes of the demo.
const SCENES: &[Word<SceneKind>] = &[
    ("rays", "An explorer in a tile map, and the rays that it casts", SceneKind::Rays),
    ("shapes", "Polygons, circles and sprites that collide", SceneKind::Shapes),
    ("sprites", "Sprites that collide by their hulls, then by their pixels", SceneKind::Sprites),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_commands_are_listed() {
        Args::command().debug_assert();
        let names: Vec<String> =
            Args::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS);
    }
}
