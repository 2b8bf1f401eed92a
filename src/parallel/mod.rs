//! Shares batches of work among threads, if that saves time.
//!
//! The calling thread begins at once and measures the cost of its first answers. Another thread takes some 50 µs to
//! wake, so others are woken only if enough work is left. Then each thread has a part of the answers, and takes run
//! after run from it. A thread that has finished its part takes runs from the other parts:
//!
//! ```text
//! answers   |runs timed|    part of the caller    |   part of helper 1   |   part of helper 2   |
//!            ─────────▶ ──▶ ──▶ ──▶                ──▶ ──▶ ──▶            ──▶ ──▶
//! ```
//!
//! Calls of one length have nearly the same parts, so a thread mostly finds its part in its own cache. Each answer
//! depends on its index alone, so every number of threads gives the same answers.

mod runs;

pub(crate) use runs::{Cost, Runs, share};
use std::cell::Cell;
use std::thread::LocalKey;

/// The buffers that a thread keeps from call to call.
pub(crate) type Scratch<T> = Cell<Option<Box<T>>>;

/// Calls a function with the buffers that the thread keeps.
///
/// The buffers are new in the first call of a thread, within another such call, after a panic in one, and in a thread
/// that ends.
#[inline(always)]
pub(crate) fn with_scratch<T: Default>(kept: &'static LocalKey<Scratch<T>>, work: impl FnOnce(&mut T)) {
    let mut buffers = kept.try_with(Cell::take).ok().flatten().unwrap_or_default();
    work(&mut buffers);
    kept.try_with(|kept| kept.set(Some(buffers))).ok();
}

/// Writes the answer to each test, shared among threads. There are as many tests as answers.
pub(crate) fn answer_each<T: Sync, R: Send>(tests: &[T], answers: &mut [R], answer: impl Fn(&T) -> R + Sync) {
    share(answers, Cost::UNKNOWN, |runs| {
        while let Some((first, answers)) = runs.next() {
            for (written, test) in answers.iter_mut().zip(&tests[first..]) {
                *written = answer(test);
            }
        }
    });
}
