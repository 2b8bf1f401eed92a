//! Contestants: each answers the same queries and keeps its answers. They are checked, and then timed in turns.

use crate::report::{Row, TimeRow, Words};
use anyhow::{Context, Result};
use std::hint::black_box;
use std::rc::Rc;
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

/// A contestant that answers queries. `A` is the type of an answer.
pub(crate) trait Tester<A> {
    fn name(&self) -> &'static str;

    /// Answers the first `count` queries.
    fn ask(&mut self, count: usize);

    /// The last answer to a query.
    fn answer(&self, index: usize) -> A;
}

pub(crate) type BoxedTester<'a, A> = Box<dyn Tester<A> + 'a>;

/// A place for the answer to each query, in the form of the contestant; the function that fills them, and what they mean.
struct Kept<T, F, R> {
    name: &'static str,
    places: Vec<T>,
    ask: F,
    read: R,
}

impl<A, T, F: FnMut(&mut [T]), R: Fn(usize, &T) -> A> Tester<A> for Kept<T, F, R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn ask(&mut self, count: usize) {
        (self.ask)(&mut self.places[..count]);
        black_box(&mut self.places);
    }

    fn answer(&self, index: usize) -> A {
        (self.read)(index, &self.places[index])
    }
}

/// A contestant that answers as many of the first queries as it is given places for, in one call.
pub(crate) fn whole<'a, A: 'a, T: 'a>(
    name: &'static str,
    places: Vec<T>,
    ask: impl FnMut(&mut [T]) + 'a,
    read: impl Fn(usize, &T) -> A + 'a,
) -> BoxedTester<'a, A> {
    Box::new(Kept { name, places, ask, read })
}

/// A contestant that answers query by query: `test` answers one, and `read` tells what the answer means.
pub(crate) fn each<'a, A: 'a, Q: 'a, T: 'a>(
    name: &'static str,
    queries: Vec<Q>,
    mut test: impl FnMut(&Q) -> T + 'a,
    read: impl Fn(&Q, &T) -> A + 'a,
) -> BoxedTester<'a, A> {
    let queries: Rc<[Q]> = queries.into();
    let places = queries.iter().map(&mut test).collect();
    let own = Rc::clone(&queries);
    let ask = move |places: &mut [T]| {
        for (query, place) in black_box(&own[..places.len()]).iter().zip(places) {
            *place = test(query);
        }
    };
    whole(name, places, ask, move |index, place| read(&queries[index], place))
}

/// What the rows of a race are about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    pub(crate) group: &'static str,
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
    /// Asks everyone all of `count` queries, checks the answers by the kind of each contestant, and times all in turns.
    pub(crate) fn compete<A, K: Copy>(
        self,
        testers: &mut [(K, BoxedTester<'_, A>)],
        count: usize,
        check: impl Fn(K, &[A]) -> Result<String>,
        summary: &str,
    ) -> Result<Vec<Row>> {
        let mut entrants = Vec::new();
        for (kind, tester) in testers {
            let start = Instant::now();
            tester.ask(count);
            let turn = Turn::new(start.elapsed(), count);
            let answers: Vec<A> = (0..count).map(|index| tester.answer(index)).collect();
            let (name, checked) = (tester.name(), check(*kind, &answers).with_context(|| tester.name())?);
            entrants.push(Entrant { name, checked, turn, run: Box::new(|queries| tester.ask(queries)) });
        }
        Ok(self.rows(entrants, summary))
    }

    /// Times everyone, Tileray first, by the median nanoseconds a query.
    ///
    /// Each round begins with another of them, so that none always follows the same one's use of the caches.
    pub(crate) fn rows(self, mut entrants: Vec<Entrant<'_>>, summary: &str) -> Vec<Row> {
        let Self { group, words, scene, size, effort } = self;
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
            Row::Time(TimeRow { group, scene, size, name, ns, ratio, checked, queries, of, summary, words })
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
