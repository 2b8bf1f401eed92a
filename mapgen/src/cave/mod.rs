//! `maps/cave.tmx`: a side view for a platformer, and the first picture that anyone sees.

mod backdrop;
mod layout;
mod objects;
mod place;
pub(crate) mod props;

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::map::{Content, Encoding, Grid, Layer, Map, Property};
use crate::palette::{MOSS, ROCK};
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
    let (rock, rock_ids) = draw(&shapes, &mut Brush::new(rock_style()));
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

/// The warm rock of the cave, which the infinite map shares.
pub(crate) fn rock_style() -> Style {
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
pub(crate) fn draw(shapes: &ShapeGrid, brush: &mut Brush) -> (crate::picture::Picture, Grid) {
    let mut sheet = SheetBuilder::default();
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
    for (.., y, x) in order {
        ids.set(x, y, sheet.id(brush.cell(shapes, x, y)) + 1);
    }
    (sheet.build(32), ids)
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
