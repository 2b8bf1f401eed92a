//! Old and odd forms of Tiled's files: each is read as Tiled reads it, or refused.

use crate::support::{Disk, FREE, SOLID, ascii_png, assert_says, exceeded, json_of, rock, row};
use base64::Engine;
use tileray::glam::ivec2;
use tileray::load::{Limit, LoadLimits, LoadOptions, TileSolidity};
use tileray::solidity::Orientation;
use tileray::tile::{Properties, Property};
use tileray::{LoadError, TileMap};

/// The flags of a flip each, and of a quarter turn.
const FLIPS: [u32; 4] = [0, 1 << 31, 1 << 30, 1 << 31 | 1 << 29];

/// A map in JSON of the tiles 0 and 1 of a set, in each of four orientations.
fn tmj(set: &str) -> String {
    let cells: Vec<String> = FLIPS.iter().flat_map(|flips| [1 | flips, 2 | flips]).map(|gid| gid.to_string()).collect();
    format!(
        r#"{{"type":"map","orientation":"orthogonal","width":8,"height":1,"tilewidth":4,"tileheight":4,
        "tilesets":[{{"firstgid":1,{set}}}],
        "layers":[{{"type":"tilelayer","name":"a","width":8,"height":1,"data":[{}]}}]}}"#,
        cells.join(",")
    )
}

/// The same in XML.
fn tmx(set: &str) -> String {
    let cells: Vec<String> = FLIPS.iter().flat_map(|flips| [1 | flips, 2 | flips]).map(|gid| gid.to_string()).collect();
    format!(
        r#"<map orientation="orthogonal" width="8" height="1" tilewidth="4" tileheight="4">{set}
        <layer name="a" width="8" height="1"><data encoding="csv">{}</data></layer></map>"#,
        cells.join(",")
    )
}

/// Opens a map as `a.tmx`, whatever its format.
fn open(text: &str) -> Result<TileMap, LoadError> {
    open_with(text, TileSolidity::Pixels)
}

fn open_with(text: &str, solidity: TileSolidity) -> Result<TileMap, LoadError> {
    let disk = Disk::default().with("a.tmx", text).with("rock.png", rock());
    disk.map_with("a.tmx", &LoadOptions::default().tile_solidity(solidity))
}

#[track_caller]
fn count(text: &str) -> u64 {
    open(text).unwrap_or_else(|error| panic!("{error}")).solidity().count()
}

/// Of the picture's two tiles the first has 16 solid pixels and the second 10.
const BOTH: u64 = 4 * 26;
const FIRST: u64 = 4 * 16;

#[test]
fn properties_beside_the_tiles_free_them() {
    let sheet = r#""name":"rock","tilewidth":4,"tileheight":4,"image":"rock.png""#;
    let solid = |members: &str| format!("{sheet},{members}");
    let cases = [
        (solid(r#""tiles":{}"#), BOTH),
        // Up to Tiled 1.1.
        (solid(r#""tileproperties":{"1":{"solid":false}},"tilepropertytypes":{"1":{"solid":"bool"}}"#), FIRST),
        (solid(r#""tilepropertytypes":{"1":{"solid":"bool"}},"tileproperties":{"1":{"solid":"false"}}"#), FIRST),
        // Without types the value tells.
        (solid(r#""tileproperties":{"1":{"solid":false,"deep":2}}"#), FIRST),
        (solid(r#""tileproperties":{"1":{"solid":true}}"#), BOTH),
        (solid(r#""tileproperties":{"1":{"solid":false}},"tiles":{"1":{"terrain":[0,0,0,0]}}"#), FIRST),
        (solid(r#""tileproperties":{"1":{"solid":false}},"tiles":[{"id":1,"type":"water"}]"#), FIRST),
        (solid(r#""tiles":{"1":{"properties":{"solid":false},"propertytypes":{"solid":"bool"}}}"#), FIRST),
        // Properties of the group of shapes are the tile's.
        (solid(r#""tiles":{"1":{"objectgroup":{"objects":[],"properties":{"solid":false}}}}"#), FIRST),
        (
            solid(
                r#""tiles":{"1":{"objectgroup":{"objects":[],"properties":{"solid":false}}}},"tileproperties":{"1":{"a":1}}"#,
            ),
            FIRST,
        ),
        // The tile's own ones override.
        (
            solid(
                r#""tiles":[{"id":1,"properties":[{"name":"solid","type":"bool","value":true}],
            "objectgroup":{"objects":[],"properties":[{"name":"solid","type":"bool","value":false}]}}]"#,
            ),
            BOTH,
        ),
        // The last format, with and without a type.
        (solid(r#""tiles":[{"id":1,"properties":[{"name":"solid","type":"bool","value":false}]}]"#), FIRST),
        (solid(r#""tiles":[{"id":1,"properties":[{"name":"solid","value":false}]}]"#), FIRST),
        // Of the whole set.
        (solid(r#""properties":{"solid":false},"propertytypes":{"solid":"bool"}"#), 0),
        (solid(r#""properties":{"solid":false}"#), 0),
    ];
    for (set, expected) in cases {
        assert_eq!(count(&tmj(&set)), expected, "{set}");
        // In a file of its own, for a map in XML.
        let map = tmx(r#"<tileset firstgid="1" source="s.tsx"/>"#);
        let disk = Disk::default().with("a.tmx", map).with("rock.png", rock()).with("s.tsx", format!("{{{set}}}"));
        assert_eq!(disk.map("a.tmx").unwrap().solidity().count(), expected, "{set}");
    }
    let map = open(&tmj(&solid(
        r#""tileproperties":{"0":{"deep":2,"name":"a","hot":true},"1":{"deep":2.5}},"tilepropertytypes":{"0":{"deep":"float"}},
        "tiles":{"0":{"properties":{"name":"b"}}}"#,
    )))
    .unwrap();
    let set = map.tile_set(0).unwrap();
    assert_eq!(set.properties(0), &Properties::default().with("deep", 2.0).with("name", "b").with("hot", true));
    assert_eq!(set.properties(1), &Properties::default().with("deep", 2.5));
}

#[test]
fn elements_of_xml_add_up() {
    let set = |inside: &str| {
        format!(
            r#"<tileset firstgid="1" name="rock" tilewidth="4" tileheight="4"><image source="rock.png"/>{inside}</tileset>"#
        )
    };
    let text = r#"<properties><property name="solid" type="bool">false</property></properties>"#;
    let cases = [
        (String::new(), BOTH),
        (format!(r#"<tile id="1">{FREE}</tile>"#), FIRST),
        (format!(r#"<tile id="1">{text}</tile>"#), FIRST),
        (format!(r#"<tile id="1"><objectgroup>{FREE}</objectgroup></tile>"#), FIRST),
        (format!(r#"<tile id="1">{FREE}<properties><property name="a" value="b"/></properties></tile>"#), FIRST),
        (format!(r#"<tile id="1">{FREE}</tile><tile id="1" type="water"/>"#), FIRST),
        (format!(r#"<tile id="1"><objectgroup>{SOLID}</objectgroup>{FREE}</tile>"#), FIRST),
    ];
    for (inside, expected) in cases {
        assert_eq!(count(&tmx(&set(&inside))), expected, "{inside}");
    }
    let layer = format!("<layer name=\"a\">{FREE}<properties><property name=\"a\" value=\"b\"/></properties>");
    let map = tmx(&set("")).replace(r#"<layer name="a" width="8" height="1">"#, &layer);
    let map = open(&map).unwrap();
    let layer = map.layers().next().unwrap();
    assert_eq!((layer.solid, layer.properties.text("a")), (Some(false), Some("b")));
}

#[test]
fn old_tiles_have_pictures_shapes_and_animations() {
    let group = r#""objectgroup":{"draworder":"index","height":0,"name":"","objects":[
        {"height":2,"id":1,"name":"","rotation":0,"type":"","visible":true,"width":3,"x":0,"y":1}],"opacity":1,"type":"objectgroup",
        "visible":true,"width":0,"x":0,"y":0}"#;
    let animation = r#""animation":[{"duration":100,"tileid":0},{"duration":100,"tileid":1}]"#;
    let sheet = format!(
        r#""name":"rock","tilewidth":4,"tileheight":4,"image":"rock.png","tiles":{{"0":{{{group}}},"1":{{{animation}}}}}"#
    );
    let with = |set: &str, solidity| open_with(&tmj(set), solidity).unwrap().solidity().count();
    assert_eq!(with(&sheet, TileSolidity::Pixels), BOTH);
    assert_eq!(with(&sheet, TileSolidity::Shapes), 4 * 6);
    assert_eq!(with(&sheet, TileSolidity::ShapesOrPixels), 4 * (6 + 10));
    let collection = format!(
        r#""name":"c","tilewidth":8,"tileheight":4,"image":"",
        "tiles":{{"0":{{"image":"rock.png","imagewidth":8,"imageheight":4,{group}}},"1":{{"image":"dot.png",{animation}}}}}"#
    );
    let disk = Disk::default().with("a.tmj", tmj(&collection)).with("rock.png", rock()).with("dot.png", ascii_png("#"));
    let map = disk.map("a.tmj").unwrap();
    assert_eq!(map.tile_sets().next().unwrap().ids().collect::<Vec<_>>(), [0, 1]);
    // A picture of 8x4 pixels reaches into the cell to its right. There it covers the dot at the lower left, except upside
    // down, and where it is turned by a quarter.
    assert_eq!(map.solidity().count(), 26 + 26 + 27 + 27);
}

/// An element `<image>` with the picture inside.
fn inside(picture: &[u8], attributes: &str) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(picture);
    let (first, rest) = text.split_at(text.len() / 2);
    format!("<image format=\"png\" {attributes}>\n <data encoding=\"base64\">\n  {first}\n  {rest}</data>\n</image>")
}

#[test]
fn pictures_may_lie_inside_the_file() {
    let sheet = |first: &str, image: &str| {
        format!(
            r#"<tileset {first} name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2">{image}</tileset>"#
        )
    };
    let collection = |first: &str, images: [&str; 2]| {
        let [one, two] = images;
        format!(r#"<tileset {first} name="rock"><tile id="0">{one}</tile><tile id="1">{two}</tile></tileset>"#)
    };
    let (full, slope) = (ascii_png("#### #### #### ####"), ascii_png("...# ..## .### ####"));
    let images = [inside(&full, ""), inside(&slope, "")];
    let both = [images[0].as_str(), &images[1]];
    let expected = count(&tmx(&sheet(r#"firstgid="1""#, r#"<image source="rock.png"/>"#)));
    assert_eq!(expected, BOTH);
    let first = r#"firstgid="1""#;
    let mixed = [images[0].as_str(), r#"<image source="slope.png"/>"#];
    let whole = open(&tmx(&sheet(first, &inside(&rock(), "")))).unwrap();
    let cases = [
        (sheet(first, &inside(&rock(), r#"width="8" height="4""#)), None),
        (sheet(first, &inside(&rock(), r#"source="""#)), None),
        (collection(first, both), None),
        (collection(first, mixed), None),
        (r#"<tileset firstgid="1" source="s.tsx"/>"#.into(), Some(sheet("", &inside(&rock(), "")))),
        (r#"<tileset firstgid="1" source="s.tsx"/>"#.into(), Some(collection("", both))),
    ];
    for (set, file) in cases {
        let disk = Disk::default().with("a.tmx", tmx(&set)).with("slope.png", slope.clone());
        let disk = file.map_or(disk.clone(), |file| disk.with("s.tsx", file));
        let map = disk.map("a.tmx").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(map.solidity(), whole.solidity(), "{set}");
        assert!(map.dependencies().iter().all(|path| disk.get(path).is_ok()), "{:?}", map.dependencies());
    }
    // The same map in JSON has the set in a file.
    let disk = Disk::default().with("a.tmj", tmj(r#""source":"s.tsx""#)).with("s.tsx", collection("", both));
    assert_eq!(disk.map("a.tmj").unwrap().solidity(), whole.solidity());
    // A color is transparent there too.
    let keyed = crate::support::rgb_png(4, &[[[255, 0, 255], [0; 3], [0; 3], [255, 0, 255]]; 4].concat());
    let set = collection(first, [&inside(&keyed, r#"trans="ff00ff""#), &images[1]]);
    assert_eq!(count(&tmx(&set)), 4 * (8 + 10));
    // Tiled writes an empty picture where it has not found one. Then the tile is missing.
    for empty in [r#"<image format="png"><data encoding="base64"></data></image>"#, r#"<image format="png"/>"#] {
        let read = |gid| open(&row(&collection(first, [&images[0], empty]), &[gid]));
        assert_eq!(read(1).unwrap().warnings().len(), 1);
        assert_says(
            &read(2).unwrap_err().to_string(),
            &["tile 1 of tile set 'rock': <image> has no attribute 'source'"],
        );
    }
    // The limits hold.
    let limited = |limits: LoadLimits| {
        let disk = Disk::default().with("a.tmx", tmx(&collection(first, both)));
        disk.map_with("a.tmx", &LoadOptions::default().limits(limits)).map(drop)
    };
    assert_eq!(exceeded(limited(LoadLimits::default().image_pixels(15))), (Limit::ImagePixels, 16, 15));
    assert_eq!(limited(LoadLimits::default().image_pixels(16)), Ok(()));
    assert_eq!(exceeded(limited(LoadLimits::default().map_pixels(300))).0, Limit::MapPixels);
}

pub(crate) const LISTS: &str = r##"<properties>
    <property name="ways" type="list"><item type="string" value="left"/><item type="int" value="3"/>
      <item type="list"><item type="bool" value="true"/><item type="float" value="2.5"/></item><item type="list"/>
      <item type="class" propertytype="Door"><properties><property name="key" type="color" value="#80ff0000"/></properties></item></property>
    <property name="door" type="class" propertytype="Door"><properties>
      <property name="locked" type="bool" value="false"/><property name="solid" type="bool" value="false"/>
      <property name="lock" type="class"><properties><property name="level" type="int" value="7"/></properties></property>
      <property name="rooms" type="list"><item type="string" value="a b"/></property></properties></property>
    <property name="empty" type="list"/><property name="none" type="class"><properties/></property>
    <property name="way" type="string" propertytype="Way" value="up,down"/><property name="kind" type="int" propertytype="Kind" value="2"/>
  </properties>"##;

fn lists() -> Properties {
    Properties::default()
        .with("ways[0]", "left")
        .with("ways[1]", 3)
        .with("ways[2][0]", true)
        .with("ways[2][1]", 2.5)
        .with("ways[4].key", Property::Color(0x80ff_0000))
        .with("door.locked", false)
        .with("door.solid", false)
        .with("door.lock.level", 7)
        .with("door.rooms[0]", "a b")
        .with("way", "up,down")
        .with("kind", 2)
}

#[test]
fn lists_and_classes_become_their_parts() {
    let set = r#"<tileset firstgid="1" name="rock" tilewidth="4" tileheight="4"><image source="rock.png"/>"#;
    let xml = format!(
        r#"<map orientation="orthogonal" width="1" height="1" tilewidth="4" tileheight="4">{LISTS}{set}<tile id="0">{LISTS}</tile></tileset>
        <layer name="a">{LISTS}<data encoding="csv">1</data></layer>
        <objectgroup name="o">{LISTS}<object id="1">{LISTS}</object></objectgroup></map>"#
    );
    let json = json_of(&xml);
    // Members of classes have no types in JSON, so a color there is a text.
    let in_json = lists().with("ways[4].key", "#80ff0000");
    for (text, expected) in [(xml, lists()), (json, in_json)] {
        let map = open(&text).unwrap_or_else(|error| panic!("{error}"));
        let object = map.objects().next().unwrap();
        let layers = [&map.layers().next().unwrap().properties, &map.object_layers().next().unwrap().properties];
        let [layer, objects] = layers;
        for properties in [&map.properties, layer, objects, &object.properties, map.tile_set(0).unwrap().properties(0)]
        {
            assert_eq!(properties, &expected);
        }
        // Parts are no settings: `door.solid` is the game's.
        assert_eq!((map.solidity().count(), map.layer(0).unwrap().solid), (16, None));
    }
}

#[test]
fn a_list_of_an_object_replaces_the_list_of_its_template() {
    let list = |name: &str, items: &[&str]| {
        let items: String = items.iter().map(|item| format!(r#"<item type="string" value="{item}"/>"#)).collect();
        format!(r#"<property name="{name}" type="list">{items}</property>"#)
    };
    let class =
        |members: &str| format!(r#"<property name="c" type="class"><properties>{members}</properties></property>"#);
    let template = format!(
        r#"<template><object><properties>{}{}{}<property name="a.b" value="kept"/></properties></object></template>"#,
        list("a", &["1", "2", "3"]),
        list("same", &["x"]),
        class(r#"<property name="x" value="1"/><property name="y" value="2"/>"#),
    );
    let read = |own: &str| {
        let map = format!(
            r#"<map orientation="orthogonal" width="1" height="1" tilewidth="4" tileheight="4"><objectgroup name="o">
            <object template="t.tx">{own}</object></objectgroup></map>"#
        );
        let disk = Disk::default().with("a.tmx", map).with("t.tx", template.as_str());
        disk.map("a.tmx").unwrap().objects().next().unwrap().properties.clone()
    };
    let base = Properties::default().with("same[0]", "x").with("a.b", "kept");
    let whole = base.clone().with("a[0]", "1").with("a[1]", "2").with("a[2]", "3");
    assert_eq!(read(""), whole.clone().with("c.x", "1").with("c.y", "2"));
    let own = |inside: &str| read(&format!("<properties>{inside}</properties>"));
    assert_eq!(own(&list("a", &["9"])), base.clone().with("a[0]", "9").with("c.x", "1").with("c.y", "2"));
    assert_eq!(own(&list("a", &[])), base.with("c.x", "1").with("c.y", "2"));
    assert_eq!(own(&class(r#"<property name="x" value="8"/>"#)), whole.with("c.x", "8"));
}

#[test]
fn nested_values_are_counted_and_bounded() {
    let xml = |depth: usize| {
        let open = r#"<item type="list">"#.repeat(depth - 1);
        format!(
            r#"<map orientation="orthogonal" width="1" height="1" tilewidth="4" tileheight="4"><properties>
            <property name="deep" type="list">{open}<item type="int" value="5"/>{}</property></properties></map>"#,
            "</item>".repeat(depth - 1)
        )
    };
    let json = |depth: usize, open: &str, close: &str| {
        format!(
            r#"{{"type":"map","width":1,"height":1,"tilewidth":4,"tileheight":4,"layers":[],
            "properties":[{{"name":"deep","value":{}5{}}}]}}"#,
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    for text in [xml(64), json(64, "[", "]"), json(64, r#"{"m":"#, "}")] {
        let map = open(&text).unwrap_or_else(|error| panic!("{error}"));
        let [(_, value)] = <[_; 1]>::try_from(map.properties.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(value, &Property::Int(5));
    }
    for text in [xml(65), xml(20_000), json(65, "[", "]"), json(65, r#"{"m":"#, "}"), json(20_000, "[", "]")] {
        assert_says(&open(&text).unwrap_err().to_string(), &["lists and classes are nested more than 64 deep"]);
    }
    // Many parts with a long name would fill any memory: each counts once more for each 100 bytes of it.
    let long = "n".repeat(10_000);
    let items = r#"<item type="int" value="1"/>"#.repeat(20_000);
    let xml = format!(
        r#"<map orientation="orthogonal" width="1" height="1" tilewidth="4" tileheight="4"><properties>
        <property name="{long}" type="list">{items}</property></properties></map>"#
    );
    assert_eq!(exceeded(open(&xml)).0, Limit::Properties);
    let list = ["1"; 20_000].join(",");
    let json = format!(
        r#"{{"type":"map","width":1,"height":1,"tilewidth":4,"tileheight":4,"layers":[],"properties":{{"{long}":[{list}]}}}}"#
    );
    assert_eq!(exceeded(open(&json)).0, Limit::Properties);
}

#[test]
fn shapes_on_an_isometric_grid_are_refused_where_they_count() {
    let shape = r#"<objectgroup><object width="2" height="2"/></objectgroup>"#;
    let xml = |shape: &str, grid: &str| {
        tmx(&format!(
            r#"<tileset firstgid="1" name="rock" tilewidth="4" tileheight="4"><grid orientation="{grid}" width="4" height="2"/>
            <image source="rock.png"/><tile id="0">{shape}</tile></tileset>"#
        ))
    };
    let texts = [xml(shape, "isometric"), xml("", "isometric"), xml(shape, "orthogonal")];
    for [with, without, plain] in [texts.clone(), texts.map(|text| json_of(&text))] {
        assert_eq!(count(&with), BOTH);
        for solidity in [TileSolidity::Shapes, TileSolidity::ShapesOrPixels] {
            let error = open_with(&with, solidity).unwrap_err().to_string();
            assert_says(&error, &["tile set 'rock'", "with an isometric grid is not supported", "orthogonal"]);
        }
        let count = |text: &str| open_with(text, TileSolidity::ShapesOrPixels).unwrap().solidity().count();
        assert_eq!((count(&without), count(&plain)), (BOTH, 4 * (4 + 10)));
    }
}

#[test]
fn infinite_layers_of_json_without_chunks_begin_where_they_say() {
    let text = tmj(r#""name":"rock","tilewidth":4,"tileheight":4,"image":"rock.png""#)
        .replace(r#""type":"map""#, r#""type":"map","infinite":true"#)
        .replace(r#""name":"a""#, r#""name":"a","startx":-3,"starty":5,"x":0,"y":0"#);
    let map = open(&text).unwrap();
    let cells = map.layers().next().unwrap().cells;
    assert_eq!((cells.min, cells.width(), map.solidity().count()), (ivec2(-3, 5), 8, BOTH));
    assert_eq!(map.tile(0, ivec2(-1, 5)).map(|tile| tile.orientation.horizontal), Some(true));
    let turned = Orientation { diagonal: true, horizontal: true, vertical: false };
    assert_eq!(map.tile(0, ivec2(4, 5)).map(|tile| tile.orientation), Some(turned));
}

/// Maps with all forms of this file, in XML and in JSON.
pub(crate) fn samples() -> [Disk; 2] {
    let (dot, template) = (inside(&ascii_png("##.# #..#"), r#"trans="ff00ff""#), inside(&rock(), ""));
    let xml = format!(
        r#"<map orientation="orthogonal" width="2" height="1" tilewidth="4" tileheight="4">{LISTS}
        <tileset firstgid="1" name="inside" tilewidth="4" tileheight="4">{template}<grid orientation="isometric" width="4" height="2"/>
        <tile id="0"><objectgroup><properties><property name="solid" type="bool">false</property></properties></objectgroup></tile>
        </tileset><tileset firstgid="3" source="s.tsx"/>
        <layer name="a"><data encoding="csv">1,3</data></layer>
        <objectgroup name="o">{SOLID}
        <object id="1" gid="536870915" x="3" y="9" width="7" height="0" rotation="30">{LISTS}</object>
        <object id="2" template="t.tx" x="5" name="" type="" width="0"><properties>
        <property name="ways" type="list"><item type="int" value="1"/></property></properties></object></objectgroup></map>"#
    );
    let tsx = format!(
        r#"<tileset name="s" tilewidth="4" tileheight="2" tilerendersize="grid" fillmode="preserve-aspect-fit">
        <tile id="0">{dot}</tile></tileset>"#
    );
    let tx = format!(
        r#"<template><tileset firstgid="1" source="s.tsx"/><object gid="1" width="9" height="5">{LISTS}</object></template>"#
    );
    let json = tmj(
        r#""name":"rock","tilewidth":4,"tileheight":4,"image":"rock.png","grid":{"orientation":"orthogonal","width":4,"height":4},
        "tileproperties":{"1":{"solid":false,"deep":2}},"tilepropertytypes":{"1":{"solid":"bool","deep":"int"}},
        "tiles":{"0":{"objectgroup":{"objects":[{"id":1,"width":2,"height":2,"x":0,"y":0}],"properties":{"solid":true}},
        "animation":[{"duration":100,"tileid":1}],"terrain":[0,0,0,0]}}"#,
    )
    .replace(
        r#""layers":["#,
        r#""layers":[{"type":"objectgroup","name":"o","objects":[
        {"id":1,"gid":536870914,"x":3,"y":9,"width":7,"height":0,"rotation":30}]},"#,
    );
    [
        Disk::default().with("a.tmx", xml).with("s.tsx", tsx).with("t.tx", tx),
        Disk::default().with("a.tmx", json).with("rock.png", rock()),
    ]
}
