//! Runs: the neighboring answers that a thread takes at a time, and the threads that take them.

#[cfg(feature = "parallel")]
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(feature = "parallel")]
use std::time::{Duration, Instant};

/// The cost of an answer, as far as the caller knows it in advance.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "parallel"), expect(dead_code, reason = "one thread takes all answers at once"))]
pub(crate) struct Cost {
    /// The largest number of answers that is never worth a second thread.
    few: usize,
    /// The length of the first run. The length of every run but the last is a multiple of it.
    unit: usize,
}

impl Cost {
    /// An answer may take from a few nanoseconds to a millisecond.
    pub(crate) const UNKNOWN: Self = Self { few: 16, unit: 1 };
    /// An answer takes microseconds, so that two may be worth a second thread.
    pub(crate) const MICROSECONDS: Self = Self { few: 1, unit: 1 };
    /// Rays are cast in packets of 256, each of which takes some 10 µs.
    pub(crate) const RAYS: Self = Self { few: 512, unit: 256 };
}

/// The least work of each thread: a thread takes up to 50 µs to wake, and 10 µs of the caller's time.
#[cfg(feature = "parallel")]
const WORTH_A_THREAD: Duration = Duration::from_micros(60);
/// The time for which the caller measures the cost of an answer: long for the clock, short beside [`WORTH_A_THREAD`].
#[cfg(feature = "parallel")]
const MEASURED: Duration = Duration::from_micros(8);
/// The longest time of a run. In the end, threads wait for the last run of another thread.
#[cfg(feature = "parallel")]
const LONGEST_RUN: Duration = Duration::from_micros(200);

/// Answers that no thread has taken yet.
struct Untaken<'a, T> {
    /// The index of the first.
    first: usize,
    answers: &'a mut [T],
}

impl<'a, T> Untaken<'a, T> {
    /// Takes at most `len` answers from the front; `None` if none is left.
    fn take(&mut self, len: usize) -> Option<(usize, &'a mut [T])> {
        let answers = std::mem::take(&mut self.answers);
        if answers.is_empty() {
            return None;
        }
        let (run, rest) = answers.split_at_mut(len.min(answers.len()));
        let first = self.first;
        *self = Untaken { first: first + run.len(), answers: rest };
        Some((first, run))
    }
}

/// The runs of answers that one thread fills.
pub(crate) struct Runs<'r, 'a, T> {
    /// The answers that the caller has not taken, until it shares them.
    untaken: Untaken<'a, T>,
    stage: Stage<'r, 'a, T>,
}

enum Stage<'r, 'a, T> {
    /// One thread takes all answers at once.
    Alone,
    /// The caller takes runs, each twice as long as the one before, to measure the cost of an answer.
    #[cfg(feature = "parallel")]
    Measuring { sharing: Sharing<'r, 'a, T>, since: Instant, run: usize },
    /// A thread takes runs from its own part, then from the others.
    #[cfg(feature = "parallel")]
    Shared { parts: &'r [Part<'a, T>], own: usize, unit: usize },
    #[cfg(not(feature = "parallel"))]
    #[expect(dead_code, reason = "it holds the lifetime")]
    Never(std::convert::Infallible, std::marker::PhantomData<(&'r (), &'a T)>),
}

/// A part of the answers, and the length of its longest run.
#[cfg(feature = "parallel")]
type Part<'a, T> = Mutex<(Untaken<'a, T>, usize)>;

/// The means of the caller to share its answers with other threads.
#[cfg(feature = "parallel")]
struct Sharing<'r, 'a, T> {
    /// A part for each thread of the pool, all empty.
    parts: &'r [Part<'a, T>],
    unit: usize,
    /// Wakes a number of other threads.
    wake: &'r dyn Fn(usize),
}

#[cfg(feature = "parallel")]
fn lock<'l, 'a, T>(part: &'l Part<'a, T>) -> MutexGuard<'l, (Untaken<'a, T>, usize)> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, T> Runs<'_, 'a, T> {
    /// Fills each answer by a call of `work(index, answer)`.
    #[inline(always)]
    pub(crate) fn each(&mut self, mut work: impl FnMut(usize, &mut T)) {
        while let Some((first, run)) = self.next() {
            (first..).zip(run).for_each(|(index, answer)| work(index, answer));
        }
    }

    /// Returns the next run and the index of its first answer; `None` if all answers are taken.
    pub(crate) fn next(&mut self) -> Option<(usize, &'a mut [T])> {
        #[cfg(feature = "parallel")]
        if let Stage::Measuring { sharing, since, run } = &mut self.stage {
            let elapsed = since.elapsed();
            if elapsed < MEASURED {
                let len = *run;
                *run *= 2;
                return self.untaken.take(len);
            }
            self.stage = sharing.begin(&mut self.untaken, elapsed);
        }
        match &self.stage {
            #[cfg(feature = "parallel")]
            Stage::Shared { parts, own, unit } => {
                let (before, after) = parts.split_at(*own);
                after.iter().chain(before).find_map(|part| {
                    let (untaken, longest) = &mut *lock(part);
                    // Runs get shorter toward the end, since other threads may wait for the last one.
                    let run = (untaken.answers.len() / 4).next_multiple_of(*unit).clamp(*unit, *longest);
                    untaken.take(run)
                })
            }
            _ => self.untaken.take(usize::MAX),
        }
    }
}

#[cfg(feature = "parallel")]
impl<'r, 'a, T> Sharing<'r, 'a, T> {
    /// Shares the answers that are left with as many threads as pays off. The answers taken so far took `elapsed`.
    fn begin(&self, untaken: &mut Untaken<'a, T>, elapsed: Duration) -> Stage<'r, 'a, T> {
        let left = untaken.answers.len();
        let each = elapsed.as_secs_f64() / untaken.first.max(1) as f64;
        let threads = (left as f64 * each / WORTH_A_THREAD.as_secs_f64()) as usize;
        let threads = threads.min(self.parts.len()).min(left.div_ceil(self.unit));
        if threads < 2 {
            return Stage::Alone;
        }
        let longest = (LONGEST_RUN.as_secs_f64() / each) as usize / self.unit * self.unit;
        for index in 0..threads {
            let len = (untaken.answers.len() / (threads - index)).next_multiple_of(self.unit);
            if let Some((first, answers)) = untaken.take(len) {
                *lock(&self.parts[index]) = (Untaken { first, answers }, longest.max(self.unit));
            }
        }
        (self.wake)(threads - 1);
        Stage::Shared { parts: self.parts, own: 0, unit: self.unit }
    }
}

/// Fills all answers. Each thread that takes part calls `work` once, with the runs that it fills.
///
/// With the feature `parallel`, the runs are shared among the threads of the current rayon pool, if that saves time.
#[inline(always)]
pub(crate) fn share<'a, T: Send>(answers: &'a mut [T], cost: Cost, work: impl Fn(&mut Runs<'_, 'a, T>) + Sync) {
    #[cfg(feature = "parallel")]
    if answers.len() > cost.few && rayon_core::current_num_threads() > 1 {
        return share_among_threads(answers, cost.unit, &work);
    }
    let _ = cost;
    work(&mut Runs { untaken: Untaken { first: 0, answers }, stage: Stage::Alone });
}

#[cfg(feature = "parallel")]
fn share_among_threads<'a, T: Send>(answers: &'a mut [T], unit: usize, work: &(dyn Fn(&mut Runs<'_, 'a, T>) + Sync)) {
    let none = || Mutex::new((Untaken { first: 0, answers: &mut [] as &mut [T] }, unit));
    let parts: Vec<Part<'a, T>> = (0..rayon_core::current_num_threads()).map(|_| none()).collect();
    let parts = &parts[..];
    // The caller works too, and at once: `rayon_core::join` would first wake a thread of the pool and wait for it.
    rayon_core::in_place_scope(|scope| {
        let wake = |others: usize| {
            for own in 1..others + 1 {
                scope.spawn(move |_| {
                    let untaken = Untaken { first: 0, answers: &mut [] as &mut [T] };
                    work(&mut Runs { untaken, stage: Stage::Shared { parts, own, unit } });
                });
            }
        };
        let sharing = Sharing { parts, unit, wake: &wake };
        let stage = Stage::Measuring { sharing, since: Instant::now(), run: unit };
        work(&mut Runs { untaken: Untaken { first: 0, answers }, stage });
    });
}

#[cfg(test)]
mod tests {
    use super::{Cost, Runs, share};
    use std::sync::Mutex;

    /// Fills answers with their indices, and returns the first index and the length of each run.
    fn runs_of(len: usize, cost: Cost, each: impl Fn() + Sync) -> Vec<(usize, usize)> {
        let (mut answers, runs) = (vec![usize::MAX; len], Mutex::new(Vec::new()));
        share(&mut answers, cost, |taken: &mut Runs<'_, '_, usize>| {
            while let Some((first, run)) = taken.next() {
                runs.lock().expect("no thread has panicked").push((first, run.len()));
                for (index, answer) in (first..).zip(run) {
                    *answer = index;
                    each();
                }
            }
        });
        assert!(answers.into_iter().eq(0..len), "an answer is missing or at another index");
        let mut runs = runs.into_inner().expect("no thread has panicked");
        runs.sort_unstable();
        runs
    }

    #[test]
    fn every_answer_is_given_once() {
        let slow = || (0..40).for_each(|number| _ = std::hint::black_box(number));
        for len in [0, 1, 2, 16, 17, 100, 255, 256, 511, 512, 513, 5_000] {
            for cost in [Cost::UNKNOWN, Cost::MICROSECONDS, Cost::RAYS] {
                for runs in [runs_of(len, cost, || ()), runs_of(len, cost, slow)] {
                    let ends = runs.iter().map(|(first, len)| first + len);
                    assert!(runs.iter().skip(1).map(|run| run.0).eq(ends.take(runs.len().saturating_sub(1))));
                    let (last, others) = runs.split_last().unwrap_or((&(0, 0), &[]));
                    assert_eq!(last.0 + last.1, len);
                    assert!(others.iter().all(|(_, len)| len % cost.unit == 0), "{runs:?}");
                }
            }
        }
    }

    #[test]
    fn a_few_answers_are_one_run() {
        assert_eq!(runs_of(16, Cost::UNKNOWN, || ()), [(0, 16)]);
        assert_eq!(runs_of(512, Cost::RAYS, || ()), [(0, 512)]);
        assert_eq!(runs_of(0, Cost::RAYS, || ()), []);
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn what_takes_long_is_shared_among_all_threads() {
        use std::collections::HashSet;
        use std::time::{Duration, Instant};
        let pool = rayon_core::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
        let wait = || {
            let start = Instant::now();
            while start.elapsed() < Duration::from_micros(50) {
                std::hint::spin_loop();
            }
        };
        let threads = Mutex::new(HashSet::new());
        pool.install(|| {
            runs_of(4_000, Cost::UNKNOWN, || {
                wait();
                threads.lock().expect("no thread has panicked").insert(std::thread::current().id());
            });
        });
        assert_eq!(threads.into_inner().expect("no thread has panicked").len(), 3);
    }
}
