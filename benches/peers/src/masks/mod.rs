//! Masks against masks: nanoseconds until the first common pixel, or the number of them, is known. And what masks are made
//! into: contours and hulls.

mod answer;
mod contestant;
mod encounter;
mod outline;
mod picture;
mod sprite;

use crate::args::RunArgs;
use crate::race::Race;
use crate::report::{Asked, Row};
use crate::timing::Effort;
use answer::{Answer, Question};
use anyhow::{Context, Result, ensure};
use encounter::Encounter;
use outline::Product;
use tileray::SolidityMap;

const GROUP: &str = "masks";

const SCENES: [&str; 4] = ["overlap", "area", "contour", "hull"];

/// The sides of the sprites, in pixels.
const SIDES: [u32; 3] = [16, 64, 256];

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<Row>> {
    let effort = args.effort();
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
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
            let race = Race { group: GROUP, scene, size: side, effort };
            rows.extend(compete(race, &contest).with_context(|| format!("scene {scene}, {side} px"))?);
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
fn compete(race: Race, contest: &Contest) -> Result<Vec<Row>> {
    let truth = contest.truth();
    let hits = truth.iter().filter(|answer| answer.is_overlap()).count() as f64 / truth.len() as f64;
    let asked = |pairs| Asked::Masks { pairs, hits };
    race.compete(&mut contestant::all(contest), truth.len(), |(), answers| check(answers, &truth), asked)
}

/// That a contestant's answers are what is true: there is nothing to round, so each has to be equal.
fn check(answers: &[Answer], truth: &[Answer]) -> Result<String> {
    for (index, (found, expected)) in answers.iter().zip(truth).enumerate() {
        ensure!(found == expected, "pair {index} is {expected:?}, not {found:?}");
    }
    Ok("equal".to_owned())
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
                for (_, tester) in &contestant::all(&contest) {
                    let answers: Vec<Answer> = (0..truth.len()).map(|index| tester.answer(index)).collect();
                    check(&answers, &truth).with_context(|| format!("{}, {side} px", tester.name()))?;
                    for index in 0..truth.len() {
                        let mut other = truth.clone();
                        other[index] = other[index].changed();
                        assert!(check(&answers, &other).is_err(), "{}: pair {index}", tester.name());
                    }
                }
            }
        }
        Ok(())
    }
}
