//! Standard output and standard error, and the exit code.

use crate::output_file::{OutputFile, cannot_write};
use crate::usage_error::UsageError;
use anyhow::Context;
use serde::Serialize;
use std::fmt::Display;
use std::io;
use std::io::{BufWriter, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;

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

/// The exit code of a command that failed.
const FAILED: u8 = 1;
/// The exit code of a command line that means nothing, as clap has it.
const WRONG_USAGE: u8 = 2;

/// Returns the exit code of a command; prints an error in one line on standard error.
pub(crate) fn report(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has stopped reading, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note(format_args!("error: {}", one_line(&error)));
            ExitCode::from(if error.is::<UsageError>() { WRONG_USAGE } else { FAILED })
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

/// Returns the error and its causes, joined by colons; causes that the text already contains are left out.
fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain() {
        let text = cause.to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            line = text;
        } else if !line.contains(&text) {
            line = format!("{line}: {text}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn causes_are_joined_once_on_one_line() {
        let error = anyhow!("no such\nfile").context("cannot read it").context("cave.tmx");
        assert_eq!(one_line(&error), "cave.tmx: cannot read it: no such file");
        let error = anyhow!("no such file").context("cannot read it: no such file");
        assert_eq!(one_line(&error), "cannot read it: no such file");
    }
}
