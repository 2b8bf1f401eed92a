//! The [`Kernel`] of Bresenham's line: 16 pixels at once.

use crate::geometry::{Bound, Rect};
use crate::raycast::face::{FaceCrossing, ends_in_units};
use crate::raycast::lanes::{FRACTION_BITS, brick_pixels, solid_pixels};
use crate::raycast::line::{
    DynamicDirection, FixedPointLine, GridCorner, GridLine, LONGEST_FIXED, LineDirection, PreparedRay,
};
use crate::raycast::line::{UnitEnds, fixed_quotient_of_whole, with_sign_of};
use crate::raycast::ray::{Ray, floor, floor_whole};
use crate::raycast::walk::{BrickPair, Kernel, PreparedLine, SquarePair};
use crate::terrain::{BRICK_SHIFT, Block, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;
use glam::IVec2;
use std::hint::select_unpredictable;

/// The [`Kernel`] of Bresenham's line: one pixel in each column.
#[derive(Clone, Copy)]
pub(in crate::raycast) struct BresenhamKernel;

/// A solid pixel of a line, and the two bricks around it.
#[derive(Clone, Copy, Default)]
pub(in crate::raycast) struct SolidStep<'a> {
    /// The major coordinate of the pixel.
    pub(super) major: i32,
    bricks: BrickPair<'a>,
}

impl Kernel for BresenhamKernel {
    type Found<'a> = SolidStep<'a>;

    const READS_ENDS: bool = false;

    #[inline(always)]
    fn prepare(ray: &Ray, bounds: &Rect) -> PreparedRay {
        let (from, to) = (ray.origin(), ray.end());
        let (x, y) = (floor(from.x), floor(from.y));
        let (dx, dy) = (floor(to.x).wrapping_sub(x), floor(to.y).wrapping_sub(y));
        let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
        let steep = down > across;
        let by_axis = |x: i32, y: i32| (select_unpredictable(steep, y, x), select_unpredictable(steep, x, y));
        let ((major, minor), (from_major, from_minor)) = (by_axis(dx, dy), by_axis(x, y));
        // All bits of the sign.
        let backward = major >> 31;
        let steps = across.max(down);
        // From the coordinates, not from the whole numbers: the walk of a single ray waits for the slope.
        let (run, rise) =
            ((floor_whole(to.x) - floor_whole(from.x)).abs(), (floor_whole(to.y) - floor_whole(from.y)).abs());
        let slope = fixed_quotient_of_whole(run.at_most(rise), run.at_least(rise).at_least(1.0), 0.75);
        let line = FixedPointLine {
            base: (from_major.wrapping_add(major & backward), from_minor.wrapping_add(minor & backward)),
            steps: steps as i32,
            slope: with_sign_of(i64::from(minor ^ backward), slope),
        };
        PreparedRay {
            line: GridLine::new(bounds, &line, steep),
            direction: DynamicDirection { steep, backward: backward != 0 },
            ends: UnitEnds::default(),
            fits_strip_walk: u64::from(steps) <= LONGEST_FIXED,
        }
    }

    /// A strip ends with its last column, one before the next strip.
    #[inline(always)]
    fn past(slope: i64) -> i64 {
        -slope
    }

    #[inline(always)]
    fn test_first_brick<'a, S: Simd, D: LineDirection>(
        grid: &'a BrickGrid,
        line: &PreparedLine<S, D, Self>,
        ray: &Ray,
    ) -> Option<SolidStep<'a>> {
        let pixel = IVec2::new(floor(ray.origin().x), floor(ray.origin().y));
        let brick = grid.brick_around(pixel);
        // Rays of games begin in free space, mostly in an empty brick. The test of its lanes costs more than a branch.
        if brick.is_empty() {
            return None;
        }
        let brick = brick.lanes(line.direction.is_steep());
        let inside = pixel.wrapping_sub(grid.pixels().min);
        let (major, minor) = line.direction.to_world(inside.x, inside.y);
        let (strip, first) = (major >> BRICK_SHIFT, (minor - (line.line.regions << REGION_SHIFT)) >> BRICK_SHIFT);
        let top = i64::from(first) << (FRACTION_BITS + BRICK_SHIFT);
        let start = line.line.row(line.major(strip, 0)).wrapping_sub(top);
        let pixels = brick_pixels(line.simd, brick, start, line.line.slope, line.multiples);
        let pixels = line.crossed(strip, pixels);
        // The line leaves the brick once. So up to a hit in the brick all of its pixels lie there.
        let bricks = BrickPair { lanes: [brick; 2], first };
        (pixels != 0).then(|| SolidStep { major: line.major(strip, line.direction.first_lane(pixels)), bricks })
    }

    #[inline(always)]
    fn test_strip<'a, S: Simd, D: LineDirection>(
        _: &'a BrickGrid,
        line: &PreparedLine<S, D, Self>,
        blocks: &SquarePair<'a, Block>,
        strip: i32,
    ) -> Option<SolidStep<'a>> {
        let start = line.line.row(line.major(strip, 0));
        let bricks = line.line.bricks(line.direction, blocks, strip, start, Self::past(line.line.slope));
        let pixels = solid_pixels(line.simd, bricks.lanes, start, line.line.slope, line.multiples);
        let pixels = line.crossed(strip, pixels);
        (pixels != 0).then(|| SolidStep { major: line.major(strip, line.direction.first_lane(pixels)), bricks })
    }

    #[inline(always)]
    fn crossing(grid: &BrickGrid, ray: &Ray, prepared: &PreparedRay, found: &SolidStep<'_>) -> Option<FaceCrossing> {
        let (SolidStep { major, bricks }, &PreparedRay { line, direction, .. }) = (found, prepared);
        let back = if direction.is_backward() { 1 } else { -1 };
        let row = line.row(*major);
        let before = row.wrapping_add(if direction.is_backward() { line.slope } else { line.slope.wrapping_neg() });
        let minor = (row >> FRACTION_BITS) as i32;
        let aside = (before >> FRACTION_BITS) as i32 - minor;
        let to_world = |major: i32, minor: i32| IVec2::from(direction.to_world(major, minor));
        let corner = GridCorner::new(&grid.pixels(), direction.steep);
        let pixel = (major + corner.major, minor + (line.regions << REGION_SHIFT) + corner.minor);
        // A straight step has no pixel beside it but the hit itself. Both pixels beside a diagonal step are in the two
        // bricks if the pixel before is.
        let lane = major & 15;
        let mut only_minor_is_open = bricks.is_solid(lane + back, minor) & !bricks.is_solid(lane, minor + aside);
        // One condition for two, which would become two branches: the step is diagonal (`aside` is 1 or -1), and the
        // pixel before lies outside the 16 lanes (the shift gives 1 or -1).
        if aside & (lane + back) >> BRICK_SHIFT != 0 {
            let beside = |major: i32, minor: i32| to_world(pixel.0 + major, pixel.1 + minor);
            only_minor_is_open = is_solid_but_not(grid, beside(back, 0), beside(0, aside));
        }
        let inside = pixel.0 == floor(ray.origin_along(direction.steep));
        // By products, as branches would be mispredicted for every second ray.
        let (moved, by_minor) = (i32::from(!inside), i32::from(only_minor_is_open));
        let (back, aside) = (moved * back, moved * aside);
        let (pixel, normal) = (to_world(pixel.0, pixel.1), to_world(back * (1 - by_minor), aside * by_minor));
        Some(FaceCrossing { pixel, ends: ends_in_units(ray), back: to_world(back, aside), normal, exact: false })
    }
}

/// Returns whether the first of two pixels is solid and the second is not. Not inlined, as few hits need it.
#[cold]
#[inline(never)]
fn is_solid_but_not(grid: &BrickGrid, first: IVec2, second: IVec2) -> bool {
    grid.is_solid(first) & !grid.is_solid(second)
}
