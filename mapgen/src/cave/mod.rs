//! `maps/cave.tmx`: a side view for a platformer, and the first picture that anyone sees.

mod backdrop;
pub(crate) mod drawings;
mod layout;
mod objects;
mod place;
mod plants;
mod props;
mod timber;

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::map::{Content, Encoding, Grid, Layer, Map, Property};
use crate::noise::{chance, pick, value};
use crate::palette::{MOSS, ROCK};
use crate::picture::Picture;
use crate::rock::draw::{Brush, Style};
use crate::rock::shape::{Kind, Shape, ShapeGrid};
use crate::rock::texture::Texture;
use crate::tileset::{SheetBuilder, TileSet};

/// Width of the cave in tiles.
pub(crate) const WIDTH: i32 = 240;
/// Height of the cave in tiles.
pub(crate) const HEIGHT: i32 = 64;

/// The cave's map.
pub(crate) fn map() -> Map {
    let shapes = layout::shapes();
    let placed = place::place(&shapes);
    let (rock, rock_ids) = draw(&shapes, &mut Brush::new(rock_style()), ore);
    let backdrop = backdrop::draw(&shapes, &placed.lights);

    let sets = [
        Rc::new(TileSet::sheet("cave", rock, PixelFormat::Palette)),
        Rc::new(TileSet::sheet(
            "cave-back",
            backdrop.sheet,
            PixelFormat::Palette,
        )),
        Rc::new(TileSet::sheet(
            "cave-props",
            placed.props.sheet(),
            PixelFormat::Rgba,
        )),
    ];
    let mut map = Map::new((WIDTH, HEIGHT), Encoding::Csv, &sets);
    let (back, props) = (map.first_gid(1), map.first_gid(2));
    let mut ground = offset(&rock_ids, map.first_gid(0));
    for (x, y, gid) in cells(&offset(&placed.ground, props)) {
        ground.set(x, y, gid);
    }
    let tiles = |name, grid: &Grid, first| Layer::new(name, Content::Tiles(offset(grid, first)));
    map.layers = vec![
        tiles("background", &backdrop.wall, back).not_solid(),
        tiles("shade", &backdrop.shade, back).not_solid(),
        tiles("behind", &placed.behind, props).not_solid(),
        Layer::new("ground", Content::Tiles(ground)),
        tiles("ledges", &placed.ledges, props).with(Property::Bool("one_way", true)),
        tiles("decor", &placed.decor, props).not_solid(),
        Layer::new("objects", Content::Objects(placed.objects)),
    ];
    map
}

/// Veins of gems in the depth of the rock.
fn ore(x: i32, y: i32) -> Option<Picture> {
    let vein = value(99, f64::from(x), f64::from(y), (6.0, 6.0), (0, 0));
    let found = vein > 0.74 && chance(98, x, y, 26);
    // Gold or sapphires, whole veins of one.
    let blue = value(96, f64::from(x), f64::from(y), (17.0, 17.0), (0, 0)) > 0.5;
    found.then(|| props::ore(pick(97, x, y, 2) + 2 * u32::from(blue)))
}

/// The warm rock of the cave.
fn rock_style() -> Style {
    Style {
        ramp: &ROCK,
        moss: Some(&MOSS),
        texture: Texture::stones(21, 5, 7),
        relief: 0.8,
        deep: 1.95,
        edge: 4.8,
    }
}

/// Draws all cells of a grid. In the result a cell holds its tile id plus 1, flips not used: the
/// light comes from above, so every shape is drawn in its own orientation. Tiles of one shape stand
/// together in the sheet.
///
/// `inlay` may put a picture into a cell that has rock all around it.
pub(crate) fn draw(
    shapes: &ShapeGrid,
    brush: &mut Brush,
    inlay: impl Fn(i32, i32) -> Option<Picture>,
) -> (Picture, Grid) {
    let mut sheet = SheetBuilder::new(32);
    let mut ids = Grid::new(shapes.width, shapes.height);
    let mut order: Vec<(Shape, bool, i32, i32)> = Vec::new();
    for y in 0..shapes.height {
        for x in 0..shapes.width {
            let shape = shapes.get(x, y);
            let buried = shapes.around(x, y) == [Shape::FULL; 9];
            if shape.kind != Kind::Empty {
                order.push((shape, !buried, y, x));
            }
        }
    }
    order.sort_unstable();
    for (_, surface, y, x) in order {
        let mut tile = brush.cell(shapes, x, y);
        if let Some(inlay) = inlay(x, y).filter(|_| !surface) {
            tile.draw(&inlay, 0, 0);
        }
        ids.set(x, y, sheet.id(tile) + 1);
    }
    (sheet.build(), ids)
}

/// Turns "tile id plus 1" (and flips) into global tile ids.
pub(crate) fn offset(ids: &Grid, first: u32) -> Grid {
    let mut grid = ids.clone();
    for (x, y, id) in cells(ids) {
        grid.set(x, y, id - 1 + first);
    }
    grid
}

/// The cells that are not empty.
pub(crate) fn cells(grid: &Grid) -> impl Iterator<Item = (i32, i32, u32)> {
    let all = (0..grid.width * grid.height).map(|n| {
        let (x, y) = (grid.left + n % grid.width, grid.top + n / grid.width);
        (x, y, grid.get(x, y))
    });
    all.filter(|cell| cell.2 != 0)
}
