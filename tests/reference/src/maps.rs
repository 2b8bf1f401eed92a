//! Random maps.

use fastrand::Rng;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::tile::{Properties, Property};
use tileray::{Direction, Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};

/// A map of up to four layers; tiles of any size where `loose`, or mostly of whole bricks; else of the size of a cell.
/// Some layers have cells of their own size. Half of the maps have one-way tiles.
pub fn random_map(rng: &mut Rng, loose: bool) -> TileMap {
    // Some reach over the border of a block of 256 pixels.
    let size = if rng.u32(0..8) == 0 { uvec2(290, 24) } else { uvec2(80, 64) };
    let (bricks, within) = (loose && rng.bool(), rng.bool());
    let in_bricks = |rng: &mut Rng, most: i32| 16 * ivec2(rng.i32(1..=most), rng.i32(1..=most));
    let side = match (loose, bricks) {
        (_, true) => in_bricks(rng, 3).as_uvec2(),
        (true, _) => uvec2(rng.u32(5..20), rng.u32(5..20)),
        _ => UVec2::splat(1 << rng.u32(3..6)),
    };
    // A frame of one tile at least, so that there are pixels.
    let size = size.max(side);
    let offset = |rng: &mut Rng, most: i32| match (loose, bricks && rng.u32(0..4) > 0) {
        (_, true) => in_bricks(rng, 2) * rng.i32(-1..=1),
        (true, _) => ivec2(rng.i32(-most..most), rng.i32(-most..most)),
        _ => IVec2::ZERO,
    };
    let mut map = TileMap::new(side).and_then(|map| map.with_size(size / side)).expect("a small map");
    let mut set = TileSet::new("set", if within { IVec2::ZERO } else { offset(rng, 5) });
    for id in 0..5 {
        let size = match (loose, bricks && rng.u32(0..8) > 0) {
            (_, true) => in_bricks(rng, 3).as_uvec2(),
            (true, _) => uvec2(rng.u32(1..40), rng.u32(1..40)),
            _ => side,
        };
        let size = if bricks && within { size.min(side) } else { size };
        let free = if bricks { rng.u32(0..16).saturating_sub(12) } else { 1 };
        set.insert(id * 3, SolidityMap::from_fn(size.x, size.y, |_, _| id == 4 || rng.u32(0..4) >= free));
    }
    if rng.bool() {
        add_some_one_way(rng, &mut set);
    }
    map.add_tile_set(set);
    for place in 0..rng.usize(1..=4) {
        let own_side = match rng.u32(0..4) {
            0 if bricks => Some(in_bricks(rng, 3).as_uvec2()),
            0 if loose => Some(uvec2(rng.u32(5..24), rng.u32(5..24))),
            0 => Some(UVec2::splat(1 << rng.u32(3..6))),
            _ => None,
        };
        let side = own_side.unwrap_or(side);
        let cells = Rect::new(ivec2(-2, -1), (size / side).max(UVec2::ONE).as_ivec2());
        let way = [None, None, Some(Direction::Down), Some(Direction::Left)][rng.usize(0..4)];
        let offset = if !loose && rng.bool() { ivec2(rng.i32(-9..9), rng.i32(-9..9)) } else { offset(rng, 9) };
        let layer = TileLayer::new(format!("{place}"), cells);
        map.add_layer(TileLayer { offset, one_way: way, tile_size: own_side, ..layer }).expect("a small layer");
        for y in cells.min.y..cells.max.y {
            for x in cells.min.x..cells.max.x {
                if rng.u32(0..3) == 0 {
                    map.set_tile(place, ivec2(x, y), Some(random_tile(rng))).expect("a tile of the set");
                }
            }
        }
    }
    map
}

/// Makes some tiles of a set one-way. Some others have a value that says nothing.
pub fn add_some_one_way(rng: &mut Rng, set: &mut TileSet) {
    for id in set.ids().collect::<Vec<_>>() {
        let value: Property = match rng.u32(0..12) {
            0 => true.into(),
            1 => "down".into(),
            2 => "up".into(),
            3 => "left".into(),
            4 => "right".into(),
            5 => ["Down", "", "both"][rng.usize(0..3)].into(),
            6 => [Property::Bool(false), Property::Int(1)][rng.usize(0..2)].clone(),
            _ => continue,
        };
        set.set_properties(id, Properties::default().with("one_way", value));
    }
}

/// The direction that a tile of a map stops: the side of a dot in its picture.
pub fn one_way_of(map: &TileMap, tile: Tile) -> Option<Direction> {
    let dot = match map.tile_set(tile.set)?.properties(tile.id).get("one_way")? {
        Property::Bool(true) => (1, 2),
        Property::String(name) => match &**name {
            "down" => (1, 2),
            "up" => (1, 0),
            "left" => (0, 1),
            "right" => (2, 1),
            _ => return None,
        },
        _ => return None,
    };
    let dot = SolidityMap::from_fn(3, 3, |x, y| (x, y) == dot).oriented(tile.orientation);
    match dot.pixels().next().map(IVec2::into) {
        Some((1, 2)) => Some(Direction::Down),
        Some((1, 0)) => Some(Direction::Up),
        Some((0, 1)) => Some(Direction::Left),
        _ => Some(Direction::Right),
    }
}

pub fn random_tile(rng: &mut Rng) -> Tile {
    Tile { set: 0, id: rng.u32(0..5) * 3, orientation: Orientation::ALL[rng.usize(0..8)] }
}
