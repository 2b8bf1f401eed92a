//! The nearest point of the border.

use super::shapes;
use reference::distance::distance_from_border;
use reference::{Replay, cases, numbers, seeded};
use tileray::Polygon;
use tileray::glam::Vec2;

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
