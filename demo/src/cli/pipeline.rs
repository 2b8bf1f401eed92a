//! Rows that are read, answered and written at the same time, each on a thread of its own.

use crate::cli::rows::RowFile;
use anyhow::Result;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

/// How many chunks may wait between two of the threads.
const WAITING: usize = 2;

/// Reads the rows of a file, answers them by `answer`, at most `most` at a time, and passes the answers to `write` in
/// order. Memory does not grow with the number of rows.
///
/// On an error in the file, the rows before it are answered and written first.
pub(super) fn answer_rows<T: Send + 'static>(
    mut file: RowFile,
    most: usize,
    answer: impl Fn(&[f64]) -> Vec<T> + Send + 'static,
    mut write: impl FnMut(&[T]) -> Result<()>,
) -> Result<()> {
    let columns = file.columns();
    let (values_in, values_out) = sync_channel(WAITING);
    let (answers_in, answers_out) = sync_channel(WAITING);
    // Not in a scope, which would wait for the threads. If the output fails, the reader may be waiting for input that
    // never comes. The threads end with the program.
    let reader = thread::spawn(move || {
        loop {
            let mut values = Vec::new();
            let more = file.read_some(&mut values);
            let is_last = !matches!(more, Ok(true));
            // The channel is closed if the output has failed.
            if values_in.send((values, more)).is_err() || is_last {
                return;
            }
        }
    });
    let caster = thread::spawn(move || {
        for (values, more) in values_out {
            let mut parts = values.chunks(most * columns);
            let last = parts.next_back().unwrap_or_default();
            for part in parts {
                if answers_in.send((answer(part), Ok(true))).is_err() {
                    return;
                }
            }
            if answers_in.send((answer(last), more)).is_err() {
                return;
            }
        }
    });
    for (answers, more) in answers_out {
        write(&answers)?;
        if !more? {
            return Ok(());
        }
    }
    // The channel has closed before the last chunk, so a thread has panicked.
    let panics = [caster, reader].map(thread::JoinHandle::join);
    match panics.into_iter().find_map(Result::err) {
        Some(panic) => resume_unwind(panic),
        None => Ok(()),
    }
}
