//! Projects of LDtk: several worlds, levels in files of their own, IntGrid values, stacked tiles, offsets, padding, entities.

use anyhow::Result;
use serde_json::{Value, json};

use super::{Fixture, Group, drawing};
use crate::encode::{PixelFormat, png};
use crate::json;
use crate::ldtk::{self, Defs};

/// The side of the cells in pixels, and the number of the tile set.
const GRID: i32 = 4;
const STONES: i32 = 100;

pub(super) fn group() -> Result<Group> {
    let mut group = Group { title: "Projects of LDtk", ..Group::default() };
    worlds(&mut group);
    external_levels(&mut group);
    int_grid(&mut group);
    stacked(&mut group);
    offsets(&mut group);
    padded(&mut group)?;
    entities(&mut group);
    Ok(group)
}

fn stones() -> Value {
    ldtk::tileset("stones", STONES, "stones.png", (16, 4), GRID)
}

/// Definitions of a layer of tiles with the number 1, named `ground`, and of its tile set.
fn ground() -> Defs {
    let layers = vec![ldtk::layer_def("Tiles", "ground", 1, GRID, Some(STONES))];
    Defs { layers, tilesets: vec![stones()], ..Defs::default() }
}

/// A layer with these tiles: column, row, number and flips of each.
fn tiles(def: &Value, set: &Value, level: (i32, i32), tiles: &[(i32, i32, i32, i32)]) -> Value {
    let mut layer = ldtk::layer(def, Some(set), level);
    let columns = (level.0 + GRID - 1) / GRID;
    let tile = |&(x, y, id, flips): &(i32, i32, i32, i32)| ldtk::tile(set, columns, (x, y), id, flips);
    layer["gridTiles"] = tiles.iter().map(tile).collect();
    layer
}

/// A level of one row of three cells with these tiles.
fn row(defs: &Defs, name: &str, uid: i32, at: (i32, i32), cells: &[(i32, i32, i32, i32)]) -> Value {
    let size = (3 * GRID, GRID);
    ldtk::level(name, uid, at, size, vec![tiles(&defs.layers[0], &defs.tilesets[0], size, cells)])
}

/// The picture of a level with the tiles 1, mirrored and upside down, and 3.
const ONE: &str = "\
1...11113333
11...1113..3
111...113..3
1111...13333
";
const TWO: &str = "\
....0000....
....0000....
22220000....
22220000....
";

fn one(defs: &Defs, name: &str, uid: i32, at: (i32, i32)) -> Value {
    row(defs, name, uid, at, &[(0, 0, 1, 1), (1, 0, 1, 2), (2, 0, 3, 0)])
}

fn two(defs: &Defs, name: &str, uid: i32, at: (i32, i32)) -> Value {
    row(defs, name, uid, at, &[(0, 0, 2, 0), (1, 0, 0, 3)])
}

fn add(group: &mut Group, file: &str, shows: &'static str, project: &Value, expected: &str) {
    group.fixtures.push(Fixture::new(file, shows, json::text(project), expected));
}

fn worlds(group: &mut Group) {
    let defs = ground();
    let project = ldtk::project("worlds", GRID, &defs, &[]);
    let worlds = [
        ldtk::world("surface", "Free", &[one(&defs, "meadow", 10, (0, 0)), two(&defs, "hill", 11, (12, -4))]),
        ldtk::world("below", "GridVania", &[two(&defs, "cellar", 12, (-256, 256))]),
    ];
    add(
        group,
        "worlds.ldtk",
        "two worlds in one project, with two levels and one",
        &ldtk::with_worlds(project, &worlds),
        &format!(
            "level \"meadow\" at (0, 0) of \"surface\"\n{ONE}level \"hill\" at (12, -4) of \"surface\"\n{TWO}\
             level \"cellar\" at (-256, 256) of \"below\"\n{TWO}"
        ),
    );
}

fn external_levels(group: &mut Group) {
    let defs = ground();
    let levels = [one(&defs, "meadow", 10, (0, 0)), two(&defs, "hill", 11, (12, -4))];
    let mut project = ldtk::project("external", GRID, &defs, &levels);
    for (path, level) in ldtk::split_levels(&mut project, "external-levels") {
        group.parts.push((path, json::text(&level).into_bytes()));
    }
    let expected = format!("level \"meadow\" at (0, 0)\n{ONE}level \"hill\" at (12, -4)\n{TWO}");
    add(group, "external-levels.ldtk", "levels in files of their own", &project, &expected);
}

fn int_grid(group: &mut Group) {
    let size = (3 * GRID, 2 * GRID);
    let mut def = ldtk::layer_def("IntGrid", "walls", 1, GRID, Some(STONES));
    def["intGridValues"] = json!([
        {"value": 1, "identifier": "stone", "color": "#5A7D98", "tile": null, "groupUid": 0},
        {"value": 2, "identifier": "water", "color": "#5F9BE6", "tile": null, "groupUid": 0},
    ]);
    // A ring wherever there is stone.
    def["autoRuleGroups"] = json!([ldtk::rule_group("stones", 50, 1, 3)]);
    let set = stones();
    let mut layer = ldtk::layer(&def, Some(&set), size);
    layer["intGridCsv"] = json!([0, 0, 1, 2, 2, 1]);
    let auto = |cell: (i32, i32)| {
        let mut tile = ldtk::tile(&set, 3, cell, 3, 0);
        tile["d"] = json!([51, cell.0 + 3 * cell.1]);
        tile
    };
    layer["autoLayerTiles"] = json!([auto((2, 0)), auto((2, 1))]);
    let defs = Defs { layers: vec![def], tilesets: vec![set], ..Defs::default() };
    let project = ldtk::project("values", GRID, &defs, &[ldtk::level("pond", 10, (0, 0), size, vec![layer])]);
    // The values lie in front of the tiles; the number of their tile is the value.
    add(
        group,
        "int-grid.ldtk",
        "values of an IntGrid layer, and the tiles that LDtk's rules drew for one of them",
        &project,
        "\
level \"pond\" at (0, 0)
........3333
........3..3
........3..3
........3333
........3333
........3..3
........3..3
........3333
== values water
level \"pond\" at (0, 0)
........3333
........3..3
........3..3
........3333
222222223333
222222223..3
222222223..3
222222223333
== values 1
level \"pond\" at (0, 0)
........1111
........1111
........1111
........1111
........1111
........1111
........1111
........1111
",
    );
}

fn stacked(group: &mut Group) {
    let defs = ground();
    // In each cell the later tile lies in front.
    let level = row(&defs, "heap", 10, (0, 0), &[(0, 0, 2, 0), (0, 0, 1, 1), (1, 0, 1, 0), (1, 0, 2, 0), (2, 0, 0, 0)]);
    add(
        group,
        "stacked.ldtk",
        "two tiles in a cell of one layer",
        &ldtk::project("stacked", GRID, &defs, &[level]),
        "\
level \"heap\" at (0, 0)
1......10000
11....110000
111222220000
111122220000
",
    );
}

fn offsets(group: &mut Group) {
    let size = (3 * GRID, 2 * GRID);
    let mut defs = ground();
    let mut far = ldtk::layer_def("Tiles", "far", 2, GRID, Some(STONES));
    (far["pxOffsetX"], far["pxOffsetY"]) = (json!(2), json!(1));
    (far["parallaxFactorX"], far["parallaxFactorY"]) = (json!(0.5), json!(0.25));
    let mut back = tiles(&far, &defs.tilesets[0], size, &[(0, 0, 0, 0), (1, 0, 2, 0)]);
    (back["pxOffsetX"], back["pxOffsetY"]) = (json!(1), json!(2));
    (back["__pxTotalOffsetX"], back["__pxTotalOffsetY"]) = (json!(3), json!(3));
    let front = tiles(&defs.layers[0], &defs.tilesets[0], size, &[(0, 0, 1, 1), (2, 1, 3, 0)]);
    defs.layers.push(far);
    let level = ldtk::level("slip", 10, (0, 0), size, vec![front, back]);
    // The layer behind is shifted by (2, 1) and (1, 2) pixels.
    add(
        group,
        "offsets.ldtk",
        "a layer with the offset of its definition and of its level, and with parallax, which changes no pixel",
        &ldtk::project("offsets", GRID, &defs, &[level]),
        "\
level \"slip\" at (0, 0)
1...........
11..........
111.........
1111000.....
...0000.3333
...000023223
...000023223
........3333
",
    );
}

fn padded(group: &mut Group) -> Result<()> {
    // Two pixels around, one between; what lies there is solid, to be seen if it is cut wrongly.
    let picture = drawing(&[
        "#############",
        "#############",
        "#######...###",
        "#######..####",
        "#######.#####",
        "#############",
        "#############",
        "##....#######",
        "##....##..###",
        "########..###",
        "#############",
        "#############",
        "#############",
    ]);
    group.parts.push(("padded.png".to_owned(), png(&picture, PixelFormat::Palette)?));
    let mut set = ldtk::tileset("padded", STONES, "padded.png", (13, 13), GRID);
    (set["padding"], set["spacing"]) = (json!(2), json!(1));
    (set["__cWid"], set["__cHei"]) = (json!(2), json!(2));
    let layers = vec![ldtk::layer_def("Tiles", "ground", 1, GRID, Some(STONES))];
    let defs = Defs { layers, tilesets: vec![set], ..Defs::default() };
    let size = (3 * GRID, GRID);
    let level = tiles(&defs.layers[0], &defs.tilesets[0], size, &[(0, 0, 1, 0), (1, 0, 2, 0), (2, 0, 3, 1)]);
    let level = ldtk::level("cut", 10, (0, 0), size, vec![level]);
    add(
        group,
        "padded.ldtk",
        "a tile set with two pixels around its tiles and one between them",
        &ldtk::project("padded", GRID, &defs, &[level]),
        "level \"cut\" at (0, 0)\n...1....3333\n..11....3..3\n.11122223..3\n111122223333\n",
    );
    Ok(())
}

fn entities(group: &mut Group) {
    let size = (3 * GRID, 2 * GRID);
    let types =
        ["Int", "Float", "Bool", "String", "Multilines", "Color", "Point", "FilePath", "Array<Int>", "EntityRef"];
    let names = ["count", "weight", "open", "title", "text", "tint", "goal", "file", "list", "other"];
    let fields: Vec<Value> =
        (0..).zip(types).zip(names).map(|((n, of), name)| ldtk::field_def(name, 210 + n, of)).collect();
    let chest = ldtk::entity_def("chest", 200, (4, 4), &fields);
    let mut lamp = ldtk::entity_def("lamp", 230, (2, 4), &[]);
    // The pivot is the middle of the lower edge.
    (lamp["pivotX"], lamp["pivotY"]) = (json!(0.5), json!(1));
    let things = ldtk::layer_def("Entities", "things", 2, GRID, None);
    let lamp_at = (9, 8);
    let reference = json!({
        "entityIid": ldtk::iid(&format!("hall {} {}", lamp["identifier"], json!([lamp_at.0, lamp_at.1]))),
        "layerIid": ldtk::iid(&format!("hall {}", things["identifier"])),
        "levelIid": ldtk::iid("hall"),
        "worldIid": ldtk::iid("entities world"),
    });
    let values = [
        json!(3),
        json!(1.5),
        json!(true),
        json!("a chest"),
        json!("two\nlines"),
        json!("#80FF00"),
        json!({"cx": 2, "cy": 1}),
        json!("notes.txt"),
        json!([7, 8]),
        reference,
    ];
    let values: Vec<Value> = fields.iter().zip(&values).map(|(def, value)| ldtk::field(def, value)).collect();
    let mut layer = ldtk::layer(&things, None, size);
    layer["entityInstances"] =
        json!([ldtk::entity(&chest, GRID, (4, 4), (8, 4), &values), ldtk::entity(&lamp, GRID, lamp_at, (2, 4), &[]),]);
    let defs = Defs { layers: vec![things], entities: vec![chest, lamp], ..Defs::default() };
    let level = ldtk::level("hall", 10, (0, 0), size, vec![layer]);
    add(
        group,
        "entities.ldtk",
        "entities with fields of each type; a pivot that is not the corner",
        &ldtk::project("entities", GRID, &defs, &[level]),
        r#"level "hall" at (0, 0)
layer of objects "things"
object 1 "chest" (chest): rectangle at (4, 4), 8x4
  count = Int(3)
  file = File("notes.txt")
  goal.cx = Int(2)
  goal.cy = Int(1)
  list[0] = Int(7)
  list[1] = Int(8)
  open = Bool(true)
  other = Object(2)
  text = String("two\nlines")
  tint = Color(4286643968)
  title = String("a chest")
  weight = Float(1.5)
object 2 "lamp" (lamp): rectangle at (8, 4), 2x4
"#,
    );
}
