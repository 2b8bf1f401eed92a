//! Levels by difficulty: tile maps that are made in code from fixed seeds.
//!
//! The benches and `peers` measure the same ones; what `peers` has published holds for these to the pixel.

mod cave;
mod layout;
mod tiles;

use layout::Layout;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::{Rect, Tile, TileLayer, TileMap};
use tiles::Kind;

/// The side of a map in pixels, unless its name says otherwise.
pub(crate) const SIDE: u32 = 4096;

/// The names of all levels, easiest to explain first.
pub(crate) const NAMES: [&str; 7] = ["cave", "dots", "open", "rings", "empty-16384", "tiles-64", "tiles-18"];

/// The level of one of the [`NAMES`].
pub(crate) fn named(name: &str) -> TileMap {
    let (tile, side) = match name {
        "empty-16384" => (16, 16_384),
        "tiles-64" => (64, SIDE),
        "tiles-18" => (18, SIDE),
        _ => (16, SIDE),
    };
    let cells = side.div_ceil(tile);
    let layout = match name {
        "cave" | "tiles-64" | "tiles-18" => cave::layout(cells),
        "dots" => Layout::every_cell(cells, Kind::Corners),
        "open" => Layout::scattered(cells, 0.01),
        "rings" => Layout::rings(cells),
        "empty-16384" => Layout::empty(cells),
        _ => unreachable!("an unknown level: {name}"),
    };
    map(&layout, tile)
}

/// Rock without a hole.
pub(crate) fn full(side: u32) -> TileMap {
    map(&Layout::every_cell(side / 16, Kind::Full), 16)
}

/// The map that a layout describes, with tiles of one size.
fn map(layout: &Layout, tile: u32) -> TileMap {
    let cells = layout.cells();
    let mut map = TileMap::new(UVec2::splat(tile), UVec2::splat(cells)).expect("a map within the limits");
    let set = map.add_tile_set(tiles::set(tile));
    let ground = TileLayer::new("ground", Rect::from_size(IVec2::ZERO, UVec2::splat(cells)));
    let ground = map.add_layer(ground).expect("a layer within the limits");
    for y in 0..cells as i32 {
        for x in 0..cells as i32 {
            if let Some(placed) = layout.get(ivec2(x, y)) {
                let tile = Tile { set, id: placed.kind.id(), orientation: placed.orientation };
                map.set_tile(ground, ivec2(x, y), Some(tile)).expect("a tile of the set");
            }
        }
    }
    map
}
