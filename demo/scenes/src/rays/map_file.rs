//! Map files. Reads a map, a level of a project, the map of a robot or a picture through any reader,
//! with its background.

use crate::color::Rgb;
use crate::file_kind::FileKind;
#[cfg(feature = "projects")]
use crate::file_kind::has_extension;
use crate::picture::decode_picture;
use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::{Path, PathBuf};
#[cfg(feature = "projects")]
use tileray::load::Project;
use tileray::load::{AssetReader, LoadOptions, ProjectOptions};
#[cfg(feature = "robots")]
use tileray::load::{OccupancyMap, OccupancyOptions, UnknownSpace};
use tileray::{SolidityMap, TileMap};

/// How a map, a project or a picture is loaded.
#[derive(Clone, Debug, Default)]
pub struct MapOptions {
    /// The options for loading.
    pub load: LoadOptions,
    /// The options for projects. Their own options for loading are not used.
    pub project: ProjectOptions,
    /// The name of a project's level. `None` is the first level, or all levels of a world.
    pub level: Option<String>,
    /// Whether the unknown pixels of a robot's map are free or solid.
    #[cfg(feature = "robots")]
    pub unknown: UnknownSpace,
}

/// A map as it was read.
#[derive(Debug)]
pub struct MapFile {
    pub(crate) name: String,
    pub(crate) map: TileMap,
    pub(crate) background: Option<Rgb>,
}

impl MapFile {
    /// Reads a map, a level of a project, the map of a robot or a picture, with the pictures of its tiles.
    ///
    /// # Errors
    /// Fails if a file cannot be read. A [`LoadError`](tileray::LoadError) of the library can be downcast from the error.
    pub fn read(path: &Path, reader: &dyn AssetReader, options: &MapOptions) -> Result<Self> {
        let load = options.load.keep_images(true);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        match FileKind::of(path, reader) {
            #[cfg(not(feature = "projects"))]
            FileKind::Project => {
                bail!("{}: projects are read with the feature 'projects' only", path.display())
            }
            #[cfg(feature = "projects")]
            FileKind::Project => {
                // Of a whole world is shown what can be read.
                let is_world = options.level.is_none() && has_extension(path, "world");
                let project = options.project.clone().load(load.allow_missing(is_world));
                Self::read_project(path, reader, &project, options.level.as_deref(), &name)
            }
            #[cfg(not(feature = "robots"))]
            FileKind::Robot => {
                bail!("{}: maps of robots are read with the feature 'robots' only", path.display())
            }
            #[cfg(feature = "robots")]
            FileKind::Robot => {
                let options = OccupancyOptions::default().load(load).unknown(options.unknown);
                let map = OccupancyMap::read(path, reader, &options)?.into_map();
                let [_, free, _] = OccupancyMap::GRAYS;
                Ok(Self { name, map, background: Some(Rgb::from_channels([free; 3])) })
            }
            FileKind::Image => {
                let mask = SolidityMap::read(path, reader, &load)?;
                let picture = || {
                    let image = decode_picture(&bytes_of(path, reader)?)?;
                    anyhow::Ok(TileMap::from_picture("picture", mask, Some(image))?)
                };
                let mut map = picture().with_context(|| path.display().to_string())?;
                map.set_dependencies([path.to_owned()]);
                Ok(Self { name, map, background: None })
            }
            FileKind::Map => {
                let map = TileMap::read(path, reader, &load)?;
                let background = bytes_of(path, reader).ok().and_then(|file| background_of(&file));
                Ok(Self { name, map, background })
            }
        }
    }

    #[cfg(feature = "projects")]
    fn read_project(
        path: &Path,
        reader: &dyn AssetReader,
        options: &ProjectOptions,
        level: Option<&str>,
        name: &str,
    ) -> Result<Self> {
        let project = Project::read(path, reader, options)?;
        let index = match level {
            Some(level) => Some(project.level_named(level)?),
            None if project.levels().len() == 0 => {
                bail!("{}: the project has no levels; add one", path.display());
            }
            None => (!has_extension(path, "world")).then_some(0),
        };
        let map = index.map_or_else(|| project.world_map(0), |index| project.map(index))?;
        let facts = index.and_then(|index| project.levels().nth(index));
        let background = facts.and_then(|level| level.background).map(|color| Rgb(color & 0xff_ff_ff));
        let name = facts.map_or_else(|| name.to_owned(), |facts| format!("{name}, {}", facts.name));
        Ok(Self { name, map, background })
    }

    /// Returns the map.
    pub const fn map(&self) -> &TileMap {
        &self.map
    }

    /// Returns the files that it was read from.
    pub fn files(&self) -> &[PathBuf] {
        self.map.dependencies()
    }
}

/// Reads a whole file, which a loader has read before within its limits.
fn bytes_of(path: &Path, reader: &dyn AssetReader) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the background color of a map in XML or JSON, as Tiled writes it: `#rrggbb` or `#aarrggbb`, whose alpha is
/// dropped.
fn background_of(file: &[u8]) -> Option<Rgb> {
    let text = String::from_utf8_lossy(file);
    let color = if text.trim_start().starts_with('{') {
        text.split_once("\"backgroundcolor\":")?.1.trim_start().strip_prefix("\"#")?
    } else {
        let map = text.split_once("<map")?.1.split_once('>')?.0;
        map.split_once("backgroundcolor=\"#")?.1
    };
    let digits = color.split_once('"')?.0;
    let value = u32::from_str_radix(digits, 16).ok()?;
    matches!(digits.len(), 6 | 8).then_some(Rgb(value & 0xff_ff_ff))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::embedded;

    #[test]
    fn the_background_is_that_of_the_map() {
        for (tmx, color) in [
            (
                &br##"<?xml version="1.0"?><map width="1" backgroundcolor="#ff102030"><layer/></map>"##[..],
                Some(0x10_20_30),
            ),
            (br##"<map backgroundcolor="#102030"/>"##, Some(0x10_20_30)),
            (br##"<map backgroundcolor="#12"/>"##, None),
            (br##"<map><layer backgroundcolor="#102030"/></map>"##, None),
            (b"\x89PNG <<<< & >", None),
            (b"", None),
        ] {
            assert_eq!(background_of(tmx), color.map(Rgb), "{}", String::from_utf8_lossy(tmx));
        }
    }

    #[test]
    fn a_picture_is_a_map_of_one_tile_and_a_missing_file_is_named() -> Result<()> {
        let files = |path: &Path| match path.to_str() {
            Some("hero.png") => Ok(&embedded!("assets/hero.png")[..]),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        };
        let hero = MapFile::read(Path::new("hero.png"), &files, &MapOptions::default())?;
        assert_eq!((hero.map.bounds().size(), hero.files()), (tileray::glam::uvec2(16, 24), &["hero.png".into()][..]));
        let error = MapFile::read(Path::new("no.tmx"), &files, &MapOptions::default()).expect_err("there is none");
        assert!(error.downcast_ref::<tileray::LoadError>().is_some() && error.to_string().contains("no.tmx"));
        Ok(())
    }

    #[cfg(feature = "robots")]
    #[test]
    fn the_map_of_a_robot_is_black_and_gray_on_white() -> Result<()> {
        let files = |path: &Path| match path.to_str() {
            Some("maps/office.yaml") => Ok(&embedded!("maps/office.yaml")[..]),
            Some("maps/office.pgm") => Ok(&embedded!("maps/office.pgm")[..]),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        };
        let read = |unknown| {
            let options = MapOptions { unknown, ..MapOptions::default() };
            MapFile::read(Path::new("maps/office.yaml"), &files, &options)
        };
        let office = read(UnknownSpace::Free)?;
        assert_eq!((&*office.name, office.background), ("office.yaml", Some(Rgb(0xfe_fe_fe))));
        assert_eq!(office.files(), ["maps/office.yaml".into(), PathBuf::from("maps/office.pgm")]);
        let pictures = office.map.tile_sets().all(|set| set.ids().all(|id| set.image(id).is_some()));
        assert!(pictures && office.map.bounds().size() == tileray::glam::uvec2(400, 300));
        let solid = |map: &TileMap| map.solidity().count();
        assert!(solid(read(UnknownSpace::Solid)?.map()) > 2 * solid(office.map()));
        for name in ["a.yaml", "A.YML", "a.pgm"] {
            assert_eq!(FileKind::of(Path::new(name), &files), FileKind::Robot);
        }
        Ok(())
    }
}
