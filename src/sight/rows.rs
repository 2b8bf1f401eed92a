//! The rows of a line that a view meets.

use super::cone::{Cone, SlopeRange};

/// The margin of the rows that a view may meet, far above rounding.
const MARGIN: f64 = 1.0 / (1 << 16) as f64;

/// Returns the first and the last row that a view may meet between two distances along a cone.
#[inline(always)]
pub(super) fn rows_between(cone: &Cone, view: SlopeRange, near: f64, far: f64) -> (i32, i32) {
    let least = |a: f64, b: f64| if a < b { a } else { b };
    let low = view.low * near + (far - near) * least(view.low, 0.0);
    let high = view.high * near - (far - near) * least(-view.high, 0.0);
    // The nearest whole number to one half below is the one below.
    let across = cone.across - 0.5;
    (nearest(low + (across - MARGIN)), nearest(high + (across + MARGIN)))
}

/// Returns the nearest whole number, of two the even one; the number is within ±2^31.
///
/// At the magnitude of the sum, the last bit of an `f64` is worth 1.
#[inline(always)]
fn nearest(value: f64) -> i32 {
    const MAGNITUDE: f64 = (3u64 << 51) as f64;
    (value + MAGNITUDE).to_bits() as i32
}

/// The first and the last row that a view meets in a line, as far as the run that cut it in the line before tells.
///
/// A product with a slope gives them too, but only once the division that gave the slope is done.
#[derive(Clone, Copy)]
pub(super) struct KnownRows {
    pub(super) first: i32,
    pub(super) last: i32,
}

impl Default for KnownRows {
    fn default() -> Self {
        Self { first: Self::UNKNOWN, last: Self::UNKNOWN }
    }
}

impl KnownRows {
    const UNKNOWN: i32 = i32::MIN;

    /// Returns the known rows, and others in the place of unknown ones.
    #[inline(always)]
    pub(super) fn or(self, others: impl FnOnce() -> (i32, i32)) -> (i32, i32) {
        if self.first != Self::UNKNOWN && self.last != Self::UNKNOWN {
            return (self.first, self.last);
        }
        let others = others();
        (
            if self.first == Self::UNKNOWN { others.0 } else { self.first },
            if self.last == Self::UNKNOWN { others.1 } else { self.last },
        )
    }
}
