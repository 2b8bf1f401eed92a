//! Every pair of convex shapes, and circles against concave polygons: contacts, contact points and sweeps, against plain cores.

use super::hull_shapes::star;
use super::kinds::{capsule, hull, polygon, radius};
use super::shapes::{pair, vector};
use fastrand::Rng;
use reference::cores::{AnyShape, PlainCore, PlainSum, gap, gap_after};
use reference::separation::{first_below, tolerance};
use reference::targets::ring_distance;
use reference::{cases, each_case};
use std::collections::BTreeMap;
use tileray::collide::{self, Collider, CollidesWith, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Circle, ConvexPolygon, Hull, Polygon, Sweep};

/// A circle near a box, often on its lines and over its corners, and sometimes a point.
fn circle(rng: &mut Rng, shape: &dyn Collider) -> Circle {
    let bounds = shape.bounds();
    let size = bounds.size().max_element().max(1.0);
    let radius = [0.0, 1e-3, rng.f32() * size * 0.6][[0, 1, 2, 2, 2][rng.usize(..5)]];
    let center = bounds.center() + vector(rng, size * 1.2);
    if rng.bool() { Circle::new(center.round(), radius.round()) } else { Circle::new(center, radius) }
}

/// How far the first shape is from the second after a motion, below 0 the length of the shortest way out; and the convex
/// parts of both.
struct Plain<'a> {
    gap: &'a dyn Fn(DVec2) -> f64,
    parts: [&'a [PlainCore]; 2],
    /// Whether one contact parts the whole shapes: not of hulls.
    is_whole: bool,
    /// Whether the second shape is a concave polygon.
    is_concave: bool,
}

/// Compares all answers about a pair with the plain ones. Returns 0 where they overlap, 1 where the first misses the second, and
/// 2 where it meets it.
fn compare<A, B>(a: &A, b: &B, plain: &Plain<'_>, motion: Vec2) -> usize
where
    A: CollidesWith<B> + Collider,
    B: CollidesWith<A> + Collider,
{
    let &Plain { gap: apart, parts: [one, other], is_whole, is_concave } = plain;
    let context = || format!("{a:?}\n{b:?}\n{motion}");
    // A circle keeps a gap of 2^-18 of the size to the side of a concave polygon along which it slides.
    let allowed = tolerance(a, b) * if is_concave { 4.0 } else { 1.0 };
    let (expected, contact) = (apart(DVec2::ZERO), collide::contact(a, b));
    let overlaps = contact.is_some();
    assert_eq!((collide::intersects(a, b), collide::intersects(b, a)), (overlaps, overlaps), "{}", context());
    assert!(overlaps == (expected < 0.0) || expected.abs() <= allowed, "{expected} but {contact:?}\n{}", context());
    let manifold = collide::manifold(a, b);
    assert_eq!(manifold.map(|manifold| manifold.contact), contact);
    if let Some(contact) = contact {
        let depth = f64::from(contact.depth);
        // Out of a concave polygon, the way past one edge may lead into another.
        let is_right = if is_concave { depth >= -expected - allowed } else { (depth + expected).abs() <= allowed };
        assert!(is_right, "{contact:?} for {expected}\n{}", context());
        assert!((contact.normal.length() - 1.0).abs() < 1e-6, "{contact:?}");
        assert_eq!(collide::contact(b, a).map(|other| other.depth), Some(contact.depth));
        let points = manifold.as_ref().map_or(&[][..], |manifold| manifold.points());
        assert!(matches!(points.len(), 1 | 2), "{manifold:?}");
        for &point in points {
            // Halfway between both borders, so at most half the depth outside of either, up to a slanting incident edge.
            let point = [PlainCore { points: vec![point.as_dvec2()], radius: 0.0 }];
            let outside = gap(&point, one).max(gap(&point, other));
            assert!(is_concave || outside <= depth * 0.5 + 2.0 * allowed, "{outside} {manifold:?}\n{}", context());
        }
        let [almost, after] = [0.99, 1.0].map(|part| apart(contact.mtv().as_dvec2() * part));
        let is_parted = after >= -allowed && almost <= allowed;
        assert!(!is_whole || is_parted, "{almost} and {after} after {contact:?}\n{}", context());
    }
    let sweep = collide::sweep(a, b, motion);
    assert_eq!(sweep.intersects, overlaps);
    let back = collide::sweep(b, a, -motion);
    assert_eq!((back.intersects, back.will_intersect), (sweep.intersects, sweep.will_intersect));
    let way = motion.as_dvec2();
    let slack = allowed + way.length() / (1 << 20) as f64;
    // Each part is convex, so the distance of two parts is a convex function of time.
    let sums = PlainSum::pairs(one, other);
    let times = |limit: f64| {
        let all = sums.iter().filter_map(|sum| first_below(|time| sum.gap_after(way * time), limit).0);
        all.fold(f64::INFINITY, f64::min)
    };
    match sweep.fraction {
        // It may graze: only what is entered by more than rounding must be met.
        None => {
            assert_eq!(sweep, Sweep::default());
            assert!(times(-40.0 * slack).is_infinite(), "missed\n{}", context());
            return 1;
        }
        Some(_) if overlaps => {
            assert_eq!((sweep.fraction, sweep.will_intersect), (Some(0.0), true));
            assert!(!is_whole || contact.is_some_and(|contact| contact.normal == sweep.normal), "{sweep:?}");
        }
        Some(time) => {
            let at = apart(way * f64::from(time));
            assert!(at.abs() <= 2.0 * slack, "{at} apart at {sweep:?}\n{}", context());
            let early = times(-2.0 * slack);
            assert!(early >= f64::from(time) - 1e-6, "{early} before {sweep:?}\n{}", context());
            assert!(sweep.normal.as_dvec2().dot(way) <= 1e-6 * way.length(), "{sweep:?}\n{}", context());
            assert_eq!(sweep.will_intersect, time < 1.0);
        }
    }
    // It ends touching or apart, and loses nothing along one side.
    let end = apart(way + sweep.correction.as_dvec2());
    let is_free = end >= -slack || !is_whole || (is_concave && overlaps);
    assert!(is_free, "{end} after {sweep:?}\n{}", context());
    let along = sweep.correction.as_dvec2().dot(sweep.normal.as_dvec2().perp());
    assert!(!is_whole || is_concave || along.abs() <= slack, "{sweep:?}\n{}", context());
    if overlaps { 0 } else { 2 }
}

/// A motion that often leads from one shape to another, slow or very fast.
fn aim(rng: &mut Rng, a: &dyn Collider, b: &dyn Collider) -> Vec2 {
    let (a, b) = (a.bounds(), b.bounds());
    let aside = vector(rng, a.size().max_element() + b.size().max_element());
    let motion = (b.center() - a.center() + aside) * [0.5, 1.0, 3.0, 500.0][rng.usize(..4)];
    if rng.bool() { motion.round() } else { motion }
}

/// A shape with its cores.
struct Known<S> {
    shape: S,
    cores: Vec<PlainCore>,
    is_hull: bool,
}

fn known<S: Clone>(shape: S, kind: fn(S) -> AnyShape) -> Known<S> {
    let any = kind(shape.clone());
    Known { shape, cores: any.cores(), is_hull: matches!(any, AnyShape::Hull(_)) }
}

/// Compares a pair with its cores.
fn meet<A, B>(rng: &mut Rng, a: &Known<A>, b: &Known<B>) -> usize
where
    A: CollidesWith<B> + Collider,
    B: CollidesWith<A> + Collider,
{
    let apart = |by: DVec2| gap_after(&a.cores, &b.cores, by);
    let is_whole = !(a.is_hull || b.is_hull);
    let plain = Plain { gap: &apart, parts: [&a.cores, &b.cores], is_whole, is_concave: false };
    compare(&a.shape, &b.shape, &plain, aim(rng, &a.shape, &b.shape))
}

/// All three outcomes were seen often enough, of each kind.
fn assert_varied(seen: &BTreeMap<&str, [usize; 3]>) {
    for (kind, outcomes) in seen {
        let least = outcomes.iter().sum::<usize>() / 60;
        assert!(outcomes.iter().all(|&count| count >= least), "{kind:?}: {outcomes:?} overlap, miss, meet");
    }
}

#[test]
fn every_pair_is_as_the_plain_cores_say() {
    let mut seen: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (case, mut rng) in each_case(591, cases(6_000)) {
        let rng = &mut rng;
        // Of all sizes and thin, or usual and far away.
        let near = vector(rng, [0.0, 100.0, 3000.0, 1e5][case % 4]).round();
        let (one, two, kind) =
            if rng.bool() { pair(rng) } else { (polygon(rng, near), polygon(rng, near), "anywhere") };
        let (center, size) = (two.bounds().center(), two.bounds().size().max_element());
        let ends = [(); 2].map(|()| center + vector(rng, size * 0.7));
        let ends = if rng.u8(..8) == 0 { [ends[0]; 2] } else { ends };
        let rounded = |rng: &mut Rng, shape: &ConvexPolygon| {
            RoundedPolygon::new(shape.clone(), radius(rng) * size / 10.0).expect("a radius")
        };
        let (ball, disc) = (known(circle(rng, &two), AnyShape::Circle), known(circle(rng, &two), AnyShape::Circle));
        let (log, rod) = (known(capsule(rng, near), AnyShape::Capsule), known(capsule(rng, near), AnyShape::Capsule));
        let (round, other) =
            (known(rounded(rng, &one), AnyShape::Rounded), known(rounded(rng, &two), AnyShape::Rounded));
        let (one, two) = (known(one, AnyShape::Convex), known(two, AnyShape::Convex));
        let segment = known(Segment::new(ends[0], ends[1]), AnyShape::Segment);
        let compound = known(hull(rng, near), AnyShape::Hull);
        for (kind, outcome) in [
            (kind, meet(rng, &one, &two)),
            ("circles", meet(rng, &ball, &disc)),
            ("segments", meet(rng, &ball, &segment)),
            ("circles and polygons", meet(rng, &ball, &two)),
            ("capsules", meet(rng, &log, &rod)),
            ("capsules and circles", meet(rng, &log, &ball)),
            ("capsules and polygons", meet(rng, &log, &two)),
            ("capsules and round polygons", meet(rng, &log, &round)),
            ("capsules and hulls", meet(rng, &log, &compound)),
            ("round polygons", meet(rng, &round, &other)),
            ("round polygons and circles", meet(rng, &round, &ball)),
            ("round polygons and polygons", meet(rng, &round, &two)),
            ("round polygons and hulls", meet(rng, &round, &compound)),
        ] {
            seen.entry(kind).or_default()[outcome] += 1;
        }
    }
    // It always overlaps.
    seen.remove("identical");
    assert_varied(&seen);
}

#[test]
fn circles_leave_and_meet_concave_polygons_as_a_whole() {
    let mut seen: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (_, mut rng) in each_case(524, cases(12_000)) {
        let (polygon, kind) = match rng.u8(..4) {
            0 => (star(&mut rng, 1e5), "large"),
            1 => {
                let far = vec2(3e4, -2e4) + vector(&mut rng, 1e3);
                (star(&mut rng, 10.0).translated(far).expect("not too far"), "far away")
            }
            2 => {
                let mut ring = star(&mut rng, 10.0).points().to_vec();
                ring.reverse();
                (Polygon::new(ring).expect("the other way around"), "counter-clockwise")
            }
            _ => (star(&mut rng, 10.0), "usual"),
        };
        let ball = circle(&mut rng, &polygon);
        let gap = |by: DVec2| ring_distance(polygon.points(), ball.center.as_dvec2() + by) - f64::from(ball.radius);
        let parts = [AnyShape::Circle(ball), AnyShape::Hull(Hull::from(&polygon))].map(|shape| shape.cores());
        let plain = Plain { gap: &gap, parts: [&parts[0], &parts[1]], is_whole: true, is_concave: true };
        let motion = aim(&mut rng, &ball, &polygon);
        seen.entry(kind).or_default()[compare(&ball, &polygon, &plain, motion)] += 1;
    }
    assert_varied(&seen);
}
