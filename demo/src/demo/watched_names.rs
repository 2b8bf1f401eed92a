//! The names of the files that are watched, in their folders.

use anyhow::{Context, Result};
use notify::event::{MetadataKind, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders that are watched, and the names in them that matter.
pub(super) struct WatchedNames {
    watcher: RecommendedWatcher,
    folders: HashSet<PathBuf>,
    /// Paths in the folders.
    names: HashSet<PathBuf>,
}

impl WatchedNames {
    /// Watches nothing yet.
    pub(super) fn new(watcher: RecommendedWatcher) -> Self {
        Self { watcher, folders: HashSet::new(), names: HashSet::new() }
    }

    /// Watches these files and no others; returns the first error, after watching what can be watched.
    pub(super) fn watch(&mut self, files: &[PathBuf]) -> Result<()> {
        let places: HashSet<(PathBuf, OsString)> = files.iter().flat_map(|file| places_of(file)).collect();
        let folders: HashSet<PathBuf> = places.iter().map(|(folder, _)| folder.clone()).collect();
        self.names = places.into_iter().map(|(folder, name)| folder.join(name)).collect();
        for folder in self.folders.difference(&folders) {
            // A folder that was removed is no longer watched, which is no error.
            let _ = self.watcher.unwatch(folder);
        }
        self.folders.retain(|folder| folders.contains(folder));
        let mut watched = Ok(());
        for folder in folders {
            if !self.folders.contains(&folder) {
                match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                    Ok(()) => _ = self.folders.insert(folder),
                    Err(error) => {
                        let folder = folder.display().to_string();
                        watched = watched.and(Err(anyhow::anyhow!(line_of(&error))).with_context(|| folder));
                    }
                }
            }
        }
        watched
    }

    /// Returns whether an event may have changed one of the files.
    pub(super) fn concern(&mut self, event: &Event) -> bool {
        match event.kind {
            // Reading the map opens its files.
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)) => return false,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => {
                // The watch is on the folder that went, not on the one that may come in its place.
                for path in event.paths.iter().filter(|path| self.folders.contains(*path)).cloned().collect::<Vec<_>>()
                {
                    let _ = self.watcher.unwatch(&path);
                    self.folders.remove(&path);
                    self.names.insert(path);
                }
            }
            _ => {}
        }
        event.need_rescan() || event.paths.iter().any(|path| self.names.contains(path))
    }
}

/// Returns the folders and names at which a change of a file shows: its own, and that of the file that a link points to.
/// Where the folder is missing, the first part of the path that is missing.
fn places_of(file: &Path) -> Vec<(PathBuf, OsString)> {
    let place = |path: &Path| {
        let parts = path.ancestors().filter_map(|part| Some((part.parent()?, part.file_name()?)));
        let found = parts.map(|(folder, name)| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            Some((fs::canonicalize(folder).ok()?, name.to_owned()))
        });
        found.flatten().next()
    };
    let target = fs::canonicalize(file).ok();
    place(file).into_iter().chain(target.and_then(|target| place(&target))).collect()
}

/// Returns an error of the system in one line, with the remedy for the usual one.
pub(super) fn line_of(error: &notify::Error) -> String {
    match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system has no more watches; raise fs.inotify.max_user_watches".to_owned()
        }
        _ => error.to_string().replace('\n', " "),
    }
}
