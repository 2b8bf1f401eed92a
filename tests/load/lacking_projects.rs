//! Projects of LDtk and worlds of Tiled that lack a part: a picture, a tile set, or a whole level.

use crate::support::*;
use crate::worlds::{SETS, folder, world as world_of};
use serde_json::{Value, json};
use std::path::Path;
use tileray::glam::{ivec2, uvec2};
use tileray::load::{IntGridRule, LoadOptions, Project, ProjectOptions, TileSolidity};
use tileray::tile::ObjectShape;
use tileray::{LayerSet, LoadError, Rect, TileMap};

const MOSS: TileSheet = TileSheet { uid: 11, name: "moss", ..ROCK };

/// Two levels of 3×1 cells. The layers are from back to front: `Ground` with rock, `Moss` with moss, `Grid` with values
/// and moss. The second level has moss on a hidden layer only.
fn sample() -> Value {
    let full = |sheet: &TileSheet, x| sheet.tile([x, 0], 0, 0);
    let ground = |uid| tiles("Ground", uid, [3, 1], &ROCK, &[full(&ROCK, 0), ROCK.tile([4, 0], 1, 0)]);
    let moss = tiles("Moss", 2, [3, 1], &MOSS, &[full(&MOSS, 0), full(&MOSS, 8)]);
    let auto = json!({ "__tilesetDefUid": 11, "autoLayerTiles": [full(&MOSS, 4)], "intGridCsv": [0, 0, 1] });
    let grid = with(layer("Grid", "IntGrid", 3, [3, 1]), auto);
    let hidden = with(moss.clone(), json!({ "visible": false }));
    let levels =
        [level("A", [0, 0], [12, 4], &[grid, moss, ground(1)]), level("B", [12, 0], [12, 4], &[hidden, ground(1)])];
    let values = json!({ "intGridValues": [{ "value": 1, "identifier": "Walls" }] });
    let definitions = [
        definition("Ground", "Tiles", 1),
        definition("Moss", "Tiles", 2),
        with(definition("Grid", "IntGrid", 3), values),
        definition("Things", "Entities", 4),
    ];
    project("Free", &[ROCK, MOSS], &definitions, &levels)
}

fn disk(project: &Value) -> Disk {
    disk_of(project).with("p/rock.png", rock())
}

fn facts(map: &TileMap) -> (u64, Vec<(&str, &[usize])>) {
    let warnings = map.warnings().iter().map(|warning| (warning.message(), warning.layers()));
    (map.solidity().count(), warnings.collect())
}

const GONE: &str = "p/moss.png: there is no such file; check its name, upper and lower case too (referenced by p/game.ldtk, \
    tile set 'moss')";

#[test]
fn a_picture_is_needed_where_pixels_decide() {
    let disk = disk(&sample());
    let project = disk.project(&ProjectOptions::default()).unwrap();
    assert!(project.warnings().is_empty(), "both levels can be read");
    assert_eq!(project.map(0).unwrap_err().to_string(), GONE);
    assert_eq!(project.world_map(0).unwrap_err().to_string(), GONE);
    assert_eq!(facts(&project.map(1).unwrap()), (26, vec![(GONE, &[1][..])]));
    // The application may do without.
    let allowed = ProjectOptions::from(LoadOptions::default().allow_missing(true));
    let project = disk.project(&allowed).unwrap();
    assert_eq!(facts(&project.map(0).unwrap()), (26, vec![(GONE, &[1, 2][..])]));
    let world = project.world_map(0).unwrap();
    let found = facts(&world);
    assert_eq!((found.0, found.1.len(), found.1[0].0), (52, 1, GONE));
    let lacking: Vec<_> = found.1[0].1.iter().map(|layer| &*world.layer(*layer).unwrap().name).collect();
    assert_eq!(lacking, ["Moss", "Moss", "Grid"]);
}

#[test]
fn values_need_no_picture() {
    let options = ProjectOptions::default().int_grid(IntGridRule::values(["Walls"])).solid_tiles(false);
    let project = disk(&sample()).without("p/rock.png").project(&options).unwrap();
    let map = project.map(0).unwrap();
    let (pixels, warnings) = facts(&map);
    assert_eq!((pixels, warnings.len()), (16, 2));
    assert!(warnings[0].0.starts_with("p/rock.png: ") && warnings[1].0 == GONE, "{warnings:?}");
    assert_eq!([warnings[0].1, warnings[1].1], [&[0][..], &[1, 2]]);
    // By their names the other layers can be chosen, and the warnings tell that they are empty.
    let moss = LayerSet::named(&map, ["Moss"]).unwrap();
    assert_eq!(map.solidity_with(&moss).unwrap().count(), 0);
    assert_eq!(project.world_map(0).unwrap().solidity().count(), 16);
}

#[test]
fn tiles_without_a_picture_have_the_stated_size() {
    for (solidity, pixels) in [(TileSolidity::Cells, [3 * 16, 2 * 16]), (TileSolidity::Shapes, [0, 0])] {
        let options = ProjectOptions::from(LoadOptions::default().tile_solidity(solidity));
        let project = disk(&sample()).project(&options).unwrap();
        let counts = [0, 1].map(|level| {
            let map = project.map(level).unwrap();
            assert_eq!(facts(&map).1, [(GONE, &[][..])], "the cells have their tiles");
            map.solidity().count()
        });
        assert_eq!(counts, pixels);
    }
    // Nothing tells the size of an image without a height.
    let mut sample = sample();
    sample["defs"]["tilesets"][1]["pxHei"] = Value::Null;
    let options = ProjectOptions::from(LoadOptions::default().tile_solidity(TileSolidity::Cells));
    let project = disk(&sample).project(&options).unwrap();
    assert_eq!(project.map(0).unwrap_err().to_string(), GONE);
}

#[test]
fn pictures_of_other_kinds_are_missing_too() {
    for (content, says) in [("<svg/>", "this is an SVG image"), ("\0\0\0\0\u{e0}", "another kind"), ("", "empty")] {
        let project = disk(&sample()).with("p/moss.png", content).project(&ProjectOptions::default()).unwrap();
        let error = project.map(0).unwrap_err().to_string();
        assert_says(&error, &["p/moss.png: ", says, "(referenced by p/game.ldtk, tile set 'moss')"]);
        assert_eq!(facts(&project.map(1).unwrap()), (26, vec![(&*error, &[1][..])]));
    }
}

#[test]
fn a_tile_set_that_the_project_does_not_have() {
    let mut sample = sample();
    sample["defs"]["tilesets"].as_array_mut().unwrap().pop();
    let says = "the project has no tile set with the number 11; choose the tile set again in LDtk";
    let disk = disk(&sample);
    let project = disk.project(&ProjectOptions::default()).unwrap();
    let error = project.map(0).unwrap_err().to_string();
    assert_eq!(error, format!("p/game.ldtk: level 'A', layer 'Moss': {says}"));
    let hidden = format!("p/game.ldtk: level 'B', layer 'Moss': {says}");
    assert_eq!(facts(&project.map(1).unwrap()), (26, vec![(&*hidden, &[1][..])]));
    let by_values = ProjectOptions::default().int_grid(IntGridRule::All).solid_tiles(false);
    let map = disk.project(&by_values).unwrap().map(0).unwrap();
    assert_eq!(facts(&map), (16, vec![(&*error, &[1, 2][..])]));
}

#[test]
fn tiles_outside_the_image() {
    let narrow = ascii_png("#### #### #### ####");
    let mut sample = sample();
    for (level, moss) in [(0, 1), (1, 0)] {
        let placed = json!([MOSS.tile([4, 0], 1, 0), MOSS.tile([8, 0], 0, 0)]);
        sample["levels"][level]["layerInstances"][moss]["gridTiles"] = placed;
    }
    let project = disk(&sample).with("p/moss.png", narrow).project(&ProjectOptions::default()).unwrap();
    let map = project.map(1).unwrap();
    let says = "p/game.ldtk: level 'B', layer 'Moss', tile at 4,0: tile 1 of tile set 'moss' lies outside the set's image; \
        enlarge the image, or erase the tile";
    assert_eq!(facts(&map), (26, vec![(says, &[1][..])]));
    assert_eq!(project.map(0).unwrap_err().to_string(), says.replace("'B'", "'A'"));
    assert_eq!(map.solidity_with(&LayerSet::named(&map, ["Moss"]).unwrap()).unwrap().count(), 16);
}

#[test]
fn entities_need_no_picture() {
    let part = |uid: i64, x: i32| json!({ "__tile": { "tilesetUid": uid, "x": x, "y": 0, "w": 4, "h": 4 } });
    let sign = |iid: &str, tile: Value| with(entity("Sign", iid, [4, 0], [4, 4], &[]), tile);
    let entities = [
        sign("a", part(11, 0)),
        sign("b", part(12, 0)),
        sign("c", part(10, 6)),
        sign("d", part(10, 4)),
        sign("e", part(10, 0)),
    ];
    let things = with(layer("Things", "Entities", 4, [3, 1]), json!({ "entityInstances": entities }));
    let mut sample = sample();
    sample["levels"][1]["layerInstances"] = json!([things]);
    let disk = disk(&sample).with("p/rock.png", ascii_png("####.. ####.. ####.. ####.."));
    let mut map = disk.project(&ProjectOptions::default()).unwrap().map(1).unwrap();
    let says = [
        GONE,
        "p/game.ldtk: level 'B', layer 'Things', entity 'Sign' at 4,0: the project has no tile set with the number 12",
        "p/game.ldtk: tile set 'rock': an entity shows 4x4 pixels at 6,0 of the image, which has only 6x4",
        "p/game.ldtk: level 'B', layer 'Things', entity 'Sign' at 4,0: tile 1 of tile set 'rock' lies outside",
    ];
    let (pixels, warnings) = facts(&map);
    assert_eq!((pixels, warnings.len()), (0, 4));
    for ((message, layers), says) in warnings.iter().zip(says) {
        assert!(message.starts_with(says) && layers.is_empty(), "{message}");
    }
    let is_rectangle = map.objects().map(|object| object.shape == ObjectShape::Rectangle);
    assert_eq!(is_rectangle.collect::<Vec<_>>(), [true, true, true, true, false]);
    map.add_solid_objects("Things", 1).unwrap();
    assert_eq!(map.solidity().count(), 16, "only the last one has pixels");
}

/// Levels of LDtk in files of their own.
#[test]
fn a_level_whose_file_is_missing_or_broken() {
    let sample = crate::ldtk_faults::sample();
    for (content, says) in [
        (None, "p/game/B.ldtkl: there is no such file"),
        (Some("<map/>"), "p/game/B.ldtkl: this is a Tiled map (TMX), not an LDtk project"),
        (Some("{\"layerInstances\":[}"), "p/game/B.ldtkl:1:"),
    ] {
        let disk = sample.clone().without("p/game/B.ldtkl");
        let disk = content.map_or_else(|| disk.clone(), |content| disk.clone().with("p/game/B.ldtkl", content));
        let whole = sample.project(&ProjectOptions::default()).unwrap();
        let project = disk.project(&ProjectOptions::default()).unwrap();
        let error = project.map_named("B").unwrap_err().to_string();
        assert_says(&error, &[says]);
        let [warning] = project.warnings() else { panic!("{:?}", project.warnings()) };
        assert_eq!(warning.message(), error);
        let map = project.map_named("A").unwrap();
        assert_eq!(map.solidity(), whole.map_named("A").unwrap().solidity());
        assert_eq!(project.world_map(0).unwrap_err().to_string(), error);
    }
}

/// A level that cannot be read in the middle of its entities does not renumber those of the others.
#[test]
fn entities_keep_their_ids_beside_a_broken_level() {
    let entities = |names: &[&str]| {
        let entities: Vec<Value> = names.iter().map(|name| entity("Hero", name, [0, 0], [4, 4], &[])).collect();
        with(layer("Things", "Entities", 4, [3, 1]), json!({ "entityInstances": entities }))
    };
    let mut sample = sample();
    sample["levels"][0]["layerInstances"] = json!([entities(&["a", "b"]), entities(&["c"])]);
    sample["levels"][1]["layerInstances"] = json!([entities(&["d"])]);
    let ids = |sample: &Value| {
        let map = disk(sample).project(&ProjectOptions::default()).unwrap().map(1).unwrap();
        map.objects().map(|object| object.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&sample), [4]);
    sample["levels"][0]["layerInstances"][1]["__gridSize"] = json!(0);
    assert_eq!(ids(&sample), [4]);
}

/// A world of three maps of 3×1 cells of 4×4 pixels side by side, the last in JSON.
fn world() -> Disk {
    let maps = world_of(&[("a.tmx", [0, 0]), ("b.tmx", [12, 0]), ("c.tmj", [24, 0])]);
    let map = |gids: &[u32]| row(SETS, gids);
    folder(&[
        ("w/all.world", maps.replace("\"width\": 8", "\"width\": 12")),
        ("w/a.tmx", map(&[1, 0, 0])),
        ("w/b.tmx", map(&[1, 1, 1])),
        ("w/c.tmj", json_of(&map(&[0, 2, 2]))),
    ])
}

fn open(disk: &Disk, options: LoadOptions) -> Result<Project, LoadError> {
    Project::read("w/all.world", disk, &options.into())
}

#[test]
fn a_map_of_a_world_that_is_missing_or_broken() {
    let gone = "there is no such file; check its name, upper and lower case too (referenced by w/all.world:4:3, map 'b' of \
        the world)";
    for (name, content, says) in [
        ("w/b.tmx", None, format!("w/b.tmx: {gone}")),
        ("w/b.tmx", Some("<map"), "w/b.tmx:1:1: the XML is malformed".into()),
        ("w/b.tmx", Some("{}"), "w/b.tmx:1:1: this is a JSON document".into()),
    ] {
        let disk = content.map_or_else(|| world().without(name), |content| world().with(name, content));
        let project = open(&disk, LoadOptions::default()).unwrap();
        let error = project.map_named("b").unwrap_err();
        assert_says(&error.to_string(), &[&says]);
        let [warning] = project.warnings() else { panic!("{:?}", project.warnings()) };
        assert_eq!((warning.message(), warning.layers()), (&*error.to_string(), &[][..]));
        let level = project.levels().nth(1).unwrap();
        assert_eq!((&*level.name, level.position, level.size), ("b", ivec2(12, 0), uvec2(12, 4)));
        assert_eq!(["a", "c"].map(|name| project.map_named(name).unwrap().solidity().count()), [16, 20]);
        // A region that does not meet the level does not need it.
        assert_eq!(project.world_map(0).unwrap_err(), error);
        let left = project.region_map(0, Rect::from_size(ivec2(0, 0), (12, 4))).unwrap();
        assert_eq!(facts(&left), (16, vec![]));

        let allowed = open(&disk, LoadOptions::default().allow_missing(true)).unwrap();
        assert_eq!(allowed.map_named("b").unwrap_err(), error);
        let all = allowed.world_map(0).unwrap();
        assert_eq!(facts(&all), (36, vec![(&*error.to_string(), &[0][..])]));
        assert!(all.dependencies().contains(&Path::new(name).to_owned()), "{:?}", all.dependencies());
    }
}

/// The set is built once for all maps, and so is what it lacks.
#[test]
fn maps_of_a_world_share_what_they_lack() {
    let set = r#"<tileset name="rock" tilewidth="4" tileheight="4" tilecount="2"><tile id="0"><image source="rock.png"/></tile>
        <tile id="1"><image source="gone.png"/></tile></tileset>"#;
    let disk = world().with("w/rock.tsx", set);
    let gone = "w/gone.png: there is no such file; check its name, upper and lower case too (referenced by w/rock.tsx:2:22, \
        tile 1 of tile set 'rock'";
    let project = open(&disk, LoadOptions::default()).unwrap();
    let error = project.map_named("c").unwrap_err().to_string();
    assert_eq!(error, format!("{gone}, for w/all.world:5:3, map 'c' of the world)"));
    let warning = format!("{gone})");
    assert_eq!(facts(&project.map_named("a").unwrap()), (26, vec![(&*warning, &[][..])]));
    let all = open(&disk, LoadOptions::default().allow_missing(true)).unwrap().world_map(0).unwrap();
    assert_eq!(facts(&all), (26 + 58, vec![(&*warning, &[0][..])]));
    // A shape of the set may lack its template.
    let set = r#"<tileset name="rock" tilewidth="4" tileheight="4" tilecount="2"><image source="rock.png"/>
        <tile id="1"><objectgroup><object template="gone.tx"/></objectgroup></tile></tileset>"#;
    let shapes = LoadOptions::default().tile_solidity(TileSolidity::ShapesOrPixels);
    let project = open(&world().with("w/rock.tsx", set), shapes).unwrap();
    let gone = "w/gone.tx: there is no such file; check its name, upper and lower case too (referenced by w/rock.tsx:2:35, a \
        template of collision shapes";
    assert_eq!(facts(&project.map_named("a").unwrap()), (16, vec![(&*format!("{gone})"), &[][..])]));
    assert!(project.map_named("c").unwrap_err().to_string().starts_with(gone));
}

/// Layers of joined maps have other indices.
#[test]
fn warnings_move_with_their_layers() {
    let set = r#"<tileset firstgid="1" source="rock.tsx"/><tileset firstgid="3" source="gone.tsx"/>"#;
    let layer = |name: &str, gid| {
        format!(
            r#"<layer name="{name}" visible="0" width="3" height="1"><data encoding="csv">{gid},1,0</data></layer>"#
        )
    };
    let map = |layers: &[String]| {
        let text = row(set, &[1, 0, 0]);
        text.replace("<layer", &(layers.concat() + "<layer"))
    };
    let disk = world()
        .with("w/a.tmx", map(&[layer("back", 3), layer("near", 1)]))
        .with("w/b.tmx", map(&[layer("far", 1), layer("back", 1), layer("near", 3)]));
    let project = open(&disk, LoadOptions::default()).unwrap();
    let names = |map: &TileMap| map.layers().map(|layer| layer.name.clone()).collect::<Vec<_>>();
    let all = project.world_map(0).unwrap();
    assert_eq!(names(&all), ["far", "back", "near", "row"]);
    let says = |map| {
        format!(
            "w/gone.tsx: there is no such file; check its name, upper and lower case too (referenced by w/{map}:1:137, a tile set of the map)"
        )
    };
    let (of_a, of_b) = (says("a.tmx"), says("b.tmx"));
    assert_eq!(facts(&all).1, [(&*of_a, &[1][..]), (&*of_b, &[2][..])]);
    // Overlapping maps have layers of their own.
    let mut twice = project.map_named("a").unwrap();
    twice.add_map(&project.map_named("a").unwrap(), (0, 0)).unwrap();
    assert_eq!(names(&twice), ["back", "back", "near", "near", "row", "row"]);
    assert_eq!(facts(&twice).1, [(&*of_a, &[0, 1][..])]);
}
