//! Bodies among one-way tiles, against the same terrain in which the tiles of each direction are a one-way layer.

use reference::mirrors::{BODIES, OneWayKind, Place, Things, assert_alike};
use reference::{cases, each_case};
use std::rc::Rc;
use tileray::glam::{IVec2, Vec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::terrain::Outside;
use tileray::tile::Properties;
use tileray::{Body, MoveOptions, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

#[test]
fn bodies_meet_one_way_tiles_as_one_way_layers() {
    let mut met = 0;
    for (case, mut rng) in each_case(231, cases(6000)) {
        // Beyond a solid side one-way layers go on, and tiles do not.
        let place = Place::any(&mut rng).with_sides([Outside::Free; 4]);
        let layers = Rc::new(place.with_one_way(OneWayKind::NamelessLayers));
        let tiles = Rc::new(layers.with_one_way(OneWayKind::Tiles(Orientation::ALL[rng.usize(0..8)])));
        if layers.is_one_way() {
            met += assert_alike(BODIES, [&tiles, &layers], Things::any(&mut rng), case)[1];
        }
    }
    assert!(met as usize > cases(6000) / 2, "{met}");
}

#[test]
fn a_body_jumps_through_a_one_way_tile_stands_on_it_and_drops_through() {
    let mut map = TileMap::new(uvec2(8, 8)).and_then(|map| map.with_size(uvec2(12, 8))).expect("a small map");
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    (0..2).for_each(|id| set.insert(id, SolidityMap::from_fn(8, 8, |_, _| true)));
    set.set_properties(1, Properties::default().with(TileSet::ONE_WAY, "down"));
    map.add_tile_set(set);
    let level = map.add_layer(TileLayer::new("level", Rect::new(IVec2::ZERO, ivec2(12, 8)))).expect("a layer");
    let plank = Tile { set: 0, id: 1, ..Tile::default() };
    map.set_tile(level, ivec2(4, 3), Some(plank)).expect("a tile");
    for x in 0..12 {
        map.set_tile(level, ivec2(x, 7), Some(Tile::default())).expect("a tile");
    }
    let terrain = Terrain::from_map(&map);
    let mut hero = Body::rectangle((6, 6), ivec2(33, 50)).expect("a body");
    let step = |hero: &mut Body, down: f32, drop_through: bool| {
        let options = MoveOptions::new().drop_through(drop_through);
        hero.move_and_slide(&terrain, Vec2::new(0.0, down), 1.0, &options)
    };
    let up = step(&mut hero, -40.0, false);
    assert_eq!((up.moved, up.contacts.len(), up.on_ceiling), (ivec2(0, -40), 0, false));
    let fall = step(&mut hero, 100.0, false);
    assert_eq!((hero.position().y, fall.on_floor), (24 - 6, true));
    let contact = fall.contacts[0];
    assert_eq!((contact.layer(), contact.cell(), contact.tile()), (Some(level), ivec2(4, 3), Some(plank)));
    let floor = hero.floor(&terrain).expect("the plank");
    assert_eq!((floor.layer, floor.tile), (Some(level), Some(plank)));
    let drop = step(&mut hero, 2.0, true);
    assert!(!drop.on_floor && drop.moved.y == 2);
    step(&mut hero, 100.0, false);
    assert_eq!((hero.position().y, hero.floor(&terrain).and_then(|floor| floor.tile)), (50, Some(Tile::default())));
}
