//! A walk along the trace of the beam, step by step: each test of the ray, and its outcome.
//!
//! ```text
//! trace of the library        steps of the walk
//! block entered               block
//! brick skipped               brick
//! brick entered               brick
//! pixel free   \
//! pixel free    }             strip: the pixels of the ray in the brick, which are tested at once
//! pixel solid  /
//! ```

use super::casts::PixelRay;
use tileray::Rect;
use tileray::glam::IVec2;
use tileray::raycast::{RayTrace, TraceLevel, TraceOutcome, TraceStep};

/// A step of the walk.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WalkStep {
    /// The tested square; the brick for a strip of pixels.
    pub(super) rect: Rect,
    pub(super) level: TraceLevel,
    /// The pixels of the ray in the square, in order; of a strip, the tested ones.
    pub(super) pixels: Vec<IVec2>,
    /// The number of steps of the trace up to this one.
    pub(super) traced: usize,
    /// The decision, in a sentence.
    pub(super) text: String,
}

/// Returns the steps of a walk along the trace of a ray.
pub(super) fn steps_of(trace: &RayTrace, ray: &PixelRay) -> Vec<WalkStep> {
    let walked: Vec<IVec2> = ray.whole().collect();
    let mut rest = &walked[..];
    let mut steps: Vec<WalkStep> = Vec::new();
    let (mut traced, mut brick) = (0, Rect::EMPTY);
    while let Some(step) = trace.steps.get(traced) {
        let in_brick = |other: &&TraceStep| other.level == TraceLevel::Pixel && brick.contains(other.rect.min);
        let strip = trace.steps[traced..].iter().take_while(in_brick).count();
        let rect = if strip > 0 { brick } else { step.rect };
        let met = if strip > 0 { strip } else { rest.iter().take_while(|pixel| rect.contains(**pixel)).count() };
        let pixels = rest[..met].to_vec();
        traced += strip.max(1);
        if (step.level, step.outcome) == (TraceLevel::Brick, TraceOutcome::Entered) {
            brick = rect;
        }
        if step.outcome != TraceOutcome::Entered {
            rest = &rest[met..];
        }
        let hit = trace.hit.filter(|_| traced == trace.steps.len()).map(|hit| hit.pixel());
        let mut text = decision(step, met, hit);
        if traced == trace.steps.len() && trace.hit.is_none() {
            text += " The ray ends here, without a hit.";
        }
        steps.push(WalkStep { rect, level: step.level, pixels, traced, text });
    }
    steps
}

/// Returns what a step decides, in a sentence: of a square, or of `count` pixels in a brick.
fn decision(step: &TraceStep, count: usize, hit: Option<IVec2>) -> String {
    let (name, parts) = match (step.level, hit) {
        (TraceLevel::Region, _) => ("region", "blocks"),
        (TraceLevel::Block, _) => ("block", "bricks"),
        (TraceLevel::Brick, _) => ("brick", "pixels"),
        (TraceLevel::Outside, _) => {
            return format!("Outside the map nothing is solid: {count}\u{a0}px of the ray are skipped.");
        }
        (TraceLevel::Pixel, None) => {
            return format!("{count} pixels of a brick, tested at once: none is solid, so the ray goes on.");
        }
        (TraceLevel::Pixel, Some(hit)) => {
            return format!(
                "{count} pixels of a brick, tested at once: the last one is solid, and the hit: {},\u{a0}{}.",
                hit.x, hit.y
            );
        }
    };
    let (min, size) = (step.rect.min, step.rect.size());
    let what = format!("The {name} of {}x{} px at {}, {}", size.x, size.y, min.x, min.y);
    match step.outcome {
        TraceOutcome::Skipped => format!("{what} has no solid pixel: {count}\u{a0}px of the ray are skipped."),
        _ => format!("{what} has solid pixels: its {parts} are tested."),
    }
}

/// The position in a walk, and whether the scene was frozen before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    /// The index of the current step.
    pub(super) at: usize,
    pub(super) steps: Vec<WalkStep>,
    /// Whether the scene was frozen before.
    pub(super) was_paused: bool,
}

impl Walk {
    /// Returns the current step.
    pub(super) fn step(&self) -> Option<&WalkStep> {
        self.steps.get(self.at)
    }

    /// Finds the steps anew, and returns the trace up to the current one.
    pub(super) fn follow(&mut self, trace: &RayTrace, ray: &PixelRay) -> RayTrace {
        self.steps = steps_of(trace, ray);
        self.at = self.at.min(self.steps.len().saturating_sub(1));
        let traced = self.step().map_or(0, |step| step.traced);
        let is_whole = traced == trace.steps.len();
        RayTrace { hit: trace.hit.filter(|_| is_whole), steps: trace.steps[..traced].to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::casts::{Casts, RaySettings};
    use tileray::glam::ivec2;
    use tileray::{SolidityMap, Terrain, Traversal};

    /// Returns a map of several blocks with scattered dots and some walls.
    fn terrain() -> Terrain {
        let dot = |x: u32, y: u32| (x.wrapping_mul(0x9e37_79b9) ^ y.wrapping_mul(0x85eb_ca6b)).is_multiple_of(911);
        let map = SolidityMap::from_fn(700, 610, |x, y| dot(x, y) || (x % 300 == 299 && y % 90 > 30));
        Terrain::from_solidity_at(&map, ivec2(-37, 19)).expect("a small terrain")
    }

    #[test]
    fn steps_pass_the_whole_ray_and_decide_by_solid_pixels() {
        let terrain = terrain();
        let is_filled = |area: Rect| crate::canvas::pixels_of(area).any(|pixel| terrain.is_solid(pixel));
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let settings = RaySettings { traversal, fan: false, beyond: false, ..RaySettings::default() };
            let query = terrain.query().traversal(traversal);
            for number in 0..if cfg!(debug_assertions) { 200 } else { 600 } {
                let from = ivec2(number * 37 % 760 - 60, number * 71 % 660 - 10);
                let end = ivec2(number * 113 % 790 - 70, number * 53 % 690 - 20);
                let ray = &Casts::cast(&terrain, &[], [from, end], &settings).beam[0];
                let trace = query.raycast_traced(&ray.ray());
                let steps = steps_of(&trace, ray);
                let mut passed: Vec<IVec2> = Vec::new();
                for step in &steps {
                    let hit = trace.hit.map(|hit| hit.pixel()).filter(|hit| step.pixels.contains(hit));
                    let told = match (step.level, hit) {
                        (TraceLevel::Pixel, Some(hit)) => format!("the hit: {},\u{a0}{}.", hit.x, hit.y),
                        (TraceLevel::Pixel, None) => "none is solid, so the ray goes on.".to_owned(),
                        _ if is_filled(step.rect) => "has solid pixels".to_owned(),
                        _ => format!(" {}\u{a0}px of the ray are skipped", step.pixels.len()),
                    };
                    assert!(step.text.contains(&told), "{}", step.text);
                    if step.level == TraceLevel::Pixel || step.text.contains("skipped") {
                        passed.extend(&step.pixels);
                    }
                }
                assert_eq!(passed, ray.pixels().collect::<Vec<IVec2>>());
                assert_eq!(steps.last().map(|step| step.traced), Some(trace.steps.len()));
                let is_told = steps.last().is_some_and(|step| step.text.ends_with("The ray ends here, without a hit."));
                assert_eq!(is_told, trace.hit.is_none());
            }
        }
    }
}
