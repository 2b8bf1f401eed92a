//! Standard output and standard error.

use crate::fault::cannot_write;
use crate::output_file::OutputFile;
use anyhow::Context;
use serde::Serialize;
use std::fmt::Display;
use std::io;
use std::io::{BufWriter, StdoutLock, Write};
use std::path::Path;

/// Where a command writes its answers. [`finish`](Self::finish) it to see errors.
pub(crate) enum Output {
    /// Standard output, locked and buffered.
    Standard(BufWriter<StdoutLock<'static>>),
    File(OutputFile),
}

const CANNOT_WRITE: &str = "cannot write to standard output; check where it is redirected to";

impl Output {
    /// Opens a file, or standard output without a path.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        match path {
            Some(path) => OutputFile::create(path).map(Self::File),
            None => Ok(Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock()))),
        }
    }

    /// Returns an error for what could not be written.
    pub(crate) fn refusal(&self, error: io::Error) -> anyhow::Error {
        match self {
            Self::Standard(_) => anyhow::Error::new(error).context(CANNOT_WRITE),
            Self::File(file) => cannot_write(file.path(), error.into()),
        }
    }

    /// Returns whether bytes that were written can be replaced: in a file, not on standard output.
    pub(crate) fn is_seekable(&self) -> bool {
        matches!(self, Self::File(file) if file.is_seekable())
    }

    /// Replaces the first bytes, where [`is_seekable`](Self::is_seekable).
    pub(crate) fn replace_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Standard(_) => Err(io::Error::from(io::ErrorKind::NotSeekable)),
            Self::File(file) => file.replace_start(bytes),
        }
    }

    /// Writes what is buffered. A file takes its place only now.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Standard(mut output) => output.flush().context(CANNOT_WRITE),
            Self::File(file) => file.finish(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(output) => output.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(output) => output.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Prints text, which ends with a line end.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    write_text(None, text)
}

/// Writes text into a file, or prints it without a path.
pub(crate) fn write_text(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let mut output = Output::open(path)?;
    output.write_all(text.as_bytes()).map_err(|error| output.refusal(error))?;
    output.finish()
}

/// Prints a line on standard error. Errors are ignored, as there is no other place to report them.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints an object on one line.
pub(crate) fn print_json(object: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(object)? + "\n"))
}
