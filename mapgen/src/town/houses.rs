//! The sheet of walls, roofs and market stalls.

use crate::map::Grid;
use crate::noise::unit;
use crate::palette::{AMBER, CLAY, CLEAR, COBBLE, PLASTER, Rgba, SLATE, WATER, WOOD};
use crate::picture::{FLIP_H, Picture};
use crate::tileset::{SheetBuilder, TILE};

/// Tile ids plus 1 of the parts of houses. Right ends are left ends, mirrored.
#[derive(Debug)]
pub(crate) struct Houses {
    sheet: SheetBuilder,
    /// By color: end and middle of the ridge, of a row below it, and of the eaves.
    roofs: [[u32; 6]; 2],
    /// Upper wall: end, middle, window.
    upper: [u32; 3],
    /// Lower wall: end, middle, door.
    lower: [u32; 3],
    chimney: [u32; 2],
    /// By color: end and middle of an awning, and of the table below it.
    stalls: [[u32; 4]; 2],
    /// A whole tile, for the layer that is not drawn.
    pub(crate) block: u32,
}

impl Houses {
    /// Draws the sheet.
    pub(crate) fn new() -> Self {
        let mut sheet = SheetBuilder::new(6);
        let mut add = |picture: &Picture| sheet.add(picture) + 1;
        let roofs = [&CLAY, &SLATE].map(|ramp| {
            [(0, true), (0, false), (1, true), (1, false), (2, true), (2, false)]
                .map(|(row, end)| add(&roof(ramp, row, end)))
        });
        let upper = [0, 1, 2].map(|n| add(&upper_wall(n)));
        let lower = [0, 1, 2].map(|n| add(&lower_wall(n)));
        let chimney = [&CLAY, &SLATE].map(|ramp| add(&chimney(ramp)));
        let stalls = [&CLAY, &WATER_STRIPES].map(|ramp| {
            [(true, true), (true, false), (false, true), (false, false)]
                .map(|(awning, end)| add(&stall(ramp, awning, end)))
        });
        let block = add(&Picture::filled(TILE, TILE, CLAY[2]));
        Self { sheet, roofs, upper, lower, chimney, stalls, block }
    }

    /// The finished sheet.
    pub(crate) fn sheet(&self) -> Picture {
        self.sheet.build()
    }

    /// Builds a house of this width; `(x, y)` is the upper left cell of its roof of `rows` rows.
    /// The eaves hang over the wall, which takes the two rows below the roof.
    pub(crate) fn house(
        &self,
        (walls, roofs): (&mut Grid, &mut Grid),
        (x, y): (i32, i32),
        (width, rows): (i32, i32),
        color: usize,
    ) {
        let door = width / 2;
        for column in 0..width {
            let side = column == 0 || column == width - 1;
            let flip = if column == width - 1 { FLIP_H } else { 0 };
            let middle = usize::from(!side);
            for row in 0..rows {
                let part = if row == 0 {
                    0
                } else if row == rows - 1 {
                    4
                } else {
                    2
                };
                roofs.set(x + column, y + row, self.roofs[color][part + middle] | flip);
            }
            let window = !side && (column + door) % 2 == 1;
            let upper = if window { 2 } else { middle };
            walls.set(x + column, y + rows, self.upper[upper] | flip);
            let lower = if column == door { 2 } else { middle };
            walls.set(x + column, y + rows + 1, self.lower[lower] | flip);
        }
        roofs.set(x + width - 2, y, self.chimney[color]);
    }

    /// Puts up a market stall, two rows high.
    pub(crate) fn stall(&self, grid: &mut Grid, (x, y): (i32, i32), width: i32, color: usize) {
        for column in 0..width {
            let flip = if column == width - 1 { FLIP_H } else { 0 };
            let middle = usize::from(column > 0 && column < width - 1);
            for row in 0..2 {
                let id = self.stalls[color][2 * row as usize + middle];
                grid.set(x + column, y + row, id | flip);
            }
        }
    }
}

/// Blue and white cloth.
const WATER_STRIPES: [Rgba; 5] = [WATER[0], WATER[1], WATER[2], WATER[3], WATER[4]];

/// Shingles in rows of scallops. `row` 0 is the ridge, 1 the slope, 2 the eaves.
fn roof(ramp: &[Rgba; 5], row: i32, end: bool) -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| {
        if end && (x == 0 || (row == 0 && x == 1 && y < 2)) {
            return CLEAR;
        }
        if row == 2 && y > 13 {
            return CLEAR;
        }
        let outline = (end && x == 1) || (row == 2 && y == 13) || (row == 0 && y == 0);
        if outline {
            return ramp[0];
        }
        if row == 0 && y < 4 {
            return ramp[if y == 1 { 4 } else { 3 - (x % 6 == 5) as usize }];
        }
        let course = y / 4;
        let across = (x + 4 * (course % 2)) % 8;
        let down = y % 4;
        let joint = across == 0 || (down == 3 && !(2..=6).contains(&across));
        let own = unit(51, (x + 4 * (course % 2)) / 8 % 2, course + 4 * row);
        let step = match down {
            _ if joint => 0,
            3 => 1,
            0 => 3,
            _ if own > 0.75 => 3,
            _ => 2,
        };
        ramp[step]
    })
}

/// Plaster between timber: 0 an end, 1 a middle, 2 a window.
fn upper_wall(part: i32) -> Picture {
    let mut picture = Picture::from_fn(TILE, TILE, |x, y| {
        // The roof's shadow falls on the top rows.
        let step = if y < 4 {
            0
        } else if unit(52, x / 3, y / 2) > 0.82 {
            1
        } else {
            2
        };
        PLASTER[step]
    });
    picture.rect(0, 14, TILE, 2, WOOD[1]);
    match part {
        0 => {
            picture.rect(0, 0, 2, TILE, CLEAR);
            picture.rect(2, 0, 3, TILE, WOOD[1]);
            picture.rect(3, 4, 1, TILE - 4, WOOD[2]);
        }
        2 => {
            picture.rect(3, 3, 10, 11, WOOD[1]);
            picture.rect(4, 4, 8, 9, WOOD[0]);
            for (x, y) in [(4, 4), (8, 4), (4, 9), (8, 9)] {
                picture.rect(x, y, 3, 4, AMBER[2]);
                picture.rect(x, y, 2, 2, AMBER[3]);
            }
            picture.rect(2, 13, 12, 1, WOOD[3]);
        }
        _ => {}
    }
    picture
}

/// Plaster on a stone foot: 0 an end, 1 a middle, 2 a door.
fn lower_wall(part: i32) -> Picture {
    let mut picture = Picture::from_fn(TILE, TILE, |x, y| {
        if y < 9 {
            return PLASTER[if unit(53, x / 3, y / 2) > 0.8 { 1 } else { 2 }];
        }
        let course = (y - 9) / 4;
        let joint = (y - 9) % 4 == 3 || (x + 3 * course) % 6 == 5;
        COBBLE[if joint { 0 } else { 2 + (unit(54, (x + 3 * course) / 6, course) > 0.5) as usize }]
    });
    match part {
        0 => {
            picture.rect(0, 0, 2, TILE, CLEAR);
            picture.rect(2, 0, 3, 9, WOOD[1]);
            picture.rect(3, 0, 1, 9, WOOD[2]);
        }
        2 => {
            picture.rect(2, 0, 12, TILE, WOOD[0]);
            for x in 3..13 {
                picture.rect(x, 0, 1, TILE - 1, WOOD[if x % 3 == 0 { 1 } else { 2 }]);
            }
            picture.rect(3, 4, 10, 1, WOOD[0]);
            picture.rect(10, 8, 2, 2, AMBER[3]);
        }
        _ => {}
    }
    picture
}

fn chimney(ramp: &[Rgba; 5]) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    picture.draw(&roof(ramp, 0, false), 0, 0);
    let bricks = Picture::from_fn(8, 13, |x, y| {
        let joint = y % 3 == 2 || (x + 2 * (y / 3 % 2)) % 4 == 3;
        COBBLE[if x == 0 || joint { 1 } else { 4 - (x > 5) as usize }]
    });
    picture.draw(&bricks, 4, 0);
    picture.rect(3, 0, 10, 2, COBBLE[5]);
    picture.rect(5, 0, 6, 1, COBBLE[0]);
    picture
}

/// A stall: a striped awning with a scalloped edge, or the table with goods below it.
fn stall(ramp: &[Rgba; 5], awning: bool, end: bool) -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| {
        if end && x < 2 {
            return CLEAR;
        }
        if awning {
            let stripe = x / 4 % 2 == 0;
            let hem = y >= 13 && (x % 4 == 0 || x % 4 == 3) && y == 15;
            let step = if y < 2 {
                4
            } else if y < 10 {
                3
            } else {
                2
            };
            return match (hem, stripe) {
                (true, _) => CLEAR,
                (_, true) => ramp[step],
                _ => PLASTER[step - 1],
            };
        }
        let goods = (x % 5 < 4) && (2..6).contains(&y);
        match y {
            0 | 1 => WOOD[0],
            _ if goods => [AMBER[2], CLAY[3], AMBER[3]][(x / 5 % 3) as usize],
            2..6 => WOOD[1],
            6 => WOOD[4],
            7 => WOOD[3],
            15 => CLEAR,
            _ if x % 5 == 4 => WOOD[0],
            _ => WOOD[2],
        }
    })
}
