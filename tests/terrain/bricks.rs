//! Terrain and tile maps against a test of every pixel.

use crate::update::hit_at;
use reference::each_case;
use reference::maps::{random_map, random_tile};
use reference::scenes::{self, Scene};
use std::collections::HashSet;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::tile::TileMapError;
use tileray::{LayerSet, Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

#[test]
fn terrain_of_a_mask_has_its_pixels_wherever_it_lies() {
    for (case, mut rng) in each_case(11, reference::cases(300)) {
        let Scene { mask, corner, terrain } = Scene::within(70, scenes::mask_in_turn(case, &mut rng), &mut rng);
        for y in -20..mask.height() as i32 + 20 {
            for x in -20..mask.width() as i32 + 20 {
                assert_eq!(terrain.is_solid(corner + ivec2(x, y)), mask.get(x, y), "({x}, {y})");
            }
        }
    }
}

#[test]
fn equal_bricks_are_stored_once() {
    let stripes = Terrain::from_solidity(&SolidityMap::from_fn(4096, 4096, |x, y| x % 16 < 4 && y % 16 < 9));
    // A few bytes for each brick of the grid, and one table; the brick itself counts once.
    assert!((256 * 256..270_000).contains(&stripes.memory()), "{} bytes", stripes.memory());
    let noise = Terrain::from_solidity(&SolidityMap::from_fn(512, 512, |x, y| x * 7 % (y + 3) < 5));
    let pixels = |brick: IVec2| (0..256).map(move |place| brick * 16 + ivec2(place % 16, place / 16));
    let bricks = (0..32 * 32).map(|place| ivec2(place % 32, place / 32));
    let distinct: HashSet<Vec<bool>> =
        bricks.map(|brick| pixels(brick).map(|pixel| noise.is_solid(pixel)).collect()).collect();
    assert!(distinct.len() > 400, "{} bricks differ", distinct.len());
    assert!(noise.memory() > distinct.len() * 64, "bricks that differ are stored each: {} bytes", noise.memory());
}

#[test]
fn a_terrain_without_pixels_is_free() {
    let terrain = Terrain::from_solidity(&SolidityMap::new(0, 0));
    assert!(terrain.bounds().is_empty());
    assert!(!terrain.is_solid(IVec2::ZERO));
    assert_eq!(terrain.raycast(&Ray::between((-5.0, 0.0), (5.0, 0.0))), None);
    let map = TileMap::new(uvec2(16, 16)).expect("a map without a frame");
    assert!(Terrain::from_map(&map).bounds().is_empty());
}

#[test]
fn what_is_too_large_is_refused_before_memory_is_taken() {
    let tiles = uvec2(1000, 1000);
    let map = TileMap::new(uvec2(16_000, 16_000)).and_then(|map| map.with_size(tiles)).expect("a wide frame");
    let error = Terrain::from_layers(&map, &LayerSet::all(&map)).expect_err("a million bricks a side");
    assert_eq!(error.size, uvec2(16_000_000, 16_000_000));
    assert!(map.solidity_with(&LayerSet::all(&map)).is_err());
    assert!(SolidityMap::try_new(u32::MAX, 1).is_err());
}

/// The layer, cell and tile one sees at a pixel, by a look at every cell of every layer from the front.
fn plain_owner(map: &TileMap, layers: &LayerSet, pixel: IVec2) -> Option<(usize, IVec2, Tile)> {
    let sets: Vec<&TileSet> = map.tile_sets().collect();
    for (place, layer) in map.layers().enumerate().rev().filter(|(place, _)| layers.contains(*place)) {
        let cells = layer.cells;
        for y in (cells.min.y..cells.max.y).rev() {
            for x in (cells.min.x..cells.max.x).rev() {
                let Some(tile) = map.tile(place, ivec2(x, y)) else { continue };
                let set = sets[usize::from(tile.set)];
                let mask = set.mask(tile.id).expect("the tile is in its set");
                let laid = tile.orientation.oriented_size(mask.size()).as_ivec2();
                // The laid picture stands on the bottom left corner of its cell.
                let size = layer.tile_size.unwrap_or(map.tile_size()).as_ivec2();
                let corner = layer.offset + set.offset + ivec2(x * size.x, (y + 1) * size.y - laid.y);
                let inside = pixel - corner;
                let in_picture = inside.cmpge(IVec2::ZERO).all() && inside.cmplt(laid).all();
                let source = tile.orientation.source(inside, mask.size());
                if in_picture && mask.get(source.x, source.y) {
                    return Some((place, ivec2(x, y), tile));
                }
            }
        }
    }
    None
}

#[test]
fn solidity_terrain_and_owners_of_a_map_equal_a_look_at_every_cell() {
    for (case, mut rng) in each_case(12, reference::cases(60)) {
        let mut map = random_map(&mut rng, case % 2 == 0);
        let hidden = TileLayer { visible: false, ..TileLayer::new("hidden", Rect::new(IVec2::ZERO, ivec2(2, 2))) };
        let hidden = map.add_layer(hidden).expect("a small layer");
        map.set_tile(hidden, ivec2(1, 1), Some(random_tile(&mut rng))).expect("a tile of the set");
        let (bounds, layers) = (map.bounds(), LayerSet::solid(&map));
        let (solidity, terrain) = (map.solidity(), Terrain::from_map(&map));
        assert_eq!(solidity.size(), bounds.size());
        for y in bounds.min.y - 20..bounds.max.y + 20 {
            for x in bounds.min.x - 20..bounds.max.x + 20 {
                let pixel = ivec2(x, y);
                let owner = plain_owner(&map, &layers, pixel);
                let inside = pixel - bounds.min;
                assert_eq!(solidity.get(inside.x, inside.y), owner.is_some(), "solidity at {pixel}");
                assert_eq!(terrain.is_solid(pixel), owner.is_some(), "terrain at {pixel}");
                if let Some((layer, cell, tile)) = owner {
                    let hit = hit_at(&terrain, pixel).expect("solid");
                    assert_eq!((hit.layer(), hit.cell(), hit.tile()), (layer, cell, Some(tile)), "{pixel}");
                }
            }
        }
    }
}

#[test]
fn what_a_map_refuses_it_names() {
    assert!(matches!(
        TileMap::new(uvec2(0, 16)).and_then(|map| map.with_size(UVec2::ONE)),
        Err(TileMapError::TileSize(_))
    ));
    assert!(matches!(
        TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(1 << 31, 1))),
        Err(TileMapError::TooFar { .. })
    ));
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(4, 4))).expect("a small map");
    let set = map.add_tile_set(TileSet::new("empty", IVec2::ZERO));
    let layer = TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(4, 4)));
    let layer = map.add_layer(layer).expect("a small layer");
    let tile = Some(Tile { set, id: 3, ..Tile::default() });
    let message = |result: Result<(), TileMapError>| result.expect_err("refused").to_string();
    assert_eq!(
        message(map.set_tile(layer, IVec2::ZERO, tile)),
        "tile 3 is not in tile set 0; insert it there, or set another tile"
    );
    assert_eq!(
        message(map.set_tile(9, IVec2::ZERO, None)),
        "there is no layer 9: the map has 1 tile layers, counted from 0; add the layer first"
    );
    assert!(message(map.set_tile(layer, ivec2(4, 0), None)).contains("outside layer 'ground'"));
    for size in [uvec2(0, 16), uvec2(16, 0), uvec2(16, 65_537), UVec2::MAX] {
        let layer = TileLayer { tile_size: Some(size), ..TileLayer::new("details", Rect::EMPTY) };
        assert_eq!(map.add_layer(layer), Err(TileMapError::TileSize(size)));
    }
    let large = TileLayer {
        tile_size: Some(uvec2(65_536, 1)),
        ..TileLayer::new("large", Rect::new(IVec2::ZERO, ivec2(300, 1)))
    };
    assert!(message(map.add_layer(large).map(|_| ())).contains("layer 'large' would reach pixel [19660800, 1]"));
    let far = TileLayer { offset: ivec2(0, 1 << 25), ..TileLayer::new("far", Rect::EMPTY) };
    assert!(message(map.add_layer(far).map(|_| ())).contains("layer 'far' would reach pixel"));
}

#[test]
fn a_tile_stands_on_the_bottom_of_the_cells_of_each_layer() {
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(4, 4))).expect("a small map");
    let mut set = TileSet::new("posts", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(4, 20, |_, _| true));
    let set = map.add_tile_set(set);
    let tile = Tile { set, ..Tile::default() };
    for (name, tile_size) in [("map's", None), ("small", Some(uvec2(8, 8))), ("wide", Some(uvec2(24, 40)))] {
        let layer = TileLayer::new(name, Rect::new(IVec2::ZERO, ivec2(2, 2)));
        let layer = TileLayer { offset: ivec2(3, 5), tile_size, ..layer };
        let index = map.add_layer(layer).expect("a small layer");
        map.set_tile(index, ivec2(1, 1), Some(tile)).expect("the tile");
        let size = tile_size.unwrap_or(map.tile_size()).as_ivec2();
        let cell = Rect::new(ivec2(3, 5) + size, ivec2(3, 5) + 2 * size);
        assert_eq!(map.cell_pixels(index, ivec2(1, 1)), Some(cell), "layer '{name}'");
        let (corner, placed) = map.placed_tiles(index).next().expect("the only tile");
        assert_eq!((corner, placed.offset), (cell.min + ivec2(0, size.y - 20), ivec2(0, size.y - 20)), "{name}");
        assert_eq!(map.layer(index).expect("added").tile_size, tile_size);
    }
    assert_eq!(map.cell_pixels(3, IVec2::ZERO), None, "no such layer");
    assert_eq!(map.cell_pixels(0, ivec2(1 << 20, 0)), None, "too far");
    assert_eq!(map.cell_pixels(0, IVec2::MAX), None, "too far");
}

#[test]
fn layers_are_chosen_by_name_by_path_and_by_what_they_say() {
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(4, 4))).expect("a small map");
    let layers = [
        TileLayer { solid: Some(false), ..TileLayer::new("sky", Rect::EMPTY) },
        TileLayer { path: "caves/ground".into(), ..TileLayer::new("ground", Rect::EMPTY) },
        TileLayer { path: "roof/ground".into(), ..TileLayer::new("ground", Rect::EMPTY) },
        TileLayer { visible: false, ..TileLayer::new("secret", Rect::EMPTY) },
        TileLayer { visible: false, solid: Some(true), ..TileLayer::new("walls", Rect::EMPTY) },
    ];
    for layer in layers {
        map.add_layer(layer).expect("an empty layer");
    }
    let places = |set: LayerSet| set.iter().collect::<Vec<_>>();
    assert_eq!(places(LayerSet::solid(&map)), [1, 2, 4]);
    assert_eq!(places(LayerSet::all(&map)), [0, 1, 2, 3, 4]);
    assert_eq!(places(LayerSet::named(&map, ["ground"]).expect("two of them")), [1, 2]);
    assert_eq!(places(LayerSet::named(&map, ["roof/ground", "secret"]).expect("both")), [2, 3]);
    let error = LayerSet::named(&map, ["grond"]).expect_err("a misspelt name").to_string();
    assert!(error.starts_with("no tile layer is named 'grond'; the map has 'sky', 'caves/ground'"), "{error}");
}
