//! Files in memory, and pictures from ASCII.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A PNG of any kind: `data` is what the encoder takes, rows packed as the format packs them.
pub(crate) fn png(width: u32, height: u32, colour: png::ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
    png_with(width, height, colour, depth, data, None, None)
}

/// The same with a palette and a transparency chunk.
pub(crate) fn png_with(
    width: u32,
    height: u32,
    colour: png::ColorType,
    depth: png::BitDepth,
    data: &[u8],
    palette: Option<&[u8]>,
    transparency: Option<&[u8]>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette.to_vec());
    }
    if let Some(transparency) = transparency {
        encoder.set_trns(transparency.to_vec());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A PNG with alpha: `#` is opaque, `.` transparent, a digit that ninth of full alpha; the colour is grey.
pub(crate) fn ascii_png(picture: &str) -> Vec<u8> {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let alpha = |found: char| match found {
        '#' => 255,
        '.' => 0,
        digit => (digit.to_digit(10).unwrap() * 255 / 9) as u8,
    };
    let data: Vec<u8> = rows.iter().flat_map(|row| row.chars()).flat_map(|found| [90, 90, 90, alpha(found)]).collect();
    let (colour, depth) = (png::ColorType::Rgba, png::BitDepth::Eight);
    png(rows[0].len() as u32, rows.len() as u32, colour, depth, &data)
}

/// An opaque PNG of these colours, `width` pixels wide.
pub(crate) fn rgb_png(width: u32, colours: &[[u8; 3]]) -> Vec<u8> {
    let height = colours.len() as u32 / width;
    png(width, height, png::ColorType::Rgb, png::BitDepth::Eight, colours.as_flattened())
}

/// Files by their names.
#[derive(Clone, Default)]
pub(crate) struct Disk(BTreeMap<PathBuf, Vec<u8>>);

impl Disk {
    /// The same disk with one file more, or with other content in it.
    pub(crate) fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.into(), content.into());
        self
    }

    pub(crate) fn get(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    #[cfg(feature = "tmx")]
    pub(crate) fn files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0.iter().map(|(path, content)| (path.as_path(), content.as_slice()))
    }

    #[cfg(feature = "tmx")]
    pub(crate) fn map(&self, path: &str) -> Result<tileray::TileMap, tileray::LoadError> {
        self.map_with(path, &tileray::LoadOptions::default())
    }

    #[cfg(feature = "tmx")]
    pub(crate) fn map_with(
        &self,
        path: &str,
        options: &tileray::LoadOptions,
    ) -> Result<tileray::TileMap, tileray::LoadError> {
        tileray::TileMap::read(path, &|path: &Path| self.get(path), options)
    }
}

/// A map of 4x4 cells over the set `rock.png`, with what is given inside; `size` is its `width` and `height`.
#[cfg(feature = "tmx")]
pub(crate) fn map(size: &str, inside: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" {size} tilewidth="4" tileheight="4">
 <tileset firstgid="1" name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2">
  <image source="rock.png" width="8" height="4"/>
 </tileset>
{inside}
</map>
"#
    )
}

/// Two tiles of 4x4 pixels: a full one and a slope.
#[cfg(feature = "tmx")]
pub(crate) fn rock() -> Vec<u8> {
    ascii_png("####...# ####..## ####.### ########")
}

/// How many cases a random test tries: `TILERAY_CASES`, or what it says itself.
#[cfg(feature = "tmx")]
pub(crate) fn cases(default: usize) -> usize {
    std::env::var("TILERAY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// The map's solidity in a window of world coordinates.
#[cfg(feature = "tmx")]
pub(crate) fn window(map: &tileray::TileMap, window: tileray::Rect) -> tileray::SolidityMap {
    let (mask, corner) = (map.solidity(), map.bounds().min);
    tileray::SolidityMap::from_fn(window.width(), window.height(), |x, y| {
        let pixel = window.min + tileray::glam::ivec2(x as i32, y as i32) - corner;
        mask.get(pixel.x, pixel.y)
    })
}

/// Asserts that the map's solidity from `(x, y)` on is the picture.
#[cfg(feature = "tmx")]
#[track_caller]
pub(crate) fn assert_shows(map: &tileray::TileMap, x: i32, y: i32, picture: &str) {
    let expected = tileray::SolidityMap::from_ascii(&picture.replace(' ', "\n")).unwrap();
    let seen = window(map, tileray::Rect::from_size(tileray::glam::ivec2(x, y), expected.size()));
    assert!(seen == expected, "the map shows\n{}where this is expected\n{}", seen.to_ascii(), expected.to_ascii());
}

/// A map of 4x4 cells with one row of these tiles, over the given tile sets.
#[cfg(feature = "tmx")]
pub(crate) fn row(sets: &str, gids: &[u32]) -> String {
    let width = gids.len();
    let data = gids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="1" tilewidth="4" tileheight="4">{sets}
<layer name="row" width="{width}" height="1"><data encoding="csv">{data}</data></layer></map>"#
    )
}
