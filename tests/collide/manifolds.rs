//! Contact points, against the common part of both polygons, cut out corner by corner.

use crate::oracle::{corners, separation, tolerance};
use crate::reference::cases;
use crate::shapes::pair;
use fastrand::Rng;
use tileray::ConvexPolygon;
use tileray::collide;
use tileray::glam::{DVec2, vec2};

/// How far a point lies outside a convex polygon; below 0 inside.
fn outside(polygon: &[DVec2], point: DVec2) -> f64 {
    let edges = (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]));
    let beyond = |(a, b): (DVec2, DVec2)| DVec2::new((b - a).y, -(b - a).x).normalize().dot(point - a);
    edges.map(beyond).fold(f64::NEG_INFINITY, f64::max)
}

/// The part of a polygon behind the line through `a` and `b`, and in front of neither (Sutherland and Hodgman 1974).
fn clipped(polygon: &[DVec2], a: DVec2, b: DVec2) -> Vec<DVec2> {
    let side = |point: DVec2| (b - a).perp_dot(point - a);
    let mut kept = Vec::new();
    for index in 0..polygon.len() {
        let (from, to) = (polygon[index], polygon[(index + 1) % polygon.len()]);
        if side(from) >= 0.0 {
            kept.push(from);
        }
        if (side(from) > 0.0) != (side(to) > 0.0) && side(from) != side(to) {
            kept.push(from + (to - from) * (side(from) / (side(from) - side(to))));
        }
    }
    kept
}

/// The common part of two convex polygons.
fn common(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    (0..b.len()).fold(a.to_vec(), |part, i| clipped(&part, b[i], b[(i + 1) % b.len()]))
}

#[test]
fn points_lie_in_both_polygons_in_order() {
    let mut rng = Rng::with_seed(531);
    let mut counts = [0; 3];
    for _ in 0..cases(20_000) {
        let (a, b, kind) = pair(&mut rng);
        let manifold = collide::manifold(&a, &b);
        assert_eq!(manifold.map(|manifold| manifold.contact), collide::contact(&a, &b), "{kind}");
        let Some(manifold) = manifold else {
            counts[0] += 1;
            continue;
        };
        let points = manifold.points();
        assert!(matches!(points.len(), 1 | 2), "{kind}: {manifold:?}");
        counts[points.len()] += 1;
        let (first, second) = (corners(&a), corners(&b));
        // A point is rounded to the coordinates of the world, which may be coarser than the polygons.
        let reach = a.bounds().max.abs().max(a.bounds().min.abs()).max_element();
        let allowed = 2.0 * tolerance(&a, &b) + f64::from(reach) / (1 << 22) as f64;
        let part = common(&first, &second);
        let normal = manifold.contact.normal.as_dvec2();
        for point in points.iter().map(|point| point.as_dvec2()) {
            // Halfway between two borders that are as far apart as the contact is deep, it may leave a slanted one.
            let (one, other) = (outside(&first, point), outside(&second, point));
            assert!(
                one <= allowed && other <= allowed,
                "{kind}: {point} is {one}, {other} outside: {manifold:?}\n{a:?}\n{b:?}"
            );
            if part.len() >= 3 {
                let along = |normal: DVec2| {
                    part.iter()
                        .map(|p| p.dot(normal))
                        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
                };
                for axis in [normal, normal.perp()] {
                    let (low, high) = along(axis);
                    let place = point.dot(axis);
                    assert!(low - allowed <= place && place <= high + allowed, "{kind}: {place} in {low}..{high}");
                }
            }
        }
        if let [p, q] = points {
            assert!(p != q, "{kind}");
            // From left to right for one who looks along the normal, y down.
            let right = normal.perp();
            assert!((q.as_dvec2() - p.as_dvec2()).dot(right) >= -allowed, "{kind}: {manifold:?}");
        }
        // The other way around it is pushed the other way, at the same points, if no other edge ties.
        let back = collide::manifold(&b, &a).expect("they overlap");
        if back.contact.normal == -manifold.contact.normal && separation(&first, &second) < -allowed {
            assert_eq!(back.contact.depth, manifold.contact.depth, "{kind}");
        }
    }
    assert!(counts.iter().all(|&count| count > cases(20_000) / 20), "{counts:?}");
}

#[test]
fn edges_that_face_each_other_have_two_points() {
    let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0)).expect("a floor");
    for x in -9..64 {
        let crate_box = ConvexPolygon::rectangle((x as f32, 7.0), (x as f32 + 10.0, 18.0)).expect("a crate");
        let manifold = collide::manifold(&crate_box, &floor).expect("2 px deep");
        // Out by the side where that is nearer than 2 px.
        if (-8..=62).contains(&x) {
            assert_eq!((manifold.contact.normal, manifold.contact.depth), (vec2(0.0, -1.0), 2.0), "{x}");
            let (left, right) = (x.max(0) as f32, (x + 10).min(64) as f32);
            assert_eq!(manifold.points(), [vec2(left, 17.0), vec2(right, 17.0)], "{x}");
        } else {
            assert_eq!((manifold.contact.normal.y, manifold.contact.depth), (0.0, 1.0), "{x}");
            let x = if x < 0 { 0.5 } else { 63.5 };
            let mut points = manifold.points().to_vec();
            points.sort_by(|p, q| p.y.total_cmp(&q.y));
            assert_eq!(points, [vec2(x, 16.0), vec2(x, 18.0)]);
        }
    }
    // A corner has one: half as deep as the contact.
    let diamond = [vec2(20.0, 8.0), vec2(25.0, 13.0), vec2(20.0, 18.0), vec2(15.0, 13.0)];
    let diamond = ConvexPolygon::new(diamond.to_vec()).expect("a diamond");
    let manifold = collide::manifold(&diamond, &floor).expect("2 px deep");
    assert!(manifold.points().contains(&vec2(20.0, 17.0)), "{manifold:?}");
    assert_eq!(manifold.points().len(), 1);
}
