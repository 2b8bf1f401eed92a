//! Pairs of sprites: nanoseconds until it is known whether, how deep and when they collide.

#[cfg(feature = "box2d")]
mod box2d;
mod check;
mod contestants;
#[cfg(feature = "box2d")]
mod native;
mod pairs;
mod reference;

use crate::args::RunArgs;
use crate::race::{Contestant, Effort, Race};
use crate::report::{TimeRow, Words};
use anyhow::{Context, Result};
use check::{Answer, Oracle};
use pairs::{Encounter, Sprite};

const SCENES: [&str; 5] = ["contact", "intersects", "circle", "sweep", "concave"];

const WORDS: Words =
    Words { queries: ["pair", "pairs"], sized: "shapes of", unit: "corners", summarized: "they collide" };

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<TimeRow>> {
    let effort = args.effort();
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        for (name, size, contest) in contests(scene)? {
            let race = Race { words: &WORDS, scene: name, size, effort };
            rows.extend(compete(race, &contest).with_context(|| format!("scene {name}, {size} corners"))?);
        }
    }
    Ok(rows)
}

/// What is measured in a scene: its name in the tables, the number of corners, and the pairs.
fn contests(scene: &str) -> Result<Vec<(&'static str, u32, Contest)>> {
    let contest = |name, size: usize, question, firsts: Vec<Sprite>, seconds: Vec<Sprite>| {
        let encounters = match question {
            Question::Sweep => Encounter::moving(&firsts, Effort::PAIRS),
            _ => Encounter::standing(&firsts, &seconds, Effort::PAIRS),
        };
        (name, size as u32, Contest { question, firsts, seconds, encounters })
    };
    let polygons = |name, question| {
        let sizes = [4, 8].into_iter();
        sizes.map(|size| Ok(contest(name, size, question, pairs::convex(size)?, pairs::convex(size)?))).collect()
    };
    let circle = |size| Ok(contest("circle", size, Question::Contact, pairs::discs(), pairs::convex(size)?));
    let stars = |name, question| anyhow::Ok(contest(name, 12, question, pairs::stars()?, pairs::stars()?));
    match scene {
        "contact" => polygons("contact", Question::Contact),
        "intersects" => polygons("intersects", Question::Intersects),
        "circle" => [4, 8].into_iter().map(circle).collect(),
        "sweep" => polygons("sweep", Question::Sweep),
        _ => {
            let intersects = stars("concave, intersects", Question::Intersects)?;
            Ok(vec![intersects, stars("concave, contact", Question::Contact)?])
        }
    }
}

/// What is asked of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether they overlap.
    Intersects,
    /// The shortest way of the first out of the second.
    Contact,
    /// When the first one touches the second on its way.
    Sweep,
}

/// Pairs of sprites, and what is asked of them.
#[derive(Clone, Debug)]
struct Contest {
    question: Question,
    /// The sprites that the first ones of the pairs are.
    firsts: Vec<Sprite>,
    /// The same for the second ones.
    seconds: Vec<Sprite>,
    encounters: Vec<Encounter>,
}

/// Whose answers they are: engines differ by what they tolerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Tileray,
    Parry,
    #[cfg_attr(not(any(feature = "box2d", test)), expect(dead_code, reason = "it may be left out"))]
    Box2d,
}

/// A contestant and its engine.
type Entry = (Engine, Contestant<'static, Answer>);

/// All contestants, Tileray first.
fn entries(contest: &Contest) -> Result<Vec<Entry>> {
    let mut entries = contestants::tilerays(contest)?;
    entries.push(contestants::parry(contest)?);
    #[cfg(feature = "box2d")]
    entries.extend(box2d::entry(contest)?);
    Ok(entries)
}

/// Checks and times every contestant on one set of pairs.
fn compete(race: Race, contest: &Contest) -> Result<Vec<TimeRow>> {
    let oracle = Oracle::new(contest);
    let check = |engine, answers: &[_]| oracle.check(engine, answers);
    let hits = format!("{:.0} %", 100.0 * oracle.hits());
    race.compete(entries(contest)?, check, &hits)
}
