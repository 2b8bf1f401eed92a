//! Files of rows of numbers: text, and NumPy's arrays. The first bytes tell which one a file is.

mod input;
mod npy;
mod text;

use anyhow::anyhow;
use input::Input;
pub(super) use input::{ANGLES, CHUNK, POSES, RAYS, RowKind};
use npy::NpyRows;
use std::fs::File;
use std::io;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use text::TextRows;

/// The rows of a file, or of standard input.
pub(super) enum RowFile {
    Text(TextRows),
    Npy(NpyRows),
}

const NPY: &[u8] = b"\x93NUMPY";

impl RowFile {
    /// Opens the file; `-` is standard input.
    pub(super) fn open(path: &Path, kind: &'static RowKind) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Self::read("standard input".into(), Box::new(io::stdin()), kind);
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| {
            anyhow!("{name}: cannot read the {} ({error}); check the path, or use - for standard input", kind.noun)
        })?;
        Self::read(name, Box::new(file), kind)
    }

    /// Begins with the bytes of a file.
    fn read(name: String, mut bytes: Box<dyn Read + Send>, kind: &'static RowKind) -> anyhow::Result<Self> {
        let start = first_bytes(&mut bytes)
            .map_err(|error| anyhow!("{name}: cannot read it ({error}); check that it is a file of {}", kind.noun))?;
        let is_npy = start.starts_with(NPY);
        let bytes: Box<dyn Read + Send> = Box::new(Cursor::new(start).chain(bytes));
        let input = Input { name, kind, bytes: BufReader::with_capacity(1 << 18, bytes) };
        Ok(if is_npy { Self::Npy(NpyRows::open(input)?) } else { Self::Text(TextRows::new(input)) })
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> usize {
        let input = match self {
            Self::Text(rows) => &rows.input,
            Self::Npy(rows) => &rows.input,
        };
        input.kind.columns.len()
    }

    /// Returns the number of rows, where the file says it at its beginning.
    pub(super) fn count(&self) -> Option<u64> {
        match self {
            Self::Npy(rows) => Some(rows.count()),
            Self::Text(_) => None,
        }
    }

    /// Adds the next rows to `values`, one after the other; returns false at the end of the file. On an error, the rows
    /// before it are added.
    ///
    /// Returns early when there is nothing more to read yet, so that a program that sends one row at a time gets its answer
    /// at once.
    pub(super) fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
        match self {
            Self::Text(rows) => rows.read_some(values),
            Self::Npy(rows) => rows.read_some(values),
        }
    }
}

/// Reads a file of rays, as `tileray cast --rays` does; returns the numbers of its rows, one after the other, and what is wrong
/// with the row after them.
pub fn read_rays(file: impl Read + Send + 'static) -> (Vec<f64>, Option<String>) {
    let mut values = Vec::new();
    let read = RowFile::read("rays".into(), Box::new(file), &RAYS).and_then(|mut rows| {
        while rows.read_some(&mut values)? {}
        Ok(())
    });
    (values, read.err().map(|fault| fault.to_string()))
}

/// Reads as many bytes as tell the kind of a file, and no more: text is answered line by line.
fn first_bytes(bytes: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    while start.len() < NPY.len() && NPY.starts_with(&start) {
        let read = bytes.by_ref().take(1).read_to_end(&mut start)?;
        if read == 0 {
            break;
        }
    }
    Ok(start)
}

#[cfg(test)]
mod hostile;
