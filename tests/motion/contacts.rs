//! What a body hit, and callbacks that ignore it or stop the motion. `same.rs` compares all contacts with a plain mover.

use reference::motion::{level, plain};
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, uvec2, vec2};
use tileray::motion::{ContactResponse, MoveContact};
use tileray::{Body, CollisionWorld, MoveOptions, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// A floor of tiles of 8×8 pixels at y = 40, with the ids given.
fn floor(ids: &[u32]) -> Terrain {
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    (0..4).for_each(|id| set.insert(id, SolidityMap::from_fn(8, 8, |_, _| true)));
    let mut map = TileMap::new(uvec2(8, 8)).and_then(|map| map.with_size(uvec2(40, 10))).expect("a map");
    let set = map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("floor", Rect::new(IVec2::ZERO, ivec2(40, 10)))).expect("a layer");
    for (x, &id) in (0..).zip(ids) {
        map.set_tile(layer, ivec2(x, 5), Some(Tile { set, id, ..Tile::default() })).expect("a cell");
    }
    Terrain::from_map(&map)
}

fn body(size: (u32, u32), x: i32, y: i32) -> Body {
    Body::rectangle(size, ivec2(x, y)).expect("a body")
}

fn ids(contacts: &[MoveContact]) -> Vec<u32> {
    contacts.iter().filter_map(|contact| Some(contact.tile()?.id)).collect()
}

#[test]
fn tiles_under_a_body_are_listed_from_its_middle_on() {
    let terrain = floor(&[0, 1, 2, 3]);
    // Pixels 5 to 24: the middle lies between 14 and 15.
    let mut stone = body((20, 6), 5, 20);
    let slide = stone.move_and_slide(&terrain, vec2(0.0, 60.0), 1.0, &MoveOptions::default());
    assert_eq!(ids(&slide.contacts), [1, 2, 0, 3]);
    assert_eq!(slide.contacts[0].pixel(), ivec2(14, 40));
    let cells: Vec<IVec2> = slide.contacts.iter().map(MoveContact::cell).collect();
    assert_eq!(cells, [ivec2(1, 5), ivec2(2, 5), ivec2(0, 5), ivec2(3, 5)]);
    assert!(slide.contacts.iter().all(|it| it.normal() == Vec2::NEG_Y && it.velocity() == vec2(0.0, 60.0)));
    // One that stands and walks on has the floor among its contacts in each call.
    let slide = stone.move_and_slide(&terrain, vec2(8.0, 0.1), 1.0, &MoveOptions::default());
    assert_eq!((ids(&slide.contacts), slide.moved), (vec![2, 3, 1], ivec2(8, 0)));
    // No more than 8.
    let terrain = floor(&[0; 30]);
    let moved = body((120, 6), 5, 20).move_y(&terrain, 60.0);
    assert_eq!((moved.moved, moved.contacts.len()), (14, 8));
}

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
            let answer = |layer: Option<usize>, pixel: IVec2, solid: Option<usize>| {
                let cell = (pixel - level.corner).div_euclid(level.tile);
                let key = match layer {
                    Some(layer) => layer as u32 * 7919 + cell.x as u32 * 31 + cell.y as u32 * 57,
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
                    asked.push((it.pixel(), it.normal(), it.layer(), it.solid(), it.velocity()));
                    answer(it.layer(), it.pixel(), it.solid())
                });
                let mut respond = |it: &plain::PlainContact| {
                    expected_asked.push(*it);
                    answer(it.2, it.0, it.3)
                };
                let expected = plain.slide_with(velocity, 1.0, &options, Some(&mut respond));
                let what = format_args!("turn {turn}: {before:?} by {velocity} with {options:?}, tiles of {side}");
                assert_eq!(asked, expected_asked, "{what}");
                plain.assert_is(&body, &found, &expected, what);
                let is_passed = |it: &&plain::PlainContact| answer(it.2, it.0, it.3) == ContactResponse::Ignore;
                let passed = || asked.iter().filter(is_passed);
                let moves = found.moved != IVec2::ZERO;
                let answers = [
                    moves && passed().any(|it| it.1 == Vec2::ZERO && it.2.is_some()),
                    moves && passed().any(|it| it.1 == Vec2::ZERO && it.3.is_some()),
                    moves && passed().any(|it| it.1 != Vec2::ZERO && it.2.is_some_and(|layer| layer > 0)),
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
