//! Which pixels of something one-way stop a step, by the documented rule.

use super::level::{Picture, WAYS, step};
use std::collections::BTreeMap;
use tileray::Direction;
use tileray::glam::IVec2;

/// The most pixels by which a slope rises from one line to the next, beside lines where it rises by less than that.
const HIGHEST_RISE: i32 = 7;
/// The most pixels by which a slope rises from one line to the next.
pub const HIGHEST_STEEP_RISE: i32 = 64;

/// The last pixels of a body in each direction.
#[derive(Clone, Debug)]
pub struct Soles([Sole; 4]);

/// The last pixels of a body in a direction, from line to line, and which of them are nearest to the middle.
#[derive(Clone, Debug)]
struct Sole {
    way: Direction,
    all: Vec<IVec2>,
    middle: Vec<bool>,
    /// All pixels of the body.
    pixels: Vec<IVec2>,
}

/// The coordinate across a direction.
fn line(way: Direction, pixel: IVec2) -> i32 {
    if step(way).x == 0 { pixel.x } else { pixel.y }
}

impl Soles {
    pub fn new(pixels: &[IVec2]) -> Self {
        Self(WAYS.map(|way| Sole::new(way, pixels)))
    }

    /// The pixels that stop a step of a body at `at`, of something that is solid against one way only.
    pub fn stopping(&self, at: IVec2, to: Direction, against: Direction, has: &dyn Fn(IVec2) -> bool) -> Vec<IVec2> {
        let sole = self.0.iter().find(|sole| sole.way == against).expect("a direction");
        let has = &|pixel: IVec2| has(pixel + at);
        let mut stopping = if to == against {
            sole.faces(has)
        } else if step(to) == -step(against) {
            Vec::new()
        } else {
            sole.rises(to, has)
        };
        stopping.iter_mut().for_each(|pixel| *pixel += at);
        stopping
    }

    /// Whether something one-way in a level stops a step.
    pub fn are_stopped(&self, level: &Picture<'_>, at: IVec2, to: Direction) -> bool {
        WAYS.into_iter()
            .any(|against| !self.stopping(at, to, against, &|pixel| level.layers_have(against, pixel)).is_empty())
            || level.solids.iter().any(|solid| {
                let has = |pixel: IVec2| solid.has(pixel);
                solid.one_way.is_some_and(|against| !self.stopping(at, to, against, &has).is_empty())
            })
    }

    /// Whether the middle of the lowest pixels is free, and others are not.
    pub fn is_sunk(&self, at: IVec2, has: &dyn Fn(IVec2) -> bool) -> bool {
        let sole = &self.0[2];
        let free: Vec<bool> = (0..sole.all.len()).map(|index| sole.is_free(index, &|pixel| has(pixel + at))).collect();
        free.contains(&false) && free.iter().zip(&sole.middle).any(|(&is_free, &is_middle)| is_free && is_middle)
    }
}

impl Sole {
    fn new(way: Direction, pixels: &[IVec2]) -> Self {
        let mut last: BTreeMap<i32, IVec2> = BTreeMap::new();
        for &pixel in pixels {
            let known = last.entry(line(way, pixel)).or_insert(pixel);
            if pixel.dot(step(way)) > known.dot(step(way)) {
                *known = pixel;
            }
        }
        let (first, end) = (*last.keys().next().expect("a pixel"), *last.keys().last().expect("a pixel"));
        let off = |line: i32| (2 * line - first - end).abs();
        let least = last.keys().map(|&line| off(line)).min().expect("a line");
        let middle = last.keys().map(|&line| off(line) == least).collect();
        Self { way, all: last.into_values().collect(), middle, pixels: pixels.to_vec() }
    }

    /// Whether a pixel is outside, and not beside a slope that rises from there toward the middle into the body.
    fn is_free(&self, index: usize, has: &dyn Fn(IVec2) -> bool) -> bool {
        let (own, ahead) = (self.all[index], step(self.way));
        if has(own) || self.middle[index] {
            return !has(own);
        }
        let is_before_middle = self.middle[index..].contains(&true);
        let inner = if is_before_middle { index + 1 } else { index - 1 };
        let depth = |pixel: IVec2| pixel.dot(ahead);
        let common = depth(own).min(depth(self.all[inner]));
        let up_to = |pixel: IVec2, depth_of: i32| pixel - ahead * (depth(pixel) - depth_of);
        let (before, beside) = (up_to(own, common), up_to(self.all[inner], common));
        if has(beside) {
            return !self.is_rise(before, beside, has);
        }
        (common..=depth(self.all[inner])).all(|row| !has(up_to(self.all[inner], row))) && self.is_free(inner, has)
    }

    /// Whether the surface goes up from the pixel before, by few pixels or as steeply as on the line before or after.
    fn is_rise(&self, before: IVec2, pixel: IVec2, has: &dyn Fn(IVec2) -> bool) -> bool {
        let (up, side) = (-step(self.way), pixel - before);
        // The places above the surfaces of two lines, where one wall leads from the first to the second.
        let wall = |before: IVec2| {
            let reach = 0..=HIGHEST_STEEP_RISE;
            let low = reach.clone().map(|by| before - up * by).find(|&at| has(at - up))?;
            let high = reach.clone().map(|by| before + side + up * by).find(|&at| !has(at))?;
            let height = (high - low).dot(up);
            (1..=height).all(|by| has(high - up * by)).then_some((low, high, height))
        };
        let is_high = |before| !has(before) && wall(before).is_some_and(|(.., height)| height >= HIGHEST_RISE);
        if !has(pixel) || has(before) {
            return false;
        }
        wall(before).is_some_and(|(low, high, height)| {
            let (lower, is_steep) = (low - up - side, height <= HIGHEST_STEEP_RISE);
            height <= HIGHEST_RISE || (is_steep && (is_high(high) || is_high(lower)))
        })
    }

    fn faces(&self, has: &dyn Fn(IVec2) -> bool) -> Vec<IVec2> {
        let entered = self.pixels.iter().map(|&pixel| (pixel, pixel + step(self.way)));
        let faces = entered.filter(|&(before, pixel)| has(pixel) && !has(before) && !self.pixels.contains(&pixel));
        let is_free = |pixel: IVec2| {
            let index = self.all.iter().position(|&last| line(self.way, last) == line(self.way, pixel));
            self.is_free(index.expect("a line of the body"), has)
        };
        faces.filter(|&(_, pixel)| is_free(pixel)).map(|(_, pixel)| pixel).collect()
    }

    fn rises(&self, to: Direction, has: &dyn Fn(IVec2) -> bool) -> Vec<IVec2> {
        let mut rises = Vec::new();
        for (index, &before) in self.all.iter().enumerate() {
            let pixel = before + step(to);
            let is_entered = self.middle[index] || !self.pixels.contains(&pixel);
            if is_entered && self.is_rise(before, pixel, has) && self.is_free(index, has) {
                rises.push(pixel);
            }
        }
        rises
    }
}
