//! Pairs of sprites: nanoseconds until it is known whether, how deep and when they collide.

mod answer;
mod case;
mod check;
mod contestant;
mod encounter;
mod reference;
mod sprite;

use crate::args::RunArgs;
use crate::race::Race;
use crate::report::{Asked, Row};
use crate::timing::Effort;
use anyhow::{Context, Result};
use check::Oracle;
use contestant::{Contest, Question};
use encounter::Encounter;

const GROUP: &str = "shapes";

const SCENES: [&str; 5] = ["contact", "intersects", "circle", "sweep", "concave"];

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<Row>> {
    let effort = args.effort();
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        for (name, size, contest) in contests(scene, Effort::PAIRS)? {
            let race = Race { group: GROUP, scene: name, size, effort };
            rows.extend(compete(race, &contest).with_context(|| format!("scene {name}, {size} corners"))?);
        }
    }
    Ok(rows)
}

/// What is measured in a scene: its name in the tables, the number of corners, and the pairs.
fn contests(scene: &str, count: usize) -> Result<Vec<(&'static str, u32, Contest)>> {
    let polygons = |name, question| {
        let contest = move |size| {
            let (firsts, seconds) = (sprite::convex(size)?, sprite::convex(size)?);
            let encounters = match question {
                Question::Sweep => Encounter::moving(&firsts, count),
                _ => Encounter::standing(&firsts, &seconds, count),
            };
            Ok((name, size as u32, Contest { question, firsts, seconds, encounters }))
        };
        [4, 8].into_iter().map(contest).collect()
    };
    let discs = |size| {
        let (firsts, seconds) = (sprite::discs(), sprite::convex(size)?);
        let encounters = Encounter::standing(&firsts, &seconds, count);
        Ok(("circle", size as u32, Contest { question: Question::Contact, firsts, seconds, encounters }))
    };
    let stars = |(name, question)| {
        let (firsts, seconds) = (sprite::stars()?, sprite::stars()?);
        let encounters = Encounter::standing(&firsts, &seconds, count);
        Ok((name, 12, Contest { question, firsts, seconds, encounters }))
    };
    match scene {
        "contact" => polygons("contact", Question::Contact),
        "intersects" => polygons("intersects", Question::Intersects),
        "circle" => [4, 8].into_iter().map(discs).collect(),
        "sweep" => polygons("sweep", Question::Sweep),
        _ => [("concave, intersects", Question::Intersects), ("concave, contact", Question::Contact)]
            .into_iter()
            .map(stars)
            .collect(),
    }
}

/// Checks and times every contestant on one set of pairs.
fn compete(race: Race, contest: &Contest) -> Result<Vec<Row>> {
    let oracle = Oracle::new(contest);
    let asked = |pairs| Asked::Pairs { pairs, hits: oracle.hits() };
    let check = |engine, answers: &[_]| oracle.check(engine, answers);
    race.compete(&mut contestant::all(contest)?, contest.encounters.len(), check, asked)
}
