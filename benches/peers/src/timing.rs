//! Times by turns: contestants take part in rounds, so that a slow second of the machine slows all of them alike.

use std::time::{Duration, Instant};

/// How much work a run puts into its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Whether only a few scenes are measured.
    pub(crate) quick: bool,
    pub(crate) rounds: usize,
    pub(crate) queries: usize,
    /// What one contestant may take in one round; slower ones get fewer queries.
    longest_turn: Duration,
    /// A turn that is shorter is repeated: else the first touch of memory that the others have driven out of the caches
    /// would count too much.
    shortest_turn: Duration,
}

impl Effort {
    pub(crate) const FULL: Self = Self {
        quick: false,
        rounds: 11,
        queries: 10_000,
        longest_turn: Duration::from_millis(80),
        shortest_turn: Duration::from_millis(12),
    };
    /// As many queries as in a full run.
    pub(crate) const QUICK: Self = Self { quick: true, rounds: 5, ..Self::FULL };

    /// The same with another number of queries.
    pub(crate) const fn with_queries(self, queries: usize) -> Self {
        Self { queries, ..self }
    }

    /// How many pairs of shapes are asked about: those near each other in a large level, whose shapes just fit in two
    /// megabytes.
    pub(crate) const PAIRS: usize = 4_000;

    const FEWEST_QUERIES: usize = 200;

    /// How a contestant that took `time` for `all` queries takes its turns.
    pub(crate) fn turn(&self, time: Duration, all: usize) -> Turn {
        let ratio = |turn: Duration| turn.as_secs_f64() / time.as_secs_f64();
        let queries = (all as f64 * ratio(self.longest_turn).min(1.0)) as usize;
        let queries = queries.max(Self::FEWEST_QUERIES).min(all);
        let repeats = ratio(self.shortest_turn).ceil().clamp(1.0, 100.0) as usize;
        Turn { queries, repeats }
    }
}

/// What one contestant does in one round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) queries: usize,
    repeats: usize,
}

/// One of those that are timed: `run(queries)` answers that many.
pub(crate) struct Contestant<'a> {
    pub(crate) turn: Turn,
    pub(crate) run: Box<dyn FnMut(usize) + 'a>,
}

/// The median nanoseconds a query of each contestant.
///
/// Each round begins with another of them, so that none always follows the same one's use of the caches.
pub(crate) fn interleaved(contestants: &mut [Contestant<'_>], rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
    for round in 0..rounds {
        for place in 0..contestants.len() {
            let index = (round + place) % contestants.len();
            let Contestant { turn, run } = &mut contestants[index];
            let start = Instant::now();
            for _ in 0..turn.repeats {
                run(turn.queries);
            }
            let queries = turn.repeats * turn.queries;
            times[index].push(start.elapsed().as_nanos() as f64 / queries as f64);
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

/// The middle one of some times.
pub(crate) fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
