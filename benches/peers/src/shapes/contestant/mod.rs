//! The contestants: each is asked about the same pairs and keeps its answers.

#[cfg(feature = "box2d")]
mod box2d;
pub(super) mod parry;
mod tileray;

use super::answer::Answer;
use super::encounter::Encounter;
use super::sprite::Sprite;
use crate::race::BoxedTester;
use anyhow::Result;

/// What is asked of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether they overlap.
    Intersects,
    /// The shortest way of the first out of the second.
    Contact,
    /// When the first one touches the second on its way.
    Sweep,
}

/// Pairs of sprites, and what is asked of them.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub(crate) question: Question,
    /// The sprites that the first ones of the pairs are.
    pub(crate) firsts: Vec<Sprite>,
    /// The same for the second ones.
    pub(crate) seconds: Vec<Sprite>,
    pub(crate) encounters: Vec<Encounter>,
}

/// Whose answers they are: engines differ by what they tolerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Tileray,
    Parry,
    #[cfg_attr(not(any(feature = "box2d", test)), expect(dead_code, reason = "it may be left out"))]
    Box2d,
}

/// A contestant and its engine.
pub(super) type Tester = (Engine, BoxedTester<'static, Answer>);

/// All contestants, Tileray first.
pub(crate) fn all(contest: &Contest) -> Result<Vec<Tester>> {
    let mut testers = tileray::testers(contest)?;
    testers.extend(parry::testers(contest)?);
    #[cfg(feature = "box2d")]
    testers.extend(box2d::testers(contest)?);
    Ok(testers)
}
