//! The promise that the same scene mirrored gives the mirrored answer: one list of questions, asked in a scene and in its
//! images, whose answers are mapped back and compared to the bit.
//!
//! ```text
//! for each case: draw a place and things, take the next question
//!     expected = ask(scene)
//!     for each of the other seven images: image⁻¹(ask(image(scene))) = expected, or differs as the exception states
//! ```
//!
//! An exception never leaves a question out: it says in which way two answers may differ, and all else is compared.

mod bodies;
mod image;
mod scene;
mod shapes;
mod sprites;
mod terrain;
mod value;

pub use bodies::met;
pub use image::Image;
pub use scene::{Grain, OneWayKind, Place, SIDES, Scene, SpriteSketch, Things, any_sides, is_solid_with};
pub use shapes::{Kind, Shape, Sketch};
pub use value::Value;

use fastrand::Rng;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

/// A question about a scene.
#[derive(Clone, Copy)]
pub struct Question {
    pub name: &'static str,
    ask: fn(&Scene) -> Value,
    /// The images in which it may be asked.
    images: fn(&Scene, Image) -> bool,
    /// Whether an answer, and the answer of an image mapped back, are both right by a stated exception.
    exception: fn(&Scene, &Value, &Value) -> bool,
    /// Whether the answer has to be true: that of a question which is asked in both directions.
    is_law: bool,
}

impl Question {
    const fn of(name: &'static str, ask: fn(&Scene) -> Value) -> Self {
        Self { name, ask, images: in_all, exception: never, is_law: false }
    }

    /// The answer in a scene.
    pub fn answer(&self, scene: &Scene) -> Value {
        (self.ask)(scene)
    }

    /// A question in both directions: whether both answers are the same.
    const fn law(name: &'static str, ask: fn(&Scene) -> Value) -> Self {
        Self { is_law: true, ..Self::of(name, ask) }
    }
}

fn in_all(_: &Scene, _: Image) -> bool {
    true
}

fn never(_: &Scene, _: &Value, _: &Value) -> bool {
    false
}

/// The questions, by what they are about.
pub const SHAPES: &[Question] = &shapes::QUESTIONS;
pub const TERRAIN: &[Question] = &terrain::QUESTIONS;
pub const SPRITES: &[Question] = &sprites::QUESTIONS;
pub const BODIES: &[Question] = &bodies::QUESTIONS;

/// All questions.
pub fn questions() -> Vec<Question> {
    [SHAPES, TERRAIN, SPRITES, BODIES].concat()
}

/// Asks questions about the same things in two places, where all answers must be equal. Returns the numbers of questions, and
/// of answers that find something.
pub fn assert_alike(questions: &[Question], [place, other]: [&Rc<Place>; 2], things: Things, case: usize) -> [u32; 2] {
    let (scene, expected) = (Scene::new(place.clone(), things.clone()), Scene::new(other.clone(), things));
    let mut met = 0;
    for question in questions {
        let (found, expected) = (question.answer(&scene), question.answer(&expected));
        assert_eq!(found, expected, "case {case}: {} of {place:?}", question.name);
        met += u32::from(found.is_something());
    }
    [questions.len() as u32, met]
}

/// What became of the cases of a question.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub asked: u64,
    /// The cases whose answer is more than nothing.
    pub met: u64,
    /// The cases in which an exception was needed.
    pub excepted: u64,
    pub wrong: u64,
    first_wrong: String,
}

/// The tallies of questions by name.
pub type Report = BTreeMap<&'static str, Tally>;

/// Asks a question in a scene and its images.
pub fn ask(question: &Question, images: &[Scene; 8], tally: &mut Tally) {
    let scene = &images[0];
    let expected = question.answer(scene);
    tally.asked += 1;
    tally.met += u64::from(expected.is_something());
    let (mut is_excepted, mut is_wrong) = (false, question.is_law && expected != Value::Flag(true));
    if is_wrong && tally.first_wrong.is_empty() {
        tally.first_wrong = format!("differs in the other direction\n  in {:?}", scene.things);
    }
    for (image, mirrored) in Image::ALL.into_iter().zip(images).skip(1) {
        if !(question.images)(scene, image) {
            continue;
        }
        let found = question.answer(mirrored).image(image.inverse());
        if found == expected {
            continue;
        }
        if (question.exception)(scene, &expected, &found) {
            is_excepted = true;
        } else if !is_wrong {
            is_wrong = true;
            if tally.first_wrong.is_empty() {
                let things = &scene.things;
                tally.first_wrong = format!("{expected:?}\n  but in {image:?} {found:?}\n  in {things:?}");
            }
        }
    }
    tally.excepted += u64::from(is_excepted);
    tally.wrong += u64::from(is_wrong);
}

/// The images of things in the images of a place.
pub fn scenes(places: &[Rc<Place>; 8], things: &Things) -> [Scene; 8] {
    let mut images = Image::ALL.into_iter().zip(places);
    [(); 8].map(|()| {
        let (image, place) = images.next().expect("eight images");
        Scene::new(Rc::clone(place), things.image(image))
    })
}

/// Asks as many cases, each a question in a scene and its images.
pub fn compare(rng: &mut Rng, questions: &[Question], cases: u64, report: &mut Report) {
    /// The scenes in a place.
    const IN_A_PLACE: usize = 24;
    let first = rng.usize(0..questions.len());
    for start in (0..cases).step_by(IN_A_PLACE) {
        let place = Place::any(rng);
        let places = Image::ALL.map(|image| Rc::new(place.image(image)));
        for case in start..cases.min(start + IN_A_PLACE as u64) {
            let images = scenes(&places, &Things::any(rng));
            let question = &questions[(first + case as usize) % questions.len()];
            ask(question, &images, report.entry(question.name).or_default());
        }
    }
}

/// The tallies as a table, and the first wrong case of each question.
pub fn table(report: &Report) -> String {
    let mut text = String::new();
    for (name, Tally { asked, met, excepted, wrong, .. }) in report {
        let _ = writeln!(text, "{name}: {asked} asked, {met} met, {excepted} by exception, {wrong} wrong");
    }
    for (name, tally) in report.iter().filter(|(_, tally)| tally.wrong > 0) {
        let _ = writeln!(text, "{name}: {}", tally.first_wrong);
    }
    text
}

/// Fails if a case was wrong.
///
/// # Panics
/// If a case was wrong.
pub fn assert_right(report: &Report) {
    assert!(report.values().all(|tally| tally.wrong == 0), "{}", table(report));
}
