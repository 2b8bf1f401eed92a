//! The bytes of a file of rows, and what its rows say.

use std::io;
use std::io::{BufReader, Read};

/// What the rows of a file say.
#[derive(Debug)]
pub(in crate::cli) struct RowKind {
    /// The rows in messages, such as `rays`.
    pub(in crate::cli) noun: &'static str,
    /// The names of the columns.
    pub(in crate::cli) columns: &'static [&'static str],
    /// How a line of text looks.
    pub(in crate::cli) example: &'static str,
}

pub(in crate::cli) const RAYS: RowKind =
    RowKind { noun: "rays", columns: &["x0", "y0", "x1", "y1"], example: "give x0,y0,x1,y1 such as 12.5,40,200,41.25" };
pub(in crate::cli) const POSES: RowKind =
    RowKind { noun: "poses", columns: &["x", "y", "theta"], example: "give x,y,theta such as 12.5,40,1.57" };
pub(in crate::cli) const ANGLES: RowKind =
    RowKind { noun: "angles", columns: &["angle"], example: "give an angle in radians such as -1.57" };

impl RowKind {
    /// Returns the names of the columns, with commas between them.
    pub(super) fn names(&self) -> String {
        self.columns.join(", ")
    }
}

/// The bytes of a file, or of standard input, with its name in messages.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) kind: &'static RowKind,
    pub(super) bytes: BufReader<Box<dyn Read + Send>>,
}

/// The number of rows that are read before they are used.
pub(in crate::cli) const CHUNK: usize = 16_384;

/// Adds `length` bytes to `bytes`; returns false where the input ends before. Memory grows with what was read, not with what
/// was announced.
pub(super) fn read_exactly(input: &mut impl Read, length: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
    Ok(input.by_ref().take(length as u64).read_to_end(bytes)? == length)
}
