//! The level that is written in every format: a cellar with two layers of stones, ledges beside the grid, and objects.
//!
//! It has what each format can say: tiles mirrored to the left and upside down but never across, and no group.

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::map::{Content, Encoding, Grid, Layer, Map, Object, Property};
use crate::palette::{CLEAR, FROST, MOSS, WOOD};
use crate::picture::{FLIP_H, FLIP_V, Picture};
use crate::rock::shape::{Kind, Shape};
use crate::tileset::{TILE, TileSet};

/// Size in cells.
pub(crate) const SIZE: (i32, i32) = (40, 24);
/// The shift of the ledges in pixels.
pub(crate) const LEDGES: (i32, i32) = (8, -5);

/// Walls, with `/ \` as floors that rise and fall, `7 r` as ceilings, `a b` and `B A` as floors half as steep.
const GROUND: [&str; 24] = [
    "########################################",
    "#########r........7############r....7###",
    "######r..............7########r.......7#",
    "####r..................7####r..........#",
    "##r......................7r............#",
    "#r.....................................#",
    "#................................ab....#",
    "#..............................ab##BA..#",
    "#.....................=======ab######BA#",
    "#....../##\\...........-----#############",
    "#...../####\\..............7#############",
    "#..../######\\................7######r.7#",
    "#ab##########BA................7##r.....",
    "################BA......................",
    "####r......7#######\\...................#",
    "##r..........7######\\................../",
    "#r.............7#####\\................/#",
    "#................7####BA............ab##",
    "#..................7####BA......../#####",
    "#/\\..................7####\\....../######",
    "##################\\..7####r7##########r#",
    "###################\\..7##r..7######r...#",
    "####################\\................ab#",
    "########################################",
];

/// Crates `o`, slabs below `=` and above `-`, and grass `w` on the ground, some of them in the cells of walls.
const STONES: [&str; 24] = [
    "........................................",
    "...........=====........................",
    ".......................................-",
    "........................................",
    ".......................................-",
    "........................................",
    ".................................w......",
    "...............................ww.......",
    "..........oo.........o.......ww.........",
    ".........oo.o.......oo..................",
    "........-.......................--......",
    "..........................-.............",
    "..ww........w...........................",
    "..oo...........w........................",
    "....--.....................o............",
    "..........................ooo...........",
    "..........................o.o...........",
    "......................ww..=====.........",
    "..w...................--.........w......",
    ".w.w.......................o............",
    "...--.-.-...............................",
    "..............oo........................",
    "....................w.......oo..........",
    "........................................",
];

/// Planks `p`, and upside down `q`.
const PLANKS: [&str; 24] = [
    "........................................",
    "........................................",
    "........................................",
    "...........pppp.........................",
    "........................................",
    "....ppp..............ppp................",
    "........................................",
    "............pp..........................",
    "........................................",
    "...............qqq......................",
    "........................................",
    "..................ppp...................",
    "........................................",
    "........................ppp..pppp.......",
    "........................................",
    "...ppp..................................",
    "........pp..............................",
    "............................p...........",
    ".....pppp.....pp........................",
    "........................................",
    "........................................",
    "......................p.................",
    "........................................",
    "........................................",
];

/// The map, whose tile set is in a file of its own beside it.
pub(crate) fn map(encoding: Encoding) -> Map {
    let mut map = Map::new(SIZE, encoding, &[Rc::new(tiles())]);
    map.assets = "";
    map.layers = vec![
        Layer::new("ground", Content::Tiles(grid(&GROUND))),
        Layer::new("stones", Content::Tiles(grid(&STONES))),
        Layer::new("ledges", Content::Tiles(grid(&PLANKS))).shifted(LEDGES.0, LEDGES.1),
        Layer::new("things", Content::Objects(objects())),
    ];
    map
}

fn objects() -> Vec<Object> {
    let object = |class, (x, y), size| Object {
        name: String::new(),
        class,
        x: x * TILE,
        y: y * TILE,
        size: Some(size),
        properties: Vec::new(),
    };
    let mut door = object("door", (36, 21), (16, 32));
    door.y -= TILE;
    door.properties =
        vec![Property::Bool("locked", true), Property::Float("strength", 2.5), Property::Text("to", "the yard")];
    vec![
        object("spawn", (3, 11), (12, 14)),
        object("coin", (12, 2), (8, 8)),
        object("coin", (19, 10), (8, 8)),
        object("coin", (30, 12), (8, 8)),
        door,
    ]
}

/// The cells of a drawing, as global tile ids.
fn grid(rows: &[&str]) -> Grid {
    let mut grid = Grid::new(SIZE.0, SIZE.1);
    for (y, row) in (0..).zip(rows) {
        for (x, letter) in (0..).zip(row.chars()) {
            grid.set(x, y, gid(letter));
        }
    }
    grid
}

fn gid(letter: char) -> u32 {
    match letter {
        '#' => 1,
        '/' => 2,
        '\\' => 2 | FLIP_H,
        '7' => 2 | FLIP_V,
        'r' => 2 | FLIP_H | FLIP_V,
        'a' => 3,
        'A' => 3 | FLIP_H,
        'b' => 4,
        'B' => 4 | FLIP_H,
        '=' => 5,
        '-' => 5 | FLIP_V,
        'o' => 6,
        'p' => 7,
        'q' => 7 | FLIP_V,
        'w' => 8,
        _ => 0,
    }
}

/// Eight tiles in two rows.
pub(crate) fn tiles() -> TileSet {
    let mut sheet = Picture::new(4 * TILE, 2 * TILE);
    let kinds = [Kind::Full, Kind::Slope, Kind::Low, Kind::High, Kind::Half];
    for (n, kind) in (0..).zip(kinds) {
        let shape = Shape::new(kind, 0);
        let solid = |x, y| (0..TILE).contains(&y) && shape.solid(x, y);
        let stone = Picture::from_fn(TILE, TILE, |x, y| match () {
            () if !solid(x, y) => CLEAR,
            () if kind != Kind::Full && !solid(x, y - 1) => FROST[6],
            () if kind != Kind::Full && !solid(x, y - 2) => FROST[4],
            // Bricks.
            () if y % 8 == 7 || (x + y / 8 * 4) % 8 == 0 => FROST[1],
            () => FROST[2 + ((x * 5 + y * 3) % 7 / 6) as usize],
        });
        sheet.draw(&stone, n % 4 * TILE, n / 4 * TILE);
    }
    let middle = TILE - 1;
    let a_crate = Picture::from_fn(TILE, TILE, |x, y| match () {
        () if x == 0 || y == 0 || x == middle || y == middle => WOOD[1],
        () if x == y || x + y == middle => WOOD[4],
        () if x == 1 || y == 1 || x == middle - 1 || y == middle - 1 => WOOD[3],
        () => WOOD[2],
    });
    let plank = Picture::from_fn(TILE, TILE, |x, y| match y {
        0 => WOOD[4],
        1..=2 => WOOD[3 - (x % 8 == 7) as usize],
        3 => WOOD[1],
        4..=6 if x % 12 == 2 => WOOD[1],
        _ => CLEAR,
    });
    let grass = Picture::from_fn(TILE, TILE, |x, y| {
        let blade = [2, 5, 3, 0, 4, 6, 2, 1][(x % 8) as usize];
        if y >= TILE - blade { MOSS[(2 + (y + x) % 3) as usize] } else { CLEAR }
    });
    for (n, tile) in (5..).zip([a_crate, plank, grass]) {
        sheet.draw(&tile, n % 4 * TILE, n / 4 * TILE);
    }
    TileSet::sheet("tiles", sheet, PixelFormat::Palette)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn drawings_have_the_size_of_the_level() {
        for rows in [GROUND, STONES, PLANKS] {
            assert_eq!(rows.len() as i32, SIZE.1);
            for row in rows {
                assert_eq!(row.chars().count() as i32, SIZE.0, "{row}");
                assert!(row.chars().all(|letter| letter == '.' || gid(letter) != 0), "{row}");
            }
        }
    }

    #[test]
    fn the_level_has_what_the_formats_differ_in() {
        let map = map(Encoding::Csv);
        let cells = |name| map.grid(name).expect("a layer").used().collect::<Vec<_>>();
        let flips: BTreeSet<u32> = cells("ground").iter().map(|cell| cell.2 >> 29).collect();
        assert_eq!(flips, BTreeSet::from([0, 2, 4, 6]), "no flip across");
        let ground: BTreeSet<(i32, i32)> = cells("ground").iter().map(|cell| (cell.0, cell.1)).collect();
        let stacked = cells("stones").iter().filter(|cell| ground.contains(&(cell.0, cell.1))).count();
        assert!(stacked > 20 && stacked < cells("stones").len(), "{stacked}");
        let ids = map.layers.iter().filter_map(|layer| map.grid(layer.name)).flat_map(Grid::used);
        assert_eq!(ids.map(|cell| cell.2 & 0xff).collect::<BTreeSet<_>>(), (1..=8).collect());
    }
}
