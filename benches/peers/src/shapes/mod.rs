//! Pairs of sprites: nanoseconds until it is known whether, how deep and when they collide.

mod answer;
mod case;
mod check;
mod contestant;
mod encounter;
mod reference;
mod sprite;

use crate::args::{SHAPE_SCENES as SCENES, ShapesArgs};
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row};
use crate::timing::Effort;
use answer::Answer;
use anyhow::{Context, Result};
use check::Oracle;
use contestant::{Contest, Question};
use encounter::Encounter;
use std::time::Instant;

const GROUP: &str = "shapes";

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &ShapesArgs) -> Result<Vec<Row>> {
    let effort = args.run.effort();
    let mut rows = Vec::new();
    for scene in SCENES {
        if !args.scenes.is_empty() && !args.scenes.iter().any(|it| it == scene) {
            continue;
        }
        for (name, size, contest) in contests(scene, Effort::PAIRS)? {
            compete(name, size, &contest, effort, &mut rows)
                .with_context(|| format!("scene {name}, {size} corners"))?;
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
fn compete(scene: &'static str, size: u32, contest: &Contest, effort: Effort, rows: &mut Vec<Row>) -> Result<()> {
    let oracle = Oracle::new(contest);
    let pairs = contest.encounters.len();
    let mut testers = contestant::all(contest)?;
    let mut entrants = Vec::new();
    for tester in &mut testers {
        let start = Instant::now();
        tester.ask(pairs);
        let turn = effort.turn(start.elapsed(), pairs);
        let answers: Vec<Answer> = (0..pairs).map(|index| tester.answer(index)).collect();
        let checked = oracle.check(tester.engine(), &answers).with_context(|| tester.name())?;
        entrants.push(Entrant { name: tester.name(), checked, turn, run: Box::new(|queries| tester.ask(queries)) });
    }
    let race = Race { group: GROUP, scene, size, plot_only: false, rounds: effort.rounds };
    rows.extend(race.rows(entrants, |pairs| Asked::Pairs { pairs, hits: oracle.hits() }));
    Ok(())
}
