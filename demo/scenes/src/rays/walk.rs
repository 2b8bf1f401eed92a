//! A walk along the trace of the beam, step by step: what the ray tests, the bits that it finds, and what is decided.
//!
//! ```text
//! trace of the library        steps of the walk
//! block entered               block: tested among the 16 blocks of its strip
//! brick skipped               brick: tested among the 16 bricks of its strip
//! brick entered               brick
//! pixel free   \
//! pixel free    }             strip: the pixels of the ray in the 16 columns of the brick
//! pixel solid  /
//! ```

use super::casts::PixelRay;
use tileray::Rect;
use tileray::glam::IVec2;
use tileray::raycast::{RayTrace, TraceLevel, TraceOutcome, TraceStep};

/// The number of columns of a strip.
pub(super) const LANES: usize = 16;

/// A step of the walk.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WalkStep {
    /// The tested square; the brick for a strip of pixels.
    pub(super) rect: Rect,
    pub(super) level: TraceLevel,
    /// The pixels of the ray in the square, in order. Of a strip, those that are tested one by one until the hit, and
    /// then those that the test of the strip sees, too.
    pub(super) pixels: Vec<IVec2>,
    /// The number of steps of the trace up to this one.
    pub(super) traced: usize,
    /// The bits that are tested; `None` outside the map.
    pub(super) bits: Option<Bits>,
    /// The decision, in a sentence.
    pub(super) text: String,
}

/// The bits of the 16 columns of a strip, or of its 16 rows if the ray is steep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    /// The first pixel coordinate of the strip along the longer axis of the ray, and the pixels of a column.
    pub(super) first: i32,
    pub(super) width: i32,
    /// Whether the columns are rows of the map.
    pub(super) is_steep: bool,
    /// Whether the ray has a pixel in the column, as far as the walk went.
    pub(super) line: [bool; LANES],
    /// Whether what the ray meets in the column has a solid pixel.
    pub(super) solid: [bool; LANES],
    /// The column of the hit.
    pub(super) hit: Option<usize>,
}

/// The traced ray of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traced<'a> {
    pub(super) trace: &'a RayTrace,
    pub(super) ray: &'a PixelRay,
    /// The bounds of the terrain, from whose corner squares are counted.
    pub(super) bounds: Rect,
}

/// Returns the steps of a walk. `is_solid` tells whether a pixel behind the hit would stop the ray.
pub(super) fn steps_of(traced: Traced<'_>, is_solid: impl Fn(IVec2) -> bool) -> Vec<WalkStep> {
    let along = traced.ray.end - traced.ray.from;
    let axis = usize::from(along.x.abs() < along.y.abs());
    let walked: Vec<IVec2> = traced.ray.whole().collect();
    let mut rest = &walked[..];
    let mut steps: Vec<WalkStep> = Vec::new();
    let (mut at, mut brick) = (0, Rect::EMPTY);
    while let Some(&step) = traced.trace.steps.get(at) {
        at += 1;
        let next = if step.level == TraceLevel::Pixel {
            let group = traced.trace.steps[at - 1..].iter();
            let tested = group.take_while(|other| other.level == TraceLevel::Pixel && brick.contains(other.rect.min));
            let tested: Vec<TraceStep> = tested.copied().collect();
            at += tested.len().max(1) - 1;
            let (strip, passed) = strip(&tested, brick, rest, axis, &is_solid);
            rest = &rest[passed..];
            strip
        } else {
            if (step.level, step.outcome) == (TraceLevel::Brick, TraceOutcome::Entered) {
                brick = step.rect;
            }
            let inside: Vec<IVec2> = rest.iter().copied().take_while(|&pixel| step.rect.contains(pixel)).collect();
            if step.outcome == TraceOutcome::Skipped {
                rest = &rest[inside.len()..];
            }
            square(step, inside, &traced.trace.steps[..at], traced.bounds, axis)
        };
        steps.push(WalkStep { traced: at, ..next });
    }
    if let (Some(last), None) = (steps.last_mut(), traced.trace.hit) {
        last.text += " The ray ends here, without a hit.";
    }
    steps
}

/// Returns the step of the pixels of a ray in a brick, and the number of pixels of `rest` that are tested. `rest` begins
/// with the tested ones.
fn strip(
    tested: &[TraceStep],
    brick: Rect,
    rest: &[IVec2],
    axis: usize,
    is_solid: &impl Fn(IVec2) -> bool,
) -> (WalkStep, usize) {
    let mut bits = Bits::new(brick.min[axis], 1, axis);
    for step in tested {
        bits.add(step.rect.min[axis], step.outcome == TraceOutcome::Solid);
    }
    let hit = tested.last().filter(|step| step.outcome == TraceOutcome::Solid).map(|step| step.rect.min);
    bits.hit = hit.map(|pixel| (pixel[axis] - bits.first) as usize);
    let mut pixels: Vec<IVec2> = tested.iter().map(|step| step.rect.min).collect();
    // Vector code tests the pixels behind the hit too, and then takes the first solid one.
    let behind = &rest[tested.len().min(rest.len())..];
    for &pixel in behind.iter().take_while(|&&pixel| hit.is_some() && brick.contains(pixel)) {
        bits.add(pixel[axis], is_solid(pixel));
        pixels.push(pixel);
    }
    let (what, first) = (if axis == 0 { "columns" } else { "rows" }, bits.first);
    let count = pixels.len();
    let tests = format!("16 {what} of pixels from {first}: the ray has {count} here, tested at once.");
    let text = match hit {
        Some(pixel) => format!("{tests} The first solid one is the hit: {},\u{a0}{}.", pixel.x, pixel.y),
        None => format!("{tests} None is solid, so the ray goes on."),
    };
    let step = WalkStep { rect: brick, level: TraceLevel::Pixel, pixels, traced: 0, bits: Some(bits), text };
    (step, tested.len().min(rest.len()))
}

/// Returns the step of a square, the last one of `steps`; `pixels` are those of the ray in it.
fn square(step: TraceStep, pixels: Vec<IVec2>, steps: &[TraceStep], bounds: Rect, axis: usize) -> WalkStep {
    let (name, parts, shift): (&str, &str, i32) = match step.level {
        TraceLevel::Region => ("region", "blocks", 12),
        TraceLevel::Block => ("block", "bricks", 8),
        TraceLevel::Brick => ("brick", "pixels", 4),
        TraceLevel::Pixel | TraceLevel::Outside => {
            let text = format!("Outside the map nothing is solid: {}\u{a0}px of the ray are skipped.", pixels.len());
            return WalkStep { rect: step.rect, level: step.level, pixels, traced: 0, bits: None, text };
        }
    };
    // The strip of 16 squares: those of one parent, along the longer axis.
    let parent = |rect: &Rect| -> IVec2 { (rect.min - bounds.min) >> (shift + 4) };
    let index = |rect: &Rect| (rect.min[axis] - bounds.min[axis]) >> shift;
    let of_strip =
        |other: &&TraceStep| other.level == step.level && parent(&other.rect)[axis] == parent(&step.rect)[axis];
    let first = index(&step.rect) & !15;
    let mut bits = Bits::new(bounds.min[axis] + (first << shift), 1 << shift, axis);
    for other in steps.iter().filter(of_strip) {
        bits.add(other.rect.min[axis], other.outcome == TraceOutcome::Entered);
    }
    let (min, size) = (step.rect.min, step.rect.size());
    let what = format!("The {name} of {}x{} px at {}, {}", size.x, size.y, min.x, min.y);
    let text = match step.outcome {
        TraceOutcome::Skipped => format!("{what} has no solid pixel: {}\u{a0}px of the ray are skipped.", pixels.len()),
        _ => format!("{what} has solid pixels: its {parts} are tested."),
    };
    WalkStep { rect: step.rect, level: step.level, pixels, traced: 0, bits: Some(bits), text }
}

impl Bits {
    const fn new(first: i32, width: i32, axis: usize) -> Self {
        Self { first, width, is_steep: axis == 1, line: [false; LANES], solid: [false; LANES], hit: None }
    }

    /// Adds a test in the column of a coordinate.
    fn add(&mut self, coordinate: i32, is_solid: bool) {
        let lane = (coordinate - self.first).div_euclid(self.width) as usize;
        if let (Some(line), Some(solid)) = (self.line.get_mut(lane), self.solid.get_mut(lane)) {
            *line = true;
            *solid |= is_solid;
        }
    }
}

/// The position in a walk, and what was there before it.
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

    /// Replaces the steps, and returns the trace up to the current one.
    pub(super) fn follow(&mut self, steps: Vec<WalkStep>, trace: &RayTrace) -> RayTrace {
        self.steps = steps;
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
    use tileray::{RayOptions, SolidityMap, Terrain, Traversal};

    /// Returns a map of several blocks with scattered dots and some walls.
    fn terrain() -> Terrain {
        let dot = |x: u32, y: u32| (x.wrapping_mul(0x9e37_79b9) ^ y.wrapping_mul(0x85eb_ca6b)).is_multiple_of(911);
        let map = SolidityMap::from_fn(700, 610, |x, y| dot(x, y) || (x % 300 == 299 && y % 90 > 30));
        Terrain::from_solidity_at(&map, ivec2(-37, 19)).expect("a small terrain")
    }

    /// Returns the walks of many rays in all directions, each with its ray and the terrain's answer.
    fn walks(terrain: &Terrain, traversal: Traversal) -> Vec<(PixelRay, RayTrace, Vec<WalkStep>)> {
        let settings = RaySettings { traversal, fan: false, beyond: false, ..RaySettings::default() };
        let options = RayOptions { traversal, ..RayOptions::default() };
        let mut walks = Vec::new();
        for number in 0..if cfg!(debug_assertions) { 200 } else { 600 } {
            let from = ivec2(number * 37 % 760 - 60, number * 71 % 660 - 10);
            let end = ivec2(number * 113 % 790 - 70, number * 53 % 690 - 20);
            let beam = Casts::cast(terrain, &[], [from, end], &settings).beam;
            let trace = terrain.raycast_traced(&beam[0].ray(), &options);
            let traced = Traced { trace: &trace, ray: &beam[0], bounds: terrain.bounds() };
            let steps = steps_of(traced, |pixel| terrain.is_solid(pixel));
            walks.push((beam[0].clone(), trace, steps));
        }
        walks
    }

    #[test]
    fn the_bits_of_strips_are_the_pixels_of_the_terrain() {
        let terrain = terrain();
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let mut strips = 0;
            for (ray, trace, steps) in walks(&terrain, traversal) {
                let axis = usize::from((ray.end - ray.from).x.abs() < (ray.end - ray.from).y.abs());
                let whole: Vec<IVec2> = ray.whole().collect();
                for step in steps.iter().filter(|step| step.level == TraceLevel::Pixel) {
                    strips += 1;
                    let bits = step.bits.expect("pixels have bits");
                    assert_eq!((bits.first, bits.width), (step.rect.min[axis], 1));
                    for lane in 0..LANES {
                        let here = |pixel: &&IVec2| pixel[axis] == bits.first + lane as i32;
                        let met: Vec<&IVec2> = step.pixels.iter().filter(here).collect();
                        assert_eq!(bits.line[lane], !met.is_empty());
                        assert_eq!(bits.solid[lane], met.iter().any(|&&pixel| terrain.is_solid(pixel)));
                    }
                    assert!(step.pixels.iter().all(|pixel| step.rect.contains(*pixel) && whole.contains(pixel)));
                    let hit = trace.hit.filter(|hit| step.pixels.contains(&hit.pixel)).map(|hit| hit.pixel);
                    let first = step.pixels.iter().copied().find(|&pixel| terrain.is_solid(pixel));
                    assert_eq!(hit.map(|hit| (hit[axis] - bits.first) as usize), bits.hit);
                    assert_eq!(hit, first, "the first solid pixel of a strip is the hit");
                    let told = hit.map(|hit| format!("is the hit: {},\u{a0}{}.", hit.x, hit.y));
                    let none = || "None is solid, so the ray goes on.".to_owned();
                    assert!(step.text.contains(&told.unwrap_or_else(none)), "{}", step.text);
                    assert!(step.text.contains(&format!("has {} here", step.pixels.len())), "{}", step.text);
                }
            }
            assert!(strips > 150, "{strips} strips");
        }
    }

    #[test]
    fn the_bits_of_squares_are_whether_they_have_solid_pixels() {
        let terrain = terrain();
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            for (_, _, steps) in walks(&terrain, traversal) {
                for step in steps {
                    let is_filled = (step.rect.min.y..step.rect.max.y)
                        .any(|y| (step.rect.min.x..step.rect.max.x).any(|x| terrain.is_solid(ivec2(x, y))));
                    match step.level {
                        TraceLevel::Pixel => continue,
                        TraceLevel::Outside => assert!(step.bits.is_none() && !is_filled),
                        _ => {
                            let bits = step.bits.expect("squares have bits");
                            let axis = usize::from(bits.is_steep);
                            let lane = (step.rect.min[axis] - bits.first) / bits.width;
                            assert!(bits.line[lane as usize]);
                            assert!(!is_filled || bits.solid[lane as usize]);
                        }
                    }
                    let told = if is_filled { "has solid pixels" } else { "\u{a0}px of the ray are skipped" };
                    assert!(step.text.contains(told), "{}", step.text);
                    if !is_filled {
                        assert!(
                            step.text.contains(&format!(" {}\u{a0}px of the ray", step.pixels.len())),
                            "{}",
                            step.text
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn skipped_and_tested_pixels_are_the_whole_ray() {
        let terrain = terrain();
        let both = [Traversal::Bresenham, Traversal::Exact];
        for (ray, trace, steps) in both.into_iter().flat_map(|traversal| walks(&terrain, traversal)) {
            let is_passed = |step: &&WalkStep| step.level == TraceLevel::Pixel || step.text.contains("skipped");
            let passed: Vec<IVec2> = steps.iter().filter(is_passed).flat_map(|step| step.pixels.clone()).collect();
            let walked: Vec<IVec2> = ray.pixels().collect();
            // Behind the hit, its strip has more pixels.
            assert_eq!(passed[..walked.len()], walked);
            assert!(trace.hit.is_some() || passed.len() == walked.len());
            assert_eq!(steps.last().map(|step| step.traced), Some(trace.steps.len()));
            let is_told = steps.last().is_some_and(|step| step.text.ends_with("The ray ends here, without a hit."));
            assert_eq!(is_told, trace.hit.is_none());
        }
    }
}
