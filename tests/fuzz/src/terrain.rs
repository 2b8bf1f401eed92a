//! `terrain_ops`: edits, snapshots and rays on a map of a few layers, against pixels that are edited one by one.

use crate::scene::{AnyMask, Few, NearPoint, pixel};
use arbitrary::{Arbitrary, Unstructured};
use reference::edits::{EditShape, EditedTerrain};
use reference::nearest::pixels;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::terrain::OneWayRule;
use tileray::tile::Properties;
use tileray::{Direction, LayerMask, Ray, Rect, Tile, TileLayer, TileMap, TileSet};

#[derive(Debug, Arbitrary)]
struct Scene {
    side: u8,
    set_offset: (i8, i8),
    tiles: [AnyMask; 2],
    layers: Few<Layer, 3>,
    steps: Few<Step, 24>,
}

#[derive(Debug, Arbitrary)]
struct Layer {
    offset: (i8, i8),
    one_way: u8,
    /// Two bits for each cell.
    cells: [u8; 8],
}

#[derive(Debug, Arbitrary)]
enum Step {
    Circle { center: NearPoint, radius: u16, how: How },
    Polygon { points: Few<NearPoint, 6>, how: How },
    Mask { mask: AnyMask, at: (i8, i8), how: How },
    Tile { layer: u8, cell: (u8, u8), tile: u8 },
    OneWay { layer: u8, way: u8 },
    Keep,
    Restore(u8),
    TakeDirty,
    Ray { from: NearPoint, to: NearPoint, layers: u8, one_way: u8 },
}

#[derive(Clone, Copy, Debug, Arbitrary)]
struct How {
    solid: bool,
    layers: Option<u8>,
}

const CELLS: UVec2 = uvec2(8, 4);

fn direction(number: u8) -> Option<Direction> {
    [None, None, Some(Direction::Down), Some(Direction::Up), Some(Direction::Left), Some(Direction::Right)]
        [usize::from(number % 6)]
}

fn tile(number: u8) -> Option<Tile> {
    let orientation = Orientation::ALL[usize::from(number / 4 % 8)];
    (number % 4 > 1).then(|| Tile { set: 0, id: u32::from(number % 2), orientation })
}

fn map(scene: &Scene) -> TileMap {
    let side = UVec2::splat(u32::from(scene.side % 12) + 5);
    let mut map = TileMap::new(side).and_then(|map| map.with_size(CELLS)).expect("a small map");
    let mut set = TileSet::new("set", pixel(scene.set_offset) / 8);
    (0..).zip(&scene.tiles).for_each(|(id, mask)| set.insert(id, mask.0.clone()));
    set.set_properties(1, Properties::default().with(TileSet::ONE_WAY, "down"));
    map.add_tile_set(set);
    let no_layer = [Layer { offset: (0, 0), one_way: 0, cells: [0xe4; 8] }];
    let layers = if scene.layers.0.is_empty() { &no_layer[..] } else { &scene.layers.0 };
    for (index, layer) in layers.iter().enumerate() {
        let offset = pixel(layer.offset) / 8;
        let of_map = TileLayer::new(format!("{index}"), Rect::from_size(IVec2::ZERO, CELLS));
        map.add_layer(TileLayer { offset, one_way: direction(layer.one_way), ..of_map }).expect("a small layer");
        for cell in 0..32 {
            let number = layer.cells[cell / 4] >> (cell % 4 * 2) & 3;
            let place = ivec2(cell as i32 % 8, cell as i32 / 8);
            map.set_tile(index, place, tile(number)).expect("a tile of the set");
        }
    }
    map
}

pub(crate) fn terrain_ops(data: &[u8]) {
    let Ok(scene) = Scene::arbitrary(&mut Unstructured::new(data)) else { return };
    let mut pair = EditedTerrain::new(map(&scene));
    let whole = pair.pixels.bounds;
    // What a picture of the terrain shows that is drawn anew where the terrain says so.
    let mut drawn = pair.pixels.clone();
    let _ = pair.terrain.take_dirty();
    for (number, step) in scene.steps.0.iter().enumerate() {
        let case = format!("step {number}, {step:?}");
        let before = pair.pixels.clone();
        let dirty = apply(&mut pair, step, &case);
        assert!(dirty.is_empty() || dirty.intersection(&whole) == dirty, "{case}: {dirty:?}");
        assert!(before.equals_outside(&pair.pixels, &dirty), "{case}: something changed outside {dirty:?}");
        pair.check_pixels(&dirty, &case);
        if matches!(step, Step::TakeDirty) {
            for rect in pair.terrain.take_dirty() {
                for pixel in pixels(rect) {
                    (0..drawn.layers.len()).for_each(|layer| drawn.set(layer, pixel, pair.pixels.get(layer, pixel)));
                }
            }
            assert!(drawn == pair.pixels, "{case}: a picture that is drawn anew where it is dirty");
        }
    }
    pair.check_pixels(&Rect::new(whole.min - 2, whole.max + 2), "at the end");
}

fn apply(pair: &mut EditedTerrain, step: &Step, case: &str) -> Rect {
    let chosen = |how: &How| how.layers.map(|layers| LayerMask(layers.into()));
    let layers = pair.ways.len();
    match step {
        Step::Circle { center, radius, how } => {
            let shape = EditShape::Circle { center: center.get(), radius: f32::from(*radius) / 1024.0 };
            pair.shape(&shape, how.solid, chosen(how))
        }
        Step::Polygon { points, how } => {
            let points: Vec<Vec2> = points.0.iter().map(|point| point.get()).collect();
            pair.shape(&EditShape::Outline(&points), how.solid, chosen(how))
        }
        Step::Mask { mask: AnyMask(mask), at, how } => {
            pair.shape(&EditShape::Mask { mask, at: pixel(*at) }, how.solid, chosen(how))
        }
        Step::Tile { layer, cell, tile: number } => {
            let cell = uvec2(cell.0.into(), cell.1.into()) % CELLS;
            pair.set_tile(usize::from(*layer) % layers, cell.as_ivec2(), tile(*number))
        }
        Step::OneWay { layer, way } => {
            pair.set_one_way(usize::from(*layer) % layers, direction(*way));
            Rect::EMPTY
        }
        Step::Keep => {
            pair.keep();
            Rect::EMPTY
        }
        Step::Restore(place) if pair.kept() > 0 => pair.restore(usize::from(*place) % pair.kept()),
        Step::Restore(_) | Step::TakeDirty => Rect::EMPTY,
        Step::Ray { from, to, layers, one_way } => {
            let one_way = [OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][usize::from(one_way % 3)];
            pair.check_ray(&Ray::between(from.get(), to.get()), LayerMask((*layers).into()), one_way, case);
            Rect::EMPTY
        }
    }
}
