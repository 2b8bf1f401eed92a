//! Batches of work on several threads.
//!
//! The calling thread begins at once and measures what its first answers cost. Another thread takes some 50 µs to wake,
//! so others are woken only if there is more than that left to do. Each then has a part of the answers, from which it
//! takes run after run; whoever has finished takes runs of the other parts:
//!
//! ```text
//! answers   |runs timed|    part of the caller    |   part of helper 1   |   part of helper 2   |
//!            ─────────▶ ──▶ ──▶ ──▶                ──▶ ──▶ ──▶            ──▶ ──▶
//! ```
//!
//! The parts are the same in each call of the same length, so a thread mostly finds its part in its own cache.

mod runs;

pub(crate) use runs::{Cost, Runs, share};
use std::cell::Cell;
use std::thread::LocalKey;

/// The buffers that a thread keeps from call to call.
pub(crate) type Scratch<T> = Cell<Option<Box<T>>>;

/// Calls a function with the buffers that the thread keeps, or with new ones.
///
/// They are new in the first call of a thread, within another such call, after one that panicked, and in a thread that ends.
#[inline(always)]
pub(crate) fn with_scratch<T: Default>(kept: &'static LocalKey<Scratch<T>>, work: impl FnOnce(&mut T)) {
    let mut buffers = kept.try_with(Cell::take).ok().flatten().unwrap_or_default();
    work(&mut buffers);
    kept.try_with(|kept| kept.set(Some(buffers))).ok();
}

/// Writes the answer to each test, on all threads; there are as many tests as answers.
pub(crate) fn answer_each<T: Sync, R: Send>(tests: &[T], answers: &mut [R], answer: impl Fn(&T) -> R + Sync) {
    share(answers, Cost::UNKNOWN, |runs| {
        while let Some((first, answers)) = runs.next() {
            for (written, test) in answers.iter_mut().zip(&tests[first..]) {
                *written = answer(test);
            }
        }
    });
}
