//! Watches files: tells when some of them were saved, and are at rest.
//!
//! Editors save by writing into a file, by renaming another one over it, or by deleting it and creating it again; files may
//! be links. The time and the size of a file tell all of that, on every system, and are read in microseconds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// The time and the size of a file; nothing where there is none. They are only compared.
type Stamp = Option<(Option<Duration>, u64)>;

fn stamp(path: &Path) -> Stamp {
    let found = fs::metadata(path).ok()?;
    let time = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Some((time, found.len()))
}

/// Files, as they were at the last look.
#[derive(Debug, Default)]
pub(super) struct Watch {
    seen: BTreeMap<PathBuf, Stamp>,
    /// Whether a file had changed at the last look.
    has_changed: bool,
}

impl Watch {
    /// Watches these files in place of the files before. A file that was watched before may have changed since the last
    /// look.
    pub(super) fn set(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        let mut before = std::mem::take(&mut self.seen);
        let seen = |file: PathBuf| {
            let stamp = before.remove(&file).unwrap_or_else(|| stamp(&file));
            (file, stamp)
        };
        self.seen = files.into_iter().map(seen).collect();
    }

    /// Watches these files too.
    pub(super) fn add(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        for file in files {
            self.seen.entry(file).or_insert_with_key(|file| stamp(file));
        }
    }

    /// Looks at the files. Returns whether they are at rest after a change: while a file is written, it is faulty.
    pub(super) fn look(&mut self) -> bool {
        let had_changed = std::mem::take(&mut self.has_changed);
        for (file, seen) in &mut self.seen {
            let now = stamp(file);
            self.has_changed |= now != *seen;
            *seen = now;
        }
        had_changed && !self.has_changed
    }
}
