//! Visible regions against a segment to each point, and their polygons, masks and edges against the region itself.

use fastrand::Rng;
use reference::each_case;
use reference::mirrors::SIDES;
use reference::scenes::{self, Scene};
use std::f32::consts::{PI, TAU};
use tileray::glam::{DVec2, IVec2, Vec2, dvec2, ivec2, vec2};
use tileray::sight::VisibleRegion;
use tileray::{Ray, SolidityMap, Terrain, TerrainQuery};

/// A point near another: anywhere, or on borders and corners of pixels.
fn lattice_point(near: DVec2, rng: &mut Rng) -> Vec2 {
    let mut snapped = |value: f64| match rng.u32(0..4) {
        0 => value.floor(),
        1 => value.floor() + 0.5,
        _ => (value * 256.0).floor() / 256.0,
    };
    vec2(snapped(near.x) as f32, snapped(near.y) as f32)
}

fn units(point: Vec2) -> [i64; 2] {
    [point.x, point.y].map(|value| (f64::from(value) * 256.0) as i64)
}

fn full(terrain: &Terrain, origin: Vec2, radius: f32) -> VisibleRegion {
    terrain.query().visible_region(origin, radius)
}

#[test]
fn a_region_holds_the_points_that_segments_reach() {
    let mut decided = [0; 2];
    for (case, mut rng) in each_case(801, reference::cases(600)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = lattice_point(inside, &mut rng);
        let radius = [3.0, 20.0, 61.5, 150.0][rng.usize(0..4)];
        let region = full(&scene.terrain, origin, radius);
        let near = |pixel: &IVec2| (pixel.as_vec2() - origin).abs().max_element() < radius + 2.0;
        let solid: Vec<IVec2> = scene.solid().into_iter().filter(near).collect();
        for _ in 0..40 {
            let reach = radius * [0.05, 0.4, 1.05][rng.usize(0..3)];
            let offset = vec2(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0) * reach;
            let point = lattice_point((origin + offset).as_dvec2(), &mut rng);
            let Some(is_free) = reference::sight::sees(&solid, units(origin), units(point)) else { continue };
            let expected = is_free && point.as_dvec2().distance_squared(origin.as_dvec2()) <= f64::from(radius).powi(2);
            assert_eq!(region.contains(point), expected, "{scene}: {point} from {origin}, radius {radius}");
            decided[usize::from(expected)] += 1;
        }
    }
    assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
}

/// Returns points around one, off the borders of pixels, which belong to the region in front of a solid pixel.
fn around(point: Vec2) -> [Vec2; 4] {
    const NEAR: f32 = 1.0 / 64.0;
    [vec2(NEAR, 0.75 * NEAR), vec2(-NEAR, 0.75 * NEAR), vec2(NEAR, -0.75 * NEAR), vec2(-NEAR, -0.75 * NEAR)]
        .map(|offset| point + offset)
}

/// Whether a region holds, or does not hold, all points around one.
fn is_well_inside(region: &VisibleRegion, point: Vec2, inside: bool) -> bool {
    around(point).into_iter().all(|near| region.contains(near) == inside)
}

/// Compares a region with exact rays to many points.
fn assert_seen_by_rays(query: TerrainQuery<'_>, region: &VisibleRegion, points: usize, rng: &mut Rng) {
    let (origin, radius) = (region.origin(), region.radius());
    let point = |_| {
        let reach = radius * [0.1, 0.5, 1.02][rng.usize(0..3)];
        let point = origin + vec2(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0) * reach;
        (point * 256.0).floor() / 256.0
    };
    let points: Vec<Vec2> = (0..points).map(point).collect();
    let rays: Vec<Ray> = points.iter().map(|&point| Ray::between(origin, point)).collect();
    let mut hits = vec![false; rays.len()];
    query.exact().raycast_any_batch(&rays, &mut hits);
    for (point, is_hit) in points.into_iter().zip(hits) {
        let expected = !is_hit && point.distance_squared(origin) <= radius * radius;
        let is_seen = region.contains(point);
        // A single ray through a corner, which no other ray near it passes.
        let is_alone =
            || around(point).into_iter().all(|near| query.exact().raycast_any(&Ray::between(origin, near)) != is_hit);
        assert!(
            is_seen == expected || !is_well_inside(region, point, is_seen) || is_alone(),
            "{point} from {origin}, radius {radius}: {is_seen}, but a ray says {expected}"
        );
    }
}

#[test]
fn a_region_is_what_exact_rays_reach_after_each_edit() {
    let points = std::env::var("TILERAY_POINTS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    for (case, mut rng) in each_case(802, reference::cases(200)) {
        let (mut scene, inside) = Scene::any(case, &mut rng);
        let size = scene.mask.size().as_vec2();
        let corner = scene.corner.as_vec2();
        for step in 0..4 {
            // A ray that starts on a border belongs to one side of it; a region has both.
            let fraction = vec2(rng.i32(1..256) as f32, rng.i32(1..256) as f32) / 256.0;
            let mut origin = inside.as_vec2().floor() + fraction;
            if step > 0 {
                origin = (corner + vec2(rng.f32(), rng.f32()) * size).floor() + fraction;
                scene.terrain.carve_circle(origin, 1.0 + rng.f32() * 30.0);
                let edge = corner + vec2(rng.f32(), rng.f32()) * size;
                scene.terrain.fill_circle(edge, rng.f32() * 10.0);
                scene.terrain.set_one_way(0, (step > 1).then_some(SIDES[case % 4])).expect("layer 0");
            }
            let radius = [9.0, 64.0, 130.0, 700.0][rng.usize(0..4)];
            let region = full(&scene.terrain, origin, radius);
            assert_seen_by_rays(scene.terrain.query(), &region, points, &mut rng);
        }
    }
}

#[test]
fn a_region_leaves_the_solid_pixels_around_its_origin_as_rays_do() {
    for (case, mut rng) in each_case(808, reference::cases(400)) {
        let scene = scenes::one_way_now_and_then(case, &mut rng);
        let size = scene.mask.size().as_dvec2();
        let pixel = scene.corner.as_dvec2() + dvec2(rng.f64() * size.x, rng.f64() * size.y).floor();
        // Along a border, a ray is a view without width.
        let origin = pixel.as_vec2() + vec2(rng.i32(1..256) as f32, rng.i32(1..256) as f32) / 256.0;
        let radius = [3.0, 20.0, 61.5, 150.0][rng.usize(0..4)];
        let query = scene.terrain.query().leave_start();
        let on_border = lattice_point(origin.as_dvec2().round(), &mut rng);
        let region = query.visible_region(on_border, radius);
        for _ in 0..20 {
            let point = on_border + (vec2(rng.f32(), rng.f32()) * 2.0 - 1.0) * radius;
            let is_seen = query.line_of_sight(on_border, point);
            assert!(is_seen || !is_well_inside(&region, point, true), "{scene}: {point} from {on_border}");
        }
        let region = query.visible_region(origin, radius);
        assert_seen_by_rays(query, &region, 100, &mut rng);
    }
}

#[test]
fn a_mask_has_the_pixels_whose_centers_the_region_holds() {
    for (case, mut rng) in each_case(804, reference::cases(100)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = lattice_point(inside, &mut rng);
        let radius = [0.3, 1.0, 7.5, 40.0, 90.0][rng.usize(0..5)];
        let query = match case % 3 {
            0 => scene.terrain.query(),
            _ => scene.terrain.query().view(rng.f32() * TAU, rng.f32() * TAU),
        };
        let region = query.visible_region(origin, radius);
        let (mask, bounds) = (region.to_mask(), region.bounds());
        assert_eq!(mask.size(), bounds.size());
        let around = (radius + 2.0).ceil() as i32;
        let first = origin.floor().as_ivec2() - around;
        for y in 0..2 * around {
            for x in 0..2 * around {
                let pixel = first + ivec2(x, y);
                let at = pixel - bounds.min;
                let expected = region.contains(pixel.as_vec2() + 0.5);
                assert_eq!(mask.get(at.x, at.y), expected, "{scene}: {pixel} from {origin}, radius {radius}");
            }
        }
    }
}

#[test]
fn a_polygon_is_star_shaped_and_as_large_as_its_mask() {
    for (case, mut rng) in each_case(805, reference::cases(200)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = lattice_point(inside, &mut rng);
        let region = full(&scene.terrain, origin, 80.0);
        let (mut length, mut sum) = (0.0, 0.0);
        for (&a, &b) in region.points().iter().zip(region.points().iter().cycle().skip(1)) {
            let turn = (a - origin).as_dvec2().perp_dot((b - origin).as_dvec2());
            assert!(turn > -0.01, "{scene}: {a} to {b} around {origin}");
            assert_ne!(a, b, "{scene}");
            length += a.distance(b);
            // Well within the triangle the region holds all.
            let inner = origin + (a - origin) * 0.4 + (b - origin) * 0.4;
            assert!(turn < 0.1 || region.contains(inner), "{scene}: {inner} from {origin}");
        }
        for [a, b, c] in region.triangles() {
            assert_eq!(a, origin);
            sum += (b - a).perp_dot(c - a) / 2.0;
        }
        let area = region.area();
        assert!((sum - area).abs() <= area * 1e-4, "{scene}: {sum}, {area}");
        let count = region.to_mask().count() as f32;
        assert!((count - area).abs() <= length + 4.0, "{scene}: {count} pixels, area {area}, length {length}");
        assert_eq!(region.is_empty(), region.points().is_empty());
    }
}

#[test]
fn an_open_field_is_the_circle() {
    let terrain = Terrain::from_solidity(&SolidityMap::new(300, 300));
    for radius in [0.5, 1.0, 10.0, 100.0, 1000.0, 4e4, VisibleRegion::MAX_RADIUS] {
        let region = full(&terrain, vec2(150.3, 150.7), radius);
        let area = PI * radius * radius;
        assert!(region.area() <= area && region.area() > area - 2.0 * PI * radius * 0.125, "radius {radius}");
        let (points, origin) = (region.points(), region.origin());
        for (&point, &next) in points.iter().zip(points.iter().cycle().skip(1)) {
            assert!((point.distance(origin) - radius).abs() < radius * 1e-6 + 1e-4, "{point}");
            assert!(radius - point.midpoint(next).distance(origin) < 0.125 + radius * 1e-6, "a chord at {point}");
        }
    }
}

#[test]
fn views_have_borders() {
    for (case, mut rng) in each_case(806, reference::cases(200)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = lattice_point(inside, &mut rng);
        let (angle, sweep) = match case % 2 {
            0 => (rng.i32(-8..8) as f32 * PI / 4.0, rng.i32(0..9) as f32 * PI / 4.0),
            _ => (rng.f32() * 20.0 - 10.0, rng.f32() * 7.0),
        };
        let query = scene.terrain.query().view(angle, sweep);
        let (all, region) = (full(&scene.terrain, origin, 50.0), query.visible_region(origin, 50.0));
        for _ in 0..100 {
            let offset = vec2(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0) * 50.0;
            let aside = (offset.to_angle() - angle + 20.0 * PI).rem_euclid(TAU);
            let from_middle = aside.min(TAU - aside);
            if (from_middle - sweep / 2.0).abs() > 1e-4 && from_middle < PI - 1e-4 {
                let expected = all.contains(origin + offset) && from_middle < sweep / 2.0;
                assert_eq!(
                    region.contains(origin + offset),
                    expected,
                    "{scene}: {offset} from {origin}, {angle} {sweep}"
                );
            }
        }
        assert!(region.area() <= all.area() * 1.0001 + 0.1);
    }
}

#[test]
fn lit_edges_are_those_of_solid_pixels_in_view() {
    for (case, mut rng) in each_case(807, reference::cases(100)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = lattice_point(inside, &mut rng);
        let region = full(&scene.terrain, origin, 60.0);
        let mut last = 0.0_f32;
        for edge in region.lit_edges(&scene.terrain) {
            let free = edge.pixel + edge.normal.as_ivec2();
            assert!(scene.terrain.is_solid(edge.pixel) && !scene.terrain.is_solid(free), "{scene}: {edge:?}");
            let turn = (edge.from - origin).as_dvec2().perp_dot((edge.to - origin).as_dvec2());
            assert!(turn > -1e-3, "{scene}: {edge:?} around {origin}");
            let (a, b) = (edge.from - edge.pixel.as_vec2(), edge.to - edge.pixel.as_vec2());
            let across = edge.normal.abs();
            let border = if edge.normal.x + edge.normal.y > 0.0 { 1.0 } else { 0.0 };
            assert!(a.dot(across) == border && b.dot(across) == border, "{scene}: {edge:?}");
            assert!(a.min(b).min_element() >= 0.0 && a.max(b).max_element() <= 1.0, "{scene}: {edge:?}");
            // Clockwise from the upper right diagonal on.
            let angle = ((edge.from + edge.to) / 2.0 - origin).to_angle() + PI / 4.0;
            let angle = angle.rem_euclid(TAU);
            assert!(angle > last - 1e-3, "{scene}: {edge:?} after {last}, from {origin}");
            last = angle;
        }
        // Every point in front of an edge that a segment reaches is on a lit edge.
        let edges: Vec<_> = region.lit_edges(&scene.terrain).collect();
        let solid: Vec<IVec2> =
            scene.solid().into_iter().filter(|pixel| pixel.as_vec2().distance(origin) < 62.0).collect();
        for &pixel in &solid {
            for normal in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
                let along = (0.1 + 0.8 * rng.f32() - 0.5) * normal.perp().as_vec2();
                let point = pixel.as_vec2() + 0.5 + normal.as_vec2() * 0.5 + along;
                let in_front = ((point + normal.as_vec2() / 256.0) * 256.0).floor() / 256.0;
                if rng.u32(0..20) > 0 || scene.terrain.is_solid(pixel + normal) || point.distance(origin) > 59.9 {
                    continue;
                }
                let is_toward = (origin - point).dot(normal.as_vec2()) > 1.0;
                if is_toward && reference::sight::sees(&solid, units(origin), units(in_front)) == Some(true) {
                    let covers =
                        |a: Vec2, b: Vec2| (a.min(b) - 0.02).cmple(point).all() && point.cmple(a.max(b) + 0.02).all();
                    let is_lit = edges.iter().any(|edge| edge.pixel == pixel && covers(edge.from, edge.to));
                    assert!(is_lit, "{scene}: {point} on {pixel} from {origin}");
                }
            }
        }
    }
}

#[test]
fn bad_input_sees_nothing() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x % 9 == 0 && y % 5 == 0));
    let query = terrain.query();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e9] {
        for origin in [vec2(bad, 5.5), vec2(5.5, bad)] {
            let region = query.visible_region(origin, 10.0);
            assert!(region.is_empty() && region.area() == 0.0 && region.to_mask().count() == 0, "{bad}");
            assert!(!region.contains(origin) && !region.contains((5.5, 5.5)));
        }
    }
    for radius in [f32::NAN, 0.0, -0.0, -7.0, f32::NEG_INFINITY] {
        let region = query.visible_region((5.5, 5.5), radius);
        assert!(region.is_empty() && !region.contains((5.5, 5.5)), "{radius}");
    }
    for (angle, sweep) in [(f32::NAN, 1.0), (0.0, f32::NAN), (f32::INFINITY, 1.0), (0.0, 0.0), (0.0, f32::INFINITY)] {
        let region = query.view(angle, sweep).visible_region((5.5, 5.5), 9.0);
        assert!(region.is_empty(), "{angle} {sweep}");
    }
    let region = full(&terrain, vec2(5.5, 6.5), 20.0);
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(!region.contains((bad, 6.5)) && !region.contains((5.5, bad)));
    }
}

#[test]
fn far_away_and_huge_is_answered_at_once() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(640, 64, |x, y| x % 9 == 0 && y % 5 == 0));
    for origin in [vec2(320.5, 31.5), vec2(-1e9, 31.0), vec2(1e9, -1e9), vec2(16_777_216.0, 16.0)] {
        for radius in [f32::INFINITY, f32::MAX, 1e5, f32::MIN_POSITIVE] {
            let region = full(&terrain, origin, radius);
            assert!(region.radius() <= VisibleRegion::MAX_RADIUS);
            assert!(region.points().len() < 20_000, "{origin} {radius}");
        }
    }
    let beside = full(&terrain, vec2(-100.5, 30.5), 200.0);
    assert!(beside.contains((-200.0, 30.0)) && !beside.is_empty());
}

#[test]
fn an_origin_in_rock_sees_nothing_and_one_on_a_border_sees_the_free_side() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| (x >= 32) != (y >= 32)));
    for buried in [vec2(40.5, 10.5), vec2(40.0, 10.5), vec2(40.0, 10.0), vec2(10.0, 40.25)] {
        assert!(full(&terrain, buried, 20.0).is_empty(), "{buried}");
    }
    // On a wall.
    let wall = full(&terrain, vec2(32.0, 10.5), 5.0);
    assert!(wall.contains((28.0, 10.5)) && wall.contains((32.0, 13.0)) && !wall.contains((32.1, 10.5)));
    // On the corner at which two blocks touch.
    let corner = full(&terrain, vec2(32.0, 32.0), 5.0);
    assert!(corner.contains((30.0, 30.0)) && corner.contains((34.0, 34.0)));
    assert!(!corner.contains((30.0, 34.0)) && !corner.contains((34.0, 30.0)));
    assert!((corner.area() - PI * 12.5).abs() < 1.5, "{}", corner.area());
    // Not through it.
    let before = full(&terrain, vec2(28.0, 28.0), 10.0);
    assert!(before.contains((31.9, 31.9)) && !before.contains((33.0, 33.0)));
}
