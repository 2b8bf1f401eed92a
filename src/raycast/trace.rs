use super::course::{Course, course_and_grids};
use super::hit::RayHit;
use super::options::{RayOptions, StartInside};
use super::ray::Ray;
use crate::geometry::Rect;
use crate::terrain::{BRICK_SHIFT, Selection, Terrain};
use glam::IVec2;

/// What a ray looked at on its way: for teaching, pictures and doubt.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayTrace {
    /// What [`Terrain::raycast_with`] answers.
    pub hit: Option<RayHit>,
    /// What was looked at, in the order of the walk.
    ///
    /// The parts that were [entered](TraceOutcome::Entered) hold others; all others follow one another without a gap from
    /// the pixel of the origin to that of the hit or of the end. Of a square that was skipped the ray passes the pixels of
    /// its line that lie in it.
    pub steps: Vec<TraceStep>,
}

/// One look on a ray's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TraceStep {
    /// How much was looked at.
    pub level: TraceLevel,
    /// The pixels that were looked at; squares are cut off at the terrain's bounds.
    pub rect: Rect,
    /// What came of it.
    pub outcome: TraceOutcome,
}

/// How much a ray looks at at once.
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
    /// What lies before or after the terrain's bounds: the rectangle from the first pixel of the line there to the last.
    Outside,
}

/// What came of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TraceOutcome {
    /// Nothing in it is solid, so that the ray went on after it.
    Skipped,
    /// Something in it is solid, so that its parts were looked at.
    Entered,
    /// A pixel that is free.
    Free,
    /// A pixel that is solid: the hit, or one that the ray is still to leave.
    Solid,
}

impl Terrain {
    /// Casts a ray and tells what it looked at on its way.
    ///
    /// The hit is to the bit that of [`raycast_with`](Self::raycast_with); no step for a ray that is not
    /// [valid](Ray::is_valid). This is the same descent from regions to blocks, bricks and pixels as that of a cast, in
    /// plain code: a cast takes strips of 16 squares or pixels at once, begins with blocks where the line is short, and
    /// does not say what it looked at. Costs a look at each level for each step, and memory for it.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain, TraceLevel};
    ///
    /// let wall = SolidityMap::from_fn(4096, 64, |x, _| x == 4000);
    /// let terrain = Terrain::from_solidity(&wall);
    /// let trace = terrain.raycast_traced(&Ray::new((0.5, 5.5), (1.0, 0.0), 4095.0), &RayOptions::default());
    /// assert_eq!(trace.hit.map(|hit| hit.pixel.x), Some(4000));
    /// // 15 blocks and 10 bricks are skipped, and only the pixels of one brick tested.
    /// assert_eq!(trace.steps.iter().filter(|step| step.level == TraceLevel::Pixel).count(), 1);
    /// ```
    #[must_use]
    pub fn raycast_traced(&self, ray: &Ray, options: &RayOptions) -> RayTrace {
        let mut trace = RayTrace { hit: None, steps: Vec::new() };
        if let Some((course, selection)) = course_and_grids(self, ray, options) {
            let mut walk = Walk {
                course: &course,
                selection: &selection,
                bounds: self.bounds(),
                entered: [Rect::EMPTY; 3],
                steps: &mut trace.steps,
            };
            trace.hit =
                walk.first_met(options.inside).map(|step| course.hit(self, &selection, ray, step, options.layers));
        }
        trace
    }
}

/// The levels above the pixel, with the shift that makes the number of a square of a pixel's coordinate.
const SQUARES: [(TraceLevel, u32); 3] =
    [(TraceLevel::Region, 3 * BRICK_SHIFT), (TraceLevel::Block, 2 * BRICK_SHIFT), (TraceLevel::Brick, BRICK_SHIFT)];

struct Walk<'a> {
    course: &'a Course,
    selection: &'a Selection<'a>,
    bounds: Rect,
    /// The square of each level that was entered last.
    entered: [Rect; 3],
    steps: &'a mut Vec<TraceStep>,
}

impl Walk<'_> {
    /// The step of the hit.
    fn first_met(&mut self, inside: StartInside) -> Option<u64> {
        let mut is_to_leave = inside == StartInside::Leave;
        let mut step = 0;
        while step <= self.course.last_step() {
            let pixel = self.course.pixel(step);
            if let Some(last) = self.skipped(step) {
                is_to_leave = false;
                step = last + 1;
                continue;
            }
            let is_solid = self.selection.is_solid(pixel);
            let outcome = if is_solid { TraceOutcome::Solid } else { TraceOutcome::Free };
            self.steps.push(TraceStep { level: TraceLevel::Pixel, rect: square(pixel, 1), outcome });
            if is_solid && !is_to_leave {
                return Some(step);
            }
            is_to_leave &= is_solid;
            step += 1;
        }
        None
    }

    /// The last step in the largest empty part that begins at a step; `None` where even the brick is not empty.
    fn skipped(&mut self, step: u64) -> Option<u64> {
        let pixel = self.course.pixel(step);
        if !self.bounds.contains(pixel) {
            let last = self.last_step_before_bounds(step);
            let end = self.course.pixel(last);
            let rect = Rect::new(pixel.min(end), pixel.max(end) + IVec2::ONE);
            self.steps.push(TraceStep { level: TraceLevel::Outside, rect, outcome: TraceOutcome::Skipped });
            return Some(last);
        }
        for (index, (level, shift)) in SQUARES.into_iter().enumerate() {
            if self.entered[index].contains(pixel) {
                continue;
            }
            let cell = (pixel - self.bounds.min) >> shift as i32;
            let rect = square(self.bounds.min + cell * (1 << shift), 1 << shift).intersection(&self.bounds);
            if self.selection.grids().iter().all(|grid| grid.is_empty_at(pixel, shift)) {
                self.steps.push(TraceStep { level, rect, outcome: TraceOutcome::Skipped });
                return Some(self.last_step_while(step, |pixel| rect.contains(pixel)));
            }
            self.steps.push(TraceStep { level, rect, outcome: TraceOutcome::Entered });
            self.entered[index] = rect;
        }
        None
    }

    /// The last step outside the bounds, from one that is outside on.
    fn last_step_before_bounds(&self, step: u64) -> u64 {
        let (from, to) = (self.course.pixel(step), self.course.pixel(self.course.last_step()));
        let (min, max) = (self.bounds.min, self.bounds.max);
        // Coordinates do not turn back, so one that is past the bounds stays there.
        let is_before = |at: i32, way: i32, min: i32, max: i32| (way <= 0 && at >= max) || (way >= 0 && at < min);
        let way = (to - from).signum();
        let last = self.last_step_while(step, |pixel| {
            is_before(pixel.x, way.x, min.x, max.x) || is_before(pixel.y, way.y, min.y, max.y)
        });
        let enters = last < self.course.last_step() && self.bounds.contains(self.course.pixel(last + 1));
        if enters { last } else { self.course.last_step() }
    }

    /// The last step, from `step` on, up to which a condition holds that does not come back once it is lost.
    fn last_step_while(&self, step: u64, holds: impl Fn(IVec2) -> bool) -> u64 {
        let (mut low, mut high) = (step, self.course.last_step());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if holds(self.course.pixel(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }
}

/// The square of `side` pixels from a pixel on.
fn square(min: IVec2, side: i32) -> Rect {
    Rect::new(min, min + IVec2::splat(side))
}
