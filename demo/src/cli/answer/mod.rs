//! What is said of a ray, for people and for programs.

mod csv;
mod json;
mod text;

use super::level::Level;
use crate::args::HitFormat;
use std::io::{self, Write};
use tileray::RayHit;

/// Writes the answers to rays one after the other, in one format.
pub(super) struct AnswerWriter<'a, W> {
    output: W,
    format: HitFormat,
    level: &'a Level,
    written: u64,
}

impl<'a, W: Write> AnswerWriter<'a, W> {
    /// Writes what stands before the first answer.
    pub(super) fn begin(mut output: W, format: HitFormat, level: &'a Level) -> io::Result<Self> {
        if format == HitFormat::Csv {
            output.write_all(csv::HEADER)?;
        }
        Ok(Self { output, format, level, written: 0 })
    }

    /// Writes one answer on one line; `None` for a ray that hits nothing.
    pub(super) fn write(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        self.written += 1;
        match self.format {
            HitFormat::Text => text::write_line(&mut self.output, self.written, hit, self.level),
            HitFormat::Csv => csv::write(&mut self.output, hit),
            HitFormat::Json => json::write(&mut self.output, hit, self.level),
        }
    }

    /// Writes the answer to the only ray there is, which takes several lines as a text.
    pub(super) fn write_only(&mut self, hit: Option<&RayHit>) -> io::Result<()> {
        match self.format {
            HitFormat::Text => text::write_lines(&mut self.output, hit, self.level),
            _ => self.write(hit),
        }
    }

    /// Writes what is buffered.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// The output that it wrote to.
    pub(super) fn into_inner(self) -> W {
        self.output
    }
}
