//! The list of maps that the window goes through.

use super::level::{Level, Notes};
use super::player::Player;
use crate::demo::sprite::decode_png;
use crate::files;
use crate::files::FileKind;
use anyhow::{Context, Result, anyhow};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use tileray::glam::{IVec2, UVec2};
use tileray::load::LoadOptions;
use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};

/// A list of maps, one of which is shown.
#[derive(Clone, Debug)]
pub(crate) struct Playlist {
    maps: Vec<MapSource>,
    /// The index of the map that is shown.
    shown: usize,
}

/// The source of a map.
#[derive(Clone, Debug)]
enum MapSource {
    /// The index of a map of the program.
    BuiltIn(usize),
    File(PathBuf),
}

impl Playlist {
    /// Lists a file and the maps beside it, or the maps of the program.
    pub(crate) fn of(map: Option<&Path>) -> Self {
        let Some(map) = map else {
            return Self { maps: (0..files::COUNT).map(MapSource::BuiltIn).collect(), shown: 0 };
        };
        let is_map = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tmx"));
        let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let name_of = |path: &Path| path.file_name().map(OsStr::to_owned);
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_map).collect();
        // The file itself stays as it was named, for the messages.
        paths.retain(|path| name_of(path) != name_of(map));
        paths.push(map.to_owned());
        paths.sort_by_key(|path| name_of(path));
        let shown = paths.iter().position(|path| path == map).unwrap_or(0);
        Self { maps: paths.into_iter().map(MapSource::File).collect(), shown }
    }

    /// Opens the map that is shown.
    pub(crate) fn open(&self, player: &Player) -> Result<Level> {
        let options = LoadOptions::default().with_images(true);
        match &self.maps[self.shown] {
            MapSource::BuiltIn(index) => {
                let path = files::path(*index);
                let map = TileMap::read(path, &files::read, &options)?;
                Level::new(name_of(path), map, &Notes::read(files::read(path)?), player)
            }
            MapSource::File(path) if FileKind::of(path) == FileKind::Image => {
                Level::new(name_of(path), picture_map(path, &options)?, &Notes::default(), player)
            }
            MapSource::File(path) => {
                let map = TileMap::open_with(path, &options)?;
                let notes = fs::read(path).map(|bytes| Notes::read(&bytes)).unwrap_or_default();
                Level::new(name_of(path), map, &notes, player)
            }
        }
    }

    /// Moves `by` maps through the list, which is a ring, and opens the first map that opens. The errors of the
    /// others are added to `failed`.
    pub(crate) fn turn(&mut self, by: isize, player: &Player, failed: &mut Vec<String>) -> Option<Level> {
        let (before, count) = (self.shown, self.maps.len() as isize);
        for step in 1..count {
            self.shown = (before as isize + by * step).rem_euclid(count) as usize;
            match self.open(player) {
                Ok(level) => return Some(level),
                Err(error) => failed.push(format!("{error:#}")),
            }
        }
        self.shown = before;
        None
    }
}

/// Returns the name of a map on the screen.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Makes a map of one tile out of a picture.
fn picture_map(path: &Path, options: &LoadOptions) -> Result<TileMap> {
    let mask = SolidityMap::open_with(path, options)?;
    let name = || path.display().to_string();
    let picture =
        fs::read(path).map_err(|error| anyhow!(error)).and_then(|bytes| decode_png(&bytes)).with_context(name)?;
    let mut map = TileMap::new(mask.size(), UVec2::ONE).with_context(name)?;
    let mut set = TileSet::new("picture", IVec2::ZERO);
    set.insert(0, mask);
    set.set_image(0, picture);
    let set = map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("picture", Rect::from_size(IVec2::ZERO, UVec2::ONE)))?;
    map.set_tile(layer, IVec2::ZERO, Some(Tile { set, ..Tile::default() }))?;
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{ivec2, uvec2};

    fn player() -> Player {
        Player::of([ivec2(0, 0)])
    }

    fn assets() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
    }

    #[test]
    fn all_built_in_maps_open_with_their_pictures() -> Result<()> {
        for index in 0..files::COUNT {
            let level = Playlist { shown: index, ..Playlist::of(None) }.open(&player())?;
            let pictures = level.map.tile_sets().all(|set| set.ids().all(|id| set.image(id).is_some()));
            assert!(pictures && !level.bounds.is_empty(), "{}", level.name);
            assert!(!level.terrain.is_solid(level.start), "{}", level.name);
        }
        Ok(())
    }

    #[test]
    fn the_maps_of_the_program_go_round() -> Result<()> {
        let mut playlist = Playlist::of(None);
        let first = playlist.open(&player())?.name;
        let mut failed = Vec::new();
        let second = playlist.turn(1, &player(), &mut failed).context("there are several")?.name;
        let again = playlist.turn(-1, &player(), &mut failed).context("there are several")?.name;
        assert!(failed.is_empty() && first == again && first != second);
        Ok(())
    }

    #[test]
    fn a_file_brings_the_maps_beside_it() -> Result<()> {
        let cave = assets().join("../maps/cave.tmx");
        let mut playlist = Playlist::of(Some(&cave));
        assert_eq!(playlist.open(&player())?.name, "cave.tmx");
        let next = playlist.turn(1, &player(), &mut Vec::new()).context("there are more maps")?;
        assert_eq!(next.name, "infinite.tmx");
        Ok(())
    }

    #[test]
    fn a_picture_is_shown_as_it_is() -> Result<()> {
        let hero = assets().join("hero.png");
        let level = Playlist::of(Some(&hero)).open(&player())?;
        assert_eq!(level.bounds, Rect::from_size(IVec2::ZERO, uvec2(16, 24)));
        assert!(level.terrain.is_solid(ivec2(8, 8)));
        Ok(())
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Playlist::of(Some(Path::new("nowhere/none.tmx"))).open(&player()).expect_err("there is none");
        assert!(format!("{error:#}").contains("none.tmx"), "{error:#}");
    }
}
