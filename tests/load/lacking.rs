//! Maps of Tiled that lack a part: a warning if it decides nothing, an error if it decides what is solid. Each map is
//! written in XML and in JSON.

use crate::support::{Disk, FREE, SOLID, assert_says, assert_shows, json_of, rock};
use reference::meter::measure;
use tileray::TileMap;
use tileray::glam::vec2;
use tileray::load::{LoadOptions, TileSolidity};
use tileray::tile::{ObjectShape, Tile};

/// The solid pixels of the two tiles of `rock.png`.
const ROCK: u64 = 16;
const SLOPE: u64 = 10;

/// A tile set in a file, with its first tile number.
fn file(first: u32, source: &str) -> String {
    format!(r#"<tileset firstgid="{first}" source="{source}"/>"#)
}

/// A set of tiles of 4×4 pixels: their number, and their image of 4 pixels of height.
fn sheet(first: u32, tiles: u32, image: &str) -> String {
    let width = 4 * tiles;
    format!(
        r#"<tileset firstgid="{first}" name="sheet" tilewidth="4" tileheight="4" tilecount="{tiles}"><image source="{image}" width="{width}" height="4"/></tileset>"#
    )
}

/// A set of tiles by their ids and images.
fn collection(first: u32, tiles: &[(u32, &str)]) -> String {
    let tile =
        |(id, image): &(u32, &str)| format!(r#"<tile id="{id}"><image source="{image}" width="8" height="4"/></tile>"#);
    let tiles: String = tiles.iter().map(tile).collect();
    format!(r#"<tileset firstgid="{first}" name="things">{tiles}</tileset>"#)
}

fn cells(gids: &[u32]) -> String {
    let gids = gids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    format!(r#"<layer name="l"><data encoding="csv">{gids}</data></layer>"#)
}

/// A layer of objects by their attributes.
fn objects(objects: &[&str]) -> String {
    let objects: String = objects.iter().map(|attributes| format!("<object {attributes}/>")).collect();
    format!(r#"<objectgroup name="o">{objects}</objectgroup>"#)
}

fn hidden(layer: &str) -> String {
    layer.replacen("name=", "visible=\"0\" name=", 1)
}

fn solid(layer: &str, is_solid: bool) -> String {
    layer.replacen('>', &format!(">{}", if is_solid { SOLID } else { FREE }), 1)
}

/// Returns the map in XML: 3×1 cells of 4×4 pixels.
fn tmx(sets: &[String], layers: &[String]) -> String {
    let head = r#"<map width="3" height="1" tilewidth="4" tileheight="4">"#;
    format!("{head}\n{}\n{}\n</map>", sets.join("\n"), layers.join("\n"))
}

fn disk() -> Disk {
    let rock_set =
        "<tileset name=\"s\" tilewidth=\"4\" tileheight=\"4\" tilecount=\"2\"><image source=\"rock.png\"/></tileset>";
    Disk::default()
        .with("rock.png", rock())
        .with("drawing.png", "<svg/>")
        .with("cut.png", &rock()[..60])
        .with("rock.tsx", rock_set)
        .with("cut.tsx", &rock_set[..70])
        .with("rock.tx", "<template><tileset firstgid=\"1\" source=\"rock.tsx\"/><object gid=\"1\" width=\"4\" height=\"4\"/></template>")
        .with("gone.tx", "<template><tileset firstgid=\"1\" source=\"gone.tsx\"/><object gid=\"1\" width=\"4\" height=\"4\"/></template>")
}

/// Returns the map in both formats, each on a disk of its own as `a.tmx` or `a.tmj`.
fn both(sets: &[String], layers: &[String]) -> [(Disk, &'static str); 2] {
    let xml = tmx(sets, layers);
    let json = json_of(&xml);
    [(disk().with("a.tmx", xml), "a.tmx"), (disk().with("a.tmj", json), "a.tmj")]
}

/// What a map shows: its solid pixels, and the start and the layers of each warning.
fn assert_has(map: &TileMap, pixels: u64, warnings: &[(&str, &[usize])], case: &str) {
    assert_eq!(map.solidity().count(), pixels, "{case}");
    let found = map.warnings();
    assert_eq!(found.len(), warnings.len(), "{case}: {found:?}");
    for (found, (says, layers)) in found.iter().zip(warnings) {
        assert!(found.message().contains(says), "{case}: '{says}' is not in: {found}");
        assert_eq!(found.layers(), *layers, "{case}: {found}");
    }
}

fn good() -> String {
    sheet(1, 2, "rock.png")
}

/// A missing part that tiles with numbers from 3 on need, and what is said about it.
fn missing_sets() -> Vec<(String, &'static str)> {
    vec![
        (
            file(3, "gone.tsx"),
            "gone.tsx: there is no such file; check its name, upper and lower case too (referenced by a.tm",
        ),
        (file(3, "rock.png"), "rock.png: this is a PNG image, not a Tiled tile set"),
        (file(3, "cut.tsx"), "cut.tsx:1:"),
        (sheet(3, 2, "gone.png"), "gone.png: there is no such file"),
        (
            sheet(3, 2, "drawing.png"),
            "drawing.png: this is an SVG image, not a PNG image; export it as PNG (referenced by a.tm",
        ),
        (sheet(3, 2, "cut.png"), "cut.png: the PNG image cannot be decoded"),
        (collection(3, &[(0, "gone.png"), (1, "gone.png"), (7, "rock.png")]), "gone.png: there is no such file"),
        (collection(3, &[(0, "drawing.png"), (7, "rock.png")]), "tile 0 of tile set 'things'"),
    ]
}

#[test]
fn a_set_or_picture_that_no_cell_uses_is_a_warning() {
    for (set, says) in missing_sets() {
        for (disk, path) in both(&[good(), set], &[cells(&[1, 2, 0])]) {
            assert_has(&disk.map(path).unwrap(), ROCK + SLOPE, &[(says, &[])], path);
        }
    }
}

#[test]
fn a_set_or_picture_that_only_free_layers_use_is_a_warning() {
    for (set, says) in missing_sets() {
        let free = [hidden(&cells(&[3, 3, 0])), cells(&[1, 2, 0]), solid(&cells(&[3, 1, 0]), false)];
        for (disk, path) in both(&[good(), set], &free) {
            let map = disk.map(path).unwrap();
            assert_has(&map, ROCK + SLOPE, &[(says, &[0, 2])], path);
            assert_eq!(map.tile(2, (0, 0)), None);
            assert_eq!(map.tile(2, (1, 0)), Some(Tile::default()));
        }
    }
}

#[test]
fn what_decides_is_an_error_unless_it_is_allowed() {
    for (set, says) in missing_sets() {
        // A hidden layer is solid if it is declared so.
        for user in [cells(&[1, 2, 3]), solid(&hidden(&cells(&[1, 2, 3])), true)] {
            for (disk, path) in both(&[good(), set.clone()], &[solid(&cells(&[0, 3, 0]), false), user.clone()]) {
                let error = disk.map(path).unwrap_err().to_string();
                assert_says(&error, &[says]);
                let map = disk.map_with(path, &LoadOptions::default().allow_missing(true)).unwrap();
                assert_has(&map, ROCK + SLOPE, &[(&error, &[0, 1])], path);
            }
        }
    }
}

/// Pictures decide nothing if whole tiles or shapes are solid. The document states their size.
#[test]
fn without_its_picture_a_tile_has_the_stated_size() {
    let missing = [
        (sheet(3, 2, "gone.png"), 4),
        (sheet(3, 2, "drawing.png"), 4),
        (collection(3, &[(0, "gone.png"), (1, "gone.png")]), 8),
    ];
    for (set, width) in missing {
        for (disk, path) in both(&[good(), set], &[cells(&[1, 3, 4])]) {
            let whole = disk.map_with(path, &LoadOptions::default().tile_solidity(TileSolidity::Cells)).unwrap();
            let pixels = if width == 4 { 3 * ROCK } else { 2 * ROCK + 2 * ROCK };
            assert_has(&whole, pixels, &[(".png: ", &[])], path);
            assert_eq!(whole.tile_set(1).unwrap().mask(1).unwrap().width(), width);
            assert_eq!(whole.tile(0, (2, 0)).map(|tile| (tile.set, tile.id)), Some((1, 1)));
            let shapes = disk.map_with(path, &LoadOptions::default().tile_solidity(TileSolidity::Shapes)).unwrap();
            assert_has(&shapes, 0, &[(".png: ", &[])], path);
            let either = LoadOptions::default().tile_solidity(TileSolidity::ShapesOrPixels);
            assert!(disk.map_with(path, &either).is_err(), "the tile has no shapes");
        }
    }
}

#[test]
fn collision_shapes_decide_without_a_picture() {
    let set = |first: &str, size: &str| {
        format!(
            "<tileset {first} name=\"s\" tilewidth=\"4\" tileheight=\"4\" {size}<tile id=\"1\"><objectgroup>\
            <object width=\"4\" height=\"2\"/></objectgroup></tile></tileset>"
        )
    };
    let stated = "tilecount=\"0\"><image source=\"gone.png\" width=\"8\" height=\"4\"/>";
    let counted = "tilecount=\"2\" columns=\"2\"><image source=\"gone.png\"/>";
    let absurd = "tilecount=\"2\"><image source=\"gone.png\" width=\"4000000000\" height=\"4000000000\"/>";
    for size in [stated, counted, absurd] {
        let text = tmx(&[], &[cells(&[2, 2, 0])]).replace("<layer", &(set("firstgid=\"1\"", size) + "<layer"));
        let disk = Disk::default().with("a.tmx", text);
        for solidity in [TileSolidity::Shapes, TileSolidity::ShapesOrPixels] {
            let map = disk.map_with("a.tmx", &LoadOptions::default().tile_solidity(solidity)).unwrap();
            assert_has(&map, 2 * 8, &[("gone.png", &[])], size);
            assert_shows(&map, 0, 0, "########.... ########.... ............ ............");
        }
        assert!(disk.map("a.tmx").unwrap_err().to_string().starts_with("gone.png: there is no such file"));
    }
    // Without a size, nothing says how large the tile is.
    let unknown = tmx(&[], &[cells(&[2, 2, 0])])
        .replace("<layer", &(set("firstgid=\"1\"", "><image source=\"gone.png\"/>") + "<layer"));
    let shapes = LoadOptions::default().tile_solidity(TileSolidity::Shapes);
    let error = Disk::default().with("a.tmx", unknown).map_with("a.tmx", &shapes).unwrap_err();
    assert!(error.to_string().starts_with("gone.png: there is no such file"), "{error}");
}

/// A tile that the property `solid` = false frees needs no picture.
#[test]
fn free_tiles_need_no_picture() {
    let free = format!("<tile id=\"0\">{FREE}</tile>");
    let sheet =
        tmx(&[sheet(1, 2, "gone.png")], &[cells(&[1, 1, 0])]).replace("</tileset>", &format!("{free}</tileset>"));
    let disk = Disk::default().with("a.tmx", sheet);
    let map = disk.map("a.tmx").unwrap();
    assert_has(&map, 0, &[("gone.png", &[])], "free");
    assert!(map.tile(0, (1, 0)).is_some());
}

/// As in Tiled, a number belongs to the last set that begins at it or below.
#[test]
fn unknown_tile_numbers() {
    let cases = [
        (vec![good()], 77, "gid 77 is beyond every tile set (the last begins at gid 1 and has 2 tiles)"),
        (vec![good(), file(50, "rock.tsx")], 4, "gid 4 is tile 3 of tile set 'sheet', which has no such tile"),
        (
            vec![sheet(1, 3, "rock.png")],
            3,
            "gid 3 is tile 2 of tile set 'sheet', but the set's image 'rock.png' has only 2 tiles; enlarge the image",
        ),
        (vec![], 1, "gid 1 is beyond every tile set (the map has none)"),
        (vec![file(9, "rock.tsx")], 8, "gid 8 is below the first tile set, which begins at gid 9"),
    ];
    for (sets, gid, says) in cases {
        let flipped = gid | 0x8000_0000;
        for (disk, path) in both(&sets, &[hidden(&cells(&[0, gid, flipped])), objects(&["gid=\"99\""])]) {
            let map = disk.map(path).unwrap();
            assert_eq!((map.solidity().count(), map.tile(0, (1, 0))), (0, None));
            let warning = &map.warnings()[0];
            assert_says(warning.message(), &["layer 'l', cell (1, 0): ", says]);
            assert_eq!(warning.layers(), [0]);
        }
        for (disk, path) in both(&sets, &[cells(&[0, gid, flipped])]) {
            let error = disk.map(path).unwrap_err().to_string();
            assert_says(&error, &["layer 'l', cell (1, 0): ", says]);
            let map = disk.map_with(path, &LoadOptions::default().allow_missing(true)).unwrap();
            assert_has(&map, 0, &[(&error, &[0])], path);
        }
    }
}

/// No picture is missing, and Tiled draws nothing but its mark.
#[test]
fn a_tile_that_was_deleted_from_a_collection_is_empty() {
    let tiles = [(0, "rock.png"), (2, "rock.png")];
    for (sets, gid, id) in [
        (vec![good(), collection(3, &tiles)], 4, 1),
        // The last tile of the last set.
        (vec![good(), collection(3, &tiles)], 6, 3),
        (vec![collection(3, &tiles), file(50, "rock.tsx")], 6, 3),
    ] {
        for (disk, path) in both(&sets, &[cells(&[5, gid, gid | 0x8000_0000])]) {
            let says = format!("gid {gid} is tile {id} of tile set 'things', which has no such tile; erase the cell");
            let map = disk.map(path).unwrap();
            assert_eq!((map.tile(0, (1, 0)), map.warnings().len()), (None, 1), "{path}");
            assert_says(map.warnings()[0].message(), &["layer 'l', cell (1, 0): ", &says]);
            assert_eq!((map.warnings()[0].layers(), map.solidity().count()), (&[0][..], ROCK + SLOPE), "{path}");
        }
    }
}

#[test]
fn an_object_keeps_its_place_without_its_tile_or_template() {
    let of_tile = "id=\"5\" gid=\"3\" x=\"2\" y=\"6\" width=\"4\" height=\"4\"";
    let beyond = "id=\"5\" gid=\"2147483747\" x=\"2\" y=\"6\" width=\"4\" height=\"4\"";
    let of_template = "id=\"5\" template=\"none.tx\" x=\"2\" y=\"2\" width=\"4\" height=\"4\"";
    let of_set = "id=\"5\" template=\"gone.tx\" x=\"2\" y=\"6\"";
    let cases = [
        (
            of_tile,
            "gone.png: there is no such file; check its name, upper and lower case too (referenced by a.tm",
            true,
        ),
        (beyond, "object layer 'o', object 5: gid 99 is beyond every tile set", false),
        (
            of_template,
            "none.tx: there is no such file; check its name, upper and lower case too (referenced by a.tm",
            false,
        ),
        (
            of_set,
            "gone.tsx: there is no such file; check its name, upper and lower case too (referenced by gone.tx:1:11",
            false,
        ),
    ];
    for (object, says, needs_sheet) in cases {
        let sets = if needs_sheet { vec![good(), sheet(3, 2, "gone.png")] } else { vec![good()] };
        let good = "id=\"6\" gid=\"1\" x=\"8\" y=\"4\" width=\"4\" height=\"4\"";
        for (disk, path) in both(&sets, &[cells(&[1, 0, 0]), objects(&[object, good])]) {
            let mut map = disk.map(path).unwrap();
            assert_has(&map, ROCK, &[(says, &[])], path);
            let kept = map.objects().next().unwrap();
            assert_eq!((kept.id, &kept.shape, kept.position), (5, &ObjectShape::Rectangle, vec2(2.0, 2.0)));
            assert_eq!(kept.size, vec2(4.0, 4.0));
            // Nothing makes it terrain, as nothing tells its pixels.
            map.add_solid_objects("o", 1).unwrap();
            assert_eq!(map.solidity().count(), 2 * ROCK);
        }
        for (disk, path) in both(&sets, &[cells(&[1, 0, 0]), solid(&objects(&[object, good]), true)]) {
            let error = disk.map(path).unwrap_err().to_string();
            assert_says(&error, &[says]);
            let map = disk.map_with(path, &LoadOptions::default().allow_missing(true)).unwrap();
            assert_has(&map, 2 * ROCK, &[(&error, &[1])], path);
        }
    }
}

/// A solid layer may have an object that is not solid.
#[test]
fn an_object_that_is_declared_free_needs_no_tile() {
    let object = format!("<object gid=\"77\">{FREE}</object>");
    let text = tmx(&[good()], &[solid(&objects(&["gid=\"1\" y=\"4\""]), true)]);
    let text = text.replace("</objectgroup>", &format!("{object}</objectgroup>"));
    let map = disk().with("a.tmx", text).map("a.tmx").unwrap();
    assert_has(&map, ROCK, &[("gid 77 is beyond every tile set", &[])], "declared free");
}

#[test]
fn a_layer_without_data_is_empty() {
    for (disk, path) in both(&[good()], &[r#"<layer name="l"/>"#.to_owned(), cells(&[0, 1, 0])]) {
        let map = disk.map(path).unwrap();
        assert_has(&map, ROCK, &[], path);
        assert_eq!(map.layers().map(|layer| layer.cells.area()).collect::<Vec<_>>(), [3, 3]);
    }
}

#[test]
fn a_file_that_is_named_twice_is_one_part() {
    let sets = [good(), file(3, "gone.tsx"), file(9, "gone.tsx"), file(20, "rock.tsx"), file(30, "rock.tsx")];
    for (disk, path) in both(&sets, &[hidden(&cells(&[3, 9, 20])), hidden(&cells(&[20, 0, 0]))]) {
        let map = disk.without("rock.png").map(path).unwrap();
        let says = ["rock.png: there is no such file", "gone.tsx: there is", "rock.png: there is no such file"];
        let found: Vec<_> = map.warnings().iter().map(|warning| (warning.message(), warning.layers())).collect();
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().zip(says).all(|((message, _), says)| message.starts_with(says)), "{found:?}");
        assert_eq!(found.iter().map(|(_, layers)| *layers).collect::<Vec<_>>(), [&[][..], &[0], &[0, 1]]);
        let names: Vec<_> = map.tile_sets().map(|set| &*set.name).collect();
        assert_eq!(names, ["sheet", "gone", "gone", "s", "s"]);
    }
}

/// Limits are errors, whatever lies beyond them.
#[test]
fn limits_hold_for_parts_that_decide_nothing() {
    let limits = tileray::load::LoadLimits::default();
    let options = LoadOptions::default().allow_missing(true);
    for (disk, path) in both(&[good(), sheet(3, 2, "large.png"), file(9, "large.tsx")], &[cells(&[1, 2, 0])]) {
        let disk = disk.with("large.png", crate::support::ascii_png(&"#".repeat(64)));
        let read = |disk: &Disk, limits| disk.map_with(path, &options.limits(limits)).map(|map| map.warnings().len());
        assert_eq!(read(&disk, limits), Ok(1));
        assert_says(&read(&disk, limits.image_pixels(63)).unwrap_err().to_string(), &["LoadLimits::image_pixels"]);
        let disk = disk.with("large.tsx", " ".repeat(5000));
        assert_says(&read(&disk, limits.file_bytes(4999)).unwrap_err().to_string(), &["LoadLimits::file_bytes"]);
    }
}

/// A million missing pictures take little more than the document, and have few warnings.
#[test]
fn missing_parts_are_bounded() {
    let count = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    let tiles: String = (0..count).map(|id| format!("<tile id=\"{id}\"><image source=\"{id}.png\"/></tile>")).collect();
    let set = format!("<tileset firstgid=\"3\" name=\"t\">{tiles}</tileset>\n<layer");
    let text = tmx(&[good()], &[hidden(&cells(&[1, 2, 70_000])), cells(&[1, 2, 0])]).replacen("<layer", &set, 1);
    let length = text.len();
    let disk = disk().with("a.tmx", text);
    let (map, cost) = measure(|| disk.map("a.tmx").unwrap());
    assert!(cost.time.as_secs() < 20 && cost.bytes < 40 * length, "{cost:?} for {length} bytes");
    assert_eq!((map.solidity().count(), map.warnings().len()), (ROCK + SLOPE, 65));
    let last = &map.warnings()[64];
    let more = if cfg!(debug_assertions) { count - 63 } else { count - 64 };
    assert_eq!(last.message(), format!("{more} more parts are missing; mend the others first"));
    assert_eq!(last.layers(), [0]);
    assert!(map.warnings()[..64].iter().all(|warning| warning.message().len() < 200 && warning.layers().is_empty()));
}
