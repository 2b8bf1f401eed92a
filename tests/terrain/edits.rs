//! Edits of a terrain against edits pixel by pixel.

use fastrand::Rng;
use reference::maps::{random_map, random_tile};
use reference::pixels::{Pixels, in_circle, in_mask, in_polygon};
use reference::{PlainHit, scenes};
use reference::{Replay, numbers, seeded};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, uvec2, vec2};
use tileray::solidity::Orientation;
use tileray::terrain::{EditError, OneWayRule, Shape, TerrainSnapshot};
use tileray::tile::PlacedTile;
use tileray::{Direction, LayerMask, LayerSet, Ray, RayOptions, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap};

/// The size of a layer's cells.
fn cell_size(map: &TileMap, layer: usize) -> IVec2 {
    let layer = map.layers().nth(layer).expect("the layer");
    layer.tile_size().unwrap_or(map.tile_size()).as_ivec2()
}

/// The mask of a tile as it is laid, and where, for a tile in a cell of a layer.
fn laid(map: &TileMap, layer: usize, cell: IVec2, tile: Tile) -> (SolidityMap, IVec2) {
    let set = map.tile_sets().next().expect("the set");
    let mask = set.mask(tile.id).expect("the tile").oriented(tile.orientation);
    let size = cell_size(map, layer);
    let offset = map.layers().nth(layer).expect("the layer").offset();
    let at = offset + set.offset() + ivec2(cell.x * size.x, (cell.y + 1) * size.y - mask.height() as i32);
    (mask, at)
}

/// The cell and the tile of a layer that make a pixel solid: those drawn last.
fn drawn(map: &TileMap, layer: usize, pixel: IVec2) -> Option<(IVec2, Tile)> {
    let (corner, stamp) =
        map.placed_tiles(layer).filter(|(corner, stamp)| in_mask(pixel, stamp.mask(), *corner)).last()?;
    let offset = map.layers().nth(layer).expect("the layer").offset();
    Some(((corner - stamp.offset() - offset).div_euclid(cell_size(map, layer)), stamp.tile()))
}

/// A terrain, and what it should be.
struct Pair {
    terrain: Terrain,
    map: TileMap,
    ways: Vec<Option<Direction>>,
    pixels: Pixels,
    kept: Vec<(TerrainSnapshot, TileMap, Vec<Option<Direction>>, Pixels)>,
}

impl Pair {
    fn new(rng: &mut Rng, loose: bool) -> Self {
        let map = random_map(rng, loose);
        let terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
        let mut pixels = Pixels::new(terrain.bounds(), map.layers().len());
        for layer in 0..map.layers().len() {
            for (corner, stamp) in map.placed_tiles(layer) {
                pixels.paint(|other| other == layer, true, |pixel| in_mask(pixel, stamp.mask(), corner));
            }
        }
        let ways = map.layers().map(TileLayer::one_way).collect();
        Self { terrain, map, ways, pixels, kept: Vec::new() }
    }

    fn set_tile(&mut self, layer: usize, cell: IVec2, tile: Option<Tile>) -> Rect {
        let picture = |tile: Option<Tile>| {
            let laid = tile.map(|tile| laid(&self.map, layer, cell, tile));
            laid.map_or(Rect::EMPTY, |(mask, at)| Rect::from_size(at, mask.size()))
        };
        let anew = [picture(self.map.tile(layer, cell)), picture(tile)];
        self.map.set_tile(layer, cell, tile).expect("the map has it");
        let stamps = self.map.placed_tiles(layer).filter(|(corner, stamp)| {
            let picture = Rect::from_size(*corner, stamp.mask().size());
            anew.iter().any(|rect| !rect.intersection(&picture).is_empty())
        });
        let near: Vec<_> = stamps.collect();
        let each = anew
            .iter()
            .flat_map(|rect| (rect.min.y..rect.max.y).flat_map(|y| (rect.min.x..rect.max.x).map(move |x| ivec2(x, y))));
        for pixel in each {
            let is_drawn = near.iter().any(|(corner, stamp)| in_mask(pixel, stamp.mask(), *corner));
            self.pixels.set(layer, pixel, is_drawn);
        }
        self.terrain.set_tile(layer, cell, tile).expect("the terrain has it")
    }

    fn shape(&mut self, shape: &Shape<'_>, solid: bool, mask: Option<LayerMask>) -> Rect {
        let back = self.ways.iter().position(Option::is_none);
        let is_meant = |layer: usize| match mask {
            Some(mask) => mask.contains(layer),
            None => !solid || Some(layer) == back,
        };
        let is_in = |pixel| match *shape {
            Shape::Circle { center, radius } => in_circle(pixel, center, radius),
            Shape::Polygon(points) => in_polygon(pixel, points),
            Shape::Mask { mask, at } => in_mask(pixel, mask, at),
            _ => unreachable!("another shape"),
        };
        self.pixels.paint(is_meant, solid, is_in);
        match (mask, *shape, solid) {
            (Some(mask), _, true) => self.terrain.fill(shape, mask),
            (Some(mask), _, false) => self.terrain.carve(shape, mask),
            (None, Shape::Circle { center, radius }, true) => self.terrain.fill_circle(center, radius),
            (None, Shape::Circle { center, radius }, false) => self.terrain.carve_circle(center, radius),
            (None, Shape::Polygon(points), true) => self.terrain.fill_polygon(points),
            (None, Shape::Polygon(points), false) => self.terrain.carve_polygon(points),
            (None, Shape::Mask { mask, at }, solid) => self.terrain.stamp(mask, at, solid),
            _ => unreachable!("another shape"),
        }
    }

    /// Edits in some way; returns the dirty rectangle, and whether it is promised to be as small as can be.
    fn edit(&mut self, rng: &mut Rng) -> (Rect, bool) {
        let kind = rng.u32(0..20);
        (self.edit_by(kind, rng), kind < 13)
    }

    fn edit_by(&mut self, kind: u32, rng: &mut Rng) -> Rect {
        let bounds = self.pixels.bounds;
        let spot = |rng: &mut Rng| {
            let point =
                ivec2(rng.i32(bounds.min.x - 20..bounds.max.x + 20), rng.i32(bounds.min.y - 20..bounds.max.y + 20));
            // Whole and half pixels are the ties.
            point.as_vec2() + vec2(rng.u8(0..8) as f32, rng.u8(0..8) as f32) / [2.0, 256.0, 8.0][rng.usize(0..3)]
        };
        let layers = self.ways.len();
        let mask = (rng.u32(0..3) == 0).then(|| LayerMask(rng.u32(0..16)));
        let solid = rng.u32(0..5) < 2;
        match kind {
            0..=7 => {
                let radius = [rng.f32() * 20.0, rng.u8(0..30) as f32 / 2.0, rng.f32() * 60.0][rng.usize(0..3)];
                self.shape(&Shape::circle(spot(rng), radius), solid, mask)
            }
            8..=10 => {
                let points: Vec<Vec2> = (0..rng.usize(0..8)).map(|_| spot(rng)).collect();
                self.shape(&Shape::Polygon(&points), solid, mask)
            }
            11..=12 => {
                let (stamp, at) = (scenes::mask(scenes::KINDS[rng.usize(0..12)], rng), spot(rng).as_ivec2());
                self.shape(&Shape::Mask { mask: &stamp, at }, solid, mask)
            }
            13..=16 => {
                let layer = rng.usize(0..layers);
                let cells = self.map.layers().nth(layer).expect("the layer").cells();
                let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
                let tile = (rng.u32(0..3) > 0).then(|| random_tile(rng));
                self.set_tile(layer, cell, tile)
            }
            17 => {
                let (layer, way) = (rng.usize(0..layers), [None, None, Some(Direction::Up)][rng.usize(0..3)]);
                self.terrain.set_one_way(layer, way).expect("the layer");
                self.ways[layer] = way;
                Rect::EMPTY
            }
            18 => {
                self.kept.push((self.terrain.snapshot(), self.map.clone(), self.ways.clone(), self.pixels.clone()));
                Rect::EMPTY
            }
            _ if self.kept.is_empty() => Rect::EMPTY,
            _ => {
                let place = rng.usize(0..self.kept.len());
                let (snapshot, map, ways, pixels) = self.kept[place].clone();
                (self.map, self.ways, self.pixels) = (map, ways, pixels);
                self.terrain.restore(&snapshot)
            }
        }
    }

    /// The frontmost layer that is solid for a ray at a pixel.
    fn solid_layer(&self, pixel: IVec2, ray: &Ray, options: &RayOptions) -> Option<usize> {
        let motion = ray.end() - ray.origin();
        self.ways.iter().enumerate().rposition(|(layer, way)| {
            let stops = match (way, options.one_way) {
                (None, _) | (_, OneWayRule::Solid) => true,
                (_, OneWayRule::Free) => false,
                (Some(way), OneWayRule::Respect) => way.is_against(motion),
            };
            stops && options.layers.contains(layer) && self.pixels.get(layer, pixel)
        })
    }

    fn check_pixels(&self, area: &Rect, case: &str) {
        for y in area.min.y..area.max.y {
            for x in area.min.x..area.max.x {
                let expected = (0..self.ways.len()).any(|layer| self.pixels.get(layer, ivec2(x, y)));
                assert_eq!(self.terrain.is_solid(ivec2(x, y)), expected, "{case}: ({x}, {y})");
            }
        }
    }

    fn check_ray(&self, rng: &mut Rng, case: &str) {
        let bounds = self.pixels.bounds;
        let ray = scenes::ray(bounds.min, bounds.size().as_ivec2(), rng);
        let layers = if rng.bool() { LayerMask::ALL } else { LayerMask(rng.u32(0..16)) };
        let one_way = [OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(0..3)];
        let options = RayOptions { layers, one_way, ..RayOptions::default() };
        let hit = self.terrain.raycast_with(&ray, &options);
        let expected = reference::raycast(|pixel| self.solid_layer(pixel, &ray, &options).is_some(), &ray);
        assert_eq!(hit.map(PlainHit::from), expected, "{case}: {ray:?} {options:?}");
        let Some(hit) = hit else { return };
        let layer = self.solid_layer(hit.pixel, &ray, &options).expect("a layer is solid there");
        let offset = self.map.layers().nth(layer).expect("the layer").offset();
        let in_cell = ((hit.pixel - offset).div_euclid(cell_size(&self.map, layer)), None);
        let owner = drawn(&self.map, layer, hit.pixel).map_or(in_cell, |(cell, tile)| (cell, Some(tile)));
        assert_eq!((hit.layer(), (hit.cell, hit.tile)), (layer, owner), "{case}: the owner of {}", hit.pixel);
    }
}

#[test]
fn edited_terrain_equals_pixels_that_are_edited_one_by_one() {
    let mut rng = Rng::with_seed(31);
    let seeds = reference::cases(56);
    for seed in 0..seeds {
        let mut pair = Pair::new(&mut rng, seed % 3 == 0);
        let whole = pair.pixels.bounds;
        pair.check_pixels(&Rect::new(whole.min - 3, whole.max + 3), &format!("seed {seed}, before"));
        for edit in 0..180 {
            let case = format!("seed {seed}, edit {edit}");
            let before = pair.pixels.clone();
            let (dirty, is_exact) = pair.edit(&mut rng);
            assert!(dirty == Rect::EMPTY || dirty.intersection(&whole) == dirty, "{case}: {dirty:?}");
            // What changed is inside the rectangle, and there the two agree.
            assert!(before.equals_outside(&pair.pixels, &dirty), "{case}: something changed outside {dirty:?}");
            if is_exact && !dirty.is_empty() {
                for smaller in [
                    Rect::new(dirty.min + IVec2::X, dirty.max),
                    Rect::new(dirty.min + IVec2::Y, dirty.max),
                    Rect::new(dirty.min, dirty.max - IVec2::X),
                    Rect::new(dirty.min, dirty.max - IVec2::Y),
                ] {
                    assert!(!before.equals_outside(&pair.pixels, &smaller), "{case}: {dirty:?} is too large");
                }
            }
            pair.check_pixels(&Rect::new(dirty.min - 2, dirty.max + 2), &case);
            (0..4).for_each(|_| pair.check_ray(&mut rng, &case));
            if edit % 30 == 29 {
                pair.check_pixels(&whole, &case);
                let map = pair.terrain.map().expect("made of a map");
                for layer in 0..pair.ways.len() {
                    let cells = map.layers().nth(layer).expect("the layer").cells();
                    let each =
                        (cells.min.y..cells.max.y).flat_map(|y| (cells.min.x..cells.max.x).map(move |x| ivec2(x, y)));
                    each.for_each(|cell| assert_eq!(map.tile(layer, cell), pair.map.tile(layer, cell), "{case}"));
                }
            }
        }
    }
}

fn full(side: u32) -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(side, side, |_, _| true))
}

#[test]
fn what_is_no_shape_changes_nothing() {
    let mut terrain = full(64);
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for value in odd {
        assert_eq!(terrain.carve_circle((value, 5.0), 4.0), Rect::EMPTY);
        assert_eq!(terrain.carve_circle((5.0, 5.0), value), Rect::EMPTY);
        assert_eq!(terrain.carve_polygon(&[Vec2::ZERO, vec2(50.0, value), vec2(0.0, 50.0)]), Rect::EMPTY);
    }
    assert_eq!(terrain.carve_circle((5.0, 5.0), -1.0), Rect::EMPTY);
    assert_eq!(terrain.carve_polygon(&[Vec2::ZERO, Vec2::splat(50.0)]), Rect::EMPTY);
    assert_eq!(terrain.stamp(&SolidityMap::new(0, 0), IVec2::ZERO, false), Rect::EMPTY);
    assert_eq!(terrain.stamp(&SolidityMap::from_fn(9, 9, |_, _| true), IVec2::splat(i32::MAX - 3), false), Rect::EMPTY);
    assert_eq!(terrain.stamp(&SolidityMap::from_fn(9, 9, |_, _| true), IVec2::MIN, true), Rect::EMPTY);
    assert_eq!(terrain.fill_circle((32.0, 32.0), 8.0), Rect::EMPTY, "it is full");
    assert_eq!(terrain.carve(&Shape::circle((32.0, 32.0), 8.0), LayerMask::NONE), Rect::EMPTY);
    assert!((0..64).all(|y| (0..64).all(|x| terrain.is_solid(ivec2(x, y)))));
    let error = terrain.set_tile(0, IVec2::ZERO, None).expect_err("a mask has no tiles");
    assert_eq!(error, EditError::NoTiles);
    let error = terrain.set_one_way(3, None).expect_err("a mask has one layer").to_string();
    assert!(error.starts_with("layer 3 is not in the terrain, which has layer 0"), "{error}");
}

#[test]
fn shapes_beyond_all_bounds_end_at_the_terrains() {
    let bounds = Rect::new(IVec2::ZERO, IVec2::splat(256));
    let mut terrain = full(256);
    assert_eq!(terrain.carve_circle((1e30, 0.0), 1e29), Rect::EMPTY);
    assert_eq!(terrain.carve_circle((-3e38, 7.0), f32::MAX), bounds);
    assert_eq!(terrain.fill_circle((0.0, 0.0), 3e38), bounds);
    let far = 3e38;
    let around = [vec2(-far, -far), vec2(far, -far), vec2(far, far), vec2(-far, far)];
    assert_eq!(terrain.carve_polygon(&around), bounds);
    assert_eq!(terrain.memory(), Terrain::from_solidity(&SolidityMap::new(256, 256)).memory(), "nothing is kept");
}

#[test]
fn a_circle_takes_the_centers_on_its_rim() {
    let mut terrain = full(16);
    terrain.carve_circle((8.5, 8.5), 5.0);
    // 3, 4, 5: a tie.
    assert!(!terrain.is_solid(ivec2(8 + 3, 8 + 4)) && !terrain.is_solid(ivec2(8 - 5, 8)));
    assert!(terrain.is_solid(ivec2(8 + 4, 8 + 4)));
    assert_eq!(terrain.carve_circle((1.5, 1.5), 0.0), Rect::from_size(ivec2(1, 1), UVec2::ONE));
    assert!(!terrain.is_solid(ivec2(1, 1)) && terrain.is_solid(ivec2(1, 2)));
}

#[test]
fn polygons_that_share_edges_share_no_pixel_and_leave_none_out() {
    let mut rng = seeded(32);
    for case in numbers(reference::cases(60)) {
        let _replay = Replay::new(case, &rng);
        // A fan around a point, whose corners are the square's and points on its sides; most numbers are no multiples.
        let mut terrain = full(96);
        let hub = vec2(rng.f32() * 60.0 + 10.0, rng.f32() * 60.0 + 10.0);
        let at = |rng: &mut Rng| rng.f32() * 96.0;
        let rim = [
            vec2(0.0, 0.0),
            vec2(at(&mut rng), 0.0),
            vec2(96.0, 0.0),
            vec2(96.0, at(&mut rng)),
            vec2(96.0, 96.0),
            vec2(at(&mut rng), 96.0),
            vec2(0.0, 96.0),
            vec2(0.0, at(&mut rng)),
        ];
        let mut carved = 0;
        for index in 0..rim.len() {
            let before = terrain.clone();
            let mut points = [hub, rim[index], rim[(index + 1) % rim.len()]];
            points.rotate_left(rng.usize(0..3));
            if rng.bool() {
                points.reverse();
            }
            let dirty = terrain.carve_polygon(&points);
            let own = full(96).carve_polygon(&points);
            assert_eq!(dirty, own, "case {case}: nothing of it was carved before");
            for y in 0..96 {
                for x in 0..96 {
                    carved += u32::from(before.is_solid(ivec2(x, y)) && !terrain.is_solid(ivec2(x, y)));
                }
            }
        }
        assert_eq!(carved, 96 * 96, "case {case}");
    }
}

#[test]
fn a_snapshot_serves_clones_and_other_terrains() {
    let mut rng = Rng::with_seed(33);
    let mut pair = Pair::new(&mut rng, false);
    let snapshot = pair.terrain.snapshot();
    let mut clone = pair.terrain.clone();
    let dirty = clone.carve_circle((40.0, 40.0), 12.0);
    assert!(!dirty.is_empty());
    let back = clone.restore(&snapshot);
    assert_eq!(back.intersection(&dirty), back);
    assert_eq!(clone.restore(&snapshot), Rect::EMPTY, "nothing is left to restore");
    // Two clones that give one number to two tiles.
    let cell = ivec2(1, 1);
    let tiles = [0, 3].map(|id| Tile { set: 0, id, orientation: Orientation::IDENTITY });
    pair.terrain.set_tile(0, cell, Some(tiles[0])).expect("a tile");
    clone.set_tile(0, cell, Some(tiles[1])).expect("a tile");
    clone.restore(&pair.terrain.snapshot());
    assert_eq!(clone.map().expect("a map").tile(0, cell), Some(tiles[0]));
    let mut other = full(300);
    let bounds = other.bounds().union(&pair.terrain.bounds());
    assert_eq!(other.restore(&snapshot), bounds, "another terrain is taken over whole");
    assert_eq!(other.bounds(), pair.terrain.bounds());
}

#[test]
fn tiles_are_found_in_their_pixels() {
    let mut rng = Rng::with_seed(36);
    for case in 0..40 {
        let map = random_map(&mut rng, case % 2 == 0);
        for layer in 0..map.layers().len() {
            let corner = ivec2(rng.i32(-60..200), rng.i32(-60..200));
            let area = Rect::from_size(corner, uvec2(rng.u32(0..80), rng.u32(0..80)));
            let found: Vec<_> = map.placed_tiles_in(layer, area).collect();
            let named = |&(corner, placed): &(IVec2, &PlacedTile)| (corner, placed.tile());
            let mut all = map.placed_tiles(layer);
            assert!(
                found.iter().all(|tile| all.any(|other| named(&other) == named(tile))),
                "case {case}: in drawing order"
            );
            let reaches = |(corner, placed): &(IVec2, &PlacedTile)| {
                !Rect::from_size(*corner, placed.mask().size()).intersection(&area).is_empty()
            };
            let expected: Vec<_> = map.placed_tiles(layer).filter(reaches).map(|tile| named(&tile)).collect();
            let found: Vec<_> = found.into_iter().filter(reaches).map(|tile| named(&tile)).collect();
            assert_eq!(found, expected, "case {case}, layer {layer}");
        }
    }
}

#[test]
fn what_cannot_be_set_is_named_and_changes_nothing() {
    let mut rng = Rng::with_seed(34);
    let map = random_map(&mut rng, false);
    let mut terrain = Terrain::from_layers(&map, &LayerSet::named(&map, ["0"]).expect("the layer")).expect("small");
    let before = terrain.snapshot();
    let message = |result: Result<Rect, EditError>| result.expect_err("refused").to_string();
    assert!(message(terrain.set_tile(7, IVec2::ZERO, None)).contains("layer 7 is not in the terrain"));
    assert!(message(terrain.set_tile(0, ivec2(-40, 0), None)).contains("outside layer '0'"));
    let missing = Tile { set: 0, id: 77, ..Tile::default() };
    assert!(message(terrain.set_tile(0, IVec2::ZERO, Some(missing))).contains("tile 77 is not in tile set 0"));
    assert_eq!(terrain.restore(&before), Rect::EMPTY);
}
