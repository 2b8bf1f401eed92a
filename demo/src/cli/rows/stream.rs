//! Rows of numbers as a stream of Arrow's record batches.

use super::input::{CHUNK, Input, read_exactly};
use crate::cli::arrow::message::{BatchPlaces, Message, MessageFault};
use crate::cli::arrow::schema::{NumberColumn, SchemaFault, number_columns};
use crate::cli::arrow::{CONTINUATION, HEADER_BATCH, HEADER_DICTIONARY, HEADER_SCHEMA};
use anyhow::anyhow;
use std::fmt::Display;

/// The rows of a stream: columns of 32-bit or 64-bit floats by their names, among others that are skipped.
pub(in crate::cli) struct StreamRows {
    pub(super) input: Input,
    columns: Vec<NumberColumn>,
    metadata: Vec<u8>,
    /// The bytes of the current record batch, and where each column lies in them.
    body: Vec<u8>,
    batch: BatchPlaces,
    /// How many rows of the current batch were taken.
    taken: usize,
    /// The rows of the batches before.
    before: u64,
}

/// The most bytes of a message's metadata and of a record batch, so that no file fills the memory.
const MOST_METADATA: usize = 16 << 20;
const MOST_BODY: u64 = 1 << 30;

impl StreamRows {
    /// Reads the schema.
    pub(super) fn open(input: Input) -> anyhow::Result<Self> {
        let (columns, metadata, body, batch) = (Vec::new(), Vec::new(), Vec::new(), BatchPlaces::default());
        let mut this = Self { input, columns, metadata, body, batch, taken: 0, before: 0 };
        if !this.read_metadata()? {
            return Err(this.refusal("the stream ends before its schema; write it anew"));
        }
        let message = this.message()?;
        if message.kind != HEADER_SCHEMA {
            return Err(this.refusal(MessageFault::Damaged.text()));
        }
        let columns = number_columns(&message.header, this.input.kind.columns);
        this.columns = columns.map_err(|fault| this.schema_refusal(&fault))?;
        Ok(this)
    }

    /// Adds the next rows to `values`, as [`RowFile::read_some`](super::RowFile::read_some) does.
    pub(super) fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
        if self.taken == self.batch.rows && !self.next_batch()? {
            return Ok(false);
        }
        let count = (self.batch.rows - self.taken).min(CHUNK);
        match self.batch.null {
            Some((row, column)) if row < self.taken + count => {
                self.push_rows(row - self.taken, values);
                let row = self.before + row as u64 + 1;
                Err(self.refusal(format_args!("row {row} has a null in the column {column}; give a number or NaN")))
            }
            _ => {
                self.push_rows(count, values);
                Ok(true)
            }
        }
    }

    /// Adds the next rows of the current batch.
    fn push_rows(&mut self, count: usize, values: &mut Vec<f64>) {
        let (taken, width, start) = (self.taken, self.columns.len(), values.len());
        values.resize(start + count * width, 0.0);
        let rows = &mut values[start..];
        for (place, (column, range)) in self.columns.iter().zip(&self.batch.places).enumerate() {
            let bytes = &self.body[range.clone()];
            let written = rows.chunks_exact_mut(width);
            if column.is_double {
                let numbers = &bytes.as_chunks().0[taken..][..count];
                written.zip(numbers).for_each(|(row, number)| row[place] = f64::from_le_bytes(*number));
            } else {
                let numbers = &bytes.as_chunks().0[taken..][..count];
                written.zip(numbers).for_each(|(row, number)| row[place] = f32::from_le_bytes(*number).into());
            }
        }
        self.taken += count;
    }

    /// Reads the next message; returns false at the end of the stream.
    fn next_batch(&mut self) -> anyhow::Result<bool> {
        self.before += self.batch.rows as u64;
        (self.batch, self.taken) = (BatchPlaces::default(), 0);
        if !self.read_metadata()? {
            return Ok(false);
        }
        let Message { kind, body, .. } = self.message()?;
        if body > MOST_BODY {
            return Err(self.refusal(format_args!(
                "a record batch has {body} bytes, and at most {MOST_BODY} are read; write smaller batches, as with \
                write_table(table, max_chunksize=65536)"
            )));
        }
        self.body.clear();
        let complete = read_exactly(&mut self.input.bytes, body as usize, &mut self.body);
        if !complete.map_err(|error| self.cannot_read(&error))? {
            return Err(self.cut());
        }
        match kind {
            HEADER_BATCH => {
                let batch = BatchPlaces::of(&self.message()?.header, &self.columns, &self.body);
                self.batch = batch.map_err(|fault| self.refusal(fault.text()))?;
                Ok(true)
            }
            // Of a column that is skipped: those that are read have none.
            HEADER_DICTIONARY => Ok(true),
            _ => Err(self.refusal(MessageFault::Damaged.text())),
        }
    }

    /// Reads the metadata of the next message; returns false at the end of the stream.
    fn read_metadata(&mut self) -> anyhow::Result<bool> {
        self.metadata.clear();
        let complete = read_exactly(&mut self.input.bytes, 8, &mut self.metadata);
        let complete = complete.map_err(|error| self.cannot_read(&error))?;
        // A stream may end without saying so, but only between two messages.
        if self.metadata.is_empty() {
            return Ok(false);
        }
        if !complete {
            return Err(self.cut());
        }
        let (marker, length) = self.metadata.split_at(4);
        if marker != CONTINUATION {
            return Err(self.refusal(MessageFault::Damaged.text()));
        }
        let length = length.try_into().map_or(0, u32::from_le_bytes) as usize;
        if length > MOST_METADATA {
            return Err(self.refusal(format_args!(
                "a message has {length} bytes of metadata, and at most {MOST_METADATA} are read; write fewer columns"
            )));
        }
        self.metadata.clear();
        let complete = read_exactly(&mut self.input.bytes, length, &mut self.metadata);
        if !complete.map_err(|error| self.cannot_read(&error))? {
            return Err(self.cut());
        }
        Ok(length > 0)
    }

    /// Returns the message whose metadata was read.
    fn message(&self) -> anyhow::Result<Message<'_>> {
        Message::of(&self.metadata).map_err(|fault| self.refusal(fault.text()))
    }

    fn schema_refusal(&self, fault: &SchemaFault) -> anyhow::Error {
        let (noun, names) = (self.input.kind.noun, self.input.kind.names());
        let remedy = format_args!("the columns {names} are needed, of float32 or float64");
        match fault {
            SchemaFault::Damaged => self.refusal("the schema of the stream is damaged; write it anew"),
            SchemaFault::Missing(name) => self.refusal(format_args!("there is no column {name}; {remedy}")),
            SchemaFault::Twice(name) => self.refusal(format_args!("there are two columns {name}; {remedy}")),
            SchemaFault::WrongType(name, kind) => {
                self.refusal(format_args!("the column {name} is {kind}, not of floats; {remedy}"))
            }
            SchemaFault::Unknown(name, kind) => {
                let name = name.escape_debug();
                self.refusal(format_args!("the column '{name}' is {kind}; leave it out of the {noun}: {remedy}"))
            }
        }
    }

    fn cannot_read(&self, error: &std::io::Error) -> anyhow::Error {
        self.refusal(format_args!("cannot read it ({error}); check that it is a file of {}", self.input.kind.noun))
    }

    fn cut(&self) -> anyhow::Error {
        let (rows, noun) = (self.before, self.input.kind.noun);
        self.refusal(format_args!("the stream ends within a message, after {rows} {noun}; write it anew"))
    }

    fn refusal(&self, fault: impl Display) -> anyhow::Error {
        anyhow!("{}: {fault}", self.input.name)
    }
}
