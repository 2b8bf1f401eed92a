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
/// **Without the division.** With `F` fraction bits and any `m` above `d·2^F / D` by at most `1.001`, the value
/// `(k·m + 2^(F-1)) / 2^F` lies above `k·d/D + 1/2` by more than 0 and at most `1.001·k / 2^F`. As `k·d/D + 1/2` is a
/// multiple of `1/(2·D)`, its distance to the next whole number is at least that, so the floors are equal while
/// `1.001·k / 2^F < 1/(2·D)`; with `k <= D`, while `2.002·D^2 < 2^F`. `F = 42` serves up to `D = 2^20`, and
/// `k·m + 2^(F-1) < 2^63` still fits. Longer lines divide.
///
/// `m` is one more than the whole part of the quotient in `f64`, whose division is several times as fast as that of
/// integers. It is rounded to within `2^-11` for quotients up to `2^42`, and never to the other side of a whole number.
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
const LONGEST_FIXED: u64 = 1 << 20;

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
            1..=LONGEST_FIXED => {
                let quotient = minor_steps as f64 * ONE as f64 / steps as f64;
                (quotient as i64 + 1) * i64::from(minor_sign)
            }
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

    /// The (major, minor) coordinates at `k = 0`.
    pub(super) const fn base(&self) -> (i32, i32) {
        self.base
    }

    /// `c` and `m`, so that the minor coordinate has moved by `floor((c + k·m) / 2^F)`; `None` where the line is too
    /// long for fixed point.
    #[inline(always)]
    pub(super) const fn fixed(&self) -> Option<(i64, i64)> {
        let intercept = if self.minor_sign < 0 { ONE / 2 - 1 } else { ONE / 2 };
        if self.steps <= LONGEST_FIXED { Some((intercept, self.slope)) } else { None }
    }

    /// By how much the minor coordinate has moved at `k`.
    #[inline(always)]
    const fn minor_moved(&self, k: u64) -> i32 {
        if let Some((intercept, slope)) = self.fixed() {
            return ((intercept + k as i64 * slope) >> FRACTION_BITS) as i32;
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
