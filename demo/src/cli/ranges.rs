//! Writes ranges in the formats of the command line.

use crate::cli::row_writer::RowWriter;
use crate::number;
use crate::output::Output;
use crate::value_args::RangeFormat;
use anyhow::Result;

/// A writer of ranges: a range a row, or the ranges of a pose.
pub(super) struct RangeWriter {
    rows: RowWriter,
    format: RangeFormat,
    /// The number of beams of a pose.
    beams: usize,
    bytes: Vec<u8>,
}

impl RangeWriter {
    /// Begins the output with its header. `count` is the number of rows, if it is known.
    pub(super) fn begin(output: Output, format: RangeFormat, beams: Option<usize>, count: Option<u64>) -> Result<Self> {
        let rows = match format {
            RangeFormat::Csv => {
                let names = |beams| (0..beams).map(|beam| format!("range_{beam}")).collect::<Vec<_>>().join(",");
                RowWriter::lines(output, &(beams.map_or_else(|| "range".into(), names) + "\n"))?
            }
            RangeFormat::Npy => RowWriter::array(output, "'<f4'", beams, count)?,
        };
        Ok(Self { rows, format, beams: beams.unwrap_or(1), bytes: Vec::new() })
    }

    /// Writes the next rows of ranges.
    pub(super) fn write(&mut self, ranges: &[f32]) -> Result<()> {
        let Self { rows, format, beams, bytes } = self;
        bytes.clear();
        match format {
            RangeFormat::Csv => {
                for row in ranges.chunks_exact(*beams) {
                    for range in row {
                        number::push_f32(bytes, *range);
                        bytes.push(b',');
                    }
                    bytes.pop();
                    bytes.push(b'\n');
                }
            }
            RangeFormat::Npy => {
                bytes.resize(4 * ranges.len(), 0);
                bytes.as_chunks_mut().0.iter_mut().zip(ranges).for_each(|(bytes, range)| *bytes = range.to_le_bytes());
            }
        }
        rows.write(ranges.len() / *beams, bytes)
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<()> {
        self.rows.finish()
    }
}
