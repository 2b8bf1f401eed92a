//! Whole coordinates come out exactly; and mistakes that collision code is known for, one test each.

use tileray::collide::{self, RoundedPolygon};
use tileray::glam::{Vec2, vec2};
use tileray::{Capsule, Circle, ConvexPolygon};

fn square(x: i32, y: i32, size: i32) -> ConvexPolygon {
    let corner = vec2(x as f32, y as f32);
    ConvexPolygon::rectangle(corner, corner + size as f32).expect("a square")
}

#[test]
fn squares_that_share_an_edge_or_a_corner_do_not_collide() {
    // Also far from the origin, where half of the numbers between whole ones are gone.
    for far in [0, 1000, 99_999, (1 << 20) - 40, -(1 << 22)] {
        for size in 1..=20 {
            let middle = square(far, -far, size);
            for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let neighbor = square(far + dx * size, -far + dy * size, size);
                assert!(!collide::intersects(&middle, &neighbor), "{far} {size} {dx} {dy}");
                assert_eq!(collide::contact(&middle, &neighbor), None);
                assert_eq!(collide::separation(&middle, &neighbor), Some(0.0));
                let sweep = collide::sweep(&middle, &neighbor, (-dx as f32, -dy as f32));
                assert_eq!(sweep.fraction, None, "moving apart");
            }
        }
    }
}

#[test]
fn by_one_pixel_they_do_with_depth_one() {
    for far in [0, 1000, 99_999, -(1 << 20)] {
        for size in 2..=20 {
            let middle = square(far, -far, size);
            for (dx, dy) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let neighbor = square(far + dx * (size - 1), -far + dy * (size - 1), size);
                let contact = collide::contact(&middle, &neighbor).expect("they overlap by a pixel");
                assert_eq!(contact.depth, 1.0);
                assert_eq!(contact.normal, vec2(-dx as f32, -dy as f32));
                let apart = middle.translated(contact.mtv());
                assert!(!collide::intersects(&apart, &neighbor));
            }
            // Corner over corner by one pixel: of the two ways out the upright one is taken.
            let corner = square(far + size - 1, -far + size - 1, size);
            let contact = collide::contact(&middle, &corner).expect("they overlap by a pixel");
            assert_eq!((contact.normal, contact.depth), (vec2(0.0, -1.0), 1.0));
            assert_eq!(collide::contact(&corner, &middle).map(|contact| contact.normal), Some(vec2(0.0, 1.0)));
        }
    }
}

#[test]
fn times_of_whole_squares_are_exact() {
    let wall = square(100, 0, 16);
    for gap in [1, 2, 3, 7, 84] {
        let mover = square(100 - gap - 16, 3, 16);
        let sweep = collide::sweep(&mover, &wall, (gap as f32 * 2.0, 0.0));
        assert_eq!((sweep.fraction, sweep.normal), (Some(0.5), vec2(-1.0, 0.0)));
        assert_eq!(sweep.slide((gap as f32 * 2.0, 5.0)), vec2(gap as f32, 5.0));
        // A motion that ends with the touch has a time, but no overlap.
        let touch = collide::sweep(&mover, &wall, (gap as f32, 0.0));
        assert_eq!((touch.fraction, touch.will_intersect, touch.correction), (Some(1.0), false, Vec2::ZERO));
        let short = collide::sweep(&mover, &wall, (gap as f32 - 0.5, 0.0));
        assert_eq!(short.fraction, None);
    }
}

#[test]
fn circles_of_whole_numbers_are_exact() {
    let wall = square(0, 0, 16);
    assert_eq!(collide::contact(&Circle::new((-5.0, 8.0), 5.0), &wall), None);
    assert_eq!(collide::contact(&Circle::new((-3.0, -4.0), 5.0), &wall), None);
    let contact = collide::contact(&Circle::new((-3.0, -4.0), 6.0), &wall).expect("a pixel deep in the corner");
    assert_eq!((contact.normal, contact.depth), (vec2(-0.6, -0.8), 1.0));
    let inside = collide::contact(&Circle::new((3.0, 8.0), 5.0), &wall).expect("inside");
    assert_eq!((inside.normal, inside.depth), (vec2(-1.0, 0.0), 8.0));
    let (a, b) = (Circle::new((0.0, 0.0), 2.0), Circle::new((3.0, 4.0), 3.0));
    assert_eq!(collide::contact(&a, &b), None);
    let contact = collide::contact(&a, &Circle::new((3.0, 4.0), 4.0)).expect("a pixel deep");
    assert_eq!((contact.normal, contact.depth), (vec2(-0.6, -0.8), 1.0));
    let sweep = collide::sweep(&Circle::new((-25.0, 8.0), 5.0), &wall, (40.0, 0.0));
    assert_eq!((sweep.fraction, sweep.normal), (Some(0.5), vec2(-1.0, 0.0)));
    // Logs that cross leave by the shorter way; a crate with round corners stands on its edge.
    let log = Capsule::new((0.0, 0.0), (10.0, 0.0), 1.0);
    let crossing = collide::contact(&log, &Capsule::new((5.0, -2.0), (5.0, 8.0), 1.0));
    assert_eq!(crossing.map(|contact| contact.mtv()), Some(vec2(0.0, -4.0)));
    let round = RoundedPolygon::new(square(4, -12, 8), 4.0).expect("a radius");
    assert_eq!(collide::contact(&round, &wall), None);
    let sunk = collide::manifold(&round.translated((0.0, 3.0)), &wall).expect("3 px deep");
    assert_eq!((sunk.contact.mtv(), sunk.points()), (vec2(0.0, -3.0), &[vec2(4.0, 1.5), vec2(12.0, 1.5)][..]));
}

fn polygon(points: &[(f32, f32)]) -> ConvexPolygon {
    ConvexPolygon::new(points.iter().map(|&point| point.into()).collect()).expect("a convex polygon")
}

#[test]
fn a_circle_centered_on_a_corner_has_a_way_out() {
    // How far some of the edges reach is rounded, so that their corners lie in front of them by as much.
    let corners = [(-3.0, -3.0), (5.0, -2.0), (5.0, -1.0), (4.0, 2.0), (3.0, 3.0), (0.0, 5.0), (-1.0, 4.0)];
    let pebble = polygon(&corners);
    for corner in corners {
        let contact = collide::contact(&Circle::new(corner, 2.0), &pebble).expect("it is centered on the border");
        assert!((contact.normal.length() - 1.0).abs() < 1e-6 && (contact.depth - 2.0).abs() < 1e-6, "{contact:?}");
    }
}

#[test]
fn motion_along_an_edge_is_no_hit() {
    let floor = ConvexPolygon::rectangle((0.0, 16.0), (160.0, 32.0)).expect("a floor");
    let player = ConvexPolygon::rectangle((4.0, 0.0), (14.0, 16.0)).expect("a player");
    for motion in [(5.0, 0.0), (-5.0, 0.0), (500.0, 0.0), (0.0, 0.0)] {
        let sweep = collide::sweep(&player, &floor, motion);
        assert_eq!((sweep.fraction, sweep.will_intersect, sweep.correction), (None, false, Vec2::ZERO), "{motion:?}");
        let sweep = collide::sweep(&Circle::new((9.0, 8.0), 8.0), &floor, motion);
        assert_eq!((sweep.fraction, sweep.will_intersect), (None, false), "a ball by {motion:?}");
    }
    // The least bit downward is a hit at once, and slides on.
    let sweep = collide::sweep(&player, &floor, (5.0, 0.25));
    assert_eq!((sweep.fraction, sweep.slide((5.0, 0.25))), (Some(0.0), vec2(5.0, 0.0)));
    // Along a slope of 45 degrees too.
    let slope = polygon(&[(0.0, 0.0), (64.0, 64.0), (0.0, 64.0)]);
    let on_it = polygon(&[(10.0, 10.0), (10.0, 0.0), (20.0, 10.0), (20.0, 20.0)]);
    assert_eq!(collide::sweep(&on_it, &slope, (8.0, 8.0)).fraction, None);
}

#[test]
fn a_floor_of_tiles_has_no_seams() {
    let tiles: Vec<_> = (0..10)
        .map(|i| ConvexPolygon::rectangle((i as f32 * 16.0, 16.0), (i as f32 * 16.0 + 16.0, 32.0)).expect("a tile"))
        .collect();
    let player = ConvexPolygon::rectangle((3.0, 0.0), (13.0, 16.0)).expect("a player");
    let along = |motion| tiles.iter().map(|tile| collide::sweep(&player, tile, motion)).collect::<Vec<_>>();
    let sweeps = along((120.0, 0.0));
    assert!(sweeps.iter().all(|sweep| sweep.fraction.is_none()), "{sweeps:?}");
    // Pushed down a little, it is stopped by floors only, never by a tile's side.
    let sweeps = along((120.0, 1.0));
    let met: Vec<_> = sweeps.iter().filter(|sweep| sweep.fraction.is_some()).collect();
    assert!(!met.is_empty() && met.iter().all(|sweep| sweep.normal == vec2(0.0, -1.0) || sweep.fraction > Some(0.0)));
}
