//! Maps in JSON: what Tiled writes there, today and in old versions, mixed with XML, and with faults.

use crate::support::{Disk, exceeded, rgb_png, rock};
use reference::meter::measure;
use reference::nearest::pixels;
use tileray::glam::{Vec2, ivec2, uvec2, vec2};
use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};
use tileray::solidity::Orientation;
use tileray::tile::{ObjectShape, Property, RenderOrder};
use tileray::{Direction, SolidityMap, Tile, TileMap};

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
fn chunks_make_an_infinite_map() {
    let chunk = |x: i32, y: i32, data: &str| format!(r#"{{"x":{x}, "y":{y}, "width":2, "height":1, "data":{data}}}"#);
    let chunks = format!(r#""startx":-2, "starty":0, "chunks":[{}, {}]"#, chunk(-2, 0, "[1,2]"), chunk(0, 1, "[2,0]"));
    let map = open(&layer(&chunks).replace(r#""infinite":false"#, r#""infinite":true"#));
    assert_eq!(map.size(), uvec2(0, 0));
    assert_eq!(gids(&map), [Some(1), Some(2), None, None, None, None, Some(2), None]);
    let packed = r#""encoding":"base64", "chunks":[{"x":5, "y":6, "width":1, "height":1, "data":"AgAAAA=="}]"#;
    let map = open(&layer(packed).replace(r#""infinite":false"#, r#""infinite":true"#));
    assert_eq!(map.tile(0, ivec2(5, 6)).map(|tile| tile.id), Some(1));
}

#[test]
fn layers_and_groups_have_what_they_have_in_xml() {
    let text = tmj(&format!(
        r#""properties":[{{"name":"title", "type":"string", "value":"a \"b\" ☺"}}],
        "tilesets":[{SET}],
        "layers":[
          {{"type":"imagelayer", "name":"sky", "image":"sky.png"}},
          {{"type":"group", "name":"caves", "offsetx":10, "visible":true,
            "properties":[{{"name":"one_way", "type":"string", "value":"down"}}],
            "layers":[
              {{"type":"tilelayer", "name":"inner", "width":2, "height":2, "data":[1,0,0,0], "offsetx":-2.5, "visible":false,
                "properties":[{{"name":"solid", "type":"bool", "value":true}}, {{"name":"depth", "type":"int", "value":3}}]}},
              {{"type":"group", "name":"deep", "layers":[
                {{"type":"objectgroup", "name":"things", "objects":[], "properties":[{{"name":"x", "type":"float", "value":2.5}}]}}]}}
            ]}},
          {{"type":"tilelayer", "name":"top", "width":2, "height":2, "data":[0,0,0,2]}}]"#
    ));
    let map = open(&text.replace("right-down", "left-up"));
    assert_eq!(map.render_order, RenderOrder::LeftUp);
    assert_eq!(map.properties.text("title"), Some("a \"b\" ☺"));
    let [inner, top] = &map.layers().collect::<Vec<_>>()[..] else { panic!("two layers") };
    assert_eq!((&*inner.path, inner.visible, inner.offset), ("caves/inner", false, ivec2(8, 0)));
    assert_eq!((inner.solid, inner.one_way), (Some(true), Some(Direction::Down)));
    assert_eq!(inner.properties.number("depth"), Some(3.0));
    assert_eq!((&*top.path, top.visible, top.one_way), ("top", true, None));
    let things = map.object_layers().next().unwrap();
    assert_eq!((&*things.path, things.properties.number("x")), ("caves/deep/things", Some(2.5)));
}

#[test]
fn objects_of_every_shape_are_read() {
    let shapes = [
        (r#""rotation":90"#, ObjectShape::Rectangle),
        (r#""point":true"#, ObjectShape::Point),
        (r#""ellipse":true"#, ObjectShape::Ellipse),
        (
            r#""polygon":[{"x":0, "y":0}, {"x":1.5, "y":-2}]"#,
            ObjectShape::Polygon(vec![vec2(0.0, 0.0), vec2(1.5, -2.0)]),
        ),
        (r#""polyline":[{"y":4, "x":3e1}]"#, ObjectShape::Polyline(vec![vec2(30.0, 4.0)])),
        (r#""text":{"text":"two\nlines", "wrap":true}"#, ObjectShape::Text("two\nlines".into())),
        (
            r#""gid":2147483650"#,
            ObjectShape::Tile(Tile {
                set: 0,
                id: 1,
                orientation: Orientation { horizontal: true, ..Orientation::IDENTITY },
            }),
        ),
    ];
    let objects = shapes.iter().zip(1..).map(|((shape, _), id)| {
        format!(
            r##"{{"id":{id}, "name":"n{id}", "type":"t", "x":{id}, "y":20, "width":3, "height":5, "visible":false, {shape},
            "properties":[{{"name":"target", "type":"object", "value":7}}, {{"name":"tint", "type":"color", "value":"#80ff0000"}},
              {{"name":"file", "type":"file", "value":"..\/a.png"}}, {{"name":"odd", "type":"class", "value":{{"a":1}}}}]}}"##
        )
    });
    let objects: Vec<String> = objects.collect();
    let map = open(&tmj(&format!(
        r#""tilesets":[{SET}], "layers":[{{"type":"objectgroup", "name":"o", "objects":[{}]}}]"#,
        objects.join(",")
    )));
    assert_eq!(map.objects().count(), shapes.len());
    for ((object, (_, shape)), id) in map.objects().zip(shapes).zip(1..) {
        assert_eq!(&object.shape, &shape);
        assert_eq!((object.id, &*object.name, &*object.class), (id, &*format!("n{id}"), "t"));
        assert_eq!((object.size, object.visible), (vec2(3.0, 5.0), false));
        assert_eq!(object.properties.get("target"), Some(&Property::Object(7)));
        assert_eq!(object.properties.get("tint"), Some(&Property::Color(0x80ff_0000)));
        assert_eq!(object.properties.get("file"), Some(&Property::File("../a.png".into())));
        assert_eq!(object.properties.get("odd.a"), Some(&Property::Int(1)));
        assert_eq!(object.properties.len(), 4);
    }
}

#[test]
fn sets_have_what_they_have_in_xml() {
    let set = r##"{"firstgid":3, "name":"s", "tilewidth":4, "tileheight":4, "image":"k.png", "transparentcolor":"#ff00ff",
        "objectalignment":"topleft", "tileoffset":{"x":1, "y":-2},
        "tiles":[{"id":1, "properties":[{"name":"solid", "type":"bool", "value":false}]}]}"##;
    let object = r#"{"id":1, "gid":3, "width":4, "height":4}"#;
    let text = tmj(&format!(r#""tilesets":[{SET}, {set}], "layers":[{{"type":"objectgroup", "objects":[{object}]}}]"#));
    let picture = rgb_png(8, &[&[[255, 0, 255]][..], &[[0; 3]; 7]].concat().repeat(4));
    let map = disk(&text).with("maps/k.png", picture).map("maps/a.tmj").unwrap();
    let set = map.tile_set(1).unwrap();
    let counts = [0, 1].map(|id| set.mask(id).map(SolidityMap::count));
    assert_eq!((set.offset, counts), (ivec2(1, -2), [Some(12), Some(0)]));
    assert_eq!(map.objects().next().unwrap().position, Vec2::ZERO);
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
