//! Traces: what a ray tests on its way, for teaching and pictures.

use super::exact::{ExactPixels, SnappedSegment, Visit};
use super::hit::RayHit;
use super::line::PixelLine;
use super::ray::Ray;
use super::steps::{SequencePixels, SequencePosition, StepSequence};
use crate::geometry::Rect;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, LayerSelection, REGION_SHIFT, TerrainQuery};
use glam::IVec2;

/// The steps of a cast: what a ray tested, in order.
///
/// For teaching, pictures and debugging. [`TerrainQuery::raycast_traced`] returns it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayTrace {
    /// The answer of [`TerrainQuery::raycast`].
    pub hit: Option<RayHit>,
    /// The tested squares and pixels, in the order of the walk.
    ///
    /// [Entered](TraceOutcome::Entered) squares contain later steps. The other steps follow one another without a gap,
    /// from the pixel of the origin to the pixel of the hit or of the end. A skipped square stands for the pixels of
    /// the walk up to the first one outside. Beside corners of the exact traversal a square may appear twice.
    pub steps: Vec<TraceStep>,
}

/// A step of a trace: one tested square or pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TraceStep {
    /// The size of what was tested.
    pub level: TraceLevel,
    /// The tested pixels. Squares are clipped to the terrain's bounds.
    pub rect: Rect,
    /// The result of the test.
    pub outcome: TraceOutcome,
}

/// The size of what a ray tests at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TraceLevel {
    /// A pixel.
    Pixel,
    /// 16×16 pixels.
    Brick,
    /// 16×16 bricks: 256×256 pixels.
    Block,
    /// 16×16 blocks: 4096×4096 pixels.
    Region,
    /// The part of the line before or after the terrain's bounds: the rectangle from its first pixel to its last.
    Outside,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TraceOutcome {
    /// A square without a solid pixel. The ray goes on after the square.
    Skipped,
    /// A square with a solid pixel. The parts of the square are tested.
    Entered,
    /// A free pixel.
    Free,
    /// A solid pixel: the hit, a pixel that the ray is still to leave, or one beside a border whose other side is free.
    Solid,
}

impl TerrainQuery<'_> {
    /// Casts a ray and returns everything it tests on its way.
    ///
    /// The hit is bit-identical to [`raycast`](Self::raycast). A ray that is not [valid](Ray::is_valid) has no steps.
    /// The trace descends from regions to blocks, bricks and pixels, one square at a time. A cast tests strips of 16
    /// squares or pixels at once, and skips the test of regions for short lines. Costs a test and memory for each step
    /// at each level. The exact traversal visits each pixel, skipped or not.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain};
    /// use tileray::raycast::TraceLevel;
    ///
    /// let wall = SolidityMap::from_fn(4096, 64, |x, _| x == 4000);
    /// let terrain = Terrain::from_solidity(&wall);
    /// let ray = Ray::new((0.5, 5.5), (1.0, 0.0), 4095.0);
    /// let trace = terrain.query().raycast_traced(&ray);
    /// assert_eq!(trace.hit.map(|hit| hit.pixel().x), Some(4000));
    /// // 15 blocks and 10 bricks are skipped, and only the pixels of one brick are tested.
    /// let pixels = trace.steps.iter().filter(|step| step.level == TraceLevel::Pixel);
    /// assert_eq!(pixels.count(), 1);
    /// ```
    #[must_use]
    pub fn raycast_traced(&self, ray: &Ray) -> RayTrace {
        let mut trace = RayTrace { hit: None, steps: Vec::new() };
        if let Some((sequence, selection)) = StepSequence::in_terrain(self, ray) {
            let hit = sequence.first_hit(self, &selection);
            let mut walk = TraceWalk {
                selection: &selection,
                bounds: self.terrain.known_pixels(),
                entered: [Rect::EMPTY; 3],
                steps: &mut trace.steps,
            };
            match (&sequence.pixels, hit) {
                (SequencePixels::Bresenham(line), Some(SequencePosition::Step(step))) => walk.along_line(line, step),
                (SequencePixels::Bresenham(line), _) => walk.along_line(line, line.steps()),
                (SequencePixels::Exact(segment), Some(SequencePosition::Visit(visit))) => {
                    walk.along_segment(segment, ray.exact_pixels(), Some(visit));
                }
                (SequencePixels::Exact(segment), _) => walk.along_segment(segment, ray.exact_pixels(), None),
            }
            trace.hit = hit.and_then(|position| sequence.hit(self, &selection, position));
        }
        trace
    }
}

/// The levels above the pixel, with the shift from a pixel's coordinate to the index of its square.
const SQUARES: [(TraceLevel, u32); 3] =
    [(TraceLevel::Region, REGION_SHIFT), (TraceLevel::Block, BLOCK_SHIFT), (TraceLevel::Brick, BRICK_SHIFT)];

struct TraceWalk<'a> {
    selection: &'a LayerSelection<'a>,
    bounds: Rect,
    /// The last entered square of each level.
    entered: [Rect; 3],
    steps: &'a mut Vec<TraceStep>,
}

impl TraceWalk<'_> {
    /// Tests the pixels of a line up to a step. Skipped squares are left at once.
    fn along_line(&mut self, line: &PixelLine, end: u64) {
        let mut step = 0;
        while step <= end {
            let pixel = line.pixel(step);
            if !self.bounds.contains(pixel) {
                let last = match line.clip(&self.bounds) {
                    Some((first, _)) if step < first => first - 1,
                    _ => line.steps(),
                };
                let end = line.pixel(last);
                self.skip(TraceLevel::Outside, Rect::new(pixel.min(end), pixel.max(end) + IVec2::ONE));
                step = last + 1;
            } else if let Some(rect) = self.empty_square(pixel) {
                step = line.clip(&rect).map_or(step, |(_, last)| last) + 1;
            } else {
                self.test(pixel);
                step += 1;
            }
        }
    }

    /// Tests the pixels of a segment up to a visit. The pixels of skipped squares are visited too, as a segment has no
    /// index of steps.
    fn along_segment(&mut self, segment: &SnappedSegment, mut pixels: ExactPixels, end: Option<Visit>) {
        let end = end.map(|visit| segment.pixel(visit.column, visit.row));
        let mut skipped = Rect::EMPTY;
        while let Some(visit) = pixels.next_visit() {
            let pixel = segment.pixel(visit.column, visit.row);
            let empty = if skipped.contains(pixel) {
                Some(skipped)
            } else if !self.bounds.contains(pixel) {
                Some(self.skip_outside(pixel))
            } else {
                self.empty_square(pixel)
            };
            skipped = empty.unwrap_or(Rect::EMPTY);
            if empty.is_none() {
                self.test(pixel);
            }
            if Some(pixel) == end {
                return;
            }
        }
    }

    /// Tests a pixel.
    fn test(&mut self, pixel: IVec2) {
        let outcome = if self.selection.is_solid(pixel) { TraceOutcome::Solid } else { TraceOutcome::Free };
        self.steps.push(TraceStep { level: TraceLevel::Pixel, rect: square(pixel, 1), outcome });
    }

    fn skip(&mut self, level: TraceLevel, rect: Rect) {
        self.steps.push(TraceStep { level, rect, outcome: TraceOutcome::Skipped });
    }

    /// Skips the largest empty square around a pixel within the bounds, or returns `None` if not even the brick is
    /// empty.
    fn empty_square(&mut self, pixel: IVec2) -> Option<Rect> {
        for (entered, (level, shift)) in self.entered.iter_mut().zip(SQUARES) {
            if entered.contains(pixel) {
                continue;
            }
            let cell = (pixel - self.bounds.min) >> shift as i32;
            let rect = square(self.bounds.min + cell * (1 << shift), 1 << shift).intersection(&self.bounds);
            if self.selection.grids().iter().all(|grid| grid.empty_around(pixel) >= shift) {
                self.skip(level, rect);
                return Some(rect);
            }
            self.steps.push(TraceStep { level, rect, outcome: TraceOutcome::Entered });
            *entered = rect;
        }
        None
    }

    /// Skips a pixel outside the bounds, in one step with the pixels outside just before it, unless their bounding
    /// rectangle reaches into the bounds.
    fn skip_outside(&mut self, pixel: IVec2) -> Rect {
        let rect = square(pixel, 1);
        if let Some(TraceStep { level: TraceLevel::Outside, rect: before, .. }) = self.steps.last_mut() {
            let both = before.union(&rect);
            if both.intersection(&self.bounds).is_empty() {
                *before = both;
                return both;
            }
        }
        self.skip(TraceLevel::Outside, rect);
        rect
    }
}

/// Returns the square of `side` pixels with a given top left pixel.
fn square(min: IVec2, side: i32) -> Rect {
    Rect::new(min, min + IVec2::splat(side))
}
