use glam::Vec2;
use std::cmp::Ordering;

/// An edge of one of two polygons, and how far apart they are along its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    /// The gap between the two along the normal; below 0 they overlap by as much.
    pub(super) separation: f32,
    /// The edge's unit normal, turned so that it points from the second polygon to the first.
    pub(super) normal: Vec2,
    /// Whose edge it is.
    pub(super) edge: Edge,
}

/// Which edge of which of two polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// Whether it is one of the second polygon.
    pub(super) of_second: bool,
    /// The corner that it begins at.
    pub(super) index: u32,
}

/// Which of two normals along which two shapes are equally far apart is the one to give: whether it is `n`.
///
/// The steeper one, as that is how one stands on a floor; of two that lean equally, the one from the upper left to the lower
/// right or back. That choice turns around with the two shapes, so that to swap them turns the normal around. Only where a
/// normal and its opposite tie, as in two shapes that coincide, can no rule do that: it is the one that points up, or left.
#[inline]
pub(super) fn wins_tie(n: Vec2, m: Vec2) -> bool {
    let steepness = n.y.abs().total_cmp(&m.y.abs()).then(m.x.abs().total_cmp(&n.x.abs()));
    let diagonal = |v: Vec2| v.x * v.y > 0.0;
    let up_or_left = |v: Vec2| v.y < 0.0 || (v.y == 0.0 && v.x < 0.0);
    let order = steepness.then_with(|| diagonal(n).cmp(&diagonal(m)));
    order.then_with(|| up_or_left(n).cmp(&up_or_left(m))) == Ordering::Greater
}

/// Whether what has the first number and normal is to be given rather than what has the second: that with the greater number,
/// or of two equal ones that whose normal [wins](wins_tie). False where a number is NaN.
#[inline]
pub(super) fn is_greater<T: PartialOrd>((number, normal): (T, Vec2), (other, other_normal): (T, Vec2)) -> bool {
    // Ties are asked for first: they are rare, and can be guessed, where which of two is greater cannot.
    if number == other { wins_tie(normal, other_normal) } else { number > other }
}

/// The lane that is to be given of those whose bits are set, which all part two shapes by as much; there is at least one.
/// `normal` is that of a lane, from the second shape to the first.
#[inline(always)]
pub(super) fn best_of(bits: u32, normal: impl Fn(u32) -> Vec2) -> (u32, Vec2) {
    let lane = bits.trailing_zeros();
    let mut best = (lane, normal(lane));
    let mut bits = bits & bits.wrapping_sub(1);
    while bits != 0 {
        let lane = bits.trailing_zeros();
        let other = normal(lane);
        if wins_tie(other, best.1) {
            best = (lane, other);
        }
        bits &= bits - 1;
    }
    best
}
