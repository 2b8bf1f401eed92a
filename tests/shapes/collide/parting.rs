//! After one push by the vector that a contact gives, nothing overlaps.

use super::hull_shapes::hulls;
use super::kinds::{capsule, place, rounded};
use super::shapes::{on_ellipse, pair, usual, vector, within};
use fastrand::Rng;
use reference::{cases, each_case};
use std::fmt::Debug;
use tileray::collide::{self, CollidesWith, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::{Vec2, vec2};
use tileray::{Capsule, Circle, ConvexPolygon, Hull, Polygon, Pose};

/// A distance from the origin: up to 10^6, of all magnitudes.
fn far(rng: &mut Rng) -> Vec2 {
    let reach = [0.0, 10.0, 300.0, 5e3, 1e5, 1e6][rng.usize(..6)];
    vector(rng, reach)
}

fn circle(rng: &mut Rng, near: Vec2) -> Circle {
    let radius = [rng.f32() * 20.0, rng.u8(..12).into(), 0.01][rng.usize(..3)];
    Circle::new(place(rng, near, 15.0), radius)
}

fn polygon(rng: &mut Rng, near: Vec2) -> ConvexPolygon {
    let shape = match rng.u8(..8) {
        0 => on_ellipse(rng, vec2(300.0, 10.0)),
        _ => usual(rng),
    };
    let shape = if rng.bool() { shape.transformed(&Pose::new((0.0, 0.0), within(rng, 4.0))) } else { shape };
    shape.translated(place(rng, near, 15.0))
}

/// Runs the loop that users write, and returns how often it pushes.
fn pushes<A, B>(a: &A, b: &B, translated: impl Fn(&A, Vec2) -> A) -> usize
where
    A: CollidesWith<B> + Clone + Debug,
    B: Debug,
{
    let (mut moved, mut count) = (a.clone(), 0);
    while let Some(contact) = collide::contact(&moved, b) {
        moved = translated(&moved, contact.mtv());
        count += 1;
        assert!(count < 2, "{contact:?} after a push of\n{a:?}\nout of\n{b:?}\nto\n{moved:?}");
    }
    assert!(!collide::intersects(&moved, b), "{a:?} and {b:?}");
    count
}

#[test]
fn one_push_parts_every_pair_of_convex_shapes() {
    let mut pushed = [0; 13];
    for (_, mut rng) in each_case(571, cases(8_000)) {
        let near = far(&mut rng);
        let (a, b) = (polygon(&mut rng, near), polygon(&mut rng, near));
        let (ball, other) = (circle(&mut rng, near), circle(&mut rng, near));
        let segment = Segment::new(place(&mut rng, near, 20.0), place(&mut rng, near, 20.0));
        pushed[0] += pushes(&a, &b, ConvexPolygon::translated);
        pushed[1] += pushes(&ball, &other, Circle::translated);
        pushed[2] += pushes(&ball, &a, Circle::translated);
        pushed[3] += pushes(&a, &ball, ConvexPolygon::translated);
        pushed[4] += pushes(&ball, &segment, Circle::translated);
        pushed[5] += pushes(&segment, &ball, Segment::translated);
        let (log, round) = (capsule(&mut rng, near), rounded(&mut rng, near));
        pushed[8] += pushes(&log, &a, Capsule::translated);
        pushed[9] += pushes(&round, &ball, RoundedPolygon::translated);
        pushed[10] += pushes(&round, &log, RoundedPolygon::translated);
        pushed[11] += pushes(&b, &round, ConvexPolygon::translated);
        pushed[12] += pushes(&ball, &log, Circle::translated);
        let (one, two, _) = pair(&mut rng);
        pushed[6] += pushes(&one, &two, ConvexPolygon::translated);
        let corners = (0..5).map(|_| place(&mut rng, near, 20.0));
        if let Ok(concave) = Polygon::new(corners.collect()) {
            pushed[7] += pushes(&ball, &concave, Circle::translated);
        }
    }
    assert!(pushed.iter().all(|&count| count > cases(8_000) / 40), "{pushed:?}");
}

#[test]
fn one_push_by_the_mtv_parts_hulls() {
    let mut pushed = 0;
    for (_, mut rng) in each_case(572, cases(2_000)) {
        let (a, b, kind) = hulls(&mut rng);
        let near = far(&mut rng);
        let (a, b) = (a.translated(near), b.translated(near));
        let Some(way) = collide::mtv(&a, &b) else { continue };
        pushed += 1;
        assert!(!collide::intersects(&a.translated(way), &b), "{kind}: {way}\n{a:?}\n{b:?}");
        let piece = Hull::from(b.pieces().next().expect("a hull has a piece"));
        if let Some(way) = collide::mtv(&piece, &a) {
            assert!(!collide::intersects(&piece.translated(way), &a), "{kind}: {way}\n{piece:?}\n{a:?}");
        }
    }
    assert!(pushed > cases(2_000) / 8, "{pushed}");
}

/// Whole corners within `reach`, three to six of them.
fn whole(rng: &mut Rng, reach: i32) -> ConvexPolygon {
    loop {
        let mut corner = || vec2(rng.i32(-reach..=reach) as f32, rng.i32(-reach..=reach) as f32);
        if let Ok(polygon) = ConvexPolygon::convex_hull((0..5).map(|_| corner()).collect()) {
            return polygon;
        }
    }
}

fn as_polygon(shape: &ConvexPolygon) -> Polygon {
    Polygon::new(shape.points().collect()).expect("a convex polygon is simple")
}

/// A polygon that touches an edge of another one, or misses it by as little as whole coordinates can.
fn beside(rng: &mut Rng, shape: &ConvexPolygon, reach: i32) -> Option<ConvexPolygon> {
    let corners: Vec<Vec2> = shape.points().collect();
    let index = rng.usize(..corners.len());
    let (start, end) = (corners[index], corners[(index + 1) % corners.len()]);
    // Points near the edge's line, most of them on its outer side.
    let along = end - start;
    let mut points: Vec<Vec2> = (0..rng.usize(1..4)).map(|_| start + (along * rng.f32()).round()).collect();
    points.extend([start, end].iter().filter(|_| rng.bool()));
    // As little behind the line as whole numbers can lie, where the edge is long.
    let behind = points[0] - vec2(along.y, -along.x).signum();
    points.extend(Some(behind).filter(|_| rng.u8(..3) == 0));
    let outward = vec2(along.y, -along.x).normalize() * rng.f32() * reach as f32;
    points.push((start + along * 0.5 + outward).round());
    points.push((start + along * rng.f32() + outward * 0.5).round());
    let limit = Vec2::splat(4096.0);
    ConvexPolygon::convex_hull(points.into_iter().map(|point| point.clamp(-limit, limit)).collect()).ok()
}

#[test]
fn whole_coordinates_are_decided_exactly_and_parted_by_one_push() {
    let (mut counts, mut shallow) = ([0; 2], 0);
    for (_, mut rng) in each_case(573, cases(20_000)) {
        let reach = [4, 12, 60, 500, 4096][rng.usize(..5)];
        let a = whole(&mut rng, reach);
        let b = if rng.u8(..4) == 0 { Some(whole(&mut rng, reach)) } else { beside(&mut rng, &a, reach) };
        let Some(b) = b else { continue };
        let expected = as_polygon(&a).intersects_polygon(&as_polygon(&b));
        let contact = collide::contact(&a, &b);
        assert_eq!(contact.is_some(), expected, "{contact:?}\n{a:?}\n{b:?}");
        assert_eq!((collide::intersects(&a, &b), collide::intersects(&b, &a)), (expected, expected));
        assert_eq!(collide::sweep(&a, &b, (3.0, 4.0)).intersects, expected);
        assert!(collide::separation(&a, &b).is_some_and(|gap| (gap < 0.0) == expected));
        assert_eq!(collide::manifold(&a, &b).map(|manifold| manifold.contact), contact);
        counts[usize::from(expected)] += 1;
        shallow += usize::from(contact.is_some_and(|contact| contact.depth < 0.01));
        pushes(&a, &b, ConvexPolygon::translated);
        pushes(&b, &a, ConvexPolygon::translated);
    }
    assert!(counts.iter().all(|&count| count > cases(20_000) / 10), "{counts:?}");
    assert!(shallow > cases(20_000) / 2_000, "{shallow}");
}

#[test]
fn a_small_overlap_is_still_one() {
    // 1/256 px of shapes of 16 px, up to 8192 px from the origin.
    let crate_box = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0)).expect("a box");
    for position in [0.0, 100.0, 1000.0, 8192.0] {
        let a = crate_box.translated((position, position));
        let b = a.translated((16.0 - 1.0 / 256.0, 0.0));
        assert_eq!(collide::contact(&a, &b).map(|contact| contact.mtv()), Some(vec2(-1.0 / 256.0, 0.0)));
        let ball = Circle::new((position + 8.0, position + 24.0 - 1.0 / 256.0), 8.0);
        assert_eq!(collide::contact(&ball, &a).map(|contact| contact.mtv()), Some(vec2(0.0, 1.0 / 256.0)));
    }
}
