//! Areas, centers and lengths, which polygon a point belongs to, and the nearest point of the border.

use super::shapes;
use reference::targets::border_distance;
use reference::{cases, each_case, rings};
use tileray::Polygon;
use tileray::glam::{DVec2, Vec2};

const UNIT: f64 = (1_u64 << 34) as f64;

#[test]
fn areas_and_centers_are_those_of_whole_numbers() {
    for (_, mut rng) in each_case(313, cases(20_000)) {
        let (polygon, ring) = shapes::polygon(&mut rng);
        // Moments in whole numbers relative to the first point; each is below 2^(55 * 3) for most, so in f64 where not.
        let n = ring.len();
        let o = ring[0];
        let relative = |p: rings::Point| [p[0] - o[0], p[1] - o[1]];
        let (mut sum, mut double_area) = ([0.0_f64; 2], 0_i128);
        let mut size = 0.0_f64;
        for i in 0..n {
            let (a, b) = (relative(ring[i]), relative(ring[(i + 1) % n]));
            let cross = a[0] * b[1] - a[1] * b[0];
            double_area += cross;
            size += (cross as f64).abs();
            (0..2).for_each(|axis| sum[axis] += (a[axis] + b[axis]) as f64 * cross as f64);
        }
        let (area, expected) = (f64::from(polygon.signed_area()), double_area as f64 / (2.0 * UNIT * UNIT));
        assert!((area - expected).abs() <= expected.abs() * 1e-6, "{area} but {expected}: {polygon:?}");
        assert_eq!(polygon.area(), polygon.signed_area().abs());
        let center = |axis: usize| (o[axis] as f64 + sum[axis] / (3.0 * double_area as f64)) / UNIT;
        let found = polygon.centroid();
        // What cancels between the triangles is lost in f64 too.
        let lost = size / (double_area as f64).abs() * 1e-15 + 2e-7;
        let slack = f64::from(polygon.bounds().size().max_element() + found.abs().max_element()) * lost;
        for (axis, found) in [found.x, found.y].into_iter().enumerate() {
            assert!((f64::from(found) - center(axis)).abs() <= slack, "{found} {}: {polygon:?}", center(axis));
        }
        assert!(polygon.bounds().contains(found));
        let corners: Vec<DVec2> = polygon.points().iter().map(|point| point.as_dvec2()).collect();
        let mean = corners.iter().sum::<DVec2>() / n as f64;
        let length: f64 = (0..n).map(|i| corners[i].distance(corners[(i + 1) % n])).sum();
        assert!(polygon.vertex_mean().as_dvec2().distance(mean) <= slack, "{polygon:?}");
        assert!((f64::from(polygon.perimeter()) - length).abs() <= length * 1e-6, "{polygon:?}");
    }
}

#[test]
fn points_belong_as_in_whole_numbers() {
    let mut counts = [0; 4];
    for (_, mut rng) in each_case(321, cases(20_000)) {
        let (polygon, ring) = shapes::polygon(&mut rng);
        for _ in 0..8 {
            let point = shapes::point_near(&polygon, &mut rng);
            let Some(exact_point) = rings::point(point) else { continue };
            let expected = rings::contains(&ring, exact_point);
            assert_eq!(polygon.contains(point), expected, "{point}: {polygon:?}");
            counts[usize::from(expected)] += 1;
            counts[2 + usize::from(expected)] += usize::from(rings::place(&ring, exact_point) == rings::Place::Border);
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn what_is_not_finite_belongs_nowhere() {
    let polygon = Polygon::regular((0.0, 0.0), 1e6, 7).expect("a polygon");
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(!polygon.contains((bad, 0.0)) && !polygon.contains((0.0, bad)));
    }
    assert!(polygon.contains((0.0, 0.0)));
}

#[test]
fn no_point_of_the_border_is_nearer() {
    for (_, mut rng) in each_case(331, cases(30_000)) {
        let (polygon, _) = shapes::polygon(&mut rng);
        let point = shapes::point_near(&polygon, &mut rng);
        let found = polygon.closest_point(point);
        let largest = f64::from(point.abs().max_element().max(found.abs().max_element()));
        let slack = largest / f64::from(1 << 23);
        assert!(
            border_distance(polygon.points(), found.as_dvec2()) <= slack,
            "{found} is not on the border: {point}, {polygon:?}"
        );
        let (expected, distance) =
            (border_distance(polygon.points(), point.as_dvec2()), found.as_dvec2().distance(point.as_dvec2()));
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
