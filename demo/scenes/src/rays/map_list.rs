//! The list of maps that the scene of rays turns through, wherever they come from.

use super::map_file::{MapFault, MapFile};
use std::fmt;
use std::path::PathBuf;

/// A list of maps, one of which is shown.
pub trait MapList: fmt::Debug {
    /// Returns the number of maps.
    fn count(&self) -> usize;

    /// Returns the index of the map that is shown.
    fn shown(&self) -> usize;

    /// Reads the map at `index`.
    ///
    /// # Errors
    /// Fails if the map cannot be read.
    fn read(&self, index: usize) -> Result<MapFile, MapFault>;

    /// Tells the list which map is shown from now on, and the files that it was read from.
    fn show(&mut self, index: usize, files: &[PathBuf]);

    /// Returns what became of the map that is shown since the last call, if its files are watched.
    fn news(&mut self) -> Option<News> {
        None
    }
}

/// What became of a map whose files are watched.
#[derive(Debug)]
pub enum News {
    /// Its files were saved, and it was read again.
    Read(Box<MapFile>),
    /// It cannot be read: the error in one line.
    Faulty(String),
}
