//! Arrow's streams of record batches, as far as columns of numbers need them.
//!
//! A stream is a schema and then record batches, each a message:
//!
//! ```text
//! ff ff ff ff | length of the metadata | metadata: a flatbuffer | body: the bytes of the columns
//! ```
//!
//! Four kinds of columns are written and two are read, so the format is coded here: the crates of Arrow would make
//! the first build longer for everybody. Tests compare it with them. See <https://arrow.apache.org/docs/format/Columnar.html> and, for flatbuffers,
//! <https://flatbuffers.dev/internals/>.

pub(super) mod batch;
pub(super) mod flatbuffer;
pub(super) mod message;
pub(super) mod schema;
pub(super) mod table;

/// What every message begins with.
pub(super) const CONTINUATION: [u8; 4] = [0xff; 4];

/// The values of Arrow's enumerations.
pub(super) const ENDIANNESS_BIG: i16 = 1;
pub(super) const VERSION_4: i16 = 3;
pub(super) const VERSION_5: i16 = 4;
pub(super) const HEADER_SCHEMA: u8 = 1;
pub(super) const HEADER_DICTIONARY: u8 = 2;
pub(super) const HEADER_BATCH: u8 = 3;
pub(super) const TYPE_INT: u8 = 2;
pub(super) const TYPE_FLOAT: u8 = 3;
pub(super) const TYPE_BOOL: u8 = 6;
pub(super) const TYPE_FIXED_LIST: u8 = 16;
pub(super) const PRECISION_SINGLE: i16 = 1;
pub(super) const PRECISION_DOUBLE: i16 = 2;

/// The fields of Arrow's tables that are used, by their place in `Message.fbs` and `Schema.fbs`.
pub(super) mod field {
    pub(crate) const MESSAGE_VERSION: usize = 0;
    pub(crate) const MESSAGE_HEADER_TYPE: usize = 1;
    pub(crate) const MESSAGE_HEADER: usize = 2;
    pub(crate) const MESSAGE_BODY_LENGTH: usize = 3;
    pub(crate) const SCHEMA_ENDIANNESS: usize = 0;
    pub(crate) const SCHEMA_FIELDS: usize = 1;
    pub(crate) const FIELD_NAME: usize = 0;
    pub(crate) const FIELD_NULLABLE: usize = 1;
    pub(crate) const FIELD_TYPE_TYPE: usize = 2;
    pub(crate) const FIELD_TYPE: usize = 3;
    pub(crate) const FIELD_DICTIONARY: usize = 4;
    pub(crate) const FIELD_CHILDREN: usize = 5;
    pub(crate) const INT_BITS: usize = 0;
    pub(crate) const INT_SIGNED: usize = 1;
    pub(crate) const FLOAT_PRECISION: usize = 0;
    pub(crate) const FIXED_LIST_SIZE: usize = 0;
    pub(crate) const BATCH_LENGTH: usize = 0;
    pub(crate) const BATCH_NODES: usize = 1;
    pub(crate) const BATCH_BUFFERS: usize = 2;
    pub(crate) const BATCH_COMPRESSION: usize = 3;
}
