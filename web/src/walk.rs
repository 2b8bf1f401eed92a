//! The steps of one ray, for the drawing that explains them.

use crate::files::PageFiles;
use tileray::glam::{IVec2, ivec2};
use tileray::raycast::{TraceLevel, TraceOutcome, TraceStep, bresenham};
use tileray::{LayerMask, Ray, RayHit, RayOptions, Rect, Terrain};
use wasm_bindgen::prelude::wasm_bindgen;

/// The pixels that a strip tests at once.
const LANES: usize = 16;

/// A map, and the walk of a ray in it.
///
/// The trace of the library has every pixel that a ray tests. A cast tests the 16 pixels of a strip at once, so here
/// the pixels of a brick are one step.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Walk {
    terrain: Terrain,
    steps: Vec<Step>,
    hit: Option<RayHit>,
}

/// A step of the walk.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    kind: Kind,
    rect: Rect,
    /// The pixels of the strip, one for each lane; none for squares.
    lanes: Vec<Lane>,
}

/// What a step does; the page has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Outside = 0,
    SkippedRegion = 1,
    EnteredRegion = 2,
    SkippedBlock = 3,
    EnteredBlock = 4,
    SkippedBrick = 5,
    EnteredBrick = 6,
    Strip = 7,
}

/// A lane of a strip: the pixel of the line in one column of a brick.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lane {
    pixel: IVec2,
    is_solid: bool,
    /// Whether the pixel lies between the ends of the ray.
    is_on_ray: bool,
}

#[wasm_bindgen]
impl Walk {
    /// Reads the map.
    ///
    /// # Errors
    /// Fails where it cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &PageFiles, map: &str) -> Result<Self, String> {
        Ok(Self::in_terrain(files.terrain(map)?))
    }

    /// Casts a ray from the middle of one pixel to the middle of another; returns the number of its steps.
    pub fn cast(&mut self, x0: i32, y0: i32, x1: i32, y1: i32) -> usize {
        let (from, to) = (ivec2(x0, y0), ivec2(x1, y1));
        let ray = Ray::between(from.as_vec2() + 0.5, to.as_vec2() + 0.5);
        let trace = self.terrain.raycast_traced(&ray, &RayOptions::default());
        self.hit = trace.hit;
        self.steps.clear();
        for step in &trace.steps {
            let Some(kind) = kind_of(step) else {
                self.add_pixel(step.rect.min, from, to);
                continue;
            };
            self.steps.push(Step { kind, rect: step.rect, lanes: Vec::new() });
        }
        self.steps.len()
    }

    /// Returns the kind and the rectangle of a step: kind, left, top, right, bottom.
    pub fn step(&self, index: usize) -> Vec<i32> {
        self.steps.get(index).map_or_else(Vec::new, |Step { kind, rect: Rect { min, max }, .. }| {
            vec![*kind as i32, min.x, min.y, max.x, max.y]
        })
    }

    /// Returns the lanes of a strip: x, y, whether the pixel is solid, and whether it lies on the ray.
    pub fn lanes(&self, index: usize) -> Vec<i32> {
        let lanes = self.steps.get(index).map_or(&[][..], |step| &step.lanes);
        let numbers = |lane: &Lane| [lane.pixel.x, lane.pixel.y, lane.is_solid.into(), lane.is_on_ray.into()];
        lanes.iter().flat_map(numbers).collect()
    }

    /// Returns the hit: x and y of its pixel, of its point and of its normal, and its distance; nothing for a miss.
    pub fn hit(&self) -> Vec<f32> {
        self.hit.map_or_else(Vec::new, |hit| {
            let (pixel, normal) = (hit.pixel.as_vec2(), hit.normal());
            vec![pixel.x, pixel.y, hit.point.x, hit.point.y, normal.x, normal.y, hit.distance]
        })
    }

    /// Returns a byte for each pixel of a rectangle: 1 where it is solid.
    pub fn pixels(&self, left: i32, top: i32, width: u32, height: u32) -> Vec<u8> {
        let rect = Rect::from_size(ivec2(left, top), tileray::glam::uvec2(width.min(4096), height.min(4096)));
        let mask = self.terrain.to_mask(rect, LayerMask::ALL);
        let (width, height) = (mask.width() as i32, mask.height() as i32);
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| mask.get(x, y).into()).collect()
    }
}

impl Walk {
    fn in_terrain(terrain: Terrain) -> Self {
        Self { terrain, steps: Vec::new(), hit: None }
    }

    /// Adds a tested pixel: it belongs to the strip of its brick, which is one step.
    fn add_pixel(&mut self, pixel: IVec2, from: IVec2, to: IVec2) {
        let corner = self.terrain.bounds().min;
        let min = corner + (pixel - corner) / LANES as i32 * LANES as i32;
        let rect = Rect::new(min, min + IVec2::splat(LANES as i32));
        if self.steps.last().is_some_and(|last| last.kind == Kind::Strip && last.rect == rect) {
            return;
        }
        let axis = usize::from((to - from).y.abs() > (to - from).x.abs());
        let first = rect.min[axis];
        let mut lanes = vec![None; LANES];
        for pixel in bresenham(from, to) {
            let lane = usize::try_from(pixel[axis] - first).ok().and_then(|lane| lanes.get_mut(lane));
            if let Some(lane) = lane {
                *lane = Some(Lane { pixel, is_solid: self.terrain.is_solid(pixel), is_on_ray: true });
            }
        }
        // Columns before the start and after the end of the ray.
        let beyond = |lane: usize| {
            let mut pixel = rect.min;
            pixel[axis] = first + lane as i32;
            Lane { pixel, is_solid: false, is_on_ray: false }
        };
        let lanes = lanes.into_iter().enumerate().map(|(index, lane)| lane.unwrap_or_else(|| beyond(index)));
        self.steps.push(Step { kind: Kind::Strip, rect, lanes: lanes.collect() });
    }
}

/// Returns the kind of a step of the trace; `None` for a pixel.
fn kind_of(step: &TraceStep) -> Option<Kind> {
    let is_entered = step.outcome == TraceOutcome::Entered;
    Some(match (step.level, is_entered) {
        (TraceLevel::Pixel, _) => return None,
        (TraceLevel::Outside, _) => Kind::Outside,
        (TraceLevel::Region, false) => Kind::SkippedRegion,
        (TraceLevel::Region, true) => Kind::EnteredRegion,
        (TraceLevel::Block, false) => Kind::SkippedBlock,
        (TraceLevel::Block, true) => Kind::EnteredBlock,
        (TraceLevel::Brick, false) => Kind::SkippedBrick,
        (TraceLevel::Brick, true) => Kind::EnteredBrick,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;

    #[test]
    fn the_pixels_of_a_brick_are_one_step() {
        let wall = SolidityMap::from_fn(600, 64, |x, y| x == 400 || (x == 332 && y == 63));
        let mut walk = Walk::in_terrain(Terrain::from_solidity(&wall));
        let count = walk.cast(10, 5, 590, 34);
        let kinds: Vec<i32> = (0..count).map(|index| walk.step(index)[0]).collect();
        let (entered, strip) = (Kind::EnteredBrick as i32, Kind::Strip as i32);
        assert_eq!(kinds[count - 2..], [entered, strip], "{kinds:?}");
        assert_eq!(walk.hit()[0], 400.0);
        let lanes = walk.lanes(count - 1);
        assert_eq!(lanes.len(), 4 * LANES);
        // Brick 25 begins at x = 400.
        assert_eq!((lanes[0], lanes[2], lanes[3], lanes[6]), (400, 1, 1, 0));
    }

    #[test]
    fn lanes_beyond_the_ends_are_not_on_the_ray() {
        let wall = SolidityMap::from_fn(64, 64, |x, _| x == 40);
        let mut walk = Walk::in_terrain(Terrain::from_solidity(&wall));
        let count = walk.cast(35, 10, 37, 10);
        let lanes = walk.lanes(count - 1);
        let on_ray: Vec<i32> = lanes.chunks(4).filter(|lane| lane[3] == 1).map(|lane| lane[0]).collect();
        assert_eq!(on_ray, [35, 36, 37]);
        assert!(walk.hit().is_empty());
    }

    #[test]
    fn pixels_outside_the_map_are_free() {
        let walk = Walk::in_terrain(Terrain::from_solidity(&SolidityMap::from_fn(4, 4, |_, _| true)));
        assert_eq!(walk.pixels(2, 3, 3, 2), [1, 1, 0, 0, 0, 0]);
    }
}
