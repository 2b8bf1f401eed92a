//! The memory of tiles that are set. What they draw is compared in `edits.rs` and `update.rs`.

use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::{Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

#[test]
fn tiles_of_whole_bricks_share_them_where_they_are_set() {
    let mut map = TileMap::new(uvec2(32, 16)).and_then(|map| map.with_size(uvec2(64, 128))).expect("a small map");
    let mut set = TileSet::new("set", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(32, 16, |x, y| x * y % 7 == 1));
    set.insert(1, SolidityMap::from_fn(32, 16, |x, _| x < 16));
    map.add_tile_set(set);
    let cells = Rect::from_size(IVec2::ZERO, map.size());
    map.add_layer(TileLayer::new("ground", cells)).expect("a small layer");
    let tile = |id: usize, index: usize| Some(Tile { set: 0, id: id as u32, orientation: Orientation::ALL[index % 4] });
    let each = || (0..cells.max.y).flat_map(|y| (0..cells.max.x).map(move |x| ivec2(x, y)));
    for (index, cell) in each().enumerate() {
        map.set_tile(0, cell, tile(0, index)).expect("a tile of the set");
    }
    let built = Terrain::from_map(&map).memory();
    for (index, cell) in each().enumerate() {
        map.set_tile(0, cell, None).expect("a cell of the map");
        map.set_tile(0, cell, tile(1, index)).expect("a tile of the set");
    }
    let mut terrain = Terrain::from_map(&map);
    for (index, cell) in each().enumerate() {
        terrain.set_tile(0, cell, tile(0, index)).expect("a tile of the set");
    }
    // Each square of 256 pixels has bricks then that it did not have: a table of them, once.
    let tables = 64 * (256 * 64 + 512);
    assert!((built + tables / 2..=built + tables).contains(&terrain.memory()), "{} bytes", terrain.memory());
    let set = terrain.memory();
    for (index, cell) in each().enumerate() {
        terrain.set_tile(0, cell, tile(1, index)).expect("a tile of the set");
        terrain.set_tile(0, cell, tile(0, index + 1)).expect("a tile of the set");
    }
    assert_eq!(terrain.memory(), set, "what a square has had already is stored once");
    // Whose bricks the map has anyway are shared by all squares.
    each().enumerate().step_by(2).for_each(|(index, cell)| map.set_tile(0, cell, tile(0, index / 2)).expect("a cell"));
    let mut shared = Terrain::from_map(&map);
    let built = shared.memory();
    for (index, cell) in each().enumerate() {
        shared.set_tile(0, cell, tile(index / 3 % 2, index)).expect("a tile of the set");
    }
    assert_eq!(shared.memory(), built, "each distinct brick is stored once");
    each().for_each(|cell| assert!(terrain.set_tile(0, cell, None).is_ok()));
    assert_eq!(terrain.memory(), Terrain::from_solidity(&SolidityMap::new(2048, 2048)).memory(), "nothing is kept");
}
