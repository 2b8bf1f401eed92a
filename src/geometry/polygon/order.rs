//! The order in which a line that sweeps from left to right comes to points: by x, then by y.

use glam::Vec2;

/// A number that orders finite points by x, then by y; −0 counts as 0.
pub(crate) fn sweep_key(point: Vec2) -> u64 {
    // The bits of an `f32` are ordered as the numbers are, but for the sign bit, below which they are ordered the other
    // way round.
    let ordered = |value: f32| {
        let bits = (value + 0.0).to_bits();
        u64::from(if bits >> 31 == 1 { !bits } else { bits | 1 << 31 })
    };
    ordered(point.x) << 32 | ordered(point.y)
}

/// Whether the sweep comes to `a` before it comes to `b`.
pub(crate) fn is_before(a: Vec2, b: Vec2) -> bool {
    a.x < b.x || a.x == b.x && a.y < b.y
}
