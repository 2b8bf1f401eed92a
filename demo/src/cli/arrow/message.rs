//! The metadata of a message, and where a record batch has its columns.

use super::schema::NumberColumn;
use super::table::{Damaged, Table};
use super::{ENDIANNESS_BIG, HEADER_SCHEMA, VERSION_4, VERSION_5, field};
use std::ops::Range;

/// The metadata of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message<'a> {
    pub(crate) kind: u8,
    pub(crate) header: Table<'a>,
    /// The length of the body in bytes.
    pub(crate) body: u64,
}

/// The reason why a message is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageFault {
    Damaged,
    Version,
    BigEndian,
    Compressed,
}

impl From<Damaged> for MessageFault {
    fn from(_: Damaged) -> Self {
        Self::Damaged
    }
}

impl MessageFault {
    /// Returns the fault with its remedy.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Damaged => "the stream is damaged; write it anew",
            Self::Version => {
                "the stream is older than Arrow 0.8, or newer than version 5 of its format; write it with pyarrow"
            }
            Self::BigEndian => "the stream is big-endian; write it on a little-endian machine",
            Self::Compressed => "the stream is compressed; write it with IpcWriteOptions(compression=None)",
        }
    }
}

impl<'a> Message<'a> {
    pub(crate) fn of(metadata: &'a [u8]) -> Result<Self, MessageFault> {
        let message = Table::root(metadata)?;
        let kind = message.u8(field::MESSAGE_HEADER_TYPE)?;
        let header = message.table(field::MESSAGE_HEADER)?.ok_or(MessageFault::Damaged)?;
        if ![VERSION_4, VERSION_5].contains(&message.i16(field::MESSAGE_VERSION)?) {
            return Err(MessageFault::Version);
        }
        if kind == HEADER_SCHEMA && header.i16(field::SCHEMA_ENDIANNESS)? == ENDIANNESS_BIG {
            return Err(MessageFault::BigEndian);
        }
        let body = message.i64(field::MESSAGE_BODY_LENGTH)?.try_into().map_err(|_| MessageFault::Damaged)?;
        Ok(Self { kind, header, body })
    }
}

/// The rows of a record batch, and where each column lies in the body.
#[derive(Debug, Default)]
pub(crate) struct BatchPlaces {
    pub(crate) rows: usize,
    pub(crate) places: Vec<Range<usize>>,
    /// The first row with a null, and its column.
    pub(crate) null: Option<(usize, &'static str)>,
}

impl BatchPlaces {
    /// Finds the columns of a record batch.
    pub(crate) fn of(header: &Table<'_>, columns: &[NumberColumn], body: &[u8]) -> Result<Self, MessageFault> {
        if header.table(field::BATCH_COMPRESSION)?.is_some() {
            return Err(MessageFault::Compressed);
        }
        let (nodes, buffers) = (header.pairs(field::BATCH_NODES)?, header.pairs(field::BATCH_BUFFERS)?);
        let buffer = |index: usize, least: usize| {
            let (offset, length) = buffers.get(index)?;
            let start = usize::try_from(offset).map_err(|_| Damaged)?;
            let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length)).ok_or(Damaged)?;
            if end > body.len() || end - start < least {
                return Err(Damaged);
            }
            Ok(start..end)
        };
        let rows = header.i64(field::BATCH_LENGTH)?;
        let mut this = Self { rows: usize::try_from(rows).map_err(|_| Damaged)?, ..Self::default() };
        for column in columns {
            let (length, nulls) = nodes.get(column.node)?;
            if length != rows || !(0..=rows).contains(&nulls) {
                return Err(MessageFault::Damaged);
            }
            if nulls > 0 {
                let validity = &body[buffer(column.buffer, this.rows.div_ceil(8))?];
                let is_null = |row: &usize| validity[row / 8] >> (row % 8) & 1 == 0;
                // A row that is before one of another column comes first.
                let first = (0..this.null.map_or(this.rows, |(row, _)| row)).find(is_null);
                this.null = first.map(|row| (row, column.name)).or(this.null);
            }
            let size = if column.is_double { 8 } else { 4 };
            let needed = this.rows.checked_mul(size).ok_or(Damaged)?;
            this.places.push(buffer(column.buffer + 1, needed)?);
        }
        Ok(this)
    }
}
