//! The arguments for loading files: the level, the rule for solid pixels, and the limits.

use crate::number::parse_whole;
use crate::value_args::convert;
use anyhow::{anyhow, bail};
use clap::ValueEnum;
use std::path::Path;
use tileray::LoadError;
use tileray::load::{IntGridRule, LoadLimits, LoadOptions, ProjectOptions, TileSolidity, UnknownSpace};

/// How a map, a project or a picture is loaded.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct LoadArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    #[command(flatten)]
    pub(crate) robot: RobotArgs,
    #[command(flatten)]
    pub(crate) solid: SolidArg,
    #[command(flatten)]
    pub(crate) limits: LimitsArg,
}

impl LoadArgs {
    /// Returns options for loading.
    pub(crate) fn options(&self) -> LoadOptions {
        self.solid.options().limits((&self.limits).into())
    }

    /// Returns options for loading projects.
    pub(crate) fn project_options(&self) -> ProjectOptions {
        let options = ProjectOptions::from(self.options());
        match &*self.project.int_grid {
            [] => options,
            values => options.int_grid(IntGridRule::values(values)).solid_tiles(self.solid.by.is_some()),
        }
    }
}

/// The level of a project, and its solid IntGrid values.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ProjectArgs {
    /// The level of an LDtk project or of a world, by its name [default: the first of a project, all of a world]
    #[arg(long, value_name = "NAME")]
    pub(crate) level: Option<String>,
    /// The IntGrid values that are solid in an LDtk project, by names or numbers. Tiles are solid too only with --solid
    #[arg(long, value_name = "A,2", value_delimiter = ',')]
    pub(crate) int_grid: Vec<String>,
}

impl ProjectArgs {
    /// Refuses the options for a file that is no project.
    pub(crate) fn refuse(&self, path: &Path) -> anyhow::Result<()> {
        let given = [(self.level.is_some(), "--level"), (!self.int_grid.is_empty(), "--int-grid")];
        match given.into_iter().find(|(given, _)| *given) {
            Some((_, flag)) => bail!("{}: {flag}: this is no LDtk project; leave the flag out", path.display()),
            None => Ok(()),
        }
    }
}

/// The unknown pixels of a robot's map.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct RobotArgs {
    /// Whether the unknown pixels of a robot's map are free or solid [default: free]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) unknown: Option<UnknownBy>,
}

impl RobotArgs {
    /// Returns whether unknown pixels are free or solid.
    pub(crate) fn unknown(&self) -> UnknownSpace {
        self.unknown.unwrap_or(UnknownBy::Free).into()
    }

    /// Refuses the option for a file that is no map of a robot.
    pub(crate) fn refuse(&self, path: &Path) -> anyhow::Result<()> {
        match self.unknown {
            Some(_) => bail!("{}: --unknown: this is no map of a robot; leave the flag out", path.display()),
            None => Ok(()),
        }
    }
}

/// The choices for the unknown pixels of a robot's map.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnknownBy {
    /// Rays pass
    Free,
    /// Rays end
    Solid,
}

convert!(UnknownBy to UnknownSpace: Free, Solid);

/// What makes the tiles of a map solid.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct SolidArg {
    /// What makes the tiles of a map solid [default: alpha, or none with --int-grid]
    #[arg(long = "solid", value_enum, value_name = "WHAT")]
    by: Option<SolidBy>,
    /// The width of polylines that are solid, in pixels
    #[arg(long, value_name = "PX", default_value_t = 1, value_parser = |text: &str| parse_whole::<u16>(text, 0..=65_535))]
    line_width: u16,
}

impl SolidArg {
    /// Returns options for loading with this choice.
    pub(crate) fn options(&self) -> LoadOptions {
        LoadOptions::default().tile_solidity(self.by.unwrap_or_default().into()).line_width(self.line_width)
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

/// What makes the tiles of a map solid.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SolidBy {
    /// The alpha of their pictures
    #[default]
    Alpha,
    /// Their collision shapes; tiles without any are free
    Shapes,
    /// Their collision shapes, and the alpha of tiles without any
    Both,
    /// Every pixel of every tile
    Cells,
}

impl From<SolidBy> for TileSolidity {
    fn from(by: SolidBy) -> Self {
        match by {
            SolidBy::Alpha => Self::Pixels,
            SolidBy::Shapes => Self::Shapes,
            SolidBy::Both => Self::ShapesOrPixels,
            SolidBy::Cells => Self::Cells,
        }
    }
}
