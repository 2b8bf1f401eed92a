//! The colors of terrain.

use bevy_tileray::paint;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::load::LoadOptions;
use tileray::{LayerMask, LayerSet, Rect, SolidityMap, Terrain, TileMap};

const FILL: [u8; 4] = [1, 2, 3, 255];

fn cave() -> TileMap {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/cave.tmx");
    TileMap::open_with(path, &LoadOptions::default().keep_images(true)).expect("our own map")
}

/// The color of one pixel, found tile by tile.
fn color_of(map: &TileMap, terrain: &Terrain, pixel: IVec2) -> [u8; 4] {
    let (mut color, mut is_covered) = ([0; 4], false);
    for (layer, is_visible) in map.layers().map(|layer| layer.visible).enumerate() {
        let is_own = terrain.layers().any(|own| own == layer);
        if !is_visible && !is_own {
            continue;
        }
        let is_solid = is_own && terrain.query().layers(LayerMask::layer(layer)).is_solid(pixel);
        for (corner, placed) in map.placed_tiles(layer) {
            let tile = placed.tile();
            let image = map.tile_set(tile.set).and_then(|set| set.image(tile.id)).expect("a picture");
            let at = pixel - corner;
            if !Rect::from_size(IVec2::ZERO, placed.mask.size()).contains(at) {
                continue;
            }
            let source = tile.orientation.source(at, image.size());
            let own = image.get(source.x, source.y);
            let is_carved = is_own && !is_solid && placed.mask.get(at.x, at.y);
            assert!(own[3] == 0 || own[3] == 255, "the pictures of this map have no half-transparent pixels");
            if own[3] == 255 && !is_carved {
                color = own;
                is_covered |= is_solid;
            }
        }
    }
    if terrain.is_solid(pixel) && !is_covered { FILL } else { color }
}

/// Returns every seventh pixel of an area with its color, which is compared.
fn compared(map: &TileMap, terrain: &Terrain, area: Rect) -> Vec<(IVec2, [u8; 4])> {
    let pixels = (area.min.y..area.max.y).flat_map(|y| (area.min.x..area.max.x).map(move |x| ivec2(x, y)));
    let bytes = paint(terrain, area, FILL);
    let colors = pixels.zip(bytes.as_chunks().0.iter().copied());
    let some: Vec<_> = colors.filter(|(pixel, _)| (pixel.x + pixel.y) % 7 == 0).collect();
    some.iter().for_each(|(pixel, color)| assert_eq!(*color, color_of(map, terrain, *pixel), "{pixel}"));
    some
}

#[test]
fn colors_are_those_of_the_tiles_in_front() {
    let map = cave();
    let mut terrain = Terrain::from_map(&map);
    terrain.carve_circle((900.0, 640.0), 20.0);
    terrain.fill_circle((940.0, 600.0), 12.0);
    let colors = compared(&map, &terrain, Rect::new(ivec2(870, 580), ivec2(970, 680)));
    let (filled, others): (Vec<_>, Vec<_>) = colors.iter().partition(|(_, color)| *color == FILL);
    assert!(filled.len() > 10 && others.iter().filter(|(_, color)| color[3] != 0).count() > 100);
}

#[test]
fn a_hidden_layer_is_drawn_where_it_is_solid() {
    let map = cave();
    let layers = LayerSet::named(&map, ["ground", "game/planks"]).expect("layers of the cave");
    let terrain = Terrain::from_layers(&map, &layers).expect("a small map");
    let planks = terrain.query().layers(LayerMask::named(&map, ["game/planks"]).expect("a layer of the cave"));
    assert!(map.layers().any(|layer| layer.path == "game/planks" && !layer.visible));
    let colors = compared(&map, &terrain, Rect::new(ivec2(1430, 600), ivec2(1500, 630)));
    let count = colors.iter().filter(|(pixel, color)| planks.is_solid(*pixel) && *color != FILL).count();
    assert!(count > 20, "{count} pixels of a plank");
}

#[test]
fn parts_are_as_the_whole() {
    let mut terrain = Terrain::from_map(&cave());
    terrain.carve_circle((900.0, 640.0), 50.0);
    let whole = Rect::new(ivec2(-20, 560), ivec2(1100, 720));
    let bytes = paint(&terrain, whole, FILL);
    let width = whole.width() as usize;
    for part in [(0, 600, 33, 17), (-20, 560, 1, 1), (880, 610, 64, 64), (1000, 700, 100, 20)] {
        let part = Rect::from_size(ivec2(part.0, part.1), uvec2(part.2, part.3));
        let found = paint(&terrain, part, FILL);
        for (row, found) in found.chunks_exact(4 * part.width() as usize).enumerate() {
            let at = part.min - whole.min;
            let begin = 4 * ((at.y as usize + row) * width + at.x as usize);
            assert!(found == &bytes[begin..begin + found.len()], "{part:?}, row {row}");
        }
    }
}

#[test]
fn masks_and_layers_that_are_not_solid() {
    let mask = SolidityMap::from_fn(4, 2, |x, _| x > 1);
    let bytes = paint(&Terrain::from_solidity(&mask), Rect::from_size(IVec2::ZERO, uvec2(4, 2)), FILL);
    let row = [[0; 4], [0; 4], FILL, FILL].concat();
    assert_eq!(bytes, [row.clone(), row].concat());
    assert!(paint(&Terrain::from_solidity(&mask), Rect::EMPTY, FILL).is_empty());

    // Without solid layers everything is drawn, and nothing is filled.
    let map = cave();
    let none = Terrain::from_layers(&map, &LayerSet::named(&map, ["background"]).expect("a layer")).expect("small");
    let area = Rect::new(ivec2(880, 600), ivec2(960, 660));
    let all = paint(&Terrain::from_map(&map), area, FILL);
    assert!(paint(&none, area, FILL) == all);
}
