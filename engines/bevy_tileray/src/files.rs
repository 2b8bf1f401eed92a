//! Files of an asset, fetched through Bevy's asset server as the library asks for them.

use crate::level::LevelError;
use bevy_asset::io::{AssetReaderError, Reader};
use bevy_asset::{AssetPath, LoadContext, ReadAssetBytesError};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use tileray::load::{AssetReader, LoadOptions};
use tileray::tile::TileImage;
use tileray::{LoadError, SolidityMap};

/// The files that were fetched for an asset.
///
/// The library reads files at once, and Bevy fetches them over time. So what is not there yet is noted, fetched, and the
/// whole is read again. That takes as many attempts as there are files.
#[derive(Debug)]
pub(crate) struct AssetFiles {
    path: PathBuf,
    /// `None` for a file that does not exist.
    files: HashMap<PathBuf, Option<Vec<u8>>>,
    missing: RefCell<Option<PathBuf>>,
}

impl AssetReader for AssetFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        match self.files.get(path) {
            Some(Some(bytes)) => Ok(Box::new(Cursor::new(bytes))),
            Some(None) => Err(io::ErrorKind::NotFound.into()),
            None => {
                self.missing.borrow_mut().get_or_insert_with(|| path.to_owned());
                Err(io::ErrorKind::NotFound.into())
            }
        }
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.files.get(path)?.as_ref().map(|bytes| bytes.len() as u64)
    }
}

impl AssetFiles {
    /// Reads the main file of an asset.
    pub(crate) async fn of(reader: &mut dyn Reader, context: &LoadContext<'_>) -> Result<Self, LevelError> {
        let path = context.path().path().to_owned();
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(|error| unreadable(context.path(), &error))?;
        Ok(Self { files: [(path.clone(), Some(bytes))].into(), path, missing: RefCell::default() })
    }

    /// Returns the bytes of the main file.
    pub(crate) fn main(&self) -> &[u8] {
        self.files.get(&self.path).and_then(Option::as_deref).unwrap_or_default()
    }

    /// Reads something of several files, which are fetched as they are asked for.
    pub(crate) async fn read<T>(
        &mut self,
        context: &mut LoadContext<'_>,
        read: impl Fn(&Self) -> Result<T, LoadError>,
    ) -> Result<T, LevelError> {
        loop {
            let result = read(self);
            let Some(path) = self.missing.take() else { return Ok(result?) };
            let asset = AssetPath::from_path_buf(path.clone()).with_source(context.path().source().clone_owned());
            let bytes = match context.read_asset_bytes(asset.clone()).await {
                Ok(bytes) => Some(bytes),
                // The library says which file names it, and where.
                Err(ReadAssetBytesError::AssetReaderError(AssetReaderError::NotFound(_))) => None,
                Err(error) => return Err(unreadable(&asset, &error)),
            };
            self.files.insert(path, bytes);
        }
    }

    /// Returns the mask of the main file, a picture.
    pub(crate) fn mask(&self, options: &LoadOptions) -> Result<SolidityMap, LoadError> {
        SolidityMap::read(&self.path, self, options)
    }

    /// Returns the colors of the main file, a PNG whose mask was read, if options ask for it.
    pub(crate) fn image(&self, options: &LoadOptions) -> Result<Option<TileImage>, LevelError> {
        if !options.keep_images {
            return Ok(None);
        }
        let image = image::load_from_memory_with_format(self.main(), image::ImageFormat::Png)
            .map_err(|error| LevelError::Read { path: self.path.display().to_string(), message: error.to_string() })?
            .into_rgba8();
        let (width, pixels) = (image.width(), image.into_raw().as_chunks().0.to_vec());
        Ok(TileImage::new(width, pixels))
    }
}

fn unreadable(path: &AssetPath<'_>, error: &dyn std::error::Error) -> LevelError {
    LevelError::Read { path: path.to_string(), message: error.to_string() }
}
