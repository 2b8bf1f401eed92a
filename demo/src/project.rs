//! Levels of LDtk projects, and worlds of Tiled, by the options of the command line.

use crate::files::has_extension;
use crate::load_args::{LimitsArg, ProjectArgs};
use anyhow::{Result, bail};
use std::path::Path;
use tileray::TileMap;
use tileray::load::{Project, ProjectOptions};

/// A level of a project, or a whole world, and its map.
#[derive(Debug)]
pub(crate) struct ProjectLevel {
    pub(crate) project: Project,
    /// The index of the level; `None` for all levels of the world.
    pub(crate) index: Option<usize>,
    pub(crate) map: TileMap,
}

impl ProjectLevel {
    /// Opens a project and makes the map of the level that the options name; else of all levels of a world of Tiled, or of
    /// the first level.
    pub(crate) fn open(path: &Path, options: &ProjectOptions, level: Option<&str>) -> Result<Self> {
        let project = Project::open_with(path, options).map_err(LimitsArg::explain)?;
        let index = match level {
            Some(name) => Some(project.level_named(name).map_err(LimitsArg::explain)?),
            None if project.levels().len() == 0 => bail!("{}: the project has no levels; add one", path.display()),
            None => (!has_extension(path, "world")).then_some(0),
        };
        let map = index.map_or_else(|| project.world_map(0), |index| project.map(index)).map_err(LimitsArg::explain)?;
        Ok(Self { project, index, map })
    }
}

impl ProjectArgs {
    /// Refuses the options for a file that is no project.
    pub(crate) fn refuse(&self, path: &Path) -> Result<()> {
        let given = [(self.level.is_some(), "--level"), (!self.int_grid.is_empty(), "--int-grid")];
        match given.into_iter().find(|(given, _)| *given) {
            Some((_, flag)) => bail!("{}: {flag}: this is no LDtk project; leave the flag out", path.display()),
            None => Ok(()),
        }
    }
}
