//! `maps/cave.tmx`: a side view for a platformer, and the first picture that anyone sees.

mod backdrop;
mod course;
mod layout;
mod machines;
mod objects;
mod place;
mod plants;
mod props;
mod timber;

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::map::{Content, Encoding, Grid, Layer, Map};
use crate::noise::{chance, pick, value};
use crate::palette::{MOSS, ROCK};
use crate::picture::Picture;
use crate::rock::draw::{Brush, Style};
use crate::rock::sheet;
use crate::rock::texture::Texture;
use crate::tileset::TileSet;

/// Width of the cave in tiles.
pub(crate) const WIDTH: i32 = 240;
/// Height of the cave in tiles.
pub(crate) const HEIGHT: i32 = 64;

/// The cave's map.
pub(crate) fn map() -> Map {
    let shapes = layout::shapes();
    let placed = place::place(&shapes);
    let (rock, rock_ids) = sheet::draw(&shapes, &mut Brush::new(rock_style()), ore);
    let backdrop = backdrop::draw(&shapes, &placed.lights);

    let sets = [
        Rc::new(TileSet::sheet("cave", rock, PixelFormat::Palette)),
        Rc::new(TileSet::sheet("cave-back", backdrop.sheet, PixelFormat::Palette)),
        Rc::new(placed.props.tile_set()),
        Rc::new(machines::tile_set()),
    ];
    let mut map = Map::new((WIDTH, HEIGHT), Encoding::Csv, &sets);
    let (back, props) = (map.first_gid(1), map.first_gid(2));
    let mut ground = rock_ids.offset(map.first_gid(0));
    for (x, y, gid) in placed.ground.offset(props).used() {
        ground.set(x, y, gid);
    }
    let tiles = |name, grid: &Grid, first| Layer::new(name, Content::Tiles(grid.offset(first)));
    map.layers = vec![
        tiles("background", &backdrop.wall, back).not_solid(),
        tiles("shade", &backdrop.shade, back).not_solid(),
        tiles("behind", &placed.behind, props).not_solid(),
        Layer::new("ground", Content::Tiles(ground)),
        tiles("ledges", &placed.ledges, props),
        tiles("decor", &placed.decor, props).not_solid(),
        Layer::new("objects", Content::Objects(objects::objects(&shapes, &placed))),
    ];
    let machines = map.first_gid(3);
    course::add(&mut map, &shapes, &placed, props, machines);
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
    Style { ramp: &ROCK, moss: Some(&MOSS), texture: Texture::stones(21, 5, 7), relief: 0.8, deep: 1.95, edge: 4.8 }
}
