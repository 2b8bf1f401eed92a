//! Answers are compared before anything is timed; what differs is counted, and its reason is put to the test.

use super::pairs::Encounter;
use super::reference::{Figure, Motion, Stand, overlap, way_out};
use super::{Contest, Engine, Question, contestants};
use crate::race::verdict;
use anyhow::{Result, bail, ensure};
use tileray::glam::{DVec2, Vec2, vec2};

/// The answer for one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    /// They do not overlap, or never touch.
    Apart,
    /// They overlap.
    Overlap,
    /// They overlap, and the first leaves the second along this unit normal, by this many pixels.
    Contact(DVec2, f64),
    /// They touch at this part of the motion, where the second has this unit normal.
    Touch(DVec2, f64),
    /// It does not know.
    #[cfg_attr(not(any(feature = "box2d", test)), expect(dead_code, reason = "only Box2D gives up"))]
    GivenUp,
}

/// Shapes that overlap by less, or are apart by less, may be called either, in pixels. Tileray's tolerance of a touch is 1/400 px
/// at 10,000 px, where the worlds of these scenes end.
const TOUCHING: f64 = 3e-3;

/// How far a depth may be off to be called the same, in pixels; and the way out along a normal.
const DEPTH: f64 = 1e-3;

/// How far a time may be off to be called the same, as a part of the motion.
const TIME: f64 = 1e-4;

/// How far the two may be apart along the normal at the touch, in pixels.
const GAP: f64 = 1e-2;

/// How far Box2D keeps a moving shape off the other one, and by how much it may be off that, in its units, which are pixels
/// here: `B2_LINEAR_SLOP` and a quarter of it.
const SLOP: f64 = 0.005;
const SLOP_TOLERANCE: f64 = SLOP / 4.0;

/// A pair, in `f64`, and what is asked of it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    question: Question,
    figures: [Figure; 2],
    motion: DVec2,
}

impl Case {
    /// A pair of a contest as it is.
    pub(crate) fn new(contest: &Contest, encounter: &Encounter) -> Self {
        let figures = encounter.figures(&contest.firsts, &contest.seconds);
        Self { question: contest.question, figures, motion: encounter.motion.as_dvec2() }
    }

    /// The same, where the first stands relative to the second as parry2d computes it.
    pub(crate) fn seen_by_parry(contest: &Contest, encounter: &Encounter) -> Self {
        let second = Stand { place: DVec2::ZERO, ..Stand::of(&encounter.second.pose) };
        let figures = [
            Figure::new(&contest.firsts[encounter.first.sprite], &contestants::relative_stand(encounter)),
            Figure::new(&contest.seconds[encounter.second.sprite], &second),
        ];
        Self { question: contest.question, figures, motion: encounter.motion.as_dvec2() }
    }

    /// Whether they overlap, or touch on the way.
    pub(crate) fn collides(&self) -> bool {
        match self.question {
            Question::Intersects | Question::Contact => self.overlap() > 0.0,
            Question::Sweep => self.moved().first_touch().is_some(),
        }
    }

    /// What is true, for a person.
    pub(crate) fn truth(&self) -> String {
        match self.question {
            Question::Intersects | Question::Contact => format!("they overlap by {} px", self.overlap()),
            Question::Sweep => {
                let moved = self.moved();
                format!("they touch at {:?} and overlap by {} px at most", moved.first_touch(), moved.deepest())
            }
        }
    }

    /// Whether an answer is the true one, within the tolerances.
    pub(crate) fn is_right(&self, answer: Answer) -> bool {
        match self.question {
            Question::Intersects | Question::Contact => self.is_right_of_standing(answer),
            Question::Sweep => self.is_right_of_moving(answer),
        }
    }

    fn is_right_of_standing(&self, answer: Answer) -> bool {
        let [first, second] = &self.figures;
        let overlap = self.overlap();
        match answer {
            Answer::Apart => overlap < TOUCHING,
            Answer::Overlap => overlap > -TOUCHING,
            Answer::Contact(normal, depth) => {
                let off = way_out(first, second, normal, overlap) - overlap;
                (depth - overlap).abs() < DEPTH && off.abs() < DEPTH && is_unit(normal)
            }
            Answer::Touch(..) | Answer::GivenUp => false,
        }
    }

    fn is_right_of_moving(&self, answer: Answer) -> bool {
        let moved = self.moved();
        let touch = moved.first_touch();
        match answer {
            Answer::Apart => touch.is_none() || moved.deepest() < TOUCHING,
            Answer::Touch(normal, time) => {
                let is_time = match touch {
                    Some(touch) => (touch - time).abs() < TIME,
                    None => moved.deepest() > -TOUCHING && moved.overlap_at(time) > -TOUCHING,
                };
                is_time && self.faces(normal, time)
            }
            Answer::Overlap | Answer::Contact(..) | Answer::GivenUp => false,
        }
    }

    /// Whether a normal looks against the motion, and the two touch along it at a time.
    fn faces(&self, normal: DVec2, time: f64) -> bool {
        is_unit(normal) && normal.dot(self.motion) < 0.0 && self.moved().gap_along(normal, time).abs() < GAP
    }

    /// Whether an answer is that of one who stops a little before the touch, as Box2D does.
    pub(crate) fn is_stopped_before(&self, answer: Answer) -> bool {
        let Answer::Touch(normal, time) = answer else { return false };
        let [first, second] = &self.figures;
        let distance = first.moved(self.motion * time).distance(second);
        let comes_later = self.moved().first_touch().is_none_or(|touch| time <= touch + TIME);
        if time == 0.0 {
            // What is so near at the beginning has no normal.
            return distance < SLOP + SLOP_TOLERANCE + TOUCHING;
        }
        comes_later && (distance - SLOP).abs() < SLOP_TOLERANCE + TOUCHING && self.faces(normal, time)
    }

    /// Whether the two still overlap when the first is pushed as a contact says.
    pub(crate) fn is_not_out(&self, answer: Answer) -> bool {
        let Answer::Contact(normal, depth) = answer else { return false };
        let [first, second] = &self.figures;
        is_unit(normal) && depth > 0.0 && overlap(&first.moved(normal * depth), second) > DEPTH
    }

    fn overlap(&self) -> f64 {
        let [first, second] = &self.figures;
        overlap(first, second)
    }

    fn moved(&self) -> Motion<'_> {
        let [first, second] = &self.figures;
        Motion::new(first, second, self.motion)
    }
}

fn is_unit(normal: DVec2) -> bool {
    (normal.length() - 1.0).abs() < 1e-5
}

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
        let encounters = self.cases.iter().zip(&self.contest.encounters).zip(answers);
        verdict(encounters.map(|((case, encounter), &answer)| {
            if case.is_right(answer) {
                return Ok(None);
            }
            let Some(reason) = self.reason(case, encounter, engine, answer)? else {
                bail!("{encounter:?}: {answer:?}, but {}", case.truth());
            };
            Ok(Some(reason))
        }))
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
        let (_, contestant) = contestants::parry(&beside)?;
        let right = beside
            .encounters
            .iter()
            .zip(&contestant.answers)
            .filter(|(encounter, answer)| Case::seen_by_parry(&beside, encounter).is_right(**answer));
        Ok(right.count() >= 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::pairs::convex;
    use Answer::{Apart, Contact, GivenUp, Overlap, Touch};

    fn contest(question: Question) -> Result<Contest> {
        let (firsts, seconds) = (convex(8)?, convex(8)?);
        let encounters = match question {
            Question::Sweep => Encounter::moving(&firsts, 200),
            _ => Encounter::standing(&firsts, &seconds, 200),
        };
        Ok(Contest { question, firsts, seconds, encounters })
    }

    #[test]
    fn half_of_the_pairs_collide() -> Result<()> {
        for question in [Question::Contact, Question::Sweep] {
            assert_eq!(Oracle::new(&contest(question)?).hits(), 0.5);
        }
        Ok(())
    }

    /// All answers pass, and none of them as a change makes it, whoever gives it.
    #[test]
    fn other_answers_are_refused() -> Result<()> {
        /// Turns the normal of a contact or of a touch, and adds to the depth or to the time.
        fn changed(answer: Answer, turn: f64, more: f64) -> Option<Answer> {
            let turned = |normal| DVec2::from_angle(turn).rotate(normal);
            match answer {
                Contact(normal, depth) => Some(Contact(turned(normal), depth + more)),
                Touch(normal, time) => Some(Touch(turned(normal), time + more)),
                _ => None,
            }
        }
        type Change = fn(Answer) -> Option<Answer>;
        let changes: [(Question, Change); 9] = [
            (Question::Intersects, |answer| Some(if answer == Apart { Overlap } else { Apart })),
            (Question::Contact, |answer| changed(answer, 0.0, 0.002)),
            (Question::Contact, |answer| changed(answer, 0.0, -0.002)),
            (Question::Contact, |answer| changed(answer, 0.01, 0.0)),
            (Question::Contact, |answer| changed(answer, -0.01, 0.0)),
            (Question::Contact, |answer| changed(answer, 3.0, 0.0)),
            (Question::Sweep, |answer| changed(answer, 0.0, 0.001)),
            (Question::Sweep, |answer| matches!(answer, Touch(..)).then_some(Apart)),
            (Question::Sweep, |_| Some(GivenUp)),
        ];
        for (question, change) in changes {
            let contest = contest(question)?;
            let oracle = Oracle::new(&contest);
            let entries = contestants::tilerays(&contest)?;
            let right = &entries[0].1.answers;
            assert_eq!(oracle.check(Engine::Tileray, right)?, "equal");
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
        }
        Ok(())
    }
}
