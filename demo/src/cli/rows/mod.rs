//! Files of rows of numbers: text, NumPy's arrays and Arrow's streams. The first bytes tell which one a file is.

mod input;
mod npy;
mod stream;
mod text;

use anyhow::{anyhow, bail};
use input::Input;
pub(super) use input::{ANGLES, CHUNK, POSES, RAYS, RowKind};
use npy::NpyRows;
use std::fs::File;
use std::io;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use stream::StreamRows;
use text::TextRows;

/// The rows of a file, or of standard input.
pub(super) enum RowFile {
    Text(TextRows),
    Npy(NpyRows),
    Stream(StreamRows),
}

const NPY: &[u8] = b"\x93NUMPY";
const ARROW_STREAM: &[u8] = b"\xff\xff\xff\xff";
const ARROW_FILE: &[u8] = b"ARROW1";

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
        let of = |magic| start.starts_with(magic);
        let (is_npy, is_stream, is_arrow_file) = (of(NPY), of(ARROW_STREAM), of(ARROW_FILE));
        if is_arrow_file {
            bail!(
                "{name}: this is an Arrow file, and a stream is needed; write it with pyarrow.ipc.new_stream, or polars' \
                write_ipc_stream"
            );
        }
        let bytes: Box<dyn Read + Send> = Box::new(Cursor::new(start).chain(bytes));
        let input = Input { name, kind, bytes: BufReader::with_capacity(1 << 18, bytes) };
        Ok(match (is_npy, is_stream) {
            (true, _) => Self::Npy(NpyRows::open(input)?),
            (_, true) => Self::Stream(StreamRows::open(input)?),
            _ => Self::Text(TextRows::new(input)),
        })
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> usize {
        let input = match self {
            Self::Text(rows) => &rows.input,
            Self::Npy(rows) => &rows.input,
            Self::Stream(rows) => &rows.input,
        };
        input.kind.columns.len()
    }

    /// Returns the number of rows, where the file says it at its beginning.
    pub(super) fn count(&self) -> Option<u64> {
        match self {
            Self::Npy(rows) => Some(rows.count()),
            Self::Text(_) | Self::Stream(_) => None,
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
            Self::Stream(rows) => rows.read_some(values),
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
    let is_open = |start: &[u8]| {
        [NPY, ARROW_STREAM, ARROW_FILE].iter().any(|magic| magic.len() > start.len() && magic.starts_with(start))
    };
    while is_open(&start) {
        let read = bytes.by_ref().take(1).read_to_end(&mut start)?;
        if read == 0 {
            break;
        }
    }
    Ok(start)
}

#[cfg(test)]
mod hostile;
