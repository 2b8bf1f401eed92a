use super::layout::{Frame, ROUNDING, longest_common, reach_of, stretches, whole_layout};
use reference::{cases, each_case};
use tileray::Polygon;
use tileray::glam::{DVec3, Vec2, vec2};
use tileray::space::PlanarPolygon;

fn overlap(first: &PlanarPolygon, second: &PlanarPolygon) -> bool {
    let found = first.intersects(second);
    assert_eq!(second.intersects(first), found, "{first:?} {second:?}");
    found
}

/// Two layouts whose x axes are the same line in space, in planes at an angle to each other.
fn hinged(first: Frame, other: DVec3) -> [Frame; 2] {
    [first, Frame { u: first.u, v: other, origin: first.origin }]
}

#[test]
fn along_the_axes_whole_layouts_overlap_where_their_stretches_do() {
    let (mut yes, mut touching) = (0, 0);
    for (case, mut rng) in each_case(301, cases(15_000)) {
        let frame = Frame::along_axes(&mut rng, [20, 1_000, 100_000][case % 3]);
        // Upright, or at half a right angle, where whole coordinates stay whole.
        let upright = frame.normal();
        let frames = hinged(frame, if rng.bool() { upright } else { upright + frame.v });
        let layouts = [whole_layout(&mut rng, 5), whole_layout(&mut rng, 5)];
        let [first, second] = [0, 1].map(|i| frames[i].polygon(&layouts[i]).expect("it is planar"));
        let common = longest_common(&stretches(&layouts[0], 0.0), &stretches(&layouts[1], 0.0));
        if common > 1e-9 && common < 8.0 * ROUNDING * 4.0 * reach_of(&first).max(reach_of(&second)) {
            continue;
        }
        assert_eq!(overlap(&first, &second), common > 1e-9, "{layouts:?} {frames:?} {common}");
        yes += usize::from(common > 1e-9);
        touching += usize::from(common.abs() <= 1e-9);
    }
    assert!(yes > cases(15_000) / 150 && touching > cases(15_000) / 1_500, "{yes} {touching}");
}

#[test]
fn turned_layouts_overlap_where_their_stretches_do() {
    let (mut yes, mut no) = (0, 0);
    for (case, mut rng) in each_case(302, cases(10_000)) {
        let reach = [0.0, 1e3, 1e5][case % 3];
        let frame = Frame::turned(&mut rng, reach);
        let angle = 0.2 + 2.7 * rng.f64();
        let frames = hinged(frame, frame.v * angle.cos() + frame.normal() * angle.sin());
        let layouts = [whole_layout(&mut rng, 30), whole_layout(&mut rng, 30)];
        let [Ok(first), Ok(second)] = [0, 1].map(|i| frames[i].polygon(&layouts[i])) else { continue };
        let far = reach_of(&first).max(reach_of(&second));
        // Rounding moves each by as much as this, along the line and across it; thin ones are turned by it.
        let slack = 64.0 * ROUNDING * far;
        let widths = layouts.each_ref().map(|layout| area(layout) / 60.0);
        if widths.iter().any(|&width| width < 0.2 + 20.0 * slack) {
            continue;
        }
        let mut all = Vec::new();
        for up in [-4.0 * slack, 0.0, 4.0 * slack] {
            for other in [-4.0 * slack, 0.0, 4.0 * slack] {
                all.push(longest_common(&stretches(&layouts[0], up), &stretches(&layouts[1], other)));
            }
        }
        let decided = all.iter().all(|&common| common > 8.0 * slack) || all.iter().all(|&common| common < -8.0 * slack);
        if decided {
            let expected = all[4] > 0.0;
            assert_eq!(overlap(&first, &second), expected, "{layouts:?} {frames:?} {all:?}");
            yes += usize::from(expected);
            no += usize::from(!expected);
        }
    }
    assert!(yes > 100 && no > 100, "{yes} {no}");
}

fn area(layout: &[Vec2]) -> f64 {
    Polygon::new(layout.to_vec()).map_or(0.0, |polygon| f64::from(polygon.area()))
}

#[test]
fn what_stands_on_a_turned_floor_touches_it() {
    for (case, mut rng) in each_case(303, cases(10_000)) {
        let reach = [0.0, 1e3, 1e5][case % 3];
        let frame = Frame::turned(&mut rng, reach);
        let floor_layout = [(-30.0, -30.0), (30.0, -30.0), (30.0, 30.0), (-30.0, 30.0)].map(Vec2::from);
        let angle = 0.5 + 2.0 * rng.f64();
        let mut wall_frame = hinged(frame, frame.v * angle.cos() + frame.normal() * angle.sin())[1];
        let aside = f64::from(rng.f32() * 20.0 - 10.0);
        wall_frame.origin += frame.v * aside;
        let left = rng.f32() * 10.0 - 20.0;
        let wall = |depth: f32| {
            [vec2(left, -depth), vec2(left + 25.0, -depth), vec2(left + 25.0, 30.0), vec2(left + 3.0, 30.0)]
        };
        let floor = frame.polygon(&floor_layout).expect("a floor");
        let standing = wall_frame.polygon(&wall(0.0)).expect("a wall");
        assert!(!overlap(&floor, &standing), "{floor:?} {standing:?}");
        let sunk = wall_frame.polygon(&wall(64.0 * ROUNDING as f32 * (reach as f32 + 60.0))).expect("a wall");
        assert!(overlap(&floor, &sunk), "{floor:?} {sunk:?}");
    }
}

#[test]
fn layouts_of_one_plane_overlap_where_they_share_an_area() {
    let (mut yes, mut no) = (0, 0);
    for (case, mut rng) in each_case(304, cases(4_000)) {
        let exact = case % 2 == 0;
        let size = if exact { 4 } else { 8 };
        let layouts = [whole_layout(&mut rng, size), whole_layout(&mut rng, size)];
        // What is thin is turned by its rounding, out of the plane of what lies beside it.
        if !exact && layouts.iter().any(|layout| area(layout) < 64.0) {
            continue;
        }
        let frame = if exact { Frame::along_axes(&mut rng, 1_000) } else { Frame::turned(&mut rng, 500.0) };
        let [Ok(first), Ok(second)] = [0, 1].map(|i| frame.polygon(&layouts[i])) else { continue };
        let flat = layouts.each_ref().map(|layout| Polygon::new(layout.clone()).expect("it is simple"));
        let expected = flat[0].intersects_polygon(&flat[1]);
        if !exact {
            // Moved a little in any direction the answer has to be the same.
            let step = 32.0 * ROUNDING as f32 * 1_000.0;
            let moved = |x: f32, y: f32| {
                let moved = flat[0].translated(vec2(x, y) * step).expect("near the origin");
                moved.intersects_polygon(&flat[1]) == expected
            };
            if ![(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].into_iter().all(|(x, y)| moved(x, y)) {
                continue;
            }
        }
        assert_eq!(overlap(&first, &second), expected, "{layouts:?} {frame:?}");
        yes += usize::from(expected);
        no += usize::from(!expected);
        // One pixel above each other they are apart.
        let above = Frame { origin: frame.origin + frame.normal(), ..frame };
        if let Ok(second) = above.polygon(&layouts[1])
            && exact
        {
            assert!(!overlap(&first, &second));
        }
    }
    assert!(yes > cases(4_000) / 40 && no > cases(4_000) / 40, "{yes} {no}");
}
