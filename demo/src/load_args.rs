//! The arguments for loading files: the level, the rule for solid pixels, and the limits.

use crate::value_args::{Word, one_of};
use anyhow::{anyhow, bail};
use std::path::Path;
use tileray::LoadError;
use tileray::load::{IntGridRule, LoadLimits, LoadOptions, ProjectOptions, TileSolidity, UnknownSpace};
use tileray_scenes::file_kind::FileKind;

/// How a map, a project or a picture is loaded.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct LoadArgs {
    /// The level of an LDtk project or of a world, by its name [default: the first of a project, all of a world]
    #[arg(long, value_name = "NAME")]
    pub(crate) level: Option<String>,
    /// The IntGrid values that are solid in an LDtk project, by names or numbers. Tiles are solid too only with --solid
    #[arg(long, value_name = "A,2", value_delimiter = ',')]
    pub(crate) int_grid: Vec<String>,
    /// Whether the unknown pixels of a robot's map are free or solid [default: free]
    #[arg(long, value_name = "WHAT", value_parser = one_of(UNKNOWN))]
    pub(crate) unknown: Option<UnknownSpace>,
    /// What makes the tiles of a map solid [default: alpha, or none with --int-grid]
    #[arg(long, value_name = "WHAT", value_parser = one_of(SOLID))]
    solid: Option<TileSolidity>,
    /// The width of polylines that are solid, in pixels
    #[arg(long, value_name = "PX", default_value_t = 1)]
    line_width: u16,
    #[command(flatten)]
    pub(crate) limits: LimitsArg,
}

/// The choices for the unknown pixels of a robot's map.
const UNKNOWN: &[Word<UnknownSpace>] =
    &[("free", "Rays pass", UnknownSpace::Free), ("solid", "Rays end", UnknownSpace::Solid)];

/// The choices for what makes the tiles of a map solid.
const SOLID: &[Word<TileSolidity>] = &[
    ("alpha", "The alpha of their pictures", TileSolidity::Pixels),
    ("shapes", "Their collision shapes; tiles without any are free", TileSolidity::Shapes),
    ("both", "Their collision shapes, and the alpha of tiles without any", TileSolidity::ShapesOrPixels),
    ("cells", "Every pixel of every tile", TileSolidity::Cells),
];

impl LoadArgs {
    /// Returns options for loading.
    pub(crate) fn options(&self) -> LoadOptions {
        let options = LoadOptions::default().line_width(self.line_width).limits((&self.limits).into());
        self.solid.map_or(options, |solid| options.tile_solidity(solid))
    }

    /// Returns options for loading projects.
    pub(crate) fn project_options(&self) -> ProjectOptions {
        let options = ProjectOptions::from(self.options());
        match &*self.int_grid {
            [] => options,
            values => options.int_grid(IntGridRule::values(values)).solid_tiles(self.solid.is_some()),
        }
    }

    /// Refuses options that the kind of a file has no use for.
    pub(crate) fn refuse_unused(&self, kind: FileKind, path: &Path) -> anyhow::Result<()> {
        let (project, robot) = ((FileKind::Project, "no LDtk project"), (FileKind::Robot, "no map of a robot"));
        let flags = [
            (self.level.is_some(), "--level", project),
            (!self.int_grid.is_empty(), "--int-grid", project),
            (self.unknown.is_some(), "--unknown", robot),
        ];
        match flags.into_iter().find(|(is_given, _, (user, _))| *is_given && *user != kind) {
            Some((_, flag, (_, what))) => bail!("{}: {flag}: this is {what}; leave the flag out", path.display()),
            None => Ok(()),
        }
    }
}

/// The limits for files that may be hostile.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct LimitsArg {
    /// Change a limit for untrusted files, such as image_pixels=200000000; an error names the limit. Repeatable
    #[arg(long = "limit", value_name = "NAME=N", value_parser = limit)]
    changed: Vec<(SetLimit, u64)>,
}

impl LimitsArg {
    /// Returns the error with the option of this program that raises a limit, in place of the library's.
    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    pub(crate) fn explain(error: LoadError) -> anyhow::Error {
        let name_option =
            |message: String, name: &str| message.replace(&format!("LoadLimits::{name}"), &format!("--limit {name}=N"));
        anyhow!(LIMITS.iter().fold(error.to_string(), |message, (name, _)| name_option(message, name)))
    }
}

impl From<&LimitsArg> for LoadLimits {
    fn from(arg: &LimitsArg) -> Self {
        arg.changed.iter().fold(Self::default(), |limits, (set, number)| set(limits, *number))
    }
}

/// Changes a limit.
type SetLimit = fn(LoadLimits, u64) -> LoadLimits;

/// The names of all limits.
const LIMITS: [(&str, SetLimit); 9] = [
    ("file_bytes", LoadLimits::file_bytes),
    ("image_pixels", LoadLimits::image_pixels),
    ("map_pixels", LoadLimits::map_pixels),
    ("cells", LoadLimits::cells),
    ("drawn_pixels", LoadLimits::drawn_pixels),
    ("tiles", LoadLimits::tiles),
    ("objects", LoadLimits::objects),
    ("properties", LoadLimits::properties),
    ("nesting", |limits, number| limits.nesting(number.try_into().unwrap_or(usize::MAX))),
];

/// Parses a limit: its name and its number.
fn limit(text: &str) -> Result<(SetLimit, u64), String> {
    let (name, number) = text.split_once('=').ok_or("a limit is NAME=N, such as image_pixels=200000000")?;
    let known = LIMITS.iter().find(|(known, _)| *known == name).map(|(_, set)| *set);
    let set = known.ok_or_else(|| format!("the limits are {}", LIMITS.map(|(name, _)| name).join(", ")))?;
    Ok((set, number.parse().map_err(|_| format!("'{number}' is not a whole number"))?))
}
