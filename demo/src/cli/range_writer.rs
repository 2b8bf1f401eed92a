//! Writes ranges in the formats of the command line.

use crate::cli::array_writer::ArrayWriter;
use crate::number;
use crate::output::Output;
use crate::value_args::RangeFormat;
use anyhow::Result;
use std::io::Write;

/// Writes ranges: one a row, or those of the beams of a pose.
pub(super) struct RangeWriter {
    /// The number of beams of a pose.
    beams: Option<usize>,
    destination: Destination,
    bytes: Vec<u8>,
}

enum Destination {
    Csv(Output),
    Array(ArrayWriter),
}

impl RangeWriter {
    /// Begins with what stands before the first range. `count` is the number of rows, where it is known.
    pub(super) fn begin(
        mut output: Output,
        format: RangeFormat,
        beams: Option<usize>,
        count: Option<u64>,
    ) -> Result<Self> {
        let destination = match format {
            RangeFormat::Csv => {
                let header = beams.map_or_else(
                    || "range".into(),
                    |beams| (0..beams).map(|beam| format!("range_{beam}")).collect::<Vec<_>>().join(","),
                );
                writeln!(output, "{header}").map_err(|error| output.refusal(error))?;
                Destination::Csv(output)
            }
            RangeFormat::Npy => Destination::Array(ArrayWriter::begin(output, "'<f4'", beams, count)?),
        };
        Ok(Self { beams, destination, bytes: Vec::new() })
    }

    /// Writes the next rows of ranges.
    pub(super) fn write(&mut self, ranges: &[f32]) -> Result<()> {
        let Self { beams, destination, bytes } = self;
        bytes.clear();
        match destination {
            Destination::Csv(output) => {
                for row in ranges.chunks_exact(beams.unwrap_or(1)) {
                    for range in row {
                        number::push_f32(bytes, *range);
                        bytes.push(b',');
                    }
                    bytes.pop();
                    bytes.push(b'\n');
                }
                let written = output.write_all(bytes).and_then(|()| output.flush());
                written.map_err(|error| output.refusal(error))
            }
            Destination::Array(array) => {
                bytes.resize(4 * ranges.len(), 0);
                bytes.as_chunks_mut().0.iter_mut().zip(ranges).for_each(|(bytes, range)| *bytes = range.to_le_bytes());
                array.write(ranges.len() / beams.unwrap_or(1), bytes)
            }
        }
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<()> {
        match self.destination {
            Destination::Csv(output) => output.finish(),
            Destination::Array(array) => array.finish(),
        }
    }
}
