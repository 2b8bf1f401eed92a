//! A terrain that is edited, at random or as told, and what it should be: pixels that are edited one by one, and cells of a map.

use crate::maps::{one_way_of, random_tile};
use crate::nearest::pixels;
use crate::pixels::{Pixels, in_circle, in_mask, in_polygon};
use crate::{PlainHit, raycast, scenes};
use fastrand::Rng;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::solidity::PlacedMask;
use tileray::terrain::{OneWayRule, Stencil, TerrainSnapshot};
use tileray::{Circle, Direction, LayerMask, LayerSet, Ray, Rect, SolidityMap, Terrain, Tile, TileMap};

/// The size of a layer's cells.
fn cell_size(map: &TileMap, layer: usize) -> IVec2 {
    let layer = map.layer(layer).expect("the layer");
    layer.tile_size.unwrap_or(map.tile_size()).as_ivec2()
}

/// The mask of a tile as it is laid, and where, for a tile in a cell of a layer.
fn laid(map: &TileMap, layer: usize, cell: IVec2, tile: Tile) -> (SolidityMap, IVec2) {
    let set = map.tile_sets().next().expect("the set");
    let mask = set.mask(tile.id).expect("the tile").oriented(tile.orientation);
    let size = cell_size(map, layer);
    let offset = map.layer(layer).expect("the layer").offset;
    let at = offset + set.offset + ivec2(cell.x * size.x, (cell.y + 1) * size.y - mask.height() as i32);
    (mask, at)
}

/// The kinds of the tiles of a layer: without a direction of their own, and one-way in each. Pixels of each kind are kept
/// apart.
const KINDS: [Option<Direction>; 5] =
    [None, Some(Direction::Right), Some(Direction::Left), Some(Direction::Down), Some(Direction::Up)];

/// The cell and the tile of a layer that make a pixel solid: those drawn last of some kinds.
fn drawn(map: &TileMap, layer: usize, kinds: &[Option<Direction>], pixel: IVec2) -> Option<(IVec2, Tile)> {
    let covering = map.placed_tiles(layer).filter(|(corner, stamp)| in_mask(pixel, &stamp.mask, *corner));
    let (corner, stamp) = covering.filter(|(_, stamp)| kinds.contains(&one_way_of(map, stamp.tile()))).last()?;
    let offset = map.layer(layer).expect("the layer").offset;
    Some(((corner - stamp.offset - offset).div_euclid(cell_size(map, layer)), stamp.tile()))
}

/// A terrain, and what it should be.
#[derive(Debug)]
pub struct EditedTerrain {
    pub terrain: Terrain,
    /// The map with the tiles that were set.
    pub map: TileMap,
    /// The one-way direction of each layer.
    pub ways: Vec<Option<Direction>>,
    /// Of each layer, then those of the one-way tiles of each layer for each direction.
    pub pixels: Pixels,
    kept: Vec<(TerrainSnapshot, TileMap, Vec<Option<Direction>>, Pixels)>,
}

/// The pixels of an edit.
#[derive(Clone, Copy)]
pub enum EditShape<'a> {
    Circle {
        center: Vec2,
        radius: f32,
    },
    /// By the even-odd rule.
    Outline(&'a [Vec2]),
    Mask {
        mask: &'a SolidityMap,
        at: IVec2,
    },
}

impl EditShape<'_> {
    /// Carves or fills on some layers.
    pub fn edit(&self, terrain: &mut Terrain, layers: LayerMask, solid: bool) -> Rect {
        fn edit(terrain: &mut Terrain, shape: &(impl Stencil + ?Sized), layers: LayerMask, solid: bool) -> Rect {
            if solid { terrain.fill(shape, layers) } else { terrain.carve(shape, layers) }
        }
        match *self {
            Self::Circle { center, radius } => edit(terrain, &Circle::new(center, radius), layers, solid),
            Self::Outline(points) => edit(terrain, points, layers, solid),
            Self::Mask { mask, at } => edit(terrain, &PlacedMask { mask: mask.clone(), at }, layers, solid),
        }
    }
}

impl EditedTerrain {
    pub fn new(map: TileMap) -> Self {
        let terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
        let layers = map.layers().len();
        let mut pixels = Pixels::new(terrain.bounds(), KINDS.len() * layers);
        for layer in 0..layers {
            for (corner, stamp) in map.placed_tiles(layer) {
                let way = one_way_of(&map, stamp.tile());
                let is_kind = |place: usize| place % layers == layer && KINDS[place / layers] == way;
                pixels.paint(is_kind, true, |pixel| in_mask(pixel, &stamp.mask, corner));
            }
        }
        let ways = map.layers().map(|layer| layer.one_way).collect();
        Self { terrain, map, ways, pixels, kept: Vec::new() }
    }

    /// Sets a tile, and draws the pixels of the old and the new picture anew.
    pub fn set_tile(&mut self, layer: usize, cell: IVec2, tile: Option<Tile>) -> Rect {
        let picture = |tile: Option<Tile>| {
            let laid = tile.map(|tile| laid(&self.map, layer, cell, tile));
            laid.map_or(Rect::EMPTY, |(mask, at)| Rect::from_size(at, mask.size()))
        };
        let anew = [picture(self.map.tile(layer, cell)), picture(tile)];
        self.map.set_tile(layer, cell, tile).expect("the map has it");
        let stamps = self.map.placed_tiles(layer).filter(|(corner, stamp)| {
            let picture = Rect::from_size(*corner, stamp.mask.size());
            anew.iter().any(|rect| rect.overlaps(&picture))
        });
        let near: Vec<_> = stamps.map(|(corner, stamp)| (corner, stamp, one_way_of(&self.map, stamp.tile()))).collect();
        for pixel in anew.into_iter().flat_map(pixels) {
            for (place, way) in (layer..).step_by(self.ways.len()).zip(KINDS) {
                let is_drawn =
                    near.iter().any(|(corner, stamp, of)| *of == way && in_mask(pixel, &stamp.mask, *corner));
                self.pixels.set(place, pixel, is_drawn);
            }
        }
        self.terrain.set_tile(layer, cell, tile).expect("the terrain has it")
    }

    /// Carves or fills pixels: on layers of a mask, or on those that the short calls mean.
    pub fn shape(&mut self, shape: &EditShape<'_>, solid: bool, mask: Option<LayerMask>) -> Rect {
        let back = self.ways.iter().position(Option::is_none);
        let is_meant = |layer: usize| match mask {
            Some(mask) => mask.contains(layer),
            None => !solid || Some(layer) == back,
        };
        let is_in = |pixel| match *shape {
            EditShape::Circle { center, radius } => in_circle(pixel, center, radius),
            EditShape::Outline(points) => in_polygon(pixel, points),
            EditShape::Mask { mask, at } => in_mask(pixel, mask, at),
        };
        // A filled pixel has no tile.
        let layers = self.ways.len();
        self.pixels.paint(|place| is_meant(place % layers) && !(solid && place >= layers), solid, is_in);
        match (mask, *shape, solid) {
            (None, EditShape::Circle { center, radius }, true) => self.terrain.fill_circle(center, radius),
            (None, EditShape::Circle { center, radius }, false) => self.terrain.carve_circle(center, radius),
            (None, EditShape::Mask { mask, at }, true) => self.terrain.fill_mask(mask, at),
            (None, EditShape::Mask { mask, at }, false) => self.terrain.carve_mask(mask, at),
            (layers, shape, solid) => {
                let back = back.map_or(LayerMask::NONE, LayerMask::layer);
                let layers = layers.unwrap_or(if solid { back } else { LayerMask::ALL });
                shape.edit(&mut self.terrain, layers, solid)
            }
        }
    }

    pub fn set_one_way(&mut self, layer: usize, way: Option<Direction>) {
        self.terrain.set_one_way(layer, way).expect("the layer");
        self.ways[layer] = way;
    }

    /// Takes a snapshot.
    pub fn keep(&mut self) {
        self.kept.push((self.terrain.snapshot(), self.map.clone(), self.ways.clone(), self.pixels.clone()));
    }

    /// The number of snapshots.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Forgets the oldest snapshots above a number.
    pub fn forget_oldest(&mut self, most: usize) {
        self.kept.drain(..self.kept.len().saturating_sub(most));
    }

    pub fn restore(&mut self, place: usize) -> Rect {
        let (snapshot, map, ways, pixels) = self.kept[place].clone();
        (self.map, self.ways, self.pixels) = (map, ways, pixels);
        self.terrain.restore(&snapshot)
    }

    /// The frontmost layer that is solid for a ray at a pixel, and the kinds of its tiles that are.
    fn solid_layer(
        &self,
        pixel: IVec2,
        ray: &Ray,
        layers: LayerMask,
        rule: OneWayRule,
    ) -> Option<(usize, Vec<Option<Direction>>)> {
        let motion = ray.end() - ray.origin();
        let stops = |way: Option<Direction>| match (way, rule) {
            (None, _) | (_, OneWayRule::Solid) => true,
            (_, OneWayRule::Free) => false,
            (Some(way), OneWayRule::Respect) => way.is_against(motion),
        };
        (0..self.ways.len()).rev().filter(|layer| layers.contains(*layer)).find_map(|layer| {
            let places = (layer..).step_by(self.ways.len()).zip(KINDS);
            let solid =
                places.filter(|(place, kind)| stops(kind.or(self.ways[layer])) && self.pixels.get(*place, pixel));
            let kinds: Vec<_> = solid.map(|(_, kind)| kind).collect();
            (!kinds.is_empty()).then_some((layer, kinds))
        })
    }

    pub fn check_pixels(&self, area: &Rect, case: &str) {
        for pixel in pixels(*area) {
            let expected = (0..self.pixels.layers.len()).any(|place| self.pixels.get(place, pixel));
            assert_eq!(self.terrain.is_solid(pixel), expected, "{case}: {pixel}");
        }
    }

    /// Checks the hit of a ray, and who owns the pixel.
    pub fn check_ray(&self, ray: &Ray, layers: LayerMask, rule: OneWayRule, case: &str) {
        let hit = self.terrain.query().layers(layers).one_way(rule).raycast(ray);
        let expected = raycast(|pixel| self.solid_layer(pixel, ray, layers, rule).is_some(), ray);
        assert_eq!(hit.map(PlainHit::from), expected, "{case}: {ray:?} {layers:?} {rule:?}");
        let Some(hit) = hit else { return };
        let (layer, kinds) = self.solid_layer(hit.pixel(), ray, layers, rule).expect("a layer is solid there");
        let offset = self.map.layer(layer).expect("the layer").offset;
        let in_cell = ((hit.pixel() - offset).div_euclid(cell_size(&self.map, layer)), None);
        let owner = drawn(&self.map, layer, &kinds, hit.pixel()).map_or(in_cell, |(cell, tile)| (cell, Some(tile)));
        assert_eq!((hit.layer(), (hit.cell(), hit.tile())), (layer, owner), "{case}: the owner of {}", hit.pixel());
    }
}

/// Edits in some way; returns the dirty rectangle, and whether it is promised to be as small as can be.
pub fn edit(pair: &mut EditedTerrain, rng: &mut Rng) -> (Rect, bool) {
    let kind = rng.u32(0..20);
    (edit_by(pair, kind, rng), kind < 13)
}

/// Edits in a way that a number from 0 to 19 tells.
fn edit_by(pair: &mut EditedTerrain, kind: u32, rng: &mut Rng) -> Rect {
    let bounds = pair.pixels.bounds;
    let spot = |rng: &mut Rng| {
        let point = ivec2(rng.i32(bounds.min.x - 20..bounds.max.x + 20), rng.i32(bounds.min.y - 20..bounds.max.y + 20));
        // Whole and half pixels are the ties.
        point.as_vec2() + vec2(rng.u8(0..8) as f32, rng.u8(0..8) as f32) / [2.0, 256.0, 8.0][rng.usize(0..3)]
    };
    let layers = pair.ways.len();
    let mask = (rng.u32(0..3) == 0).then(|| LayerMask(rng.u32(0..16)));
    let solid = rng.u32(0..5) < 2;
    match kind {
        0..=7 => {
            let radius = [rng.f32() * 20.0, rng.u8(0..30) as f32 / 2.0, rng.f32() * 60.0][rng.usize(0..3)];
            pair.shape(&EditShape::Circle { center: spot(rng), radius }, solid, mask)
        }
        8..=10 => {
            let points: Vec<Vec2> = (0..rng.usize(0..8)).map(|_| spot(rng)).collect();
            pair.shape(&EditShape::Outline(&points), solid, mask)
        }
        11..=12 => {
            let (stamp, at) = (scenes::mask(scenes::KINDS[rng.usize(0..12)], rng), spot(rng).as_ivec2());
            pair.shape(&EditShape::Mask { mask: &stamp, at }, solid, mask)
        }
        13..=16 => {
            let layer = rng.usize(0..layers);
            let cells = pair.map.layer(layer).expect("the layer").cells;
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            let tile = (rng.u32(0..3) > 0).then(|| random_tile(rng));
            pair.set_tile(layer, cell, tile)
        }
        17 => {
            let (layer, way) = (rng.usize(0..layers), [None, None, Some(Direction::Up)][rng.usize(0..3)]);
            pair.set_one_way(layer, way);
            Rect::EMPTY
        }
        18 => {
            pair.keep();
            Rect::EMPTY
        }
        _ if pair.kept() == 0 => Rect::EMPTY,
        _ => pair.restore(rng.usize(0..pair.kept())),
    }
}

/// Checks the hit of some ray.
pub fn check_ray(pair: &EditedTerrain, rng: &mut Rng, case: &str) {
    let bounds = pair.pixels.bounds;
    let ray = scenes::ray(bounds.min, bounds.size().as_ivec2(), rng);
    let layers = if rng.bool() { LayerMask::ALL } else { LayerMask(rng.u32(0..16)) };
    let one_way = [OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(0..3)];
    pair.check_ray(&ray, layers, one_way, case);
}
