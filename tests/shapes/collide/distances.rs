//! Distances, closest points, rays and points, of shapes of every kind.

use super::kinds::{any, polygon, rounding};
use super::shapes::vector;
use fastrand::Rng;
use reference::cores::{AnyShape, PlainCore, PlainSum, gap};
use reference::separation::first_below;
use reference::{cases, each_case};
use tileray::collide::{self, Collider};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Ray};

/// A distance from the origin.
fn far(rng: &mut Rng) -> Vec2 {
    let reach = [0.0, 30.0, 1000.0, 1e5][rng.usize(..4)];
    vector(rng, reach).round()
}

fn point_part(point: Vec2) -> Vec<PlainCore> {
    vec![PlainCore { points: vec![point.as_dvec2()], radius: 0.0 }]
}

#[test]
fn distances_and_closest_points_are_those_of_all_corners_and_edges() {
    let mut counts = [0; 2];
    for (_, mut rng) in each_case(581, cases(30_000)) {
        let near = far(&mut rng);
        let aside = vector(&mut rng, 20.0);
        let (a, b) = (any(&mut rng, near), any(&mut rng, near + aside));
        let (one, other) = (a.cores(), b.cores());
        let expected = gap(&one, &other).max(0.0);
        let allowed = rounding(&one, &other);
        let found = collide::distance(a.collider(), b.collider()).map(f64::from).expect("valid shapes");
        assert!((found - expected).abs() <= allowed, "{found} for {expected}\n{a:?}\n{b:?}");
        assert_eq!(collide::distance(b.collider(), a.collider()).map(f64::from), Some(found), "swapped\n{a:?}\n{b:?}");
        let (p, q) = collide::closest_points(a.collider(), b.collider()).expect("valid shapes");
        let apart = p.as_dvec2().distance(q.as_dvec2());
        assert!((apart - expected).abs() <= 2.0 * allowed, "{p} and {q} for {expected}\n{a:?}\n{b:?}");
        for (point, parts) in [(p, &one), (q, &other)] {
            assert!(gap(&point_part(point), parts) <= allowed, "{point} is outside\n{a:?}\n{b:?}");
        }
        counts[usize::from(found == 0.0)] += 1;
    }
    assert!(counts.iter().all(|&count| count > cases(30_000) / 8), "{counts:?}");
}

#[test]
fn a_ray_hits_where_its_distance_becomes_zero() {
    let mut counts = [0; 3];
    for (_, mut rng) in each_case(582, cases(3_000)) {
        let near = far(&mut rng);
        let shape = any(&mut rng, near);
        let origin = near + vector(&mut rng, 25.0);
        let origin = if rng.bool() { origin.round() } else { origin };
        let goal = near + vector(&mut rng, 15.0);
        let end = if rng.bool() { goal.round() } else { origin + (goal - origin) * 3.0 };
        let ray = if rng.u8(..20) == 0 { Ray::between(origin, origin) } else { Ray::between(origin, end) };
        let parts = shape.cores();
        let allowed = rounding(&parts, &parts);
        let (start, way) = (PlainCore { points: vec![ray.origin()], radius: 0.0 }, ray.end() - ray.origin());
        let sums = PlainSum::pairs(&[start], &parts);
        // Each part is convex, so the distance from it is a convex function of time.
        let times = |limit: f64| {
            let all = sums.iter().filter_map(|sum| first_below(|time| sum.gap_after(way * time), limit).0);
            all.fold(f64::INFINITY, f64::min)
        };
        let (early, late) = (times(allowed), times(-allowed));
        let hit = collide::raycast(shape.collider(), &ray);
        let Some(hit) = hit else {
            // Thin shapes have no depth: they are missed only if the ray does not cross them.
            let is_thin = parts.iter().all(|part| part.radius == 0.0 && part.points.len() < 3);
            assert!(late.is_infinite(), "missed at {late}: {shape:?} {ray:?}");
            assert!(!is_thin || early.is_infinite() || grazes(&ray, &parts, allowed), "{shape:?} {ray:?}");
            counts[0] += 1;
            continue;
        };
        let slack = 4.0 * allowed / ray.length().max(1e-9);
        let fraction = f64::from(hit.fraction());
        let steep = hit.normal().as_dvec2().dot((ray.end() - ray.origin()).normalize_or_zero()).abs();
        if steep > 0.05 || hit.inside() {
            assert!(
                fraction >= early - slack && fraction <= late + slack,
                "{hit:?} for {early}..{late}\n{shape:?} {ray:?}"
            );
        }
        assert!(gap(&point_part(hit.point()), &parts) <= 2.0 * allowed, "{hit:?} is outside of {shape:?}");
        let rounded = allowed + ray.length() / (1 << 22) as f64;
        assert!((f64::from(hit.distance()) - fraction * ray.length()).abs() <= rounded, "{hit:?}");
        if hit.inside() {
            assert_eq!((hit.fraction(), hit.distance(), hit.normal()), (0.0, 0.0, Vec2::ZERO));
        } else {
            assert!((hit.normal().length() - 1.0).abs() < 1e-5, "{hit:?}");
            assert!(hit.normal().as_dvec2().dot(ray.end() - ray.origin()) <= 1e-6 * ray.length(), "{hit:?}");
        }
        counts[1 + usize::from(hit.inside())] += 1;
    }
    assert!(counts.iter().all(|&count| count > cases(3_000) / 40), "{counts:?}");
}

/// Whether a ray comes near to a thin shape's end or along it, where rounding decides.
fn grazes(ray: &Ray, parts: &[PlainCore], allowed: f64) -> bool {
    parts.iter().any(|part| {
        let direction = (ray.end() - ray.origin()).normalize_or_zero();
        let ends = part.points.iter().map(|&end| direction.perp_dot(end - ray.origin()).abs());
        let ray_ends = [ray.origin(), ray.end()].map(|end| {
            let point = [PlainCore { points: vec![end], radius: 0.0 }];
            gap(&point, std::slice::from_ref(part))
        });
        ends.chain(ray_ends).any(|distance| distance <= 4.0 * allowed)
    })
}

#[test]
fn points_in_a_shape_are_those_that_it_contains() {
    let mut inside = 0;
    for (_, mut rng) in each_case(583, cases(20_000)) {
        let near = far(&mut rng);
        let shape = any(&mut rng, near);
        let point = near + vector(&mut rng, 15.0);
        let point = if rng.bool() { point.round() } else { point };
        let parts = shape.cores();
        let (expected, allowed) = (gap(&point_part(point), &parts), rounding(&parts, &point_part(point)));
        let Some(contains) = shape.contains(point) else { continue };
        if expected.abs() > allowed {
            assert_eq!(contains, expected < 0.0, "{point} in {shape:?}");
        }
        inside += usize::from(contains);
    }
    assert!(inside > cases(20_000) / 20, "{inside}");
}

#[test]
fn whole_numbers_come_out_exactly() {
    let wall = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0)).expect("a wall");
    assert_eq!(collide::distance(&wall, &wall.translated((19.0, 20.0))), Some(5.0));
    // Along an edge it touches, and beyond it, it does not.
    let edge = collide::raycast(&wall, &Ray::between((-10.0, 16.0), (30.0, 16.0)));
    assert_eq!(edge.map(|hit| (hit.distance(), hit.normal())), Some((10.0, vec2(-1.0, 0.0))));
    assert_eq!(collide::raycast(&wall, &Ray::between((-10.0, 16.5), (30.0, 16.5))), None);
    // On the border it is inside.
    assert!(collide::raycast(&wall, &Ray::between((0.0, 8.0), (-9.0, 8.0))).is_some_and(|hit| hit.inside()));
    assert!(wall.contains(vec2(16.0, 16.0)) && !wall.contains(vec2(16.0, 16.5)));
}

#[test]
fn shapes_and_rays_that_are_not_valid_have_no_answer() {
    let ball = Circle::new((0.0, 0.0), 3.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let shapes: [&dyn Collider; 4] = [
            &Circle::new((bad, 0.0), 1.0),
            &Capsule::new((0.0, 0.0), (1.0, 0.0), bad),
            &Segment::new((0.0, bad), (0.0, 1.0)),
            &Aabb::new(vec2(0.0, 0.0), vec2(1.0, bad)),
        ];
        for shape in shapes {
            assert_eq!((collide::distance(shape, &ball), collide::closest_points(&ball, shape)), (None, None));
            assert_eq!(collide::raycast(shape, &Ray::between((-9.0, 0.5), (9.0, 0.5))), None);
        }
        assert_eq!(collide::raycast(&ball, &Ray::between((-9.0, bad), (9.0, 0.0))), None);
        assert!(!ball.contains(vec2(bad, 0.0)));
        let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (1.0, 1.0)).expect("a box"));
        assert!(!hull.contains(vec2(bad, 0.0)) && !hull.translated((bad, 0.0)).contains(vec2(0.0, 0.0)));
    }
    // Shapes of no size, and far away.
    let point = Circle::new((4.0, 3.0), 0.0);
    assert_eq!(collide::distance(&point, &Segment::new((0.0, 0.0), (0.0, 0.0))), Some(5.0));
    assert_eq!(collide::distance(&point, &Aabb::new(vec2(4.0, 3.0), vec2(4.0, 3.0))), Some(0.0));
    let away = Circle::new((1e9, 3.0), 1.0);
    assert!(collide::distance(&point, &away).is_some_and(|distance| (distance - 1e9).abs() < 200.0));
    assert!(collide::raycast(&away, &Ray::between_f64(DVec2::ZERO, DVec2::new(1.05e9, 3.0))).is_some());
}

#[test]
fn the_common_part_of_polygons_is_in_both() {
    let mut met = 0;
    for (case, mut rng) in each_case(603, cases(8_000)) {
        let near = vector(&mut rng, [0.0, 100.0, 1e4][case % 3]).round();
        let (a, b) = (polygon(&mut rng, near), polygon(&mut rng, near));
        let slack = 1e-5 * f64::from(near.abs().max_element() + 100.0);
        let inside =
            |shape: &ConvexPolygon, point: Vec2| gap(&point_part(point), &AnyShape::Convex(shape.clone()).cores());
        let common = a.intersection(&b);
        for _ in 0..20 {
            let point = near + vector(&mut rng, 20.0);
            let depth = inside(&a, point).max(inside(&b, point));
            let found = common.as_ref().map_or(f64::INFINITY, |common| inside(common, point));
            assert!(depth > -slack || found < slack, "{point} is lost of\n{a:?}\n{b:?}");
            assert!(depth < slack || found > -slack, "{point} is not in\n{a:?}\n{b:?}");
        }
        met += usize::from(common.is_some());
    }
    assert!(met > cases(8_000) / 5, "{met}");
    let square = ConvexPolygon::rectangle((0.0, 0.0), (4.0, 4.0)).expect("a square");
    assert_eq!(square.intersection(&square.translated((f32::INFINITY, 0.0))), None);
}
