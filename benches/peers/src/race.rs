//! Contestants: each answers the same queries and keeps its answers. They are checked, and then timed in turns.

use crate::report::{Asked, Row, TimeRow};
use crate::timing::{Contestant, Effort, Turn, interleaved};
use anyhow::{Context, Result};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

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
    pub(crate) scene: &'static str,
    pub(crate) size: u32,
    pub(crate) effort: Effort,
}

/// One whose answers were checked, with what came of that.
pub(crate) struct Entrant<'a> {
    pub(crate) name: &'static str,
    pub(crate) checked: String,
    pub(crate) turn: Turn,
    pub(crate) run: Box<dyn FnMut(usize) + 'a>,
}

impl Race {
    /// Asks everyone all of `count` queries, checks the answers by the kind of each contestant, and times all in turns.
    pub(crate) fn compete<A, K: Copy>(
        self,
        testers: &mut [(K, BoxedTester<'_, A>)],
        count: usize,
        check: impl Fn(K, &[A]) -> Result<String>,
        asked: impl Fn(usize) -> Asked,
    ) -> Result<Vec<Row>> {
        let mut entrants = Vec::new();
        for (kind, tester) in testers {
            let start = Instant::now();
            tester.ask(count);
            let turn = self.effort.turn(start.elapsed(), count);
            let answers: Vec<A> = (0..count).map(|index| tester.answer(index)).collect();
            let (name, checked) = (tester.name(), check(*kind, &answers).with_context(|| tester.name())?);
            entrants.push(Entrant { name, checked, turn, run: Box::new(|queries| tester.ask(queries)) });
        }
        Ok(self.rows(entrants, asked))
    }

    /// Times everyone, Tileray first, and tells of each what was `asked` by how many queries it was timed with.
    pub(crate) fn rows(self, entrants: Vec<Entrant<'_>>, asked: impl Fn(usize) -> Asked) -> Vec<Row> {
        let Self { group, scene, size, effort } = self;
        let (mut told, mut contestants) = (Vec::new(), Vec::new());
        for Entrant { name, checked, turn, run } in entrants {
            told.push((name, checked, asked(turn.queries)));
            contestants.push(Contestant { turn, run });
        }
        let times = interleaved(&mut contestants, effort.rounds);
        let rows = told.into_iter().zip(&times).map(|((name, checked, asked), &ns)| {
            Row::Time(TimeRow { group, scene, size, name, ns, ratio: ns / times[0], checked, asked })
        });
        let rows: Vec<Row> = rows.collect();
        if let Some(Row::Time(first)) = rows.first() {
            eprintln!("{scene}, {}: {:.1} ns", first.asked.size(size), first.ns);
        }
        rows
    }
}
