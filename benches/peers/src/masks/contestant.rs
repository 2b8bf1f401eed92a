//! The contestants: each is asked about the same pairs and keeps its answers.

use super::Contest;
use super::answer::{Answer, Question};
use super::encounter::Encounter;
use super::picture::Picture;
use crate::race::{BoxedTester, each};
use tileray::SolidityMap;
use tileray::glam::IVec2;

/// All contestants, Tileray first.
pub(crate) fn all(contest: &Contest) -> [((), BoxedTester<'_, Answer>); 3] {
    let sprites = &contest.sprites;
    let bools: Vec<_> = sprites.iter().map(|mask| Picture::new(mask, |solid| solid)).collect();
    let bytes: Vec<_> = sprites.iter().map(|mask| Picture::new(mask, u8::from)).collect();
    let packed = sprites.clone();
    let testers = match contest.question {
        Question::First => [
            tester("tileray", contest, packed, SolidityMap::overlap, Answer::First),
            tester("bool loop", contest, bools, Picture::<bool>::first_common, Answer::First),
            tester("byte rows", contest, bytes, Picture::<u8>::first_common, Answer::First),
        ],
        Question::Area => [
            tester("tileray", contest, packed, SolidityMap::overlap_area, Answer::Area),
            tester("bool loop", contest, bools, Picture::<bool>::common, Answer::Area),
            tester("byte rows", contest, bytes, Picture::<u8>::common, Answer::Area),
        ],
    };
    testers.map(|tester| ((), tester))
}

/// A contestant by its sprites, in its own form, and the function that tests two.
fn tester<'a, S: 'a, A: Copy + 'a>(
    name: &'static str,
    contest: &Contest,
    sprites: Vec<S>,
    test: impl Fn(&S, &S, IVec2) -> A + 'a,
    read: impl Fn(A) -> Answer + 'a,
) -> BoxedTester<'a, Answer> {
    let test = move |it: &Encounter| test(&sprites[it.first], &sprites[it.second], it.offset);
    each(name, contest.encounters.clone(), test, move |_, answer| read(*answer))
}
