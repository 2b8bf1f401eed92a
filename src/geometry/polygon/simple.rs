//! Whether points are the corners of a simple polygon.

use super::order::{is_before, sweep_key};
use super::{PolygonError, sweep_line::SweepLine};
use crate::geometry::{Segment, orientation};
use glam::Vec2;

/// Refuses too few points, and those that are not finite or too far away.
pub(crate) fn check_points(points: &[Vec2]) -> Result<(), PolygonError> {
    let count = points.len();
    if count < 3 {
        return Err(PolygonError::TooFewPoints { count });
    }
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(PolygonError::NotFinite { index });
    }
    if let Some(index) = points.iter().position(|point| point.abs().max_element() > super::Polygon::MAX_COORDINATE) {
        return Err(PolygonError::TooFar { index });
    }
    Ok(())
}

/// The indices of the points in the order of x, then y; or why the points are not a polygon.
pub(super) fn checked_order(points: &[Vec2]) -> Result<Vec<usize>, PolygonError> {
    check_points(points)?;
    let mut keyed: Vec<(u64, usize)> = points.iter().map(|&point| sweep_key(point)).zip(0..).collect();
    keyed.sort_unstable();
    // Equal points stand side by side, the earlier one first. Of several pairs the one that a reader of the list would
    // come upon first is named: the least second index.
    let repeated = keyed.windows(2).filter(|pair| pair[0].0 == pair[1].0).min_by_key(|pair| pair[1].1);
    if let Some(pair) = repeated {
        return Err(PolygonError::RepeatedPoint { first: pair[0].1, second: pair[1].1 });
    }
    if points[2..].iter().all(|&point| orientation(points[0], points[1], point) == 0.0) {
        return Err(PolygonError::ZeroArea);
    }
    let order: Vec<usize> = keyed.into_iter().map(|(_, index)| index).collect();
    match crossing(points, &order) {
        Some((a, b)) => Err(PolygonError::SelfCrossing { first: a.min(b), second: a.max(b) }),
        None => Ok(order),
    }
}

/// The points before and after one of `count` points in a ring.
pub(super) fn neighbors(index: usize, count: usize) -> (usize, usize) {
    (if index == 0 { count - 1 } else { index - 1 }, if index + 1 == count { 0 } else { index + 1 })
}

/// Two edges that share more than the corner between them, if there are any.
///
/// A line sweeps over the points in the order of x, then y: it leans a little, so that no edge is parallel to it and no two
/// points are met at once. The edges that it crosses are kept in their order along it. Up to the first place where two
/// edges meet that order is right, and just before that place two of those that meet there lie side by side; so it is
/// enough to look at two edges when they come to lie side by side, and the order is never asked when it might be wrong. A
/// point where one edge ends and one begins keeps its place in the order.
fn crossing(points: &[Vec2], order: &[usize]) -> Option<(usize, usize)> {
    const NOWHERE: usize = usize::MAX;
    let count = points.len();
    let mut line = SweepLine::new();
    // Where in the sweep line an edge stands.
    let mut places = vec![NOWHERE; count];
    let meeting = |pair: (Option<usize>, Option<usize>)| match pair {
        (Some(a), Some(b)) if edges_meet(points, a, b) => Some((a, b)),
        _ => None,
    };
    for &index in order {
        let (before, after) = neighbors(index, count);
        let (point, incoming, outgoing) = (points[index], before, index);
        match (is_before(point, points[before]), is_before(point, points[after])) {
            (true, true) => {
                let side = |edge: usize| {
                    let (a, b) = (points[edge], points[neighbors(edge, count).1]);
                    let (a, b) = if is_before(a, b) { (a, b) } else { (b, a) };
                    orientation(a, b, point)
                };
                let place = match line.place_of(side) {
                    Ok(place) => place,
                    Err(touched) => return Some((touched, outgoing)),
                };
                let turn = orientation(point, points[before], points[after]);
                if turn == 0.0 {
                    return Some((incoming, outgoing));
                }
                let (first, second) = if turn > 0.0 { (incoming, outgoing) } else { (outgoing, incoming) };
                places[first] = line.insert_after(place, first);
                places[second] = line.insert_after(Some(places[first]), second);
                let found = meeting((line.edge_before(places[first]), Some(first)));
                if let Some(pair) = found.or_else(|| meeting((Some(second), line.edge_after(places[second])))) {
                    return Some(pair);
                }
            }
            (false, false) => {
                for edge in [incoming, outgoing] {
                    let sides = (line.edge_before(places[edge]), line.edge_after(places[edge]));
                    line.remove(places[edge]);
                    if let Some(pair) = meeting(sides) {
                        return Some(pair);
                    }
                }
            }
            (begins, _) => {
                let (ended, begun) = if begins { (outgoing, incoming) } else { (incoming, outgoing) };
                let place = places[ended];
                places[begun] = place;
                line.replace(place, begun);
                let found = meeting((line.edge_before(place), Some(begun)));
                if let Some(pair) = found.or_else(|| meeting((Some(begun), line.edge_after(place)))) {
                    return Some(pair);
                }
            }
        }
    }
    None
}

/// Whether two edges share a point, other than the corner between them.
fn edges_meet(points: &[Vec2], i: usize, j: usize) -> bool {
    let count = points.len();
    let (after_i, after_j) = (neighbors(i, count).1, neighbors(j, count).1);
    let folds_back = |start: Vec2, corner: Vec2, end: Vec2| {
        orientation(start, corner, end) == 0.0 && is_before(start, corner) == is_before(end, corner)
    };
    if after_i == j {
        return folds_back(points[i], points[j], points[after_j]);
    }
    if after_j == i {
        return folds_back(points[j], points[i], points[after_i]);
    }
    let (a, b, c, d) = (points[i], points[after_i], points[j], points[after_j]);
    let sides = [orientation(a, b, c), orientation(a, b, d), orientation(c, d, a), orientation(c, d, b)];
    let apart = |left: f64, right: f64| left > 0.0 && right > 0.0 || left < 0.0 && right < 0.0;
    if apart(sides[0], sides[1]) || apart(sides[2], sides[3]) {
        return false;
    }
    // Neither lies beside the other's line. They meet, unless both lie on one line, one after the other.
    Segment { start: a, end: b }.bounds().touches(&Segment { start: c, end: d }.bounds())
}
