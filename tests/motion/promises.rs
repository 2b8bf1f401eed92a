//! Guarantees that hold for every motion in every level.

use fastrand::Rng;
use reference::motion::level::{self, Level};
use reference::{cases, each_case};
use tileray::glam::{Vec2, ivec2, uvec2, vec2};
use tileray::motion::Side;
use tileray::{Body, BodyShape, MoveOptions, SolidityMap};

#[test]
fn flat_ground_of_any_tiles_has_no_seams() {
    for (_, mut rng) in each_case(302, cases(2000)) {
        // A floor at one height, whatever is below it, and a ceiling as close as can be.
        let floor = rng.u32(30..120);
        let size = uvec2(rng.u32(1..24), rng.u32(1..24));
        let ceiling = rng.bool().then(|| floor - size.y);
        let holes: Vec<bool> = (0..1024).map(|_| rng.u8(0..3) == 0).collect();
        let ground = SolidityMap::from_fn(300, 160, |x, y| {
            let hole = holes[((y / 8 * 37 + x / 8) % 1024) as usize];
            y == floor || (y > floor && !hole) || ceiling.is_some_and(|ceiling| y < ceiling)
        });
        let level = Level::of(ground);
        let start = ivec2(rng.i32(0..250), (floor - size.y) as i32);
        let mut body = Body::rectangle(size, start).expect("a body");
        let mut x = f64::from(start.x);
        for _ in 0..8 {
            let velocity = vec2((rng.f32() - 0.5) * 60.0, rng.f32() * 20.0);
            if !(0.0..f64::from(300 - size.x)).contains(&(x + f64::from(velocity.x))) {
                continue;
            }
            let slide = body.move_and_slide(level.around(), velocity, 1.0, &MoveOptions::default());
            assert_eq!((slide.wall, slide.on_floor, slide.moved.y), (None, true, 0), "{body:?} by {velocity}");
            assert_eq!(slide.velocity, vec2(velocity.x, 0.0));
            // Rounded once for each motion.
            x += (f64::from(velocity.x) * 65536.0).round() / 65536.0;
            assert!((f64::from(body.exact_position().x) - x).abs() < 1e-4);
        }
    }
}

#[test]
fn a_slope_up_and_down_leads_back_to_where_it_began() {
    for (_, mut rng) in each_case(303, cases(2000)) {
        // A hill on a plain, no steeper than is walked up, with the bumps that pixels make.
        let slope = rng.f32() * 2.0;
        let middle = rng.i32(120..180);
        // High enough to end in the plain on both sides.
        let top = rng.i32(30..70).max(140 - (slope * 75.0) as i32);
        let ground = SolidityMap::from_fn(300, 160, |x, y| {
            let fall = (x as i32 - middle).abs() as f32 * slope;
            y as f32 >= (top as f32 + fall).floor().min(140.0)
        });
        let level = Level::of(ground);
        let (shape, width) = if rng.bool() {
            (BodyShape::rectangle((12, 14)), 12)
        } else {
            (BodyShape::rounded((12, 14), rng.u32(0..7)), 12)
        };
        let options = MoveOptions::new().max_slope(2.0).floor_snap(4);
        let mut body = Body::new(shape.expect("a shape"), ivec2(20, 140 - 14));
        let speed = 0.3 + rng.f32() * 9.0;
        let mut highest = i32::MAX;
        for side in [1.0, -1.0] {
            while (side > 0.0 && body.position().x < 290 - width) || (side < 0.0 && body.position().x > 20) {
                let before = body.exact_position().x;
                let slide = body.move_and_slide(level.around(), vec2(side * speed, 3.0), 1.0, &options);
                assert_eq!((slide.wall, slide.on_floor), (None, true), "{body:?} on a slope of {slope}");
                let walked = body.exact_position().x - before;
                assert!((walked - side * speed).abs() < 1e-3, "{walked} of {speed}");
                highest = highest.min(body.position().y);
            }
            assert_eq!(body.position().y, 140 - 14, "back on the plain");
        }
        assert!(highest <= (top + 16).max(140 - 14 - (slope * 40.0) as i32), "it went over the hill, {highest}");
    }
}

#[test]
fn no_speed_leads_through_a_wall_a_pixel_thin() {
    let upright = Level::of(SolidityMap::from_fn(2000, 900, |x, _| x == 1000));
    // Its pixels touch at corners only.
    let diagonal = Level::of(SolidityMap::from_fn(1200, 1200, |x, y| x == y));
    let options = MoveOptions::new().step_height(0).max_slope(0.0);
    for (_, mut rng) in each_case(304, cases(4000)) {
        let shape = level::shape(&mut rng);
        let bounds = shape.bounds();
        let speed = 10.0_f32.powf(rng.f32() * 2.5 + 1.5);
        let at = ivec2(rng.i32(0..1000) - bounds.max.x, rng.i32(60..800));
        let mut body = Body::new(shape.clone(), at);
        let velocity = vec2(speed, (rng.f32() - 0.5) * speed * 0.05);
        let mut walls = 0;
        for _ in 0..4 {
            walls +=
                usize::from(body.move_and_slide(upright.around(), velocity, 1.0, &options).wall == Some(Side::Right));
            let beside = (-bounds.max.y..900 - bounds.min.y).contains(&body.position().y);
            assert!(!beside || body.rect().max.x <= 1000, "{body:?} by {velocity}");
        }
        assert!(speed < 1000.0 || walls > 0, "{speed}");

        let mut body = Body::new(shape.clone(), ivec2(rng.i32(500..600), rng.i32(0..300)));
        let way = Vec2::from_angle(rng.f32() * 6.3) * speed.min(400.0);
        for _ in 0..3 {
            body.move_and_slide(diagonal.around(), way, 1.0, &options);
            // What was above the diagonal stays above it, as long as it is beside it.
            let rect = body.rect();
            let beside = rect.min.x >= 0 && rect.max.y <= 1200;
            let above = shape.mask().pixels().all(|pixel| (pixel + body.position()).x > (pixel + body.position()).y);
            if !beside {
                break;
            }
            assert!(above, "{body:?} by {way}");
        }
    }
}

#[test]
fn a_step_of_twice_the_velocity_is_two_steps() {
    let (mut free, mut walked, mut axes) = (0, 0, 0);
    for (_, mut rng) in each_case(305, cases(6000)) {
        let level = level::level(&mut rng);
        let shape = level::shape(&mut rng);
        let at = level::place(&mut rng, &level, &shape);
        if !level.is_free(&shape, at) {
            continue;
        }
        // Velocities of whole 65536ths of a pixel, which add up exactly.
        let part = |rng: &mut Rng| rng.i32(-1_500_000..1_500_000) as f32 / 65536.0;
        let velocity = vec2(part(&mut rng), part(&mut rng));
        let (mut once, mut twice) = (Body::new(shape.clone(), at), Body::new(shape.clone(), at));
        let options = level::options(&mut rng);
        let whole = once.move_and_slide(level.around(), velocity, 2.0, &options);
        // A floor holds who drops through it before, or at the end of a step: a slope is left downward then.
        let mut drops = false;
        let halves = [0, 1].map(|_| {
            drops |= options.drop_through && twice.is_on_floor(level.around());
            let before = twice.exact_position().y;
            let slide = twice.move_and_slide(level.around(), velocity, 1.0, &options);
            drops |= options.drop_through && twice.exact_position().y - before > velocity.y + 1e-3;
            slide
        });
        let free_of = |slide: &tileray::motion::Slide| slide.velocity == velocity && !slide.on_floor;
        if free_of(&whole) && halves.iter().all(free_of) && !drops {
            assert_eq!(once, twice, "in the air by {velocity}");
            free += 1;
        }
        // Along a floor, slopes and steps and all, with nothing that pulls down.
        let (mut once, mut twice) = (twice.clone(), twice);
        let velocity = vec2(velocity.x, 0.0);
        let was_on_floor = once.is_on_floor(level.around()) && !options.drop_through;
        let whole = once.move_and_slide(level.around(), velocity, 2.0, &options);
        let halves = [0, 1].map(|_| twice.move_and_slide(level.around(), velocity, 1.0, &options));
        if was_on_floor && whole.on_floor && whole.wall.is_none() && halves[0].on_floor {
            assert_eq!(once, twice, "along a floor by {velocity}");
            walked += 1;
        }
        // Along an axis the pixel is the same whatever is in the way.
        let amount = velocity.x;
        let (mut once, mut twice) = (twice.clone(), twice);
        once.move_x(level.around(), amount * 2.0);
        twice.move_x(level.around(), amount);
        twice.move_x(level.around(), amount);
        assert_eq!(once.position(), twice.position(), "along x by {amount}");
        axes += 1;
    }
    assert!(free > 20 && walked > 10 && axes > 100, "{free} {walked} {axes}");
}
