//! Maps in JSON: what only JSON has. `Disk::map_in_both` compares the rest with XML, in the tests of each topic.

use crate::support::{Disk, exceeded, rock};
use reference::meter::measure;
use reference::nearest::pixels;
use tileray::TileMap;
use tileray::glam::{ivec2, uvec2};
use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};

const SET: &str = r#"{"columns":2,"firstgid":1,"image":"rock.png","imageheight":4,"imagewidth":8,"margin":0,"name":"rock",
    "spacing":0,"tilecount":2,"tileheight":4,"tilewidth":4}"#;

/// A map of 2×2 cells of 4×4 pixels, with what is given inside.
fn tmj(inside: &str) -> String {
    format!(
        r#"{{ "compressionlevel":-1, "height":2, "infinite":false, "nextlayerid":9, "orientation":"orthogonal",
 "renderorder":"right-down", "tiledversion":"1.11.2", "tileheight":4, "tilewidth":4, "type":"map",
 "version":"1.10", "width":2, {inside} }}"#
    )
}

fn layer(inside: &str) -> String {
    tmj(&format!(
        r#""tilesets":[{SET}], "layers":[{{"id":1, "name":"a", "opacity":1, "type":"tilelayer", "visible":true, "x":0, "y":0,
        "width":2, "height":2, {inside}}}]"#
    ))
}

fn disk(text: &str) -> Disk {
    Disk::default().with("maps/a.tmj", text).with("maps/rock.png", rock())
}

fn open(text: &str) -> TileMap {
    disk(text).map("maps/a.tmj").unwrap_or_else(|error| panic!("{error}"))
}

fn gids(map: &TileMap) -> Vec<Option<u32>> {
    let cells = map.layers().next().expect("a layer").cells;
    pixels(cells).map(|cell| map.tile(0, cell).map(|tile| tile.id + 1)).collect()
}

#[test]
fn cells_are_read_in_every_encoding() {
    for data in [
        r#""data":[1, 2,0,2]"#,
        r#""data":[ 1,2 ,0,2 ], "encoding":"csv""#,
        r#""encoding":"base64", "data":"AQAAAAIAAAAAAAAAAgAAAA==""#,
        r#""encoding":"base64", "compression":"", "data":"AQAAAAIAAAAAAAAAAgAAAA==""#,
        // Slashes may be escaped.
        r#""encoding":"base64", "compression":"zlib", "data":"eAEBEADv\/wEAAAACAAAAAAAAAAIAAAAAQAAG""#,
    ] {
        let map = open(&layer(data));
        assert_eq!(map.size(), uvec2(2, 2));
        assert_eq!(gids(&map), [Some(1), Some(2), None, Some(2)], "{data}");
    }
}

#[test]
fn of_members_with_one_name_the_first_counts() {
    let cells = r#""data":[1,2,0,2], "data":[0,0,0,0], "chunks":[], "chunks":[], "properties":[], "properties":3"#;
    let map = layer(cells).replace(r#""tilesets""#, r#""properties":{}, "properties":[1], "tilesets""#);
    let map = open(&map.replace(r#""image":"rock.png""#, r#""image":"rock.png", "image":"none.png", "image":"""#));
    assert_eq!((gids(&map), map.layers().len()), (vec![Some(1), Some(2), None, Some(2)], 1));
    assert!(map.solidity().count() > 0 && map.warnings().is_empty(), "{:?}", map.warnings());
    // Nothing is kept of the others, however long the first is.
    let (first, others) = ("a".repeat(20_000), r#","image":"x""#.repeat(5000));
    let set = SET.replace(r#""image":"rock.png""#, &format!(r#""image":"{first}"{others}"#));
    let disk = disk(&tmj(&format!(r#""tilesets":[{set}], "layers":[]"#)));
    let (_, cost) = measure(|| disk.map("maps/a.tmj").map(|map| map.warnings().len()));
    assert!(cost.bytes < 8 << 20, "{} bytes", cost.bytes);
}

#[test]
fn a_member_that_another_element_has_is_skipped() {
    let cells =
        r#""data":[1,2,0,2], "grid":16, "text":"label", "objects":{"a":1}, "tiles":"x", "tileset":3, "polygon":1"#;
    let map = layer(cells).replace(r#""tilesets""#, r#""objects":7, "image":"x.png", "tileoffset":1, "tilesets""#);
    let map = open(&map.replace(r#""margin":0"#, r#""margin":0, "layers":4, "objectgroup":"x", "data":5"#));
    assert_eq!(gids(&map), [Some(1), Some(2), None, Some(2)]);
}

#[test]
fn old_versions_wrote_objects_instead_of_lists() {
    let text = tmj(r#""properties":{"title":"old", "lives":3}, "propertytypes":{"lives":"int", "title":"string"},
        "tilesets":[{"firstgid":1, "name":"c", "tilewidth":4, "tileheight":4,
          "tiles":{"5":{"image":"rock.png", "width":4, "height":4, "x":4}, "7":{"image":"rock.png"}}}],
        "layers":[{"type":"tilelayer", "name":"a", "width":2, "height":2, "data":[6,8,0,0]}]"#);
    let map = open(&text.replace(r#""type":"map","#, ""));
    assert_eq!((map.properties.text("title"), map.properties.number("lives")), (Some("old"), Some(3.0)));
    assert_eq!(map.tile(0, ivec2(0, 0)).map(|tile| tile.id), Some(5));
    let size = |id| map.tile_set(0).unwrap().mask(id).unwrap().size();
    assert_eq!((size(5), size(7)), (uvec2(4, 4), uvec2(8, 4)));
}

#[test]
fn limits_hold_in_json_too() {
    let many = |item: &str, count: usize| vec![item; count].join(",");
    let limits = LoadLimits::default().objects(100).tiles(100).properties(100);
    let options = LoadOptions::default().limits(limits);
    let read = |text: String| disk(&text).map_with("maps/a.tmj", &options);
    let objects = |count| tmj(&format!(r#""layers":[{{"type":"objectgroup", "objects":[{}]}}]"#, many("{}", count)));
    assert!(read(objects(100)).is_ok());
    let kind = read(objects(101)).unwrap_err().kind().clone();
    assert!(matches!(kind, LoadErrorKind::Malformed { .. }), "{kind:?}");
    let corners = |count| {
        let polygon = format!(r#"{{"polygon":[{}]}}"#, many(r#"{"x":1, "y":2}"#, count));
        tmj(&format!(r#""layers":[{{"type":"objectgroup", "objects":[{polygon}]}}]"#))
    };
    assert!(read(corners(99)).is_ok());
    assert_eq!(exceeded(read(corners(100))), (Limit::Objects, 101, 100));
    let properties = |count| tmj(&format!(r#""properties":[{}]"#, many(r#"{"name":"a", "value":"b"}"#, count)));
    assert!(read(properties(100)).is_ok());
    let deep = |depth: usize| {
        let open = r#"{"type":"group", "layers":["#.repeat(depth);
        tmj(&format!(r#""layers":[{open}{}]"#, "]}".repeat(depth)))
    };
    assert!(read(deep(64)).is_ok());
    assert_eq!(exceeded(read(deep(65))), (Limit::Nesting, 65, 64));
    // Nothing recurses, however deep tiles are nested in a tile.
    let open = r#"{"tiles":{"0":"#.repeat(100_000);
    let sets = format!(r#""tilesets":[{{"firstgid":1, "tiles":{{"0":{open}{{}}{}}}}}]"#, "}}".repeat(100_000));
    assert!(read(tmj(&sets)).is_ok());
    // Nor however deep what is skipped is nested.
    let skipped = format!(r#""editorsettings":{}{}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(read(tmj(&skipped)).is_ok());
}

#[test]
fn properties_of_old_versions_find_their_types_at_once() {
    let members = |value: &dyn Fn(usize) -> String| -> String {
        (0..60_000).map(|index| format!(r#""p{index}":{}"#, value(index))).collect::<Vec<_>>().join(",")
    };
    let values = members(&|index| index.to_string());
    let types = members(&|_| r#""int""#.to_owned());
    let json = tmj(&format!(r#""properties":{{{values}}}, "propertytypes":{{{types}}}, "layers":[]"#));
    let (map, cost) = measure(|| open(&json));
    assert_eq!((map.properties.len(), map.properties.number("p59999")), (60_000, Some(59_999.0)));
    assert!(cost.time.as_secs() < 5, "{cost:?}");
}
