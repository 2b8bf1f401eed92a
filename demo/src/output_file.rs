//! Files that the program writes: complete, or as they were before.

use crate::fault::{cannot_write, usage_error};
use anyhow::Result;
use std::fs;
use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::io::{BufWriter, ErrorKind, IntoInnerError, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// A file that is written beside its target and replaces it when it is complete.
///
/// Until [`finish`](Self::finish), the target is as it was. A full disk, an interrupt or an error of the writer leaves it
/// so, and the incomplete file is removed. Links stay links: the file that they lead to is replaced. The new file has the
/// permissions of the old one. Devices and pipes are written directly.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// The path as the user gave it.
    path: PathBuf,
    writer: BufWriter<Destination>,
}

/// Writes a file: all that `write` puts into it, or nothing if that fails.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut OutputFile) -> Result<()>) -> Result<()> {
    let mut file = OutputFile::create(path)?;
    write(&mut file).map_err(|error| cannot_write(path, error))?;
    file.finish()
}

/// Refuses an output file that is one of the files that are read: it would replace them.
pub(crate) fn refuse_input<'a>(out: Option<&Path>, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let Some(out) = out.and_then(|out| out.canonicalize().ok()).filter(|out| out.is_file()) else { return Ok(()) };
    match inputs.into_iter().find(|input| input.canonicalize().is_ok_and(|input| input == out)) {
        Some(input) => {
            Err(usage_error(format!("{}: this file is read, so it is not replaced; name another one", input.display())))
        }
        None => Ok(()),
    }
}

impl OutputFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let destination = Destination::of(path).map_err(|error| cannot_write(path, error.into()))?;
        Ok(Self { path: path.into(), writer: BufWriter::with_capacity(1 << 16, destination) })
    }

    /// Returns the path as the user gave it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether bytes that were written can be replaced: not in a device or a pipe.
    pub(crate) fn is_seekable(&self) -> bool {
        matches!(self.writer.get_ref(), Destination::Part(..))
    }

    /// Replaces the first bytes of the file, before it is completed.
    pub(crate) fn replace_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.flush()?;
        match self.writer.get_mut() {
            Destination::Stream(_) => Err(io::Error::from(ErrorKind::NotSeekable)),
            Destination::Part(part, _) => {
                let file = part.file.as_file_mut();
                file.seek(SeekFrom::Start(0))?;
                file.write_all(bytes)?;
                file.seek(SeekFrom::End(0)).map(drop)
            }
        }
    }

    /// Completes the file: it takes the place of the old one.
    pub(crate) fn finish(self) -> Result<()> {
        let destination = self.writer.into_inner().map_err(IntoInnerError::into_error);
        destination.and_then(Destination::complete).map_err(|error| cannot_write(&self.path, error.into()))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// What the bytes of a file are written to.
#[derive(Debug)]
enum Destination {
    /// A device or a pipe.
    Stream(File),
    /// A temporary file, and the path that it gets when it is complete.
    Part(PartialFile, PathBuf),
}

/// The number of links that a path may lead through.
const MOST_LINKS: usize = 40;

impl Destination {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
            Ok(found) if !found.is_file() || is_open_stream(path) => {
                OpenOptions::new().append(true).open(path).map(Self::Stream)
            }
            Ok(found) if found.permissions().readonly() => {
                Err(io::Error::new(ErrorKind::PermissionDenied, "the file there is read-only"))
            }
            found => {
                let target = linked(path);
                let part = PartialFile::beside(&target, found.ok().map(|found| found.permissions()))?;
                Ok(Self::Part(part, target))
            }
        }
    }

    fn complete(self) -> io::Result<()> {
        match self {
            Self::Stream(_) => Ok(()),
            Self::Part(part, target) => part.persist(&target),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(file) => file.write(bytes),
            Self::Part(part, _) => part.file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a path names a file that the program was started with, such as its standard output.
fn is_open_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|streams| path.starts_with(streams))
}

/// Follows links, also to a file that is not there yet.
fn linked(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// A temporary file that is removed unless it gets its name, also when the program is interrupted.
#[derive(Debug)]
struct PartialFile {
    file: NamedTempFile,
    listed: ListedPart,
}

/// The paths of the temporary files that there are.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A path in the list of temporary files, which it leaves when it is dropped.
#[derive(Debug)]
struct ListedPart(PathBuf);

impl Drop for ListedPart {
    fn drop(&mut self) {
        PARTS.lock().unwrap_or_else(PoisonError::into_inner).retain(|part| *part != self.0);
    }
}

impl PartialFile {
    /// Creates a file in the folder of `target`, so that it can be renamed.
    fn beside(target: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        // Asked first, since the error of the temporary file names a path that nobody knows.
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tileray-").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        remove_parts_on_interrupt();
        let file = {
            let mut parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
            let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
            parts.push(file.path().into());
            file
        };
        let part = Self { listed: ListedPart(file.path().into()), file };
        if let Some(permissions) = permissions {
            part.file.as_file().set_permissions(permissions)?;
        }
        Ok(part)
    }

    fn persist(self, target: &Path) -> io::Result<()> {
        let Self { file, listed } = self;
        file.persist(target).map_err(|error| error.error)?;
        drop(listed);
        Ok(())
    }
}

/// Removes temporary files before an interrupt ends the program.
#[cfg(unix)]
fn remove_parts_on_interrupt() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // Without it, an incomplete file stays under its own name; the target is as it was all the same.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
                parts.iter().for_each(|part| drop(fs::remove_file(part)));
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn remove_parts_on_interrupt() {}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_file_is_replaced_when_it_is_complete() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.txt");
        for text in ["old", "new"] {
            let mut file = OutputFile::create(&path)?;
            file.write_all(text.as_bytes())?;
            file.flush()?;
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), (text == "new").then_some("old"));
            file.finish()?;
            assert_eq!(fs::read_to_string(&path)?, text);
        }
        assert_eq!(names(folder.path()), ["a.txt"]);
        assert!(PARTS.lock().expect("the list").iter().all(|part| !part.starts_with(folder.path())));
        Ok(())
    }

    #[test]
    fn a_failure_leaves_the_old_file() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.txt");
        fs::write(&path, "old")?;
        let failed = write_file(&path, |file| {
            file.write_all(b"half")?;
            Err(anyhow!("no more"))
        });
        let message = format!("{:#}", failed.expect_err("it failed"));
        assert!(message.contains("a.txt: cannot write it (no more); check"), "{message}");
        assert_eq!((names(folder.path()), fs::read_to_string(&path)?), (vec!["a.txt".to_owned()], "old".to_owned()));
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() -> Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("sub"))?;
        let (link, target) = (folder.path().join("link"), folder.path().join("sub/target"));
        symlink("sub/second", &link)?;
        symlink("target", folder.path().join("sub/second"))?;
        write_file(&link, |file| Ok(file.write_all(b"first")?))?;
        fs::set_permissions(&target, Permissions::from_mode(0o640))?;
        write_file(&link, |file| Ok(file.write_all(b"second")?))?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!((fs::read_to_string(&target)?, fs::metadata(&target)?.mode()), ("second".into(), 0o100_640));
        fs::set_permissions(&target, Permissions::from_mode(0o440))?;
        let refused = write_file(&link, |_| Ok(())).expect_err("read-only");
        assert!(refused.to_string().contains("the file there is read-only"), "{refused}");
        Ok(())
    }
}
