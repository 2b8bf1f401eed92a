//! The level of a platformer in the cave: what a game that is played on it relies on.

use std::collections::{BTreeMap, BTreeSet};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::tile::{MapObject, ObjectShape};
use tileray::{Direction, LayerSet, SolidityMap, TileMap};

fn cave() -> TileMap {
    TileMap::open(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/cave.tmx")).unwrap()
}

fn things(map: &TileMap) -> Vec<&MapObject> {
    map.objects().filter(|object| object.layer() == "game/objects").collect()
}

fn of_class<'a>(map: &'a TileMap, class: &str) -> Vec<&'a MapObject> {
    things(map).into_iter().filter(|object| object.class() == class).collect()
}

/// The solid pixels in a rectangle.
fn solid_in(rock: &SolidityMap, corner: IVec2, size: IVec2) -> usize {
    let pixels = (0..size.y).flat_map(|y| (0..size.x).map(move |x| corner + ivec2(x, y)));
    pixels.filter(|pixel| rock.get(pixel.x, pixel.y)).count()
}

#[test]
fn the_level_has_all_that_the_game_needs() {
    let map = cave();
    let mut counts = BTreeMap::new();
    for object in things(&map) {
        *counts.entry(object.class()).or_insert(0) += 1;
        assert!(object.is_visible() && object.rotation() == 0.0, "{object:?}");
    }
    let expected = [("checkpoint", 1), ("coin", 17), ("enemy", 4), ("platform", 2), ("spawn", 1)];
    assert_eq!(counts, expected.into());
    let places: BTreeSet<_> =
        things(&map).iter().map(|object| object.position().to_array().map(|place| place as i32)).collect();
    assert_eq!(places.len(), 25, "two things lie at one place");
    let ids: BTreeSet<_> = map.objects().map(MapObject::id).collect();
    assert_eq!(ids.len(), map.objects().len());
}

#[test]
fn its_layers_are_there_and_change_nothing_for_those_who_do_not_name_them() {
    let map = cave();
    for (path, one_way) in [("game/planks", Some(Direction::Down)), ("game/machines", None)] {
        let layer = map.layers().find(|layer| layer.path() == path).unwrap();
        assert_eq!((layer.one_way(), layer.is_solid_by_default()), (one_way, false), "{path}");
    }
    let own = LayerSet::named(&map, ["ground", "ledges"]).unwrap();
    assert!(map.solidity() == map.solidity_with(&own).unwrap());
}

#[test]
fn nothing_is_stuck_in_the_rock() {
    let map = cave();
    assert_eq!(map.bounds().min, IVec2::ZERO);
    let rock = map.solidity();
    let spawn = of_class(&map, "spawn")[0];
    let feet = spawn.position().as_ivec2();
    assert_eq!(spawn.shape(), &ObjectShape::Point);
    assert_eq!(solid_in(&rock, feet - ivec2(6, 14), ivec2(12, 14)), 0, "the hero is stuck");
    assert!(solid_in(&rock, feet - ivec2(6, 0), ivec2(12, 1)) > 0, "the hero does not stand");
    for coin in of_class(&map, "coin") {
        assert_eq!(solid_in(&rock, coin.position().as_ivec2() - 6, IVec2::splat(12)), 0, "{coin:?}");
    }
    for enemy in of_class(&map, "enemy") {
        let range = enemy.properties().number("range").unwrap() as i32;
        let corner = enemy.position().as_ivec2() - ivec2(range + 8, 8);
        assert!(range > 0 && solid_in(&rock, corner, ivec2(2 * range + 16, 16)) == 0, "{enemy:?}");
    }
    let goal = of_class(&map, "checkpoint")[0];
    assert_eq!(solid_in(&rock, goal.position().as_ivec2(), goal.size().as_ivec2()), 0);
    assert!(solid_in(&rock, (goal.position() + vec2(0.0, goal.size().y)).as_ivec2(), ivec2(16, 1)) > 0);
}

#[test]
fn platforms_are_free_along_their_way() {
    let map = cave();
    let rock = map.solidity();
    let mut ways = Vec::new();
    for platform in of_class(&map, "platform") {
        let number = |name| platform.properties().number(name).unwrap() as f32;
        let way = vec2(number("to_x"), number("to_y"));
        assert!(number("speed") > 0.0 && platform.properties().bool("one_way") == Some(true));
        let corner = platform.position() + way.min(Vec2::ZERO);
        assert_eq!(solid_in(&rock, corner.as_ivec2(), (platform.size() + way.abs()).as_ivec2()), 0, "{platform:?}");
        ways.push(way);
    }
    assert!(ways.iter().any(|way| way.x != 0.0 && way.y == 0.0) && ways.iter().any(|way| way.x == 0.0 && way.y != 0.0));
}

#[test]
fn conveyors_run_both_ways_at_the_height_of_the_floor() {
    let map = cave();
    let rock = map.solidity();
    let place = map.layers().position(|layer| layer.path() == "game/machines").unwrap();
    let mut speeds = Vec::new();
    for (corner, stamp) in map.placed_tiles(place) {
        let tile = stamp.tile();
        let speed = map.tile_set(tile.set).unwrap().properties(tile.id).number("conveyor").unwrap();
        speeds.push(speed as i32);
        assert_eq!(solid_in(&rock, corner, ivec2(16, 16)), 256, "no floor under the belt at {corner}");
        assert_eq!(solid_in(&rock, corner - ivec2(0, 16), ivec2(16, 16)), 0, "the belt at {corner} is buried");
    }
    speeds.sort_unstable();
    assert_eq!(speeds, [-40, -40, -40, -40, 40, 40, 40, 40, 40]);
}

/// The way leads through a wall that no jump gets over: it must be dug away.
#[test]
fn a_wall_bars_the_way() {
    let rock = cave().solidity();
    for y in 480..560 {
        assert!((1700..1960).filter(|&x| rock.get(x, y)).count() > 200, "the wall is thin at {y}");
    }
}
