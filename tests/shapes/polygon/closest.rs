//! The nearest point of the border.

use super::shapes;
use reference::{Replay, cases, numbers, seeded};
use tileray::Polygon;
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2};

/// The distance of a point from a segment: from its line where it lies beside the segment, else from the nearer end.
pub(crate) fn distance(edge: &Segment, point: Vec2) -> f64 {
    let [a, b, p] = [edge.start, edge.end, point].map(Vec2::as_dvec2);
    let beside = |from: DVec2, to: DVec2| (p - from).dot(to - from) > 0.0;
    if beside(a, b) && beside(b, a) {
        ((b - a).perp_dot(p - a) / (b - a).length()).abs()
    } else {
        (p - a).length().min((p - b).length())
    }
}

pub(crate) fn distance_from_border(polygon: &Polygon, point: Vec2) -> f64 {
    polygon.edges().map(|edge| distance(&edge, point)).fold(f64::INFINITY, f64::min)
}

#[test]
fn no_point_of_the_border_is_nearer() {
    let mut rng = seeded(331);
    for case in numbers(cases(30_000)) {
        let _replay = Replay::new(case, &rng);
        let (polygon, _) = shapes::polygon(&mut rng);
        let point = shapes::point_near(&polygon, &mut rng);
        let found = polygon.closest_point(point);
        let largest = f64::from(point.abs().max_element().max(found.abs().max_element()));
        let slack = largest / f64::from(1 << 23);
        assert!(distance_from_border(&polygon, found) <= slack, "{found} is not on the border: {point}, {polygon:?}");
        let (expected, distance) = (distance_from_border(&polygon, point), found.as_dvec2().distance(point.as_dvec2()));
        assert!((distance - expected).abs() <= slack, "{distance} but {expected}: {point}, {polygon:?}");
    }
}

#[test]
fn of_equally_near_edges_the_first_counts() {
    let block = [(4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)].map(Vec2::from).to_vec();
    let polygon = Polygon::new(block).expect("a block");
    assert_eq!(polygon.closest_point((2.0, 2.0)), Vec2::new(4.0, 2.0));
    assert!(polygon.points().contains(&polygon.closest_point((f32::NAN, 1.0))));
    assert!(polygon.points().contains(&polygon.closest_point((f32::INFINITY, 1.0))));
}
