use super::heading::AnySense;
use super::ray::Ray;
use glam::{IVec2, ivec2};

/// Bresenham's line between two pixels, in a form that gives any of its pixels at once.
///
/// The axis with the larger extent is major (x where they are equal), `D` is that extent and `d` the other. Counting
/// `k` from the end with the smaller major coordinate, the minor coordinate has moved
///
/// ```text
/// t(k) = floor((2·k·d + D) / (2·D)) = floor(k·d/D + 1/2)
/// ```
///
/// pixels toward the other end. So the pixels are the same from either end.
///
/// **Without the division.** With `F` fraction bits and any `m` above `d·2^F / D` by at most `1.26`, the value
/// `(k·m + 2^(F-1)) / 2^F` lies above `k·d/D + 1/2` by more than 0 and at most `1.26·k / 2^F`. As `k·d/D + 1/2` is a
/// multiple of `1/(2·D)`, its distance to the next whole number is at least that, so the floors are equal while
/// `1.26·k / 2^F < 1/(2·D)`; with `k <= D`, while `2.52·D^2 < 2^F`. `F = 42` serves up to `D = 2^20`, and
/// `k·m + 2^(F-1) < 2^63` still fits. Longer lines divide.
///
/// `m` is made of the quotient in `f64`, whose division is several times as fast as that of integers: it is rounded to
/// within `2^-11` for quotients up to `2^42`, so that the nearest whole number to three quarters more is above the quotient
/// by a fifth at least.
///
/// Where the minor coordinate falls with growing `k`, it moves by `-t(k) = floor((2^F - 1 - 2^(F-1) - k·m) / 2^F)`: the
/// same form, `floor((c + k·m) / 2^F)`, with another `c` and a negative `m`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// `D`, the number of steps.
    steps: u64,
    /// `d`.
    minor_steps: u64,
    /// `m` with its sign; not used where the line is too long for it.
    slope: i64,
    /// The first pixel and the last.
    ends: (IVec2, IVec2),
    /// Where `k = 0`: the end with the smaller major coordinate, as (major, minor).
    base: (i32, i32),
    /// Which way the minor coordinate moves with growing `k`: 1 or -1.
    minor_sign: i32,
    /// Whether y is major.
    steep: bool,
    /// Whether the line runs toward smaller major coordinates, so that step 0 is `k = D`.
    backward: bool,
}

/// The number of fraction bits, `F` above.
pub(super) const FRACTION_BITS: u32 = 42;
const ONE: i64 = 1 << FRACTION_BITS;
/// The longest line that fixed point is exact for.
pub(super) const LONGEST_FIXED: u64 = 1 << 20;

/// `m` with the sign of `d`, for a line of at most [`LONGEST_FIXED`] steps; some number for all others.
#[inline(always)]
pub(super) fn fixed_slope(minor_steps: i32, steps: u32) -> i64 {
    // Between a quarter and five quarters above the quotient.
    with_sign_of(minor_steps.into(), fixed_quotient(minor_steps.unsigned_abs() as i32, steps as i32, 0.75))
}

/// `minor·2^F / major + more`, rounded to the nearest whole number, where both are not negative and the quotient is at most
/// `2^F`; some number for all others.
#[inline(always)]
pub(super) fn fixed_quotient(minor: i32, major: i32, more: f64) -> i64 {
    // At this magnitude the last bit of an `f64` is worth 1: an addition rounds to the nearest whole number, and the
    // difference to the bits of the magnitude is that number.
    const MAGNITUDE: f64 = (1u64 << 52) as f64;
    let quotient = f64::from(minor) * ONE as f64 / f64::from(major.max(1));
    (quotient + more + MAGNITUDE).to_bits().wrapping_sub(MAGNITUDE.to_bits()) as i64
}

/// A number, negated where `sign` is below 0. Without a branch.
#[inline(always)]
pub(super) const fn with_sign_of(sign: i64, number: i64) -> i64 {
    // All bits of the sign.
    let sign = sign >> 63;
    (number ^ sign).wrapping_sub(sign)
}

/// A line that fixed point serves, without what only others need.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedLine {
    /// Where `k = 0`, as (major, minor).
    pub(super) base: (i32, i32),
    /// `D`.
    pub(super) steps: i32,
    /// `m` with its sign.
    pub(super) slope: i64,
}

impl FixedLine {
    /// `c`: the minor coordinate has moved by `floor((c + k·m) / 2^F)`.
    #[inline(always)]
    pub(super) const fn intercept(&self) -> i64 {
        // One less where the line falls.
        ONE / 2 + (self.slope >> 63)
    }

    /// By how much the minor coordinate has moved at `k`.
    #[inline(always)]
    const fn minor_moved(&self, k: u64) -> i32 {
        ((self.intercept() + k as i64 * self.slope) >> FRACTION_BITS) as i32
    }
}

impl Line {
    /// The line that a ray draws; `None` where it is not valid.
    #[inline(always)]
    pub(super) fn of(ray: &Ray) -> Option<Self> {
        ray.pixels().map(|(from, to)| Self::new(from, to))
    }

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
        Self { ends, steps, minor_steps, slope, base, minor_sign, steep, backward }
    }

    /// `D`: the line has one pixel more.
    #[inline(always)]
    pub(super) const fn steps(&self) -> u64 {
        self.steps
    }

    /// The first pixel and the last.
    #[inline(always)]
    pub(super) const fn ends(&self) -> (IVec2, IVec2) {
        self.ends
    }

    pub(super) const fn is_steep(&self) -> bool {
        self.steep
    }

    pub(super) const fn is_backward(&self) -> bool {
        self.backward
    }

    /// Which way it runs.
    #[inline(always)]
    pub(super) const fn sense(&self) -> AnySense {
        AnySense { steep: self.steep, backward: self.backward }
    }

    /// The (major, minor) coordinates at `k = 0`.
    pub(super) const fn base(&self) -> (i32, i32) {
        self.base
    }

    /// The same line in fixed point; `None` where it is too long for that.
    #[inline(always)]
    pub(super) const fn to_fixed(self) -> Option<FixedLine> {
        if self.steps <= LONGEST_FIXED {
            Some(FixedLine { base: self.base, steps: self.steps as i32, slope: self.slope })
        } else {
            None
        }
    }

    /// By how much the minor coordinate has moved at `k`.
    #[inline(always)]
    const fn minor_moved(&self, k: u64) -> i32 {
        if let Some(fixed) = self.to_fixed() {
            return fixed.minor_moved(k);
        }
        let (k, minor, steps) = (k as u128, self.minor_steps as u128, self.steps as u128);
        (((2 * k * minor + steps) / (2 * steps)) as i32).wrapping_mul(self.minor_sign)
    }

    /// The (major, minor) coordinates at `k`.
    #[inline(always)]
    pub(super) const fn at(&self, k: u64) -> (i32, i32) {
        (self.base.0.wrapping_add(k as i32), self.base.1.wrapping_add(self.minor_moved(k)))
    }

    /// `k` of a step, or the step of a `k`.
    #[inline(always)]
    pub(super) const fn flip(&self, step: u64) -> u64 {
        if self.backward { self.steps - step } else { step }
    }

    /// The pixel after `step` steps from the beginning.
    #[inline(always)]
    pub(super) const fn pixel(&self, step: u64) -> IVec2 {
        let (major, minor) = self.at(self.flip(step));
        if self.steep { ivec2(minor, major) } else { ivec2(major, minor) }
    }

    /// How many pixels of the line, from `pixel` on, have a major coordinate in the same run of `2^shift`.
    pub(super) const fn steps_in_strip(&self, pixel: IVec2, shift: u32) -> u64 {
        let lane = (if self.steep { pixel.y } else { pixel.x }) & ((1 << shift) - 1);
        (if self.backward { lane + 1 } else { (1 << shift) - lane }) as u64
    }

    /// The part of a step that lies along the major axis.
    pub(super) const fn along_major(&self, step: IVec2) -> IVec2 {
        if self.steep { ivec2(0, step.y) } else { ivec2(step.x, 0) }
    }

    /// The first and the last `k` whose pixels may lie in `bounds`, given as (major, minor) ranges; `None` where the
    /// line passes by. Every pixel outside the answer is outside the bounds.
    pub(super) fn clip(&self, major: (i32, i32), minor: (i32, i32)) -> Option<(u64, u64)> {
        let steps = i128::from(self.steps);
        let mut first = i128::from(major.0) - i128::from(self.base.0);
        let mut last = i128::from(major.1) - 1 - i128::from(self.base.0);
        // How far the minor coordinate must, and may, have moved.
        let (low, high) = match self.minor_sign {
            1 => (i128::from(minor.0) - i128::from(self.base.1), i128::from(minor.1) - 1 - i128::from(self.base.1)),
            _ => (i128::from(self.base.1) - i128::from(minor.1) + 1, i128::from(self.base.1) - i128::from(minor.0)),
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
        (first <= last).then_some((first as u64, last as u64))
    }
}
