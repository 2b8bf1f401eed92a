//! A small map for tests: a room with a floor of slopes and a pillar.

use super::casts::RaySettings;
use super::knobs::play;
use super::level::Level;
use super::map_file::MapFile;
use super::player::Player;
use super::state::RayState;
use crate::canvas::pixels_of;
use crate::input::Input;
use crate::key::Key;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::tile::TileImage;
use tileray::{Rect, SolidityMap, TileMap};

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

pub(super) fn level() -> Level {
    Level::of(room_file(), &player()).expect("a small terrain")
}

fn room() -> TileMap {
    let cell = |x: u32, y: u32| ROOM[y as usize / 16].as_bytes()[x as usize / 16];
    let mask = SolidityMap::from_fn(16 * ROOM[0].len() as u32, 16 * ROOM.len() as u32, |x, y| match cell(x, y) {
        b'#' => true,
        b'/' => x % 16 + y % 16 >= 15,
        b'\\' => y % 16 >= x % 16,
        _ => false,
    });
    let color = |pixel: IVec2| [90, 70 + (pixel.x % 16 * (pixel.y % 16) % 40) as u8, 60, 255];
    let colors = pixels_of(Rect::from_size(IVec2::ZERO, mask.size()));
    let colors = colors.map(|pixel| if mask.get(pixel.x, pixel.y) { color(pixel) } else { [0; 4] }).collect();
    let picture = TileImage::new(mask.width(), colors).expect("whole rows");
    TileMap::from_picture("room", mask, Some(picture)).expect("a small map")
}

/// Returns the settings of a beam with reflections, without a fan.
pub(super) fn settings() -> RaySettings {
    RaySettings { fan: false, ..RaySettings::default() }
}

fn player() -> Player {
    Player::of((-4..=4).flat_map(|y| (-4..=4).map(move |x| ivec2(x, y))))
}

pub(super) fn state() -> RayState {
    state_of(uvec2(640, 360))
}

/// Returns the scene on a screen of `size` pixels.
pub(super) fn state_of(size: UVec2) -> RayState {
    RayState::new(level(), player(), size)
}

/// Presses keys for a frame.
pub(super) fn press(state: &mut RayState, keys: &[Key]) {
    play(state, &Input { pressed: keys.to_vec(), ..Input::default() }, 0.016);
}

/// Returns the room as a file.
pub(super) fn room_file() -> MapFile {
    MapFile { name: "room".into(), map: room(), background: None }
}
