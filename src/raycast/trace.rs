use super::course::{Course, Place, course_and_grids};
use super::exact::{ExactPixels, Segment};
use super::hit::RayHit;
use super::line::Line;
use super::options::{RayOptions, StartInside};
use super::ray::Ray;
use crate::geometry::Rect;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, LayerSelection, REGION_SHIFT, Terrain};
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
    /// the pixel of the origin to that of the hit or of the end. Of a part that was skipped the ray passes the pixels of
    /// its walk that lie in it, up to the next that does not. Beside corners of the exact traversal a part may come twice.
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
    /// does not say what it looked at. Costs a look at each level for each step, and memory for it; of the exact traversal
    /// each pixel is visited, skipped or not.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    /// use tileray::raycast::TraceLevel;
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
                selection: &selection,
                bounds: self.bounds(),
                is_to_leave: options.inside == StartInside::Leave,
                entered: [Rect::EMPTY; 3],
                steps: &mut trace.steps,
            };
            let met = match &course {
                Course::Bresenham(line) => walk.along_line(line).map(Place::Step),
                Course::Exact(segment) => walk.along_segment(segment, ray.exact_pixels()),
            };
            trace.hit = met.and_then(|place| course.hit(self, &selection, ray, place, options));
        }
        trace
    }
}

/// The levels above the pixel, with the shift that makes the number of a square of a pixel's coordinate.
const SQUARES: [(TraceLevel, u32); 3] =
    [(TraceLevel::Region, REGION_SHIFT), (TraceLevel::Block, BLOCK_SHIFT), (TraceLevel::Brick, BRICK_SHIFT)];

struct Walk<'a> {
    selection: &'a LayerSelection<'a>,
    bounds: Rect,
    /// Whether the ray is still inside what it is to leave.
    is_to_leave: bool,
    /// The square of each level that was entered last.
    entered: [Rect; 3],
    steps: &'a mut Vec<TraceStep>,
}

impl Walk<'_> {
    /// The step of the hit. What is skipped is left at once.
    fn along_line(&mut self, line: &Line) -> Option<u64> {
        let mut step = 0;
        while step <= line.steps() {
            let pixel = line.pixel(step);
            if !self.bounds.contains(pixel) {
                let last = self.last_step_before_bounds(line, step);
                let end = line.pixel(last);
                self.skip(TraceLevel::Outside, Rect::new(pixel.min(end), pixel.max(end) + IVec2::ONE));
                self.is_to_leave = false;
                step = last + 1;
            } else if let Some(rect) = self.empty_square(pixel) {
                self.is_to_leave = false;
                step = last_step_while(line, step, |pixel| rect.contains(pixel)) + 1;
            } else if self.is_hit(pixel, true) {
                return Some(step);
            } else {
                step += 1;
            }
        }
        None
    }

    /// The visit of the hit. Of what is skipped every pixel is visited, as a segment cannot be asked for its steps.
    fn along_segment(&mut self, segment: &Segment, mut pixels: ExactPixels) -> Option<Place> {
        let mut skipped = Rect::EMPTY;
        while let Some(visit) = pixels.next_visit() {
            let pixel = segment.pixel(visit.column, visit.row);
            let is_passed = !segment.is_beside_corner(visit);
            if skipped.contains(pixel) {
                self.is_to_leave &= !is_passed;
            } else if !self.bounds.contains(pixel) {
                skipped = self.skip_outside(pixel);
                self.is_to_leave &= !is_passed;
            } else if let Some(rect) = self.empty_square(pixel) {
                skipped = rect;
                self.is_to_leave &= !is_passed;
            } else {
                skipped = Rect::EMPTY;
                if self.is_hit(pixel, is_passed) {
                    return Some(Place::Visit(visit));
                }
            }
        }
        None
    }

    /// Tests a pixel; `is_passed` says whether being free there is being in the open.
    fn is_hit(&mut self, pixel: IVec2, is_passed: bool) -> bool {
        let is_solid = self.selection.is_solid(pixel);
        let outcome = if is_solid { TraceOutcome::Solid } else { TraceOutcome::Free };
        self.steps.push(TraceStep { level: TraceLevel::Pixel, rect: square(pixel, 1), outcome });
        let is_hit = is_solid && !self.is_to_leave;
        self.is_to_leave &= is_solid || !is_passed;
        is_hit
    }

    fn skip(&mut self, level: TraceLevel, rect: Rect) {
        self.steps.push(TraceStep { level, rect, outcome: TraceOutcome::Skipped });
    }

    /// The largest empty square around a pixel within the bounds, which is skipped; `None` where even the brick is not
    /// empty.
    fn empty_square(&mut self, pixel: IVec2) -> Option<Rect> {
        for (entered, (level, shift)) in self.entered.iter_mut().zip(SQUARES) {
            if entered.contains(pixel) {
                continue;
            }
            let cell = (pixel - self.bounds.min) >> shift as i32;
            let rect = square(self.bounds.min + cell * (1 << shift), 1 << shift).intersection(&self.bounds);
            if self.selection.grids().iter().all(|grid| grid.is_empty_at(pixel, shift)) {
                self.skip(level, rect);
                return Some(rect);
            }
            self.steps.push(TraceStep { level, rect, outcome: TraceOutcome::Entered });
            *entered = rect;
        }
        None
    }

    /// Skips a pixel outside the bounds, together with those outside just before it unless the rectangle around them
    /// would reach into the bounds.
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

    /// The last step outside the bounds, from one that is outside on.
    fn last_step_before_bounds(&self, line: &Line, step: u64) -> u64 {
        let way = (line.ends().1 - line.pixel(step)).signum();
        let (min, max) = (self.bounds.min, self.bounds.max);
        // Coordinates do not turn back, so one that is past the bounds stays there.
        let is_before = |at: i32, way: i32, min: i32, max: i32| (way <= 0 && at >= max) || (way >= 0 && at < min);
        let last = last_step_while(line, step, |pixel| {
            is_before(pixel.x, way.x, min.x, max.x) || is_before(pixel.y, way.y, min.y, max.y)
        });
        let enters = last < line.steps() && self.bounds.contains(line.pixel(last + 1));
        if enters { last } else { line.steps() }
    }
}

/// The last step, from `step` on, up to which a condition holds that does not come back once it is lost.
fn last_step_while(line: &Line, step: u64, holds: impl Fn(IVec2) -> bool) -> u64 {
    let (mut low, mut high) = (step, line.steps());
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(line.pixel(middle)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The square of `side` pixels from a pixel on.
fn square(min: IVec2, side: i32) -> Rect {
    Rect::new(min, min + IVec2::splat(side))
}
