//! A contestant that is asked pair by pair.

use super::{Answer, Engine, Tester};
use std::hint::black_box;

/// Pairs in the form that a crate takes, the function that tests one, a place for each of its answers, and what they mean.
pub(super) struct Each<P, A, F, R> {
    name: &'static str,
    engine: Engine,
    pairs: Vec<P>,
    answers: Vec<A>,
    test: F,
    read: R,
}

impl<P, A, F, R> Each<P, A, F, R>
where
    P: 'static,
    A: 'static,
    F: Fn(&P) -> A + 'static,
    R: Fn(&P, &A) -> Answer + 'static,
{
    pub(super) fn boxed(name: &'static str, engine: Engine, pairs: Vec<P>, test: F, read: R) -> Box<dyn Tester> {
        let answers = pairs.iter().map(&test).collect();
        Box::new(Self { name, engine, pairs, answers, test, read })
    }
}

impl<P, A, F: Fn(&P) -> A, R: Fn(&P, &A) -> Answer> Tester for Each<P, A, F, R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn engine(&self) -> Engine {
        self.engine
    }

    fn ask(&mut self, count: usize) {
        for (pair, answer) in black_box(&self.pairs[..count]).iter().zip(&mut self.answers) {
            *answer = (self.test)(pair);
        }
        black_box(&mut self.answers);
    }

    fn answer(&self, index: usize) -> Answer {
        (self.read)(&self.pairs[index], &self.answers[index])
    }
}
