//! Errors of the command line: their kinds, the line that reports them, and the exit code.

use std::error::Error;
use std::fmt;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit code of a command that failed.
const FAILED: u8 = 1;
/// The exit code of wrong usage, the same as clap's.
const WRONG_USAGE: u8 = 2;

/// Arguments that do not fit together: each is valid alone.
#[derive(Debug)]
struct UsageError(String);

/// Returns an error for arguments that do not fit together, whose exit code is 2.
pub(crate) fn usage_error(message: impl Into<String>) -> anyhow::Error {
    UsageError(message.into()).into()
}

impl Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}

/// Returns the exit code of a command; prints an error in one line on standard error.
pub(crate) fn report(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has stopped reading, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // There is no other place to report an error of standard error.
            let _ = writeln!(io::stderr(), "error: {}", one_line(&error));
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
