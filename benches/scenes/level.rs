use fastrand::Rng;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};

/// A map of one layer.
pub(crate) struct Level {
    pub(crate) name: String,
    pub(crate) map: TileMap,
}

/// Every level that rays are measured in.
pub(crate) fn all() -> Vec<Level> {
    vec![cave(), open(), dots(), rings(), empty(16_384), with_tiles_of(64), with_tiles_of(18)]
}

/// Halls and pillars of whole tiles, slopes and half tiles; most rays end within some hundred pixels.
pub(crate) fn cave() -> Level {
    with_tiles_of(16)
}

/// The cave's layout in tiles of another size; 18 pixels share no border with bricks but every eighth.
pub(crate) fn with_tiles_of(side: u32) -> Level {
    let name = if side == 16 { "cave".into() } else { format!("{side}-px tiles") };
    let cells = 4096 / side;
    let blobs: Vec<bool> = {
        let mut rng = Rng::with_seed(41);
        (0..64 * 64).map(|_| rng.u32(0..5) == 0).collect()
    };
    level(name, side, UVec2::splat(cells), &shapes(side), |rng, cell| {
        // Squares of several tiles, and loose ones between them.
        let blob = (cell.y * 64 / cells as i32) * 64 + cell.x * 64 / cells as i32;
        if blobs[blob as usize] { Some(rng.u32(0..4)) } else { (rng.u32(0..60) == 0).then_some(0) }
    })
}

/// Sky with a platform of some tiles here and there; most rays meet nothing.
pub(crate) fn open() -> Level {
    let mut left = 0;
    level("open".into(), 16, UVec2::splat(256), &shapes(16), |rng, cell| {
        if rng.u32(0..400) == 0 {
            left = rng.i32(3..12);
        }
        left -= 1;
        (left > 0 && cell.y % 4 == 0).then(|| rng.u32(0..4))
    })
}

/// A pixel in half of the tiles: many bricks to be tested, few of them hit.
pub(crate) fn dots() -> Level {
    let dot = SolidityMap::from_fn(16, 16, |x, y| (x, y) == (7, 9));
    level("dots".into(), 16, UVec2::splat(256), &[dot], |rng, _| rng.bool().then_some(0))
}

/// A round hole in each tile: no brick is empty, and rays end after a few pixels.
pub(crate) fn rings() -> Level {
    let ring = SolidityMap::from_fn(16, 16, |x, y| (x as i32 - 8).pow(2) + (y as i32 - 8).pow(2) >= 50);
    level("rings".into(), 16, UVec2::splat(256), &[ring], |_, _| Some(0))
}

/// Nothing at all.
pub(crate) fn empty(side: u32) -> Level {
    level(format!("empty, {side} px"), 16, UVec2::splat(side / 16), &shapes(16), |_, _| None)
}

/// Rock without a hole.
pub(crate) fn full(side: u32) -> Level {
    level(format!("full, {side} px"), 16, UVec2::splat(side / 16), &shapes(16), |_, _| Some(0))
}

/// A full tile, the slopes to either side, and a lower half.
fn shapes(side: u32) -> [SolidityMap; 4] {
    [
        SolidityMap::from_fn(side, side, |_, _| true),
        SolidityMap::from_fn(side, side, |x, y| x + y + 1 >= side),
        SolidityMap::from_fn(side, side, |x, y| y >= x),
        SolidityMap::from_fn(side, side, |_, y| 2 * y >= side),
    ]
}

fn level(
    name: String,
    side: u32,
    size: UVec2,
    masks: &[SolidityMap],
    mut tile_at: impl FnMut(&mut Rng, IVec2) -> Option<u32>,
) -> Level {
    let mut rng = Rng::with_seed(42);
    let mut map = TileMap::new(UVec2::splat(side), size).expect("a map within the limits");
    let mut tiles = TileSet::new("shapes", IVec2::ZERO);
    for (id, mask) in masks.iter().enumerate() {
        tiles.insert(id as u32, mask.clone());
    }
    let set = map.add_tile_set(tiles);
    let cells = Rect::from_size(IVec2::ZERO, size);
    let layer = map.add_layer(TileLayer::new("ground", cells)).expect("a layer within the limits");
    for y in 0..cells.max.y {
        for x in 0..cells.max.x {
            if let Some(id) = tile_at(&mut rng, ivec2(x, y)) {
                let tile = Tile { set, id, ..Tile::default() };
                map.set_tile(layer, ivec2(x, y), Some(tile)).expect("a tile of the set");
            }
        }
    }
    Level { name, map }
}
