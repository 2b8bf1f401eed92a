//! Where a line meets the border of a polygon, in an order that is exact.

use super::Polygon;
use crate::geometry::orientation;
use glam::Vec2;
use std::cmp::Ordering;

/// A stretch of a line between two places where it meets the border of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// Where it begins and ends, as parts of the way from the first point of the line to the second, held within 0 and 1.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Whether the polygon lies along its left, where orientations are negative, and along its right.
    pub(super) inside: [bool; 2],
}

/// An edge that touches or crosses the line.
#[derive(Clone, Copy)]
struct Crossing {
    /// Its ends, that with the lower orientation to the line first.
    low: Vec2,
    high: Vec2,
    /// The point of the polygon that lies on the line, if one of the ends does.
    corner: Option<Vec2>,
    /// Whether the way along the line's left and that along its right cross the edge.
    flips: [bool; 2],
    /// The place on the line.
    at: Spot,
}

/// A place on the line, seen from the segment between its two points.
#[derive(Clone, Copy)]
struct Spot {
    /// Whether it comes after the segment's start, and before its end; exact.
    after_start: bool,
    before_end: bool,
    /// The part of the way, held within 0 and 1.
    part: f64,
}

/// The stretches of the segment from `a` to `b`, two different finite points, that have a length and the polygon on one side
/// at least, in their order.
///
/// The line through the segment is seen as two, one just beside it on either side. A corner on the line then lies on the
/// other side of each, so that both cross edges properly or not at all, and each is inside the polygon between an odd
/// crossing and the next. Inside the polygon both are; along an edge one is. Which edges are crossed, their order and
/// what lies within the segment is decided by exact signs; only the parts of the way are rounded.
pub(super) fn stretches(polygon: &Polygon, a: Vec2, b: Vec2) -> Vec<Stretch> {
    let points = polygon.points();
    let mut crossings = Vec::new();
    let last = points[points.len() - 1];
    let (mut start, mut start_side) = (last, orientation(a, b, last));
    for &end in points {
        let end_side = orientation(a, b, end);
        // The left line has the corners that are on the line on its right, and so with the right line.
        let flips = [(start_side >= 0.0) != (end_side >= 0.0), (start_side > 0.0) != (end_side > 0.0)];
        if flips[0] || flips[1] {
            let (low, high) = if start_side < end_side { (start, end) } else { (end, start) };
            let corner = if start_side == 0.0 { Some(start) } else { (end_side == 0.0).then_some(end) };
            let at = corner.map_or_else(|| crossed(a, b, low, high), |corner| along(a, b, corner));
            crossings.push(Crossing { low, high, corner, flips, at });
        }
        (start, start_side) = (end, end_side);
    }
    crossings.sort_unstable_by(order);
    let (mut inside, mut furthest) = ([false; 2], 0.0_f64);
    let mut found = Vec::new();
    for pair in crossings.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        (0..2).for_each(|line| inside[line] ^= from.flips[line]);
        furthest = furthest.max(from.at.part);
        if (inside[0] || inside[1]) && from.at.before_end && to.at.after_start && order(&from, &to).is_lt() {
            found.push(Stretch { from: furthest, to: furthest.max(to.at.part), inside });
        }
    }
    found
}

/// Where the edge from `low`, left of the line, to `high`, right of it, crosses the line.
///
/// The orientations of `a` and `b` to the edge fall at an even rate along the line, so that the crossing lies at
/// `o(a) / (o(a) − o(b))`. It comes after `a` where `o(a)` is above 0, and before `b` where `o(b)` is below 0; where both
/// are so, the difference is a sum of two positive numbers, and the quotient as good as the two are.
fn crossed(a: Vec2, b: Vec2, low: Vec2, high: Vec2) -> Spot {
    let (at_a, at_b) = (orientation(low, high, a), orientation(low, high, b));
    let (after_start, before_end) = (at_a > 0.0, at_b < 0.0);
    let part = match (after_start, before_end) {
        (true, true) => at_a / (at_a - at_b),
        (false, _) => 0.0,
        (true, false) => 1.0,
    };
    Spot { after_start, before_end, part }
}

/// Where a point on the line lies along it: told by the axis along which the line runs furthest.
fn along(a: Vec2, b: Vec2, point: Vec2) -> Spot {
    let way = b.as_dvec2() - a.as_dvec2();
    let (a, b, point) = if way.x.abs() >= way.y.abs() { (a.x, b.x, point.x) } else { (a.y, b.y, point.y) };
    let (after_start, before_end) = if a < b { (point > a, point < b) } else { (point < a, point > b) };
    let [a, b, point] = [a, b, point].map(f64::from);
    Spot { after_start, before_end, part: ((point - a) / (b - a)).clamp(0.0, 1.0) }
}

/// Which of two crossings comes first along the line.
///
/// Edges of a simple polygon do not cross, so one of two lies wholly on one side of the other's line, and there its crossing
/// lies too. Crossings at the same place are those of two edges that share a corner on the line: corners are never equal
/// otherwise.
fn order(one: &Crossing, other: &Crossing) -> Ordering {
    if one.corner.is_some() && one.corner == other.corner {
        return Ordering::Equal;
    }
    // What comes later on the line has negative orientations to an edge that goes from its left to its right.
    let side_of = |edge: &Crossing, of: &Crossing| {
        let (low, high) = (orientation(edge.low, edge.high, of.low), orientation(edge.low, edge.high, of.high));
        if low >= 0.0 && high >= 0.0 {
            Some(if low > 0.0 || high > 0.0 { Ordering::Less } else { Ordering::Equal })
        } else if low <= 0.0 && high <= 0.0 {
            Some(Ordering::Greater)
        } else {
            None
        }
    };
    match side_of(one, other) {
        Some(side) => side.reverse(),
        None => side_of(other, one).unwrap_or(Ordering::Equal),
    }
}
