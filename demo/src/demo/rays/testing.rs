//! A small map for tests: a room with a floor of slopes and a pillar.

use super::casts::RaySettings;
use super::level::{Level, Playlist};
use super::player::Player;
use super::state::RayState;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::tile::TileImage;
use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};

/// The room: `#` is rock, `/` and `\` are slopes.
const ROOM: [&str; 14] = [
    "########################",
    "#......................#",
    "#......................#",
    "#.................##...#",
    "#.................##...#",
    "#......................#",
    "#......................#",
    "#......................#",
    "#...##.................#",
    "#...##.................#",
    "#...##.................#",
    "#...##........../\\.....#",
    "#...##.../\\..../##\\....#",
    "########################",
];

pub(crate) fn level() -> Level {
    let mut set = TileSet::new("rock", IVec2::ZERO);
    let slope = SolidityMap::from_fn(16, 16, |x, y| x + y >= 15);
    for (id, mask) in [(0, SolidityMap::from_fn(16, 16, |_, _| true)), (1, slope)] {
        let color = |x: i32, y: i32| if mask.get(x, y) { [90, 70 + (x * y % 40) as u8, 60, 255] } else { [0; 4] };
        let pixels = (0..16).flat_map(|y| (0..16).map(move |x| (x, y))).map(|(x, y)| color(x, y)).collect();
        let picture = TileImage::new(16, pixels).expect("whole rows");
        set.insert(id, mask);
        set.set_image(id, picture);
    }
    let size = uvec2(ROOM[0].len() as u32, ROOM.len() as u32);
    let mut map = TileMap::new(uvec2(16, 16), size).expect("a small map");
    let set = map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, size))).expect("a small layer");
    for (y, row) in ROOM.iter().enumerate() {
        for (x, cell) in row.chars().enumerate() {
            let mirror = Orientation::new(false, true, false);
            let (id, orientation) = match cell {
                '#' => (0, Orientation::IDENTITY),
                '/' => (1, Orientation::IDENTITY),
                '\\' => (1, mirror),
                _ => continue,
            };
            let tile = Tile { set, id, orientation };
            map.set_tile(layer, ivec2(x as i32, y as i32), Some(tile)).expect("the cell is there");
        }
    }
    Level::new("room", map, None, &player()).expect("a small terrain")
}

/// Returns the settings of a beam with reflections, without a fan.
pub(crate) fn settings() -> RaySettings {
    RaySettings { fan: false, ..RaySettings::default() }
}

fn player() -> Player {
    Player::of((-4..=4).flat_map(|y| (-4..=4).map(move |x| ivec2(x, y))))
}

pub(crate) fn state() -> RayState {
    state_of(uvec2(640, 360))
}

/// Returns the scene on a screen of `size` pixels.
pub(crate) fn state_of(size: UVec2) -> RayState {
    RayState::new(Playlist::of(None), level(), player(), size)
}
