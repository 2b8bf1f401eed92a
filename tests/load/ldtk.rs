//! Projects of LDtk: worlds, levels, layers, tile sets, entities; and levels painted pixel by pixel.

use crate::support::*;
use serde_json::{Value, json};
use std::collections::HashMap;
use tileray::glam::{IVec2, ivec2, uvec2, vec2};
use tileray::load::{IntGridRule, Limit, LoadLimits, LoadOptions, Project, ProjectOptions, WorldLayout};
use tileray::solidity::AlphaThreshold;
use tileray::tile::{ObjectShape, Property};
use tileray::{LayerSet, Ray, Rect, SolidityMap, Terrain, Tile, TileMap};

fn open(project: &Value) -> Project {
    open_with(project, &ProjectOptions::default())
}

#[track_caller]
fn open_with(project: &Value, options: &ProjectOptions) -> Project {
    disk_of(project).with("p/rock.png", rock()).project(options).unwrap_or_else(|error| panic!("{error}"))
}

/// The map of a level of 3x2 cells with one layer of tiles, whose definition and instance have other members, too.
fn map_of_tiles(definition_members: Value, layer_members: Value, tiles_of: &[Value]) -> TileMap {
    let definition = with(definition("Ground", "Tiles", 1), definition_members);
    let layer = with(tiles("Ground", 1, [3, 2], &ROCK, tiles_of), layer_members);
    let levels = [level("A", [0, 0], [12, 8], &[layer])];
    open(&project("Free", &[ROCK], &[definition], &levels)).map(0).unwrap()
}

/// The id of the tile that a ray within one pixel hits, and the path of its layer.
fn owner(map: &TileMap, terrain: &Terrain, pixel: IVec2) -> Option<(u32, String)> {
    let point = pixel.as_vec2() + 0.5;
    let hit = terrain.raycast(&Ray::between(point, point))?;
    Some((hit.tile()?.id, map.layer(hit.layer())?.path.clone()))
}

#[test]
fn layers_have_offsets_parallax_and_visibility() {
    let offset = json!({ "__pxTotalOffsetX": 3, "__pxTotalOffsetY": -1, "visible": false });
    let map =
        map_of_tiles(json!({ "parallaxFactorX": 0.25, "parallaxFactorY": -0.5 }), offset, &[ROCK.tile([4, 0], 1, 0)]);
    let layer = map.layers().next().unwrap();
    assert_eq!((layer.offset, layer.parallax, layer.visible), (ivec2(3, -1), vec2(0.75, 1.5), false));
    assert_eq!(map.solidity().count(), 0);
    let named = map.solidity_with(&LayerSet::named(&map, ["Ground"]).unwrap()).unwrap();
    assert_eq!((named.count(), map.bounds().min), (10, ivec2(0, -1)));
    assert_eq!(named.bounds(), Some(Rect::new(ivec2(7, 0), ivec2(11, 4))));
}

/// One name means all of a stack.
#[test]
fn stacked_tiles_are_layers_of_one_name() {
    let placed = [ROCK.tile([0, 0], 0, 0), ROCK.tile([4, 0], 1, 0), ROCK.tile([4, 0], 0, 0), ROCK.tile([4, 0], 1, 1)];
    let map = map_of_tiles(json!({}), json!({}), &placed);
    let layers: Vec<_> = map.layers().map(|layer| (&*layer.name, &*layer.path)).collect();
    assert_eq!(layers, [("Ground", "Ground"), ("Ground", "Ground/2"), ("Ground", "Ground/3")]);
    assert_eq!(LayerSet::named(&map, ["Ground"]).unwrap(), LayerSet::all(&map));
    assert_eq!(LayerSet::named(&map, ["Ground/2"]).unwrap().iter().collect::<Vec<_>>(), [1]);
}

#[test]
fn int_grids_are_solid_where_the_options_ask() {
    let named = json!({ "intGridValues": [{ "value": 1, "identifier": "Walls", "color": "#fff" }, { "value": 3, "identifier": null }] });
    let grid = with(values("Grid", 1, [3, 2], &[1, 2, 3, 0, 0, 1]), json!({ "visible": false }));
    let definitions = [with(definition("Grid", "IntGrid", 1), named)];
    let file = project("Free", &[], &definitions, &[level("A", [0, 0], [12, 8], &[grid])]);
    let map = |rule: IntGridRule| open_with(&file, &ProjectOptions::default().int_grid(rule)).map(0).unwrap();
    let count = |rule| map(rule).solidity().count();
    assert_eq!(count(IntGridRule::None), 0);
    assert_eq!(count(IntGridRule::All), 4 * 16);
    assert_eq!(count(IntGridRule::values(["Walls"])), 2 * 16);
    assert_eq!(count(IntGridRule::values(["1", "3"])), 3 * 16);

    let map = map(IntGridRule::values(["Walls"]));
    assert_eq!(map.tile(0, ivec2(1, 0)).map(|tile| tile.id), Some(2), "values that are not solid are kept");
    let set = map.tile_set(0).unwrap();
    assert_eq!(
        (&*set.name, set.properties(1).text("name"), set.properties(3).len()),
        ("Grid/values", Some("Walls"), 0)
    );
    let hit = Terrain::from_map(&map).raycast(&Ray::between((10.5, 0.5), (10.5, 7.5))).unwrap();
    assert_eq!((hit.pixel(), hit.tile().map(|tile| tile.id)), (ivec2(10, 4), Some(1)));
    // By name the values count where no rule makes them solid.
    let free = open(&file).map(0).unwrap();
    assert_eq!(free.solidity_with(&LayerSet::named(&free, ["Grid/values"]).unwrap()).unwrap().count(), 64);

    let error = disk_of(&file).project(&ProjectOptions::default().int_grid(IntGridRule::values(["Wall"])));
    let message = error.unwrap_err().to_string();
    assert_eq!(message, "p/game.ldtk: no IntGrid value is named 'Wall'; the project has 'Walls (1)', '3'");
}

/// The icons' pixels are not in the project. The tiles of a set without an image are not either.
#[test]
fn tiles_without_an_image_are_skipped() {
    let icons = json!({ "relPath": null, "embedAtlas": "LdtkIcons" });
    let mut file = project("Free", &[], &[definition("Ground", "Tiles", 1)], &[]);
    file["defs"]["tilesets"] = json!([with(ROCK.definition(), icons)]);
    let ground = tiles("Ground", 1, [3, 2], &ROCK, &[ROCK.tile([0, 0], 0, 0)]);
    let things = with(
        layer("Things", "Entities", 1, [3, 2]),
        json!({ "entityInstances": [with(
        entity("Sign", "s", [0, 0], [4, 4], &[]),
        json!({ "__tile": { "tilesetUid": 10, "x": 0, "y": 0, "w": 4, "h": 4 } }),
    )] }),
    );
    file["levels"] = json!([level("A", [0, 0], [12, 8], &[things, ground])]);
    let map = disk_of(&file).project(&ProjectOptions::default()).unwrap().map(0).unwrap();
    assert_eq!((map.solidity().count(), map.layers().len(), map.tile_sets().len()), (0, 1, 0));
    assert_eq!(map.objects().next().map(|object| &object.shape), Some(&ObjectShape::Rectangle));
}

#[test]
fn the_options_for_pictures_and_the_fields_of_levels() {
    let fields = [field("music", "FilePath", &json!("song.ogg")), field("night", "Bool", &json!(true))];
    let picture = ascii_png("19.9 1111 1111 1111");
    let sheet = TileSheet::new(10, "rock", 4, 1, 1);
    let ground = tiles("Ground", 1, [3, 2], &sheet, &[sheet.tile([0, 0], 0, 0)]);
    let first = with(level("A", [0, 0], [12, 8], &[ground]), json!({ "fieldInstances": fields, "worldDepth": 2 }));
    let file = project("Free", &[sheet], &[definition("Ground", "Tiles", 1)], &[first]);
    let disk = disk_of(&file).with("p/rock.png", picture);
    let dense = LoadOptions::default().rule(AlphaThreshold::at_least(128)).keep_images(true);
    let dense = ProjectOptions::from(dense);
    let map = disk.project(&dense).unwrap().map(0).unwrap();
    assert_eq!(map.tile_set(0).unwrap().image(0).unwrap().get(0, 0), [90, 90, 90, 28]);
    let counts = [ProjectOptions::default(), dense].map(|options| {
        let project = disk.project(&options).unwrap();
        assert_eq!(project.levels().next().unwrap().properties, project.map(0).unwrap().properties);
        project.map(0).unwrap().solidity().count()
    });
    assert_eq!(counts, [15, 2]);
    let project = disk.project(&ProjectOptions::default()).unwrap();
    let level = project.levels().next().unwrap();
    assert_eq!((&*level.iid, level.depth, level.background), ("iid of A", 2, Some(0xff10_2030)));
    assert_eq!(level.properties.get("music"), Some(&Property::File("song.ogg".into())));
    assert_eq!(level.properties.bool("night"), Some(true));
}

/// Converters of other editors write the types of fields in lower case.
#[test]
fn types_of_fields_may_be_in_lower_case() {
    let values = [
        ("Int", json!(7)),
        ("Float", json!(2.5)),
        ("Bool", json!(true)),
        ("String", json!("a")),
        ("Multilines", json!("a\nb")),
        ("FilePath", json!("a.png")),
        ("Color", json!("#112233")),
        ("LocalEnum.Way", json!("Up")),
        ("Point", json!({ "cx": 1, "cy": 2 })),
        ("EntityRef", json!({ "entityIid": "gone" })),
        ("Tile", json!({ "tilesetUid": 10, "x": 4, "y": 0, "w": 4, "h": 4 })),
        ("Array<Int>", json!([1, null, 3])),
    ];
    let read = |name: fn(&str) -> String| {
        let fields: Vec<_> = values.iter().map(|(kind, value)| field(kind, &name(kind), value)).collect();
        let file =
            project("Free", &[], &[], &[with(level("A", [0, 0], [4, 4], &[]), json!({ "fieldInstances": fields }))]);
        open(&file).map(0).unwrap().properties
    };
    let properties = read(str::to_owned);
    assert_eq!((properties.len(), properties.number("Tile.x")), (18, Some(4.0)));
    assert_eq!((properties.number("Int"), properties.number("Array<Int>[2]")), (Some(7.0), Some(3.0)));
    assert_eq!(read(str::to_ascii_lowercase), properties);
    assert_eq!(read(str::to_ascii_uppercase), properties);
    // A type of a later version has no properties.
    assert!(read(|kind| format!("Future{kind}")).is_empty());
}

#[test]
fn long_names_of_arrays_are_counted() {
    let read = |items: usize| {
        let long = field(&"n".repeat(10_000), "Array<Int>", &json!(vec![1; items]));
        let file =
            project("Free", &[], &[], &[with(level("A", [0, 0], [4, 4], &[]), json!({ "fieldInstances": [long] }))]);
        let limits = LoadLimits::default().properties(101 * 5);
        disk_of(&file).project(&ProjectOptions::from(LoadOptions::default().limits(limits))).map(drop)
    };
    assert_eq!(read(5), Ok(()));
    assert_eq!(exceeded(read(6)), (Limit::Properties, 605, 505));
}

#[test]
fn worlds_lay_their_levels_out() {
    let levels = [("A", [100, -20], [12, 8]), ("B", [-1, -1], [20, 4]), ("C", [7, 9], [8, 16])]
        .map(|(name, position, size)| level(name, position, size, &[]));
    let positions = |layout: &str| {
        let project = open(&project(layout, &[], &[], &levels));
        let world = project.worlds().next().unwrap().clone();
        assert_eq!((project.worlds().len(), &*world.name, world.levels), (1, "World", 0..3));
        (world.layout, project.levels().map(|level| level.position.to_array()).collect::<Vec<_>>())
    };
    assert_eq!(positions("Free"), (WorldLayout::Free, vec![[100, -20], [-1, -1], [7, 9]]));
    assert_eq!(positions("GridVania"), (WorldLayout::GridVania, vec![[100, -20], [-1, -1], [7, 9]]));
    assert_eq!(positions("LinearHorizontal"), (WorldLayout::LinearHorizontal, vec![[0, 0], [12, 0], [32, 0]]));
    assert_eq!(positions("LinearVertical"), (WorldLayout::LinearVertical, vec![[0, 0], [0, 8], [0, 12]]));
    assert_eq!(positions("SpiralOfTheFuture").0, WorldLayout::Free);

    let mut file = project("Free", &[], &[], &[]);
    file["worldLayout"] = json!(null);
    file["worlds"] = json!([
        { "identifier": "Above", "iid": "w1", "worldLayout": "LinearVertical", "levels": levels[..2] },
        { "identifier": "Below", "iid": "w2", "worldLayout": "GridVania", "levels": levels[2..] },
    ]);
    let project = open(&file);
    let worlds: Vec<_> = project.worlds().map(|world| (&*world.name, world.layout, world.levels.clone())).collect();
    assert_eq!(worlds, [("Above", WorldLayout::LinearVertical, 0..2), ("Below", WorldLayout::GridVania, 2..3)]);
    let levels: Vec<_> = project.levels().map(|level| (&*level.name, &*level.world, level.rect())).collect();
    let rect = |x, y, width, height| Rect::from_size(ivec2(x, y), uvec2(width, height));
    assert_eq!(
        levels,
        [("A", "Above", rect(0, 0, 12, 8)), ("B", "Above", rect(0, 8, 20, 4)), ("C", "Below", rect(7, 9, 8, 16))]
    );
    assert_eq!(open(&super::support::project("Free", &[], &[], &[])).levels().len(), 0);
}

#[test]
fn levels_are_found_by_name() {
    let ground = |id| tiles("Ground", 1, [3, 2], &ROCK, &[ROCK.tile([0, 0], id, 0)]);
    let levels = [level("Cellar", [0, 0], [12, 8], &[ground(0)]), level("Tower", [0, 0], [12, 8], &[ground(1)])];
    let project = open(&project("Free", &[ROCK], &[definition("Ground", "Tiles", 1)], &levels));
    assert_eq!(
        (project.level_named("Tower").unwrap(), project.map_named("Tower").unwrap().solidity().count()),
        (1, 10)
    );
    assert_eq!(
        project.map_named("Celler").unwrap_err().to_string(),
        "p/game.ldtk: no level is named 'Celler' (did you mean 'Cellar'?); the project has 'Cellar', 'Tower'"
    );
    assert_eq!(
        project.map(2).unwrap_err().to_string(),
        "p/game.ldtk: there is no level 2: the project has 2 levels, counted from 0"
    );
    assert_eq!(
        format!("{project:?}"),
        r#"Project { path: "p/game.ldtk", worlds: ["World"], levels: ["Cellar", "Tower"] }"#
    );
}

#[test]
fn entities_lie_where_their_layers_do_and_have_parts_of_images() {
    // A part as the first version wrote it, and one that is no tile of the set.
    let old = json!({ "__tile": { "tilesetUid": 10, "srcRect": [4, 0, 4, 4] } });
    let part = json!({ "__tile": { "tilesetUid": 10, "x": 1, "y": 1, "w": 7, "h": 3 } });
    let lost = field("lost", "EntityRef", &json!({ "entityIid": "gone", "layerIid": "l", "levelIid": "B" }));
    let hero = with(entity("Hero", "h", [1, 2], [4, 4], &[lost]), old);
    let sign = with(entity("Sign", "s", [0, 0], [7, 3], &[]), part);
    let things = json!({ "__pxTotalOffsetX": 100, "entityInstances": [hero, sign], "visible": false });
    let marks = json!({ "entityInstances": [entity("Mark", "m", [1, 2], [3, 4], &[])] });
    let members = [("Things", 1, things), ("Marks", 2, marks)];
    let layers = members.map(|(name, uid, members)| with(layer(name, "Entities", uid, [3, 2]), members));
    let definitions = [definition("Things", "Entities", 1), definition("Marks", "Entities", 2)];
    let map = open(&project("Free", &[ROCK], &definitions, &[level("A", [0, 0], [12, 8], &layers)])).map(0).unwrap();
    let layers: Vec<_> = map.object_layers().map(|layer| (&*layer.path, layer.visible)).collect();
    assert_eq!(layers, [("Marks", true), ("Things", false)]);
    let [_, hero, sign] = &map.objects().collect::<Vec<_>>()[..] else { panic!("three objects") };
    assert_eq!((hero.position, hero.visible), (vec2(101.0, 2.0), false));
    assert_eq!(hero.shape, ObjectShape::Tile(Tile { id: 1, ..Tile::default() }));
    assert_eq!(hero.properties.get("lost"), Some(&Property::Object(0)));
    let ObjectShape::Tile(tile) = sign.shape else { panic!("a tile") };
    assert_eq!(map.tile_set(0).unwrap().mask(tile.id).unwrap().to_ascii(), "###..##\n###.###\n#######\n");
}

#[test]
fn external_levels_come_from_the_same_reader() {
    let ground = tiles("Ground", 1, [3, 2], &ROCK, &[ROCK.tile([4, 0], 1, 0)]);
    let whole = level("A", [5, 6], [12, 8], &[ground]);
    let head = with(whole.clone(), json!({ "layerInstances": null, "externalRelPath": "game/A.ldtkl" }));
    let definitions = [definition("Ground", "Tiles", 1)];
    let file = project("Free", &[ROCK], &definitions, &[head]);
    // Images stay relative to the project. A mark of the byte order is skipped.
    let disk = disk_of(&file).with("p/rock.png", rock()).with("p/game/A.ldtkl", format!("\u{feff}{whole}"));
    let project = disk.project(&ProjectOptions::default()).unwrap();
    let expected = open(&super::support::project("Free", &[ROCK], &definitions, &[whole]));
    assert_eq!(project.levels().next(), expected.levels().next());
    assert_eq!(project.map(0).unwrap().solidity(), expected.map(0).unwrap().solidity());
    let files: Vec<_> = project.map(0).unwrap().dependencies().iter().map(|file| file.display().to_string()).collect();
    assert_eq!(files, ["p/game.ldtk", "p/game/A.ldtkl", "p/rock.png"]);
}

#[test]
fn later_versions() {
    let ground = tiles("Ground", 1, [3, 2], &ROCK, &[ROCK.tile([4, 0], 1, 0)]);
    let unknown = layer("Clouds", "Volumetric", 1, [3, 2]);
    let mut file = project(
        "Free",
        &[ROCK],
        &[definition("Ground", "Tiles", 1)],
        &[level("A", [0, 0], [12, 8], &[unknown, ground])],
    );
    for version in ["1.0.0", "1.5.3", "2.7.0-beta", "12.0"] {
        file["jsonVersion"] = json!(version);
        assert_eq!(open(&file).map_named("A").unwrap().solidity().count(), 10, "{version}");
    }
}

/// A level painted pixel by pixel, in the order of the file, with the tile in front at each solid pixel.
#[derive(Default)]
struct Painting(HashMap<IVec2, (u32, String)>);

impl Painting {
    fn paint(&mut self, mask: &SolidityMap, corner: IVec2, id: u32, layer: &str) {
        for pixel in mask.pixels() {
            self.0.insert(corner + pixel, (id, layer.to_owned()));
        }
    }
}

/// A random level and its painting: stacked, flipped and overlapping tiles, on and off the grid, of sets with borders
/// and gaps, anchored anywhere; and IntGrids.
fn random_level(rng: &mut fastrand::Rng) -> (Disk, Painting) {
    let sheets = ["one", "two"].map(|name| TileSheet {
        spacing: rng.i32(0..3),
        padding: rng.i32(0..3),
        ..TileSheet::new(
            name.len() as i64 + i64::from(name == "two"),
            name,
            rng.i32(2..10),
            rng.i32(1..4),
            rng.i32(1..3),
        )
    });
    let pictures = sheets.map(|sheet| {
        let [width, height] = sheet.size();
        let dense = rng.u32(1..4);
        SolidityMap::from_fn(width as u32, height as u32, |_, _| rng.u32(0..4) < dense)
    });
    let mut painting = Painting::default();
    let (mut definitions, mut layers) = (Vec::new(), Vec::new());
    let grids = [rng.i32(2..9), rng.i32(2..9)];
    // Back to front, as they are painted.
    for number in 0..rng.usize(1..4) {
        let (name, uid) = (format!("Layer{number}"), number as i64 + 1);
        let grid = if rng.u32(0..3) == 0 { grids[1] } else { grids[0] };
        let size = [rng.i32(1..8), rng.i32(1..8)];
        let offset = ivec2(rng.i32(-5..6), rng.i32(-5..6));
        let (sheet, picture) = [0, 1].map(|index| (sheets[index], &pictures[index]))[rng.usize(0..2)];
        let pivots = [0.0, 0.5, 1.0, 0.25];
        let pivot = [pivots[rng.usize(0..4)], pivots[rng.usize(0..4)]];
        let (aligned, in_order) = (rng.bool(), rng.bool());
        let mut placed: Vec<([i32; 2], i32, u8)> = (0..rng.usize(0..40))
            .map(|_| {
                let cell = size.map(|size| rng.i32(-1..=size) * grid);
                let shift = [(); 2].map(|()| if aligned { 0 } else { rng.i32(-grid..grid) });
                ([cell[0] + shift[0], cell[1] + shift[1]], rng.i32(0..sheet.columns * sheet.rows), rng.u8(0..4))
            })
            .collect();
        if in_order {
            placed.sort_by_key(|(px, ..)| (px[1], px[0]));
        }
        for (px, id, flips) in &placed {
            let (source, side) = (sheet.source(*id), sheet.side);
            let flipped = |axis: usize| flips >> axis & 1 == 1;
            let mask = SolidityMap::from_fn(side as u32, side as u32, |x, y| {
                let inside = [x as i32, y as i32];
                let [x, y] = [0, 1].map(|axis| if flipped(axis) { side - 1 - inside[axis] } else { inside[axis] });
                picture.get(source[0] + x, source[1] + y)
            });
            // The first pixel of a tile whose pivot lies on that of its cell; mirrored about the cell if it is flipped.
            let corner = [0, 1].map(|axis| {
                let first = (pivot[axis] * f64::from(grid - side) + 0.5).floor() as i32;
                px[axis] + if flipped(axis) { grid - (first + side) } else { first }
            });
            painting.paint(&mask, offset + IVec2::from(corner), *id as u32, &name);
        }
        let listed: Vec<Value> = placed.iter().map(|(px, id, flips)| sheet.tile(*px, *id, *flips)).collect();
        let kind = ["Tiles", "AutoLayer", "IntGrid"][rng.usize(0..3)];
        let list = if kind == "Tiles" { "gridTiles" } else { "autoLayerTiles" };
        let mut members = json!({
            "__gridSize": grid, "__pxTotalOffsetX": offset.x, "__pxTotalOffsetY": offset.y, "__tilesetDefUid": sheet.uid,
        });
        members[list] = json!(listed);
        if kind == "IntGrid" {
            let cells: Vec<u32> =
                (0..size[0] * size[1]).map(|_| if rng.u32(0..6) == 0 { rng.u32(1..4) } else { 0 }).collect();
            let full = SolidityMap::from_fn(grid as u32, grid as u32, |_, _| true);
            for (index, value) in (0..).zip(&cells).filter(|(_, value)| **value != 0) {
                let corner = ivec2(index % size[0], index / size[0]) * grid;
                painting.paint(&full, offset + corner, *value, &format!("{name}/values"));
            }
            members["intGridCsv"] = json!(cells);
        }
        layers.insert(0, with(layer(&name, kind, uid, size), members));
        definitions.push(with(definition(&name, kind, uid), json!({ "tilePivotX": pivot[0], "tilePivotY": pivot[1] })));
    }
    let file = project("Free", &sheets, &definitions, &[level("A", [0, 0], [32, 24], &layers)]);
    let png_of = |picture: &SolidityMap| ascii_png(&picture.to_ascii());
    let disk = disk_of(&file).with("p/one.png", png_of(&pictures[0])).with("p/two.png", png_of(&pictures[1]));
    (disk, painting)
}

#[test]
fn random_levels_are_as_a_plain_painter_paints_them() {
    for seed in 0..cases(80) as u64 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (disk, painting) = random_level(&mut rng);
        let options = ProjectOptions::default().int_grid(IntGridRule::All);
        let map = disk.project(&options).unwrap().map(0).unwrap();
        let (mask, corner) = (map.solidity(), map.bounds().min);
        assert_eq!(mask.count(), painting.0.len() as u64, "seed {seed}");
        let terrain = Terrain::from_map(&map);
        for (pixel, (id, name)) in &painting.0 {
            let inside = *pixel - corner;
            assert!(mask.get(inside.x, inside.y) && terrain.is_solid(*pixel), "seed {seed}, pixel {pixel}");
            let (hit, path) = owner(&map, &terrain, *pixel).expect("a solid pixel");
            // Further layers of a stack have a number behind the name.
            let number = path.strip_prefix(&**name).map(|rest| rest.trim_start_matches('/').parse::<u32>().is_ok());
            assert!(path == *name || number == Some(true), "seed {seed}, pixel {pixel}: {path}, not {name}");
            assert_eq!(hit, *id, "seed {seed}, pixel {pixel}");
        }
    }
}
