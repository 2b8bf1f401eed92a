//! One-way tiles of a layer against one-way layers, and what an edit with the first of them leaves behind. Edits, reloads and
//! owners are compared with plain pixels in `edits.rs` and `update.rs`.

use crate::update::hash;
use reference::mirrors::{OneWayKind, Place, Things, assert_alike, questions};
use reference::{cases, each_case};
use std::rc::Rc;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::terrain::Outside;
use tileray::tile::Properties;
use tileray::{Direction, LayerMask, Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// One-way tiles of the ground's layer: all questions of the mirrored scenes find what they find where each direction has a layer
/// of its own.
#[test]
fn every_question_meets_one_way_tiles_as_one_way_layers() {
    let questions = questions();
    let (mut asked, mut met) = (0, 0);
    for (case, mut rng) in each_case(64, cases(60)) {
        let layers = Rc::new(Place::any(&mut rng).with_one_way(OneWayKind::NamelessLayers));
        if !layers.is_one_way() {
            continue;
        }
        let orientation = Orientation::ALL[rng.usize(0..8)];
        let tiles = Rc::new(layers.with_one_way(OneWayKind::Tiles(orientation)));
        for _ in 0..3 {
            let counts = assert_alike(&questions, [&tiles, &layers], Things::any(&mut rng), case);
            (asked, met) = (asked + counts[0], met + counts[1]);
        }
    }
    assert!(met * 3 > asked, "{met} of {asked} questions find something");
}

#[test]
fn the_first_one_way_tile_of_a_layer_comes_and_goes_as_any_tile() {
    let mut set = TileSet::new("planks", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    set.insert(1, SolidityMap::from_fn(16, 16, |_, _| true));
    set.set_properties(1, Properties::default().with(TileSet::ONE_WAY, true));
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(6, 4))).expect("a small map");
    map.add_tile_set(set);
    for name in ["ground", "front"] {
        map.add_layer(TileLayer::new(name, Rect::new(IVec2::ZERO, ivec2(6, 4)))).expect("a layer");
    }
    let [rock, plank] = [0, 1].map(|id| Some(Tile { set: 0, id, ..Tile::default() }));
    for x in 0..6 {
        map.set_tile(0, ivec2(x, 3), rock).expect("a cell");
    }
    // At the border and within; an edge repeats what is there.
    for (outside, cell) in [(Outside::Free, ivec2(2, 1)), (Outside::Solid, ivec2(5, 1)), (Outside::Edge, ivec2(5, 1))] {
        let mut terrain = Terrain::from_map(&map).with_outside(outside);
        let (before, first, pixels) = (terrain.snapshot(), hash(&terrain), Rect::new(cell * 16, (cell + 1) * 16));
        let _ = terrain.take_dirty();
        assert_eq!(terrain.set_tile(1, cell, plank), Ok(pixels));
        assert_eq!(terrain.take_dirty(), [pixels]);
        assert_eq!(terrain.layers().collect::<Vec<_>>(), [0, 1]);
        let (fall, jump) = ((cell.x as f32 * 16.0 + 8.5, 2.5), (cell.x as f32 * 16.0 + 8.5, 47.5));
        let hit = terrain.raycast(&Ray::between(fall, jump)).expect("the plank");
        assert_eq!((hit.layer(), hit.cell(), hit.tile()), (1, cell, plank));
        assert_eq!(terrain.raycast(&Ray::between(jump, fall)), None);
        let beyond = |terrain: &Terrain, from: f32, to: f32| terrain.line_of_sight((900.5, from), (900.5, to));
        let (down, up) = (beyond(&terrain, 2.5, 40.5), beyond(&terrain, 40.5, 2.5));
        assert_eq!((down, up), [(true, true), (false, false), (false, true)][outside as usize], "{outside:?}");
        assert_eq!(terrain.changes_since(&before, LayerMask::layer(1)).added.bounds(), Some(pixels));
        let with_plank = hash(&terrain);
        assert_ne!(with_plank, first);
        let made = Terrain::from_map(terrain.map().expect("made of a map")).with_outside(outside);
        assert_eq!(hash(&made), with_plank, "however it came");

        // The same pixels without the direction are another state.
        assert_eq!(terrain.set_tile(1, cell, rock), Ok(pixels));
        assert!(hash(&terrain) != with_plank && !terrain.line_of_sight(jump, fall));
        assert_eq!(terrain.set_tile(1, cell, None), Ok(pixels));
        assert_eq!(hash(&terrain), first, "nothing is left of it");

        assert_eq!(terrain.set_tile(1, cell, plank), Ok(pixels));
        let after = terrain.snapshot();
        let _ = terrain.take_dirty();
        assert_eq!((terrain.restore(&before), hash(&terrain)), (pixels, first));
        assert_eq!((terrain.restore(&after), hash(&terrain)), (pixels, with_plank));
        assert_eq!(terrain.take_dirty(), [pixels]);
        // What is carved frees the plank; what is filled stops every motion.
        assert_eq!(terrain.carve(&pixels, LayerMask::layer(1)), pixels);
        assert!(terrain.line_of_sight(fall, jump));
        assert_eq!(terrain.fill(&pixels, LayerMask::layer(1)), pixels);
        let hit = terrain.raycast(&Ray::between(jump, fall)).expect("what was filled");
        assert_eq!((hit.layer(), hit.cell(), hit.tile()), (1, cell, None));
        assert_eq!(terrain.reload(&map), Ok(vec![pixels]));
        assert_eq!(hash(&terrain), first, "the saved map has no plank");
    }
}

#[test]
fn a_solid_side_stops_what_the_layer_stops_whatever_its_tiles_stop() {
    let mut set = TileSet::new("planks", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    set.set_properties(0, Properties::default().with(TileSet::ONE_WAY, "down"));
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(4, 4))).expect("a small map");
    map.add_tile_set(set);
    let layer = TileLayer::new("level", Rect::new(IVec2::ZERO, ivec2(4, 4)));
    map.add_layer(TileLayer { one_way: Some(Direction::Up), ..layer }).expect("a layer");
    let mut terrain = Terrain::from_map(&map).with_outside(Outside::Solid);
    for has_plank in [false, true] {
        if has_plank {
            terrain.set_tile(0, ivec2(3, 1), Some(Tile::default())).expect("a cell");
        }
        let ways =
            |x: f32| [((x, 2.5), (x, 60.5)), ((x, 60.5), (x, 2.5))].map(|(from, to)| terrain.line_of_sight(from, to));
        assert_eq!(ways(500.5), [true, false], "beyond the side");
        assert_eq!(ways(56.5), [!has_plank, true], "in the column of the plank");
    }
}
