//! `maps/town.tmx`: a town from above, which uses most of what the map format offers: groups,
//! offsets, a hidden layer, margin and spacing, a color key, collections, and an animation.

mod ground;
mod houses;
mod plan;
mod things;

use std::rc::Rc;

use crate::encode::PixelFormat;
use crate::map::{Content, Encoding, Grid, Layer, Map, Object, Property};
use crate::palette::rgb;
use crate::picture::Picture;
use crate::tileset::{Source, TILE, TileSet};

use houses::Houses;
use plan::Plan;

/// Width in tiles.
pub(crate) const WIDTH: i32 = 80;
/// Height in tiles.
pub(crate) const HEIGHT: i32 = 60;

/// The map.
pub(crate) fn map() -> Map {
    let plan = Plan::new();
    let houses = Houses::new();
    let ground = ground::draw(&plan);
    let mut town_ground = TileSet {
        external: false,
        margin: 2,
        spacing: 1,
        ..TileSet::sheet("town-ground", ground.sheet, PixelFormat::Palette)
    };
    let first = ground.ripple;
    let frames: String =
        (first..first + 4).map(|id| format!("   <frame tileid=\"{id}\" duration=\"220\"/>\n")).collect();
    let animation = format!("  <animation>\n{frames}  </animation>\n");
    let class = " type=\"water\"".to_owned();
    town_ground.extras.insert(first, (class, animation));

    let lamps = TileSet {
        external: false,
        offset: (0, -5),
        ..TileSet::sheet("town-lamps", things::lamps(), PixelFormat::Palette)
    };
    let sets = [
        town_ground,
        TileSet::sheet("town-houses", houses.sheet(), PixelFormat::Palette),
        TileSet::collection("town-things", things::collection()),
        fence_set(),
        lamps,
    ];
    let mut map = Map::new((WIDTH, HEIGHT), Encoding::Zstd, &sets.map(Rc::new));
    map.background = "#528a4a";
    let gids: [u32; 5] = std::array::from_fn(|n| map.first_gid(n));
    let at = |ids: &Grid, set: usize| Content::Tiles(ids.offset(gids[set]));

    let built = plan.build(&houses);
    let street = vec![
        Layer::new("ground", at(&ground.ids, 0)).not_solid(),
        Layer::new("walls", at(&built.walls, 1)),
        Layer::new("fences", at(&built.fences, 3)),
        Layer::new("trees", at(&built.things, 2)),
        Layer::new("roofs", at(&built.roofs, 1)),
        Layer::new("lamps", at(&built.lamps, 4)),
    ];
    let market = vec![Layer::new("stalls", at(&built.stalls, 1)).shifted(-5, 3)];
    let extra = Layer::new("collision-extra", at(&built.extra, 1));
    map.layers = vec![
        Layer::new("town", Content::Group(street)),
        Layer::new("market", Content::Group(market)).shifted(13, 5),
        extra
            .hidden()
            .with(Property::Bool("solid", true))
            .with(Property::Text("note", "Not drawn, but solid: it bars the landing at the pond.")),
        Layer::new("objects", Content::Objects(vec![plan.spawn()])),
    ];
    map
}

/// The fences stand on magenta, in a picture without alpha: the color key cuts them out.
fn fence_set() -> TileSet {
    let drawn = things::fences();
    let mut picture = Picture::filled(drawn.width(), drawn.height(), rgb(0x00ff_00ff));
    picture.draw(&drawn, 0, 0);
    let mut set = TileSet::sheet("town-fences", drawn, PixelFormat::Rgb);
    set.source = Source::Sheet { picture, format: PixelFormat::Rgb, key: Some("ff00ff") };
    set
}

/// A point object in the middle of a cell.
fn point(name: &str, class: &'static str, (x, y): (i32, i32)) -> Object {
    Object {
        name: name.to_owned(),
        class,
        x: x * TILE + TILE / 2,
        y: y * TILE + TILE / 2,
        size: None,
        properties: Vec::new(),
    }
}
