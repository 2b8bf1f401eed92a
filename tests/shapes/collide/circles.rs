//! Points through segments, and balls on floors and in corners.

use super::shapes::vector;
use reference::{cases, each_case};
use tileray::geometry::Segment;
use tileray::glam::{Vec2, vec2};
use tileray::{Circle, ConvexPolygon, Polygon, collide};

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
