//! Tile maps as they were opened, with the bytes of their files: a terrain that is pickled needs no file where it is read.

use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use tileray::load::{AssetReader, Files, LoadErrorKind, LoadOptions, Project, ProjectOptions};
use tileray::{LayerSet, LoadError, Terrain, TileMap};

/// The arguments of `Terrain.from_map`.
#[derive(Clone, Debug)]
pub(crate) struct MapArguments {
    pub(crate) path: PathBuf,
    pub(crate) level: Option<String>,
    pub(crate) layers: Option<Vec<String>>,
}

/// The files that a map was read from, and the folders that were listed, by their paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapFiles {
    pub(crate) files: BTreeMap<PathBuf, Vec<u8>>,
    pub(crate) folders: BTreeMap<PathBuf, Vec<PathBuf>>,
}

/// A tile map as it was opened.
#[derive(Debug)]
pub(crate) struct MapSource {
    pub(crate) arguments: MapArguments,
    pub(crate) files: MapFiles,
    /// The terrain before all edits; it shares its memory with the edited one.
    pub(crate) terrain: Terrain,
}

impl MapSource {
    /// Reads a map from the disk, and keeps its files.
    pub(crate) fn open(arguments: MapArguments) -> PyResult<Self> {
        let reader = KeepingReader::default();
        let terrain = terrain_of(&arguments, &reader)?;
        Ok(Self { arguments, files: reader.kept.into_inner(), terrain })
    }

    /// Reads a map from files that were kept.
    pub(crate) fn of_files(arguments: MapArguments, files: MapFiles) -> PyResult<Self> {
        let terrain = terrain_of(&arguments, &files)?;
        Ok(Self { arguments, files, terrain })
    }
}

fn terrain_of(arguments: &MapArguments, reader: &dyn AssetReader) -> PyResult<Terrain> {
    // Where layers are named, parts that only others need may be missing.
    let options = LoadOptions::default().allow_missing(arguments.layers.is_some());
    let map = map_of(&arguments.path, arguments.level.as_deref(), reader, options)?;
    let layers = match &arguments.layers {
        Some(names) => {
            let chosen =
                LayerSet::named(&map, names).map_err(|error| PyValueError::new_err(format!("layers: {error}")))?;
            match map.warnings().iter().find(|warning| warning.concerns(&chosen)) {
                Some(warning) => return Err(PyValueError::new_err(warning.to_string())),
                None => chosen,
            }
        }
        None => LayerSet::solid(&map),
    };
    Terrain::from_layers(&map, &layers).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn map_of(path: &Path, level: Option<&str>, reader: &dyn AssetReader, options: LoadOptions) -> PyResult<TileMap> {
    let mut start = Vec::new();
    if let Ok(file) = reader.open(path) {
        file.take(4096).read_to_end(&mut start).ok();
    }
    let project = || Project::read(path, reader, &ProjectOptions::from(options));
    let map = match (Project::recognizes(&start), level) {
        (true, None) => project().and_then(|project| project.world_map(0)),
        (false, None) => TileMap::read(path, reader, &options),
        (false, Some(name)) if !start.is_empty() => {
            let error = format!("level: {} is no world and no project, so it has no level '{name}'", path.display());
            return Err(PyValueError::new_err(error));
        }
        // Also reports why a file cannot be read.
        (_, Some(name)) => project().and_then(|project| project.map_named(name)),
    };
    map.map_err(load_error)
}

pub(crate) fn load_error(error: LoadError) -> PyErr {
    let text = error.to_string();
    match error.kind() {
        LoadErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// The files of the disk; keeps what is read of them.
#[derive(Default)]
struct KeepingReader {
    kept: RefCell<MapFiles>,
}

impl AssetReader for KeepingReader {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        let file = Files.open(path)?;
        self.kept.borrow_mut().files.insert(path.into(), Vec::new());
        Ok(Box::new(KeptFile { file, path: path.into(), kept: &self.kept }))
    }

    fn size(&self, path: &Path) -> Option<u64> {
        Files.size(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let names = Files.list(folder)?;
        self.kept.borrow_mut().folders.insert(folder.into(), names.clone());
        Ok(names)
    }
}

/// A file whose bytes are kept as they are read. Limits of the library bound both.
struct KeptFile<'a> {
    file: Box<dyn Read>,
    path: PathBuf,
    kept: &'a RefCell<MapFiles>,
}

impl Read for KeptFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.kept.borrow_mut().files.entry(self.path.clone()).or_default().extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

impl AssetReader for MapFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(Cursor::new(self.files.get(path).ok_or(ErrorKind::NotFound)?)))
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.files.get(path).map(|bytes| bytes.len() as u64)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.folders.get(folder).ok_or(ErrorKind::NotFound)?.clone())
    }
}
