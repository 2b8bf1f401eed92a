//! Writes an array of NumPy, row by row.

use crate::cli::npy::header;
use crate::fault::usage_error;
use crate::output::Output;
use anyhow::Result;
use std::io::Write;

/// An array that is written. Its header tells the number of rows: it is known before, or the header is written again.
pub(super) struct ArrayWriter {
    output: Output,
    /// The type of an element, as Python writes it.
    descr: &'static str,
    width: Option<usize>,
    announced: Option<u64>,
    written: u64,
}

impl ArrayWriter {
    /// Writes the header of an array of `count` rows, each of `width` elements, or without a second side.
    pub(super) fn begin(output: Output, descr: &'static str, width: Option<usize>, count: Option<u64>) -> Result<Self> {
        let announced = if output.is_seekable() { None } else { count };
        if announced.is_none() && !output.is_seekable() {
            return Err(usage_error(
                "an array begins with the number of its rows, which this input does not tell; use --out FILE.npy, or \
                --format csv",
            ));
        }
        let mut this = Self { output, descr, width, announced, written: 0 };
        let header = header(descr, announced.unwrap_or(0), width);
        this.output.write_all(&header).map_err(|error| this.output.refusal(error))?;
        Ok(this)
    }

    /// Writes the bytes of rows.
    pub(super) fn write(&mut self, rows: usize, bytes: &[u8]) -> Result<()> {
        self.written += rows as u64;
        self.output.write_all(bytes).map_err(|error| self.output.refusal(error))
    }

    /// Completes the array.
    pub(super) fn finish(mut self) -> Result<()> {
        if self.announced.is_none() {
            let header = header(self.descr, self.written, self.width);
            self.output.replace_start(&header).map_err(|error| self.output.refusal(error))?;
        }
        self.output.finish()
    }
}
