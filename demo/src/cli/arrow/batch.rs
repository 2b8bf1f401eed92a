//! Writes streams: the schema, record batches, and the end.

use super::flatbuffer::{Table, Value, flatbuffer};
use super::{
    CONTINUATION, HEADER_BATCH, HEADER_SCHEMA, PRECISION_SINGLE, TYPE_BOOL, TYPE_FIXED_LIST, TYPE_FLOAT, TYPE_INT,
    VERSION_5, field,
};
use crate::output::Output;
use std::io;
use std::io::Write;

/// A column that is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: ColumnKind,
    pub(crate) nullable: bool,
}

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnKind {
    Bool,
    I8,
    I32,
    F32,
    /// Lists of this many `F32`.
    F32List(usize),
}

impl Column {
    fn table(&self) -> Table {
        let (number, kind) = match self.kind {
            ColumnKind::Bool => (TYPE_BOOL, vec![]),
            ColumnKind::I8 => (TYPE_INT, integer(8)),
            ColumnKind::I32 => (TYPE_INT, integer(32)),
            ColumnKind::F32 => (TYPE_FLOAT, vec![(field::FLOAT_PRECISION, Value::I16(PRECISION_SINGLE))]),
            ColumnKind::F32List(size) => (TYPE_FIXED_LIST, vec![(field::FIXED_LIST_SIZE, Value::I32(size as i32))]),
        };
        let children = match self.kind {
            ColumnKind::F32List(_) => vec![Self { name: "item", kind: ColumnKind::F32, nullable: false }.table()],
            _ => vec![],
        };
        vec![
            (field::FIELD_NAME, Value::Text(self.name)),
            (field::FIELD_NULLABLE, Value::U8(self.nullable.into())),
            (field::FIELD_TYPE_TYPE, Value::U8(number)),
            (field::FIELD_TYPE, Value::Table(kind)),
            (field::FIELD_CHILDREN, Value::Tables(children)),
        ]
    }
}

fn integer(bits: i32) -> Table {
    vec![(field::INT_BITS, Value::I32(bits)), (field::INT_SIGNED, Value::U8(1))]
}

/// The columns of a record batch, one after the other in the order of the schema.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    nodes: Vec<(i64, i64)>,
    buffers: Vec<(i64, i64)>,
    body: Vec<u8>,
}

impl Batch {
    /// Begins anew, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.buffers.clear();
        self.body.clear();
    }

    /// Adds the node of a column: its length and the number of its nulls.
    pub(crate) fn node(&mut self, length: usize, nulls: usize) {
        self.nodes.push((length as i64, nulls as i64));
    }

    /// Adds a buffer, which may be empty.
    pub(crate) fn buffer(&mut self, bytes: &[u8]) {
        self.buffer_of(|body| body.extend(bytes));
    }

    /// Adds a buffer of numbers.
    pub(crate) fn numbers<const N: usize>(&mut self, numbers: impl ExactSizeIterator<Item = [u8; N]>) {
        self.buffer_of(|body| {
            let start = body.len();
            body.resize(start + N * numbers.len(), 0);
            body[start..].chunks_exact_mut(N).zip(numbers).for_each(|(bytes, number)| bytes.copy_from_slice(&number));
        });
    }

    fn buffer_of(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.body.len();
        write(&mut self.body);
        self.buffers.push((start as i64, (self.body.len() - start) as i64));
        self.body.resize(self.body.len().next_multiple_of(8), 0);
    }
}

/// Packs bits into bytes, the first one lowest.
pub(crate) fn bits(bits: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut bytes = vec![0; bits.len().div_ceil(8)];
    bits.enumerate().for_each(|(index, bit)| bytes[index / 8] |= u8::from(bit) << (index % 8));
    bytes
}

/// Writes a message.
fn write_message(output: &mut Output, kind: u8, header: Table, body: &[u8]) -> io::Result<()> {
    let metadata = flatbuffer(&vec![
        (field::MESSAGE_VERSION, Value::I16(VERSION_5)),
        (field::MESSAGE_HEADER_TYPE, Value::U8(kind)),
        (field::MESSAGE_HEADER, Value::Table(header)),
        (field::MESSAGE_BODY_LENGTH, Value::I64(body.len() as i64)),
    ]);
    output.write_all(&CONTINUATION)?;
    output.write_all(&(metadata.len() as u32).to_le_bytes())?;
    output.write_all(&metadata)?;
    output.write_all(body)
}

/// Writes the schema, which a stream begins with.
pub(crate) fn write_schema(output: &mut Output, columns: &[Column]) -> io::Result<()> {
    let fields = columns.iter().map(Column::table).collect();
    write_message(output, HEADER_SCHEMA, vec![(field::SCHEMA_FIELDS, Value::Tables(fields))], &[])
}

/// Writes a record batch of this many rows.
pub(crate) fn write_batch(output: &mut Output, rows: usize, batch: &Batch) -> io::Result<()> {
    let header = vec![
        (field::BATCH_LENGTH, Value::I64(rows as i64)),
        (field::BATCH_NODES, Value::Pairs(batch.nodes.clone())),
        (field::BATCH_BUFFERS, Value::Pairs(batch.buffers.clone())),
    ];
    write_message(output, HEADER_BATCH, header, &batch.body)
}

/// Writes the end of a stream.
pub(crate) fn write_end(output: &mut Output) -> io::Result<()> {
    output.write_all(&CONTINUATION)?;
    output.write_all(&[0; 4])
}
