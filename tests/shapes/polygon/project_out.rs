//! Points and circles that are moved out.

use super::shapes;
use fastrand::Rng;
use reference::ring_shapes::{as_points, comb, spiral};
use reference::rings::{self, Place};
use reference::targets::{border_distance, ring_distance};
use reference::{cases, each_case};
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Circle, Polygon, collide};

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

/// The tolerance that `project_circle_out` states.
fn tolerance(polygon: &Polygon, radius: f32) -> f64 {
    let bounds = polygon.bounds();
    let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
    (f64::from(largest) + f64::from(radius)) / f64::from(1 << 22)
}

/// Returns the gap between the circle and the polygon: below 0 where they overlap.
fn room(polygon: &Polygon, center: Vec2, radius: f32) -> f64 {
    ring_distance(polygon.points(), center.as_dvec2()) - f64::from(radius)
}

#[test]
fn no_place_nearby_is_free_and_the_answer_is() {
    let (mut moved, mut stayed, mut not_beside_one_edge) = (0, 0, 0);
    for (case, mut rng) in each_case(374, cases(1_000)) {
        let polygon = if case % 2 == 0 { shapes::polygon(&mut rng).0 } else { shapes::small_polygon(&mut rng).0 };
        let size = polygon.bounds().size().max_element();
        let center = shapes::point_near(&polygon, &mut rng);
        let radius = size * [0.01, 0.05, 0.2, 0.5, 2.0][rng.usize(0..5)] * rng.f32();
        let circle = Circle::new(center, radius);
        let tolerance = tolerance(&polygon, radius);
        let found = polygon.project_circle_out(circle);
        assert_eq!(collide::intersects(&circle, &polygon), found.is_some(), "{circle:?} {polygon:?}");
        if f64::from(radius) <= tolerance {
            assert_eq!(found, polygon.project_out(center), "{circle:?} {polygon:?}");
            continue;
        }
        let Some(found) = found else {
            stayed += 1;
            assert!(room(&polygon, center, radius) >= -tolerance * 1.001, "{circle:?} stays in {polygon:?}");
            continue;
        };
        moved += 1;
        let room_before = room(&polygon, center, radius);
        assert!(room_before < -tolerance * 0.999, "{circle:?} was free: {polygon:?}");
        let room_after = room(&polygon, found, radius);
        assert!(room_after >= -tolerance * 1.001, "{circle:?} to {found}, {room_after} deep: {polygon:?}");
        let again = polygon.project_circle_out(Circle::new(found, radius));
        assert_eq!(again, None, "{circle:?} to {found}, and again: {polygon:?}");
        let distance = found.as_dvec2().distance(center.as_dvec2());
        // The way out past a single edge, from outside.
        not_beside_one_edge += usize::from((distance + room_before).abs() > 0.01 * f64::from(size));
        // All around, at many distances, nothing nearer is free; and just so around the answer.
        for direction in 0..48 {
            let direction = DVec2::from_angle((f64::from(direction) + rng.f64()) / 48.0 * std::f64::consts::TAU);
            for step in 0..24 {
                let part = (f64::from(step) + rng.f64()) / 24.0;
                for place in [
                    center.as_dvec2() + direction * distance * part,
                    found.as_dvec2() + direction * distance * 0.1 * part * part * part,
                ] {
                    let place = place.as_vec2();
                    let is_nearer = place.as_dvec2().distance(center.as_dvec2()) < distance - tolerance * 2.0;
                    let room = room(&polygon, place, radius);
                    assert!(!is_nearer || room < 0.0, "{circle:?} to {found}, but {place} is free: {polygon:?}");
                }
            }
        }
    }
    assert!(
        moved > cases(1_000) / 3 && stayed > cases(1_000) / 30 && not_beside_one_edge > cases(1_000) / 30,
        "{moved}, {stayed}, {not_beside_one_edge}"
    );
}

/// A block of 30 by 20 with a notch in its top, 4 wide and 10 deep.
fn notched() -> Polygon {
    let corners = [(0, 0), (13, 0), (13, 10), (17, 10), (17, 0), (30, 0), (30, 20), (0, 20)];
    Polygon::new(corners.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).expect("a block with a notch")
}

#[test]
fn a_center_on_the_border_leaves_outward() {
    for reversed in [false, true] {
        let mut points = notched().points().to_vec();
        if reversed {
            points.reverse();
        }
        let polygon = Polygon::new(points).expect("a block with a notch");
        let out = |x: f32, y: f32, radius: f32| polygon.project_circle_out(Circle::new((x, y), radius));
        assert_eq!(out(5.0, 0.0, 2.0), Some(vec2(5.0, -2.0)));
        assert_eq!(out(30.0, 7.0, 2.0), Some(vec2(32.0, 7.0)));
        let found = out(0.0, 0.0, 5.0).expect("a center on a corner");
        assert!((found + vec2(1.0, 1.0) * 12.5_f32.sqrt()).length() < 1e-5, "{found}");
        // The corner of the floor, where both walls are touched.
        assert_eq!(out(13.0, 10.0, 1.0), Some(vec2(14.0, 9.0)));
        // Outside, beside an edge and around a corner.
        assert_eq!(out(-1.0, 7.0, 2.0), Some(vec2(-2.0, 7.0)));
        let found = out(-3.0, -4.0, 10.0).expect("a corner inside the circle");
        assert!((found - vec2(-6.0, -8.0)).length() < 1e-5, "{found}");
        assert_eq!(out(-3.0, -4.0, 5.0), None);
        assert_eq!(out(5.0, -2.0, 2.0), None);
        // A point.
        assert_eq!(out(5.0, 1.0, 0.0), Some(vec2(5.0, 0.0)));
        assert_eq!(out(5.0, 0.0, 0.0), None);
    }
}

#[test]
fn circles_that_are_none_stay() {
    for (x, radius) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (5.0, -1.0), (5.0, f32::NAN), (5.0, f32::INFINITY)] {
        assert_eq!(notched().project_circle_out(Circle::new((x, 5.0), radius)), None, "{x} {radius}");
    }
    // As large as they come.
    let out = notched().project_circle_out(Circle::new((5.0, 5.0), f32::MAX)).expect("it overlaps");
    assert!(out.is_finite(), "{out}");
}

#[test]
fn circles_leave_polygons_with_many_corners() {
    let mut rng = Rng::with_seed(372);
    for (name, points) in [
        ("comb", as_points(&comb(&mut rng, 700))),
        ("spiral", as_points(&spiral(1000))),
        ("star", shapes::star(&mut rng, 2000, 1000.0)),
    ] {
        let polygon = Polygon::new(points).expect("a polygon");
        let bounds = polygon.bounds();
        let runs = if cfg!(debug_assertions) { 5 } else { 20 };
        for _ in 0..runs {
            let center = bounds.min + bounds.size() * vec2(rng.f32(), rng.f32());
            let radius = bounds.size().max_element() * [0.001, 0.02, 0.3][rng.usize(0..3)];
            let found = polygon.project_circle_out(Circle::new(center, radius));
            if let Some(found) = found {
                assert!(room(&polygon, found, radius) >= -tolerance(&polygon, radius) * 1.001, "{name}");
            }
        }
    }
}
