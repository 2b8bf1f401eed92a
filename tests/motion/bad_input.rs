//! Numbers that are none, places beyond the world, and options out of range.

use crate::hero;
use fastrand::Rng;
use reference::cases;
use reference::motion::level::{self, Level, SIDE};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{CarriedBody, CollisionWorldMut};
use tileray::{Body, BodyShape, MoveOptions, Solid, SolidityMap};

fn level() -> Level {
    Level::of(SolidityMap::from_fn(100, 100, |_, y| y >= 50))
}

/// The options of both modes.
const MODES: [MoveOptions; 2] = [MoveOptions::new(), MoveOptions::top_down()];

#[test]
fn a_motion_that_is_not_a_number_is_none() {
    let level = level();
    for options in MODES {
        let mut hero = hero(10, 10);
        let mut slide = |velocity: Vec2, dt| {
            let slide = hero.move_and_slide(level.around(), velocity, dt, &options);
            (slide.moved, slide.velocity)
        };
        for velocity in [Vec2::NAN, vec2(f32::NAN, 0.0), vec2(0.0, f32::NAN)] {
            assert_eq!(slide(velocity, 1.0), (IVec2::ZERO, Vec2::ZERO), "{velocity}");
        }
        assert_eq!(slide(vec2(f32::NAN, 7.0), 1.0), (ivec2(0, 7), vec2(0.0, 7.0)));
        assert_eq!(slide(vec2(1.0, 1.0), f32::NAN), (IVec2::ZERO, vec2(1.0, 1.0)));
        // Zero times infinity is not a number either.
        slide(vec2(0.0, f32::INFINITY), 0.0);
        assert_eq!((hero.move_x(level.around(), f32::NAN).moved, hero.move_y(level.around(), f32::NAN).moved), (0, 0));
        assert_eq!(hero.exact_position(), vec2(10.0, 17.0));
    }
    // In no time nothing moves, and one who has just jumped off a floor still has.
    let mut hero = hero(10, 36);
    for (velocity, left) in [((3.0, -200.0), (3.0, -200.0)), ((3.0, 9.0), (3.0, 0.0))] {
        let slide = hero.move_and_slide(level.around(), velocity, 0.0, &MoveOptions::default());
        assert_eq!((slide.moved, slide.velocity), (IVec2::ZERO, left.into()));
    }
}

#[test]
fn a_conveyor_that_is_not_a_number_stands_still() {
    let plank = BodyShape::rectangle((90, 8)).expect("a shape");
    for speed in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut level = level();
        level.solids.push(Solid::new(plank.clone(), ivec2(0, 20)).with_conveyor(speed));
        let mut hero = hero(10, 6);
        let slide = hero.move_and_slide(level.around(), vec2(5.0, 1.0), 1.0, &MoveOptions::default());
        assert_eq!((slide.moved, slide.on_floor), (ivec2(5, 0), true), "{speed}");
        let floor = hero.floor(level.around()).expect("the plank");
        assert_eq!(level.around().conveyor(&floor), None);
    }
}

#[test]
fn infinite_motions_are_long_ones() {
    let level = level();
    for options in MODES {
        let mut hero = hero(10, 10);
        let slide = hero.move_and_slide(level.around(), vec2(0.0, f32::INFINITY), 1.0, &options);
        assert_eq!((slide.moved, slide.velocity), (ivec2(0, 26), Vec2::ZERO));
        let slide = hero.move_and_slide(level.around(), vec2(f32::NEG_INFINITY, 0.0), 1.0, &options);
        assert_eq!(slide.moved.x, -32768);
        assert_eq!(hero.move_x(level.around(), 1e30).moved, 32768);
    }
}

#[test]
fn the_world_ends_where_pixels_do() {
    let level = level();
    let end = 1 << 24;
    let mut hero = hero(i32::MAX, i32::MIN);
    assert_eq!(hero.position(), ivec2(end, -end));
    for options in MODES {
        hero.set_position(ivec2(end - 5, 5 - end));
        let slide = hero.move_and_slide(level.around(), vec2(9000.0, -9000.0), 1.0, &options);
        assert!(!slide.is_stuck && slide.wall.is_none() && slide.contacts.is_empty());
        assert_eq!((hero.position(), hero.exact_position()), (ivec2(end, -end), vec2(end as f32, -end as f32)));
    }
    hero.set_position(IVec2::MIN);
    assert_eq!(hero.position(), ivec2(-end, -end));
    let large = Body::new(BodyShape::rectangle((4096, 4096)).expect("a shape"), IVec2::MAX);
    assert!(!large.is_on_floor(level.around()) && large.floor(level.around()).is_none());
    let mut solids = [Solid::new(BodyShape::rectangle((8, 8)).expect("a shape"), IVec2::MAX)];
    let carried = CollisionWorldMut::new(&level.terrain, &mut solids).move_solid(0, vec2(50.0, 50.0), &mut [&mut hero]);
    assert_eq!((carried.len(), solids[0].position()), (0, ivec2(end, end)));
    // Along the other axis it goes on.
    CollisionWorldMut::new(&level.terrain, &mut solids).move_solid(0, vec2(50.0, -50.0), &mut []);
    assert_eq!(solids[0].position(), ivec2(end, end - 50));
    // Who is pushed against the end is squished there.
    let mut solids = [Solid::new(BodyShape::rectangle((8, 8)).expect("a shape"), ivec2(20 - end, 0))];
    hero.set_position(ivec2(1 - end, -3));
    let pushed = CollisionWorldMut::new(&level.terrain, &mut solids).move_solid(0, vec2(-20.0, 0.0), &mut [&mut hero]);
    assert_eq!(pushed, [CarriedBody { body: 0, moved: ivec2(-1, 0), squished: true }]);
    assert_eq!(hero.position(), ivec2(-end, -3));
}

#[test]
fn nothing_leads_around_rock_at_the_end_of_the_world() {
    let (mut rng, end) = (Rng::with_seed(601), 1 << 24);
    let mut at_the_end = 0;
    for case in 0..cases(2000) {
        let corner = ivec2([-end, end - SIDE as i32, 0][rng.usize(0..3)], [-end, end - SIDE as i32][rng.usize(0..2)]);
        let level = Level::new(corner, level::ground(&mut rng), Vec::new(), Vec::new());
        let (shape, options) = (level::shape(&mut rng), level::options(&mut rng));
        let mut body = Body::new(shape.clone(), level::place(&mut rng, &level, &shape));
        for _ in 0..6 {
            let (before, motion) = (body.position(), vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 500.0);
            let slide = body.move_and_slide(level.around(), motion, 1.0, &options);
            let slid = body.position();
            let moved = ivec2(body.move_x(level.around(), motion.y).moved, body.move_y(level.around(), motion.x).moved);
            assert_eq!((slid, body.position()), (before + slide.moved + slide.pushed_out, slid + moved), "case {case}");
            assert!(slide.is_stuck || level.is_free(&shape, body.position()), "case {case}: {before} by {motion}");
            at_the_end += usize::from(body.position().abs().max_element() == end);
        }
    }
    assert!(at_the_end > 20, "{at_the_end}");
}

#[test]
fn options_out_of_range_count_as_the_nearest() {
    let level = Level::of(SolidityMap::from_fn(200, 200, |x, y| y + x.saturating_sub(60) * 100 >= 150));
    for max_slope in [f32::NAN, -3.0, f32::NEG_INFINITY] {
        let options = MoveOptions::new().max_slope(max_slope).step_height(0);
        let mut hero = hero(10, 136);
        let slide = hero.move_and_slide(level.around(), vec2(90.0, 1.0), 1.0, &options);
        assert_eq!((hero.position(), slide.wall.is_some()), (ivec2(49, 136), true), "{max_slope}");
    }
    let most = MoveOptions::new()
        .max_slope(f32::INFINITY)
        .step_height(u32::MAX)
        .floor_snap(u32::MAX)
        .corner_correction(u32::MAX)
        .drop_through(false)
        .max_push_out(3);
    let mut hero = hero(10, 136);
    hero.move_and_slide(level.around(), vec2(90.0, 1.0), 1.0, &most);
    assert_eq!(hero.position(), ivec2(49, 136), "100 pixels at once are more than 64");
    hero.move_and_slide(level.around(), vec2(0.0, -20.0), 1.0, &most);
}
