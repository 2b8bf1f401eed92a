//! Edits that are saved: repeated in the same level, in parts, in a level at another place, and in a level that was saved anew.

use crate::pieces::{random_edit, random_terrain};
use crate::update::{hash, hit_at};
use fastrand::Rng;
use reference::nearest::pixels;
use reference::{cases, each_case};
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::terrain::{Outside, TerrainEdits};
use tileray::{Circle, Direction, LayerMask, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// Writes edits and reads them again, where that is built.
fn read_again(edits: &TerrainEdits) -> TerrainEdits {
    #[cfg(feature = "serde")]
    return serde_json::from_str(&serde_json::to_string(edits).expect("data")).expect("what was written");
    #[cfg(not(feature = "serde"))]
    edits.clone()
}

#[test]
fn repeated_edits_make_the_same_terrain() {
    for (case, mut rng) in each_case(201, cases(200)) {
        let unedited = match rng.u32(0..4) {
            0 => {
                let mask = SolidityMap::from_fn(rng.u32(1..300), rng.u32(1..90), |x, y| (x / 9 + y / 7) % 3 > 0);
                Terrain::from_solidity_at(&mask, ivec2(rng.i32(-300..300), rng.i32(-300..300))).expect("small")
            }
            1 => random_terrain(&mut rng).with_outside([Outside::Solid, Outside::Edge][rng.usize(0..2)]),
            _ => random_terrain(&mut rng),
        };
        let (mut terrain, base) = (unedited.clone(), unedited.snapshot());
        assert!(terrain.edits_since(&base, terrain.bounds()).is_empty());
        for _ in 0..rng.usize(1..12) {
            random_edit(&mut rng, &mut terrain);
        }
        let corner = terrain.bounds().min - ivec2(rng.i32(0..40), rng.i32(0..40)) * rng.i32(0..2);
        let area = Rect::new(corner, terrain.bounds().max);
        let edits = read_again(&terrain.edits_since(&base, area));
        let mut again = unedited.clone();
        let _ = again.take_dirty();
        let dirty = again.apply_edits(&edits);
        assert_eq!(hash(&again), hash(&terrain), "case {case}");
        for pixel in pixels(terrain.bounds()) {
            if rng.u32(0..16) == 0 {
                assert_eq!(hit_at(&again, pixel), hit_at(&terrain, pixel), "case {case}: {pixel}");
            }
            let is_same = again.is_solid(pixel) == unedited.is_solid(pixel);
            assert!(is_same || dirty.contains(pixel), "case {case}: {pixel} is not in {dirty}");
        }
        assert!(again.take_dirty().iter().all(|rect| rect.intersection(&dirty) == *rect), "case {case}");
        assert_eq!(again.edits_since(&base, area), edits, "case {case}: saved again");
        assert_eq!(again.apply_edits(&edits), Rect::EMPTY, "case {case}: they are there already");
        let all = Rect::new(IVec2::MIN, IVec2::MAX);
        let mut everywhere = unedited.clone();
        everywhere.apply_edits(&terrain.edits_since(&base, all));
        assert_eq!(hash(&everywhere), hash(&again), "case {case}: all pixels there are");
    }
}

/// A level of 6×4 cells of 16 pixels without tiles. It has layers of rock, of planks that are one-way, and of pebbles of 8 pixels
/// in front.
fn empty_level(rng: &mut Rng) -> TileMap {
    let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(6, 4))).expect("a small map");
    for (name, side) in [("rock", 16), ("pebbles", 8)] {
        let mut set = TileSet::new(name, IVec2::ZERO);
        for id in 0..4 {
            let noise = rng.u64(..);
            set.insert(
                id,
                SolidityMap::from_fn(side, side, |x, y| id == 0 || noise >> ((x / 2 + y * 5) % 64) & 1 == 1),
            );
        }
        map.add_tile_set(set);
    }
    let cells = Rect::new(IVec2::ZERO, ivec2(6, 4));
    let planks = TileLayer { one_way: Some(Direction::Down), ..TileLayer::new("planks", cells) };
    let pebbles = Rect::new(IVec2::ZERO, ivec2(12, 8));
    let pebbles = TileLayer { tile_size: Some(uvec2(8, 8)), ..TileLayer::new("pebbles", pebbles) };
    for layer in [TileLayer::new("ground", cells), planks, pebbles] {
        map.add_layer(layer).expect("a small layer");
    }
    map
}

/// Puts tiles into a level.
fn level(rng: &mut Rng, mut map: TileMap) -> TileMap {
    for layer in 0..3 {
        for cell in pixels(map.layer(layer).expect("a layer").cells) {
            let tile = random_tile(rng, layer).filter(|_| rng.bool());
            map.set_tile(layer, cell, tile).expect("a tile of the set");
        }
    }
    map
}

fn random_tile(rng: &mut Rng, layer: usize) -> Option<Tile> {
    let tile = Tile { set: u16::from(layer == 2), id: rng.u32(0..4), ..Tile::default() };
    (rng.u32(0..3) > 0).then_some(tile)
}

/// Carves, fills and sets tiles in a terrain of [`level`]s.
fn edit(rng: &mut Rng, terrain: &mut Terrain) {
    let bounds = terrain.bounds();
    let mut at = |low: i32, high: i32| rng.i32(low..high) as f32 + 0.5;
    let spot = (at(bounds.min.x, bounds.max.x), at(bounds.min.y, bounds.max.y));
    let layers = LayerMask(rng.u32(1..8));
    match rng.u32(0..3) {
        0 => _ = terrain.carve(&Circle::new(spot, rng.f32() * 12.0), layers),
        1 => _ = terrain.fill(&Circle::new(spot, rng.f32() * 9.0), layers),
        _ => {
            let layer = rng.usize(0..3);
            let cells = terrain.map().and_then(|map| map.layer(layer)).expect("a layer").cells;
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            terrain.set_tile(layer, cell, random_tile(rng, layer)).expect("a tile of the set");
        }
    }
}

/// Edits are kept by level, in the coordinates of the level. Some of the levels are put together again, as a game loads levels
/// around a player: each pixel and its owner is as in the whole world.
#[test]
fn levels_keep_their_edits_wherever_they_lie() {
    for (case, mut rng) in each_case(202, cases(120)) {
        let empty = empty_level(&mut rng);
        let levels = [(); 4].map(|()| level(&mut rng, empty.clone()));
        let size = uvec2(96, 64);
        let place = |index: usize| ivec2(index as i32 % 2 * 96, index as i32 / 2 * 64);
        let world = |chosen: &[usize], corner: IVec2| {
            let mut world = TileMap::new(uvec2(16, 16)).expect("a tile size");
            for &index in chosen {
                world.add_map(&levels[index], corner + place(index)).expect("a small map");
            }
            Terrain::from_map(&world)
        };
        let mut terrain = world(&[0, 1, 2, 3], IVec2::ZERO);
        let area = |index: usize| Rect::from_size(place(index), size);
        // Twice, as by a game that saves again later.
        let kept = [(); 2].map(|()| {
            let before = terrain.snapshot();
            (0..rng.usize(0..12)).for_each(|_| edit(&mut rng, &mut terrain));
            [0, 1, 2, 3].map(|index| read_again(&terrain.edits_since(&before, area(index))))
        });

        let corner = ivec2(rng.i32(-200..200), rng.i32(-200..200));
        let mut chosen = vec![0, 1, 2, 3];
        rng.shuffle(&mut chosen);
        chosen.truncate(rng.usize(1..=4));
        let mut again = world(&chosen, corner);
        for edits in &kept {
            for &index in &chosen {
                let mut edits = edits[index].clone();
                edits.at = corner + place(index);
                again.apply_edits(&edits);
            }
        }
        for &index in &chosen {
            for pixel in pixels(area(index)).filter(|_| rng.u32(0..8) == 0) {
                let [was, is] = [(&terrain, pixel), (&again, pixel + corner)].map(|(terrain, pixel)| {
                    let map = terrain.map().expect("made of a map");
                    let named = |name| {
                        let layers = LayerMask::named(map, [name]).expect("a layer of all levels");
                        terrain.query().layers(layers).is_solid(pixel)
                    };
                    let tile = |hit: tileray::RayHit| {
                        let set = hit.tile().map(|tile| (map.tile_set(tile.set).map(|set| set.name.clone()), tile.id));
                        (map.layer(hit.layer()).map(|layer| layer.name.clone()), set)
                    };
                    (["ground", "planks", "pebbles"].map(named), hit_at(terrain, pixel).map(tile))
                });
                assert_eq!(was, is, "case {case}: {pixel} of level {index} among {chosen:?} at {corner}");
            }
        }
    }
}

/// Returns the pixels of a layer with a name.
fn drawn(terrain: &Terrain, layer: &str, area: Rect) -> SolidityMap {
    let layers = LayerMask::named(terrain.map().expect("made of a map"), [layer]).expect("a layer");
    terrain.query().layers(layers).to_mask(area)
}

#[test]
fn in_a_level_saved_anew_edits_stay_where_it_is_as_it_was() {
    let (mut kept, mut lost) = (0, 0);
    for (case, mut rng) in each_case(203, cases(120)) {
        let map = empty_level(&mut rng);
        let map = level(&mut rng, map);
        let unedited = Terrain::from_map(&map);
        let mut terrain = unedited.clone();
        (0..rng.usize(1..9)).for_each(|_| edit(&mut rng, &mut terrain));
        let area = terrain.bounds();
        let edits = read_again(&terrain.edits_since(&unedited.snapshot(), area));

        // The editor sets some tiles, adds a tile set and a layer, and lets the map grow to the left.
        let moved = ivec2(rng.i32(0..2) * -16, 0);
        let mut saved = TileMap::new(uvec2(16, 16)).expect("a tile size");
        saved.add_tile_set(TileSet::new("new", IVec2::ZERO));
        saved.add_map(&map, IVec2::ZERO).expect("a small map");
        let mut back = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(7, 4))).expect("a small map");
        back.add_layer(TileLayer::new("new", Rect::new(IVec2::ZERO, ivec2(7, 4)))).expect("a layer");
        saved.add_map(&back, moved).expect("a small map");
        assert_eq!(saved.layer_index("ground"), Some(1), "the new layer is behind it");
        for _ in 0..rng.usize(0..16) {
            let layer = rng.usize(0..2);
            let cell = ivec2(rng.i32(0..6), rng.i32(0..4));
            let tile = random_tile(&mut rng, layer).map(|tile| Tile { set: tile.set + 1, ..tile });
            saved.set_tile(layer + 1, cell, tile).expect("a tile of the set");
        }
        let mut again = Terrain::from_map(&saved);
        again.apply_edits(&edits);

        let edited_map = terrain.map().expect("made of a map");
        let mut expected_map = saved.clone();
        for layer in 0..3 {
            for cell in pixels(map.layer(layer).expect("a layer").cells) {
                let in_saved = |tile: Option<Tile>| tile.map(|tile| Tile { set: tile.set + 1, ..tile });
                let (before, now) = (in_saved(map.tile(layer, cell)), in_saved(edited_map.tile(layer, cell)));
                if saved.tile(layer + 1, cell) == before {
                    expected_map.set_tile(layer + 1, cell, now).expect("a tile of the set");
                }
                assert_eq!(
                    again.map().and_then(|map| map.tile(layer + 1, cell)),
                    expected_map.tile(layer + 1, cell),
                    "case {case}: layer {layer}, cell {cell}"
                );
            }
        }
        let (old, new) = (Terrain::from_map(edited_map), Terrain::from_map(&expected_map));
        for layer in ["ground", "planks", "pebbles"] {
            let [old, edited] = [&old, &terrain].map(|terrain| drawn(terrain, layer, area));
            let [new, found] = [&new, &again].map(|terrain| drawn(terrain, layer, area));
            for square in pixels(Rect::new(IVec2::ZERO, (area.size() / 16).as_ivec2())) {
                let rows = |mask: &SolidityMap| mask.crop(Rect::from_size(square * 16, UVec2::splat(16)));
                let is_as_before = rows(&old) == rows(&new);
                let expected = if is_as_before { rows(&edited) } else { rows(&new) };
                assert_eq!(rows(&found), expected, "case {case}: {layer}, square {square}");
                let is_edited = rows(&old) != rows(&edited);
                (kept, lost) =
                    (kept + u32::from(is_edited && is_as_before), lost + u32::from(is_edited && !is_as_before));
            }
        }
    }
    assert!(kept > lost && lost > 0, "{kept} squares are kept, {lost} lost");
}

#[cfg(feature = "serde")]
mod files {
    use super::*;

    /// Edits as this version writes them: a carved pixel, a filled one, and a tile that was set.
    const WRITTEN: &str = include_str!("saved.json");

    fn edited() -> (Terrain, Terrain) {
        let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(6, 4))).expect("a small map");
        let mut set = TileSet::new("rock", ivec2(0, 0));
        set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
        set.insert(7, SolidityMap::from_fn(16, 16, |x, y| y >= x));
        map.add_tile_set(set);
        for name in ["ground", "planks"] {
            map.add_layer(TileLayer::new(name, Rect::new(IVec2::ZERO, ivec2(6, 4)))).expect("a layer");
        }
        let tile = |id| Some(Tile { id, ..Tile::default() });
        map.set_tile(0, ivec2(1, 2), tile(0)).expect("a cell");
        let unedited = Terrain::from_map(&map);
        let mut terrain = unedited.clone();
        terrain.carve(&Rect::new(ivec2(20, 40), ivec2(23, 42)), LayerMask::layer(0));
        terrain.fill(&Rect::new(ivec2(90, 10), ivec2(91, 11)), LayerMask::layer(1));
        terrain.set_tile(1, ivec2(2, 3), tile(7)).expect("a cell");
        terrain.set_tile(0, ivec2(5, 0), tile(0)).expect("a cell");
        (unedited, terrain)
    }

    #[test]
    fn a_file_that_was_written_is_read_by_every_patch() {
        let (unedited, terrain) = edited();
        let edits = terrain.edits_since(&unedited.snapshot(), terrain.bounds());
        let written = serde_json::to_string(&edits).expect("data");
        assert_eq!(written, WRITTEN.trim_end(), "it is written otherwise:\n{written}");
        let mut again = unedited;
        again.apply_edits(&serde_json::from_str(WRITTEN).expect("edits"));
        assert_eq!(hash(&again), hash(&terrain));
    }

    /// Numbers of the file are replaced by others. What is read then changes pixels within the bounds, or nothing.
    #[test]
    fn a_file_of_a_stranger_does_no_harm() {
        let (unedited, _) = edited();
        let tokens: Vec<&str> = WRITTEN.split_inclusive(['[', ',', ':']).collect();
        let numbers =
            ["0", "1", "3", "-1", "16", "65535", "65536", "2147483647", "-2147483648", "4294967295", "4294967280"];
        let (mut read, mut changed) = (0, 0);
        for (case, mut rng) in each_case(205, cases(4000)) {
            let mut text = String::new();
            for token in &tokens {
                let digits = token.trim_end_matches(|letter: char| !letter.is_ascii_digit());
                if digits.parse::<i128>().is_ok() && rng.u32(0..12) == 0 {
                    text += &token.replace(digits, rng.choice(numbers).expect("one"));
                } else {
                    text += token;
                }
            }
            let Ok(edits) = serde_json::from_str::<TerrainEdits>(&text) else { continue };
            let mut terrain = unedited.clone();
            let dirty = terrain.apply_edits(&edits);
            assert_eq!(terrain.bounds(), unedited.bounds(), "case {case}");
            assert_eq!(dirty.intersection(&terrain.bounds()), dirty, "case {case}");
            let since = terrain.edits_since(&unedited.snapshot(), terrain.bounds());
            assert_eq!(since.is_empty(), hash(&terrain) == hash(&unedited), "case {case}: {text}");
            (read, changed) = (read + 1, changed + u32::from(!dirty.is_empty()));
        }
        assert!(changed > 0 && changed < read, "{changed} of {read} files change pixels");
    }
}
