//! Lines in fixed point: Bresenham's line between two pixels, and a line in the coordinates of a grid.

use super::lanes::{FRACTION_BITS, square_rows};
use crate::geometry::Rect;
use crate::terrain::{BRICK_SHIFT, REGION_SHIFT};
use glam::{IVec2, ivec2};
use std::hint::select_unpredictable;

/// One in fixed point.
const ONE: i64 = 1 << FRACTION_BITS;
/// The longest line for which fixed point is exact: 2^20 steps.
pub(super) const LONGEST_FIXED: u64 = 1 << 20;

/// The direction of a line: its major axis, and the sign along that axis.
///
/// For a single ray the direction is data, [`DynamicDirection`]: a branch on it would be mispredicted for every
/// other ray. The rays of a packet are sorted by direction, so that it is a type, [`StaticDirection`], and the
/// compiler drops half of the choices.
pub(super) trait LineDirection: Copy {
    /// Returns whether y is major.
    fn is_steep(self) -> bool;
    /// Returns whether the line runs toward smaller major coordinates.
    fn is_backward(self) -> bool;

    /// Converts (major, minor) to (x, y).
    #[inline(always)]
    fn to_world<T>(self, major: T, minor: T) -> (T, T) {
        if self.is_steep() { (minor, major) } else { (major, minor) }
    }

    /// Returns the set lane of 32 that the line meets first; a lane outside if none is set.
    #[inline(always)]
    fn first_lane(self, lanes: u32) -> i32 {
        (if self.is_backward() { 31_u32.wrapping_sub(lanes.leading_zeros()) } else { lanes.trailing_zeros() }) as i32
    }
}

/// A direction that is known at compile time.
#[derive(Clone, Copy)]
pub(super) struct StaticDirection<const STEEP: bool, const BACKWARD: bool>;

/// A direction that is known at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct DynamicDirection {
    pub(super) steep: bool,
    pub(super) backward: bool,
}

impl<const STEEP: bool, const BACKWARD: bool> LineDirection for StaticDirection<STEEP, BACKWARD> {
    #[inline(always)]
    fn is_steep(self) -> bool {
        STEEP
    }

    #[inline(always)]
    fn is_backward(self) -> bool {
        BACKWARD
    }
}

impl LineDirection for DynamicDirection {
    #[inline(always)]
    fn is_steep(self) -> bool {
        self.steep
    }

    #[inline(always)]
    fn is_backward(self) -> bool {
        self.backward
    }
}

/// Bresenham's line between two pixels, in a form that computes any of its pixels directly.
///
/// The axis with the larger extent is major (x if they are equal), `D` is that extent and `d` the other. Counting
/// `k` from the end with the smaller major coordinate, the minor coordinate has moved
///
/// ```text
/// t(k) = floor((2·k·d + D) / (2·D)) = floor(k·d/D + 1/2)
/// ```
///
/// pixels toward the other end. So both directions have the same pixels.
///
/// **Without the division.** Let `F` be the number of fraction bits, and let `m` exceed `d·2^F / D` by at most
/// `1.26`. Then `(k·m + 2^(F-1)) / 2^F` exceeds `k·d/D + 1/2` by more than 0 and at most `1.26·k / 2^F`. As
/// `k·d/D + 1/2` is a multiple of `1/(2·D)`, its distance to the next whole number is at least that. So the floors
/// are equal while `1.26·k / 2^F < 1/(2·D)`, and with `k <= D` while `2.52·D^2 < 2^F`. `F = 42` is enough up to
/// `D = 2^20`, and `k·m + 2^(F-1) < 2^63` still fits. Longer lines divide.
///
/// `m` comes from the quotient in `f64`, whose division is several times as fast as an integer one. It is rounded
/// to within `2^-11` for quotients up to `2^42`. So the nearest whole number to the quotient plus three quarters
/// exceeds the quotient by at least a fifth.
///
/// Where the minor coordinate falls with growing `k`, it moves by `-t(k) = floor((2^F - 1 - 2^(F-1) - k·m) / 2^F)`:
/// the same form, `floor((c + k·m) / 2^F)`, with another `c` and a negative `m`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelLine {
    /// `D`, the number of steps.
    steps: u64,
    /// `d`.
    minor_steps: u64,
    /// `m` with its sign. Unused if the line is too long for fixed point.
    slope: i64,
    /// The first pixel and the last.
    ends: (IVec2, IVec2),
    /// The end with the smaller major coordinate, where `k = 0`, as (major, minor).
    base: (i32, i32),
    /// The change of the minor coordinate with growing `k`: 1 or -1.
    minor_sign: i32,
    /// Backward lines have step 0 at `k = D`.
    direction: DynamicDirection,
}

/// A line of at most [`LONGEST_FIXED`] steps, for which fixed point is exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedPointLine {
    /// The end where `k = 0`, as (major, minor).
    pub(super) base: (i32, i32),
    /// `D`.
    pub(super) steps: i32,
    /// `m` with its sign.
    pub(super) slope: i64,
}

/// Returns `m` with the sign of `d`, for a line of at most [`LONGEST_FIXED`] steps. Unspecified for longer lines.
#[inline(always)]
pub(super) fn fixed_slope(minor_steps: i32, steps: u32) -> i64 {
    // Between a quarter and five quarters above the quotient.
    with_sign_of(minor_steps.into(), fixed_quotient(minor_steps.unsigned_abs() as i32, steps as i32, 0.75))
}

/// Returns `minor·2^F / major + more`, rounded to the nearest whole number.
///
/// Both arguments must not be negative, and the quotient at most `2^F`; otherwise the result is unspecified.
#[inline(always)]
pub(super) fn fixed_quotient(minor: i32, major: i32, more: f64) -> i64 {
    fixed_quotient_of_whole(minor.into(), major.max(1).into(), more)
}

/// Returns [`fixed_quotient`] of whole numbers, the second at least 1.
#[inline(always)]
pub(super) fn fixed_quotient_of_whole(minor: f64, major: f64, more: f64) -> i64 {
    // At this magnitude the last bit of an `f64` is worth 1. The addition rounds to the nearest whole number, which
    // is the difference to the bits of the magnitude.
    const MAGNITUDE: f64 = (1u64 << 52) as f64;
    let quotient = minor * ONE as f64 / major;
    (quotient + more + MAGNITUDE).to_bits().wrapping_sub(MAGNITUDE.to_bits()) as i64
}

/// Negates a number if `sign` is below 0, without a branch.
#[inline(always)]
pub(super) const fn with_sign_of(sign: i64, number: i64) -> i64 {
    // All bits of the sign.
    let sign = sign >> 63;
    (number ^ sign).wrapping_sub(sign)
}

impl FixedPointLine {
    /// Returns `c`: the minor coordinate has moved by `floor((c + k·m) / 2^F)`.
    #[inline(always)]
    pub(super) const fn intercept(&self) -> i64 {
        // One less where the line falls.
        ONE / 2 + (self.slope >> 63)
    }

    /// Returns by how much the minor coordinate has moved at `k`.
    #[inline(always)]
    const fn minor_moved(&self, k: u64) -> i32 {
        ((self.intercept() + k as i64 * self.slope) >> FRACTION_BITS) as i32
    }
}

impl PixelLine {
    /// Creates the line between two pixels.
    #[inline(always)]
    pub(super) fn new(from: IVec2, to: IVec2) -> Self {
        let ends = (from, to);
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let steep = dy > dx;
        let split = |pixel: IVec2| if steep { (pixel.y, pixel.x) } else { (pixel.x, pixel.y) };
        let (from, to) = (split(from), split(to));
        let backward = from.0 > to.0;
        let (base, other) = if backward { (to, from) } else { (from, to) };
        let (steps, minor_steps) = (u64::from(dx.max(dy)), u64::from(dx.min(dy)));
        let minor_sign = if other.1 < base.1 { -1 } else { 1 };
        let slope = match steps {
            1..=LONGEST_FIXED => fixed_slope(minor_steps as i32 * minor_sign, steps as u32),
            _ => 0,
        };
        let direction = DynamicDirection { steep, backward };
        Self { steps, minor_steps, slope, ends, base, minor_sign, direction }
    }

    /// Returns `D`. The line has one pixel more.
    #[inline(always)]
    pub(super) const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the first pixel and the last.
    #[inline(always)]
    pub(super) const fn ends(&self) -> (IVec2, IVec2) {
        self.ends
    }

    /// Returns the direction.
    #[inline(always)]
    pub(super) const fn direction(&self) -> DynamicDirection {
        self.direction
    }

    /// Returns the (major, minor) coordinates at `k = 0`.
    pub(super) const fn base(&self) -> (i32, i32) {
        self.base
    }

    /// Returns the line in fixed point, or `None` if it is too long for that.
    #[inline(always)]
    pub(super) const fn to_fixed(self) -> Option<FixedPointLine> {
        if self.steps <= LONGEST_FIXED {
            Some(FixedPointLine { base: self.base, steps: self.steps as i32, slope: self.slope })
        } else {
            None
        }
    }

    /// Returns by how much the minor coordinate has moved at `k`.
    #[inline(always)]
    const fn minor_moved(&self, k: u64) -> i32 {
        if let Some(fixed) = self.to_fixed() {
            return fixed.minor_moved(k);
        }
        let (k, minor, steps) = (k as u128, self.minor_steps as u128, self.steps as u128);
        (((2 * k * minor + steps) / (2 * steps)) as i32).wrapping_mul(self.minor_sign)
    }

    /// Converts a step to its `k`, or a `k` to its step.
    #[inline(always)]
    pub(super) const fn flip(&self, step: u64) -> u64 {
        if self.direction.backward { self.steps - step } else { step }
    }

    /// Returns the pixel after `step` steps from the start.
    #[inline(always)]
    pub(super) const fn pixel(&self, step: u64) -> IVec2 {
        let k = self.flip(step);
        let (major, minor) = (self.base.0.wrapping_add(k as i32), self.base.1.wrapping_add(self.minor_moved(k)));
        if self.direction.steep { ivec2(minor, major) } else { ivec2(major, minor) }
    }

    /// Returns how many pixels of the line, from `pixel` on, have a major coordinate in the same run of `2^shift`.
    pub(super) const fn steps_in_strip(&self, pixel: IVec2, shift: u32) -> u64 {
        let lane = (if self.direction.steep { pixel.y } else { pixel.x }) & ((1 << shift) - 1);
        (if self.direction.backward { lane + 1 } else { (1 << shift) - lane }) as u64
    }

    /// Returns the part of a step along the major axis.
    pub(super) const fn along_major(&self, step: IVec2) -> IVec2 {
        if self.direction.steep { ivec2(0, step.y) } else { ivec2(step.x, 0) }
    }

    /// Returns the first and the last step whose pixels may lie in `bounds`, or `None` if the line passes by.
    ///
    /// Every pixel outside that range is outside the bounds.
    pub(super) fn clip(&self, bounds: &Rect) -> Option<(u64, u64)> {
        if bounds.contains(self.ends.0) && bounds.contains(self.ends.1) {
            return Some((0, self.steps));
        }
        let wide = |(low, high): (i32, i32), base: i32| {
            (i128::from(low) - i128::from(base), i128::from(high) - 1 - i128::from(base))
        };
        let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
        let (major, minor) = if self.direction.steep { (y, x) } else { (x, y) };
        let steps = i128::from(self.steps);
        let (mut first, mut last) = wide(major, self.base.0);
        // How far the minor coordinate must have moved, and how far it may have.
        let (low, high) = match (self.minor_sign, wide(minor, self.base.1)) {
            (1, moved) => moved,
            (_, (low, high)) => (-high, -low),
        };
        if self.minor_steps == 0 {
            if low > 0 || high < 0 {
                return None;
            }
        } else {
            // t(k) >= low where 2·k·d + D >= 2·D·low; t(k) <= high where 2·k·d + D < 2·D·(high + 1).
            let run = 2 * i128::from(self.minor_steps);
            let ceil_div = |a: i128, b: i128| -(-a).div_euclid(b);
            first = first.max(ceil_div(2 * steps * low - steps, run));
            last = last.min(ceil_div(2 * steps * (high + 1) - steps, run) - 1);
        }
        let (first, last) = (first.max(0), last.min(steps));
        if first > last {
            return None;
        }
        let (first, last) = (first as u64, last as u64);
        Some(if self.direction.backward { (self.flip(last), self.flip(first)) } else { (first, last) })
    }
}

/// A line in the coordinates of a grid.
///
/// Major coordinates count from the corner of the grid. Minor ones count from the corner of the region beside which
/// the line's base lies. Along the minor axis the line may leave the grid: there are no squares there.
#[derive(Clone, Copy)]
pub(super) struct GridLine {
    /// The minor coordinate is `floor((constant + major·slope) / 2^F)`. The sum is in range; its parts may wrap.
    pub(super) constant: i64,
    pub(super) slope: i64,
    /// The row of regions (column, for a steep line) that the minor coordinate counts from.
    pub(super) regions: i32,
    /// The major coordinate that steps are counted from.
    pub(super) base: i32,
    /// The first major coordinate in the grid and the last. The last is before the first if the line passes by.
    pub(super) ends: (i32, i32),
}

/// The start and the end of an exact segment on the major axis and on the minor, in units of 1/256 pixel.
#[derive(Clone, Copy, Default)]
pub(super) struct UnitEnds {
    pub(super) major: (i64, i64),
    pub(super) minor: (i64, i64),
}

/// A ray in the coordinates of a grid, prepared for a walk.
///
/// Computed without a branch, so that the rays of a packet are prepared in vector code.
pub(super) struct PreparedRay {
    pub(super) line: GridLine,
    pub(super) direction: DynamicDirection,
    /// The ends of an exact segment. Unused for Bresenham's line.
    pub(super) ends: UnitEnds,
    /// Whether the strip walk handles the ray. If not, or if the ray is not valid, the other fields are unspecified.
    pub(super) fits_strip_walk: bool,
}

impl GridLine {
    /// Moves a line of pixels to a grid that holds the pixels within `bounds`.
    #[inline(always)]
    pub(super) fn new(bounds: &Rect, line: &FixedPointLine, steep: bool) -> Self {
        let corner = GridCorner::new(bounds, steep);
        let base = line.base.0.wrapping_sub(corner.major);
        let (regions, row) = corner.row(line.base.1);
        // From the corner of a region the line moves by less than 2^21 rows, which fit above the fraction bits.
        let in_region = i64::from(row) << FRACTION_BITS;
        Self {
            constant: (in_region + line.intercept()).wrapping_sub(i64::from(base).wrapping_mul(line.slope)),
            slope: line.slope,
            regions,
            base,
            ends: corner.clip(base, base.wrapping_add(line.steps)),
        }
    }

    /// Returns whether the line has no step within the grid's extent along the major axis.
    #[inline(always)]
    pub(super) const fn passes_by(&self) -> bool {
        self.ends.0 > self.ends.1
    }

    /// Returns the part of the line from a major coordinate on. For a backward line that coordinate becomes the last
    /// one.
    #[inline(always)]
    pub(super) fn from(mut self, major: i32, direction: impl LineDirection) -> Self {
        if direction.is_backward() {
            self.ends.1 = self.ends.1.min(major);
        } else {
            self.ends.0 = self.ends.0.max(major);
        }
        self
    }

    /// Returns the major coordinate at which the walk begins.
    #[inline(always)]
    pub(super) fn near(&self, direction: impl LineDirection) -> i32 {
        if direction.is_backward() { self.ends.1 } else { self.ends.0 }
    }

    /// Returns the major coordinate at which the walk ends.
    #[inline(always)]
    pub(super) fn far(&self, direction: impl LineDirection) -> i32 {
        if direction.is_backward() { self.ends.0 } else { self.ends.1 }
    }

    /// Returns the line's row at a major coordinate: the minor coordinate in fixed point.
    #[inline(always)]
    pub(super) fn row(&self, major: i32) -> i64 {
        self.constant.wrapping_add(i64::from(major).wrapping_mul(self.slope))
    }

    /// Returns the rows of a strip of 16 lanes of `2^SHIFT` pixels. The row at the end of the strip exceeds the row at
    /// the beginning of the next strip by `past`.
    #[inline(always)]
    pub(super) fn strip_rows<const SHIFT: u32>(&self, strip: i32, past: i64) -> StripRows {
        let start = self.row(strip << (SHIFT + BRICK_SHIFT));
        let end = start.wrapping_add((self.slope << (SHIFT + BRICK_SHIFT)).wrapping_add(past));
        // By halves, as vector instructions exist for these.
        let band = |row: i64| (row >> 32) as i32 >> (FRACTION_BITS + SHIFT + BRICK_SHIFT - 32);
        let lane_0 = square_rows::<SHIFT>(start, self.slope, past);
        StripRows { bands: (band(start), band(end)), lane_0 }
    }

    /// Returns the lanes of a square, each `2^shift` pixels wide, that are not before the line's start.
    #[inline(always)]
    pub(super) fn near_lanes(&self, direction: impl LineDirection, square: i32, shift: u32) -> u32 {
        lanes_from(self.near(direction) >> shift, square, direction.is_backward())
    }

    /// Returns the lanes of a square, each `2^shift` pixels wide, that are not after the line's end.
    #[inline(always)]
    pub(super) fn far_lanes(&self, direction: impl LineDirection, square: i32, shift: u32) -> u32 {
        lanes_from(self.far(direction) >> shift, square, !direction.is_backward())
    }
}

/// Returns the lanes of a square from an end on, or down from it, or all if the end is in another square.
///
/// No branch on which square it is: a walk that begins there would wait for a misprediction.
#[inline(always)]
fn lanes_from(end: i32, square: i32, down: bool) -> u32 {
    let lane = end & 15;
    let lanes = if down { (2 << lane) - 1 } else { u32::MAX << lane };
    select_unpredictable(square == end >> BRICK_SHIFT, lanes, u32::MAX)
}

/// The rows of a line in a strip of a level.
#[derive(Clone, Copy)]
pub(super) struct StripRows {
    /// The bands of squares in which the line begins the strip and ends it.
    pub(super) bands: (i32, i32),
    /// The rows of lane 0, for [`occupied_lanes`](super::lanes::occupied_lanes).
    pub(super) lane_0: (u32, u32),
}

/// The corner of a grid, and the grid's extent along the major axis of a line.
pub(super) struct GridCorner {
    pub(super) major: i32,
    pub(super) minor: i32,
    extent: i32,
}

impl GridCorner {
    #[inline(always)]
    pub(super) fn new(bounds: &Rect, steep: bool) -> Self {
        let major_of = |corner: IVec2| select_unpredictable(steep, corner.y, corner.x);
        let minor = select_unpredictable(steep, bounds.min.x, bounds.min.y);
        let major = major_of(bounds.min);
        Self { major, minor, extent: major_of(bounds.max).wrapping_sub(major) }
    }

    /// Splits a minor coordinate in the world into a row of regions, and the row of pixels in that.
    #[inline(always)]
    pub(super) fn row(&self, minor: i32) -> (i32, i32) {
        let row = minor.wrapping_sub(self.minor);
        (row >> REGION_SHIFT, row & ((1 << REGION_SHIFT) - 1))
    }

    /// Returns the part in the grid of the major coordinates from `low` to `high`.
    #[inline(always)]
    pub(super) fn clip(&self, low: i32, high: i32) -> (i32, i32) {
        (low.max(0), high.min(self.extent.wrapping_sub(1)))
    }
}
