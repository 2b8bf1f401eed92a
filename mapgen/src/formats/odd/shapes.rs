//! Collision shapes of tiles, and layers of objects that are solid.

use anyhow::Result;
use serde_json::json;

use super::{Fixture, Group, drawing, layer, stones_xml, tmx};
use crate::encode::{PixelFormat, png};
use crate::json;

pub(super) fn group() -> Result<Group> {
    let rows: Vec<String> =
        (0..8).map(|y| "########".repeat(8) + if y < 4 { "........" } else { "########" }).collect();
    let picture = drawing(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let mut group = Group { title: "Collision shapes", ..Group::default() };
    group.parts = vec![
        ("shapes.png".to_owned(), png(&picture, PixelFormat::Palette)?),
        ("shapes.tsx".to_owned(), tsx().into()),
        ("shapes.tsj".to_owned(), tsj().into()),
    ];
    let whole = ("0".repeat(8)
        + &"1".repeat(8)
        + &"2".repeat(8)
        + &"3".repeat(8)
        + &"4".repeat(8)
        + &"5".repeat(8)
        + &"6".repeat(8)
        + &"7".repeat(8))
        .to_owned();
    let pixels = format!("{whole}........\n").repeat(4) + &format!("{whole}88888888\n").repeat(4);
    let all = pixels + "== shapes\n" + SHAPES;
    for (file, set, shows) in [
        ("shapes.tmx", "shapes.tsx", "tiles with each shape, upright and rotated, with a point alone, and with none"),
        ("shapes-in-json.tmx", "shapes.tsj", "the same shapes in a tile set in JSON"),
    ] {
        group.fixtures.push(Fixture::new(file, shows, map((9, 1), set, &["1,2,3,4,5,6,7,8,9"]), &all));
    }
    let flips = |across: u32| [0, 4, 2, 6].map(|flips: u32| ((flips | across) << 29 | 4).to_string()).join(",");
    let oriented = map((4, 2), "shapes.tsx", &[&flips(0), &flips(1)]);
    let whole = format!("{}\n", "3".repeat(32)).repeat(16);
    group.fixtures.push(Fixture::new(
        "shapes-oriented.tmx",
        "a collision shape in the eight orientations of its tile",
        oriented,
        &(whole + "== shapes\n" + ORIENTED),
    ));
    group.fixtures.push(solid_objects());
    Ok(group)
}

const SHAPES: &str = "\
..........1111..........................55555555........................
.........111111.........................55555555...666.....77...........
.00000..11111111.222222.................55555555...666....7777..........
.00000..1111111122222222................55555555...666...777777.........
.00000..1111111122222222........4444444455555555...666...777777.88888888
.00000..11111111.222222.......33........55555555...666....7777..88888888
.........111111............33333........55555555...........77...88888888
..........1111...........3333333........55555555................88888888
";

const ORIENTED: &str = "\
.................33333333333333.
...................3333333333...
......................3333......
................................
................................
......3333......................
...3333333333...................
.33333333333333.................
.....................333333.....
.......33............333333.....
.......33.............3333......
......3333............3333......
......3333............3333......
......3333.............33.......
.....333333............33.......
.....333333.....................
";

/// A map of cells of 8×8 pixels.
fn map(size: (i32, i32), set: &str, rows: &[&str]) -> String {
    let reference = format!(" <tileset firstgid=\"1\" source=\"{set}\"/>\n");
    let map = tmx(size, "", &(reference + &layer("ground", size.0, rows)));
    map.replacen("tilewidth=\"4\" tileheight=\"4\"", "tilewidth=\"8\" tileheight=\"8\"", 1)
}

/// The shape of each of the first eight tiles: the attributes of the object, and the element in it.
const TILES: [(&str, &str); 8] = [
    ("x=\"1\" y=\"2\" width=\"5\" height=\"4\"", ""),
    ("x=\"0\" y=\"0\" width=\"8\" height=\"8\"", "<ellipse/>"),
    ("x=\"0\" y=\"2\" width=\"8\" height=\"4\"", "<capsule/>"),
    ("x=\"0\" y=\"8\"", "<polygon points=\"0,0 8,0 8,-3.5\"/>"),
    ("x=\"0.5\" y=\"4.5\"", "<polyline points=\"0,0 7,0\"/>"),
    ("x=\"4\" y=\"4\"", "<point/>"),
    ("x=\"6\" y=\"1\" width=\"5\" height=\"3\" rotation=\"90\"", ""),
    ("x=\"4.25\" y=\"0.5\" width=\"5\" height=\"5\" rotation=\"45\"", ""),
];

fn tsx() -> String {
    let tile = |(id, (attributes, inside)): (usize, &(&str, &str))| {
        let object = match *inside {
            "" => format!("   <object id=\"1\" {attributes}/>\n"),
            inside => format!("   <object id=\"1\" {attributes}>\n    {inside}\n   </object>\n"),
        };
        format!(
            " <tile id=\"{id}\">\n  <objectgroup draworder=\"index\" id=\"2\">\n{object}  </objectgroup>\n </tile>\n"
        )
    };
    let tiles: String = TILES.iter().enumerate().map(tile).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" tiledversion=\"1.12.0\" name=\"shapes\" \
         tilewidth=\"8\" tileheight=\"8\" tilecount=\"9\" columns=\"9\">\n \
         <image source=\"shapes.png\" width=\"72\" height=\"8\"/>\n{tiles}</tileset>\n"
    )
}

fn tsj() -> String {
    let object = |x: f64, y: f64, width: f64, height: f64| json!({"height": height, "id": 1, "name": "", "rotation": 0, "type": "", "visible": true, "width": width, "x": x, "y": y});
    let mut objects = [
        object(1.0, 2.0, 5.0, 4.0),
        object(0.0, 0.0, 8.0, 8.0),
        object(0.0, 2.0, 8.0, 4.0),
        object(0.0, 8.0, 0.0, 0.0),
        object(0.5, 4.5, 0.0, 0.0),
        object(4.0, 4.0, 0.0, 0.0),
        object(6.0, 1.0, 5.0, 3.0),
        object(4.25, 0.5, 5.0, 5.0),
    ];
    objects[1]["ellipse"] = json!(true);
    objects[2]["capsule"] = json!(true);
    objects[3]["polygon"] = json!([{"x": 0, "y": 0}, {"x": 8, "y": 0}, {"x": 8, "y": -3.5}]);
    objects[4]["polyline"] = json!([{"x": 0, "y": 0}, {"x": 7, "y": 0}]);
    objects[5]["point"] = json!(true);
    objects[6]["rotation"] = json!(90);
    objects[7]["rotation"] = json!(45);
    let tile = |(id, object): (usize, &serde_json::Value)| {
        json!({"id": id, "objectgroup": {
            "draworder": "index", "id": 2, "name": "", "objects": [object], "opacity": 1, "type": "objectgroup", "visible": true,
            "x": 0, "y": 0,
        }})
    };
    json::text(&json!({
        "columns": 9, "image": "shapes.png", "imageheight": 8, "imagewidth": 72, "margin": 0, "name": "shapes", "spacing": 0,
        "tilecount": 9, "tiledversion": "1.12.0", "tileheight": 8, "tilewidth": 8, "type": "tileset", "version": "1.10",
        "tiles": objects.iter().enumerate().map(tile).collect::<Vec<_>>(),
    }))
}

fn solid_objects() -> Fixture {
    let objects = r#" <objectgroup id="2" name="walls">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
  <object id="1" x="0" y="4" width="3" height="4"/>
  <object id="2" x="4" y="0" width="4" height="4">
   <ellipse/>
  </object>
  <object id="3" x="8" y="8">
   <polygon points="0,0 4,0 4,-3.5"/>
  </object>
 </objectgroup>
 <objectgroup id="3" name="notes">
  <object id="4" x="0" y="0" width="12" height="8"/>
 </objectgroup>
"#;
    let map = tmx((3, 2), "", &(stones_xml(1) + &layer("ground", 3, &["3,0,0", "0,4,0"]) + objects));
    Fixture::new(
        "solid-objects.tmx",
        "a layer of objects with the property `solid`, which is terrain, and one without it",
        map,
        r#".....##.....
....####....
2222####....
2222.##.....
###.3333....
###.3..3...#
###.3..3..##
###.3333.###
layer of objects "walls"
  solid = Bool(true)
object 1: rectangle at (0, 4), 3x4
object 2: ellipse at (4, 0), 4x4
object 3: polygon at (8, 8): (0, 0) (4, 0) (4, -3.5)
layer of objects "notes"
object 4: rectangle at (0, 0), 12x8
"#,
    )
}
