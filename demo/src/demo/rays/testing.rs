//! A small map for tests: a room with a floor of slopes and a pillar.

use super::casts::RaySettings;
use super::level::{Level, Playlist, map_of};
use super::player::Player;
use super::state::RayState;
use crate::demo::canvas::pixels_of;
use anyhow::Result;
use std::fs;
use std::path::PathBuf;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::tile::TileImage;
use tileray::{Rect, SolidityMap};

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
    Level::new("room", map_of(mask, picture).expect("a small map"), None, &player()).expect("a small terrain")
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
    RayState::new(Playlist::of(None), level(), player(), size)
}

/// A map of 4×1 cells of 16 pixels in a folder of its own, with a tile set `rock.tsx` and a picture `art/rock.png`.
#[derive(Debug)]
pub(super) struct SavedMap {
    folder: tempfile::TempDir,
}

impl SavedMap {
    /// Saves the map `a.tmx` with a full tile in cells 1 and 2.
    pub(super) fn new() -> Result<Self> {
        let map = Self { folder: tempfile::tempdir()? };
        fs::create_dir(map.path("art"))?;
        map.write("art/rock.png", png(16, |_, _| true)?)?;
        map.write("rock.tsx", Self::set("art/rock.png"))?;
        map.write("a.tmx", Self::text("0,1,1,0"))?;
        Ok(map)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
        Ok(fs::write(self.path(name), content)?)
    }

    /// Returns a map with these tiles.
    pub(super) fn text(tiles: &str) -> String {
        format!(
            r#"<map width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="rock.tsx"/>
<layer name="ground" width="4" height="1"><data encoding="csv">{tiles}</data></layer></map>"#
        )
    }

    /// Returns a tile set with this picture.
    pub(super) fn set(picture: &str) -> String {
        format!(
            r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="{picture}"
width="16" height="16"/></tileset>"#
        )
    }
}

/// Returns a square picture with opaque pixels where `is_solid`.
pub(super) fn png(side: u32, is_solid: impl Fn(u32, u32) -> bool) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgba);
    let color = |index: u32| if is_solid(index % side, index / side) { [150, 110, 80, 255] } else { [0; 4] };
    let mut writer = encoder.write_header()?;
    writer.write_image_data((0..side * side).map(color).collect::<Vec<_>>().as_flattened())?;
    writer.finish()?;
    Ok(bytes)
}
