//! The floor under a body and its ends, against every pixel below the body.

use crate::hero;
use reference::motion::level::{self, step};
use reference::motion::plain::Plain;
use reference::{cases, each_case};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::motion::Side;
use tileray::solidity::Orientation;
use tileray::tile::Properties;
use tileray::{
    Body, CollisionWorld, Direction, MoveOptions, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet,
};

#[test]
fn a_floor_is_the_pixel_nearest_to_the_middle() {
    let mut found = [0; 3];
    for (_, mut rng) in each_case(601, cases(4000)) {
        let level = level::any(&mut rng);
        let shape = level::shape(&mut rng);
        let at = level::place(&mut rng, &level, &shape);
        let mut body = level::body(&rng, &level, shape, at);
        if rng.u8(0..4) > 0 {
            body.move_and_slide(level.around(), vec2(0.0, 60.0), 1.0, &MoveOptions::default());
        }
        let mut plain = Plain::new(&level, &body);
        plain.list(Direction::Down, Vec2::ZERO);
        let expected = plain.contacts.first().map(|&(pixel, _, _, solid, _)| (pixel, solid));
        let floor = body.floor(level.around());
        assert_eq!(floor.map(|floor| (floor.pixel, floor.solid)), expected, "{body:?}");
        assert_eq!(body.is_on_floor(level.around()), expected.is_some());
        if let Some(floor) = floor {
            assert!((floor.normal.length() - 1.0).abs() < 1e-5 && floor.layer.is_some() == floor.solid.is_none());
            // The layer has the pixel.
            let at = floor.pixel - level.corner;
            let mask = floor.layer.map(|layer| layer.checked_sub(1).map_or(&level.ground, |of| &level.one_way[of].1));
            assert!(mask.is_none_or(|mask| mask.get(at.x, at.y)), "{floor:?}");
        }
        found[expected.map_or(0, |(_, solid)| 1 + usize::from(solid.is_some()))] += 1;
        for (side, way) in [(Side::Left, Direction::Left), (Side::Right, Direction::Right)] {
            assert_eq!(body.is_on_wall(level.around(), side), plain.stops(plain.at, way));
        }
        assert_eq!(body.is_on_ceiling(level.around()), plain.stops(plain.at, Direction::Up));
    }
    assert!(found.iter().all(|&count| count > cases(4000) / 250), "{found:?}");
}

#[test]
fn a_floor_that_runs_adds_its_speed() {
    let mut ran = 0;
    for (_, mut rng) in each_case(603, cases(4000)) {
        let mut level = level::level(&mut rng);
        level::add_solids(&mut level, &mut rng);
        let (shape, options) = (level::shape(&mut rng), level::options(&mut rng).drop_through(false));
        let mut body = Body::new(shape.clone(), level::place(&mut rng, &level, &shape));
        let slide = body.move_and_slide(level.around(), vec2(0.0, 60.0), 1.0, &options);
        if slide.is_stuck {
            continue;
        }
        // Multiples of 1/8, whose sums are exact.
        let mut eighths = |most: i32| rng.i32(-most..=most) as f32 / 8.0;
        let (velocity, mut other) = (vec2(eighths(200), eighths(40)), body.clone());
        let floor = body.floor(level.around()).filter(|_| velocity.y >= 0.0);
        let still = level.around();
        let mut solids = level.solids.clone();
        solids.iter_mut().for_each(|solid| solid.conveyor = eighths(150));
        let speed = floor.and_then(|floor| floor.solid).map_or(0.0, |solid| solids[solid].conveyor);
        let found = body.move_and_slide(CollisionWorld::new(&level.terrain, &solids), velocity, 1.0, &options);
        let expected = other.move_and_slide(still, velocity + vec2(speed, 0.0), 1.0, &options);
        assert_eq!((found.moved, found.wall), (expected.moved, expected.wall), "{velocity} and {speed}");
        assert_eq!(found.velocity.x, if found.wall.is_some() { 0.0 } else { velocity.x });
        assert_eq!(body, other);
        ran += usize::from(speed != 0.0 && found.moved.x != 0);
    }
    assert!(ran > cases(4000) / 60, "{ran}");
}

#[test]
fn a_ledge_is_as_many_steps_ahead_as_a_walk_takes() {
    let (mut ledges, mut none) = (0, 0);
    for (_, mut rng) in each_case(602, cases(1500)) {
        let level = level::level(&mut rng);
        let (shape, options) = (level::shape(&mut rng), level::options(&mut rng));
        let at = level::place(&mut rng, &level, &shape);
        let mut body = level::body(&rng, &level, shape, at);
        body.move_and_slide(level.around(), vec2(0.0, 60.0), 1.0, &options);
        let side = if rng.bool() { Side::Left } else { Side::Right };
        let (way, reach) = (if side == Side::Left { Direction::Left } else { Direction::Right }, rng.u32(0..40));
        let mut plain = Plain::new(&level, &body);
        // How far it stands, or comes to a wall.
        let mut walked = plain.stands(plain.at, &options).then_some(0);
        while let Some(steps) = walked.filter(|&steps| steps <= reach) {
            let before = plain.at;
            let goes = plain.along(&options, way, false);
            assert!(!goes || (plain.at - before).x == step(way).x);
            match (goes, plain.stands(plain.at, &options)) {
                (false, _) => walked = None,
                (true, true) => walked = Some(steps + 1),
                (true, false) => break,
            }
        }
        let expected = walked.filter(|&steps| steps <= reach);
        let found = body.ledge_ahead(level.around(), side, reach, &options);
        assert_eq!(found, expected, "{body:?} to the {side} within {reach}, {options:?}");
        // As far as it says, and no less.
        if let Some(steps) = found {
            assert_eq!(body.ledge_ahead(level.around(), side, steps, &options), found);
            let closer = steps.checked_sub(1).and_then(|less| body.ledge_ahead(level.around(), side, less, &options));
            assert_eq!(closer, None);
            ledges += 1;
        } else {
            none += 1;
        }
    }
    assert!(ledges > cases(1500) / 20 && none > cases(1500) / 20, "{ledges} {none}");
}

#[test]
fn tiles_may_run_too() {
    let mut set = TileSet::new("belts", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    set.set_properties(0, Properties::default().with(TileSet::CONVEYOR, 30.0));
    set.insert(1, SolidityMap::from_fn(16, 16, |_, _| true));
    let mut map = TileMap::new(UVec2::splat(16)).and_then(|map| map.with_size(UVec2::new(10, 10))).expect("a map");
    map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("belts", Rect::new(IVec2::ZERO, ivec2(10, 10)))).expect("a layer");
    let flipped = Orientation { horizontal: true, ..Orientation::IDENTITY };
    // To the right, to the left, on its side, and one that stands still.
    for (x, id, orientation) in
        [(0, 0, Orientation::IDENTITY), (3, 0, flipped), (5, 0, Orientation::ROTATE_90), (7, 1, Orientation::IDENTITY)]
    {
        for x in [x, x + 1] {
            map.set_tile(layer, ivec2(x, 5), Some(Tile { set: 0, id, orientation })).expect("a cell");
        }
    }
    let terrain = Terrain::from_map(&map);
    let walk = |x: i32, velocity: f32| {
        let mut hero = hero(x, 80 - 14);
        let slide = hero.move_and_slide(&terrain, vec2(velocity, 1.0), 0.1, &MoveOptions::default());
        assert_eq!(slide.velocity, vec2(velocity, 0.0));
        hero.position().x - x
    };
    assert_eq!([walk(8, 0.0), walk(8, 20.0), walk(8, -50.0)], [3, 5, -2]);
    assert_eq!([walk(52, 0.0), walk(52, 20.0)], [-3, -1]);
    assert_eq!([walk(84, 0.0), walk(116, 0.0)], [0, 0]);
}
