//! Circles against circles, segments, convex and concave polygons, at rest and in motion.

use super::hull_shapes::star;
use super::shapes::{pair, vector, within};
use fastrand::Rng;
use reference::separation::first_below;
use reference::targets::Target;
use reference::{cases, each_case};
use std::collections::BTreeMap;
use tileray::collide::{self, CollidesWith};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Circle, ConvexPolygon, Polygon, Sweep};

/// A circle, something for it to meet, and how large all of that is.
fn circle_near(rng: &mut Rng, min: Vec2, max: Vec2) -> (Circle, f64) {
    let size = (max - min).max_element().max(1.0);
    let radius = match rng.u8(..5) {
        0 => 0.0,
        1 => 1e-3,
        _ => rng.f32() * size * 0.6,
    };
    let center = (min + max) * 0.5 + vector(rng, size * 1.2);
    // Rounded to whole numbers, it lies on edges and over corners more often.
    let circle = if rng.bool() { Circle::new(center.round(), radius.round()) } else { Circle::new(center, radius) };
    let reach = center.abs().max_element().max(max.abs().max_element()).max(min.abs().max_element());
    (circle, f64::from(size + radius + reach * 0.25))
}

/// Holds contact and sweep to distances, and says whether the circle overlaps, meets the other, or neither.
fn check<S>(rng: &mut Rng, circle: Circle, shape: &S, target: &Target, size: f64, kind: &str) -> usize
where
    Circle: CollidesWith<S>,
    S: CollidesWith<Circle> + std::fmt::Debug,
{
    let allowed = size / (1 << 20) as f64;
    let radius = f64::from(circle.radius);
    let gap = |way: DVec2| target.distance(circle.center.as_dvec2() + way) - radius;
    let context = || format!("{kind}: {circle:?} and {shape:?}");
    let contact = collide::contact(&circle, shape);
    assert_eq!(collide::intersects(&circle, shape), contact.is_some(), "{}", context());
    assert_eq!(collide::intersects(shape, &circle), contact.is_some(), "{}", context());
    assert_eq!(collide::contact(shape, &circle), contact.map(|contact| contact.flipped()), "{}", context());
    let at_rest = gap(DVec2::ZERO);
    if at_rest.abs() > allowed {
        assert_eq!(contact.is_some(), at_rest < 0.0, "{at_rest} in {}", context());
    }
    let motion = match rng.u8(..3) {
        0 => vector(rng, size as f32 * 2.0),
        1 => vec2(within(rng, size as f32 * 2.0).round(), 0.0),
        _ => vector(rng, size as f32 * 500.0),
    };
    let sweep = collide::sweep(&circle, shape, motion);
    assert_eq!(collide::sweep(shape, &circle, -motion).flipped(), sweep, "{}", context());
    if let Some(contact) = contact {
        let mtv = contact.mtv().as_dvec2();
        assert!(gap(mtv) >= -allowed, "{} deep after {contact:?} in {}", -gap(mtv), context());
        assert!(gap(mtv * 0.99) <= allowed, "0.99 of {contact:?} parts {}", context());
        if f64::from(contact.depth) > 1000.0 * allowed {
            assert!(gap(mtv * 0.99) < 0.0, "0.99 of {contact:?} parts {}", context());
        }
        assert!((contact.normal.length() - 1.0).abs() < 1e-6, "{contact:?}");
        assert_eq!(
            (sweep.fraction, sweep.intersects, sweep.normal),
            (Some(0.0), true, contact.normal),
            "{}",
            context()
        );
        return 0;
    }
    let way = motion.as_dvec2();
    let blur = allowed + way.length() / (1 << 22) as f64;
    // Where it goes, up to the touch, it is apart; and at the touch it touches.
    let time = sweep.fraction.map_or(1.0, f64::from);
    for step in 0..=64 {
        let part = f64::from(step) / 64.0 * time;
        assert!(
            gap(way * part) >= -blur,
            "{} deep at {part} before {sweep:?} by {motion} in {}",
            -gap(way * part),
            context()
        );
    }
    if sweep.fraction.is_none() {
        assert_eq!(sweep, Sweep::default(), "{}", context());
        return 1;
    }
    assert!(gap(way * time) <= blur, "{} apart at {sweep:?} by {motion} in {}", gap(way * time), context());
    assert!(sweep.normal.as_dvec2().dot(way) < 0.0, "{sweep:?} by {motion} in {}", context());
    assert!(!sweep.intersects && sweep.will_intersect == (sweep.fraction < Some(1.0)));
    let end = gap(way + sweep.correction.as_dvec2());
    let rounding = blur + way.length() / (1 << 20) as f64;
    assert!(end >= -rounding, "{} deep after {sweep:?} by {motion} in {}", -end, context());
    2
}

/// All three outcomes were seen often enough.
fn assert_varied(seen: &BTreeMap<&str, [usize; 3]>) {
    let least = seen.values().flatten().sum::<usize>() / 300;
    for (kind, outcomes) in seen {
        assert!(outcomes.iter().all(|&count| count > least), "{kind}: {outcomes:?} overlap, miss, meet");
    }
}

#[test]
fn circles_and_circles() {
    let mut seen = BTreeMap::new();
    for (_, mut rng) in each_case(521, cases(12_000)) {
        let scale = [1e-3, 10.0, 1e6][rng.usize(..3)];
        let other = Circle::new(vector(&mut rng, scale), rng.f32() * scale);
        let (circle, size) = circle_near(&mut rng, other.bounds().min, other.bounds().max);
        let target = Target::Point(other.center.as_dvec2(), f64::from(other.radius));
        let kind = if circle.radius == 0.0 { "points" } else { "circles" };
        seen.entry(kind).or_insert([0; 3])[check(&mut rng, circle, &other, &target, size, kind)] += 1;
    }
    assert_varied(&seen);
}

#[test]
fn circles_and_segments() {
    let mut seen = BTreeMap::new();
    for (_, mut rng) in each_case(522, cases(12_000)) {
        let scale = [1.0, 10.0, 1e6][rng.usize(..3)];
        let (a, b) = (vector(&mut rng, scale), vector(&mut rng, scale));
        let segment = match rng.u8(..4) {
            0 => Segment::new(a.round(), b.round()),
            1 => Segment::new(a, a),
            _ => Segment::new(a, b),
        };
        let (mut circle, size) = circle_near(&mut rng, segment.bounds().min, segment.bounds().max);
        // A point has no contact with a segment, only passes through it: that is another test.
        circle.radius = circle.radius.max(1e-3 * scale);
        let target = Target::Segment(segment.start.as_dvec2(), segment.end.as_dvec2());
        let kind = if segment.start == segment.end { "single points" } else { "segments" };
        seen.entry(kind).or_insert([0; 3])[check(&mut rng, circle, &segment, &target, size, kind)] += 1;
    }
    assert_varied(&seen);
}

#[test]
fn circles_and_convex_polygons() {
    let mut seen = BTreeMap::new();
    for (_, mut rng) in each_case(523, cases(12_000)) {
        let (polygon, _, kind) = pair(&mut rng);
        let bounds = polygon.bounds();
        let (circle, size) = circle_near(&mut rng, bounds.min, bounds.max);
        let target = Target::Ring(polygon.points().collect());
        seen.entry(kind).or_insert([0; 3])[check(&mut rng, circle, &polygon, &target, size, kind)] += 1;
        // A center inside leaves by the nearest edge, one outside by the nearest point.
        if let Some(contact) = collide::contact(&circle, &polygon) {
            let depth = f64::from(circle.radius) - target.distance(circle.center.as_dvec2());
            assert!(
                (f64::from(contact.depth) - depth).abs() <= size / (1 << 20) as f64,
                "{kind}: {contact:?} for {depth}"
            );
        }
    }
    assert_varied(&seen);
}

#[test]
fn circles_and_concave_polygons() {
    let mut seen = BTreeMap::new();
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
        let (circle, size) = circle_near(&mut rng, polygon.bounds().min, polygon.bounds().max);
        let target = Target::Ring(polygon.points().to_vec());
        // A circle that reaches in by less than 2^-22 of the coordinates only touches.
        let size = size * 4.0;
        seen.entry(kind).or_insert([0; 3])[check(&mut rng, circle, &polygon, &target, size, kind)] += 1;
    }
    assert_varied(&seen);
}

#[test]
fn sweeps_of_circles_meet_what_halving_meets() {
    let mut met = 0;
    for (_, mut rng) in each_case(525, cases(2_000)) {
        let (polygon, _, kind) = pair(&mut rng);
        let bounds = polygon.bounds();
        let (circle, size) = circle_near(&mut rng, bounds.min, bounds.max);
        let motion = (bounds.center() - circle.center) * 2.0 + vector(&mut rng, size as f32);
        let target = Target::Ring(polygon.points().collect());
        let gap = |t: f64| target.distance(circle.center.as_dvec2() + motion.as_dvec2() * t) - f64::from(circle.radius);
        if gap(0.0) <= 0.0 {
            continue;
        }
        // The distance from a convex shape is a convex function of time.
        let (_, least) = first_below(gap, 0.0);
        let allowed = size / (1 << 20) as f64 + f64::from(motion.length()) / (1 << 22) as f64;
        let found = collide::sweep(&circle, &polygon, motion).fraction;
        if least > allowed {
            assert_eq!(found, None, "{kind}: {circle:?} by {motion} at {polygon:?}");
        } else if least < -allowed {
            met += 1;
            let found = found.unwrap_or_else(|| panic!("{kind}: {circle:?} by {motion} through {polygon:?}"));
            let there = gap(f64::from(found));
            assert!(there.abs() <= allowed, "{kind}: {there} at {found}");
        }
    }
    assert!(met > cases(2_000) / 4, "{met}");
}

#[test]
fn a_moving_point_meets_a_segment_where_it_passes_through_it() {
    let mut met = 0;
    for (_, mut rng) in each_case(526, cases(12_000)) {
        let (a, b) = (vector(&mut rng, 10.0), vector(&mut rng, 10.0));
        let (start, end) = (vector(&mut rng, 10.0), vector(&mut rng, 10.0));
        let point = Circle::new(start, 0.0);
        assert!(!collide::intersects(&point, &Segment::new(a, b)));
        let sweep = collide::sweep(&point, &Segment::new(a, b), end - start);
        let side = |a: Vec2, b: Vec2, c: Vec2| (b - a).as_dvec2().perp_dot((c - a).as_dvec2());
        let (s, e) = (side(a, b, start), side(a, b, end));
        let (p, q) = (side(start, end, a), side(start, end, b));
        if [s, e, p, q].iter().any(|value| value.abs() < 1e-3) {
            continue;
        }
        let crosses = (s > 0.0) != (e > 0.0) && (p > 0.0) != (q > 0.0);
        assert_eq!(sweep.fraction.is_some(), crosses, "{start} to {end} through {a} to {b}");
        if let Some(time) = sweep.fraction {
            met += 1;
            assert!((f64::from(time) - s / (s - e)).abs() < 1e-5, "{time} for {}", s / (s - e));
        }
    }
    assert!(met > cases(12_000) / 10, "{met}");
}

#[test]
fn a_ball_rolls_over_a_floor_of_tiles_and_off_its_end() {
    let tile =
        |x: i32| ConvexPolygon::rectangle((x as f32 * 16.0, 16.0), (x as f32 * 16.0 + 16.0, 32.0)).expect("a tile");
    let tiles: Vec<ConvexPolygon> = (0..10).map(tile).collect();
    // The same floor as one polygon with a point at each seam.
    let mut outline: Vec<Vec2> = (0..=10).map(|x| vec2(x as f32 * 16.0, 16.0)).collect();
    outline.extend([vec2(160.0, 32.0), vec2(0.0, 32.0)]);
    let floor = Polygon::new(outline).expect("a floor");
    let ground = Segment::new((0.0, 16.0), (160.0, 16.0));
    for radius in [0.0, 1e-3, 0.1, 1.0, 3.3, 8.0, 100.0] {
        for speed in [0.1, 7.0, 16.0, 33.3, 1000.0, -1000.0] {
            for x in [0.0, 1.0, 16.0, 79.9, 80.0, 150.0, 160.0] {
                let ball = Circle::new((x, 16.0 - radius), radius);
                for tile in &tiles {
                    assert_eq!(collide::sweep(&ball, tile, (speed, 0.0)).fraction, None, "{radius} at {x} by {speed}");
                }
                assert_eq!(collide::sweep(&ball, &floor, (speed, 0.0)).fraction, None, "{radius} at {x} by {speed}");
                if radius > 0.0 {
                    assert_eq!(
                        collide::sweep(&ball, &ground, (speed, 0.0)).fraction,
                        None,
                        "{radius} at {x} by {speed}"
                    );
                }
            }
        }
    }
    // On a slope, over its corner, where nothing is whole: off the ground by rounding at most.
    for (_, mut rng) in each_case(528, cases(4_000)) {
        let (start, end) = (vector(&mut rng, 50.0), vector(&mut rng, 50.0));
        let Some(along) = (end - start).try_normalize() else { continue };
        let out = vec2(along.y, -along.x);
        let Ok(ramp) = ConvexPolygon::new(vec![start, end, start - out * 20.0]) else { continue };
        let radius = 0.5 + rng.f32() * 10.0;
        let ball = Circle::new(start + (end - start) * rng.f32() + out * (radius + 1e-4), radius);
        let sweep = collide::sweep(&ball, &ramp, along * 200.0);
        assert!(!sweep.intersects, "{sweep:?}");
        // A hit would stop it, or turn it from its way by more than the slope.
        assert!(sweep.correction.length() < 1e-2, "{sweep:?}");
    }
}

#[test]
fn a_ball_stops_in_corners() {
    // A floor and a wall as one concave polygon.
    let corner = [(0, 0), (8, 0), (8, 32), (40, 32), (40, 40), (0, 40)];
    let corner = Polygon::new(corner.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).expect("an L");
    let ball = Circle::new((30.0, 10.0), 4.0);
    let motion = vec2(-100.0, 180.0);
    let sweep = collide::sweep(&ball, &corner, motion);
    assert_eq!((sweep.fraction, sweep.normal), (Some(0.1), vec2(0.0, -1.0)));
    assert!((sweep.slide(motion) - vec2(-18.0, 18.0)).length() < 1e-3, "{sweep:?}");
    // Rounding the outer corner of a box it is let through once it is past it.
    let crate_box = ConvexPolygon::rectangle((0.0, 0.0), (10.0, 10.0)).expect("a box");
    let sweep = collide::sweep(&Circle::new((-10.0, -3.0), 5.0), &crate_box, (10.0, 0.0));
    let time = sweep.fraction.expect("it meets the corner");
    assert!((time - 0.6).abs() < 1e-6 && (sweep.normal - vec2(-0.8, -0.6)).length() < 1e-6, "{sweep:?}");
}

#[test]
fn circles_that_are_none_meet_nothing() {
    let wall = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0)).expect("a wall");
    let concave = star(&mut Rng::with_seed(529), 20.0);
    let segment = Segment::new((0.0, 0.0), (16.0, 16.0));
    let ball = Circle::new((8.0, 8.0), 8.0);
    fn meets_nothing<S: CollidesWith<Circle>>(circle: &Circle, shape: &S)
    where
        Circle: CollidesWith<S>,
    {
        assert!(!collide::intersects(circle, shape) && !collide::intersects(shape, circle));
        assert_eq!((collide::contact(circle, shape), collide::contact(shape, circle)), (None, None));
        assert_eq!(collide::sweep(circle, shape, (9.0, 9.0)), Sweep::default());
        assert_eq!(collide::sweep(shape, circle, (9.0, 9.0)).fraction, None);
    }
    let nowhere = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let odd = nowhere.map(|value| Circle::new((8.0, 8.0), value));
    let gone = nowhere.map(|value| Circle::new((value, 8.0), 4.0));
    for circle in odd.iter().chain(&gone).chain(&[Circle::new((8.0, 8.0), -1.0), Circle::new((8.0, 8.0), -1e-9)]) {
        meets_nothing(circle, &wall);
        meets_nothing(circle, &concave);
        meets_nothing(circle, &segment);
        meets_nothing(circle, &ball);
    }
    for value in nowhere {
        meets_nothing(&ball, &Segment::new((value, 0.0), (16.0, 16.0)));
        meets_nothing(&ball, &wall.translated((value, 0.0)));
        // Motions that are none leave it where it is.
        for motion in [vec2(value, 1.0), vec2(1.0, value)] {
            assert_eq!(collide::sweep(&ball, &wall, motion), collide::sweep(&ball, &wall, Vec2::ZERO));
            let apart = ball.translated(vec2(40.0, 0.0));
            assert_eq!(collide::sweep(&apart, &wall, motion), Sweep::default());
            assert_eq!(collide::sweep(&apart, &concave, motion), Sweep::default());
            assert_eq!(collide::sweep(&apart, &segment, motion), Sweep::default());
            assert_eq!(collide::sweep(&apart, &ball, motion), Sweep::default());
        }
    }
    // A point is a circle of radius 0: it overlaps where it is inside, and two of them never do.
    let point = Circle::new((4.0, 8.0), 0.0);
    assert_eq!(collide::contact(&point, &wall).map(|contact| contact.mtv()), Some(vec2(-4.0, 0.0)));
    assert_eq!(collide::contact(&point, &point), None);
    assert_eq!(collide::contact(&Circle::new((0.0, 8.0), 0.0), &wall), None);
    assert!(collide::contact(&point, &ball).is_some_and(|contact| contact.depth == 4.0));
}
