//! Points that are moved out.

use super::shapes;
use reference::rings::{self, Place};
use reference::targets::border_distance;
use reference::{cases, each_case};
use tileray::Polygon;
use tileray::glam::{Vec2, vec2};

#[test]
fn points_inside_go_to_the_nearest_border_and_stay_there() {
    let (mut moved, mut to_a_corner) = (0, 0);
    for (_, mut rng) in each_case(341, cases(40_000)) {
        let (polygon, ring) = shapes::polygon(&mut rng);
        let point = shapes::point_near(&polygon, &mut rng);
        let Some(exact_point) = rings::point(point) else { continue };
        let is_inside = rings::place(&ring, exact_point) == Place::Inside;
        let Some(found) = polygon.project_out(point) else {
            assert!(!is_inside, "{point} stays inside: {polygon:?}");
            continue;
        };
        assert!(is_inside, "{point} was not inside: {polygon:?}");
        moved += 1;
        assert_eq!(polygon.project_out(found), None, "{point} to {found}, and again: {polygon:?}");
        if let Some(exact_found) = rings::point(found) {
            assert_ne!(rings::place(&ring, exact_found), Place::Inside, "{point} to {found}: {polygon:?}");
        }
        let largest = f64::from(point.abs().max_element().max(found.abs().max_element()));
        let slack = largest / f64::from(1 << 21);
        let distance = found.as_dvec2().distance(point.as_dvec2());
        if (distance - border_distance(polygon.points(), point.as_dvec2())).abs() > slack {
            // Out of a notch that f32 has no number in.
            assert!(polygon.points().contains(&found), "{point} went to {found}: {polygon:?}");
            to_a_corner += 1;
        }
    }
    assert!(moved > cases(40_000) / 8, "{moved}");
    assert!(to_a_corner * 1000 < moved, "{to_a_corner} of {moved}");
}

#[test]
fn what_is_on_the_border_stays() {
    for (_, mut rng) in each_case(342, cases(4_000)) {
        let (polygon, ring) = shapes::small_polygon(&mut rng);
        for (index, &corner) in polygon.points().iter().enumerate() {
            assert_eq!(polygon.project_out(corner), None, "{corner}: {polygon:?}");
            let middle = (corner + polygon.points()[(index + 1) % ring.len()]) / 2.0;
            assert_eq!(polygon.project_out(middle), None, "{middle}: {polygon:?}");
        }
    }
}

#[test]
fn a_point_in_the_middle_goes_to_the_first_edge() {
    let block = |first: usize| {
        let mut points = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(Vec2::from).to_vec();
        points.rotate_left(first);
        Polygon::new(points).expect("a block")
    };
    let expected = [vec2(2.0, 0.0), vec2(4.0, 2.0), vec2(2.0, 4.0), vec2(0.0, 2.0)];
    for (first, expected) in expected.into_iter().enumerate() {
        assert_eq!(block(first).project_out((2.0, 2.0)), Some(expected));
    }
    assert_eq!(block(0).project_out((f32::NAN, 2.0)), None);
    assert_eq!(block(0).project_out((2.0, f32::INFINITY)), None);
}
