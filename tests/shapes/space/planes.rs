use super::layout::{Frame, ROUNDING, reach_of, signed, to_f32, whole_layout};
use reference::targets::{border_distance, is_inside};
use reference::{cases, each_case};
use tileray::Polygon;
use tileray::geometry::PolygonError;
use tileray::glam::{Vec3, dvec2, vec3};
use tileray::space::{PlanarPolygon, PlanarPolygonError, Plane, PlaneError};

#[test]
fn what_gives_no_plane_says_why() {
    let plane = |points: &[Vec3]| Plane::through(points);
    let [a, b, c] = [vec3(0.0, 0.0, 0.0), vec3(1.0, 2.0, 3.0), vec3(2.0, 4.0, 6.0)];
    assert_eq!(plane(&[]), Err(PlaneError::TooFewPoints { count: 0 }));
    assert_eq!(plane(&[a, b]), Err(PlaneError::TooFewPoints { count: 2 }));
    assert_eq!(plane(&[a, b, vec3(0.0, f32::NAN, 0.0)]), Err(PlaneError::NotFinite { index: 2 }));
    assert_eq!(plane(&[a, Vec3::splat(f32::INFINITY), b]), Err(PlaneError::NotFinite { index: 1 }));
    assert_eq!(plane(&[vec3(0.0, -1e19, 0.0), a, b]), Err(PlaneError::TooFar { index: 0 }));
    assert_eq!(plane(&[a, b, c]), Err(PlaneError::OnOneLine));
    assert_eq!(plane(&[a, c, b, c]), Err(PlaneError::OnOneLine));
    assert_eq!(plane(&[b, b, b]), Err(PlaneError::OnOneLine));
    let eight = [vec3(0.0, 0.0, 5.0), vec3(4.0, 4.0, 5.0), vec3(4.0, 0.0, 5.0), vec3(0.0, 4.0, 5.0)];
    assert_eq!(plane(&eight), Err(PlaneError::AreasCancel));
    assert_eq!(Plane::new(a, Vec3::ZERO), Err(PlaneError::NoNormal));
    assert_eq!(Plane::new(a, vec3(1.0, f32::NAN, 0.0)), Err(PlaneError::NoNormal));
    assert_eq!(Plane::new(vec3(f32::NAN, 0.0, 0.0), Vec3::X), Err(PlaneError::NotFinite { index: 0 }));
    assert_eq!(Plane::new(vec3(0.0, 0.0, 2e18), Vec3::X), Err(PlaneError::TooFar { index: 0 }));
}

#[test]
fn what_is_no_planar_polygon_says_why() {
    let polygon = |points: &[(f32, f32, f32)]| PlanarPolygon::new(points.iter().map(|&point| point.into()).collect());
    let too_few = PlaneError::TooFewPoints { count: 2 };
    assert_eq!(polygon(&[(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)]), Err(PlanarPolygonError::Plane(too_few)));
    // One corner is lifted by 1, which the mean plane shares out among the four.
    let lifted = polygon(&[(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (4.0, 4.0, 1.0), (0.0, 4.0, 0.0)]);
    let Err(PlanarPolygonError::NotPlanar { distance, .. }) = lifted else { panic!("{lifted:?}") };
    assert!((0.24..0.25).contains(&distance), "{distance}");
    let lifted = polygon(&[
        (0.0, 0.0, 0.0),
        (4.0, 0.0, 0.0),
        (4.0, 2.0, 0.0),
        (4.0, 4.0, 1.0),
        (2.0, 4.0, 0.0),
        (0.0, 4.0, 0.0),
    ]);
    assert!(matches!(lifted, Err(PlanarPolygonError::NotPlanar { index: 3, .. })), "{lifted:?}");
    // A fold of 2^-20 of the reach passes, and one of twice that does not.
    let folded = |z: f32| polygon(&[(0.0, 0.0, 0.0), (64.0, 0.0, z), (64.0, 64.0, 0.0), (0.0, 64.0, z)]);
    assert!(folded(2.0 * 64.0 / (1 << 20) as f32).is_ok());
    assert!(matches!(folded(4.0 * 64.0 / (1 << 20) as f32), Err(PlanarPolygonError::NotPlanar { .. })));
    // The crossing parts differ in size, so that there is a normal.
    let crossed = polygon(&[(7.0, 0.0, 0.0), (7.0, 9.0, 0.0), (7.0, 9.0, 4.0), (7.0, 3.0, -1.0)]);
    assert!(matches!(crossed, Err(PlanarPolygonError::Outline(PolygonError::SelfCrossing { .. }))), "{crossed:?}");
    let repeated = polygon(&[(0.0, 1.0, 0.0), (9.0, 1.0, 0.0), (9.0, 1.0, 9.0), (9.0, 1.0, 0.0)]);
    assert!(matches!(repeated, Err(PlanarPolygonError::Plane(PlaneError::AreasCancel))), "{repeated:?}");
    let repeated = polygon(&[(0.0, 1.0, 0.0), (9.0, 1.0, 0.0), (9.0, 1.0, 9.0), (9.0, 1.0, 0.0), (4.0, 1.0, 9.0)]);
    assert_eq!(repeated, Err(PlanarPolygonError::Outline(PolygonError::RepeatedPoint { first: 1, second: 3 })));
}

#[test]
fn normals_of_any_length_are_made_unit_vectors() {
    let plane = Plane::new(vec3(0.0, 0.0, 1.0), vec3(0.0, 0.0, 1e-30)).expect("a plane");
    assert_eq!((plane.normal(), plane.flipped().normal()), (Vec3::Z, Vec3::NEG_Z));
    assert_eq!(plane.flipped().signed_distance(vec3(7.0, 7.0, 4.0)), -3.0);
}

#[test]
fn a_plane_is_the_one_that_the_points_were_laid_out_in() {
    for (case, mut rng) in each_case(101, cases(20_000)) {
        let reach = [0.0, 100.0, 1e5, 1e6][case % 4];
        let frame = Frame::turned(&mut rng, reach);
        let layout = whole_layout(&mut rng, 50);
        // Thin ones are tilted by the rounding of their corners; their planes are asked for near them only.
        let Ok(polygon) = frame.polygon(&layout) else {
            // Rounding may fold what is thin.
            assert!(reach > 1e3, "{layout:?} {frame:?}");
            continue;
        };
        let far = reach_of(&polygon) + 50.0;
        let normal = frame.normal();
        let signed_area = Polygon::new(layout.clone()).expect("it is simple").signed_area();
        if f64::from(signed_area.abs()) / 100.0 < 16.0 * ROUNDING * far {
            // Thinner than its rounding it may be turned either way.
            continue;
        }
        let winding = signed_area.signum();
        assert!(normal.as_vec3().dot(polygon.normal()) * winding > 0.0);
        let height = signed(&mut rng) * 50.0;
        let corner = frame.place(layout[0].as_dvec2());
        let point = to_f32(corner + normal * height);
        let found = f64::from(polygon.plane().signed_distance(point)) * f64::from(winding);
        // The point's rounding, the corners', and what a thin one is tilted by.
        let tilt = f64::from(normal.as_vec3().cross(polygon.normal()).length());
        let slack = 16.0 * ROUNDING * far + tilt * height.abs() + 1e-6;
        assert!((found - height).abs() <= slack, "{found} {height} {slack} {layout:?}");
        let foot = polygon.plane().project(point);
        assert!(f64::from(polygon.plane().signed_distance(foot)).abs() <= 2.0 * ROUNDING * far);
    }
}

#[test]
fn along_the_axes_everything_is_as_in_two_dimensions() {
    let mut on_the_border = 0;
    for (_, mut rng) in each_case(102, cases(10_000)) {
        let reach = if rng.bool() { 20 } else { 100_000 };
        let frame = Frame::along_axes(&mut rng, reach);
        let layout = whole_layout(&mut rng, 12);
        let flat = Polygon::new(layout.clone()).expect("it is simple");
        let polygon = frame.polygon(&layout).expect("it is planar");
        assert_eq!(polygon.area(), flat.area());
        assert_eq!(polygon.normal().as_dvec3(), frame.normal() * f64::from(flat.signed_area().signum()));
        let centroid = frame.place(flat.centroid().as_dvec2());
        assert!(polygon.centroid().as_dvec3().distance(centroid) <= 8.0 * ROUNDING * (reach_of(&polygon) + 12.0));
        for _ in 0..8 {
            // Half pixels too, on the plane and one step beside it.
            let at = dvec2(rng.i32(-26..=26) as f64 / 2.0, rng.i32(-26..=26) as f64 / 2.0);
            let point = frame.place(at);
            assert!(!polygon.contains(to_f32(point + frame.normal())));
            let inside = is_inside(&layout, at);
            if border_distance(&layout, at) > 1e-9 {
                assert_eq!(polygon.contains(to_f32(point)), inside, "{layout:?} {frame:?} {at}");
            } else {
                on_the_border += 1;
                assert!(polygon.intersect_segment(to_f32(point), to_f32(point)).is_some());
            }
        }
    }
    assert!(on_the_border > cases(10_000) / 100, "{on_the_border}");
}

#[test]
fn faces_that_fill_a_plane_own_each_point_once() {
    // The same square of each pair of axes, cut in four by its center, looked at from either side.
    for (_, mut rng) in each_case(103, cases(2_000) / 10) {
        let frame = Frame::along_axes(&mut rng, 50);
        let corners = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)];
        let center = (f64::from(rng.i32(-3..=3)), f64::from(rng.i32(-3..=3)));
        let faces: Vec<PlanarPolygon> = (0..4)
            .map(|i| {
                let layout = [corners[i], corners[(i + 1) % 4], center].map(|(x, y)| dvec2(x, y).as_vec2());
                frame.polygon(&layout).expect("a triangle")
            })
            .collect();
        for x in -7..=7 {
            for y in -7..=7 {
                let point = to_f32(frame.place(dvec2(f64::from(x) / 2.0, f64::from(y) / 2.0)));
                assert_eq!(faces.iter().filter(|face| face.contains(point)).count(), 1, "{point} {frame:?}");
            }
        }
    }
}

#[test]
fn points_of_a_turned_polygon_are_found_in_it() {
    let (mut inside, mut off) = (0, 0);
    for (case, mut rng) in each_case(104, cases(10_000)) {
        let reach = [0.0, 1e3, 1e5][case % 3];
        let frame = Frame::turned(&mut rng, reach);
        let layout = whole_layout(&mut rng, 40);
        let Ok(polygon) = frame.polygon(&layout) else { continue };
        let far = reach_of(&polygon) + 40.0;
        for _ in 0..6 {
            let at = dvec2(signed(&mut rng), signed(&mut rng)) * 45.0;
            if border_distance(&layout, at) < 8.0 * ROUNDING * far {
                continue;
            }
            // Thin ones tell nothing about points that are farther off than they are wide.
            let expected = is_inside(&layout, at);
            let found = polygon.contains(to_f32(frame.place(at)));
            assert_eq!(found, expected, "{layout:?} {frame:?} {at}");
            inside += usize::from(expected);
            if expected && far * 64.0 * ROUNDING < 1.0 {
                let beside = to_f32(frame.place(at) + frame.normal());
                assert!(!polygon.contains(beside), "{layout:?} {frame:?} {at}");
                off += 1;
            }
        }
    }
    assert!(inside > 100 && off > 100, "{inside} {off}");
}

#[test]
fn points_that_are_no_points_are_nowhere() {
    let triangle = PlanarPolygon::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y]).expect("a triangle");
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for point in [vec3(value, 0.1, 0.0), vec3(0.1, 0.1, value)] {
            assert!(!triangle.contains(point));
            assert!(triangle.intersect_segment(point, vec3(0.1, 0.1, -1.0)).is_none());
            assert!(triangle.intersect_segment(vec3(0.1, 0.1, -1.0), point).is_none());
        }
    }
    let largest = vec3(0.1, 0.1, f32::MAX);
    // So far a segment's margin is larger than the polygon: all that is asked is an answer.
    let _ = triangle.intersect_segment(largest, -largest);
}
