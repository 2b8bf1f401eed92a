//! Construction of polygons, and the errors of rings that are none.

use super::shapes;
use fastrand::Rng;
use reference::ring_shapes::{as_points, comb, spiral};
use reference::rings::{self, Fault};
use reference::{cases, each_case};
use tileray::geometry::{PolygonError, Winding};
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{ConvexPolygon, Polygon};

fn points(coordinates: &[(f32, f32)]) -> Vec<Vec2> {
    coordinates.iter().map(|&point| point.into()).collect()
}

#[test]
fn errors_come_in_their_order() {
    use PolygonError::*;
    let nan = f32::NAN;
    let far = 2.0_f32.powi(60);
    let (a, b) = ((0.0, 0.0), (-0.0, 0.0));
    for (list, expected) in [
        (vec![], TooFewPoints { count: 0 }),
        (vec![(nan, nan), (nan, nan)], TooFewPoints { count: 2 }),
        (vec![a, (far * 2.0, 0.0), a, (nan, 1.0)], NotFinite { index: 3 }),
        (vec![a, (0.0, f32::NEG_INFINITY), a], NotFinite { index: 1 }),
        (vec![a, a, (0.0, -far.next_up())], TooFar { index: 2 }),
        (vec![a, (5.0, 0.0), (3.0, 0.0), (5.0, 0.0), b, a], RepeatedPoint { first: 1, second: 3 }),
        (vec![a, (5.0, 0.0), b], RepeatedPoint { first: 0, second: 2 }),
        (vec![(1.0, 1.0), (3.0, 3.0), (2.0, 2.0), (7.0, 7.0)], ZeroArea),
        (vec![a, (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)], SelfCrossing { first: 0, second: 2 }),
        // An edge that runs back over the one before it, past its start; a star that turns the same way at each corner.
        (vec![a, (4.0, 0.0), (-2.0, 0.0), (-2.0, 3.0), (0.5, 1.0)], SelfCrossing { first: 0, second: 1 }),
        (vec![(0.0, -10.0), (6.0, 8.0), (-9.0, -3.0), (9.0, -3.0), (-6.0, 8.0)], SelfCrossing { first: 1, second: 4 }),
    ] {
        assert_eq!(Polygon::new(points(&list)).as_ref(), Err(&expected), "{list:?}");
        assert_eq!(ConvexPolygon::new(points(&list)), Err(expected), "{list:?}");
    }
    assert!(Polygon::new(points(&[(-far, -far), (far, -far), (0.0, far)])).is_ok());
}

#[test]
fn points_are_kept_as_they_are_given() {
    let list = points(&[(4.0, 4.0), (2.0, 4.0), (-0.0, 4.0), (0.0, 0.0)]);
    let polygon = Polygon::new(list.clone()).expect("a triangle with a point on an edge");
    assert_eq!(polygon.points(), list);
    assert!(polygon.points()[2].x.is_sign_negative());
    assert_eq!(polygon.winding(), Winding::Clockwise);
    assert_eq!(polygon.edges().len(), 4);
    assert_eq!(polygon.edges().last().map(|edge| (edge.start, edge.end)), Some((list[3], list[0])));
}

#[test]
fn the_sweep_finds_what_all_pairs_find() {
    let (mut good, mut concave, mut bad) = (0, 0, 0);
    for (case, mut rng) in each_case(301, cases(40_000)) {
        let points = match case % 8 {
            0..=3 => shapes::scribble(&mut rng),
            4 => {
                let (count, size) = (rng.usize(4..20), rng.i32(3..12));
                shapes::untangled(&mut rng, count, size)
            }
            5 => {
                let count = rng.usize(3..24);
                shapes::star(&mut rng, count, 9.0).into_iter().map(Vec2::round).collect()
            }
            6 => {
                // A polygon with one corner somewhere else.
                let mut points = shapes::polygon(&mut rng).0.points().to_vec();
                let (index, other) = (rng.usize(0..points.len()), rng.usize(0..points.len()));
                points[index] = points[other] + vec2(rng.i32(-3..=3) as f32, rng.i32(-3..=3) as f32);
                points
            }
            _ => {
                // Corners one step of f32 beside an edge.
                let mut points = shapes::polygon(&mut rng).0.points().to_vec();
                let (index, edge) = (rng.usize(0..points.len()), rng.usize(1..points.len()));
                let on_edge = (points[edge - 1] + points[edge]) / 2.0;
                points[index] = vec2(on_edge.x, if rng.bool() { on_edge.y.next_up() } else { on_edge.y });
                points
            }
        };
        let points = if case % 3 == 0 && points.len() >= 3 { shapes::varied(points, &mut rng) } else { points };
        let Some(ring) = rings::points(&points) else { continue };
        if points.len() < 3 {
            continue;
        }
        let (found, convex) = (Polygon::new(points.clone()), ConvexPolygon::new(points.clone()));
        match (rings::fault(&ring), found) {
            (None, Ok(polygon)) => {
                let (n, area) = (ring.len(), rings::double_area(&ring));
                assert_eq!(polygon.winding() == Winding::Clockwise, area > 0, "{points:?}");
                let turn = |i: usize| rings::side(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) * area.signum();
                let reflex = (0..n).find(|&i| turn(i) < 0);
                assert_eq!(polygon.is_convex(), reflex.is_none(), "{points:?}");
                // Corners on straight lines are left out.
                let corners = (0..n).filter(|&i| turn(i) > 0).count();
                let expected = reflex.map_or(Ok(corners), |index| Err(PolygonError::NotConvex { index }));
                assert_eq!(convex.map(|convex| convex.len()), expected, "{points:?}");
                *(if reflex.is_none() { &mut good } else { &mut concave }) += 1;
            }
            (_, Err(error)) if convex.as_ref() != Err(&error) => panic!("{error:?}, but {convex:?} for {points:?}"),
            (Some(Fault::Repeated(first, second)), Err(error)) => {
                assert_eq!(error, PolygonError::RepeatedPoint { first, second }, "{points:?}");
            }
            (Some(Fault::Flat), Err(error)) => assert_eq!(error, PolygonError::ZeroArea, "{points:?}"),
            (Some(Fault::Crossing), Err(PolygonError::SelfCrossing { first, second })) => {
                bad += 1;
                assert!(first < second && rings::edges_meet(&ring, first, second), "{first}, {second}: {points:?}");
            }
            (expected, found) => panic!("{expected:?}, but {found:?} for {points:?}"),
        }
    }
    assert!(good.min(concave).min(bad) > 100, "{good} convex, {concave} concave, {bad} bad");
}

/// Rings with `count` points or so that are hard for one method or another.
fn large(count: usize) -> Vec<(&'static str, Vec<Vec2>)> {
    let mut rng = Rng::with_seed(302);
    let swapped = |points: Vec<Vec2>| points.into_iter().map(|point| vec2(point.y, point.x)).collect::<Vec<_>>();
    let spikes = (0..count).map(|i| {
        let angle = i as f64 / count as f64 * std::f64::consts::TAU;
        DVec2::from_angle(angle) * if i % 2 == 0 { 1e5 } else { 1.0 + 1e4 * (i % 7) as f64 }
    });
    vec![
        ("comb", as_points(&comb(&mut rng, count as i128 / 2))),
        ("lying comb", swapped(as_points(&comb(&mut rng, count as i128 / 2)))),
        ("spiral", as_points(&spiral(count as i128 / 2))),
        ("star", shapes::star(&mut rng, count, 1e6)),
        ("spikes", spikes.map(DVec2::as_vec2).collect()),
    ]
}

#[test]
fn a_single_crossing_among_many_edges_is_found() {
    for (name, points) in large(600) {
        let ring = rings::points(&points.iter().map(|point| point.round()).collect::<Vec<_>>()).expect("whole numbers");
        let whole = |ring: &[rings::Point]| -> Vec<Vec2> {
            ring.iter().map(|p| vec2((p[0] >> 34) as f32, (p[1] >> 34) as f32)).collect()
        };
        if rings::fault(&ring).is_some() {
            continue;
        }
        assert!(Polygon::new(whole(&ring)).is_ok(), "{name}");
        for index in [1, 100, 333, 500] {
            let mut crossed = ring.clone();
            crossed.swap(index, index + 2);
            let expected = rings::fault(&crossed);
            match Polygon::new(whole(&crossed)) {
                Ok(_) => assert_eq!(expected, None, "{name} {index}"),
                Err(PolygonError::SelfCrossing { first, second }) => {
                    assert!(rings::edges_meet(&crossed, first, second), "{name} {index}");
                }
                Err(error) => panic!("{name} {index}: {error}"),
            }
        }
    }
}

#[test]
fn regular_polygons_begin_at_the_right_and_run_clockwise() {
    for count in [3, 4, 5, 8, 100, 1000] {
        let polygon = Polygon::regular((100.0, 50.0), 40.0, count).expect("a regular polygon");
        assert_eq!(polygon.points().len(), count);
        assert_eq!(polygon.points()[0], vec2(140.0, 50.0));
        assert!(polygon.points()[1].y > 50.0);
        assert_eq!((polygon.winding(), polygon.is_convex()), (Winding::Clockwise, true));
        let expected = 0.5 * count as f64 * 1600.0 * (std::f64::consts::TAU / count as f64).sin();
        assert!((f64::from(polygon.area()) - expected).abs() < 0.01, "{count}");
    }
    let error = |radius, count| Polygon::regular((1.0, 2.0), radius, count).expect_err("not a polygon");
    assert_eq!(error(-1.0, 2), PolygonError::TooFewPoints { count: 2 });
    assert_eq!(error(f32::NAN, 3), PolygonError::NotFinite { index: 0 });
    assert_eq!(error(f32::INFINITY, 3), PolygonError::NotFinite { index: 0 });
    assert_eq!(error(0.0, 3), PolygonError::ZeroArea);
    assert_eq!(error(-1.0, 3), PolygonError::ZeroArea);
    assert!(matches!(error(1e6, usize::MAX), PolygonError::RepeatedPoint { .. }));
    assert!(matches!(error(1e-9, 5), PolygonError::RepeatedPoint { .. }));
    assert!(matches!(Polygon::regular((f32::NAN, 0.0), 1.0, 3), Err(PolygonError::NotFinite { .. })));
}
