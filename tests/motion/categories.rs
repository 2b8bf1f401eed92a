//! Categories of bodies and solids, and bodies that are solids themselves.

use crate::crates::floor;
use crate::{block, hero};
use tileray::glam::{IVec2, ivec2, vec2};
use tileray::motion::{CollisionWorldMut, MotionMode};
use tileray::{Body, CollisionWorld, MoveOptions, Solid};

const GHOST: u32 = 2;
const ALL: u32 = u32::MAX;

/// A crate of 10 by 10 pixels, which slows nobody.
fn small(x: i32, y: i32) -> Solid {
    block((10, 10), x, y).with_weight(0.0)
}

#[test]
fn crates_push_and_carry_only_what_they_meet() {
    let terrain = floor();
    let ghostly = |x, y| small(x, y).with_categories(GHOST, GHOST);
    // A hero pushes a crate through a ghostly crate, which it passes itself.
    let mut solids = [small(32, 70), ghostly(50, 70), small(32, 60)];
    let mut walker = hero(20, 66);
    for _ in 0..15 {
        let mut world = CollisionWorldMut::new(&terrain, &mut solids);
        world.slide_body(0, vec2(240.0, 60.0), 1.0 / 60.0, &MoveOptions::new(), &mut [&mut walker]);
    }
    assert_eq!(solids.each_ref().map(Solid::position), [ivec2(92, 70), ivec2(50, 70), ivec2(92, 60)]);
    assert_eq!(walker.position(), ivec2(80, 66));
    // A ghostly crate falls through crates and heroes, and rests on ghosts.
    let mut ghost = hero(50, 66).with_categories(GHOST, ALL);
    let mut solids = [ghostly(48, 0), small(48, 40)];
    let mut world = CollisionWorldMut::new(&terrain, &mut solids);
    let fall = world.slide_solid(0, vec2(0.0, 600.0), 1.0, &mut [&mut hero(46, 20), &mut ghost]);
    assert!(fall.on_floor && fall.contacts.is_empty());
    assert_eq!(solids[0].rect().max.y, 66);
    // A lift carries what meets it, and that carries what meets it in turn.
    let mut solids = [block((60, 4), 40, 50), small(45, 40), ghostly(65, 40), small(65, 30)];
    let (mut above, mut beside) =
        (hero(44, 26).with_categories(GHOST, ALL), hero(80, 36).with_categories(GHOST, GHOST));
    let mut world = CollisionWorldMut::new(&terrain, &mut solids);
    world.move_solid(0, vec2(7.0, 0.0), &mut [&mut above, &mut beside]);
    let moved = [ivec2(47, 50), ivec2(52, 40), ivec2(65, 40), ivec2(65, 30)];
    assert_eq!(solids.each_ref().map(Solid::position), moved);
    assert_eq!((above.position(), beside.position()), (ivec2(51, 26), ivec2(80, 36)));
}

#[test]
fn a_body_does_not_meet_its_own_solid() {
    let terrain = floor();
    // A snail with a shell that is wider than its body, and a hero on it.
    let mut solids = [block((20, 10), 30, 70), small(60, 70)];
    let mut snail = Body::rectangle((8, 6), ivec2(36, 74)).expect("a body");
    snail.own_solid = Some(0);
    let mut rider = hero(34, 56);
    for _ in 0..20 {
        let slide = snail.move_x(CollisionWorld::new(&terrain, &solids), 1.0);
        let motion = vec2(slide.moved as f32, 0.0);
        let mut world = CollisionWorldMut::new(&terrain, &mut solids).stop_before_squish(true);
        let carried = world.move_solid(0, motion, &mut [&mut snail, &mut rider]);
        assert!(carried.iter().all(|carried| carried.body == 1 && !carried.squished));
    }
    // The crate in front is pushed by the shell.
    assert_eq!(solids.each_ref().map(Solid::position), [ivec2(50, 70), ivec2(70, 70)]);
    assert_eq!((snail.position(), rider.position()), (ivec2(56, 74), ivec2(54, 56)));
    // It pushes crates itself, but not its own, and is pushed by others.
    let mut world = CollisionWorldMut::new(&terrain, &mut solids);
    world.slide_body(0, vec2(600.0, 60.0), 1.0 / 60.0, &MoveOptions::new(), &mut [&mut snail]);
    assert_eq!((snail.position().x, solids[1].position().x), (62, 70));
    let mut world = CollisionWorldMut::new(&terrain, &mut solids);
    world.move_solid(1, vec2(-5.0, 0.0), &mut [&mut snail]);
    assert_eq!(snail.position(), ivec2(57, 74));
    // As seen from above, too.
    let mut world = CollisionWorldMut::new(&terrain, &mut solids).mode(MotionMode::Floating);
    assert!(world.move_solid(0, vec2(3.0, -3.0), &mut [&mut snail]).is_empty());
    let slide = snail.move_and_slide(
        CollisionWorld::new(&terrain, &solids),
        IVec2::splat(-20).as_vec2(),
        1.0,
        &MoveOptions::top_down(),
    );
    assert_eq!((slide.moved, slide.contacts.len()), (ivec2(-20, -20), 0));
}
