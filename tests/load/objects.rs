//! Objects: what they are, where they lie, and what they are made after.

use crate::support::{Disk, exceeded, map, rock};
use std::f32::consts::{FRAC_PI_2, PI};
use tileray::glam::{IVec2, Vec2, uvec2, vec2};
use tileray::load::{Limit, LoadLimits, LoadOptions};
use tileray::solidity::Orientation;
use tileray::tile::{MapObject, ObjectShape, Properties, Property, TileMapError};
use tileray::{Tile, TileMap, TileSet};

const ONE: &str = r#"width="1" height="1""#;

fn disk(inside: &str) -> Disk {
    Disk::default().with("maps/a.tmx", map(ONE, inside)).with("maps/rock.png", rock())
}

/// The objects of a map with this layer.
fn objects(inside: &str) -> Vec<MapObject> {
    let map = disk(inside).map_in_both("maps/a.tmx", &LoadOptions::default()).unwrap();
    map.objects().cloned().collect()
}

fn object(inside: &str) -> MapObject {
    let [object] = <[_; 1]>::try_from(objects(&format!(r#"<objectgroup name="o">{inside}</objectgroup>"#))).unwrap();
    object
}

#[test]
fn every_shape_is_read() {
    let cases = [
        (r#"width="3" height="4"/>"#, ObjectShape::Rectangle),
        ("/>", ObjectShape::Rectangle),
        ("><point/></object>", ObjectShape::Point),
        ("><ellipse/></object>", ObjectShape::Ellipse),
        (
            r#"><polygon points="0,0 4.5,-1&#10; 2,1e1 "/></object>"#,
            ObjectShape::Polygon(vec![vec2(0.0, 0.0), vec2(4.5, -1.0), vec2(2.0, 10.0)]),
        ),
        (r#"><polyline points="0,0 -3,4"/></object>"#, ObjectShape::Polyline(vec![vec2(0.0, 0.0), vec2(-3.0, 4.0)])),
        (r#"><polygon points=""/></object>"#, ObjectShape::Polygon(Vec::new())),
        (
            r##"><text wrap="1" color="#ff0000">mind
the &lt;gap&gt;</text></object>"##,
            ObjectShape::Text("mind\nthe <gap>".into()),
        ),
        (r#"gid="2"/>"#, ObjectShape::Tile(Tile { set: 0, id: 1, ..Tile::default() })),
        (
            r#"gid="3221225473"/>"#,
            ObjectShape::Tile(Tile {
                set: 0,
                id: 0,
                orientation: Orientation { horizontal: true, vertical: true, ..Orientation::IDENTITY },
            }),
        ),
        (r#"gid="0"><point/></object>"#, ObjectShape::Point),
        ("><what/></object>", ObjectShape::Rectangle),
    ];
    for (rest, shape) in cases {
        let made = object(&format!(r#"<object id="7" x="1.5" y="-2" {rest}"#));
        assert_eq!((made.id, &made.shape), (7, &shape), "{rest}");
    }
}

#[test]
fn what_an_object_says_is_read_and_what_it_leaves_out_is_empty() {
    let full = object(
        r#"<object id="4294967295" name="a &amp; b" type="door" x="16" y="8.25" width="3" height="4.5" rotation="90" visible="0"/>"#,
    );
    assert_eq!((full.id, &*full.name, &*full.class, &*full.layer), (u32::MAX, "a & b", "door", "o"));
    assert_eq!((full.position, full.size), (vec2(16.0, 8.25), vec2(3.0, 4.5)));
    assert_eq!((full.rotation, full.visible), (FRAC_PI_2, false));
    let least = object("<object/>");
    assert_eq!(least, MapObject { layer: "o".into(), ..MapObject::new(Vec2::ZERO, ObjectShape::Rectangle) });
    assert!(least.visible && least.properties.is_empty());
    assert_eq!(object(r#"<object class="door"/>"#).class, "door");
    assert_eq!(object(r#"<object class="new" type="old"/>"#).class, "new");
    for (degrees, radians) in [("-90", -FRAC_PI_2), ("540", PI), ("3.6e38", 0.0), ("360", 0.0)] {
        let turned = object(&format!(r#"<object rotation="{degrees}"/>"#)).rotation;
        assert!(turned == radians || degrees == "3.6e38" && turned.abs() < 2.0 * PI, "{degrees}: {turned}");
    }
}

#[test]
fn offsets_of_layers_and_groups_are_added_and_objects_keep_the_order_of_the_file() {
    let seen: Vec<_> = objects(
        r#"<objectgroup name="low" offsetx="0.25" offsety="-3"><object id="9" x="1" y="2"/><object id="3"/></objectgroup>
        <group name="caves" offsetx="10.5" offsety="100">
          <group name="upper" visible="0" offsetx="0.25"><objectgroup name="things" offsety="-1"><object id="5" x="-1"/></objectgroup></group>
          <layer name="rock"><data encoding="csv">1</data></layer>
          <objectgroup name="" visible="0"><object id="1"/></objectgroup>
        </group>
        <objectgroup/><objectgroup name="top"><properties><property name="solid" value="maybe"/></properties><object id="2"/></objectgroup>"#,
    )
    .iter()
    .map(|object| (object.id, object.layer.clone(), object.position, object.visible))
    .collect();
    let expected = [
        (9, "low", vec2(1.25, -1.0), true),
        (3, "low", vec2(0.25, -3.0), true),
        (5, "caves/upper/things", vec2(9.75, 99.0), false),
        (1, "caves/", vec2(10.5, 100.0), false),
        (2, "top", vec2(0.0, 0.0), true),
    ];
    assert_eq!(seen, expected.map(|(id, layer, position, visible)| (id, layer.to_owned(), position, visible)));
}

#[test]
fn a_template_says_what_its_objects_do_not() {
    let lamp = r##"<?xml version="1.0"?><template><object name="lamp" type="light" width="3" height="5" rotation="90" visible="0">
        <properties><property name="glow" type="float" value="2.5"/><property name="color" value="red"/></properties>
        <polygon points="0,0 1,0 1,1"/></object></template>"##;
    let made = disk(
        r#"<objectgroup name="o"><object id="1" template="../t/lamp.tx" x="5" y="6"/>
        <object id="2" template="../t/lamp.tx" name="own" type="" width="9" rotation="0" visible="1" x="7" y="8">
        <properties><property name="color" value="blue"/><property name="lit" type="bool" value="true"/></properties></object></objectgroup>"#,
    )
    .with("t/lamp.tx", lamp)
    .map_in_both("maps/a.tmx", &LoadOptions::default())
    .unwrap();
    let glow = Properties::default().with("glow", 2.5).with("color", "red");
    let corners = vec![vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0)];
    let first = MapObject {
        id: 1,
        name: "lamp".into(),
        class: "light".into(),
        layer: "o".into(),
        size: vec2(3.0, 5.0),
        rotation: FRAC_PI_2,
        visible: false,
        properties: glow.clone(),
        ..MapObject::new(vec2(5.0, 6.0), ObjectShape::Polygon(corners.clone()))
    };
    let second = MapObject {
        id: 2,
        name: "own".into(),
        class: "light".into(),
        layer: "o".into(),
        size: vec2(3.0, 5.0),
        properties: glow.with("color", "blue").with("lit", true),
        ..MapObject::new(vec2(7.0, 8.0), ObjectShape::Polygon(corners))
    };
    assert_eq!(made.objects().cloned().collect::<Vec<_>>(), [first, second]);
}

#[test]
fn objects_and_their_corners_are_counted() {
    let read = |inside: &str, most: u64| {
        let options = LoadOptions::default().limits(LoadLimits::default().objects(most));
        let disk = disk(&format!(r#"<objectgroup name="o">{inside}</objectgroup>"#));
        disk.map_with("maps/a.tmx", &options).map(|map| map.objects().len())
    };
    let line = r#"<object/><object><polyline points="0,0 1,1 2,2"/></object>"#;
    assert_eq!(read(line, 5).unwrap(), 2);
    assert_eq!(exceeded(read(line, 4)), (Limit::Objects, 5, 4));
}

/// A few long texts, repeated by many objects, would fill any memory.
#[test]
fn text_that_objects_repeat_is_counted() {
    let long = "n".repeat(1000);
    let many = |object: &str| object.repeat(100);
    let named = format!(r#"<objectgroup name="{long}">{}</objectgroup>"#, many("<object/>"));
    let made = format!("<objectgroup>{}</objectgroup>", many(r#"<object template="t.tx"/>"#));
    let own = r#"<object template="t.tx"><properties><property name="b"/></properties></object>"#;
    let owning = format!("<objectgroup>{}</objectgroup>", many(own));
    let name = format!(r#"<template><object name="{long}"/></template>"#);
    let text = format!("<template><object><text>{long}</text></object></template>");
    let property = format!(
        r#"<template><object><properties><property name="a" value="{long}"/></properties></object></template>"#
    );
    for (layer, template) in [(&named, &name), (&made, &name), (&made, &text), (&owning, &property)] {
        let disk = disk(layer).with("maps/t.tx", template.as_str());
        let read = |bytes| {
            let limits = LoadLimits::default().file_bytes(bytes);
            disk.map_with("maps/a.tmx", &LoadOptions::default().limits(limits))
        };
        let error = read(99_000).unwrap_err().to_string();
        assert!(error.contains("repeat more than 99000 bytes of names and templates"), "{error}");
        assert_eq!(read(200_000).unwrap().objects().len(), 100);
    }
    // Properties that are the template's alone are shared.
    let shared = disk(&made).with("maps/t.tx", property.as_str());
    let limits = LoadLimits::default().file_bytes(20_000);
    assert!(shared.map_with("maps/a.tmx", &LoadOptions::default().limits(limits)).is_ok());
}

#[test]
fn maps_built_by_hand_have_objects_too() {
    let mut map = TileMap::new(uvec2(4, 4)).and_then(|map| map.with_size(uvec2(1, 1))).unwrap();
    let spawn = MapObject { id: 3, class: "spawn".into(), ..MapObject::new((1.0, 2.0), ObjectShape::Point) };
    map.add_object(spawn.clone()).unwrap();
    let before = map.clone();
    map.add_object(MapObject { id: 4, ..spawn.clone() }).unwrap();
    assert_eq!(before.objects().cloned().collect::<Vec<_>>(), [spawn]);
    assert_eq!(map.objects().map(|object| object.id).collect::<Vec<_>>(), [3, 4]);

    let at = |x: f32, y: f32| MapObject { id: 5, ..MapObject::new((x, y), ObjectShape::Rectangle) };
    let far = TileMap::MAX_COORDINATE as f32;
    assert!(map.add_object(MapObject { size: (far, 0.0).into(), ..at(far, -far) }).is_ok());
    let refused = [
        at(f32::NAN, 0.0),
        at(0.0, f32::INFINITY),
        at(2.0 * far, 0.0),
        MapObject { size: (-1.0, 0.0).into(), ..at(0.0, 0.0) },
        MapObject { size: (0.0, f32::NAN).into(), ..at(0.0, 0.0) },
        MapObject { size: (f32::INFINITY, 0.0).into(), ..at(0.0, 0.0) },
        MapObject { rotation: f32::NAN, ..at(0.0, 0.0) },
        MapObject { id: 5, ..MapObject::new((0.0, 0.0), ObjectShape::Polygon(vec![vec2(f32::NAN, 0.0)])) },
        MapObject { id: 5, ..MapObject::new((0.0, 0.0), ObjectShape::Polyline(vec![vec2(0.0, -2.0 * far)])) },
    ];
    for object in refused {
        assert_eq!(map.add_object(object.clone()), Err(TileMapError::Object { id: 5 }), "{object:?}");
    }
    assert_eq!(map.objects().len(), 3);
}

#[test]
fn every_type_of_property_is_read() {
    let text = r##"<properties>
        <property name="yes" type="bool" value="true"/><property name="no" type="bool" value="false"/>
        <property name="whole" type="int" value="-7"/><property name="part" type="float" value="2.5"/>
        <property name="plain" value="a &lt; b"/><property name="typed" type="string" propertytype="Way" value="down"/>
        <property name="lines">one
two</property><property name="empty" type="string"/>
        <property name="opaque" type="color" value="#12abEF"/><property name="clear" type="color" value="#0012abef"/>
        <property name="file" type="file" value="../a.png"/><property name="link" type="object" value="12"/>
        <property name="twice" type="int" value="1"/><property name="twice" type="int" value="2"/>
        <property name="class" type="class"><properties><property name="inside" value="1"/></properties></property>
        <property name="future" type="list" value="1"/><property name="bad1" type="int" value=""/>
        <property name="bad2" type="float" value="nan"/><property name="bad3" type="bool" value="1"/>
        <property name="bad4" type="color" value="+1234567"/><property name="bad5" type="color" value=""/>
        <property name="bad6" type="object" value="-1"/><property name="bad7" type="float" value="1e999"/>
        <property value="nameless"/><other name="other" value="1"/></properties>"##;
    let expected: Properties = [
        ("yes", Property::Bool(true)),
        ("no", Property::Bool(false)),
        ("whole", Property::Int(-7)),
        ("part", Property::Float(2.5)),
        ("plain", Property::String("a < b".into())),
        ("typed", Property::String("down".into())),
        ("lines", Property::String("one\ntwo".into())),
        ("empty", Property::String(String::new())),
        ("opaque", Property::Color(0xff12_abef)),
        ("clear", Property::Color(0x0012_abef)),
        ("file", Property::File("../a.png".into())),
        ("link", Property::Object(12)),
        ("twice", Property::Int(2)),
        ("class.inside", Property::String("1".into())),
    ]
    .into_iter()
    .collect();
    // Whoever has them: the map, a layer, an object layer, an object, a tile.
    let inside = format!(
        r#"{text}<tileset firstgid="3" tilewidth="4" tileheight="4">{text}<image source="rock.png"/><tile id="1">{text}</tile></tileset>
        <group name="g">{text}<layer name="l">{text}<data encoding="csv">1</data></layer></group>
        <objectgroup name="o">{text}<object>{text}</object></objectgroup>"#
    );
    let map = disk(&inside).map_in_both("maps/a.tmx", &LoadOptions::default()).unwrap();
    assert_eq!(map.properties, expected);
    assert_eq!(map.layers().next().unwrap().properties, expected);
    assert_eq!(map.objects().next().unwrap().properties, expected);
    let layer = map.object_layers().next().unwrap();
    assert_eq!((&*layer.path, layer.visible, &layer.properties), ("o", true, &expected));
    assert_eq!(map.tile_set(1).unwrap().properties(1), &expected);
    for (set, id) in [(0, 0), (1, 0), (1, 77)] {
        assert!(map.tile_set(set).unwrap().properties(id).is_empty(), "{set} {id}");
    }
    assert!(map.tile_set(2).is_none());
    assert_eq!((expected.bool("yes"), expected.bool("whole"), expected.bool("none")), (Some(true), None, None));
    assert_eq!(
        (expected.number("whole"), expected.number("part"), expected.number("plain")),
        (Some(-7.0), Some(2.5), None)
    );
    assert_eq!(
        (expected.text("plain"), expected.text("file"), expected.text("yes")),
        (Some("a < b"), Some("../a.png"), None)
    );
    assert_eq!(expected.iter().count(), expected.len());

    let options = |most| LoadOptions::default().limits(LoadLimits::default().properties(most));
    // 25 each at seven places.
    assert!(disk(&inside).map_with("maps/a.tmx", &options(25 * 7)).is_ok());
    let fewer = disk(&inside).map_with("maps/a.tmx", &options(25 * 7 - 1));
    assert_eq!(exceeded(fewer), (Limit::Properties, 25 * 7, 25 * 7 - 1));
}

#[test]
fn properties_of_tiles_may_be_set_by_hand() {
    let mut set = TileSet::new("by hand", IVec2::ZERO);
    set.set_properties(1, Properties::default().with("a", 1));
    assert!(set.properties(1).is_empty(), "there is no such tile");
    set.insert(1, tileray::SolidityMap::new(4, 4));
    set.set_properties(1, Properties::default().with("a", 1));
    assert_eq!(set.properties(1).get("a"), Some(&Property::Int(1)));
}

#[test]
fn properties_share_until_one_is_changed() {
    let before = Properties::default().with("a", 1).with("b", "x");
    let mut after = before.clone();
    after.set("a", 2);
    assert_eq!((before.number("a"), after.number("a"), after.text("b")), (Some(1.0), Some(2.0), Some("x")));
    assert_eq!(Properties::default(), std::iter::empty::<(&str, Property)>().collect());
    assert_eq!(Properties::default().len(), 0);
}
