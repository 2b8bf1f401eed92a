//! One-way tiles: solid against motion in one direction only.

use reference::motion::level::{Level, SIDE};
use tileray::glam::{IVec2, UVec2, ivec2, vec2};
use tileray::motion::Side;
use tileray::solidity::Orientation;
use tileray::tile::Properties;
use tileray::{
    Body, BodyShape, Direction, MoveOptions, Rect, Solid, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet,
};

/// A ledge at y = 60, four pixels thick, that stops one direction of motion.
fn ledge(way: Direction) -> Level {
    let mask = SolidityMap::from_fn(SIDE, SIDE, |_, y| (60..64).contains(&y));
    Level::new(IVec2::ZERO, SolidityMap::new(SIDE, SIDE), vec![(way, mask)], Vec::new())
}

fn body(x: i32, y: i32) -> Body {
    Body::rectangle((12, 14), ivec2(x, y)).expect("a body")
}

#[test]
fn a_platform_is_passed_from_below_and_holds_from_above() {
    let (level, options) = (ledge(Direction::Down), MoveOptions::default());
    let mut hero = body(50, 90);
    let up = hero.move_and_slide(level.around(), vec2(0.0, -60.0), 1.0, &options);
    assert_eq!((up.on_ceiling, hero.position().y), (false, 30));
    let down = hero.move_and_slide(level.around(), vec2(3.0, 60.0), 1.0, &options);
    assert_eq!((down.on_floor, hero.position()), (true, ivec2(53, 46)));
    assert_eq!(hero.floor(level.around()).map(|floor| (floor.pixel, floor.layer)), Some((ivec2(58, 60), Some(1))));
    // Half through it from below, it falls back.
    let mut hero = body(50, 55);
    assert!(!hero.is_on_floor(level.around()));
    let slide = hero.move_and_slide(level.around(), vec2(0.0, 10.0), 1.0, &options);
    assert_eq!((slide.on_floor, hero.position().y), (false, 65));
}

#[test]
fn dropping_through_takes_one_call() {
    let level = ledge(Direction::Down);
    let mut hero = body(50, 46);
    let drop = MoveOptions { drop_through: true, ..MoveOptions::default() };
    let slide = hero.move_and_slide(level.around(), vec2(0.0, 1.0), 1.0, &drop);
    assert_eq!((slide.on_floor, hero.position().y), (false, 47));
    let slide = hero.move_and_slide(level.around(), vec2(0.0, 30.0), 1.0, &MoveOptions::default());
    assert_eq!((slide.on_floor, hero.position().y), (false, 77), "once inside it is free");
}

#[test]
fn dropping_through_takes_one_call_however_slow() {
    let level = ledge(Direction::Down);
    let drop = MoveOptions { drop_through: true, ..MoveOptions::default() };
    for velocity in [vec2(0.0, 0.0), vec2(0.0, 0.25), vec2(0.3, 0.0)] {
        let mut hero = body(50, 46);
        let slide = hero.move_and_slide(level.around(), velocity, 1.0, &drop);
        assert_eq!((slide.on_floor, slide.moved, slide.velocity), (false, ivec2(0, 1), velocity));
        assert_eq!(hero.exact_position().y, 46.5, "as little as can be");
        let slide = hero.move_and_slide(level.around(), vec2(0.0, 1.0), 1.0, &MoveOptions::default());
        assert_eq!((slide.on_floor, hero.position().y), (false, 48));
    }
    // One who goes up, or for whom no time passes, does not; nor does one who stands on rock as well.
    for (velocity, dt) in [(vec2(0.0, -0.25), 1.0), (vec2(0.0, 0.25), 0.0)] {
        let mut hero = body(50, 46);
        assert_eq!(hero.move_and_slide(level.around(), velocity, dt, &drop).moved, IVec2::ZERO, "{velocity} {dt}");
    }
    let rock = SolidityMap::from_fn(SIDE, SIDE, |x, y| y >= 60 && x < 51);
    let level = Level::new(IVec2::ZERO, rock, level.one_way.clone(), Vec::new());
    let mut hero = body(50, 46);
    assert!(hero.move_and_slide(level.around(), vec2(0.0, 0.25), 1.0, &drop).on_floor);
    assert_eq!(hero.position(), ivec2(50, 46));
}

#[test]
fn the_other_directions_are_walls_and_ceilings() {
    let wall = |way| {
        let mask = SolidityMap::from_fn(SIDE, SIDE, |x, _| (60..64).contains(&x));
        Level::new(IVec2::ZERO, SolidityMap::new(SIDE, SIDE), vec![(way, mask)], Vec::new())
    };
    let options = MoveOptions::default();
    for (way, from, by, stops) in [
        (Direction::Right, 20, 90.0, Some(48)),
        (Direction::Right, 110, -90.0, None),
        (Direction::Left, 110, -90.0, Some(64)),
        (Direction::Left, 20, 90.0, None),
        (Direction::Down, 20, 90.0, None),
    ] {
        let mut hero = body(from, 20);
        let slide = hero.move_and_slide(wall(way).around(), vec2(by, 0.0), 1.0, &options);
        let side = if by > 0.0 { Side::Right } else { Side::Left };
        assert_eq!(slide.wall, stops.map(|_| side), "{way:?} by {by}");
        assert_eq!(hero.position().x, stops.unwrap_or(from + by as i32), "{way:?} by {by}");
    }
    let level = ledge(Direction::Up);
    let mut hero = body(50, 90);
    let slide = hero.move_and_slide(level.around(), vec2(0.0, -60.0), 1.0, &options);
    assert_eq!((slide.on_ceiling, hero.position().y), (true, 64));
    assert!(hero.is_on_ceiling(level.around()) && !hero.is_on_floor(level.around()));
    let mut hero = body(50, 20);
    assert!(!hero.move_and_slide(level.around(), vec2(0.0, 60.0), 1.0, &options).on_floor);
}

#[test]
fn a_sloping_platform_is_walked_along() {
    let mask = SolidityMap::from_fn(SIDE, SIDE, |x, y| (80..84).contains(&(y + x / 2)));
    let level = Level::new(IVec2::ZERO, SolidityMap::new(SIDE, SIDE), vec![(Direction::Down, mask)], Vec::new());
    let mut hero = body(10, 20);
    hero.move_and_slide(level.around(), vec2(0.0, 80.0), 1.0, &MoveOptions::default());
    assert!(hero.is_on_floor(level.around()));
    for x in 11..100 {
        let slide = hero.move_and_slide(level.around(), vec2(1.0, 1.0), 1.0, &MoveOptions::default());
        // The right end of the body stands on the slope.
        assert_eq!((slide.on_floor, hero.position()), (true, ivec2(x, 80 - (x + 11) / 2 - 14)), "{x}");
    }
    for x in (11..100).rev() {
        hero.move_and_slide(level.around(), vec2(-1.0, 1.0), 1.0, &MoveOptions::default());
        assert_eq!(hero.position(), ivec2(x - 1, 80 - (x - 1 + 11) / 2 - 14), "{x}");
    }
}

#[test]
fn a_solid_may_be_a_platform_too() {
    let plank = BodyShape::rectangle((40, 4)).expect("a shape");
    let solids = vec![Solid::new(plank, ivec2(40, 60)).with_one_way(Some(Direction::Down)).with_conveyor(30.0)];
    let level = Level::new(IVec2::ZERO, SolidityMap::new(SIDE, SIDE), Vec::new(), solids);
    let mut hero = body(50, 90);
    let options = MoveOptions::default();
    hero.move_and_slide(level.around(), vec2(0.0, -60.0), 1.0, &options);
    assert_eq!(hero.position().y, 30);
    hero.move_and_slide(level.around(), vec2(0.0, 60.0), 1.0, &options);
    assert_eq!(hero.position(), ivec2(50, 46));
    let floor = hero.floor(level.around()).expect("the plank");
    assert_eq!((floor.solid, floor.normal, floor.pixel), (Some(0), vec2(0.0, -1.0), ivec2(55, 60)));
    assert_eq!(level.around().conveyor(&floor), Some(30.0));
    // It runs, and takes along who stands on it; one's own speed is kept apart.
    let slide = hero.move_and_slide(level.around(), vec2(-10.0, 5.0), 0.5, &options);
    assert_eq!((slide.velocity, hero.position()), (vec2(-10.0, 0.0), ivec2(60, 46)));
    // Not who jumps.
    let slide = hero.move_and_slide(level.around(), vec2(0.0, -5.0), 1.0, &options);
    assert_eq!(slide.moved, ivec2(0, -5));
}

#[test]
fn tiles_may_run_too() {
    let mut set = TileSet::new("belts", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    set.set_properties(0, Properties::default().with(TileSet::CONVEYOR, 30.0));
    set.insert(1, SolidityMap::from_fn(16, 16, |_, _| true));
    let mut map = TileMap::new(UVec2::splat(16), UVec2::new(10, 10)).expect("a map");
    map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("belts", Rect::new(IVec2::ZERO, ivec2(10, 10)))).expect("a layer");
    let flipped = Orientation::new(false, true, false);
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
        let mut hero = body(x, 80 - 14);
        let slide = hero.move_and_slide(&terrain, vec2(velocity, 1.0), 0.1, &MoveOptions::default());
        assert_eq!(slide.velocity, vec2(velocity, 0.0));
        hero.position().x - x
    };
    assert_eq!([walk(8, 0.0), walk(8, 20.0), walk(8, -50.0)], [3, 5, -2]);
    assert_eq!([walk(52, 0.0), walk(52, 20.0)], [-3, -1]);
    assert_eq!([walk(84, 0.0), walk(116, 0.0)], [0, 0]);
}
