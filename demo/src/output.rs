//! The program's output: standard output, standard error, and files. A file is written as a whole or not at all.

use crate::fault::usage_error;
use anyhow::Result;
use serde::Serialize;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempPath;

/// The target of a command: standard output, or a file. The file is written beside its target, and replaces it when it
/// is complete.
///
/// Until [`finish`](Self::finish), the target is as it was. A full disk, an interrupt or an error of the writer leaves it
/// so, and the incomplete file is removed. Links stay links: the file that they lead to is replaced. The new file has the
/// permissions of the old one. Devices and pipes are written directly.
pub(crate) struct Output {
    /// The path as the user gave it.
    path: Option<PathBuf>,
    writer: BufWriter<Box<dyn Write>>,
    part: Option<Part>,
}

/// An incomplete file, and the path that it gets when it is complete.
struct Part {
    temporary: TempPath,
    /// The file that is written.
    file: File,
    target: PathBuf,
}

impl Output {
    /// Opens a file, or standard output without a path.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let (writer, part): (Box<dyn Write>, _) = match path {
            None => (Box::new(io::stdout().lock()), None),
            Some(path) => {
                let (file, part) = open_file(path).map_err(|error| cannot_write(path, error))?;
                (Box::new(file), part)
            }
        };
        Ok(Self { path: path.map(Path::to_owned), writer: BufWriter::with_capacity(1 << 16, writer), part })
    }

    /// Returns the error of a failed write, with a remedy.
    pub(crate) fn refusal(&self, error: io::Error) -> anyhow::Error {
        match &self.path {
            None => {
                anyhow::Error::new(error).context("cannot write to standard output; check where it is redirected to")
            }
            Some(path) => cannot_write(path, error),
        }
    }

    /// Returns whether bytes that were written can be replaced: in a file, not on standard output, a device or a pipe.
    pub(crate) const fn is_seekable(&self) -> bool {
        self.part.is_some()
    }

    /// Replaces the first bytes, where [`is_seekable`](Self::is_seekable).
    pub(crate) fn replace_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.flush()?;
        let Some(Part { file, .. }) = &mut self.part else { return Err(ErrorKind::NotSeekable.into()) };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(bytes)?;
        file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Writes the buffered bytes. A file takes its place only now.
    pub(crate) fn finish(mut self) -> Result<()> {
        let written = self.writer.flush();
        let persist = |Part { temporary, target, .. }: Part| temporary.persist(target).map_err(io::Error::from);
        let done = written.and_then(|()| self.part.take().map_or(Ok(()), persist));
        done.map_err(|error| self.refusal(error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns an error for a file that cannot be written, with a remedy.
fn cannot_write(path: &Path, error: impl Into<anyhow::Error>) -> anyhow::Error {
    let error = error.into();
    let text = format!(
        "{}: cannot write it ({error:#}); check that its folder is there, may be written and has space",
        path.display()
    );
    error.context(text)
}

/// The number of links that a path may lead through.
const MOST_LINKS: usize = 40;

/// Opens a device or a pipe, or a file that is to replace the one of a path.
fn open_file(path: &Path) -> io::Result<(File, Option<Part>)> {
    // Streams that the program was started with, such as its standard output.
    let is_stream = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|streams| path.starts_with(streams));
    let found = fs::metadata(path).ok();
    if let Some(found) = &found {
        if found.is_dir() {
            return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
        }
        if !found.is_file() || is_stream {
            return Ok((OpenOptions::new().append(true).open(path)?, None));
        }
        if found.permissions().readonly() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "the file there is read-only"));
        }
    }
    // Links are followed, also to a file that is not there yet.
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(linked) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(linked);
    }
    // In the same folder, so that the file can be renamed.
    let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    // Checked first, since the error of the temporary file names a path that the user does not know.
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tileray-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    remove_part_on_interrupt();
    let (file, temporary) = {
        let mut part = PART.lock().unwrap_or_else(PoisonError::into_inner);
        let made = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        *part = Some(made.path().into());
        made.into_parts()
    };
    if let Some(found) = found {
        file.set_permissions(found.permissions())?;
    }
    Ok((file.try_clone()?, Some(Part { temporary, file, target })))
}

/// The path of the last incomplete file, which an interrupt removes.
static PART: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes an incomplete file before an interrupt ends the program.
#[cfg(unix)]
fn remove_part_on_interrupt() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // Without it, an incomplete file stays under its own name; the target is as it was all the same.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let part = PART.lock().unwrap_or_else(PoisonError::into_inner);
                part.iter().for_each(|part| drop(fs::remove_file(part)));
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
const fn remove_part_on_interrupt() {}

/// Refuses an output file that is also an input, which it would replace.
pub(crate) fn refuse_input<'a>(out: Option<&Path>, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let Some(out) = out.and_then(|out| out.canonicalize().ok()).filter(|out| out.is_file()) else { return Ok(()) };
    match inputs.into_iter().find(|input| input.canonicalize().is_ok_and(|input| input == out)) {
        Some(input) => Err(usage_error(format!(
            "{}: this file is an input, so it is not replaced; name another one",
            input.display()
        ))),
        None => Ok(()),
    }
}

/// Returns the format of an output: the given one, else the one of the file's extension, else the default. `known` has
/// the extensions; `what` says what is written, such as `hits are`.
pub(crate) fn format_of<F: Copy>(
    given: Option<F>,
    out: Option<&Path>,
    usual: F,
    known: &[(&str, F)],
    what: &str,
) -> Result<F> {
    let Some(extension) = out.and_then(Path::extension).filter(|_| given.is_none()) else {
        return Ok(given.unwrap_or(usual));
    };
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let found = known.iter().find(|(name, _)| *name == extension).map(|(_, format)| *format);
    found.ok_or_else(|| {
        let mut names: Vec<String> = known.iter().map(|(name, _)| format!(".{name}")).collect();
        let last = names.pop().unwrap_or_default();
        let names = names.join(", ");
        usage_error(format!("--out: {what} not written as .{extension}; name a {names} or {last} file, or --format"))
    })
}

/// Writes a file: all that `write` puts into it, or nothing if that fails.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut Output) -> Result<()>) -> Result<()> {
    let mut file = Output::open(Some(path))?;
    write(&mut file).map_err(|error| cannot_write(path, error))?;
    file.finish()
}

/// Prints text, which ends with a line end.
pub(crate) fn print(text: &str) -> Result<()> {
    write_text(None, text)
}

/// Writes text into a file, or prints it without a path.
pub(crate) fn write_text(path: Option<&Path>, text: &str) -> Result<()> {
    let mut output = Output::open(path)?;
    output.write_all(text.as_bytes()).map_err(|error| output.refusal(error))?;
    output.finish()
}

/// Prints a line on standard error. Errors are ignored, as there is no other place to report them.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints an object on one line.
pub(crate) fn print_json(object: &impl Serialize) -> Result<()> {
    print(&(serde_json::to_string(object)? + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() -> Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("sub"))?;
        let (link, target) = (folder.path().join("link"), folder.path().join("sub/target"));
        symlink("sub/second", &link)?;
        symlink("target", folder.path().join("sub/second"))?;
        write_text(Some(&link), "first")?;
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640))?;
        write_text(Some(&link), "second")?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!((fs::read_to_string(&target)?, fs::metadata(&target)?.mode()), ("second".into(), 0o100_640));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o440))?;
        let refused = write_text(Some(&link), "third").expect_err("read-only");
        assert!(refused.to_string().contains("the file there is read-only"), "{refused}");
        Ok(())
    }
}
