//! Batches of work on several threads.

/// Answers that one thread computes at a time: enough to hide the cost of handing them out, few enough to balance.
#[cfg(feature = "parallel")]
const ANSWERS_PER_TASK: usize = 512;

/// Fills `answers` by calls of `work(first, chunk)`, where `chunk` holds the answers from index `first` on.
///
/// With the feature `parallel`, more than 512 answers are shared among the threads of the current rayon
/// pool. Fewer run on the calling thread.
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

/// Fills each answer by a call of `work(index, answer)`, for work that takes microseconds an answer.
///
/// With the feature `parallel`, the answers are shared among the threads of the current rayon pool.
pub(crate) fn share_each<T: Send>(answers: &mut [T], work: impl Fn(usize, &mut T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if answers.len() > 1 {
        use rayon::prelude::*;
        return answers.par_iter_mut().enumerate().for_each(|(index, answer)| work(index, answer));
    }
    answers.iter_mut().enumerate().for_each(|(index, answer)| work(index, answer));
}

/// Writes the answer to each test, on all threads; there are as many tests as answers.
pub(crate) fn answer_each<T: Sync, R: Send>(tests: &[T], answers: &mut [R], answer: impl Fn(&T) -> R + Sync) {
    share(answers, |first, answers| {
        for (written, test) in answers.iter_mut().zip(&tests[first..]) {
            *written = answer(test);
        }
    });
}
