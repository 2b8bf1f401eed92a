//! Questions about a polygon and what lies in its plane: two coordinates are left, and they are decided exactly.

use crate::geometry::Segment;
use crate::geometry::orientation;
use crate::geometry::{Place, Polygon};
use glam::Vec2;

/// Whether `point` lies in the polygon or anywhere on its border.
pub(crate) fn contains_closed(outline: &Polygon, point: Vec2) -> bool {
    outline.place_of(point) != Place::Outside
}

/// The least fraction of the segment from `a` to `b` that lies in the polygon or on its border; `None` where none does.
///
/// Whether it does is exact. O(n).
pub(crate) fn first_inside(outline: &Polygon, a: Vec2, b: Vec2) -> Option<f64> {
    if contains_closed(outline, a) {
        return Some(0.0);
    }
    // The start is outside, so that the first common point is one of the border.
    let way = Segment { start: a, end: b };
    outline.edges().filter_map(|edge| first_on_edge(&edge, &way)).min_by(f64::total_cmp)
}

/// The least fraction of a way at which it meets the edge, ends included.
fn first_on_edge(edge: &Segment, way: &Segment) -> Option<f64> {
    let (from, to, a, b) = (edge.start, edge.end, way.start, way.end);
    let (from_side, to_side) = (orientation(a, b, from), orientation(a, b, to));
    let (a_side, b_side) = (orientation(from, to, a), orientation(from, to, b));
    let opposite = |first: f64, second: f64| (first > 0.0 && second < 0.0) || (first < 0.0 && second > 0.0);
    if opposite(from_side, to_side) && opposite(a_side, b_side) {
        return Some(a_side / (a_side - b_side));
    }
    // What is left is an end of one that lies on the other.
    let edge_ends = [from, to].into_iter().filter(|&end| way.holds(end)).map(|end| fraction_of(a, b, end));
    let own_end = edge.holds(b).then_some(1.0);
    edge_ends.chain(own_end).min_by(f64::total_cmp)
}

/// Which fraction of the segment from `a` to `b` lies before `point`, which lies on it.
fn fraction_of(a: Vec2, b: Vec2, point: Vec2) -> f64 {
    let (step, offset) = (b.as_dvec2() - a.as_dvec2(), point.as_dvec2() - a.as_dvec2());
    if step.x.abs() >= step.y.abs() { if step.x == 0.0 { 0.0 } else { offset.x / step.x } } else { offset.y / step.y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    fn square() -> Polygon {
        Polygon::new(vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)]).expect("a square")
    }

    #[test]
    fn all_of_the_border_belongs_to_it() {
        for point in [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(4.0, 1.0), vec2(1.0, 4.0), vec2(2.0, 2.0)] {
            assert!(contains_closed(&square(), point), "{point}");
        }
        for point in [vec2(4.0, 5.0), vec2(-1.0, 0.0), vec2(4.0_f32.next_up(), 2.0)] {
            assert!(!contains_closed(&square(), point), "{point}");
        }
    }

    #[test]
    fn the_first_common_point_is_found() {
        let first = |a, b| first_inside(&square(), a, b);
        assert_eq!(first(vec2(-4.0, 2.0), vec2(4.0, 2.0)), Some(0.5));
        assert_eq!(first(vec2(2.0, 2.0), vec2(9.0, 2.0)), Some(0.0));
        // Along an edge, through a corner, up to the border, and one point short of it.
        assert_eq!(first(vec2(8.0, 4.0), vec2(0.0, 4.0)), Some(0.5));
        assert_eq!(first(vec2(-1.0, 1.0), vec2(1.0, -1.0)), Some(0.5));
        assert_eq!(first(vec2(2.0, 6.0), vec2(2.0, 4.0)), Some(1.0));
        assert_eq!(first(vec2(2.0, 6.0), vec2(2.0, 4.0_f32.next_up())), None);
        assert_eq!(first(vec2(6.0, 6.0), vec2(6.0, 6.0)), None);
    }
}
