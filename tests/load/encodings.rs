//! One map in every encoding, finite and in chunks.

use crate::support::{Disk, ENCODINGS, assert_shows, encode, map, rock};
use reference::nearest::pixels;
use tileray::glam::{IVec2, ivec2};
use tileray::load::LoadOptions;
use tileray::{Tile, TileMap};

const FLIPPED: u32 = 0x8000_0000;

/// A layer of 6 by 4 cells.
const CELLS: [[u32; 6]; 4] = [
    [1, 0, 0, 0, 0, 2],
    [1, 2, 0, 0, 2 | FLIPPED, 1],
    [0, 0, 0, 2 | 0x4000_0000, 0, 0],
    [1, 1, 1 | 0x2000_0000, 1, 1, 2 | 0xe000_0000],
];

/// The cells as one block of data.
pub(crate) fn finite(encoding: &str, attributes: &str) -> String {
    let data = encode(encoding, CELLS.as_flattened());
    let layer = format!(r#"<layer id="1" name="ground" width="6" height="4"><data{attributes}>{data}</data></layer>"#);
    map(r#"width="6" height="4" infinite="0""#, &layer)
}

/// The cells in chunks of 4 by 3 cells, with cell `(0, 0)` at `corner`.
pub(crate) fn chunked(encoding: &str, attributes: &str, corner: IVec2) -> String {
    let mut chunks = String::new();
    for top in [0, 3] {
        for left in [0, 4] {
            let cell = |x: usize, y: usize| CELLS.get(y).and_then(|row| row.get(x)).copied().unwrap_or(0);
            let cells: Vec<u32> = (0..12).map(|i| cell(left + i % 4, top + i / 4)).collect();
            let (x, y) = (corner.x + left as i32, corner.y + top as i32);
            let data = encode(encoding, &cells);
            chunks += &format!(r#"<chunk x="{x}" y="{y}" width="4" height="3">{data}</chunk>"#);
        }
    }
    let layer = format!(r#"<layer name="ground" width="6" height="4"><data{attributes}>{chunks}</data></layer>"#);
    map(r#"width="6" height="4" infinite="1""#, &layer)
}

/// The tiles that lie in a layer, with their cells.
fn tiles(map: &TileMap, corner: IVec2) -> Vec<(IVec2, Tile)> {
    let cells = map.layers().next().unwrap().cells;
    pixels(cells).filter_map(|cell| Some((cell - corner, map.tile(0, cell)?))).collect()
}

#[test]
fn every_encoding_gives_the_same_map() {
    let disk = |text: String| Disk::default().with("a.tmx", text).with("rock.png", rock());
    let reference = disk(finite("csv", ENCODINGS[0].1)).map("a.tmx").unwrap();
    assert_eq!(tiles(&reference, IVec2::ZERO).len(), 13);
    let picture = "
        ####...................#
        ####..................##
        ####.................###
        ####................####
        ####...#........#...####
        ####..##........##..####
        ####.###........###.####
        ########........########
        ............####........
        .............###........
        ..............##........
        ...............#........
        ########################
        #######################.
        ######################..
        #####################...
    ";
    assert_shows(&reference, 0, 0, picture);
    for (encoding, attributes) in ENCODINGS {
        let read = |disk: Disk| disk.map_in_both("a.tmx", &LoadOptions::default()).unwrap();
        let map = read(disk(finite(encoding, attributes)));
        assert_eq!(tiles(&map, IVec2::ZERO), tiles(&reference, IVec2::ZERO), "{encoding}");
        assert_shows(&map, 0, 0, picture);
        for corner in [ivec2(0, 0), ivec2(-16, -32), ivec2(-5, 3)] {
            let map = read(disk(chunked(encoding, attributes, corner)));
            assert_eq!(tiles(&map, corner), tiles(&reference, IVec2::ZERO), "{encoding} at {corner}");
            assert_shows(&map, 4 * corner.x, 4 * corner.y, picture);
            assert_eq!(map.size().x, 0, "an infinite map has no frame");
        }
    }
}
