//! Sprites by their boxes: nanoseconds a box until all pairs that overlap are known, from the boxes anew.

#[cfg(feature = "box2d")]
mod box2d;
mod contestant;
mod scene;

use crate::args::RunArgs;
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row};
use crate::timing::Effort;
use anyhow::{Context, Result, ensure};
use contestant::Finder;
use std::hint::black_box;
use std::time::Instant;
use tileray::Aabb;

const GROUP: &str = "sprites";

const SCENES: [&str; 3] = ["uniform", "clustered", "mixed"];

/// How many boxes there are.
const COUNTS: [usize; 2] = [1_000, 10_000];

/// All contestants, Tileray first.
fn all_finders(boxes: &[Aabb]) -> Result<Vec<Box<dyn Finder>>> {
    #[cfg_attr(not(feature = "box2d"), expect(unused_mut, reason = "Box2D is the only one that may be missing"))]
    let mut finders = contestant::finders_in_rust();
    #[cfg(feature = "box2d")]
    finders.push(Box::new(box2d::Box2d::new(boxes)?));
    #[cfg(not(feature = "box2d"))]
    let _ = boxes;
    Ok(finders)
}

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<Row>> {
    let effort = args.effort();
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        for count in COUNTS {
            let boxes = scene::boxes(scene, count);
            compete(scene, &boxes, effort, &mut rows).with_context(|| format!("scene {scene}, {count} boxes"))?;
        }
    }
    Ok(rows)
}

/// Checks and times every contestant on one set of boxes.
fn compete(scene: &'static str, boxes: &[Aabb], effort: Effort, rows: &mut Vec<Row>) -> Result<()> {
    let truth = all_pairs(boxes);
    let mut finders = all_finders(boxes)?;
    let mut entrants = Vec::new();
    for finder in &mut finders {
        let mut pairs = Vec::new();
        // Once to make it take its memory, and once for the time.
        finder.find(boxes, &mut pairs);
        check(finder.as_ref(), boxes, &pairs, &truth)?;
        let start = Instant::now();
        finder.find(boxes, &mut pairs);
        let turn = effort.turn(start.elapsed(), boxes.len());
        let (name, checked) = (finder.name(), "equal".to_owned());
        let run = move |count: usize| {
            finder.find(black_box(&boxes[..count]), &mut pairs);
            black_box(&mut pairs);
        };
        entrants.push(Entrant { name, checked, turn, run: Box::new(run) });
    }
    let race = Race { group: GROUP, scene, size: boxes.len() as u32, effort };
    rows.extend(race.rows(entrants, |boxes| Asked::Boxes { boxes, pairs: truth.len() }));
    Ok(())
}

/// All pairs that overlap, by a loop over all pairs.
fn all_pairs(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (place, a) in boxes.iter().enumerate() {
        let others = boxes.iter().enumerate().skip(place + 1);
        pairs.extend(others.filter(|(_, b)| a.overlaps(b)).map(|(other, _)| (place as u32, other as u32)));
    }
    pairs
}

/// That a contestant finds all pairs and no others. Only Tileray has them in order and without those that touch; those of the
/// others are sorted for this, not while they are timed, and may hold a pair that touches.
fn check(finder: &dyn Finder, boxes: &[Aabb], pairs: &[(u32, u32)], truth: &[(u32, u32)]) -> Result<()> {
    let mut found: Vec<_> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    if finder.name() != "tileray" {
        found.sort_unstable();
        found.retain(|&(a, b)| !only_touch(&boxes[a as usize], &boxes[b as usize]));
    }
    ensure!(found == truth, "{} finds {} pairs, of {}, or others", finder.name(), found.len(), truth.len());
    Ok(())
}

/// Whether two boxes share a border and no more.
fn only_touch(a: &Aabb, b: &Aabb) -> bool {
    a.min.cmple(b.max).all() && b.min.cmple(a.max).all() && !a.overlaps(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_right_and_other_answers_are_refused() -> Result<()> {
        for scene in SCENES {
            let boxes = scene::boxes(scene, 600);
            let truth = all_pairs(&boxes);
            assert!(truth.len() > 50, "{scene}: {}", truth.len());
            for finder in &mut all_finders(&boxes)? {
                let mut pairs = Vec::new();
                finder.find(&boxes, &mut pairs);
                check(finder.as_ref(), &boxes, &pairs, &truth).context(scene)?;
                pairs.pop();
                assert!(check(finder.as_ref(), &boxes, &pairs, &truth).is_err(), "{scene}");
            }
        }
        Ok(())
    }
}
