//! Work that is shared among threads.

/// Answers that one thread makes at a time: enough to hide the cost of handing them out, few enough to share evenly.
#[cfg(feature = "parallel")]
const ANSWERS_PER_TASK: usize = 512;

/// Has all of `answers` written by `work(first, some)`, where `some` are those from place `first` on.
///
/// With the feature `parallel`, and where there are more than fit one task, they are shared among the threads of the
/// current rayon pool.
#[inline(always)]
pub(crate) fn share<T: Send>(answers: &mut [T], work: impl Fn(usize, &mut [T]) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if answers.len() > ANSWERS_PER_TASK {
        use rayon::prelude::*;
        let tasks = answers.par_chunks_mut(ANSWERS_PER_TASK).enumerate();
        return tasks.for_each(|(task, answers)| work(task * ANSWERS_PER_TASK, answers));
    }
    work(0, answers);
}
