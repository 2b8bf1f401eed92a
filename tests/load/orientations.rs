//! The eight ways to lay a tile that is not square, in masks and in maps whose cells are not square either.

use crate::support::{Disk, ascii_png, assert_shows};
use tileray::SolidityMap;
use tileray::solidity::Orientation;

const TILE: &str = "##... #...# .#...";

/// By the index of the orientation: horizontal 1, vertical 2, diagonal 4.
const LAID: [&str; 8] = [
    "##... #...# .#...",
    "...## #...# ...#.",
    ".#... #...# ##...",
    "...#. #...# ...##",
    "##. #.# ... ... .#.",
    ".## #.# ... ... .#.",
    ".#. ... ... #.# ##.",
    ".#. ... ... #.# .##",
];

/// The flags of a cell's number by the same index.
fn flags(index: u32) -> u32 {
    (index & 1) << 31 | (index >> 1 & 1) << 30 | (index >> 2) << 29
}

#[test]
fn masks_are_laid_as_drawn() {
    let tile = SolidityMap::from_ascii(&TILE.replace(' ', "\n")).unwrap();
    for (orientation, laid) in Orientation::ALL.into_iter().zip(LAID) {
        assert_eq!(tile.oriented(orientation).to_ascii(), laid.replace(' ', "\n") + "\n", "{orientation:?}");
    }
}

/// Tiled turns the picture and then puts its bottom left corner on the cell's; the set's offset is not turned.
#[test]
fn laid_tiles_stand_on_the_bottom_left_corner() {
    let cells: Vec<String> = (0..8).map(|index| (1 | flags(index)).to_string()).collect();
    for (offset, (x, y)) in [("", (0, 0)), (r#"<tileoffset x="2" y="-3"/>"#, (2, -3))] {
        let text = format!(
            r#"<map orientation="orthogonal" width="8" height="2" tilewidth="9" tileheight="7">
            <tileset firstgid="1" name="wide" tilewidth="5" tileheight="3" tilecount="1" columns="1">{offset}
            <image source="wide.png" width="5" height="3"/></tileset>
            <layer name="a" width="8" height="2"><data encoding="csv">0,0,0,0,0,0,0,0,{}</data></layer></map>"#,
            cells.join(",")
        );
        let map = Disk::default().with("a.tmx", text).with("wide.png", ascii_png(TILE)).map("a.tmx").unwrap();
        for (column, laid) in (0..).zip(LAID) {
            let rows: Vec<&str> = laid.split(' ').collect();
            let blank = ".".repeat(9);
            // The cell's own 9x7 pixels, with the tile at the bottom left.
            let mut picture = vec![blank.clone(); 7 - rows.len()];
            picture.extend(rows.iter().map(|row| format!("{row:.<9}")));
            assert_shows(&map, column * 9 + x, 7 + y, &picture.join(" "));
        }
    }
}
