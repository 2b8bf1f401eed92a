//! The contestants: each is asked about the same pairs and keeps its answers.

use super::Contest;
use super::answer::{Answer, Question};
use super::encounter::Encounter;
use super::picture::Picture;
use std::fmt;
use std::hint::black_box;
use tileray::SolidityMap;
use tileray::glam::IVec2;

/// One that answers.
pub(crate) trait Tester {
    fn name(&self) -> &'static str;

    /// Answers for the first `count` pairs.
    fn ask(&mut self, count: usize);

    /// The last answer for a pair.
    fn answer(&self, index: usize) -> Answer;
}

impl fmt::Debug for dyn Tester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All contestants, Tileray first.
pub(crate) fn all(contest: &Contest) -> Vec<Box<dyn Tester>> {
    let packed = || contest.sprites.clone();
    let bools = || contest.sprites.iter().map(|mask| Picture::new(mask, |solid| solid)).collect();
    let bytes = || contest.sprites.iter().map(|mask| Picture::new(mask, u8::from)).collect();
    match contest.question {
        Question::First => vec![
            Each::boxed("tileray", contest, packed(), SolidityMap::overlap, |it| Answer::First(*it)),
            Each::boxed("bool loop", contest, bools(), Picture::<bool>::first_common, |it| Answer::First(*it)),
            Each::boxed("byte rows", contest, bytes(), Picture::<u8>::first_common, |it| Answer::First(*it)),
        ],
        Question::Area => vec![
            Each::boxed("tileray", contest, packed(), SolidityMap::overlap_area, |it| Answer::Area(*it)),
            Each::boxed("bool loop", contest, bools(), Picture::<bool>::common, |it| Answer::Area(*it)),
            Each::boxed("byte rows", contest, bytes(), Picture::<u8>::common, |it| Answer::Area(*it)),
        ],
    }
}

/// Sprites in the form that a contestant takes, the function that tests two, and a place for each of its answers.
struct Each<S, A, F, R> {
    name: &'static str,
    sprites: Vec<S>,
    encounters: Vec<Encounter>,
    answers: Vec<A>,
    test: F,
    read: R,
}

impl<S, A, F, R> Each<S, A, F, R>
where
    S: 'static,
    A: 'static,
    F: Fn(&S, &S, IVec2) -> A + 'static,
    R: Fn(&A) -> Answer + 'static,
{
    fn boxed(name: &'static str, contest: &Contest, sprites: Vec<S>, test: F, read: R) -> Box<dyn Tester> {
        let encounters = contest.encounters.clone();
        let answers = encounters.iter().map(|it| test(&sprites[it.first], &sprites[it.second], it.offset)).collect();
        Box::new(Self { name, sprites, encounters, answers, test, read })
    }
}

impl<S, A, F: Fn(&S, &S, IVec2) -> A, R: Fn(&A) -> Answer> Tester for Each<S, A, F, R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn ask(&mut self, count: usize) {
        for (it, answer) in black_box(&self.encounters[..count]).iter().zip(&mut self.answers) {
            *answer = (self.test)(&self.sprites[it.first], &self.sprites[it.second], it.offset);
        }
        black_box(&mut self.answers);
    }

    fn answer(&self, index: usize) -> Answer {
        (self.read)(&self.answers[index])
    }
}
