//! Slopes, steps, corners and edges by example.

use reference::motion::level::Level;
use tileray::glam::{ivec2, vec2};
use tileray::motion::{Side, Slide};
use tileray::{Body, MoveOptions, SolidityMap};

/// The height at which a 12×14 body ends that walks to the right from x = 10 for so many pixels, on a floor at y = 100.
fn walk(ground: impl FnMut(u32, u32) -> bool, options: &MoveOptions, pixels: i32) -> (i32, i32, Option<Side>) {
    let level = Level::of(SolidityMap::from_fn(200, 160, ground));
    let mut body = Body::rectangle((12, 14), ivec2(10, 86)).expect("a body");
    let mut wall = None;
    for _ in 0..pixels {
        let slide = body.move_and_slide(level.around(), vec2(1.0, 2.0), 1.0, options);
        wall = wall.or(slide.wall);
    }
    (body.position().x, body.position().y, wall)
}

/// Ground at y = 100 that rises by `rise` for each `run` from x = 60 on.
fn slope(rise: u32, run: u32) -> impl FnMut(u32, u32) -> bool {
    move |x, y| y + x.saturating_sub(59) * rise / run >= 100
}

#[test]
fn slopes_are_walked_up_as_far_as_the_limit() {
    let limit = |max_slope| MoveOptions { max_slope, ..MoveOptions::default() };
    for (max_slope, rise, run, climbs) in [
        (1.0, 1, 1, true),
        (1.0, 1, 3, true),
        (1.0, 3, 2, false),
        (1.0, 2, 1, false),
        (1.0, 9, 1, false),
        (2.0, 2, 1, true),
        (1.5, 3, 2, true),
        (1.5, 2, 1, false),
        (2.0, 3, 1, false),
    ] {
        let (x, y, wall) = walk(slope(rise, run), &limit(max_slope), 80);
        assert_eq!(wall.is_none(), climbs, "{rise} in {run} with a limit of {max_slope}: ended at {x}, {y}");
        if climbs {
            // The right column decides, at x + 11.
            assert_eq!((x, y), (90, 86 - ((x + 11 - 59) as u32 * rise / run) as i32), "{rise} in {run}");
        } else {
            assert!(y > 86 - 12, "{rise} in {run}: no higher than a few steps");
        }
    }
}

#[test]
fn a_gentle_limit_refuses_what_is_steeper() {
    let options = MoveOptions { max_slope: 0.5, step_height: 0, ..MoveOptions::default() };
    assert_eq!(walk(slope(1, 2), &options, 80).2, None);
    assert_eq!(walk(slope(1, 1), &options, 80), (48, 86, Some(Side::Right)));
}

#[test]
fn steps_are_walked_up_and_down() {
    let options = MoveOptions::default();
    let step = |height: u32| move |x: u32, y: u32| y + if (60..90).contains(&x) { height } else { 0 } >= 100;
    assert_eq!(walk(step(4), &options, 40), (50, 82, None));
    assert_eq!(walk(step(4), &options, 110), (120, 86, None), "and down on the other side");
    assert_eq!(walk(step(5), &options, 110), (48, 86, Some(Side::Right)));
    // Stairs of four pixels each, four pixels wide, and then a wall: up to it.
    let stairs = |x: u32, y: u32| y + x.saturating_sub(56).min(20) / 4 * 4 >= 100 || x >= 90;
    assert_eq!(walk(stairs, &options, 110), (78, 66, Some(Side::Right)));
    // A step right before a wall is no slope.
    let curb = |x: u32, y: u32| y + if x >= 60 { 3 } else { 0 } >= 100 || x >= 62;
    assert_eq!(walk(curb, &options, 110), (50, 83, Some(Side::Right)));
}

#[test]
fn a_low_ceiling_stops_a_climb() {
    // The body is 14 high and the passage 16, so that a step of 3 does not fit.
    let ground = |x: u32, y: u32| y + if x >= 60 { 3 } else { 0 } >= 100 || y < 84;
    assert_eq!(walk(ground, &MoveOptions::default(), 80), (48, 86, Some(Side::Right)));
}

fn jump(at: (i32, i32), velocity: (f32, f32), ground: impl FnMut(u32, u32) -> bool) -> (Body, Slide) {
    let level = Level::of(SolidityMap::from_fn(200, 160, ground));
    let mut body = Body::rectangle((12, 14), at.into()).expect("a body");
    let slide = body.move_and_slide(level.around(), velocity, 1.0, &MoveOptions::default());
    (body, slide)
}

#[test]
fn corners_of_ceilings_are_passed() {
    let block = |x: u32, y: u32| (60..90).contains(&x) && y < 50;
    // Four pixels of the body are under the block's left end, then five; and the same on its right.
    let (body, slide) = jump((52, 60), (0.0, -30.0), block);
    assert_eq!((body.position(), slide.on_ceiling), (ivec2(48, 30), false));
    let (body, slide) = jump((53, 60), (0.0, -30.0), block);
    assert_eq!((body.position(), slide.on_ceiling, slide.velocity.y), (ivec2(53, 50), true, 0.0));
    let (body, _) = jump((86, 60), (0.0, -30.0), block);
    assert_eq!(body.position(), ivec2(90, 30));
    // Between two blocks there is a gap that fits.
    let gap = |x: u32, y: u32| y < 50 && !(60..72).contains(&x);
    let (body, _) = jump((58, 60), (0.0, -30.0), gap);
    assert_eq!(body.position(), ivec2(60, 30));
}

#[test]
fn of_two_ways_past_a_block_that_of_the_motion_is_taken_and_the_left_one_straight_up() {
    let level = Level::of(SolidityMap::from_fn(200, 160, |x, y| (100..102).contains(&x) && y < 50));
    for (velocity, x) in [((0.0, -30.0), 96), ((-0.1, -30.0), 96), ((0.1, -30.0), 102)] {
        let mut body = Body::rectangle((4, 14), ivec2(99, 60)).expect("a body");
        let slide = body.move_and_slide(level.around(), velocity, 1.0, &MoveOptions::default());
        assert_eq!((body.position(), slide.on_ceiling), (ivec2(x, 30), false), "{velocity:?}");
    }
}

#[test]
fn one_who_falls_lands_and_keeps_going_along() {
    let (body, slide) = jump((20, 60), (30.0, 90.0), |_, y| y >= 100);
    assert_eq!((body.position(), slide.velocity, slide.on_floor), (ivec2(50, 86), vec2(30.0, 0.0), true));
    // Onto a slope that rises ahead.
    let (body, slide) = jump((20, 60), (30.0, 60.0), |x, y| x + y >= 130);
    assert_eq!((slide.on_floor, slide.wall, slide.velocity), (true, None, vec2(30.0, 0.0)));
    assert_eq!(body.position(), ivec2(50, 130 - 61 - 14));
}

#[test]
fn who_begins_inside_is_moved_out_the_shortest_way_or_is_stuck() {
    let block = |x: u32, y: u32| (60..90).contains(&x) && (60..90).contains(&y);
    let (body, slide) = jump((51, 70), (0.0, 0.0), block);
    assert_eq!((slide.pushed_out, slide.is_stuck, body.position()), (ivec2(-3, 0), false, ivec2(48, 70)));
    let (_, slide) = jump((87, 87), (0.0, 0.0), block);
    assert_eq!(slide.pushed_out, ivec2(3, 0), "right is as near as down");
    let (_, slide) = jump((70, 49), (0.0, 0.0), block);
    assert_eq!((slide.pushed_out, slide.on_floor), (ivec2(0, -3), true));
    let (body, slide) = jump((70, 70), (5.0, 5.0), block);
    assert_eq!((slide.is_stuck, slide.moved, body.position()), (true, ivec2(0, 0), ivec2(70, 70)));
}

#[test]
fn slopes_that_are_too_steep_are_slid_down_if_asked() {
    let options = MoveOptions { steep_slide: true, ..MoveOptions::default() };
    // A slope down to the right from x = 40, with a plain on both sides.
    let slope = |rise: i32, run: i32| {
        let height = move |x: i32| 40 + ((x - 40).max(0) * rise / run).min(90);
        Level::of(SolidityMap::from_fn(300, 160, move |x, y| y as i32 >= height(x as i32)))
    };
    for (rise, run, slides) in [(1, 2, false), (1, 1, false), (3, 2, true), (2, 1, true), (5, 1, true)] {
        let level = slope(rise, run);
        let mut body = Body::rectangle((10, 10), ivec2(46, 20)).expect("a body");
        let (mut fall, mut landed) = (0.0, false);
        for _ in 0..240 {
            fall += 0.2;
            let slide = body.move_and_slide(level.around(), vec2(0.0, fall), 1.0, &options);
            (fall, landed) = (slide.velocity.y, slide.on_floor);
            assert!(slide.on_floor || slide.velocity.y > 0.0);
        }
        assert!(landed, "{rise} in {run}");
        assert_eq!(body.position().y == 120, slides, "{rise} in {run}: {}", body.position());
        assert!(slides || body.position().x == 46);
        // Without the option it stands wherever it fell.
        let mut body = Body::rectangle((10, 10), ivec2(46, 20)).expect("a body");
        assert!(body.move_and_slide(level.around(), vec2(0.0, 90.0), 1.0, &MoveOptions::default()).on_floor);
        assert_eq!(body.position().x, 46);
    }
    // On a ledge, a step and a peak it stands.
    for height in [
        |x: i32| if x < 50 { 60 } else { 900 },
        |x: i32| if x < 50 { 60 } else { 70 },
        |x: i32| 60 + (x - 49).abs() * 3,
    ] {
        let level = Level::of(SolidityMap::from_fn(300, 160, |x, y| y as i32 >= height(x as i32)));
        let mut body = Body::rectangle((9, 10), ivec2(45, 20)).expect("a body");
        let slide = body.move_and_slide(level.around(), vec2(0.0, 60.0), 1.0, &options);
        assert!(slide.on_floor && body.position() == ivec2(45, 50), "{}", body.position());
    }
}
