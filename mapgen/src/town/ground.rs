//! The town's ground: meadow, cobbles and a pond, drawn like rock that lies flat.

use crate::map::Grid;
use crate::noise::{Rng, hash, unit, value};
use crate::palette::{AMBER, COBBLE, MEADOW, ROSE, WATER};
use crate::picture::Picture;
use crate::rock::draw::{Brush, Style};
use crate::rock::shape::{Kind, Shape};
use crate::rock::texture::Texture;
use crate::tileset::{SheetBuilder, TILE};
use crate::town::plan::Plan;
use crate::town::{HEIGHT, WIDTH};

/// The ground's tiles.
#[derive(Debug)]
pub(crate) struct Ground {
    /// With a margin of 2 and a spacing of 1.
    pub(crate) sheet: Picture,
    /// Ids plus 1.
    pub(crate) ids: Grid,
    /// First of the four pictures of a ripple.
    pub(crate) ripple: u32,
}

/// Draws the ground of a plan.
pub(crate) fn draw(plan: &Plan) -> Ground {
    let mut sheet = SheetBuilder::new(24);
    let mut water = Brush::new(Style {
        ramp: &WATER,
        moss: None,
        texture: Texture::stones(81, 4, 6),
        relief: 0.0,
        deep: 2.0,
        edge: 2.9,
    });
    let mut path = Brush::new(Style {
        ramp: &COBBLE,
        moss: None,
        texture: Texture::stones(82, 8, 10),
        relief: 1.25,
        deep: 4.4,
        edge: 4.0,
    });
    let ripple = (0..4).map(|n| sheet.id(ripple(n))).min().unwrap_or(0);
    let mut ids = Grid::new(WIDTH, HEIGHT);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let open = plan.pond.around(x, y) == [Shape::FULL; 9];
            if open && hash(83, x, y).is_multiple_of(5) {
                ids.set(x, y, ripple + 1);
                continue;
            }
            let mut tile = meadow(x, y);
            for (brush, shapes) in [(&mut path, &plan.paths), (&mut water, &plan.pond)] {
                if shapes.get(x, y).kind != Kind::Empty {
                    tile.draw(&brush.cell(shapes, x, y), 0, 0);
                }
            }
            ids.set(x, y, sheet.id(tile) + 1);
        }
    }
    Ground { sheet: sheet.build_spaced(2, 1), ids, ripple }
}

/// One of a few tiles of grass; which one changes slowly, so that the meadow has lighter parts.
fn meadow(x: i32, y: i32) -> Picture {
    let patch = value(84, f64::from(x), f64::from(y), (7.0, 7.0), (0, 0));
    let variant = match hash(85, x, y) % 11 {
        0 if patch > 0.45 => 4,
        1 if patch > 0.45 => 5,
        2 | 3 => 3,
        n => n % 3,
    };
    let mut picture = Picture::filled(TILE, TILE, MEADOW[2]);
    let mut rng = Rng::new(860 + variant);
    for _ in 0..12 {
        let (i, j) = (rng.range(0, TILE), rng.range(1, TILE - 1));
        let step = if unit(87, i, j) > 0.5 { 3 } else { 1 };
        picture.set(i, j, MEADOW[step]);
        picture.set(i, j - 1, MEADOW[step]);
    }
    if variant == 3 {
        for (i, j) in [(4, 9), (11, 5)] {
            picture.set(i, j, MEADOW[1]);
            picture.rect(i - 1, j - 2, 1, 2, MEADOW[4]);
            picture.rect(i + 1, j - 3, 1, 3, MEADOW[4]);
        }
    }
    if variant > 3 {
        let petal = if variant == 4 { ROSE[4] } else { AMBER[3] };
        for _ in 0..3 {
            let (i, j) = (rng.range(2, TILE - 2), rng.range(2, TILE - 3));
            for (di, dj) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                picture.set(i + di, j + dj, petal);
            }
            picture.set(i, j, AMBER[2]);
            picture.set(i, j + 2, MEADOW[0]);
        }
    }
    picture
}

/// Open water with a wave that runs over it in four steps.
fn ripple(frame: i32) -> Picture {
    let mut picture = Picture::filled(TILE, TILE, WATER[2]);
    for (x, y, length) in [(2, 4, 5), (8, 9, 6), (3, 13, 3)] {
        let x = x + frame - 1;
        picture.rect(x, y, length, 1, WATER[3]);
        picture.rect(x + 1 + frame % 2, y - 1, length - 3, 1, WATER[4]);
    }
    picture
}
