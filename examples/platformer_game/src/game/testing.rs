//! A small level for tests: a hall with a floor, two coins and a flag.

use super::Level;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::tile::{MapObject, ObjectShape, TileImage};
use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};

/// The first row of the floor, in pixels.
pub(crate) const FLOOR: i32 = 288;

pub(crate) fn hall() -> Level {
    let full = SolidityMap::from_fn(16, 16, |_, _| true);
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(40, 20))).expect("a map");
    let mut set = TileSet::new("rock", IVec2::ZERO);
    set.insert(0, full.clone());
    set.set_image(0, TileImage::new(16, vec![[120, 80, 60, 255]; 256]).expect("a picture"));
    let set = map.add_tile_set(set);
    for path in ["ground", "ledges", "game/planks", "game/machines"] {
        let layer = TileLayer::new(path.rsplit('/').next().unwrap_or(path), Rect::new(IVec2::ZERO, ivec2(40, 20)));
        let layer = map.add_layer(TileLayer { path: path.into(), ..layer }).expect("a layer");
        for cell in (0..40).flat_map(|x| (FLOOR / 16..20).map(move |y| ivec2(x, y))).filter(|_| path == "ground") {
            map.set_tile(layer, cell, Some(Tile { set, ..Tile::default() })).expect("a cell");
        }
    }
    let floor = FLOOR as f32;
    for (class, at, size) in [
        ("spawn", (100.0, floor), (0.0, 0.0)),
        ("coin", (160.0, floor - 8.0), (0.0, 0.0)),
        ("coin", (230.0, floor - 8.0), (0.0, 0.0)),
        ("checkpoint", (300.0, floor - 32.0), (16.0, 32.0)),
    ] {
        let shape = if size == (0.0, 0.0) { ObjectShape::Point } else { ObjectShape::Rectangle };
        let object = MapObject {
            class: class.into(),
            layer: "game/objects".into(),
            size: size.into(),
            ..MapObject::new(at, shape)
        };
        map.add_object(object).expect("an object");
    }
    Level::from_map("hall", map, full.crop(Rect::new(IVec2::ZERO, IVec2::splat(12))), full).expect("a level")
}
