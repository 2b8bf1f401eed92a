use super::layout::{Frame, ROUNDING, direction, reach_of, signed, to_f32, whole_layout};
use reference::targets::{border_distance, is_inside};
use reference::{cases, each_case};
use tileray::glam::{dvec2, vec2, vec3};
use tileray::space::{PlanarPolygon, SegmentHit};

/// A square of 8 by 8 with its left upper quarter cut out, at height 2.
fn angle() -> PlanarPolygon {
    let corners = [(4.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (0.0, 4.0), (4.0, 4.0)];
    PlanarPolygon::new(corners.map(|(x, y)| vec3(x, y, 2.0)).to_vec()).expect("a polygon")
}

#[test]
fn ends_on_the_polygon_and_in_its_plane_meet_what_they_come_to_first() {
    let angle = angle();
    let at = |x: f32, y: f32| vec3(x, y, 2.0);
    let (above, on, beside) = (vec3(6.0, 6.0, 10.0), at(6.0, 6.0), 8.0_f32.next_up());
    for (a, b, expected) in [
        (above, vec3(6.0, 6.0, 0.0), Some((on, 0.8))),
        (above, on, Some((on, 1.0))),
        (on, above, Some((on, 0.0))),
        (on, on, Some((on, 0.0))),
        (above, vec3(6.0, 6.0, 2.01), None),
        (above, above, None),
        // On the plane, but in the quarter that is cut out.
        (vec3(1.0, 1.0, 10.0), at(1.0, 1.0), None),
        (at(1.0, 1.0), at(1.0, 1.0), None),
        // In the plane: to an edge, along an edge, past a corner, and through the quarter that is cut out.
        (at(0.0, 2.0), at(8.0, 2.0), Some((at(4.0, 2.0), 0.5))),
        (at(8.0, 2.0), at(0.0, 2.0), Some((at(8.0, 2.0), 0.0))),
        (at(4.0, -4.0), at(4.0, 4.0), Some((at(4.0, 0.0), 0.5))),
        (at(6.0, -2.0), at(10.0, 2.0), Some((at(8.0, 0.0), 0.5))),
        (at(0.0, 3.0), at(3.0, 0.0), None),
        // Up to the border, and one step of the numbers short of it; a point on it, and a step beside it.
        (at(6.0, 12.0), at(6.0, 8.0), Some((at(6.0, 8.0), 1.0))),
        (at(6.0, 12.0), at(6.0, beside), None),
        (at(8.0, 4.0), at(8.0, 4.0), Some((at(8.0, 4.0), 0.0))),
        (at(beside, 4.0), at(beside, 4.0), None),
        // Parallel and off the plane.
        (vec3(0.0, 2.0, 2.25), vec3(8.0, 2.0, 2.25), None),
    ] {
        let expected = expected.map(|(point, fraction)| SegmentHit { point, fraction });
        assert_eq!(angle.intersect_segment(a, b), expected, "{a} to {b}");
    }
}

#[test]
fn random_segments_meet_what_the_layout_says() {
    let (mut met, mut missed) = (0, 0);
    for (case, mut rng) in each_case(201, cases(15_000)) {
        let reach = [0.0, 1e3, 1e5, 1e6][case % 4];
        // From large to as thin as a thousandth.
        let scale = [1.0, 1e4, 1e3, 1e4][case / 4 % 4];
        let frame = Frame::turned(&mut rng, reach);
        let mut layout: Vec<_> = whole_layout(&mut rng, 30).into_iter().map(|point| point * scale as f32).collect();
        if case % 5 == 0 && reach == 0.0 {
            layout = layout.into_iter().map(|point| point * vec2(1.0, 1e-3 / scale as f32)).collect();
        }
        let Ok(polygon) = frame.polygon(&layout) else { continue };
        let far = reach_of(&polygon);
        for _ in 0..4 {
            let at = dvec2(signed(&mut rng) * 33.0, signed(&mut rng) * 33.0) * scale;
            let at = if case % 5 == 0 && reach == 0.0 { at * dvec2(1.0, 1e-3 / scale) } else { at };
            let mut way = direction(&mut rng);
            if way.dot(frame.normal()).abs() < 0.2 {
                way = frame.normal();
            }
            let length = 20.0 * scale + far * 1e-3;
            let (before, after) = (length * (0.1 + rng.f64()), length * (0.1 + rng.f64()));
            let target = frame.place(at);
            let (a, b) = (to_f32(target - way * before), to_f32(target + way * after));
            let error = 64.0 * ROUNDING * (far + length);
            // What is thinner than its rounding is turned by it.
            if border_distance(&layout, at) < error {
                continue;
            }
            let found = polygon.intersect_segment(a, b);
            if is_inside(&layout, at) {
                met += 1;
                let found = found.unwrap_or_else(|| panic!("{layout:?} {frame:?} {at} {a} {b}"));
                assert!(found.point.as_dvec3().distance(target) <= error, "{found:?} {target} {error}");
                let along = (found.point - a).as_dvec3().length() / (b - a).as_dvec3().length();
                assert!((along - f64::from(found.fraction)).abs() <= 4.0 * error / length);
                // What ends short of the plane does not come to it.
                assert_eq!(polygon.intersect_segment(a, to_f32(target - way * error * 8.0)), None);
                assert_eq!(polygon.intersect_segment(b, to_f32(target + way * error * 8.0)), None);
            } else {
                missed += 1;
                assert_eq!(found, None, "{layout:?} {frame:?} {at} {a} {b}");
            }
        }
    }
    assert!(met > cases(15_000) / 30 && missed > cases(15_000) / 30, "{met} {missed}");
}

#[test]
fn whole_segments_in_the_plane_stop_at_the_border() {
    let (mut met, mut missed) = (0, 0);
    for (_, mut rng) in each_case(202, cases(4_000)) {
        let frame = Frame::along_axes(&mut rng, 200);
        let layout = whole_layout(&mut rng, 6);
        let polygon = frame.polygon(&layout).expect("it is planar");
        let mut end = || dvec2(f64::from(rng.i32(-9..=9)), f64::from(rng.i32(-9..=9)));
        let (a, b) = (end(), end());
        let found = polygon.intersect_segment(to_f32(frame.place(a)), to_f32(frame.place(b)));
        // All of the segment before the hit is outside; the hit is not.
        let until = found.map_or(1.0, |hit| f64::from(hit.fraction));
        for part in 0..40 {
            let at = a + (b - a) * (until * f64::from(part) / 40.0 * 0.999_99);
            if until > 0.0 {
                assert!(!is_inside(&layout, at) || border_distance(&layout, at) < 1e-4, "{layout:?} {a} {b} {at}");
            }
        }
        if let Some(hit) = found {
            met += 1;
            let at = a + (b - a) * until;
            assert!(is_inside(&layout, at) || border_distance(&layout, at) < 1e-5, "{layout:?} {a} {b} {at}");
            assert!(hit.point.as_dvec3().distance(frame.place(at)) < 1e-4);
        } else {
            missed += 1;
            assert!(!is_inside(&layout, b), "{layout:?} {a} {b}");
        }
        // With border: what has an end on it is met there or before.
        if border_distance(&layout, b) == 0.0 {
            assert!(found.is_some(), "{layout:?} {a} {b}");
        }
    }
    assert!(met > cases(4_000) * 3 / 40 && missed > cases(4_000) * 3 / 40, "{met} {missed}");
}

#[test]
fn nothing_slips_through_a_common_edge() {
    let mut shot = 0;
    for (case, mut rng) in each_case(203, cases(20_000)) {
        let reach = [0.0, 100.0, 1e4][case % 3];
        let offset = vec3(signed(&mut rng) as f32, signed(&mut rng) as f32, signed(&mut rng) as f32) * reach;
        let mut corner = || to_f32(direction(&mut rng) * 30.0) + offset;
        let (from, to, left, right) = (corner(), corner(), corner(), corner());
        let triangles = [vec![from, to, left], vec![to, from, right]].map(PlanarPolygon::new);
        let [Ok(first), Ok(second)] = triangles else { continue };
        let target = (from.as_dvec3() + (to - from).as_dvec3() * (0.1 + 0.8 * rng.f64())).as_vec3();
        let way = direction(&mut rng) * 100.0;
        let (a, b) = (to_f32(target.as_dvec3() - way), to_f32(target.as_dvec3() + way));
        // Looked at along the segment the third corners have to lie well on either side of the edge.
        let across = (to - from).as_dvec3().cross(way).normalize_or_zero();
        let (left_side, right_side) = (across.dot((left - from).as_dvec3()), across.dot((right - from).as_dvec3()));
        let along = (to - from).as_dvec3().cross(across).length();
        if left_side * right_side > -1.0 || left_side.abs().min(right_side.abs()) < 1.0 || along < 3.0 {
            continue;
        }
        let steep = |polygon: &PlanarPolygon| polygon.normal().as_dvec3().dot(way).abs() > 5.0;
        if !steep(&first) || !steep(&second) {
            continue;
        }
        shot += 1;
        let hits = [first.intersect_segment(a, b), second.intersect_segment(a, b)];
        assert!(hits.iter().any(Option::is_some), "{from} {to} {left} {right} {a} {b}");
        // The same backwards.
        let back = [first.intersect_segment(b, a), second.intersect_segment(b, a)];
        assert!(back.iter().any(Option::is_some), "{from} {to} {left} {right} {b} {a}");
    }
    assert!(shot > 100, "{shot}");
}
