//! Maps of Tiled: templates, sets in the other format, render orders, properties, frames of zstd, and what is refused.

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{Fixture, Group, drawing, layer, stones_xml, tmx};
use crate::encode::{PixelFormat, png};
use crate::json;

pub(super) fn group() -> Result<Group> {
    let mut group = Group { title: "Maps of Tiled", ..Group::default() };
    templates(&mut group);
    sets(&mut group);
    render_orders(&mut group)?;
    object_layers(&mut group);
    zstd_frames(&mut group)?;
    refused(&mut group);
    Ok(group)
}

/// A map in JSON of cells of 4×4 pixels.
fn tmj(size: (i32, i32), orientation: &str, sets: &Value, layers: &Value) -> String {
    json::text(&json!({
        "compressionlevel": -1,
        "height": size.1,
        "infinite": false,
        "layers": layers,
        "nextlayerid": 9,
        "nextobjectid": 9,
        "orientation": orientation,
        "renderorder": "right-down",
        "tiledversion": "1.10.2",
        "tileheight": 4,
        "tilesets": sets,
        "tilewidth": 4,
        "type": "map",
        "version": "1.10",
        "width": size.0,
    }))
}

fn tmj_layer(size: (i32, i32), data: &[u32]) -> Value {
    json!({
        "data": data, "height": size.1, "id": 1, "name": "ground", "opacity": 1, "type": "tilelayer", "visible": true,
        "width": size.0, "x": 0, "y": 0,
    })
}

/// The tile set of the stones as a JSON file.
fn stones_tsj() -> String {
    json::text(&json!({
        "columns": 4, "image": "stones.png", "imageheight": 4, "imagewidth": 16, "margin": 0, "name": "stones", "spacing": 0,
        "tilecount": 4, "tiledversion": "1.10.2", "tileheight": 4, "tilewidth": 4, "type": "tileset", "version": "1.10",
    }))
}

/// The tile set of the stones as an XML file, with another name.
fn stones_tsx(name: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" tiledversion=\"1.10.2\" name=\"{name}\" \
         tilewidth=\"4\" tileheight=\"4\" tilecount=\"4\" columns=\"4\">\n <image source=\"stones.png\" width=\"16\" \
         height=\"4\"/>\n</tileset>\n"
    )
}

fn templates(group: &mut Group) {
    let tx = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<template>\n <tileset firstgid=\"1\" source=\"template-set.tsx\"/>\n \
              <object name=\"ring\" type=\"prize\" gid=\"4\" width=\"4\" height=\"4\">\n  <properties>\n   \
              <property name=\"worth\" type=\"int\" value=\"5\"/>\n  </properties>\n </object>\n</template>\n";
    let tj = json::text(&json!({
        "type": "template",
        "tileset": {"firstgid": 5, "source": "template-set.tsj"},
        "object": {"gid": 6, "height": 8, "id": 1, "name": "ramp", "rotation": 0, "type": "", "visible": true, "width": 8},
    }));
    group.parts.extend([
        ("ring.tx".to_owned(), tx.into()),
        ("ramp.tj".to_owned(), tj.into()),
        ("template-set.tsx".to_owned(), stones_tsx("of the template").into()),
        ("template-set.tsj".to_owned(), stones_tsj().into()),
    ]);
    let objects = " <objectgroup id=\"2\" name=\"things\">\n  <object id=\"1\" template=\"ring.tx\" x=\"0\" y=\"8\"/>\n  \
                   <object id=\"2\" name=\"mine\" template=\"ring.tx\" x=\"4\" y=\"8\" width=\"12\"/>\n  \
                   <object id=\"3\" template=\"ramp.tj\" x=\"8\" y=\"8\"/>\n </objectgroup>\n";
    let map = tmx((3, 1), "", &(stones_xml(1) + &layer("ground", 3, &["1,0,2"]) + objects));
    group.fixtures.push(Fixture::new(
        "templates.tmx",
        "templates in XML and JSON, each with a tile set of its own that the map does not have",
        map,
        r#"0000.......1
0000......11
0000.....111
0000....1111
layer of objects "things"
object 1 "ring" (prize): tile 3 of "of the template" at (0, 4), 4x4
  worth = Int(5)
object 2 "mine" (prize): tile 3 of "of the template" at (4, 4), 12x4
  worth = Int(5)
object 3 "ramp": tile 1 of "stones" at (8, 0), 8x8
"#,
    ));
}

fn sets(group: &mut Group) {
    group.parts.extend([
        ("stones.tsj".to_owned(), stones_tsj().into()),
        ("stones.tsx".to_owned(), stones_tsx("stones").into()),
    ]);
    let expected = "\
3333....0000
3..3....0000
3..322220000
333322220000
";
    let reference = " <tileset firstgid=\"1\" source=\"stones.tsj\"/>\n";
    let map = tmx((3, 1), "", &(reference.to_owned() + &layer("ground", 3, &["4,3,1"])));
    group.fixtures.push(Fixture::new("set-in-json.tmx", "a map in XML with a tile set in JSON", map, expected));
    let sets = json!([{"firstgid": 1, "source": "stones.tsx"}]);
    let map = tmj((3, 1), "orthogonal", &sets, &json!([tmj_layer((3, 1), &[4, 3, 1])]));
    group.fixtures.push(Fixture::new("set-in-xml.tmj", "a map in JSON with a tile set in XML", map, expected));
}

/// Tiles twice as large as the cells, so that each covers a part of its neighbors.
fn render_orders(group: &mut Group) -> Result<()> {
    let rows = ["######## ######## ######## ########"; 8];
    group.parts.push(("blocks.png".to_owned(), png(&drawing(&rows), PixelFormat::Palette)?));
    let set = " <tileset firstgid=\"1\" name=\"blocks\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"4\">\n  \
               <image source=\"blocks.png\" width=\"32\" height=\"8\"/>\n </tileset>\n";
    // The tile of a cell begins at its left edge and ends at its lower edge; the last drawn is in front.
    let orders = [
        ("right-down", ["0000 1111 1111", "2222 3333 3333", "2222 3333 3333"]),
        ("left-down", ["0000 0000 1111", "2222 2222 3333", "2222 2222 3333"]),
        ("right-up", ["0000 1111 1111", "0000 1111 1111", "2222 3333 3333"]),
        ("left-up", ["0000 0000 1111", "0000 0000 1111", "2222 2222 3333"]),
    ];
    for (order, rows) in orders {
        let inside = set.to_owned() + &layer("ground", 2, &["1,2", "3,4"]);
        let map = tmx((2, 2), &format!(" renderorder=\"{order}\""), &inside);
        let lines: String = rows.iter().map(|row| (row.replace(' ', "") + "\n").repeat(4)).collect();
        let expected = "from (0, -4)\n".to_owned() + &lines;
        let file = format!("render-order-{order}.tmx");
        group.fixtures.push(Fixture::new(
            &file,
            "tiles that overlap: the one drawn last owns the pixels",
            map,
            &expected,
        ));
    }
    Ok(())
}

fn object_layers(group: &mut Group) {
    let expected = r#"layer of objects "traps"
  damage = Int(3)
  file = File("notes.txt")
  lit = Bool(true)
  note = String("two \"words\"")
  owner = Object(7)
  speed = Float(1.5)
  tint = Color(2164195328)
object 4: point at (2, 3)
layer of objects "empty"
"#;
    let inside = r##" <objectgroup id="2" name="traps">
  <properties>
   <property name="damage" type="int" value="3"/>
   <property name="file" type="file" value="notes.txt"/>
   <property name="lit" type="bool" value="true"/>
   <property name="note" value="two &quot;words&quot;"/>
   <property name="owner" type="object" value="7"/>
   <property name="speed" type="float" value="1.5"/>
   <property name="tint" type="color" value="#80ff0000"/>
  </properties>
  <object id="4" x="2" y="3">
   <point/>
  </object>
 </objectgroup>
 <objectgroup id="3" name="empty"/>
"##;
    let shows = "custom properties of a layer of objects, in every type; a layer without objects";
    group.fixtures.push(Fixture::new("object-layer.tmx", shows, tmx((2, 1), "", inside), expected));
    let layers = json!([
        {"draworder": "topdown", "id": 2, "name": "traps", "opacity": 1, "type": "objectgroup", "visible": true, "x": 0, "y": 0,
         "objects": [{"height": 0, "id": 4, "name": "", "point": true, "rotation": 0, "type": "", "visible": true, "width": 0,
                      "x": 2, "y": 3}],
         "properties": [
            {"name": "damage", "type": "int", "value": 3},
            {"name": "file", "type": "file", "value": "notes.txt"},
            {"name": "lit", "type": "bool", "value": true},
            {"name": "note", "type": "string", "value": "two \"words\""},
            {"name": "owner", "type": "object", "value": 7},
            {"name": "speed", "type": "float", "value": 1.5},
            {"name": "tint", "type": "color", "value": "#80ff0000"},
         ]},
        {"draworder": "topdown", "id": 3, "name": "empty", "objects": [], "opacity": 1, "type": "objectgroup", "visible": true,
         "x": 0, "y": 0},
    ]);
    let map = tmj((2, 1), "orthogonal", &json!([]), &layers);
    group.fixtures.push(Fixture::new("object-layer.tmj", "the same in JSON", map, expected));
}

fn zstd_frames(group: &mut Group) -> Result<()> {
    let cells = [4u32, 0, 1, 0x8000_0002];
    let bytes: Vec<u8> = cells.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let (first, second) = bytes.split_at(6);
    let mut packed = zstd::encode_all(first, 3).context("zstd")?;
    // A frame that readers skip: its number, the length of its content, and the content.
    packed.extend([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    packed.extend(zstd::encode_all(second, 19).context("zstd")?);
    let data = STANDARD.encode(packed);
    let layer = format!(
        " <layer id=\"1\" name=\"ground\" width=\"4\" height=\"1\">\n  <data encoding=\"base64\" compression=\"zstd\">\n   \
         {data}\n  </data>\n </layer>\n"
    );
    group.fixtures.push(Fixture::new(
        "zstd-frames.tmx",
        "zstd data in two frames, with one between them that readers skip",
        tmx((4, 1), "", &(stones_xml(1) + &layer)),
        "\
3333....00001...
3..3....000011..
3..3....0000111.
3333....00001111
",
    ));
    Ok(())
}

fn refused(group: &mut Group) {
    let layer_of = layer("ground", 1, &["1"]);
    let message = |file: &str, position: &str, orientation: &str| {
        format!(
            "error: {file}:{position}: the map's orientation is '{orientation}', but only orthogonal maps are supported; \
             change it in Tiled's Map Properties\n"
        )
    };
    for (orientation, more) in [
        ("isometric", ""),
        ("staggered", " staggeraxis=\"y\" staggerindex=\"odd\""),
        ("hexagonal", " hexsidelength=\"2\" staggeraxis=\"y\" staggerindex=\"odd\""),
        ("oblique", " skewx=\"2\" skewy=\"0\""),
    ] {
        let shows = "a map that is not orthogonal, which is refused";
        let file = format!("{orientation}.tmx");
        let attributes = format!(" orientation=\"{orientation}\"{more}");
        let map = tmx((1, 1), &attributes, &(stones_xml(1) + &layer_of));
        group.fixtures.push(Fixture::new(&file, shows, map, &message(&file, "2:1", orientation)));
        let file = format!("{orientation}.tmj");
        let sets = json!([{"firstgid": 1, "source": "stones.tsj"}]);
        let map = tmj((1, 1), orientation, &sets, &json!([tmj_layer((1, 1), &[1])]));
        group.fixtures.push(Fixture::new(&file, shows, map, &message(&file, "1:1", orientation)));
    }
}
