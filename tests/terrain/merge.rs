//! Maps that are put together, against the maps that they are made of.

use super::update::{ORDERS, hit_at};
use fastrand::Rng;
use reference::each_case;
use reference::maps::{random_map, random_tile};
use tileray::glam::{IVec2, ivec2, uvec2, vec2};
use tileray::solidity::Orientation;
use tileray::tile::{MapObject, ObjectLayer, ObjectShape, Properties, RenderOrder, TileMapError};
use tileray::{Direction, LayerSet, Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// A terrain of a map that lies at an offset, with the number of each of its sets by their content: sets have other
/// indices in other maps.
struct Part {
    terrain: Terrain,
    offset: IVec2,
    sets: Vec<usize>,
}

/// The owner of a pixel: its layer, the pixels of its cell, the number of the set, the id and the orientation.
type Owner = (String, Rect, usize, u32, Orientation);

impl Part {
    fn new(map: &TileMap, offset: IVec2, known: &mut Vec<TileSet>) -> Self {
        let number = |set: &TileSet| {
            known.iter().position(|known| known == set).unwrap_or_else(|| {
                known.push(set.clone());
                known.len() - 1
            })
        };
        Self { terrain: Terrain::from_map(map), offset, sets: map.tile_sets().map(number).collect() }
    }

    fn owner(&self, pixel: IVec2) -> Option<Owner> {
        let hit = hit_at(&self.terrain, pixel - self.offset)?;
        let (map, tile) = (self.terrain.map().expect("made of a map"), hit.tile().expect("no pixel was filled"));
        let layer = map.layer(hit.layer()).expect("the layer").path.clone();
        let cell = map.cell_pixels(hit.layer(), hit.cell()).expect("a cell of the layer").translated(self.offset);
        Some((layer, cell, self.sets[usize::from(tile.set)], tile.id, tile.orientation))
    }
}

/// Maps with offsets: some are copies with other tiles, some use other sets; some lie on one grid, some overlap.
fn random_parts(rng: &mut Rng) -> Vec<(TileMap, IVec2)> {
    let loose = rng.bool();
    let mut parts: Vec<(TileMap, IVec2)> = Vec::new();
    for _ in 0..rng.usize(1..5) {
        let mut map = match parts.last() {
            Some((last, _)) if rng.u32(0..3) > 0 => last.clone(),
            _ => random_map(rng, loose),
        };
        if rng.u32(0..3) == 0 {
            map.render_order = ORDERS[rng.usize(0..4)];
        }
        let layers = map.layers().len();
        for layer in 0..layers {
            let cells = map.layer(layer).expect("the layer").cells;
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            map.set_tile(layer, cell, rng.bool().then(|| random_tile(rng))).expect("a tile of the set");
        }
        let far = [ivec2(13, 13), ivec2(2, 1), ivec2(300, 40)][rng.usize(0..3)];
        let cells = ivec2(rng.i32(-far.x..=far.x), rng.i32(-far.y..=far.y));
        let loose = if rng.u32(0..4) == 0 { ivec2(rng.i32(-9..9), rng.i32(-9..9)) } else { IVec2::ZERO };
        let tile_size = parts.first().unwrap_or(&(map.clone(), IVec2::ZERO)).0.tile_size();
        parts.push((map, cells * tile_size.as_ivec2() + loose));
    }
    parts
}

fn solid_at(mask: &(SolidityMap, IVec2), pixel: IVec2) -> bool {
    let inside = pixel - mask.1;
    mask.0.get(inside.x, inside.y)
}

/// The pixels that differ between maps lie near these, so those between need no test.
fn pixels_near(bounds: &[Rect]) -> impl Iterator<Item = IVec2> + '_ {
    bounds.iter().flat_map(|part| {
        let rows = part.min.y - 3..part.max.y + 3;
        rows.flat_map(move |y| (part.min.x - 3..part.max.x + 3).map(move |x| ivec2(x, y)))
    })
}

#[test]
fn a_map_of_maps_is_the_union_of_its_parts() {
    let mut joined = 0;
    for (_, mut rng) in each_case(14, reference::cases(12).max(3)) {
        let parts = random_parts(&mut rng);
        let own_size = if rng.bool() { parts[0].0.tile_size() } else { uvec2(16, 16) };
        let mut map = TileMap::new(own_size).expect("a map without a frame");
        map.render_order = ORDERS[rng.usize(0..4)];
        parts.iter().for_each(|(part, offset)| map.add_map(part, *offset).expect("small maps"));
        joined += parts.iter().map(|(part, _)| part.layers().len()).sum::<usize>() - map.layers().len();

        let bounds: Vec<Rect> = parts.iter().map(|(part, offset)| part.bounds().translated(*offset)).collect();
        let all = bounds.iter().fold(Rect::EMPTY, |all, part| all.union(part));
        assert_eq!(map.bounds(), all);
        let most = parts.iter().map(|(part, _)| part.layers().len()).max().unwrap_or(0);
        for name in (0..most).map(|layer| layer.to_string()) {
            let mask = |map: &TileMap, offset: IVec2| {
                let mask = map.solidity_with(&LayerSet::named(map, [&name]).ok()?).expect("a small map");
                Some((mask, map.bounds().min + offset))
            };
            let masks: Vec<_> = parts.iter().filter_map(|(part, offset)| mask(part, *offset)).collect();
            let whole = mask(&map, IVec2::ZERO).expect("the layer");
            for pixel in pixels_near(&bounds) {
                let expected = masks.iter().any(|mask| solid_at(mask, pixel));
                assert_eq!(solid_at(&whole, pixel), expected, "{name}: {pixel}");
            }
            let sum: u64 = masks.iter().map(|(mask, _)| mask.count()).sum();
            assert!(whole.0.count() <= sum, "{name}: pixels between the maps");
        }
        let mut known = Vec::new();
        let whole = Part::new(&map, IVec2::ZERO, &mut known);
        let parts: Vec<_> = parts.iter().map(|(part, offset)| Part::new(part, *offset, &mut known)).collect();
        assert_eq!(whole.sets, (0..known.len()).collect::<Vec<_>>(), "each set is there, and once");
        for pixel in pixels_near(&bounds).filter(|_| rng.u32(0..6) == 0) {
            // The frontmost layer has a tile of some map, of which it is the frontmost too.
            let expected: Vec<Owner> = parts.iter().filter_map(|part| part.owner(pixel)).collect();
            match whole.owner(pixel) {
                Some(found) => assert!(expected.contains(&found), "{pixel}: {found:?} of {expected:?}"),
                None => assert!(expected.is_empty(), "{pixel}: free instead of {expected:?}"),
            }
        }
    }
    assert!(joined > 0, "no layer was joined to another");
}

/// A map of layers of one tile each in cell (0, 0), back to front, which use one set.
fn stack(set: &TileSet, names: &[&str]) -> TileMap {
    let mut map = TileMap::new(uvec2(8, 8)).and_then(|map| map.with_size(uvec2(4, 4))).expect("a small map");
    let set = map.add_tile_set(set.clone());
    for name in names {
        let layer = map.add_layer(TileLayer::new(*name, Rect::new(IVec2::ZERO, ivec2(4, 4)))).expect("a small layer");
        map.set_tile(layer, IVec2::ZERO, Some(Tile { set, ..Tile::default() })).expect("the tile");
    }
    map
}

fn full_set(name: &str) -> TileSet {
    let mut set = TileSet::new(name, IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(8, 8, |_, _| true));
    set
}

fn paths(map: &TileMap) -> Vec<&str> {
    map.layers().map(|layer| layer.path.as_str()).collect()
}

#[test]
fn layers_of_one_name_become_one_and_keep_the_order_of_each_map() {
    let set = full_set("rock");
    let mut map = stack(&set, &["sky", "ground", "front"]);
    map.add_map(&stack(&set, &["sky", "trees", "ground", "mist", "front"]), ivec2(32, 0)).expect("beside");
    assert_eq!(paths(&map), ["sky", "trees", "ground", "mist", "front"]);
    map.add_map(&stack(&set, &["front", "sky"]), ivec2(64, 0)).expect("beside");
    assert_eq!(paths(&map), ["sky", "trees", "ground", "mist", "front", "sky"]);
    map.add_map(&stack(&set, &["sky", "sky"]), ivec2(96, 0)).expect("beside");
    assert_eq!(paths(&map).len(), 6, "two layers of one name have two to join");
    // On top of the first map no cell is left.
    map.add_map(&stack(&set, &["ground"]), IVec2::ZERO).expect("on it");
    assert_eq!(paths(&map), ["sky", "trees", "ground", "ground", "mist", "front", "sky"]);
    assert_eq!(map.tile_sets().len(), 1, "equal sets are one");
    let sky = map.layers().next().expect("the sky");
    assert_eq!(sky.cells, Rect::new(IVec2::ZERO, ivec2(16, 4)));
    let sky_tiles = (0..16).filter(|&x| map.tile(0, ivec2(x, 0)).is_some()).collect::<Vec<_>>();
    assert_eq!(sky_tiles, [0, 4, 12], "of the third map, the sky is in front of its front");
}

#[test]
fn what_layers_differ_in_keeps_them_apart() {
    let base = || TileLayer::new("ground", Rect::new(IVec2::ZERO, ivec2(4, 4)));
    let others = [
        TileLayer { path: "caves/ground".into(), ..base() },
        TileLayer { path: "ground".into(), ..TileLayer::new("rock", Rect::new(IVec2::ZERO, ivec2(4, 4))) },
        TileLayer { visible: false, ..base() },
        TileLayer { solid: Some(true), ..base() },
        TileLayer { one_way: Some(Direction::Down), ..base() },
        TileLayer { properties: Properties::default().with("depth", 3), ..base() },
        TileLayer { tile_size: Some(uvec2(8, 16)), ..base() },
        TileLayer { offset: ivec2(0, 1), ..base() },
        TileLayer { render_order: Some(RenderOrder::LeftUp), ..base() },
        TileLayer::new("ground", Rect::new(ivec2(1 << 19, 1 << 19), ivec2((1 << 19) + 4, (1 << 19) + 4))),
    ];
    let map_of = |layer: TileLayer| {
        let mut map = TileMap::new(uvec2(8, 8)).expect("a map");
        map.add_layer(layer).expect("a layer");
        map
    };
    for other in others {
        let mut map = map_of(base());
        map.add_map(&map_of(other.clone()), ivec2(8, 16)).expect("both");
        let added = map.layers().next().expect("the added layer");
        assert_eq!(map.layers().len(), 2, "{added:?}");
        assert_eq!((&added.path, added.visible, added.solid), (&other.path, other.visible, other.solid));
        assert_eq!((added.one_way, &added.properties), (other.one_way, &other.properties));
        assert_eq!((added.tile_size, added.render_order), (other.tile_size, other.render_order));
    }
    let mut map = map_of(base());
    map.add_map(&map_of(TileLayer { tile_size: Some(uvec2(8, 8)), ..base() }), ivec2(8, -1600)).expect("both");
    let only = map.layers().next().expect("a layer");
    assert_eq!((map.layers().len(), only.cells), (1, Rect::new(ivec2(0, -200), ivec2(5, 4))));
}

#[test]
fn a_cell_of_an_added_layer_is_counted_from_pixel_zero() {
    let set = full_set("rock");
    let mut map = TileMap::new(uvec2(16, 16)).expect("a map");
    map.add_map(&stack(&set, &["ground"]), ivec2(-21, 35)).expect("the only map");
    let layer = map.layers().next().expect("the layer");
    assert_eq!((layer.tile_size, layer.offset), (Some(uvec2(8, 8)), ivec2(3, 3)));
    assert_eq!(layer.cells, Rect::new(ivec2(-3, 4), ivec2(1, 8)));
    assert_eq!(map.cell_pixels(0, ivec2(-3, 4)).map(|cell| cell.min), Some(ivec2(-21, 35)));
    assert_eq!((map.bounds().min, map.size()), (ivec2(-21, 35), uvec2(2, 2)));
}

#[test]
fn sets_are_shared_where_they_are_equal_and_objects_are_moved() {
    let set = full_set("rock");
    let mut other = set.clone();
    other.set_properties(0, Properties::default().with("loud", true));
    let mut map = stack(&set, &["ground"]);
    map.properties = Properties::default().with("name", "first");
    map.add_object_layer(ObjectLayer::new("things"));
    let mut added = stack(&other, &["ground"]);
    let second = added.add_tile_set(set);
    added.properties = Properties::default().with("name", "second").with("music", "cave");
    added.add_object_layer(ObjectLayer::new("things"));
    added.add_object_layer(ObjectLayer { visible: false, ..ObjectLayer::new("things") });
    for set in [0, second] {
        let shape = ObjectShape::Tile(Tile { set, ..Tile::default() });
        added
            .add_object(MapObject { id: 7, layer: "things".into(), ..MapObject::new(vec2(1.5, 2.0), shape) })
            .expect("an object");
    }
    map.add_map(&added, ivec2(32, -8)).expect("beside");
    assert_eq!(map.tile_sets().len(), 2);
    let tiles = map.objects().map(|object| (object.id, object.position, object.shape.clone()));
    let tile = |set: u16| ObjectShape::Tile(Tile { set, ..Tile::default() });
    let position = vec2(33.5, -6.0);
    assert_eq!(tiles.collect::<Vec<_>>(), [(7, position, tile(1)), (7, position, tile(0))]);
    assert_eq!(map.object_layers().len(), 2);
    assert_eq!((map.properties.text("name"), map.properties.text("music")), (Some("first"), Some("cave")));
    assert_eq!(map.tile(0, ivec2(4, -1)).map(|tile| tile.set), Some(1));
}

#[test]
fn what_cannot_be_added_is_named_and_changes_nothing() {
    let set = full_set("rock");
    let mut map = stack(&set, &["ground"]);
    let before = format!("{map:?} {:?}", map.bounds());
    let message =
        |map: &mut TileMap, added: &TileMap, at: IVec2| map.add_map(added, at).expect_err("refused").to_string();
    let far = ivec2(1 << 24, 0);
    assert!(message(&mut map, &stack(&set, &["sky"]), far).contains("the map would reach pixel [16777248, 32]"));
    let mut endless = TileMap::new(uvec2(8, 8)).expect("a map");
    endless.add_layer(TileLayer::new("sky", Rect::new(IVec2::ZERO, ivec2(4, 4)))).expect("a layer");
    assert!(message(&mut map, &endless, far).contains("layer 'sky' would reach pixel"));
    assert!(message(&mut map, &endless, IVec2::MIN).contains("layer 'sky' would reach pixel"));
    let mut things = TileMap::new(uvec2(8, 8)).expect("a map");
    things.add_object(MapObject { id: 3, ..MapObject::new(vec2(100.0, 0.0), ObjectShape::Point) }).expect("an object");
    assert_eq!(map.add_map(&things, far), Err(TileMapError::Object { id: 3 }));
    let mut many = TileMap::new(uvec2(8, 8)).expect("a map");
    (0..65_536).for_each(|index| _ = many.add_tile_set(TileSet::new(index.to_string(), IVec2::ZERO)));
    assert_eq!(map.add_map(&many, IVec2::ZERO), Err(TileMapError::TooManyTileSets { sets: 65_537 }));
    assert_eq!(format!("{map:?} {:?}", map.bounds()), before);
    let mut all = TileMap::new(uvec2(8, 8)).expect("a map");
    all.add_map(&many, IVec2::ZERO).expect("as many as there may be");
    all.add_map(&many, IVec2::ZERO).expect("none of them is new");
    assert_eq!(all.tile_sets().len(), 65_536);
}

#[test]
fn one_way_tiles_of_joined_layers_stay_one_way() {
    let mut planks = TileSet::new("planks", IVec2::ZERO);
    planks.insert(0, SolidityMap::from_fn(8, 8, |_, y| y < 2));
    planks.set_properties(0, Properties::default().with(TileSet::ONE_WAY, "down"));
    let mut room = TileMap::new(uvec2(8, 8)).and_then(|map| map.with_size(uvec2(4, 4))).expect("a small map");
    let set = room.add_tile_set(planks);
    let layer = room.add_layer(TileLayer::new("level", Rect::new(IVec2::ZERO, ivec2(4, 4)))).expect("a layer");
    let mut world = room.clone();
    // Turned by a quarter to the right, it stops what goes to the left.
    let turned = Tile { set, id: 0, orientation: Orientation::ROTATE_90 };
    room.set_tile(layer, ivec2(1, 1), Some(turned)).expect("a tile");
    for offset in [ivec2(0, 0), ivec2(32, 0)] {
        world.add_map(&room, offset).expect("a small map");
    }
    assert_eq!(world.layers().len(), 1);
    let terrain = Terrain::from_map(&world);
    for x in [12.5, 44.5] {
        let (left, right) = ((x - 8.0, 10.5), (x + 8.0, 10.5));
        let hit = terrain.raycast(&Ray::between(right, left)).expect("the plank");
        assert_eq!((hit.layer(), hit.tile()), (layer, Some(turned)));
        assert_eq!(terrain.raycast(&Ray::between(left, right)), None);
    }
}
