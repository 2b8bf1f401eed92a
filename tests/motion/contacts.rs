//! Callbacks that ignore what a body hits, or stop the motion. `same.rs` compares the contacts without a callback.

use crate::{block, hero};
use reference::motion::{level, plain};
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::ContactResponse;
use tileray::{Body, CollisionWorld, MoveOptions, SolidityMap};

#[test]
fn with_a_callback_slides_are_as_those_of_a_plain_mover() {
    let mut seen = [0; 6];
    for (case, mut rng) in each_case(703, cases(1200).max(160)) {
        let level = level::any(&mut rng);
        let side = [level::SIDE, 16, 16, 8, 5][rng.usize(0..5)];
        let level = level.in_tiles(side);
        for _ in 0..2 {
            let (shape, options) = (level::any_shape(&mut rng), level::options(&mut rng).steep_slide(case % 3 == 0));
            // Half of them begin where a solid or a rock may be.
            let at = match rng.u8(0..4) {
                0 => level.corner + ivec2(rng.i32(0..level::SIDE as i32), rng.i32(0..level::SIDE as i32)),
                1 if !level.solids.is_empty() => level.solids[rng.usize(0..level.solids.len())].position(),
                _ => level::place(&mut rng, &level, &shape),
            };
            let mut body = level::body(&rng, &level, shape, at);
            let mut plain = plain::Plain::new(&level, &body);
            let (salt, ignored, stopped) = (rng.u32(..), rng.u32(0..17), u32::from(rng.u8(0..4) == 0));
            let answer = |&(_, _, tile, solid, _): &plain::PlainContact| {
                let key = match tile {
                    Some((layer, cell)) => layer as u32 * 7919 + cell.x as u32 * 31 + cell.y as u32 * 57,
                    None => 1000 + solid.expect("a solid") as u32,
                };
                match (key ^ salt).wrapping_mul(0x9E37_79B9) >> 16 & 15 {
                    number if number < ignored => ContactResponse::Ignore,
                    number if number < ignored + stopped => ContactResponse::Stop,
                    _ => ContactResponse::Accept,
                }
            };
            for turn in 0..5 {
                let velocity = vec2(rng.f32() - 0.5, rng.f32() - 0.4) * if rng.u8(0..4) == 0 { 300.0 } else { 50.0 };
                let before = body.clone();
                let (mut asked, mut expected_asked) = (Vec::new(), Vec::new());
                let found = body.move_and_slide_with(level.around(), velocity, 1.0, &options, |it| {
                    asked.push(plain::plain_contact(it));
                    answer(&plain::plain_contact(it))
                });
                let mut respond = |it: &plain::PlainContact| {
                    expected_asked.push(*it);
                    answer(it)
                };
                let expected = plain.slide_with(velocity, 1.0, &options, Some(&mut respond));
                let what = format_args!("turn {turn}: {before:?} by {velocity} with {options:?}, tiles of {side}");
                assert_eq!(asked, expected_asked, "{what}");
                plain.assert_is(&body, &found, &expected, what);
                let is_passed = |it: &&plain::PlainContact| answer(it) == ContactResponse::Ignore;
                let passed = || asked.iter().filter(is_passed);
                let moves = found.moved != IVec2::ZERO;
                let answers = [
                    moves && passed().any(|it| it.1 == Vec2::ZERO && it.2.is_some()),
                    moves && passed().any(|it| it.1 == Vec2::ZERO && it.3.is_some()),
                    moves && passed().any(|it| it.1 != Vec2::ZERO && it.2.is_some_and(|(layer, _)| layer > 0)),
                    moves && passed().any(|it| it.1 != Vec2::ZERO && it.3.is_some()),
                    passed().count() > 8,
                    found.pushed_out != IVec2::ZERO && passed().count() > 0,
                ];
                seen.iter_mut().zip(answers).for_each(|(seen, answer)| *seen += usize::from(answer));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn along_an_axis_what_is_ignored_is_as_if_it_were_not_there() {
    let mut passed = 0;
    for (_, mut rng) in each_case(702, cases(1000).max(250)) {
        let mut level = level::level(&mut rng);
        level::add_solids(&mut level, &mut rng);
        let shape = level::shape(&mut rng);
        let at = level::place(&mut rng, &level, &shape);
        let kept = rng.usize(0..=level.solids.len());
        let (mut found, mut expected) = (Body::new(shape.clone(), at), Body::new(shape, at));
        let amount = (rng.f32() - 0.5) * 300.0;
        let moved = found.move_x_with(level.around(), amount, |contact| match contact.solid() {
            Some(solid) if solid >= kept => ContactResponse::Ignore,
            _ => ContactResponse::Accept,
        });
        let (mut whole, mut stopped) = (Body::new(found.shape().clone(), at), Body::new(found.shape().clone(), at));
        let all = whole.move_x(level.around(), amount);
        let stop = stopped.move_x_with(level.around(), amount, |_| ContactResponse::Stop);
        assert_eq!((stop.moved, stop.blocked, stopped), (all.moved, all.blocked, whole), "{at} by {amount}");
        passed += usize::from(moved != all);
        let fewer = CollisionWorld::new(&level.terrain, &level.solids[..kept]);
        let without = expected.move_x(fewer, amount);
        assert_eq!((moved, found), (without, expected), "{at} by {amount}");
        // So it is with layers, but for one-way layers of one direction: inside one of them, whether it is ignored later or
        // not, the other one has no face.
        if level
            .one_way
            .iter()
            .enumerate()
            .any(|(index, (way, _))| level.one_way[..index].iter().any(|it| it.0 == *way))
        {
            continue;
        }
        let hidden = rng.usize(0..=level.one_way.len());
        let mut found = Body::new(level::any_shape(&mut rng), at);
        let mut expected = found.clone();
        let layers = tileray::LayerMask::ALL.without(tileray::LayerMask::layer(hidden));
        let moved = found.move_y_with(fewer, amount, |contact| match contact.layer() == Some(hidden) {
            true => ContactResponse::Ignore,
            false => ContactResponse::Accept,
        });
        let without = expected.move_y(fewer.layers(layers), amount);
        assert_eq!(plain::listed(&moved.contacts), plain::listed(&without.contacts), "{at} by {amount}");
        assert_eq!((moved.moved, found), (without.moved, expected), "{at} by {amount}");
    }
    assert!(passed > 2, "{passed}");
}

#[test]
fn a_conveyor_that_is_ignored_moves_nobody() {
    let mut level = level::Level::of(SolidityMap::new(400, 400));
    // A belt around the body, and a floor under a part of it.
    level.solids = vec![block((40, 40), 190, 190).with_conveyor(3.0), block((8, 8), 196, 214)];
    let mut hero = hero(200, 200);
    let (velocity, options) = (vec2(0.0, 1.0), MoveOptions::default());
    let slide = hero.move_and_slide_with(level.around(), velocity, 1.0, &options, |contact| match contact.solid() {
        Some(0) => ContactResponse::Ignore,
        _ => ContactResponse::Accept,
    });
    assert_eq!((slide.moved, slide.on_floor), (IVec2::ZERO, true));
}
