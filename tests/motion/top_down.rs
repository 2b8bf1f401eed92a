//! Bodies seen from above: callbacks, floors that carry, and starts in rock.

use fastrand::Rng;
use reference::motion::level::Level;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{ContactResponse, FloorArea, Side};
use tileray::{Body, BodyShape, MoveOptions, SolidityMap};

fn wall(is_solid: impl FnMut(u32, u32) -> bool) -> Level {
    Level::of(SolidityMap::from_fn(400, 400, is_solid))
}

#[test]
fn a_bullet_may_stop_and_a_ghost_may_pass() {
    let level = wall(|x, y| x + y >= 300);
    let options = MoveOptions::top_down();
    let mut bullet = Body::new(BodyShape::rounded((6, 6), 3).expect("a disc"), ivec2(100, 140));
    let slide = bullet.move_and_slide_with(level.around(), vec2(200.0, 0.0), 1.0, &options, |_| ContactResponse::Stop);
    assert_eq!((slide.contacts.len(), slide.contacts[0].normal(), slide.wall), (1, Vec2::NEG_X, Some(Side::Right)));
    assert_eq!((bullet.position(), slide.velocity), (ivec2(150, 140), Vec2::ZERO));
    let slide =
        bullet.move_and_slide_with(level.around(), vec2(150.5, 0.0), 1.0, &options, |_| ContactResponse::Ignore);
    assert_eq!((slide.contacts.len(), slide.moved, slide.velocity.x), (0, ivec2(150, 0), 150.5));
}

#[test]
fn a_raft_keeps_its_riders_where_they_stand() {
    let level = wall(|_, _| false);
    let (mut rng, options) = (Rng::with_seed(802), MoveOptions::top_down());
    for _ in 0..20 {
        let velocity = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 200.0;
        let mut raft = [FloorArea::new(BodyShape::rectangle((30, 30)).expect("a shape"), ivec2(100, 100), velocity)];
        let mut rider = Body::rectangle((9, 10), ivec2(110, 110)).expect("a body");
        let before = rider.exact_position() - raft[0].exact_position();
        for _ in 0..100 {
            rider.move_and_slide(level.around().floor_areas(&raft), Vec2::ZERO, 1.0 / 60.0, &options);
            raft[0].advance(1.0 / 60.0);
            assert!((rider.exact_position() - raft[0].exact_position() - before).abs().max_element() < 1e-3);
        }
        assert_ne!(raft[0].position(), ivec2(100, 100));
    }
}

#[test]
fn areas_without_numbers_and_starts_in_rock() {
    let (level, end) = (wall(|x, y| x >= 200 || y >= 200), 1 << 24);
    let options = MoveOptions::top_down();
    let mut body = Body::rectangle((10, 10), ivec2(50, 50)).expect("a body");
    // Areas without a number carry nothing, infinite ones as far as a motion goes.
    let area = |velocity| [FloorArea::new(BodyShape::rectangle((90, 90)).expect("a shape"), ivec2(20, 20), velocity)];
    for (velocity, moved) in [(vec2(f32::NAN, 2.0), ivec2(0, 2)), (vec2(f32::NEG_INFINITY, 0.0), ivec2(-32768, 0))] {
        body.set_position(ivec2(50, 50));
        let area = area(velocity);
        let world = level.around().floor_areas(&area);
        assert_eq!(body.move_and_slide(world, Vec2::ZERO, 1.0, &options).moved, moved);
    }
    let mut far = area(vec2(f32::INFINITY, f32::NAN));
    (0..600).for_each(|_| far[0].advance(1.0));
    assert_eq!(far[0].exact_position(), vec2(end as f32, 20.0));
    // A body that starts in rock comes out the way that it goes, or is stuck.
    body.set_position(ivec2(195, 50));
    let slide = body.move_and_slide(level.around(), vec2(0.0, 2.0), 1.0, &options);
    assert_eq!((slide.pushed_out, slide.moved), (ivec2(-5, 0), ivec2(0, 2)));
    body.set_position(ivec2(220, 220));
    let slide = body.move_and_slide(level.around(), vec2(0.0, 2.0), 1.0, &options);
    assert!(slide.is_stuck && slide.moved == IVec2::ZERO);
}
