//! Capsules and rounded polygons against all kinds: contacts, contact points, sweeps.

use super::kinds::{capsule, gap, hull, moved, place, polygon, rounded, rounding};
use super::shapes::vector;
use fastrand::Rng;
use reference::cores::{AnyShape, PlainCore};
use reference::separation::first_below;
use reference::{cases, each_case};
use std::fmt::Debug;
use tileray::collide::{self, CollidesWith, RoundedPolygon};
use tileray::glam::{Vec2, vec2};
use tileray::{Capsule, Circle, ConvexPolygon, Sweep};

fn circle(rng: &mut Rng, near: Vec2) -> Circle {
    let radius = [0.0, rng.u8(1..9).into(), rng.f32() * 10.0][rng.usize(..3)];
    Circle::new(place(rng, near), radius)
}

/// The tolerance of a touch, and some for the rounding of answers.
fn touch(a: &[PlainCore], b: &[PlainCore]) -> f64 {
    let size = |parts: &[PlainCore]| {
        let reach =
            |part: &PlainCore| part.points.iter().map(|point| point.distance(parts[0].points[0])).fold(0.0, f64::max);
        parts.iter().map(|part| reach(part) + part.radius).fold(1.0, f64::max)
    };
    2.0 * rounding(a, b) + (size(a) + size(b)) / (1 << 19) as f64
}

/// Compares all answers about a pair with the reference. Returns whether they overlap and whether they meet.
fn compare<A, B>(a: &A, b: &B, parts: [&[PlainCore]; 2], motion: Vec2) -> [bool; 2]
where
    A: CollidesWith<B> + Debug,
    B: CollidesWith<A> + Debug,
{
    let [one, other] = parts;
    let (expected, allowed) = (gap(one, other), touch(one, other));
    let contact = collide::contact(a, b);
    let overlaps = contact.is_some();
    assert_eq!((collide::intersects(a, b), collide::intersects(b, a)), (overlaps, overlaps));
    if expected.abs() > allowed {
        assert_eq!(overlaps, expected < 0.0, "{expected} but {contact:?}\n{a:?}\n{b:?}");
    }
    let manifold = collide::manifold(a, b);
    assert_eq!(manifold.map(|manifold| manifold.contact), contact);
    if let Some(contact) = contact {
        assert!((f64::from(contact.depth) + expected).abs() <= allowed, "{contact:?} for {expected}\n{a:?}\n{b:?}");
        assert!((contact.normal.length() - 1.0).abs() < 1e-6, "{contact:?}");
        assert_eq!(collide::contact(b, a).map(|other| other.depth), Some(contact.depth));
        let points = manifold.as_ref().map_or(&[][..], |manifold| manifold.points());
        assert!(matches!(points.len(), 1 | 2), "{manifold:?}");
        for &point in points {
            // Halfway between both borders, so at most half the depth outside of either, up to a slanting incident edge.
            let point = [PlainCore { points: vec![point.as_dvec2()], radius: 0.0 }];
            let outside = gap(&point, one).max(gap(&point, other));
            assert!(outside <= f64::from(contact.depth) * 0.5 + 2.0 * allowed, "{outside} {manifold:?}\n{a:?}\n{b:?}");
        }
    }
    if one.len() == 1
        && other.len() == 1
        && let Some(contact) = contact
    {
        let after = gap(&moved(one, contact.mtv().as_dvec2()), other);
        assert!(after >= -allowed, "{after} after {contact:?}\n{a:?}\n{b:?}");
    }
    let sweep = collide::sweep(a, b, motion);
    assert_eq!(sweep.intersects, overlaps);
    let back = collide::sweep(b, a, -motion);
    assert_eq!((back.intersects, back.will_intersect), (sweep.intersects, sweep.will_intersect));
    let slack = allowed + f64::from(motion.length()) / (1 << 20) as f64;
    let times = |limit: f64| {
        let pairs = one.iter().flat_map(|p| other.iter().map(move |q| (p, q)));
        let first = pairs.filter_map(|(p, q)| {
            let at =
                |time: f64| gap(&moved(std::slice::from_ref(p), motion.as_dvec2() * time), std::slice::from_ref(q));
            first_below(at, limit).0
        });
        first.fold(f64::INFINITY, f64::min)
    };
    match sweep.fraction {
        // It may graze: only what is entered by more than rounding must be met.
        None => {
            assert_eq!(sweep, Sweep::default());
            assert!(times(-40.0 * slack).is_infinite(), "missed\n{a:?}\n{b:?}\n{motion}");
        }
        Some(_) if sweep.intersects => assert_eq!(sweep.fraction, Some(0.0)),
        Some(time) => {
            let at = gap(&moved(one, motion.as_dvec2() * f64::from(time)), other);
            assert!(at.abs() <= 2.0 * slack, "{at} apart at {sweep:?}\n{a:?}\n{b:?}\n{motion}");
            let early = times(-2.0 * slack);
            assert!(early >= f64::from(time) - 1e-6, "{early} before {sweep:?}\n{a:?}\n{b:?}\n{motion}");
        }
    }
    [overlaps, sweep.fraction.is_some() && !overlaps]
}

#[test]
fn every_pair_is_as_the_reference_says() {
    let mut counts = [[0; 2]; 9];
    for (case, mut rng) in each_case(591, cases(800)) {
        let near = vector(&mut rng, [0.0, 100.0, 3000.0, 1e5][case % 4]).round();
        let motion = vector(&mut rng, 60.0);
        let motion = if rng.bool() { motion.round() } else { motion };
        let (one, two) = (capsule(&mut rng, near), capsule(&mut rng, near));
        let (round, other) = (rounded(&mut rng, near), rounded(&mut rng, near));
        let (ball, plain, compound) = (circle(&mut rng, near), polygon(&mut rng, near), hull(&mut rng, near));
        let [p, q] = [one, two].map(|shape| AnyShape::Capsule(shape).cores());
        let [r, s] = [&round, &other].map(|shape| AnyShape::Rounded(shape.clone()).cores());
        let kinds = [AnyShape::Circle(ball), AnyShape::Polygon(plain.clone()), AnyShape::Hull(compound.clone())];
        let [of_ball, of_plain, of_compound] = kinds.map(|kind| kind.cores());
        let met = [
            compare(&one, &two, [&p, &q], motion),
            compare(&one, &ball, [&p, &of_ball], motion),
            compare(&one, &plain, [&p, &of_plain], motion),
            compare(&one, &round, [&p, &r], motion),
            compare(&one, &compound, [&p, &of_compound], motion),
            compare(&round, &other, [&r, &s], motion),
            compare(&round, &ball, [&r, &of_ball], motion),
            compare(&round, &plain, [&r, &of_plain], motion),
            compare(&round, &compound, [&r, &of_compound], motion),
        ];
        for (count, met) in counts.iter_mut().zip(met) {
            *count = [0, 1].map(|i| count[i] + usize::from(met[i]));
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > cases(800) / 20), "{counts:?}");
}

#[test]
fn shapes_of_no_radius_or_no_length_are_what_they_are_made_of() {
    let mut overlapping = 0;
    for (_, mut rng) in each_case(592, cases(4_000)) {
        let near = vector(&mut rng, 100.0);
        let (a, b) = (polygon(&mut rng, near), polygon(&mut rng, near));
        let sharp = RoundedPolygon::new(a.clone(), 0.0).expect("a radius");
        let (plain, same) = (collide::contact(&a, &b), collide::contact(&sharp, &b));
        if let (Some(plain), Some(same)) = (plain, same) {
            assert!((plain.depth - same.depth).abs() < 1e-3, "{plain:?} and {same:?}");
            overlapping += 1;
        } else {
            let shallow = plain.or(same).is_none_or(|contact| contact.depth < 1e-3);
            assert!(shallow, "{plain:?} and {same:?} of\n{a:?}\n{b:?}");
        }
        let ball = circle(&mut rng, near);
        let round = Capsule::new(ball.center, ball.center, ball.radius);
        let (plain, same) = (collide::contact(&ball, &b), collide::contact(&round, &b));
        assert!(
            plain.is_some() == same.is_some() || plain.or(same).is_some_and(|contact| contact.depth < 1e-3),
            "{plain:?} and {same:?}"
        );
        let motion = vector(&mut rng, 50.0);
        let (plain, same) = (collide::sweep(&ball, &b, motion), collide::sweep(&round, &b, motion));
        if let (Some(plain), Some(same)) = (plain.fraction, same.fraction) {
            assert!((plain - same).abs() < 1e-3, "{plain} and {same}");
        }
    }
    assert!(overlapping > cases(4_000) / 5, "{overlapping}");
}

#[test]
fn whole_numbers_come_out_exactly() {
    let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0)).expect("a floor");
    let log = Capsule::new((10.0, 9.0), (30.0, 9.0), 8.0);
    let contact = collide::contact(&log, &floor).expect("1 px deep");
    assert_eq!((contact.normal, contact.depth), (vec2(0.0, -1.0), 1.0));
    assert_eq!(collide::contact(&log.translated((0.0, -1.0)), &floor), None);
    let sweep = collide::sweep(&log.translated((0.0, -11.0)), &floor, (4.0, 20.0));
    assert_eq!((sweep.fraction, sweep.normal), (Some(0.5), vec2(0.0, -1.0)));
    let crate_box = ConvexPolygon::rectangle((2.0, 2.0), (14.0, 10.0)).expect("a box");
    let round = RoundedPolygon::new(crate_box, 4.0).expect("a radius");
    assert_eq!(collide::contact(&round, &floor), None);
    let sunk = round.translated((0.0, 5.0));
    assert_eq!(collide::manifold(&sunk, &floor).map(|manifold| manifold.contact.mtv()), Some(vec2(0.0, -3.0)));
    assert_eq!(
        collide::manifold(&sunk, &floor).map(|m| m.points().to_vec()),
        Some(vec![vec2(2.0, 17.5), vec2(14.0, 17.5)])
    );
    // Two balls meet halfway; crossing logs leave across the shorter way.
    let balls = collide::manifold(&Circle::new((0.0, 0.0), 4.0), &Circle::new((6.0, 0.0), 4.0)).expect("2 px deep");
    assert_eq!((balls.contact.mtv(), balls.points()), (vec2(-2.0, 0.0), &[vec2(3.0, 0.0)][..]));
    let crossing =
        collide::contact(&Capsule::new((0.0, 0.0), (10.0, 0.0), 1.0), &Capsule::new((5.0, -2.0), (5.0, 8.0), 1.0));
    assert_eq!(crossing.map(|contact| contact.mtv()), Some(vec2(0.0, -4.0)));
}
