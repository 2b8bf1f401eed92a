use anyhow::{Context, anyhow};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Standard output, locked and buffered. What is left in it is written by [`finish`](Self::finish).
#[derive(Debug)]
pub(crate) struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub(crate) fn new() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes what is buffered, so that an error of the last bytes is not lost.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush().context(CANNOT_WRITE)
    }
}

/// Says of an error on [`Output`] where it happened, and what to do about it.
pub(crate) const CANNOT_WRITE: &str = "cannot write to standard output; check where it is redirected to";

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints text that ends with its own line end.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut output = Output::new();
    output.write_all(text.as_bytes()).context(CANNOT_WRITE)?;
    output.finish()
}

/// Says of a file that it cannot be written, and what to do about it.
pub(crate) fn cannot_write(path: &Path, error: impl Display) -> anyhow::Error {
    anyhow!("{}: cannot write it ({error}); check that its folder is there and has space", path.display())
}

/// Prints a line on standard error. Where nobody reads that, there is nobody to tell.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints an object on one line.
pub(crate) fn print_json(object: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(object)? + "\n"))
}
