//! Contestants: each answers the same queries. The answers are checked, and then all are timed in turns.

use crate::report::{TimeRow, Words};
use anyhow::{Context, Result};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How much work a run puts into its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Whether only a few scenes are measured.
    pub(crate) quick: bool,
    pub(crate) rounds: usize,
    pub(crate) queries: usize,
}

impl Effort {
    pub(crate) const FULL: Self = Self { quick: false, rounds: 11, queries: 10_000 };
    /// As many queries as in a full run.
    pub(crate) const QUICK: Self = Self { quick: true, rounds: 5, ..Self::FULL };

    /// How many pairs of shapes are asked about: those near each other in a large level, whose shapes just fit in two
    /// megabytes.
    pub(crate) const PAIRS: usize = 4_000;

    const FEWEST_QUERIES: usize = 200;
    /// What one contestant may take in one round; slower ones get fewer queries.
    const LONGEST_TURN: Duration = Duration::from_millis(80);
    /// A turn that is shorter is repeated: else the first touch of memory that the others have driven out of the caches
    /// would count too much.
    pub(crate) const SHORTEST_TURN: Duration = Duration::from_millis(12);
}

/// What one contestant does in one round: it answers some of all queries, so many times.
#[derive(Clone, Copy, Debug)]
struct Turn {
    queries: usize,
    all: usize,
    repeats: usize,
}

impl Turn {
    /// How a contestant that took `time` for `all` queries takes its turns.
    fn new(time: Duration, all: usize) -> Self {
        let ratio = |turn: Duration| turn.as_secs_f64() / time.as_secs_f64();
        let queries = (all as f64 * ratio(Effort::LONGEST_TURN).min(1.0)) as usize;
        let queries = queries.max(Effort::FEWEST_QUERIES).min(all);
        Self { queries, all, repeats: ratio(Effort::SHORTEST_TURN).ceil().clamp(1.0, 100.0) as usize }
    }
}

/// A contestant that has answered all queries, and answers them again in its turns. `A` is the type of an answer.
pub(crate) struct Contestant<'a, A> {
    pub(crate) answers: Vec<A>,
    entrant: Entrant<'a>,
}

impl<'a, A> Contestant<'a, A> {
    fn new(name: &'static str, answers: Vec<A>, mut run: impl FnMut(usize) + 'a) -> Self {
        let start = Instant::now();
        run(answers.len());
        let turn = Turn::new(start.elapsed(), answers.len());
        Self { answers, entrant: Entrant { name, checked: String::new(), turn, run: Box::new(run) } }
    }
}

/// A contestant that answers as many of the first queries as it is given places for, in one call. A place is in the form of the
/// contestant, and `read` tells what it means.
pub(crate) fn whole<'a, A, T: 'a>(
    name: &'static str,
    mut places: Vec<T>,
    mut ask: impl FnMut(&mut [T]) + 'a,
    read: impl Fn(usize, &T) -> A,
) -> Contestant<'a, A> {
    ask(&mut places);
    let answers = places.iter().enumerate().map(|(index, place)| read(index, place)).collect();
    Contestant::new(name, answers, move |count| {
        ask(&mut places[..count]);
        black_box(&mut places);
    })
}

/// A contestant that answers query by query: `test` answers one, and `read` tells what the answer means.
pub(crate) fn each<'a, A, Q: 'a, T: 'a>(
    name: &'static str,
    queries: Vec<Q>,
    mut test: impl FnMut(&Q) -> T + 'a,
    read: impl Fn(&Q, &T) -> A,
) -> Contestant<'a, A> {
    let mut places: Vec<T> = queries.iter().map(&mut test).collect();
    let answers = queries.iter().zip(&places).map(|(query, place)| read(query, place)).collect();
    Contestant::new(name, answers, move |count| {
        for (query, place) in black_box(&queries[..count]).iter().zip(&mut places) {
            *place = test(query);
        }
        black_box(&mut places);
    })
}

/// What the rows of a race are about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    pub(crate) words: &'static Words,
    pub(crate) scene: &'static str,
    pub(crate) size: u32,
    pub(crate) effort: Effort,
}

/// One whose answers were checked, with what came of that.
pub(crate) struct Entrant<'a> {
    name: &'static str,
    checked: String,
    turn: Turn,
    /// Answers so many queries.
    run: Box<dyn FnMut(usize) + 'a>,
}

impl<'a> Entrant<'a> {
    /// One who answers `all` queries; how long it takes for `some` of them decides on its turns.
    pub(crate) fn new(
        name: &'static str,
        checked: impl Into<String>,
        (some, all): (usize, usize),
        mut run: impl FnMut(usize) + 'a,
    ) -> Self {
        // Once to make it take its memory.
        run(some);
        let start = Instant::now();
        run(some);
        let turn = Turn::new(start.elapsed() * (all / some) as u32, all);
        Self { name, checked: checked.into(), turn, run: Box::new(run) }
    }

    /// One who answers one query after the other.
    pub(crate) fn each<Q, A>(
        name: &'static str,
        checked: impl Into<String>,
        queries: &'a [Q],
        answer: impl Fn(&Q) -> A + 'a,
    ) -> Self {
        let run = move |count: usize| {
            for query in &black_box(queries)[..count] {
                black_box(answer(query));
            }
        };
        Self::new(name, checked, (queries.len().min(500), queries.len()), run)
    }
}

impl Race {
    /// Checks the answers of everyone by the kind of each contestant, and times all in turns.
    pub(crate) fn compete<A, K>(
        self,
        contestants: Vec<(K, Contestant<'_, A>)>,
        check: impl Fn(K, &[A]) -> Result<String>,
        summary: &str,
    ) -> Result<Vec<TimeRow>> {
        let entrants = contestants.into_iter().map(|(kind, Contestant { answers, entrant })| {
            let checked = check(kind, &answers).with_context(|| entrant.name)?;
            Ok(Entrant { checked, ..entrant })
        });
        Ok(self.rows(entrants.collect::<Result<_>>()?, summary))
    }

    /// Times everyone, Tileray first, by the median nanoseconds a query.
    ///
    /// Each round begins with another of them, so that none always follows the same one's use of the caches.
    pub(crate) fn rows(self, mut entrants: Vec<Entrant<'_>>, summary: &str) -> Vec<TimeRow> {
        let Self { words, scene, size, effort } = self;
        let mut times = vec![Vec::with_capacity(effort.rounds); entrants.len()];
        for round in 0..effort.rounds {
            for place in 0..entrants.len() {
                let index = (round + place) % entrants.len();
                let Entrant { turn, run, .. } = &mut entrants[index];
                let start = Instant::now();
                for _ in 0..turn.repeats {
                    run(turn.queries);
                }
                let queries = turn.repeats * turn.queries;
                times[index].push(start.elapsed().as_nanos() as f64 / queries as f64);
            }
        }
        let times: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
        eprintln!("{scene}, {size} {}: {:.1} ns", words.unit, times[0]);
        let row = |(Entrant { name, checked, turn, .. }, &ns): (Entrant<'_>, &f64)| {
            let (queries, of, ratio, summary) = (turn.queries, turn.all, ns / times[0], summary.to_owned());
            TimeRow { scene, size, name, ns, ratio, checked, queries, of, summary, words }
        };
        entrants.into_iter().zip(&times).map(row).collect()
    }
}

/// The middle one of some times.
pub(crate) fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// `equal`, or the share of answers that differ, and the reasons: that of each answer is given, if it differs.
pub(crate) fn verdict(reasons: impl Iterator<Item = Result<Option<&'static str>>>) -> Result<String> {
    let (mut answers, mut counts) = (0, Vec::<(&str, usize)>::new());
    for reason in reasons {
        answers += 1;
        let Some(reason) = reason? else { continue };
        match counts.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => counts.push((reason, 1)),
        }
    }
    let differing: usize = counts.iter().map(|(_, count)| count).sum();
    let reasons = counts.iter().map(|(reason, _)| *reason).collect::<Vec<_>>().join("; ");
    let percent = 100.0 * differing as f64 / f64::from(answers);
    Ok(if differing == 0 { "equal".to_owned() } else { format!("differs {percent:.2} %: {reasons}") })
}
