//! Mistakes that collision code is known for, one test each.

use tileray::collide;
use tileray::glam::{Vec2, vec2};
use tileray::{Circle, ConvexPolygon, Polygon, Pose};

fn polygon(points: &[(f32, f32)]) -> ConvexPolygon {
    ConvexPolygon::new(points.iter().map(|&point| point.into()).collect()).expect("a convex polygon")
}

#[test]
fn the_nearest_corner_is_that_by_distance() {
    // Seen from its first corner, the long tip has the greatest dot product with the way to the circle, and is not near.
    let wedge = polygon(&[(0.0, 0.0), (100.0, 1.0), (0.0, 2.0)]);
    let contact = collide::contact(&Circle::new((-3.0, -4.0), 5.5), &wedge).expect("it overlaps the near corner");
    assert!((contact.normal - vec2(-0.6, -0.8)).length() < 1e-6 && contact.depth == 0.5, "{contact:?}");
    assert_eq!(collide::contact(&Circle::new((104.0, 4.0), 4.9), &wedge), None);
}

#[test]
fn long_edges_do_not_make_small_depths() {
    // With normals that are not unit vectors the short edge's overlap would seem the least.
    let plank = ConvexPolygon::rectangle((0.0, 0.0), (1000.0, 10.0)).expect("a plank");
    let pebble = ConvexPolygon::rectangle((996.0, 8.0), (1006.0, 18.0)).expect("a pebble");
    let contact = collide::contact(&pebble, &plank).expect("they overlap by 4 by 2");
    assert_eq!((contact.normal, contact.depth), (vec2(0.0, 1.0), 2.0));
}

#[test]
fn a_containing_shape_is_left_by_its_border() {
    let room = ConvexPolygon::rectangle((0.0, 0.0), (100.0, 100.0)).expect("a room");
    let crate_box = ConvexPolygon::rectangle((10.0, 40.0), (20.0, 50.0)).expect("a crate");
    let contact = collide::contact(&crate_box, &room).expect("it is inside");
    // Not by the overlap of the intervals, which is 10, but all the way out.
    assert_eq!((contact.normal, contact.depth), (vec2(-1.0, 0.0), 20.0));
    let around = collide::contact(&room, &crate_box).expect("it is around it");
    assert_eq!((around.normal, around.depth), (vec2(1.0, 0.0), 20.0));
    let same = collide::contact(&room, &room).expect("itself");
    assert_eq!((same.normal, same.depth), (vec2(0.0, -1.0), 100.0));
}

#[test]
fn a_point_whose_scan_line_runs_through_corners_is_counted_once() {
    let diamond =
        Polygon::new(vec![vec2(0.0, 0.0), vec2(4.0, -4.0), vec2(8.0, 0.0), vec2(4.0, 4.0)]).expect("a diamond");
    assert!(diamond.contains((4.0, 0.0)) && diamond.contains((0.5, 0.0)));
    assert!(!diamond.contains((-1.0, 0.0)) && !diamond.contains((9.0, 0.0)));
    assert!(!diamond.contains((-1.0, -4.0)) && !diamond.contains((-1.0, 4.0)));
    let crown = [(0.0, 8.0), (0.0, 0.0), (4.0, 4.0), (8.0, 0.0), (8.0, 8.0)].map(Vec2::from).to_vec();
    let crown = Polygon::new(crown).expect("a crown");
    assert!(crown.contains((4.0, 4.5)) && crown.contains((1.0, 4.0)) && crown.contains((7.0, 4.0)));
    assert!(!crown.contains((4.0, 3.5)) && !crown.contains((-1.0, 4.0)) && !crown.contains((9.0, 4.0)));
}

#[test]
fn a_point_exactly_on_an_edge_belongs_to_one_side() {
    let tile = |x: f32, y: f32| {
        let corners =
            [(0.0, 0.0), (16.0, 0.0), (16.0, 16.0), (0.0, 16.0)].map(|corner| Vec2::from(corner) + vec2(x, y));
        Polygon::new(corners.to_vec()).expect("a tile")
    };
    let tiles = [tile(0.0, 0.0), tile(16.0, 0.0), tile(0.0, 16.0), tile(16.0, 16.0)];
    for point in [vec2(16.0, 4.0), vec2(4.0, 16.0), vec2(16.0, 16.0), vec2(16.0, 20.0)] {
        assert_eq!(tiles.iter().filter(|tile| tile.contains(point)).count(), 1, "{point}");
    }
    // A circle there leaves outward, by its radius.
    assert_eq!(tiles[0].project_circle_out(Circle::new((8.0, 0.0), 3.0)), Some(vec2(8.0, -3.0)));
    // A point has nowhere to go: it is out.
    assert_eq!(tiles[0].project_out((8.0, 0.0)), None);
}

#[test]
fn a_circle_with_its_center_inside_leaves_in_one_step() {
    let wall = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 64.0)).expect("a wall");
    let mut ball = Circle::new((5.0, 30.0), 4.0);
    let contact = collide::contact(&ball, &wall).expect("it is inside");
    assert_eq!((contact.normal, contact.depth), (vec2(-1.0, 0.0), 9.0));
    ball = ball.translated(contact.mtv());
    assert_eq!(ball.center, vec2(-4.0, 30.0));
    assert_eq!(collide::contact(&ball, &wall), None);
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
        assert_eq!((sweep.time, sweep.will_intersect, sweep.mtv), (None, false, Vec2::ZERO), "{motion:?}");
        let sweep = collide::sweep(&Circle::new((9.0, 8.0), 8.0), &floor, motion);
        assert_eq!((sweep.time, sweep.will_intersect), (None, false), "a ball by {motion:?}");
    }
    // The least bit downward is a hit at once, and slides on.
    let sweep = collide::sweep(&player, &floor, (5.0, 0.25));
    assert_eq!((sweep.time, sweep.slide((5.0, 0.25))), (Some(0.0), vec2(5.0, 0.0)));
    // Along a slope of 45 degrees too.
    let slope = polygon(&[(0.0, 0.0), (64.0, 64.0), (0.0, 64.0)]);
    let on_it = polygon(&[(10.0, 10.0), (10.0, 0.0), (20.0, 10.0), (20.0, 20.0)]);
    assert_eq!(collide::sweep(&on_it, &slope, (8.0, 8.0)).time, None);
}

#[test]
fn a_floor_of_tiles_has_no_seams() {
    let tiles: Vec<_> = (0..10)
        .map(|i| ConvexPolygon::rectangle((i as f32 * 16.0, 16.0), (i as f32 * 16.0 + 16.0, 32.0)).expect("a tile"))
        .collect();
    let player = ConvexPolygon::rectangle((3.0, 0.0), (13.0, 16.0)).expect("a player");
    let along = |motion| tiles.iter().map(|tile| collide::sweep(&player, tile, motion)).collect::<Vec<_>>();
    let sweeps = along((120.0, 0.0));
    assert!(sweeps.iter().all(|sweep| sweep.time.is_none()), "{sweeps:?}");
    // Pushed down a little, it is stopped by floors only, never by a tile's side.
    let sweeps = along((120.0, 1.0));
    let met: Vec<_> = sweeps.iter().filter(|sweep| sweep.time.is_some()).collect();
    assert!(!met.is_empty() && met.iter().all(|sweep| sweep.normal == vec2(0.0, -1.0) || sweep.time > Some(0.0)));
}

#[test]
fn turning_in_place_by_a_full_turn_comes_back() {
    let plank = ConvexPolygon::rectangle((-9.0, -3.0), (9.0, 3.0)).expect("a plank");
    let turned = plank.transformed(&Pose::new((0.0, 0.0), std::f32::consts::PI));
    let corners = |polygon: &ConvexPolygon| {
        let mut corners: Vec<_> = polygon.points().map(|point| (point.x as i32, point.y as i32)).collect();
        corners.sort_unstable();
        corners
    };
    assert_eq!(corners(&plank), corners(&turned));
}
