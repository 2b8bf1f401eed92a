//! Writes rows: lines of text, or an array of NumPy.

use crate::cli::npy;
use crate::fault::usage_error;
use crate::output::Output;
use anyhow::Result;
use std::io::{self, Write};

/// A writer of rows, in chunks of any size.
pub(super) struct RowWriter {
    output: Output,
    array: Option<Array>,
    /// The number of rows so far.
    written: u64,
}

/// The content of an array's header. If the number of rows is not known before, the header is written again at the end.
struct Array {
    /// The type of an element, as Python writes it.
    descr: &'static str,
    width: Option<usize>,
    announced: Option<u64>,
}

impl RowWriter {
    /// Begins lines with a header, which may be empty.
    pub(super) fn lines(output: Output, header: &str) -> Result<Self> {
        let mut this = Self { output, array: None, written: 0 };
        this.write(0, header.as_bytes())?;
        Ok(this)
    }

    /// Begins an array of `count` rows, each of `width` elements; without a width the array has one dimension.
    pub(super) fn array(output: Output, descr: &'static str, width: Option<usize>, count: Option<u64>) -> Result<Self> {
        let announced = count.filter(|_| !output.is_seekable());
        if announced.is_none() && !output.is_seekable() {
            return Err(usage_error(
                "an array begins with its number of rows, which is not known before the input ends; use --out FILE.npy, \
                or --format csv",
            ));
        }
        let header = npy::header(descr, announced.unwrap_or(0), width);
        let mut this = Self { output, array: Some(Array { descr, width, announced }), written: 0 };
        this.write(0, &header)?;
        Ok(this)
    }

    /// Writes the bytes of rows at once.
    pub(super) fn write(&mut self, rows: usize, bytes: &[u8]) -> Result<()> {
        self.written += rows as u64;
        let written = self.output.write_all(bytes).and_then(|()| self.output.flush());
        self.checked(written)
    }

    /// Completes the output.
    pub(super) fn finish(mut self) -> Result<()> {
        if let Some(Array { descr, width, announced: None }) = self.array {
            let replaced = self.output.replace_start(&npy::header(descr, self.written, width));
            self.checked(replaced)?;
        }
        self.output.finish()
    }

    fn checked(&self, written: io::Result<()>) -> Result<()> {
        written.map_err(|error| self.output.refusal(error))
    }
}
