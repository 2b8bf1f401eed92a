//! Answers are compared before anything is timed; what differs is counted, and its reason is put to the test.

use super::answer::Answer;
use super::case::Case;
use super::contestant::{Contest, Engine, parry};
use super::encounter::Encounter;
use anyhow::{Result, bail, ensure};
use tileray::glam::{Vec2, vec2};

/// How far a pair is moved aside to see whether parry2d is right beside it, in pixels.
const NUDGE: f32 = 1.0 / 64.0;

/// All pairs of a contest and what is true of them.
pub(crate) struct Oracle<'a> {
    contest: &'a Contest,
    cases: Vec<Case>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(contest: &'a Contest) -> Self {
        Self { contest, cases: contest.encounters.iter().map(|it| Case::new(contest, it)).collect() }
    }

    /// The share of pairs that overlap, or touch.
    pub(crate) fn hits(&self) -> f64 {
        self.cases.iter().filter(|case| case.collides()).count() as f64 / self.cases.len() as f64
    }

    /// `equal`, or how many answers differ from what is true and why; an error where that reason does not hold.
    pub(crate) fn check(&self, engine: Engine, answers: &[Answer]) -> Result<String> {
        ensure!(answers.len() == self.cases.len(), "{} answers for {} pairs", answers.len(), self.cases.len());
        let mut differing: Vec<(&str, usize)> = Vec::new();
        for ((case, encounter), &answer) in self.cases.iter().zip(&self.contest.encounters).zip(answers) {
            if case.is_right(answer) {
                continue;
            }
            let Some(reason) = self.reason(case, encounter, engine, answer)? else {
                bail!("{encounter:?}: {answer:?}, but {}", case.truth());
            };
            match differing.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => differing.push((reason, 1)),
            }
        }
        Ok(verdict(&differing, answers.len()))
    }

    /// Why an answer differs, if it is for one of the reasons that are known of an engine.
    fn reason(
        &self,
        case: &Case,
        encounter: &Encounter,
        engine: Engine,
        answer: Answer,
    ) -> Result<Option<&'static str>> {
        Ok(match engine {
            Engine::Tileray => None,
            Engine::Box2d => {
                case.is_stopped_before(answer).then_some("it stops 0.005 px before the touch, also where none follows")
            }
            Engine::Parry if Case::seen_by_parry(self.contest, encounter).is_right(answer) => {
                Some("it takes the difference of the places in the world after turning them, in f32")
            }
            Engine::Parry if Case::seen_by_parry(self.contest, encounter).is_not_out(answer) => {
                Some("its polytope stops growing before it has the border, and the way out is too short")
            }
            Engine::Parry => self
                .is_right_beside(encounter)?
                .then_some("its iteration ends early, and does not where the pair is moved aside by 1/64 px"),
        })
    }

    /// Whether parry2d gives the right answer for the pair moved aside a little, in each of two or more of four directions.
    fn is_right_beside(&self, encounter: &Encounter) -> Result<bool> {
        let aside = [vec2(0.8, 0.6), vec2(-0.6, 0.8), vec2(-0.8, -0.6), vec2(0.6, -0.8)];
        let encounters = aside.iter().map(|&direction: &Vec2| encounter.nudged(direction * NUDGE)).collect();
        let beside = Contest { encounters, ..self.contest.clone() };
        let testers = parry::testers(&beside)?;
        let right = beside.encounters.iter().enumerate().filter(|(index, encounter)| {
            let case = Case::seen_by_parry(&beside, encounter);
            testers.iter().all(|(_, tester)| case.is_right(tester.answer(*index)))
        });
        Ok(right.count() >= 2)
    }
}

/// What is said of the answers, of which some differ for these reasons.
fn verdict(differing: &[(&str, usize)], answers: usize) -> String {
    let count: usize = differing.iter().map(|(_, count)| count).sum();
    let percent = 100.0 * count as f64 / answers as f64;
    let reasons: Vec<&str> = differing.iter().map(|(reason, _)| *reason).collect();
    if count == 0 { "equal".to_owned() } else { format!("differs {percent:.2} %: {}", reasons.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::contestant::{self, Question};
    use crate::shapes::sprite;
    use anyhow::Result;
    use tileray::glam::DVec2;

    fn contest(question: Question) -> Result<Contest> {
        let (firsts, seconds) = (sprite::convex(8)?, sprite::convex(8)?);
        let encounters = match question {
            Question::Sweep => Encounter::moving(&firsts, 200),
            _ => Encounter::standing(&firsts, &seconds, 200),
        };
        Ok(Contest { question, firsts, seconds, encounters })
    }

    fn answers(contest: &Contest) -> Result<Vec<Answer>> {
        let testers = contestant::all(contest)?;
        Ok((0..contest.encounters.len()).map(|index| testers[0].1.answer(index)).collect())
    }

    /// That all answers pass, and none of them as `change` makes it, whoever gives it.
    fn refuses(question: Question, change: impl Fn(Answer) -> Option<Answer>) -> Result<()> {
        let contest = contest(question)?;
        let oracle = Oracle::new(&contest);
        let right = answers(&contest)?;
        assert_eq!(oracle.check(Engine::Tileray, &right)?, "equal");
        let mut changed = 0;
        for (index, &answer) in right.iter().enumerate() {
            let Some(wrong) = change(answer) else { continue };
            let mut answers = right.clone();
            answers[index] = wrong;
            for engine in [Engine::Tileray, Engine::Box2d] {
                assert!(oracle.check(engine, &answers).is_err(), "{engine:?}: {wrong:?} in place of {answer:?}");
            }
            changed += 1;
        }
        assert!(changed > 50, "only {changed} answers were changed");
        Ok(())
    }

    #[test]
    fn half_of_the_pairs_collide() -> Result<()> {
        for question in [Question::Contact, Question::Sweep] {
            assert_eq!(Oracle::new(&contest(question)?).hits(), 0.5);
        }
        Ok(())
    }

    #[test]
    fn the_opposite_is_refused() -> Result<()> {
        refuses(Question::Intersects, |answer| {
            Some(if answer == Answer::Apart { Answer::Overlap } else { Answer::Apart })
        })
    }

    #[test]
    fn another_depth_is_refused() -> Result<()> {
        for off in [0.002, -0.002] {
            refuses(Question::Contact, |answer| match answer {
                Answer::Contact(normal, depth) => Some(Answer::Contact(normal, depth + off)),
                _ => None,
            })?;
        }
        Ok(())
    }

    #[test]
    fn another_normal_is_refused() -> Result<()> {
        for turn in [0.01, -0.01, 3.0] {
            refuses(Question::Contact, |answer| match answer {
                Answer::Contact(normal, depth) => Some(Answer::Contact(DVec2::from_angle(turn).rotate(normal), depth)),
                _ => None,
            })?;
        }
        Ok(())
    }

    #[test]
    fn another_time_is_refused() -> Result<()> {
        refuses(Question::Sweep, |answer| match answer {
            Answer::Touch(normal, time) => Some(Answer::Touch(normal, time + 0.001)),
            _ => None,
        })?;
        refuses(Question::Sweep, |answer| matches!(answer, Answer::Touch(..)).then_some(Answer::Apart))
    }

    #[test]
    fn to_give_up_is_refused() -> Result<()> {
        refuses(Question::Sweep, |_| Some(Answer::GivenUp))
    }
}
