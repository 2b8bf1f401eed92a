//! The same scene mirrored: every question, in the eight images of random scenes.

use crate::Tally;
use fastrand::Rng;
use reference::mirrors::{Report, assert_right, compare, questions};

pub(crate) fn mirrors(rng: &mut Rng, count: u64) -> Tally {
    let mut report = Report::new();
    compare(rng, &questions(), count, &mut report);
    assert_right(&report);
    let sum = |part: fn(&reference::mirrors::Tally) -> u64| report.values().map(part).sum();
    vec![("find something", sum(|tally| tally.met)), ("are equally right by an exception", sum(|tally| tally.excepted))]
}
