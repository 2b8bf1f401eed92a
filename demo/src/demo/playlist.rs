//! The playlist: the maps that the window steps through, either built in or in a folder.

use crate::load_args::{LimitsArg, LoadArgs};
use std::fs;
use std::path::{Path, PathBuf};
use tileray::LoadError;
use tileray::load::{AssetReader, Files};
use tileray_scenes::file_kind::{FileKind, has_extension};
use tileray_scenes::files;
use tileray_scenes::rays::{MapFault, MapFile, MapList, MapOptions};

/// A list of maps, one of which is shown.
#[derive(Clone, Debug)]
pub(super) struct Playlist {
    maps: Vec<PathBuf>,
    /// Whether the maps are part of the program.
    pub(super) is_built_in: bool,
    /// The index of the map that is shown.
    shown: usize,
    /// How the files are loaded.
    load: LoadArgs,
    /// The index of the file of the command line, whose level the arguments name if it is a project.
    first: usize,
}

impl Playlist {
    /// Lists a file and the maps beside it, or the maps of the program, and sets how they are loaded.
    pub(super) fn of(map: Option<&Path>, load: LoadArgs) -> Self {
        let Some(map) = map else {
            let maps = files::maps().map(Path::to_owned).collect();
            return Self { maps, is_built_in: true, shown: 0, load, first: 0 };
        };
        let extensions = ["tmx", "tmj", "ldtk", "world", "yaml", "yml"];
        let is_map = |path: &PathBuf| extensions.iter().any(|known| has_extension(path, known));
        let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut maps: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_map).collect();
        // The file itself keeps the path of the command line, for the messages.
        maps.retain(|path| path.file_name() != map.file_name());
        maps.push(map.to_owned());
        maps.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        let shown = maps.iter().position(|path| path == map).unwrap_or(0);
        Self { maps, is_built_in: false, shown, load, first: shown }
    }

    /// Returns the path of the map that is shown.
    pub(super) fn path(&self) -> &Path {
        &self.maps[self.shown]
    }
}

impl MapList for Playlist {
    fn count(&self) -> usize {
        self.maps.len()
    }

    fn shown(&self) -> usize {
        self.shown
    }

    fn read(&self, index: usize) -> Result<MapFile, MapFault> {
        let path = &*self.maps[index];
        // Other files have other levels and values.
        let mut load = self.load.clone();
        if index != self.first {
            (load.level, load.int_grid, load.unknown) = (None, Vec::new(), None);
        }
        let reader: &dyn AssetReader = if self.is_built_in { &files::read } else { &Files };
        let fault = |error| MapFault { error, files: vec![path.to_owned()] };
        load.refuse_unused(FileKind::of_file(path, reader), path).map_err(fault)?;
        let (project, unknown) = (load.project_options(), load.unknown.unwrap_or_default());
        let options = MapOptions { load: load.options(), project, level: load.level, unknown };
        MapFile::read(path, reader, &options).map_err(explain)
    }

    fn show(&mut self, index: usize, _: &[PathBuf]) {
        self.shown = index;
    }
}

/// Names the option of this program that raises a limit in the error of the library.
fn explain(fault: MapFault) -> MapFault {
    let MapFault { error, files } = fault;
    MapFault { error: error.downcast::<LoadError>().map_or_else(|error| error, LimitsArg::explain), files }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Result;

    fn repository() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    fn read(playlist: &Playlist, index: usize) -> Result<MapFile> {
        playlist.read(index).map_err(|fault| fault.error)
    }

    #[test]
    fn all_built_in_maps_open_with_their_pictures() -> Result<()> {
        let playlist = Playlist::of(None, LoadArgs::default());
        assert_eq!(playlist.count(), files::maps().count());
        for index in 0..playlist.count() {
            let file = read(&playlist, index)?;
            let map = file.map();
            let pictures = map.tile_sets().all(|set| set.ids().all(|id| set.image(id).is_some()));
            assert!(pictures && !map.bounds().is_empty(), "{index}");
        }
        Ok(())
    }

    #[test]
    fn a_file_is_listed_with_the_maps_beside_it() -> Result<()> {
        let playlist = Playlist::of(Some(&repository().join("maps/cave.tmx")), LoadArgs::default());
        assert_eq!(playlist.path().file_name(), Some("cave.tmx".as_ref()));
        let next = read(&playlist, playlist.shown() + 1)?;
        assert!(next.files()[0].ends_with("crates.tmx"), "{:?}", next.files());
        Ok(())
    }
}
