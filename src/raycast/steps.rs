//! The walk of Bresenham's line: one pixel in each column.

use super::footprint::Footprint;
use super::grid_line::GridLine;
use super::heading::Heading;
use super::hit::Entry;
use super::lanes::{NO_LANES, solid_pixels};
use super::line::FRACTION_BITS;
use super::track::{Bricks, Pair, Track};
use crate::terrain::{BRICK_SHIFT, Block, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;
use glam::IVec2;
use std::ops::ControlFlow;

/// The [`Footprint`] of a line of pixels.
#[derive(Clone, Copy)]
pub(super) struct Steps;

/// A solid pixel of a line, and the two bricks around it.
#[derive(Clone, Copy)]
pub(super) struct Stop<'a> {
    /// Its major coordinate.
    pub(super) major: i32,
    bricks: Bricks<'a>,
}

impl Default for Stop<'_> {
    fn default() -> Self {
        Self { major: 0, bricks: Bricks { lanes: [&NO_LANES; 2], first: 0 } }
    }
}

impl Footprint for Steps {
    type Found<'a> = Stop<'a>;

    /// A strip ends with its last column.
    #[inline(always)]
    fn past(slope: i64) -> i64 {
        -slope
    }

    #[inline(always)]
    fn look<'a, S: Simd, D: Heading>(
        &self,
        simd: S,
        _: &'a BrickGrid,
        track: &Track<S, D, Self>,
        blocks: &Pair<'a, Block>,
        strip: i32,
        begun: u32,
    ) -> ControlFlow<Option<Stop<'a>>> {
        let start = track.line.row(track.major(strip, 0));
        let bricks = track.bricks(blocks, strip, start);
        let pixels = solid_pixels(simd, bricks.lanes, start, track.line.slope, track.multiples);
        let pixels = pixels & begun;
        if pixels == 0 {
            return ControlFlow::Continue(());
        }
        // What is after the end is left out here, as it is asked about seldom.
        let pixels = pixels & track.far_lanes(strip, 0);
        let stop = |major| Stop { major, bricks };
        ControlFlow::Break(if pixels == 0 {
            None
        } else {
            Some(stop(track.major(strip, track.sense.first_lane(pixels))))
        })
    }
}

impl Stop<'_> {
    /// The step at which a line of `steps`, at least 1, enters the pixel.
    #[inline(always)]
    pub(super) fn entry(&self, grid: &BrickGrid, line: &GridLine, sense: impl Heading, steps: i32) -> Entry {
        let Self { major, bricks } = self;
        let back = if sense.is_backward() { 1 } else { -1 };
        let row = line.row(*major);
        let before = row.wrapping_add(if sense.is_backward() { line.slope } else { line.slope.wrapping_neg() });
        let minor = (row >> FRACTION_BITS) as i32;
        let aside = (before >> FRACTION_BITS) as i32 - minor;
        let to_world = |major: i32, minor: i32| IVec2::from(sense.to_world(major, minor));
        let pixel = to_world(*major, minor + (line.regions << REGION_SHIFT)) + grid.pixels().min;
        // A straight step has no pixel beside it but the one that was hit. Of a diagonal one both are in the two bricks if
        // the pixel before is.
        let lane = major & 15;
        let mut only_minor_is_open = bricks.is_solid(lane + back, minor) & !bricks.is_solid(lane, minor + aside);
        // One number, as two conditions become two branches. `aside`, and what is outside 0 to 15 divided by 16, are 1 or -1.
        if aside & (lane + back) >> BRICK_SHIFT != 0 {
            only_minor_is_open = is_solid_but_not(grid, pixel + to_world(back, 0), pixel + to_world(0, aside));
        }
        // By products, as a branch would be guessed wrong for every second ray.
        let by_minor = i32::from(only_minor_is_open);
        let face = to_world(back * (1 - by_minor), aside * by_minor);
        let k = major - line.base;
        let step = i64::from(if sense.is_backward() { steps - k } else { k });
        Entry { pixel, back: to_world(back, aside), face, step, steps: i64::from(steps) }
    }
}

/// Whether the first of two pixels is solid and the second is not. Apart, as it is asked for few hits.
#[cold]
#[inline(never)]
fn is_solid_but_not(grid: &BrickGrid, first: IVec2, second: IVec2) -> bool {
    grid.is_solid(first) & !grid.is_solid(second)
}
