//! Crates: solids that are pushed and carried, fall and stop.

use crate::{block, hero};
use reference::motion::crates::{Step, assert_scene, scene};
use reference::motion::level::{self, Who};
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{CollisionWorldMut, MoveContact};
use tileray::{Body, Direction, MoveOptions, Solid, SolidityMap, Terrain};

/// A crate of 10 by 10 pixels.
fn small(x: i32, y: i32) -> Solid {
    block((10, 10), x, y).with_weight(1.0)
}

/// Ground from y = 80 on.
fn floor() -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(400, 100, |_, y| y >= 80))
}

#[test]
fn rows_and_stacks_are_pushed_slower_by_their_weight() {
    let terrain = floor();
    // One crate, a row of two, a crate with another one on it, and a crate that weighs nothing.
    let scenes: [(&mut [Solid], i32); 4] = [
        (&mut [small(32, 70)], 20),
        (&mut [small(32, 70), small(42, 70)], 13),
        (&mut [small(32, 70), small(34, 60)], 13),
        (&mut [block((10, 10), 32, 70).with_weight(0.0)], 40),
    ];
    for (number, (crates, expected)) in scenes.into_iter().enumerate() {
        let (starts, mut walker) = (crates.iter().map(Solid::position).collect::<Vec<_>>(), hero(20, 66));
        for _ in 0..10 {
            let mut world = CollisionWorldMut::new(&terrain, crates);
            let slide = world.slide_body(0, vec2(240.0, 60.0), 1.0 / 60.0, &MoveOptions::new(), &mut [&mut walker]);
            assert_eq!(slide.wall, None, "scene {number}");
        }
        assert_eq!(walker.position(), ivec2(20 + expected, 66), "scene {number}");
        for (solid, start) in crates.iter().zip(starts) {
            assert_eq!(solid.position() - start, ivec2(expected, 0), "scene {number}");
        }
    }
}

#[test]
fn a_crate_falls_over_an_edge_and_rests_on_heads() {
    // A ledge up to x = 50, and ground from y = 80 on.
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |x, y| y >= 80 || (x < 50 && y >= 40)));
    let (mut solids, mut below) = ([small(45, 30)], hero(49, 66));
    let fall = |solids: &mut [Solid], below: &mut Body| {
        let mut world = CollisionWorldMut::new(&terrain, solids);
        world.slide_solid(0, vec2(0.0, 600.0), 0.25, &mut [below])
    };
    assert!(fall(&mut solids, &mut below).on_floor, "half of it lies on the ledge");
    let push = CollisionWorldMut::new(&terrain, &mut solids).slide_solid(0, vec2(50.0, 0.0), 0.1, &mut []);
    assert_eq!((push.moved, push.velocity), (ivec2(5, 0), vec2(50.0, 0.0)));
    let slide = fall(&mut solids, &mut below);
    assert_eq!((slide.moved, slide.on_floor, slide.velocity), (ivec2(0, 26), true, Vec2::ZERO));
    assert_eq!((solids[0].rect().max.y, below.position()), (66, ivec2(49, 66)));
    below.set_position(ivec2(100, 66));
    assert_eq!(fall(&mut solids, &mut below).moved, ivec2(0, 14));
}

#[test]
fn a_crate_that_starts_inside_something_is_stuck_and_moves_on() {
    let terrain = floor();
    let starts = |crates: &mut [Solid]| {
        let mut world = CollisionWorldMut::new(&terrain, crates);
        let slide = world.slide_solid(0, vec2(0.0, 60.0), 1.0 / 60.0, &mut [&mut hero(32, 40)]);
        (slide.is_stuck, slide.moved.y)
    };
    assert_eq!(starts(&mut [small(32, 60), small(42, 60)]), (false, 1), "beside another one");
    assert_eq!(starts(&mut [small(32, 60), small(41, 60)]), (true, 1));
    assert_eq!(starts(&mut [small(32, 71)]), (true, 0), "a pixel deep in the floor");
    let ghost = small(41, 60).with_categories(2, 2);
    assert_eq!(starts(&mut [small(32, 60), ghost]), (false, 1), "these do not meet");
    let platform = block((20, 10), 32, 60).with_one_way(Some(Direction::Down));
    assert_eq!(starts(&mut [small(32, 55), platform]), (false, 1));
}

#[test]
fn nothing_ends_in_rock_or_in_another_solid_whatever_the_order_and_mirrored() {
    let mut moved = 0;
    for (_, mut rng) in each_case(1203, cases(120 * 16)) {
        moved += assert_scene(&mut rng);
    }
    assert!(moved > cases(120 * 16) * 10, "{moved} actions move something");
}

#[test]
fn steps_move_what_a_plain_mover_moves() {
    let (mut stopped, mut several) = (0, 0);
    for (case, mut rng) in each_case(1204, cases(400 * 16)) {
        let mut scene = scene(&mut rng);
        // Without a weight a body follows at once.
        scene.level.solids[..scene.crates].iter_mut().for_each(|solid| solid.weight = Some(0.0));
        // Gates that are solid against any direction.
        let gate = scene.level.solids.get_mut(scene.crates).filter(|_| rng.bool());
        gate.into_iter().for_each(|gate| gate.one_way = Some(level::WAYS[rng.usize(0..4)]));
        let (level, bodies) = (&scene.level, &scene.bodies);
        if level.solids.is_empty() {
            continue;
        }
        let index = rng.usize(0..level.solids.len());
        let way = [Direction::Left, Direction::Right, Direction::Up, Direction::Down][rng.usize(0..4)];
        let (lift, squishes) = (rng.bool().then_some(index), rng.bool());
        let squishes = squishes && lift.is_some();
        let expected = Step { level, bodies, way, lift, squishes }.expected(&[index]);
        let (mut solids, mut moved) = (level.solids.clone(), bodies.clone());
        let mut references: Vec<&mut Body> = moved.iter_mut().collect();
        let mut world = CollisionWorldMut::new(&level.terrain, &mut solids).stop_before_squish(!squishes);
        let by = level::step(way).as_vec2();
        match lift {
            Some(_) => _ = world.move_solid(index, by, &mut references),
            None => {
                let slide = world.slide_solid(index, by, 1.0, &mut references);
                let is_met = |other: usize| Who::solid(level, index).meets(Who::solid(level, other));
                assert!(slide.contacts.iter().filter_map(MoveContact::solid).all(is_met), "case {case}");
            }
        }
        let goes = |start: IVec2, end: IVec2| {
            assert!(end == start || end == start + level::step(way), "case {case}");
            end != start
        };
        let solids: Vec<usize> =
            (0..solids.len()).filter(|&at| goes(level.solids[at].position(), solids[at].position())).collect();
        let found: Vec<usize> =
            (0..moved.len()).filter(|&at| goes(bodies[at].position(), moved[at].position())).collect();
        let (expected_solids, expected_bodies) = expected.clone().unwrap_or_default();
        let told = format_args!("case {case}: solid {index} {way:?}, lift {lift:?}, squishes {squishes}");
        assert_eq!(solids, Vec::from_iter(expected_solids), "{told}");
        assert_eq!(found, Vec::from_iter(expected_bodies), "{told}");
        stopped += usize::from(expected.is_none());
        several += usize::from(solids.len() > 1);
    }
    assert!(stopped > cases(400 * 16) / 25 && several > cases(400 * 16) / 10, "{stopped} {several}");
}
