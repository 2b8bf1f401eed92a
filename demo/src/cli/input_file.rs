//! Opens a map or a picture.

use crate::args::LayersArg;
use crate::load_args::{LimitsArg, LoadArgs};
use crate::output::note;
use anyhow::{Context, anyhow, bail};
use std::borrow::Cow;
use std::fs;
use std::path::Path;
use tileray::glam::IVec2;
use tileray::load::{Files, LoadOptions, OccupancyMap, OccupancyOptions, Project, ProjectOptions, damaged_chunks};
use tileray::scan::ScanFrame;
use tileray::tile::LoadWarning;
use tileray::{LayerSet, Rect, SolidityMap, Terrain, Tile, TileMap};
use tileray_scenes::file_kind::{FileKind, has_extension};
use tileray_scenes::files;

/// A map or a picture, and its name in messages.
#[derive(Debug)]
pub(super) struct InputFile {
    /// The file's path as it was given, or the name of a built-in map.
    pub(super) name: String,
    pub(super) content: Content,
}

/// The content of an [`InputFile`].
#[derive(Debug)]
pub(super) enum Content {
    Map(TileMap),
    /// A level of a project.
    Level(ProjectLevel),
    /// The map of a robot.
    Robot(OccupancyMap),
    Image(SolidityMap),
}

impl InputFile {
    /// Opens a map or a picture. The program uses only the named layers, if there are any.
    pub(super) fn open(path: &Path, load: &LoadArgs, layers: &LayersArg) -> anyhow::Result<Self> {
        Self::open_with(path, load, layers.options(load))
    }

    /// Opens a map or a picture with options.
    pub(super) fn open_with(path: &Path, load: &LoadArgs, options: LoadOptions) -> anyhow::Result<Self> {
        let kind = FileKind::of(path, &Files);
        load.refuse_unused(kind, path)?;
        let content = match kind {
            FileKind::Project => {
                let options = load.project_options().load(options);
                Content::Level(ProjectLevel::open(path, &options, load.level.as_deref())?)
            }
            FileKind::Robot => {
                let options = OccupancyOptions::default().load(options).unknown(load.unknown.unwrap_or_default());
                Content::Robot(OccupancyMap::open_with(path, &options).map_err(LimitsArg::explain)?)
            }
            FileKind::Map => Content::Map(TileMap::open_with(path, &options).map_err(LimitsArg::explain)?),
            FileKind::Image => {
                let mask = SolidityMap::open_with(path, &options).map_err(LimitsArg::explain)?;
                for chunk in fs::read(path).map(|bytes| damaged_chunks(&bytes)).unwrap_or_default() {
                    note(format_args!(
                        "note: {}: the checksum of its chunk {chunk} is wrong; the chunk decides no pixels and was skipped",
                        path.display()
                    ));
                }
                Content::Image(mask)
            }
        };
        Ok(Self { name: path.display().to_string(), content })
    }

    /// Opens the default map: the first map of the program.
    pub(super) fn built_in(load: &LoadArgs) -> anyhow::Result<Self> {
        let path = files::maps().next().context("there is no built-in map")?;
        let map = TileMap::read(path, &files::read, &load.options())?;
        Ok(Self { name: format!("built-in {}", path.display()), content: Content::Map(map) })
    }

    /// Returns the tile map, or the mask of a picture.
    fn parts(&self) -> Result<&TileMap, &SolidityMap> {
        match &self.content {
            Content::Map(map) | Content::Level(ProjectLevel { map, .. }) => Ok(map),
            Content::Robot(robot) => Ok(robot.map()),
            Content::Image(mask) => Err(mask),
        }
    }

    /// Returns the tile map; `None` for a picture.
    pub(super) fn map(&self) -> Option<&TileMap> {
        self.parts().ok()
    }

    /// Returns the parts that are missing, of a whole project and of the map.
    pub(super) fn warnings(&self) -> Vec<&LoadWarning> {
        let of_map = self.map().map_or(&[][..], TileMap::warnings);
        let Content::Level(level) = &self.content else { return of_map.iter().collect() };
        let of_project = level.project.warnings();
        // A map of all levels names those that are missing, too.
        let is_new = |warning: &&LoadWarning| of_project.iter().all(|known| known.message() != warning.message());
        of_project.iter().chain(of_map.iter().filter(is_new)).collect()
    }

    /// Returns the frame in meters, if meters are asked for. Only maps of robots have one.
    pub(super) fn frame(&self, meters: bool) -> anyhow::Result<Option<&ScanFrame>> {
        match &self.content {
            _ if !meters => Ok(None),
            Content::Robot(robot) => Ok(Some(&robot.frame)),
            _ => bail!("{}: --meters: only the map of a robot has meters; leave the flag out", self.name),
        }
    }

    /// Returns the terrain of some layers.
    pub(super) fn terrain(&self, layers: &LayersArg) -> anyhow::Result<Terrain> {
        let terrain = match self.parts() {
            Ok(map) => Terrain::from_layers(map, &self.layer_set(map, layers)?),
            Err(mask) => {
                self.refuse_layers(layers)?;
                Terrain::from_solidity_at(mask, IVec2::ZERO)
            }
        };
        terrain.with_context(|| self.name.clone())
    }

    /// Returns the mask of some layers. Pixel `(0, 0)` of the mask is pixel `bounds().min` of the level.
    pub(super) fn mask(&self, layers: &LayersArg) -> anyhow::Result<Cow<'_, SolidityMap>> {
        match self.parts() {
            Ok(map) => {
                let mask = map.solidity_with(&self.layer_set(map, layers)?);
                Ok(Cow::Owned(mask.map_err(|error| anyhow!("{}: {error}; split the map", self.name))?))
            }
            Err(mask) => {
                self.refuse_layers(layers)?;
                Ok(Cow::Borrowed(mask))
            }
        }
    }

    /// Returns the pixels of the level.
    pub(super) fn bounds(&self) -> Rect {
        match self.parts() {
            Ok(map) => map.bounds(),
            Err(mask) => Rect::from_size(IVec2::ZERO, mask.size()),
        }
    }

    /// Returns the path of a map's layer; pictures have no layers.
    pub(super) fn layer_path(&self, layer: usize) -> Option<&str> {
        self.map()?.layer(layer).map(|layer| layer.path.as_str())
    }

    /// Returns the name of the tile set of a tile.
    pub(super) fn tile_set_name(&self, tile: Tile) -> Option<&str> {
        self.map()?.tile_set(tile.set).map(|set| set.name.as_str())
    }

    fn layer_set(&self, map: &TileMap, layers: &LayersArg) -> anyhow::Result<LayerSet> {
        match &layers.names {
            None => Ok(LayerSet::solid(map)),
            Some(names) => {
                let chosen =
                    LayerSet::named(map, names).map_err(|error| anyhow!("{}: --layers: {error}", self.name))?;
                match map.warnings().iter().find(|warning| warning.concerns(&chosen)) {
                    Some(warning) => bail!("{warning}"),
                    None => Ok(chosen),
                }
            }
        }
    }

    fn refuse_layers(&self, layers: &LayersArg) -> anyhow::Result<()> {
        if layers.names.is_some() {
            bail!("{}: --layers: a picture has no layers; leave the flag out", self.name);
        }
        Ok(())
    }
}

/// A level of a project, or a whole world, and its map.
#[derive(Debug)]
pub(super) struct ProjectLevel {
    pub(super) project: Project,
    /// The index of the level; `None` for all levels of the world.
    pub(super) index: Option<usize>,
    pub(super) map: TileMap,
}

impl ProjectLevel {
    /// Opens a project, and makes the map of the level that the options name. Without a name it is the map of all
    /// levels of a world of Tiled, or of the first level of a project of LDtk.
    pub(super) fn open(path: &Path, options: &ProjectOptions, level: Option<&str>) -> anyhow::Result<Self> {
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
