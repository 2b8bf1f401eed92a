//! The rows as functions of a module for WebAssembly, which `tests/golden/run.mjs` calls in Node.

use crate::{ROWS, Row, Setting};

fn row(index: u32) -> &'static Row {
    &ROWS[index as usize]
}

/// Returns the number of rows of the golden table.
#[unsafe(no_mangle)]
pub extern "C" fn row_count() -> u32 {
    ROWS.len() as u32
}

/// Returns the address of a row's name, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn row_name(index: u32) -> *const u8 {
    row(index).name.as_ptr()
}

/// Returns the number of bytes of a row's name.
#[unsafe(no_mangle)]
pub extern "C" fn row_name_length(index: u32) -> u32 {
    row(index).name.len() as u32
}

/// Computes the hash of a row's answers.
#[unsafe(no_mangle)]
pub extern "C" fn row_hash(index: u32) -> u64 {
    row(index).answers(&Setting::default()).hash()
}

/// Returns the hash that a row's answers must have.
#[unsafe(no_mangle)]
pub extern "C" fn expected_row_hash(index: u32) -> u64 {
    row(index).expected
}
