//! Rows of numbers as an array of NumPy.

use super::input::{CHUNK, Input, read_exactly};
use crate::cli::npy::{Descr, Header, HeaderFault};
use anyhow::{anyhow, bail};
use std::fmt::Display;

/// The rows of an array with as many columns, of 32-bit or 64-bit floats in the order of C.
pub(in crate::cli) struct NpyRows {
    pub(super) input: Input,
    is_double: bool,
    count: u64,
    read: u64,
    bytes: Vec<u8>,
}

impl NpyRows {
    /// Reads the header.
    pub(super) fn open(mut input: Input) -> anyhow::Result<Self> {
        let name = input.name.clone();
        let refusal = |fault: &dyn Display| anyhow!("{name}: {fault}");
        let header = Header::read(&mut input.bytes).map_err(|fault| match fault {
            HeaderFault::Read(error) => {
                refusal(&format_args!("cannot read it ({error}); check that it is a file of {}", input.kind.noun))
            }
            HeaderFault::Wrong(fault) => refusal(&format_args!("{fault}; write it with numpy.save")),
        })?;
        let noun = input.kind.noun;
        let is_double = match &header.descr {
            Descr::Plain(descr) if descr == "<f4" => false,
            Descr::Plain(descr) if descr == "<f8" => true,
            Descr::Plain(descr) if descr.starts_with('>') => {
                bail!("{name}: the array is big-endian ('{descr}'); save {noun}.astype('<f8')")
            }
            Descr::Plain(descr) => bail!("{name}: the array is of '{descr}', not of floats; save {noun}.astype('<f8')"),
            Descr::Structured => bail!(
                "{name}: the array is structured, and {} plain columns are needed; save \
                numpy.lib.recfunctions.structured_to_unstructured({noun})",
                input.kind.columns.len()
            ),
        };
        let columns = input.kind.columns.len() as u64;
        let count = match header.shape[..] {
            [count] if columns == 1 => count,
            [count, width] if width == columns => count,
            _ => bail!(
                "{name}: the array has the shape {}, where (n, {columns}) is needed: a row of {} for each of the {noun}",
                shape(&header.shape),
                input.kind.names()
            ),
        };
        if header.is_fortran && count > 1 && columns > 1 {
            bail!("{name}: the array is in the order of Fortran; save numpy.ascontiguousarray({noun})");
        }
        Ok(Self { input, is_double, count, read: 0, bytes: Vec::new() })
    }

    /// Returns the number of rows that the header tells.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// Adds the next rows to `values`, as [`RowFile::read_some`](super::RowFile::read_some) does.
    pub(super) fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
        let rows = (self.count - self.read).min(CHUNK as u64);
        let columns = self.input.kind.columns.len();
        let size = if self.is_double { 8 } else { 4 };
        self.bytes.clear();
        let read = read_exactly(&mut self.input.bytes, rows as usize * columns * size, &mut self.bytes);
        let (name, noun) = (&self.input.name, self.input.kind.noun);
        let complete =
            read.map_err(|error| anyhow!("{name}: cannot read it ({error}); check that it is a file of {noun}"))?;
        let found = self.bytes.len() / (columns * size);
        let bytes = &self.bytes[..found * columns * size];
        push_numbers(bytes, self.is_double, values);
        self.read += found as u64;
        if !complete {
            let (read, count) = (self.read, self.count);
            bail!("{name}: the file ends after {read} of {count} {noun}; write it anew");
        }
        Ok(self.read < self.count)
    }
}

/// Adds little-endian floats.
fn push_numbers(bytes: &[u8], is_double: bool, values: &mut Vec<f64>) {
    if is_double {
        values.extend(bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)));
    } else {
        values.extend(bytes.as_chunks().0.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))));
    }
}

/// Returns a shape as Python writes it.
fn shape(sides: &[u64]) -> String {
    match sides {
        [one] => format!("({one},)"),
        _ => format!("({})", sides.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    }
}
