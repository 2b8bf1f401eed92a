//! Standard output and standard error, and the exit code.

use anyhow::{Context, anyhow};
use serde::Serialize;
use std::fmt::Display;
use std::io;
use std::io::{BufWriter, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;

/// Standard output, locked and buffered. Flush it to see errors.
pub(crate) type Output = BufWriter<StdoutLock<'static>>;

/// Opens standard output.
pub(crate) fn stdout() -> Output {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// The context of errors of [`Output`].
pub(crate) const CANNOT_WRITE: &str = "cannot write to standard output; check where it is redirected to";

/// Prints text, which ends with a line end.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut output = stdout();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).context(CANNOT_WRITE)
}

/// Returns an error for a file that cannot be written, with a remedy.
pub(crate) fn cannot_write(path: &Path, error: impl Display) -> anyhow::Error {
    anyhow!("{}: cannot write it ({error}); check that its folder is there and has space", path.display())
}

/// Prints a line on standard error. Errors are ignored, as there is no other place to report them.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints an object on one line.
pub(crate) fn print_json(object: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(object)? + "\n"))
}

/// Returns the exit code of a command; prints an error in one line on standard error.
pub(crate) fn report(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has stopped reading, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note(format_args!("error: {}", one_line(&error)));
            ExitCode::FAILURE
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
