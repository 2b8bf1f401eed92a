//! Scenes by difficulty: tile maps that are made in code from fixed seeds.

mod cave;
mod layout;
mod tiles;

use crate::bit_mask::BitMask;
use anyhow::Result;
use layout::Layout;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap};
use tiles::Kind;

/// A map, its name and how long rays through it are.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    /// The lengths of rays, in pixels.
    pub(crate) lengths: Vec<u32>,
    pub(crate) map: TileMap,
    pub(crate) mask: BitMask,
}

/// The side of a map in pixels, unless it says otherwise.
const SIDE: u32 = 4096;
const LENGTHS: [u32; 3] = [64, 512, 4096];

/// The names of all scenes, easiest to explain first.
pub(crate) const NAMES: [&str; 7] = ["cave", "dots", "open", "rings", "empty-16384", "tiles-64", "tiles-18"];

impl Scene {
    /// The scene of one of the [`NAMES`].
    pub(crate) fn new(name: &'static str) -> Result<Self> {
        let (tile, side, lengths) = match name {
            "empty-16384" => (16, 16_384, [512, 4096, 16_384]),
            "tiles-64" => (64, SIDE, LENGTHS),
            "tiles-18" => (18, SIDE, LENGTHS),
            _ => (16, SIDE, LENGTHS),
        };
        let cells = side.div_ceil(tile);
        let layout = match name {
            "cave" | "tiles-64" | "tiles-18" => cave::layout(cells),
            "dots" => Layout::every_cell(cells, Kind::Corners),
            "open" => Layout::scattered(cells, 0.01),
            "rings" => Layout::rings(cells),
            _ => Layout::empty(cells),
        };
        let map = map(&layout, tile)?;
        let mask = BitMask::new(&map.solidity());
        Ok(Self { name, lengths: lengths.to_vec(), map, mask })
    }
}

/// Noise without any two equal squares: the most memory that a terrain can take.
pub(crate) fn noise() -> SolidityMap {
    let mut rng = fastrand::Rng::with_seed(23);
    SolidityMap::from_fn(SIDE, SIDE, |_, _| rng.bool())
}

/// The map that a layout describes, with tiles of one size.
fn map(layout: &Layout, tile: u32) -> Result<TileMap> {
    let cells = layout.cells();
    let mut map = TileMap::new(UVec2::splat(tile), UVec2::splat(cells))?;
    let set = map.add_tile_set(tiles::set(tile));
    let ground = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, UVec2::splat(cells))))?;
    for y in 0..cells as i32 {
        for x in 0..cells as i32 {
            if let Some(placed) = layout.get(ivec2(x, y)) {
                let tile = Tile { set, id: placed.kind.id(), orientation: placed.orientation };
                map.set_tile(ground, ivec2(x, y), Some(tile))?;
            }
        }
    }
    Ok(map)
}
