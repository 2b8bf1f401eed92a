//! The same scene mirrored gives the mirrored answer, to the bit: every question, in the eight images of random scenes.
//!
//! `TILERAY_CASES` sets the number of cases of each group. A case is a question, asked in a scene and in its seven images.

use reference::mirrors::{self, Question, Report, Tally};

/// Asks questions in turn, in as many cases. Fails unless they are answered alike, and each finds something now and then.
fn check(seed: u64, questions: &[Question], cases: usize) {
    const CHUNK: usize = 240;
    let mut report = Report::new();
    for (_, mut rng) in reference::each_case(seed, reference::cases(cases).div_ceil(CHUNK)) {
        mirrors::compare(&mut rng, questions, CHUNK as u64, &mut report);
    }
    mirrors::assert_right(&report);
    let is_idle = |tally: &Tally| tally.asked > 1000 && tally.met == 0;
    assert!(!report.values().any(is_idle), "a question finds nothing:\n{}", mirrors::table(&report));
}

#[test]
fn shapes() {
    check(901, mirrors::SHAPES, 25_000);
}

#[test]
fn shapes_rays_and_sight_in_terrain() {
    check(902, mirrors::TERRAIN, 50_000);
}

#[test]
fn sprites_and_masks() {
    check(903, mirrors::SPRITES, 20_000);
}

#[test]
fn bodies() {
    check(904, mirrors::BODIES, 5_000);
}
