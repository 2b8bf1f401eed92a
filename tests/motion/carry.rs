//! Solids that move, with those on them and those in their way.

use crate::hero;
use reference::motion::level::{self, Level, SIDE};
use reference::motion::{carry, plain};
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{CarriedBody, CollisionWorldMut, MotionMode};
use tileray::{Body, BodyShape, Direction, LayerMask, MoveOptions, Solid, SolidityMap, Terrain};

#[test]
fn a_door_may_stop_at_who_stands_in_it() {
    let floor = Terrain::from_solidity(&SolidityMap::from_fn(200, 200, |_, y| y >= 120));
    let door = || [Solid::new(BodyShape::rectangle((6, 40)).expect("a shape"), ivec2(60, 40))];
    // Down onto a hero: squished, or held up. One who only stands beside is neither.
    for stops in [false, true] {
        let (mut doors, mut hero, mut other) = (door(), hero(58, 106), hero(66, 106));
        let mut world = CollisionWorldMut::new(&floor, &mut doors).stop_before_squish(stops);
        let met = world.move_solid(0, vec2(0.0, 40.25), &mut [&mut hero, &mut other]);
        assert_eq!(met, [CarriedBody { body: 0, moved: IVec2::ZERO, squished: true }]);
        assert_eq!((hero.position(), other.position()), (ivec2(58, 106), ivec2(66, 106)));
        let end = if stops { vec2(60.0, 66.0) } else { vec2(60.0, 80.25) };
        assert_eq!(doors[0].exact_position(), end);
        // Once the hero is away, it shuts.
        hero.set_position(ivec2(100, 106));
        let mut world = CollisionWorldMut::new(&floor, &mut doors).stop_before_squish(stops);
        assert!(world.move_solid(0, vec2(0.0, 80.0 - end.y), &mut [&mut hero, &mut other]).is_empty());
        assert_eq!(doors[0].position(), ivec2(60, 80));
    }
    // Who can be pushed is pushed up to the wall, and then the door stops.
    let wall = Terrain::from_solidity(&SolidityMap::from_fn(200, 200, |x, _| x >= 90));
    let (mut doors, mut hero) = (door(), hero(70, 60));
    let mut world = CollisionWorldMut::new(&wall, &mut doors).stop_before_squish(true);
    let met = world.move_solid(0, vec2(50.0, 0.0), &mut [&mut hero]);
    assert_eq!(met, [CarriedBody { body: 0, moved: ivec2(8, 0), squished: true }]);
    assert_eq!((doors[0].rect().max.x, hero.rect()), (78, tileray::Rect::new(ivec2(78, 60), ivec2(90, 74))));
}

#[test]
fn solids_move_bodies_as_a_plain_mover_does_and_never_leave_them_in_anything() {
    let (mut carried, mut squished) = (0, 0);
    for (_, mut rng) in each_case(401, cases(3000)) {
        let mut level = level::level(&mut rng);
        if rng.bool() {
            level::add_solids(&mut level, &mut rng);
        }
        let shape = level::any_shape(&mut rng);
        let at = level::place(&mut rng, &level, &shape);
        let way = [None, None, Some(Direction::Down), Some(Direction::Left)][rng.usize(0..4)];
        level.solids.push(Solid::new(shape, at).with_one_way(way));
        level::draw_categories(&mut level, &rng);
        let index = level.solids.len() - 1;
        let mut bodies: Vec<Body> = Vec::new();
        for _ in 0..4 {
            let shape = level::any_shape(&mut rng);
            // Above it, mostly: fall onto it.
            let over = at + ivec2(rng.i32(-20..20), -rng.i32(10..60));
            let mut body = level::body(&rng, &level, shape, over);
            if level.is_free_for(&body) {
                body.move_and_slide(level.around(), vec2(0.0, 40.0), 1.0, &MoveOptions::default());
                bodies.push(body);
            }
        }
        let (terrain, mut layers) = (level.terrain.clone(), LayerMask::ALL);
        if rng.u8(0..4) == 0 {
            // The ground is not among the layers that count.
            layers = layers.without(LayerMask::layer(0));
            level = Level::new(level.corner, SolidityMap::new(SIDE, SIDE), level.one_way, level.solids);
        }
        // Twice, so that fractions of a pixel count, and now and then farther than a window reaches.
        let most = [2.0, 30.0, 30.0, 300.0][rng.usize(0..4)];
        let along = [Vec2::ONE, Vec2::X, Vec2::Y][rng.usize(0..3)];
        let mut motion = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * along * 2.0 * most;
        if rng.u8(0..3) == 0 {
            // Along a diagonal, where both steps come at once.
            motion.y = if rng.bool() { motion.x } else { -motion.x };
        }
        if rng.u8(0..3) == 0 {
            // To half a pixel, where a solid stays in its pixel.
            motion = (motion * 2.0).round() / 2.0;
        }
        let mode = if rng.bool() { MotionMode::Grounded } else { MotionMode::Floating };
        let units = [0, 1].map(|axis| plain::units(f64::from(motion[axis])));
        let mut remainder = [0; 2];
        for turn in 0..2 {
            let steps = plain::steps_at_once(remainder, units);
            let (solid_at, places) = carry::expected(&level, index, &steps, &bodies, mode == MotionMode::Floating);
            remainder = [0, 1].map(|axis| plain::rest(remainder[axis], units[axis]));
            let before: Vec<IVec2> = bodies.iter().map(Body::position).collect();
            let was_free: Vec<bool> = bodies.iter().map(|body| level.is_free_for(body)).collect();
            let mut solids = level.solids.clone();
            let mut references: Vec<&mut Body> = bodies.iter_mut().collect();
            let found = CollisionWorldMut::new(&terrain, &mut solids).mode(mode).layers(layers).move_solid(
                index,
                motion,
                &mut references,
            );
            assert_eq!(solids[index].position(), solid_at);
            level.solids = solids;
            for (place, (body, &(at, is_squished))) in bodies.iter().zip(&places).enumerate() {
                let what = format_args!("turn {turn}: body {place} by {motion}");
                assert_eq!(body.position(), at, "{what}");
                let told = found.iter().find(|carried| carried.body == place);
                assert_eq!(told.is_some_and(|told| told.squished), is_squished, "{what}");
                assert_eq!(told.map_or(IVec2::ZERO, |told| told.moved), at - before[place], "{what}");
                assert!(is_squished || !was_free[place] || level.is_free_for(body), "{what} is inside");
                carried += usize::from(at != before[place]);
                squished += usize::from(is_squished);
            }
        }
    }
    assert!(carried > cases(3000) / 5 && squished > cases(3000) / 200, "{carried} {squished}");
}
