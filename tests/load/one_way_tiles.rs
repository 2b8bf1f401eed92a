//! One-way tiles of Tiled and LDtk: how they are named, and which way they stop in each orientation.

use crate::support::*;
use serde_json::json;
use tileray::Direction::{Down, Left, Right, Up};
use tileray::glam::{IVec2, ivec2};
use tileray::load::{IntGridRule, LoadOptions, ProjectOptions};
use tileray::solidity::Orientation;
use tileray::tile::Properties;
use tileray::{Direction, Ray, Terrain, TileMap, TileSet};

/// The directions of motion that a pixel of each cell of a row of 4x4 pixels stops.
fn stopped(map: &TileMap, layer: usize) -> Vec<Vec<Direction>> {
    let terrain = Terrain::from_map(map);
    let cells = map.layer(layer).expect("a layer").cells;
    let of_cell = |x: i32| {
        let inside = (4 * ivec2(x, 0) + ivec2(1, 3)).as_vec2() + 0.5;
        let ways = [(Right, IVec2::X), (Left, IVec2::NEG_X), (Down, IVec2::Y), (Up, IVec2::NEG_Y)];
        let stops = |step: IVec2| terrain.raycast(&Ray::between(inside, inside + step.as_vec2() * 0.25));
        let hits = ways.map(|(way, step)| (way, stops(step)));
        for (_, hit) in &hits {
            assert!(hit.is_none_or(|hit| (hit.layer(), hit.cell()) == (layer, ivec2(x, 0)) && hit.tile().is_some()));
        }
        hits.into_iter().filter(|(_, hit)| hit.is_some()).map(|(way, _)| way).collect()
    };
    (cells.min.x..cells.max.x).map(of_cell).collect()
}

/// What tiles of Tiled stop in each orientation, those that stop upward motion and those that stop downward motion.
const UP: [Direction; 8] = [Up, Up, Down, Down, Left, Right, Left, Right];
const DOWN: [Direction; 8] = [Down, Down, Up, Up, Right, Left, Right, Left];

#[test]
fn tiles_of_tiled_stop_one_way_however_they_are_flipped_and_turned() {
    let numbers: Vec<u32> = (0..4).flat_map(|id| Orientation::ALL.map(|orientation| gid(id, orientation))).collect();
    let tsx = r#"<tileset firstgid="1" name="rock" tilewidth="2" tileheight="4" tilecount="4" columns="4">
        <image source="rock.png"/>
        <tile id="0"><properties><property name="one_way" value="up"/></properties></tile>
        <tile id="1"><properties><property name="one_way" type="bool" value="true"/></properties></tile>
        <tile id="2"><properties><property name="one_way" type="bool" value="false"/></properties></tile></tileset>"#;
    let layer = r#"<properties><property name="one_way" value="down"/></properties><data encoding"#;
    let xml = row(tsx, &numbers).replace("<data encoding", layer);
    let picture = ascii_png("######## ######## ######## ########");
    let disk = Disk::default().with("a.tmx", xml).with("rock.png", picture);
    let found = stopped(&disk.map_in_both("a.tmx", &LoadOptions::default()).unwrap(), 0);
    let one = |ways: [Direction; 8]| ways.map(|way| vec![way]);
    assert_eq!(found[..8], one(UP));
    assert_eq!(found[8..16], one(DOWN));
    // Other tiles stop what their layer stops.
    assert!(found[16..].iter().all(|ways| ways == &[Down]));
}

#[test]
fn tags_and_custom_data_of_ldtk_make_tiles_one_way() {
    let sheet = TileSheet::new(10, "rock", 2, 4, 2);
    let tags = json!({
        "enumTags": [
            { "enumValueId": "one_way", "tileIds": [0] }, { "enumValueId": "OneWayUp", "tileIds": [1] },
            { "enumValueId": "ONE_WAY_LEFT", "tileIds": [2, 3] }, { "enumValueId": "One_way_out", "tileIds": [4] },
        ],
        "customData": [
            { "tileId": 3, "data": "heavy\none_way: right" }, { "tileId": 5, "data": "{\"heat\": 3, \"one_way\": \"up\"}" },
            { "tileId": 6, "data": "one way street" }, { "tileId": 7, "data": "{\n  \"one_way\": true\n}" },
        ],
    });
    let mut file = project("Free", &[], &[definition("Ground", "Tiles", 1)], &[]);
    file["defs"]["tilesets"] = json!([with(sheet.definition(), tags)]);
    let placed: Vec<_> = (0..8).map(|id| sheet.tile([4 * id, 0], id, 0)).collect();
    let flipped = [1, 2, 3].map(|flips| sheet.tile([32 + 4 * flips, 0], 2, flips as u8));
    let ground = tiles("Ground", 1, [12, 1], &sheet, &[&placed[..], &flipped].concat());
    file["levels"] = json!([level("A", [0, 0], [48, 4], &[ground])]);
    let picture = ascii_png(&"######## ".repeat(4));
    let map = disk_of(&file).with("p/rock.png", picture).project(&ProjectOptions::default()).unwrap().map(0).unwrap();
    let set = map.tile_set(0).unwrap();
    let ways = (0..8).map(|id| set.one_way(id, Orientation::IDENTITY));
    let expected = [Some(Down), Some(Up), Some(Left), Some(Right), None, Some(Up), None, Some(Down)];
    assert_eq!(ways.collect::<Vec<_>>(), expected);
    assert_eq!(
        (set.properties(1).bool("OneWayUp"), set.properties(6).text("customData")),
        (Some(true), Some("one way street"))
    );
    let found: Vec<_> = map.placed_tiles(0).map(|(corner, placed)| (corner.x / 4, placed.tile())).collect();
    let flips = found.iter().filter(|(x, _)| *x > 8).map(|(_, tile)| set.one_way(tile.id, tile.orientation));
    assert_eq!(flips.collect::<Vec<_>>(), [Some(Right), Some(Left), Some(Right)]);
}

#[test]
fn values_of_ldtk_grids_may_be_one_way() {
    let values = json!({ "intGridValues": [
        { "value": 1, "identifier": "Wall" }, { "value": 2, "identifier": "One_way" },
        { "value": 3, "identifier": "one_way_right" }, { "value": 4, "identifier": null },
    ] });
    let grid = with(layer("Grid", "IntGrid", 1, [4, 1]), json!({ "intGridCsv": [1, 2, 3, 4] }));
    let definitions = [with(definition("Grid", "IntGrid", 1), values)];
    let file = project("Free", &[], &definitions, &[level("A", [0, 0], [16, 4], &[grid])]);
    let all = [Right, Left, Down, Up];
    for (rule, last) in
        [(IntGridRule::All, &all[..]), (IntGridRule::Values(vec!["Wall".into(), "2".into(), "3".into()]), &[])]
    {
        let map = disk_of(&file).project(&ProjectOptions::default().int_grid(rule)).unwrap().map(0).unwrap();
        assert_eq!(stopped(&map, 0), [&all[..], &[Down], &[Right], last]);
    }
}

#[test]
fn a_property_by_hand_that_names_no_direction_is_no_property() {
    let mut set = TileSet::new("by hand", IVec2::ZERO);
    set.insert(1, tileray::SolidityMap::new(4, 4));
    let mut way = |properties: Properties| {
        set.set_properties(1, properties);
        set.one_way(1, Orientation::ROTATE_180)
    };
    let none = Properties::default();
    assert_eq!(way(none.clone().with(TileSet::ONE_WAY, "left")), Some(Right));
    assert_eq!(way(none.clone().with(TileSet::ONE_WAY, true)), Some(Up));
    for properties in [
        none.clone(),
        none.clone().with(TileSet::ONE_WAY, false),
        none.clone().with(TileSet::ONE_WAY, "Left"),
        none.clone().with(TileSet::ONE_WAY, ""),
        none.clone().with(TileSet::ONE_WAY, 1),
        none.with("oneway", "left"),
    ] {
        assert_eq!(way(properties), None);
    }
    assert_eq!(set.one_way(2, Orientation::IDENTITY), None, "there is no such tile");
}
