//! Area, centroid and inertia against sums over small squares, and clipping against the definition.

use super::kinds::{Kind, Part, part_gap, polygon};
use super::shapes::vector;
use reference::{Replay, cases, numbers, seeded};
use tileray::collide::{self, Measures, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2, dvec2, vec2};
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Polygon};

/// Sums over the centers of squares of a lattice of `count` by `count` in the bounding box.
fn summed(shape: &Kind, count: usize) -> (f64, DVec2, f64) {
    let bounds = shape.shape().bounds();
    let (min, size) = (bounds.min.as_dvec2(), bounds.size().as_dvec2());
    let parts = shape.parts();
    let cell = size / count as f64;
    let (mut area, mut first, mut polar) = (0.0, DVec2::ZERO, 0.0);
    for y in 0..count {
        for x in 0..count {
            let offset = cell * dvec2(x as f64 + 0.5, y as f64 + 0.5);
            let point = Part { points: vec![min + offset], radius: 0.0 };
            // Overlapping pieces count each.
            let times = parts.iter().filter(|part| part_gap(&point, part) <= 0.0).count() as f64;
            let weight = times * cell.x * cell.y;
            (area, first) = (area + weight, first + offset * weight);
            polar += weight * (offset.length_squared() + cell.length_squared() / 12.0);
        }
    }
    if area == 0.0 {
        return (0.0, min, 0.0);
    }
    let center = first / area;
    (area, min + center, polar - area * center.length_squared())
}

#[test]
fn measures_are_those_of_many_small_squares() {
    let mut rng = seeded(601);
    let mut met = 0;
    for case in numbers(cases(240)) {
        let _replay = Replay::new(case, &rng);
        let near = vector(&mut rng, [0.0, 100.0, 1e4][case % 3]).round();
        let shape = Kind::any(&mut rng, near);
        let found = collide::measures(shape.shape()).expect("a valid shape");
        let (area, centroid, inertia) = summed(&shape, 60);
        let size = shape.shape().bounds().size();
        // A border of about a square is in doubt.
        let doubt = 2.5 * f64::from(size.x * size.y) * shape.parts().len() as f64 / 60.0;
        let reach = f64::from(size.length());
        assert!((f64::from(found.area) - area).abs() <= doubt, "{found:?} for {area} of {shape:?}");
        if area > 4.0 * doubt {
            let apart = found.centroid.as_dvec2().distance(centroid);
            assert!(apart <= reach * doubt / area + 0.01, "{found:?} for {centroid} of {shape:?}");
            let error = (f64::from(found.inertia) - inertia).abs();
            assert!(error <= doubt * reach * reach, "{found:?} for {inertia} of {shape:?}");
            met += 1;
        }
    }
    assert!(met > cases(240) / 3, "{met}");
}

#[test]
fn measures_are_those_of_the_formulas() {
    let close = |found: Measures, area: f64, centroid: Vec2, inertia: f64| {
        assert!((f64::from(found.area) / area - 1.0).abs() < 1e-6, "{found:?} for {area}");
        assert!(found.centroid.distance(centroid) < 1e-4, "{found:?} for {centroid}");
        assert!((f64::from(found.inertia) / inertia - 1.0).abs() < 1e-5, "{found:?} for {inertia}");
    };
    let pi = std::f64::consts::PI;
    let of = |shape: &dyn collide::Collider| collide::measures(shape).expect("a valid shape");
    close(of(&Circle::new((5.0, 7.0), 3.0)), pi * 9.0, vec2(5.0, 7.0), pi * 81.0 / 2.0);
    close(of(&Aabb::new(vec2(1.0, 1.0), vec2(5.0, 3.0))), 8.0, vec2(3.0, 2.0), 8.0 * (16.0 + 4.0) / 12.0);
    // A capsule: a box of 10 by 4 and a disc of radius 2 in two halves.
    let halves = {
        let (area, to_center) = (pi * 2.0, 4.0 * 2.0 / (3.0 * pi));
        let own = pi * 16.0 / 4.0 - area * to_center * to_center;
        2.0 * (own + area * (5.0 + to_center) * (5.0 + to_center))
    };
    let log = Capsule::new((0.0, 3.0), (10.0, 3.0), 2.0);
    close(of(&log), 40.0 + 4.0 * pi, vec2(5.0, 3.0), 40.0 * (100.0 + 16.0) / 12.0 + halves);
    // Far away nothing is lost but the rounding of the centroid.
    let far = of(&log.translated((1e6, -1e6)));
    assert_eq!((far.area, far.inertia), (of(&log).area, of(&log).inertia));
    assert_eq!(
        of(&Segment::new((0.0, 0.0), (4.0, 2.0))),
        Measures { area: 0.0, centroid: vec2(2.0, 1.0), inertia: 0.0 }
    );
    assert_eq!(collide::measures(&Circle::new((f32::NAN, 0.0), 1.0)), None);
}

#[test]
fn a_rounded_polygon_lies_between_its_polygon_and_its_box() {
    let mut rng = seeded(602);
    for case in numbers(cases(4_000)) {
        let _replay = Replay::new(case, &rng);
        let plain = polygon(&mut rng, Vec2::ZERO);
        let ring = Polygon::new(plain.points().collect()).expect("it is simple");
        let found = collide::measures(&plain).expect("valid");
        assert!((found.area / ring.area() - 1.0).abs() < 1e-5 && found.centroid.distance(ring.centroid()) < 1e-3);
        let radius = rng.f32() * 8.0;
        let round = collide::measures(&RoundedPolygon::new(plain.clone(), radius).expect("a radius")).expect("valid");
        // Steiner's formula for the area of a Minkowski sum with a disc.
        let expected = ring.area() + ring.perimeter() * radius + std::f32::consts::PI * radius * radius;
        assert!((round.area / expected - 1.0).abs() < 1e-5, "{} for {expected}", round.area);
        assert!(round.inertia >= found.inertia);
        let twice = collide::measures(&Hull::new(vec![plain.clone(), plain]).expect("pieces")).expect("valid");
        assert!((twice.area / (2.0 * found.area) - 1.0).abs() < 1e-5);
        assert!((twice.inertia / (2.0 * found.inertia) - 1.0).abs() < 1e-3, "{twice:?} {found:?}");
    }
}

#[test]
fn what_is_left_of_a_polygon_is_in_both() {
    let mut rng = seeded(603);
    let mut left = [0; 2];
    for case in numbers(cases(8_000)) {
        let _replay = Replay::new(case, &rng);
        let near = vector(&mut rng, [0.0, 100.0, 1e4][case % 3]).round();
        let (a, b) = (polygon(&mut rng, near), polygon(&mut rng, near));
        let slack = 1e-5 * f64::from(near.abs().max_element() + 100.0);
        let inside = |shape: &ConvexPolygon, point: Vec2| {
            let part = |points: Vec<DVec2>| Part { points, radius: 0.0 };
            part_gap(&part(vec![point.as_dvec2()]), &part(reference::separation::corners(shape)))
        };
        let common = a.intersection(&b);
        for _ in 0..20 {
            let point = near + vector(&mut rng, 20.0);
            let depth = inside(&a, point).max(inside(&b, point));
            let found = common.as_ref().map_or(f64::INFINITY, |common| inside(common, point));
            assert!(depth > -slack || found < slack, "{point} is lost of\n{a:?}\n{b:?}");
            assert!(depth < slack || found > -slack, "{point} is not in\n{a:?}\n{b:?}");
        }
        let (point, outward) = (near + vector(&mut rng, 10.0), vector(&mut rng, 1.0));
        let clipped = a.clipped(point, outward);
        for _ in 0..20 {
            let probe = near + vector(&mut rng, 20.0);
            let beyond = (probe - point).as_dvec2().dot(outward.as_dvec2().normalize());
            let depth = inside(&a, probe).max(beyond);
            let found = clipped.as_ref().map_or(f64::INFINITY, |rest| inside(rest, probe));
            assert!(depth > -slack || found < slack, "{probe} is lost of\n{a:?}");
            assert!(depth < slack || found > -slack, "{probe} is not behind {point} {outward} in\n{a:?}");
        }
        left = [left[0] + usize::from(common.is_some()), left[1] + usize::from(clipped.is_some())];
    }
    assert!(left.iter().all(|&count| count > cases(8_000) / 5), "{left:?}");
    let square = ConvexPolygon::rectangle((0.0, 0.0), (4.0, 4.0)).expect("a square");
    assert_eq!(square.clipped((f32::NAN, 0.0), (1.0, 0.0)), None);
    assert_eq!(square.clipped((2.0, 0.0), (0.0, 0.0)), Some(square.clone()));
    assert_eq!(square.intersection(&square.translated((f32::INFINITY, 0.0))), None);
}
