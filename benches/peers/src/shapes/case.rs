use super::answer::Answer;
use super::contestant::{Contest, Question, parry};
use super::encounter::Encounter;
use super::reference::{Figure, Motion, Stand, overlap, way_out};
use tileray::glam::DVec2;

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
            Figure::new(&contest.firsts[encounter.first.sprite], &parry::relative_stand(encounter)),
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
