//! Updates of a terrain to a map that was saved anew, against a terrain that is built of that map.

use fastrand::Rng;
use reference::each_case;
use reference::maps::one_way_of;
use reference::nearest::pixels;
use std::collections::{BTreeMap, HashMap};
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::terrain::StateHash;
use tileray::tile::RenderOrder;
use tileray::{
    Direction, LayerMask, LayerSet, Ray, RayHit, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet,
};

/// A map as an editor keeps it: what a change of it means for indices shows when it is built.
#[derive(Clone)]
struct Plan {
    tile_size: UVec2,
    size: UVec2,
    order: RenderOrder,
    /// Tile sets by a key that stays: name, offset, tiles by id.
    sets: Vec<(u32, String, IVec2, Vec<PlanTile>)>,
    layers: Vec<PlanLayer>,
}

/// The mask of a tile, and the name of its one-way direction.
type PlanTile = (SolidityMap, Option<&'static str>);

#[derive(Clone)]
struct PlanLayer {
    path: String,
    cells: Rect,
    offset: IVec2,
    one_way: Option<Direction>,
    visible: bool,
    /// The key of the set, the id and the orientation.
    tiles: BTreeMap<[i32; 2], (u32, u32, Orientation)>,
}

const WAYS: [Option<Direction>; 4] = [None, None, Some(Direction::Down), Some(Direction::Left)];
const NAMES: [Option<&str>; 4] = [None, None, Some("down"), Some("left")];
pub(crate) const ORDERS: [RenderOrder; 4] =
    [RenderOrder::RightDown, RenderOrder::RightUp, RenderOrder::LeftDown, RenderOrder::LeftUp];

fn offset(rng: &mut Rng, most: i32) -> IVec2 {
    if rng.bool() { IVec2::ZERO } else { ivec2(rng.i32(-most..=most), rng.i32(-most..=most)) }
}

fn mask(rng: &mut Rng, side: UVec2) -> SolidityMap {
    let size = if rng.u32(0..3) > 0 { side } else { uvec2(rng.u32(1..30), rng.u32(1..30)) };
    let full = rng.bool();
    SolidityMap::from_fn(size.x, size.y, |_, _| full || rng.bool())
}

fn tile(rng: &mut Rng, sets: &[(u32, String, IVec2, Vec<PlanTile>)]) -> (u32, u32, Orientation) {
    let (key, _, _, tiles) = &sets[rng.usize(0..sets.len())];
    (*key, rng.u32(0..tiles.len() as u32), Orientation::ALL[rng.usize(0..8)])
}

fn set(rng: &mut Rng, key: u32, side: UVec2) -> (u32, String, IVec2, Vec<PlanTile>) {
    let tiles = (0..rng.usize(1..4)).map(|_| (mask(rng, side), NAMES[rng.usize(0..4)])).collect();
    (key, ["rock", "wood"][rng.usize(0..2)].to_owned(), offset(rng, 3), tiles)
}

impl Plan {
    fn random(rng: &mut Rng) -> Self {
        let tile_size = [uvec2(16, 16), uvec2(16, 16), uvec2(8, 8), uvec2(7, 12)][rng.usize(0..4)];
        let size = if rng.u32(0..4) == 0 { UVec2::ZERO } else { uvec2(rng.u32(1..90), rng.u32(1..60)) / tile_size };
        let sets = (0..rng.u32(1..4)).map(|key| set(rng, key, tile_size)).collect();
        let mut plan = Self { tile_size, size, order: RenderOrder::default(), sets, layers: Vec::new() };
        (0..rng.usize(0..4)).for_each(|_| plan.add_layer(rng));
        plan
    }

    fn add_layer(&mut self, rng: &mut Rng) {
        let (columns, rows) = (80 / self.tile_size.x as i32, 50 / self.tile_size.y as i32);
        let cells = Rect::new(ivec2(-rng.i32(0..2), -rng.i32(0..2)), ivec2(rng.i32(1..=columns), rng.i32(1..=rows)));
        let mut layer = PlanLayer {
            path: ["a", "b", "group/a", "c"][rng.usize(0..4)].to_owned(),
            cells,
            offset: offset(rng, 9),
            one_way: WAYS[rng.usize(0..4)],
            visible: rng.u32(0..6) > 0,
            tiles: BTreeMap::new(),
        };
        for y in cells.min.y..cells.max.y {
            for x in cells.min.x..cells.max.x {
                if rng.u32(0..3) == 0 {
                    layer.tiles.insert([x, y], tile(rng, &self.sets));
                }
            }
        }
        let at = rng.usize(0..=self.layers.len());
        self.layers.insert(at, layer);
    }

    /// Changes one thing that an editor changes.
    fn change(&mut self, rng: &mut Rng) {
        let kind = rng.u32(0..28);
        let any_set = rng.usize(0..self.sets.len());
        match kind {
            0 => {
                let (id, new) = (rng.usize(0..self.sets[any_set].3.len()), mask(rng, self.tile_size));
                self.sets[any_set].3[id].0 = new;
            }
            26 | 27 => {
                let id = rng.usize(0..self.sets[any_set].3.len());
                self.sets[any_set].3[id].1 = NAMES[rng.usize(0..4)];
            }
            1 => self.sets[any_set].2 = offset(rng, 3),
            2 => self.sets.rotate_left(any_set),
            3 => {
                let key = self.sets.iter().map(|set| set.0).max().unwrap_or(0) + 1;
                let new = set(rng, key, self.tile_size);
                self.sets.insert(any_set, new);
            }
            4 => self.order = ORDERS[rng.usize(0..4)],
            5 => self.size = uvec2(rng.u32(0..90), rng.u32(0..60)) / self.tile_size,
            6 if rng.u32(0..4) == 0 => self.tile_size = uvec2(rng.u32(5..20), rng.u32(5..20)),
            7 if self.layers.len() < 6 => self.add_layer(rng),
            _ if self.layers.is_empty() => {}
            kind => {
                let at = rng.usize(0..self.layers.len());
                let other = rng.usize(0..self.layers.len());
                let layer = &mut self.layers[at];
                match kind {
                    8 => layer.offset = offset(rng, 9),
                    9 => layer.one_way = WAYS[rng.usize(0..4)],
                    10 => layer.visible ^= true,
                    11 => layer.path = "renamed".to_owned(),
                    12 => _ = self.layers.remove(at),
                    13 => self.layers.swap(at, other),
                    14 => {
                        layer.cells =
                            Rect::new(layer.cells.min - ivec2(rng.i32(-1..2), 0), layer.cells.max + rng.i32(-1..3));
                        let cells = layer.cells;
                        layer.tiles.retain(|&[x, y], _| cells.contains(ivec2(x, y)));
                    }
                    15 => layer.tiles.clear(),
                    _ if layer.cells.is_empty() => {}
                    _ => {
                        let Rect { min, max } = layer.cells;
                        for _ in 0..rng.usize(1..4) {
                            let cell = [rng.i32(min.x..max.x), rng.i32(min.y..max.y)];
                            match rng.bool() {
                                true => _ = layer.tiles.insert(cell, tile(rng, &self.sets)),
                                false => _ = layer.tiles.remove(&cell),
                            }
                        }
                    }
                }
            }
        }
    }

    fn build(&self, rng: &mut Rng) -> TileMap {
        let mut map = TileMap::new(self.tile_size).and_then(|map| map.with_size(self.size)).expect("a small map");
        map.render_order = self.order;
        let mut indices = HashMap::new();
        for (key, name, offset, tiles) in &self.sets {
            let mut set = TileSet::new(name.clone(), *offset);
            for ((mask, way), id) in tiles.iter().zip(0..) {
                set.insert(id, mask.clone());
                set.set_properties(id, way.iter().map(|way| (TileSet::ONE_WAY, *way)).collect());
            }
            indices.insert(*key, map.add_tile_set(set));
        }
        for layer in &self.layers {
            let PlanLayer { one_way, visible, offset, .. } = *layer;
            let named = TileLayer::new(layer.path.clone(), layer.cells);
            let index = map.add_layer(TileLayer { one_way, visible, offset, ..named }).expect("a layer");
            // Tiles are numbered in the order in which they are set, which must mean nothing.
            let mut tiles: Vec<_> = layer.tiles.iter().collect();
            rng.shuffle(&mut tiles);
            for (&[x, y], (key, id, orientation)) in tiles {
                let tile = Tile { set: indices[key], id: *id, orientation: *orientation };
                map.set_tile(index, ivec2(x, y), Some(tile)).expect("a tile of the set");
            }
        }
        map
    }
}

/// The k-th of a name, for each of the names.
fn keys<'a>(names: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    names
        .map(|name| {
            let count = counts.entry(name).or_default();
            *count += 1;
            (name, *count)
        })
        .collect()
}

fn layer_keys(map: &TileMap) -> Vec<(&str, usize)> {
    keys(map.layers().map(|layer| layer.path.as_str()))
}

/// What a tile is called, whichever index its set has.
fn tile_key(map: &TileMap, tile: Tile) -> ((&str, usize), u32, Orientation) {
    (keys(map.tile_sets().map(|set| set.name.as_str()))[usize::from(tile.set)], tile.id, tile.orientation)
}

/// The pixels that the picture in a cell covers, its mask and one-way direction, and what the tile is called.
type Shown<'a> = (Rect, (SolidityMap, Option<Direction>), ((&'a str, usize), u32, Orientation));

fn shown(map: &TileMap, layer: usize, cell: IVec2) -> Option<Shown<'_>> {
    let tile = map.tile(layer, cell)?;
    let set = map.tile_set(tile.set).expect("a set of the map");
    let mask = set.mask(tile.id).expect("a tile of the set").oriented(tile.orientation);
    let side = map.tile_size().as_ivec2();
    let corner = map.layer(layer).expect("a layer").offset + cell * side;
    let at = corner + ivec2(0, side.y - mask.height() as i32) + set.offset;
    Some((Rect::from_size(at, mask.size()), (mask, one_way_of(map, tile)), tile_key(map, tile)))
}

/// The old layer of a new one, by the documentation.
fn partner(old: &TileMap, new: &TileMap, layer: usize) -> Option<usize> {
    let key = layer_keys(new)[layer];
    let found = layer_keys(old).iter().position(|known| *known == key)?;
    let offset = |map: &TileMap, layer| map.layer(layer).map(|layer| layer.offset);
    (old.tile_size() == new.tile_size() && offset(old, found) == offset(new, layer)).then_some(found)
}

/// The pictures of the cells in which two paired layers differ.
fn changed_pictures(old: &TileMap, new: &TileMap, before: usize, after: usize) -> Vec<Rect> {
    let cells = |map: &TileMap, layer| map.layer(layer).expect("a layer").cells;
    let all = cells(old, before).union(&cells(new, after));
    let changed = pixels(all).map(|cell| (shown(old, before, cell), shown(new, after, cell)));
    changed.filter(|(old, new)| old != new).flat_map(|(old, new)| [old, new]).flatten().map(|shown| shown.0).collect()
}

fn indices(layers: &LayerSet, map: &TileMap) -> Vec<usize> {
    (0..map.layers().len()).filter(|index| layers.contains(*index)).collect()
}

pub(crate) fn hit_at(terrain: &Terrain, pixel: IVec2) -> Option<RayHit> {
    let middle = pixel.as_vec2() + 0.5;
    let query = terrain.query().one_way(tileray::terrain::OneWayRule::Solid);
    query.raycast(&Ray::between(middle, middle))
}

/// The hash of a terrain's state.
pub(crate) fn hash(terrain: &Terrain) -> u64 {
    let mut hash = StateHash::new();
    terrain.hash_state(&mut hash);
    hash.finish()
}

/// Returns the owner of a pixel, if there are tiles, named by the keys of its layer and tile, which stay when an update renumbers them.
fn owner(terrain: &Terrain, pixel: IVec2) -> Option<String> {
    let (hit, map) = (hit_at(terrain, pixel)?, terrain.map()?);
    let tile = hit.tile().map(|tile| tile_key(map, tile));
    Some(format!("{:?} {} {tile:?}", layer_keys(map)[hit.layer()], hit.cell()))
}

/// Asserts what is promised of dirty rectangles.
fn assert_dirty(before: &Terrain, after: &Terrain, dirty: &[Rect]) {
    let all = before.bounds().union(&after.bounds());
    assert!(dirty.len() <= 16 && dirty.iter().all(|rect| !rect.is_empty() && rect.intersection(&all) == *rect));
    for (index, rect) in dirty.iter().enumerate() {
        assert!(dirty[..index].iter().all(|other| other.intersection(rect).is_empty()), "{dirty:?}");
    }
    assert_holds_changes(before, after, dirty);
}

/// Asserts that beside some rectangles two terrains have the same pixels on each layer, and the same owners.
pub(crate) fn assert_holds_changes(before: &Terrain, after: &Terrain, dirty: &[Rect]) {
    let all = before.bounds().union(&after.bounds());
    let [old, new] = [before, after].map(|terrain| terrain.map().map_or_else(|| vec![("", 1)], layer_keys));
    let mask = |keys: &[(&str, usize)], key| {
        keys.iter().position(|known| *known == key).map_or(LayerMask::NONE, LayerMask::layer)
    };
    let masks: Vec<_> = old.iter().chain(&new).map(|&key| (mask(&old, key), mask(&new, key))).collect();
    for pixel in pixels(all).filter(|&pixel| !dirty.iter().any(|rect| rect.contains(pixel))) {
        for &(old, new) in &masks {
            assert_eq!(
                before.query().layers(old).is_solid(pixel),
                after.query().layers(new).is_solid(pixel),
                "{pixel} {dirty:?}"
            );
        }
        // Where nothing is solid, nothing has an owner.
        if before.is_solid(pixel) {
            assert_eq!(owner(before, pixel), owner(after, pixel), "{pixel} {dirty:?}");
        }
    }
}

#[test]
fn an_updated_terrain_answers_as_one_that_is_built() {
    for (seed, mut rng) in each_case(71, reference::cases(24)) {
        let mut plan = Plan::random(&mut rng);
        let map = plan.build(&mut rng);
        let choice = |map: &TileMap, all: bool| if all { LayerSet::all(map) } else { LayerSet::solid(map) };
        let mut terrain = Terrain::from_layers(&map, &choice(&map, rng.bool())).expect("a small map");
        for step in 0..6 {
            (0..rng.usize(0..4)).for_each(|_| plan.change(&mut rng));
            let map = plan.build(&mut rng);
            let layers = choice(&map, rng.bool());
            let before = terrain.clone();
            let dirty = terrain.reload_layers(&map, &layers).expect("a small map");
            let built = Terrain::from_layers(&map, &layers).expect("a small map");

            let place = format!("seed {seed}, step {step}");
            assert_eq!((terrain.bounds(), hash(&terrain)), (built.bounds(), hash(&built)), "{place}");
            for pixel in pixels(built.bounds()) {
                assert_eq!(hit_at(&terrain, pixel), hit_at(&built, pixel), "{place}: {pixel}");
            }
            for _ in 0..40 {
                let bounds = built.bounds();
                let mut at = |low: i32, high: i32| rng.f32() * (high - low + 20) as f32 + (low - 10) as f32;
                let mut point = || (at(bounds.min.x, bounds.max.x), at(bounds.min.y, bounds.max.y));
                let ray = Ray::between(point(), point());
                assert_eq!(terrain.raycast(&ray), built.raycast(&ray), "{place}: {ray:?}");
            }
            assert_dirty(&before, &terrain, &dirty);
            assert_eq!(terrain.reload_layers(&map, &layers), Ok(Vec::new()), "{place}: nothing changed");
            assert_eq!(terrain.reload_layers(&plan.build(&mut rng), &layers), Ok(Vec::new()), "{place}");
        }
    }
}

#[test]
fn edits_stay_where_the_map_stays() {
    for (seed, mut rng) in each_case(72, reference::cases(24)) {
        let mut plan = Plan::random(&mut rng);
        let map = plan.build(&mut rng);
        let mut terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
        for step in 0..4 {
            let bounds = terrain.bounds();
            for _ in 0..rng.usize(0..4) {
                let at = |rng: &mut Rng, low: i32, high: i32| rng.f32() * (high - low) as f32 + low as f32;
                let center = (at(&mut rng, bounds.min.x, bounds.max.x), at(&mut rng, bounds.min.y, bounds.max.y));
                match rng.bool() {
                    true => _ = terrain.carve_circle(center, 9.0),
                    false => _ = terrain.fill_circle(center, 7.0),
                }
            }
            // A tile that the program set, which may reach out of the terrain.
            if let Some(layer) = plan.layers.iter().position(|layer| !layer.cells.is_empty()) {
                let tile = Some(Tile { set: 0, id: 0, ..Tile::default() });
                let Rect { min, max } = plan.layers[layer].cells;
                let cell = if rng.bool() { min } else { max - 1 };
                terrain.set_tile(layer, cell, tile).expect("a cell of the map");
                if rng.bool() {
                    // The saved map has it too.
                    let key = plan.sets[0].0;
                    plan.layers[layer].tiles.insert([cell.x, cell.y], (key, 0, Orientation::IDENTITY));
                }
                let _ = terrain.set_one_way(layer, WAYS[rng.usize(0..4)]);
            }
            (0..rng.usize(0..4)).for_each(|_| plan.change(&mut rng));
            let (new, before) = (plan.build(&mut rng), terrain.clone());
            let old = before.map().expect("made of a map");
            let layers = LayerSet::all(&new);
            let dirty = terrain.reload_layers(&new, &layers).expect("a small map");

            let built = Terrain::from_layers(&new, &layers).expect("a small map");
            assert_eq!(terrain.bounds(), built.bounds());
            for layer in indices(&layers, &new) {
                let partner = partner(old, &new, layer);
                let changed = partner.map(|partner| changed_pictures(old, &new, partner, layer));
                let is_new = |pixel| {
                    !before.bounds().contains(pixel)
                        || changed.as_ref().is_none_or(|changed| changed.iter().any(|rect| rect.contains(pixel)))
                };
                for pixel in pixels(built.bounds()) {
                    let expected = match partner.filter(|_| !is_new(pixel)) {
                        Some(partner) => before.query().layers(LayerMask::layer(partner)).is_solid(pixel),
                        None => built.query().layers(LayerMask::layer(layer)).is_solid(pixel),
                    };
                    let found = terrain.query().layers(LayerMask::layer(layer)).is_solid(pixel);
                    assert_eq!(found, expected, "seed {seed}, step {step}, layer {layer}: {pixel}");
                }
            }
            for pixel in pixels(built.bounds()) {
                let front = indices(&layers, &new).into_iter().rev();
                let owner =
                    front.into_iter().find(|&layer| terrain.query().layers(LayerMask::layer(layer)).is_solid(pixel));
                let tiles = owner.map(|layer| new.placed_tiles(layer).collect::<Vec<_>>()).unwrap_or_default();
                let covering = tiles.iter().rev().find(|(corner, tile)| {
                    let inside = pixel - *corner;
                    tile.mask.get(inside.x, inside.y)
                });
                let found = hit_at(&terrain, pixel).map(|hit| (hit.layer(), hit.tile()));
                let expected = owner.map(|layer| (layer, covering.map(|(_, tile)| tile.tile())));
                assert_eq!(found, expected, "seed {seed}, step {step}: {pixel}");
            }
            assert_dirty(&before, &terrain, &dirty);
        }
    }
}

/// A map of 64×64 cells of 16 pixels with two layers.
fn large() -> (TileMap, Tile) {
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(64, 64))).expect("a map");
    let mut set = TileSet::new("rock", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    set.insert(1, SolidityMap::from_fn(16, 16, |x, y| y >= x));
    let tile = Tile { set: map.add_tile_set(set), ..Tile::default() };
    for name in ["ground", "planks"] {
        map.add_layer(TileLayer::new(name, Rect::new(IVec2::ZERO, IVec2::splat(64)))).expect("a layer");
    }
    for cell in pixels(Rect::new(IVec2::ZERO, IVec2::splat(64))) {
        map.set_tile(0, cell, Some(Tile { id: (cell.x % 2) as u32, ..tile })).expect("a cell");
    }
    (map, tile)
}

#[test]
fn dirty_rectangles_are_as_small_as_the_changes_are_few() {
    let (map, tile) = large();
    let cell = |x: i32, y: i32| Rect::new(ivec2(16 * x, 16 * y), ivec2(16 * x + 16, 16 * y + 16));
    let mut terrain = Terrain::from_map(&map);
    let mut saved = map.clone();
    for (x, y) in [(3, 4), (4, 4), (60, 60), (20, 9)] {
        saved.set_tile(0, ivec2(x, y), None).expect("a cell");
    }
    let expected = [cell(3, 4).union(&cell(4, 4)), cell(20, 9), cell(60, 60)];
    assert_eq!(terrain.reload(&saved), Ok(expected.to_vec()));

    let mut saved = map.clone();
    for place in pixels(Rect::new(ivec2(8, 8), ivec2(24, 30))) {
        saved.set_tile(0, place, Some(Tile { orientation: Orientation::ALL[5], ..tile })).expect("a cell");
    }
    terrain = Terrain::from_map(&map);
    assert_eq!(terrain.reload(&saved), Ok(vec![Rect::new(IVec2::splat(8 * 16), ivec2(24 * 16, 30 * 16))]));

    // Every second tile of the map looks different.
    let (tile_size, size) = (map.tile_size(), map.size());
    let mut saved = TileMap::new(tile_size).and_then(|map| map.with_size(size)).expect("a map");
    let mut rock = map.tile_set(0).expect("the set").clone();
    rock.insert(1, SolidityMap::from_fn(16, 16, |x, y| y > x));
    saved.add_tile_set(rock);
    for layer in map.layers() {
        saved.add_layer(layer.clone()).expect("a layer");
    }
    for cell in pixels(Rect::new(IVec2::ZERO, IVec2::splat(64))) {
        saved.set_tile(0, cell, map.tile(0, cell)).expect("a cell");
    }
    terrain = Terrain::from_map(&map);
    let dirty = terrain.reload(&saved).expect("a map");
    assert!(!dirty.is_empty() && dirty.len() <= 16);
    assert!(dirty.iter().map(Rect::area).sum::<u64>() <= 1024 * 1024);
    assert_eq!(hash(&terrain), hash(&Terrain::from_map(&saved)));
}

#[test]
fn a_refused_map_changes_nothing() {
    let (map, tile) = large();
    let mut terrain = Terrain::from_map(&map);
    let far = TileMap::MAX_COORDINATE / 16 - 2;
    let mut huge = TileMap::new(uvec2(16, 16)).expect("a map");
    let mut set = TileSet::new("rock", IVec2::ZERO);
    set.insert(0, SolidityMap::new(16, 16));
    huge.add_tile_set(set);
    for corner in [-far, far] {
        let layer = TileLayer::new("far", Rect::from_size(IVec2::splat(corner), UVec2::ONE));
        let layer = huge.add_layer(layer).expect("a layer");
        huge.set_tile(layer, IVec2::splat(corner), Some(tile)).expect("a cell");
    }
    let before = hash(&terrain);
    assert!(terrain.reload(&huge).is_err());
    assert_eq!((hash(&terrain), terrain.map().map(TileMap::size)), (before, Some(uvec2(64, 64))));

    // Layers of one path whose cells are far apart.
    for (corner, name) in [(-far, "ground"), (far - 9000, "ground")] {
        let mut apart = TileMap::new(uvec2(1, 1)).expect("a map");
        apart.add_layer(TileLayer::new(name, Rect::from_size(ivec2(corner, corner), uvec2(4, 4)))).expect("a layer");
        terrain.reload(&apart).expect("an empty map");
        assert!(terrain.bounds().is_empty());
    }
}

#[test]
fn a_terrain_of_a_mask_becomes_that_of_a_map() {
    let (map, _) = large();
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(40, 40, |_, _| true));
    assert_eq!(terrain.reload(&map), Ok(vec![terrain.bounds()]));
    assert_eq!(hash(&terrain), hash(&Terrain::from_map(&map)));
}
