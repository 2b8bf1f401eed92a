//! Masks against masks: nanoseconds until the first common pixel, or the number of them, is known. And what masks are made
//! into: contours and hulls.

mod answer;
mod contestant;
mod encounter;
mod outline;
mod picture;
mod sprite;

use crate::args::{MASK_SCENES as SCENES, MasksArgs};
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row};
use crate::timing::Effort;
use answer::{Answer, Question};
use anyhow::{Context, Result, ensure};
use contestant::Tester;
use encounter::Encounter;
use outline::Product;
use std::time::Instant;
use tileray::SolidityMap;

const GROUP: &str = "masks";

/// The sides of the sprites, in pixels.
const SIDES: [u32; 3] = [16, 64, 256];

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &MasksArgs) -> Result<Vec<Row>> {
    let effort = args.run.effort();
    let mut rows = Vec::new();
    for scene in SCENES {
        if !args.scenes.is_empty() && !args.scenes.iter().any(|it| it == scene) {
            continue;
        }
        let product = match scene {
            "contour" => Some(Product::Contour),
            "hull" => Some(Product::Hull),
            _ => None,
        };
        if let Some(product) = product {
            for side in outline::SIDES {
                rows.extend(outline::compete(scene, product, side, effort)?);
            }
            continue;
        }
        let question = if scene == "overlap" { Question::First } else { Question::Area };
        for side in SIDES {
            let contest = Contest::new(question, side, Effort::PAIRS);
            compete(scene, side, &contest, effort, &mut rows).with_context(|| format!("scene {scene}, {side} px"))?;
        }
    }
    Ok(rows)
}

/// Pairs of sprites, and what is asked of them.
#[derive(Clone, Debug)]
struct Contest {
    question: Question,
    sprites: Vec<SolidityMap>,
    encounters: Vec<Encounter>,
}

impl Contest {
    fn new(question: Question, side: u32, count: usize) -> Self {
        let sprites = sprite::blobs(side);
        let encounters = Encounter::half_overlapping(&sprites, count);
        Self { question, sprites, encounters }
    }

    /// What is true of each pair, one pixel at a time.
    fn truth(&self) -> Vec<Answer> {
        self.encounters.iter().map(|it| self.question.answer(it.common_pixels(&self.sprites))).collect()
    }
}

/// Checks and times every contestant on one set of pairs.
fn compete(scene: &'static str, size: u32, contest: &Contest, effort: Effort, rows: &mut Vec<Row>) -> Result<()> {
    let truth = contest.truth();
    let hits = truth.iter().filter(|answer| answer.is_overlap()).count() as f64 / truth.len() as f64;
    let pairs = contest.encounters.len();
    let mut testers = contestant::all(contest);
    let mut entrants = Vec::new();
    for tester in &mut testers {
        let start = Instant::now();
        tester.ask(pairs);
        let turn = effort.turn(start.elapsed(), pairs);
        check(tester.as_ref(), &truth)?;
        let (name, checked) = (tester.name(), "equal".to_owned());
        entrants.push(Entrant { name, checked, turn, run: Box::new(|queries| tester.ask(queries)) });
    }
    let race = Race { group: GROUP, scene, size, plot_only: false, rounds: effort.rounds };
    rows.extend(race.rows(entrants, |pairs| Asked::Masks { pairs, hits }));
    Ok(())
}

/// That a contestant's answers are what is true: there is nothing to round, so each has to be equal.
fn check(tester: &dyn Tester, truth: &[Answer]) -> Result<()> {
    for (index, expected) in truth.iter().enumerate() {
        let found = tester.answer(index);
        ensure!(found == *expected, "{}: pair {index} is {expected:?}, not {found:?}", tester.name());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_pairs_overlap() {
        for side in [16, 64] {
            let truth = Contest::new(Question::First, side, 400).truth();
            assert_eq!(truth.iter().filter(|answer| answer.is_overlap()).count(), 200, "{side} px");
        }
    }

    #[test]
    fn everyone_is_right_and_other_answers_are_refused() -> Result<()> {
        for question in [Question::First, Question::Area] {
            for side in [16, 64, 100] {
                let contest = Contest::new(question, side, 200);
                let truth = contest.truth();
                let testers = contestant::all(&contest);
                for tester in &testers {
                    check(tester.as_ref(), &truth).with_context(|| format!("{side} px"))?;
                    for index in 0..truth.len() {
                        let mut other = truth.clone();
                        other[index] = other[index].changed();
                        assert!(check(tester.as_ref(), &other).is_err(), "{}: pair {index}", tester.name());
                    }
                }
            }
        }
        Ok(())
    }
}
