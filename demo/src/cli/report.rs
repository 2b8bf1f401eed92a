use crate::output::note;
use std::io;
use std::process::ExitCode;

/// The exit code of a command; a failure is told in one line on standard error.
pub(crate) fn report(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has enough, as `head` does: there is nobody to tell.
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

/// The error and its causes, joined by colons; a cause that its effect quotes already is not said twice.
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
