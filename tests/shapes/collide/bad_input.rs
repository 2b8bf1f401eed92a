//! Invalid shapes are refused with an error that names the fault; NaN and infinity are safe.

use super::shapes::vector;
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::collide::{self, Collider, CollidesWith, HullError, RoundedPolygon};
use tileray::geometry::{PolygonError, Segment};
use tileray::glam::{Vec2, vec2};
use tileray::{Capsule, Circle, ConvexPolygon, Hull, Polygon, Pose, Ray, Sweep};

fn points(coordinates: &[(f32, f32)]) -> Vec<Vec2> {
    coordinates.iter().map(|&point| point.into()).collect()
}

#[test]
fn rectangles_and_hulls_of_nothing_are_refused() {
    let rectangle = |a: (f32, f32), b: (f32, f32)| ConvexPolygon::rectangle(a, b);
    assert!(matches!(rectangle((0.0, 0.0), (0.0, 5.0)), Err(PolygonError::RepeatedPoint { .. })));
    assert!(matches!(rectangle((0.0, 0.0), (5.0, 0.0)), Err(PolygonError::RepeatedPoint { .. })));
    assert!(matches!(rectangle((2.0, 2.0), (2.0, 2.0)), Err(PolygonError::RepeatedPoint { .. })));
    assert!(matches!(rectangle((0.0, 0.0), (f32::INFINITY, 5.0)), Err(PolygonError::NotFinite { .. })));
    assert!(matches!(rectangle((0.0, -2e18), (4.0, 5.0)), Err(PolygonError::TooFar { .. })));
    // Either two opposite corners will do.
    assert_eq!(rectangle((4.0, 0.0), (0.0, 5.0)), rectangle((0.0, 0.0), (4.0, 5.0)));

    let around = |coordinates: &[(f32, f32)]| ConvexPolygon::convex_hull(points(coordinates));
    assert_eq!(around(&[(0.0, 0.0), (1.0, 0.0)]), Err(PolygonError::TooFewPoints { count: 2 }));
    assert_eq!(around(&[(0.0, 0.0), (1.0, f32::NAN), (2.0, 2.0)]), Err(PolygonError::NotFinite { index: 1 }));
    assert_eq!(around(&[(0.0, 0.0), (1.0, 0.0), (2.0, 2e18)]), Err(PolygonError::TooFar { index: 2 }));
    assert_eq!(around(&[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (2.0, 2.0)]), Err(PolygonError::ZeroArea));
    assert_eq!(around(&[(4.0, 4.0); 7]), Err(PolygonError::ZeroArea));

    assert_eq!(Hull::new(Vec::new()), Err(HullError::NoPieces));
    assert!(!HullError::NoPieces.to_string().is_empty());
    let concave = Polygon::new(points(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (3.0, 2.0)])).expect("a dart");
    assert_eq!(ConvexPolygon::try_from(&concave), Err(PolygonError::NotConvex { index: 3 }));
}

/// Numbers that do harm where they are not thought of.
fn special(rng: &mut Rng) -> f32 {
    const ODD: [f32; 16] = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        0.0,
        -0.0,
        f32::MIN_POSITIVE,
        1e-45,
        -1e-45,
        f32::MAX,
        f32::MIN,
        1.8e19,
        -1.9e19,
        1.0,
        16_777_216.0,
        1e-20,
        -3.5,
    ];
    match rng.u8(..4) {
        0 => f32::from_bits(rng.u32(..)),
        1 => rng.f32() * 20.0 - 10.0,
        _ => ODD[rng.usize(..ODD.len())],
    }
}

fn special_vector(rng: &mut Rng) -> Vec2 {
    vec2(special(rng), special(rng))
}

fn any_polygon(rng: &mut Rng) -> ConvexPolygon {
    let plain = |rng: &mut Rng| (0..rng.usize(3..12)).map(|_| vector(rng, 10.0)).collect::<Vec<_>>();
    let odd = (0..rng.usize(3..6)).map(|_| special_vector(rng)).collect::<Vec<_>>();
    let odd = ConvexPolygon::convex_hull(odd.clone()).or_else(|_| ConvexPolygon::new(odd));
    loop {
        let polygon = if rng.bool() { odd.clone() } else { ConvexPolygon::convex_hull(plain(rng)) };
        let Ok(polygon) = polygon else { continue };
        return match rng.u8(..4) {
            0 => polygon.translated(special_vector(rng)),
            1 => polygon.transformed(&Pose::new(special_vector(rng), special(rng))),
            _ => polygon,
        };
    }
}

fn any_hull(rng: &mut Rng) -> Hull {
    let hull = Hull::new((0..rng.usize(1..4)).map(|_| any_polygon(rng)).collect()).expect("it has pieces");
    match rng.u8(..4) {
        0 => hull.translated(special_vector(rng)),
        1 => hull.transformed(&Pose::new(special_vector(rng), special(rng))),
        _ => hull,
    }
}

/// Asks all that can be asked of two shapes, and holds the answers to what they promise whatever the numbers.
fn ask<A, B>(a: &A, b: &B, motion: Vec2) -> bool
where
    A: CollidesWith<B> + Collider + Sync,
    B: CollidesWith<A> + Collider + Sync,
{
    let overlaps = collide::intersects(a, b);
    let contact = collide::contact(a, b);
    assert_eq!(contact.is_some(), overlaps);
    if let Some(contact) = contact {
        assert!(contact.depth > 0.0 && contact.normal.is_finite(), "{contact:?} of {a:?} in {b:?}");
    }
    assert_eq!(collide::intersects(b, a), overlaps);
    let sweep = collide::sweep(a, b, motion);
    assert_eq!(sweep.intersects, overlaps, "{sweep:?}");
    // Shapes that are not valid, or nowhere, meet nothing.
    let are_valid = collide::distance(a, b).is_some();
    assert!(are_valid || (contact, sweep.fraction) == (None, None), "{contact:?} and {sweep:?} of {a:?} and {b:?}");
    match sweep.fraction {
        Some(time) => assert!((0.0..=1.0).contains(&time) && sweep.normal.is_finite(), "{sweep:?}"),
        None => assert_eq!(sweep, Sweep::default()),
    }
    if !motion.is_finite() {
        assert_eq!(sweep, collide::sweep(a, b, Vec2::ZERO), "{motion}");
    }
    let mut contacts = [None];
    collide::contact_pairs(std::slice::from_ref(a), std::slice::from_ref(b), &[(0, 0)], &mut contacts);
    assert_eq!(contacts, [contact]);
    overlaps
}

fn ask_for_parting(a: &Hull, b: &Hull) {
    let parting = collide::mtv(a, b);
    assert_eq!(parting.is_some(), collide::intersects(a, b));
    assert!(parting.is_none_or(Vec2::is_finite), "{parting:?}");
}

#[test]
fn no_number_makes_anything_panic() {
    let mut overlapping = 0;
    for (_, mut rng) in each_case(541, cases(6_000)) {
        let (a, b) = (any_polygon(&mut rng), any_polygon(&mut rng));
        let (c, d) = (any_hull(&mut rng), any_hull(&mut rng));
        let circle = Circle::new(special_vector(&mut rng), special(&mut rng));
        let other = Circle::new(special_vector(&mut rng), rng.f32() * 20.0);
        let is_circle = circle.center.is_finite() && (0.0..f32::INFINITY).contains(&circle.radius);
        assert_eq!(collide::distance(&circle, &circle).is_some(), is_circle, "{circle:?}");
        let segment = Segment::new(special_vector(&mut rng), special_vector(&mut rng));
        let motion = special_vector(&mut rng);
        let log = Capsule { segment, radius: special(&mut rng) };
        let round = RoundedPolygon::new(b.clone(), special(&mut rng).abs());
        let round = round.unwrap_or_else(|_| RoundedPolygon::new(a.clone(), 1.0).expect("a radius"));
        let asked = [
            ask(&log, &a, motion),
            ask(&log, &other, motion),
            ask(&log, &c, motion),
            ask(&log, &round, motion),
            ask(&round, &a, motion),
            ask(&round, &other, motion),
            ask(&round, &d, motion),
            ask(&a, &b, motion),
            ask(&a, &c, motion),
            ask(&c, &d, motion),
            ask(&circle, &a, motion),
            ask(&other, &c, motion),
            ask(&circle, &other, motion),
            ask(&other, &segment, motion),
        ];
        overlapping += asked.iter().filter(|&&overlaps| overlaps).count();
        if let Ok(polygon) = Polygon::new((0..rng.usize(3..6)).map(|_| special_vector(&mut rng)).collect()) {
            ask(&other, &polygon, motion);
        }
        let ray = Ray::new(special_vector(&mut rng), special_vector(&mut rng), special(&mut rng));
        for shape in [&a as &dyn Collider, &c, &log, &round, &circle, &segment] {
            let distance = collide::distance(shape, &other);
            assert!(distance.is_none_or(|distance| distance >= 0.0), "{distance:?} of {shape:?}");
            assert_eq!(collide::closest_points(shape, &other).is_some(), distance.is_some());
            let hit = collide::raycast(shape, &ray);
            assert!(hit.is_none_or(|hit| (0.0..=1.0).contains(&hit.fraction()) && hit.normal().is_finite()), "{hit:?}");
        }
        assert!(a.intersection(&b).is_none_or(|common| common.len() >= 3));
        let of_one = Hull::from(a.clone());
        ask_for_parting(&of_one, &Hull::from(b.clone()));
        ask_for_parting(&c, &of_one);
        ask_for_parting(&c, &d);
        let manifold = collide::manifold(&a, &b);
        assert_eq!(manifold.map(|manifold| manifold.contact), collide::contact(&a, &b));
        assert!(manifold.is_none_or(|manifold| matches!(manifold.points().len(), 1 | 2)));
        assert!(collide::separation(&a, &b).is_none_or(|separation| (separation < 0.0) == collide::intersects(&a, &b)));
        let (one, two) = collide::split_mtv(motion, special(&mut rng), special(&mut rng));
        assert!(!motion.is_finite() || (one.is_finite() && two.is_finite()));
    }
    assert!(overlapping > cases(6_000) / 4, "{overlapping}");
}

#[test]
fn a_shape_so_far_away_that_it_is_a_point_contains_no_other_points() {
    // `f64` has a number every 2^46 px there, so all corners round to the same point.
    let triangle = ConvexPolygon::new(points(&[(-0.25, -1.0), (0.25, -25.0), (0.0, 0.0)])).expect("a triangle");
    let hull = Hull::from(triangle.clone()).translated((3e29, 3e29));
    for point in [vec2(0.0, 0.0), vec2(3e29, -3e38), vec2(-3e29, 3e29), vec2(3e29, 3.1e29), vec2(1e30, 1e30)] {
        assert!(!hull.contains(point), "{point}");
        assert_eq!(collide::raycast(&hull, &Ray::between(point, point)), None, "{point}");
    }
    // The hull's position is a corner of the one, and beside the other.
    let beside = Hull::from(triangle.translated((1.0, 0.0))).translated((3e29, 3e29));
    assert_eq!([&hull, &beside].map(|hull| hull.contains((3e29, 3e29))), [true, false]);
}

#[test]
fn polygons_of_ten_thousand_corners_are_no_trouble() {
    let ring = |count: usize, radius: f64| {
        let at = |corner: usize| {
            let angle = corner as f64 / count as f64 * std::f64::consts::TAU;
            vec2((angle.cos() * radius) as f32, (angle.sin() * radius) as f32)
        };
        (0..count).map(at).collect::<Vec<_>>()
    };
    let large = ConvexPolygon::convex_hull(ring(10_000, 1e5)).expect("a ring");
    assert!(large.len() > 9_000, "{}", large.len());
    let again = ConvexPolygon::new(large.points().collect()).expect("a ring");
    assert_eq!(again.len(), large.len());
    let other = large.translated((190_000.0, 0.0));
    let contact = collide::contact(&large, &other).expect("10,000 px deep");
    assert!((contact.depth - 10_000.0).abs() < 1.0 && contact.normal.x < -0.999, "{contact:?}");
    let apart = large.translated((-20_000.0, 0.0));
    let sweep = collide::sweep(&apart, &other, (20_000.0, 0.0));
    assert!(sweep.fraction.is_some_and(|time| (time - 0.5).abs() < 1e-3), "{sweep:?}");
    let ball = Circle::new((100_010.0, 0.0), 20.0);
    assert!(collide::contact(&ball, &large).is_some_and(|contact| (contact.depth - 10.0).abs() < 0.1));
    assert!(collide::sweep(&ball, &large.translated((-500.0, 0.0)), (-1000.0, 0.0)).fraction.is_some());
    assert!(collide::manifold(&large, &other).is_some());
    let way = collide::mtv(&Hull::from(large.clone()), &Hull::from(other.clone())).expect("10,000 px deep");
    assert!((way.length() - 10_000.0).abs() < 1.0, "{way}");
    let turned = large.transformed(&Pose::new((0.0, 0.0), 1.0));
    assert!(collide::intersects(&turned, &other));
}
