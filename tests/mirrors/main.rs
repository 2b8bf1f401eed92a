//! The same scene mirrored gives the mirrored answer, to the bit: every question, in the eight images of random scenes.
//!
//! `TILERAY_CASES` sets the number of cases of each group. A case is a question, asked in a scene and in its seven images.

use reference::mirrors::{self, Report};

/// Asks the settled questions of a group.
fn check(seed: u64, group: &str, cases: usize) {
    let (questions, mut report) = (mirrors::settled_of(group), Report::new());
    const CHUNK: usize = 240;
    for (_, mut rng) in reference::each_case(seed, reference::cases(cases).div_ceil(CHUNK)) {
        mirrors::compare(&mut rng, &questions, CHUNK as u64, &mut report);
    }
    mirrors::assert_right(&report);
}

#[test]
fn shapes() {
    check(901, "shapes", 30_000);
}

#[test]
fn shapes_rays_and_sight_in_terrain() {
    check(902, "terrain", 40_000);
}

#[test]
fn sprites_and_masks() {
    check(903, "sprites", 25_000);
}

#[test]
fn bodies() {
    check(904, "bodies", 5_000);
}
