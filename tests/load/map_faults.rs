//! Wrong maps and tile sets, and what is said about them: the file, the place, the remedy, on one line.

use crate::support::{Disk, ascii_png, map, rock, row};
use std::path::Path;
use tileray::load::{Limit, LimitExceeded, LoadErrorKind, LoadLimits, LoadOptions};

const ONE: &str = r#"width="1" height="1""#;

fn message(text: impl Into<Vec<u8>>) -> String {
    let disk = Disk::default().with("maps/a.tmx", text).with("maps/rock.png", rock());
    disk.map("maps/a.tmx").unwrap_err().to_string()
}

/// Asserts that the message is one line with these parts in it.
#[track_caller]
fn assert_says(message: &str, parts: &[&str]) {
    assert!(!message.contains('\n') && message.len() < 400, "{message}");
    for part in parts {
        assert!(message.contains(part), "'{part}' is missing in: {message}");
    }
}

#[test]
fn long_names_of_control_characters_are_shortened() {
    // Each of these characters is eight in a message.
    let controls = "&#x2028;".repeat(1000);
    let data = format!("<layer name=\"{controls}\"><data encoding=\"{controls}\">1</data></layer>");
    let message = message(map(ONE, &data));
    let seven = "\\u{2028}".repeat(7);
    assert_says(&message, &[&format!("layer '{seven}...'"), &format!("encoding '{seven}...' is not supported")]);
}

#[test]
fn faults_of_a_layer() {
    let layer = |data: &str| map(r#"width="2" height="1""#, &format!("<layer name=\"ground\">\n  {data}</layer>"));
    let base64 = |attributes: &str, text: &str| layer(&format!(r#"<data encoding="base64"{attributes}>{text}</data>"#));
    let chunk = |chunk: &str| {
        map(
            r#"width="2" height="1" infinite="1""#,
            &format!("<layer name=\"ground\"><data encoding=\"csv\">\n{chunk}</data></layer>"),
        )
    };
    let cases: Vec<(String, &[&str])> = vec![
        (
            layer("<data encoding=\"csv\">1</data>"),
            &["a.tmx:7:3:", "layer 'ground'", "holds 1 cells where 2 are expected", "save"],
        ),
        (
            layer("<data encoding=\"csv\">1,2,1</data>"),
            &["a.tmx:7:3:", "layer 'ground'", "holds 3 or more cells where 2"],
        ),
        (layer("<data><tile gid=\"1\"/></data>"), &["layer 'ground'", "holds 1 cells where 2"]),
        (layer("<data><tile/><tile/><tile/></data>"), &["layer 'ground'", "holds 3 or more cells where 2"]),
        (
            layer("<data><tile/><tile gid=\"x\"/></data>"),
            &["a.tmx:7:16:", "layer 'ground'", "gid=\"x\" of <tile> should be a tile number"],
        ),
        (layer(""), &["a.tmx:6:1:", "layer 'ground'", "holds 0 cells where 2"]),
        (map(ONE, "<group opacity=\"nan\"/>"), &["a.tmx:6:1:", "opacity=\"NaN\" of <group>", "from 0 to 1"]),
        (map(ONE, "<objectgroup opacity=\"-1\"/>"), &["opacity=\"-1\" of <objectgroup>", "from 0 to 1"]),
        (
            layer("<data encoding=\"csv\">1,2</data>").replace("<layer", "<layer opacity=\"1.01\""),
            &["opacity=\"1.01\""],
        ),
        (
            layer("<data encoding=\"csv\">1,\n x7</data>"),
            &["a.tmx:8:2:", "layer 'ground'", "'x7' in the CSV data is not a tile number"],
        ),
        (layer("<data encoding=\"csv\">1,,2</data>"), &["a.tmx:7:26:", "'' in the CSV data"]),
        (layer("<data encoding=\"csv\">1,4294967296</data>"), &["'4294967296' in the CSV data"]),
        (layer("<data encoding=\"csv\">1,-1</data>"), &["'-1' in the CSV data"]),
        (
            layer("<data encoding=\"hex\">12</data>"),
            &["a.tmx:7:3:", "encoding 'hex' is not supported", "CSV or Base64"],
        ),
        (layer("<data>1,2</data>"), &["a.tmx:7:3:", "encoding 'none' is not supported"]),
        (base64(" compression=\"lzma\"", "AA=="), &["a.tmx:7:3:", "compression 'lzma' is not supported", "zstd"]),
        (layer("<data encoding=\"csv\" compression=\"gzip\">1,2</data>"), &["compression 'gzip' is not supported"]),
        (base64("", "AQAA\n  A?AAAAA="), &["a.tmx:8:4:", "not base64", "'?' does not belong there"]),
        (base64("", "A"), &["not base64"]),
        (base64("", "AQAAAAEA"), &["holds 1 cells where 2"]),
        (base64("", "AQAAAAEAAAABAAAA"), &["holds 3 or more cells where 2"]),
        (base64(" compression=\"zlib\"", "AQAAAAEAAAA="), &["a.tmx:7:3:", "the zlib data cannot be decompressed"]),
        (base64(" compression=\"gzip\"", "AQAAAAEAAAA="), &["the gzip data cannot be decompressed"]),
        (base64(" compression=\"zstd\"", "AQAAAAEAAAA="), &["the zstd data cannot be decompressed"]),
        (base64(" compression=\"zstd\"", ZSTD_WITH_WRONG_CHECKSUM), &["the zstd data cannot be", "checksum is wrong"]),
        (
            layer("<data encoding=\"csv\">1,3</data>"),
            &[
                "a.tmx:6:1:",
                "layer 'ground', cell (1, 0)",
                "gid 3 is beyond every tile set",
                "begins at gid 1 and has 2 tiles",
            ],
        ),
        (layer("<data encoding=\"csv\">1,2684354565</data>"), &["cell (1, 0)", "gid 5 is beyond every tile set"]),
        (
            chunk(r#"<chunk x="-16" y="4" width="2" height="1">1</chunk>"#),
            &["a.tmx:7:1:", "layer 'ground', chunk at (-16, 4)", "holds 1 cells where 2"],
        ),
        (
            chunk(r#"<chunk x="-16" y="4" width="2" height="1">1,2,2</chunk>"#),
            &["chunk at (-16, 4)", "3 or more cells where 2"],
        ),
        (
            chunk(r#"<chunk x="-16" y="4" width="2" height="1">9,1</chunk>"#),
            &["layer 'ground', cell (-16, 4)", "gid 9"],
        ),
        (chunk(r#"<chunk x="-16" width="2" height="1">9,1</chunk>"#), &["a.tmx:7:1:", "<chunk> has no attribute 'y'"]),
        (chunk(r#"<chunk x="a" y="4" width="2" height="1">9,1</chunk>"#), &["x=\"a\" of <chunk> should be"]),
        (
            chunk(r#"<chunk x="2147483647" y="4" width="2" height="1">9,1</chunk>"#),
            &["of <chunk> should be a cell's column or row"],
        ),
        (
            chunk(
                r#"<chunk x="0" y="0" width="1" height="1">0</chunk><chunk x="9999" y="9999" width="1" height="1">0</chunk>"#,
            ),
            &[
                "layer 'ground'",
                "declares 100000000 cells, more than the limit of 67108864",
                "LoadLimits::cells (with_cells)",
            ],
        ),
        (
            chunk(r#"<chunk x="9999999" y="0" width="1" height="1">0</chunk>"#),
            &["layer 'ground'", "would reach pixel", "16777216"],
        ),
        (
            chunk(r#"<chunk x="0" y="0" width="99999" height="99999">0</chunk>"#),
            &["chunk at (0, 0)", "declares 9999800001 cells", "with_cells"],
        ),
    ];
    for (text, parts) in cases {
        assert_says(&message(text), parts);
    }
}

/// One cell in a frame of zstd whose checksum is wrong in its last bit.
const ZSTD_WITH_WRONG_CHECKSUM: &str = "KLUv/QRYIQAAAQAAAFFTy58=";
/// A frame of a million zeros.
const ZSTD_ZEROS: &str = "KLUv/QRIVAAAEAAAAQD7/znAAgIAEAACABAAAgAQAAIAEAACABAAAgAQAAMAEADxPhbh";

#[test]
fn data_that_expands_without_end_is_not_followed() {
    use base64::Engine;
    let zeros = vec![0u8; 40 << 20];
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &zeros).unwrap();
    let zlib = base64::engine::general_purpose::STANDARD.encode(encoder.finish().unwrap());
    for (compression, data) in [("zlib", &*zlib), ("zstd", ZSTD_ZEROS)] {
        let layer =
            format!(r#"<layer name="a"><data encoding="base64" compression="{compression}">{data}</data></layer>"#);
        assert_says(&message(map(ONE, &layer)), &["layer 'a'", "holds 2 or more cells where 1 are expected"]);
    }
}

#[test]
fn faults_of_a_map() {
    let head = |attributes: &str| format!("<?xml version=\"1.0\"?>\n<map {attributes}></map>");
    let deep = |depth: usize| map(ONE, &("<group>".repeat(depth) + &"</group>".repeat(depth)));
    let sized = |size: &str, tile: &str| head(&format!("orientation=\"orthogonal\" {size} {tile}"));
    let tile = r#"tilewidth="4" tileheight="4""#;
    let cases: Vec<(String, &[&str])> = vec![
        (
            sized(ONE, r#"tilewidth="0" tileheight="4""#),
            &["maps/a.tmx:2:1:", "tilewidth=\"0\" of <map>", "from 1 to 65536"],
        ),
        (sized(ONE, r#"tilewidth="4" tileheight="65537""#), &["tileheight=\"65537\" of <map>"]),
        (sized(ONE, r#"tilewidth="4" tileheight="-4""#), &["tileheight=\"-4\" of <map>"]),
        (sized(ONE, r#"tilewidth="4""#), &["<map> has no attribute 'tileheight'"]),
        (sized(r#"height="1""#, tile), &["<map> has no attribute 'width'"]),
        (
            sized(r#"width="65536" height="32768""#, tile),
            &[
                "maps/a.tmx:2:1:",
                "declares 2147483648 cells, more than the limit of 67108864",
                "make its layers smaller, or raise LoadLimits::cells (with_cells)",
            ],
        ),
        (sized(r#"width="9999999" height="1""#, tile), &["maps/a.tmx:", "would reach pixel", "16777216"]),
        (
            sized(r#"width="9999999999" height="1""#, tile),
            &["width=\"9999999999\" of <map> should be a number of cells"],
        ),
        (
            head(r#"orientation="isometric" width="1" height="1""#),
            &["maps/a.tmx:2:1:", "orientation 'isometric' is not supported", "change it to orthogonal"],
        ),
        (head(r#"orientation="hexagonal""#), &["orientation 'hexagonal' is not supported"]),
        (head(r#"orientation="staggered""#), &["orientation 'staggered' is not supported"]),
        (
            deep(65),
            &["maps/a.tmx:6:449:", "nested 65 deep, more than the limit of 64", "LoadLimits::nesting (with_nesting)"],
        ),
        (map(ONE, "<layer name=\"a\""), &["maps/a.tmx:6:1:", "the XML is malformed"]),
        (map(ONE, "<group><layer></group>"), &["maps/a.tmx:6:15:", "the XML is malformed"]),
        (map(ONE, "<layer name=\"&what;\"/>"), &["maps/a.tmx:6:1:", "the XML is malformed"]),
        (map(ONE, "<layer name=a/>"), &["maps/a.tmx:6:1:", "the XML is malformed"]),
        ("<map".to_owned(), &["maps/a.tmx:1:1:", "the XML is malformed"]),
        (map(ONE, "<layer name=\"a&wall;\"/>"), &["maps/a.tmx:6:1:", "'&wall;' is no entity of XML", "&amp;"]),
        (map(ONE, "<layer name=\"a&#x110000;\"/>"), &["maps/a.tmx:6:1:", "the number of a character is wrong"]),
        (map(ONE, "<layer name=\"a\">\n &b; </layer>"), &["maps/a.tmx:7:2:", "'&b;' is no entity of XML"]),
        (map(ONE, "<layer name=\"a\">\n &b </layer>"), &["maps/a.tmx:7:2:", "the XML is malformed"]),
        ("<!-- nothing -->".to_owned(), &["maps/a.tmx:1:1:", "it has no <map>"]),
        (map(ONE, "") + "<map/>", &["maps/a.tmx:8:1:", "<map> comes after the end"]),
        (map(ONE, "").replace("</map>", ""), &["maps/a.tmx:8:1:", "before all elements are closed"]),
        (
            map(ONE, "<layer name=\"a\" offsetx=\"nan\"/>"),
            &["maps/a.tmx:6:1:", "layer 'a'", "offsetx=\"NaN\" of <layer>"],
        ),
        (map(ONE, "<layer name=\"a\" visible=\"yes\"/>"), &["visible=\"yes\" of <layer> should be 0 or 1"]),
        (
            map(ONE, "<group name=\"g\"><properties><property name=\"solid\" value=\"false\"/></properties></group>"),
            &["maps/a.tmx:6:29:", "type=\"string\" of <property> should be bool"],
        ),
        (
            map(
                ONE,
                "<layer name=\"a\"><properties><property name=\"solid\" type=\"bool\" value=\"0\"/></properties></layer>",
            ),
            &["layer 'a'", "value=\"0\" of <property> should be true or false"],
        ),
        (
            map(ONE, r#"<layer name="a"><properties><property name="one_way" value="Down"/></properties></layer>"#),
            &["layer 'a'", "value=\"Down\" of <property> should be down, up, left or right: the motion"],
        ),
        (
            map(
                ONE,
                r#"<group name="g"><properties><property name="one_way" type="bool" value="true"/></properties></group>"#,
            ),
            &["type=\"bool\" of <property> should be string: a custom property 'one_way' names a direction"],
        ),
        (
            map(
                r#"width="1" height="1" infinite="1""#,
                "<layer name=\"far\" offsetx=\"3e9\"><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">1</chunk></data></layer>",
            ),
            &["maps/a.tmx:6:1:", "layer 'far'", "16777216"],
        ),
        (map(ONE, "<layer name=\"two&#10;lines\"/>"), &["layer 'two\\nlines'", "holds 0 cells where 1"]),
    ];
    for (text, parts) in cases {
        assert_says(&message(text), parts);
    }
    assert!(Disk::default().with("a.tmx", deep(64)).with("rock.png", rock()).map("a.tmx").is_ok());
}

#[test]
fn files_that_are_no_maps() {
    let cases: [(&[u8], &[&str]); 14] = [
        (&ascii_png("#"), &["maps/a.tmx: this is a PNG image, not a Tiled map", "TMX"]),
        (br#"{"layers": []}"#, &["maps/a.tmx:1:1:", "<map> has no attribute 'width'"]),
        (
            br#"{"__header__": {"app": "LDtk"}}"#,
            &["this is an LDtk project, not a Tiled map", "by tileray::load::Project"],
        ),
        (b"{\"name\": \"\xff\"}", &["maps/a.tmx:1:11:", "not UTF-8"]),
        (b"{\"name\": 3}", &["maps/a.tmx:1:1:", "this is a JSON document, not a Tiled map", "TMX or TMJ"]),
        (b"[{}]", &["this is a JSON document, not a Tiled map"]),
        (b"hello", &["this is a text, not a Tiled map"]),
        (b"   ", &["this is a text, not a Tiled map"]),
        (b"\0\0\0", &["a file of another kind"]),
        (b"", &["maps/a.tmx: the file is empty"]),
        (
            b"<?xml version=\"1.0\"?>\n<tileset name=\"t\"/>",
            &["maps/a.tmx:2:1:", "this is a Tiled tile set (TSX), not a Tiled map"],
        ),
        (b"<svg/>", &["another XML document, not a Tiled map"]),
        (b"<map>\n \xff</map>", &["maps/a.tmx:2:2:", "not UTF-8"]),
        (b"\xff\xfe<\0m\0a\0p\0", &["a text in UTF-16, not a Tiled map"]),
    ];
    for (bytes, parts) in cases {
        assert_says(&message(bytes), parts);
    }
    let error = Disk::default().map("a.tmx").unwrap_err();
    assert_eq!(error.to_string(), "a.tmx: there is no such file; check its name, upper and lower case too");
    assert_eq!((error.kind(), error.path()), (&LoadErrorKind::NotFound, Path::new("a.tmx")));
}

#[test]
fn faults_of_a_tile_set() {
    let sheet = |attributes: &str| {
        format!("\n<tileset firstgid=\"1\" name=\"cave\" {attributes}>\n <image source=\"rock.png\"/></tileset>")
    };
    let things = |tile: &str| format!("\n<tileset firstgid=\"3\" name=\"things\">\n {tile}</tileset>");
    let size = r#"tilewidth="4" tileheight="4""#;
    let after =
        r#"<tileset firstgid="9" name="next" tilewidth="4" tileheight="4"><image source="rock.png"/></tileset>"#;
    let cases: Vec<(String, &[&str])> = vec![
        (
            row(&sheet(r#"tilewidth="0" tileheight="4""#), &[0]),
            &["a.tmx:2:1:", "tile set 'cave'", "tilewidth=\"0\" of <tileset>"],
        ),
        (row(&sheet(r#"tilewidth="4" tileheight="x""#), &[0]), &["tileheight=\"x\" of <tileset>"]),
        (row(&sheet(&format!("{size} margin=\"-1\"")), &[0]), &["margin=\"-1\" of <tileset>"]),
        (
            row(&sheet(&format!("{size} tilecount=\"2147483648\"")), &[0]),
            &[
                "a.tmx:2:1:",
                "tile set 'cave'",
                "declares 2147483648 tiles, more than the limit of 1048576",
                "LoadLimits::tiles (with_tiles)",
            ],
        ),
        (
            row(&sheet(&format!("{size} tilerendersize=\"huge\"")), &[0]),
            &["tilerendersize=\"huge\"", "should be tile or grid"],
        ),
        (
            row(&sheet(&format!("{size} tilecount=\"6\"")), &[5]),
            &["layer 'row', cell (0, 0)", "gid 5 is tile 4 of tile set 'cave'", "outside the set's image"],
        ),
        (
            row(&(sheet(size) + after), &[5]),
            &["layer 'row', cell (0, 0)", "gid 5 is tile 4 of tile set 'cave', which has no such tile"],
        ),
        (
            row(&sheet(size).replace("rock", "gone"), &[0]),
            &["maps/gone.png: there is no such file", "referenced by maps/a.tmx:3:2, tile set 'cave'"],
        ),
        (
            row(&things(r#"<tile id="5"><image source="../gone.png"/></tile>"#), &[0]),
            &["gone.png: there is no such file", "referenced by maps/a.tmx:3:15, tile 5 of tile set 'things'"],
        ),
        (
            row(&things(r#"<tile id="0"><image source="a.tmx"/></tile>"#), &[0]),
            &["maps/a.tmx: this is a Tiled map (TMX), not a PNG image", "tile 0 of tile set 'things'"],
        ),
        (
            row(&things(r#"<tile id="0" x="6" width="3"><image source="rock.png"/></tile>"#), &[0]),
            &["tile 0 of tile set 'things'", "6,0 3x4", "not inside the image's 8x4 pixels"],
        ),
        (
            row(&things(r#"<tile><image source="rock.png"/></tile>"#), &[0]),
            &["tile set 'things'", "<tile> has no attribute 'id'"],
        ),
        (
            row(&things(r#"<tile id="0"><image format="png"><data encoding="base64"/></image></tile>"#), &[0]),
            &["an image inside the file is not supported"],
        ),
        (
            row(&things(r#"<tile id="0"><image source="rock.png" trans="pink"/></tile>"#), &[0]),
            &["trans=\"pink\" of <image> should be a color"],
        ),
        (
            row(&things(r#"<tile id="0"><image source="rock.png"/></tile>"#), &[2]),
            &["layer 'row', cell (0, 0)", "gid 2 is below the first tile set, which begins at gid 3"],
        ),
        (row("", &[1]), &["cell (0, 0)", "gid 1 is beyond every tile set (the map has none)"]),
        (row("<tileset name=\"a\"/>", &[0]), &["<tileset> has no attribute 'firstgid'"]),
        (
            row("<tileset firstgid=\"0\" name=\"a\"/>", &[0]),
            &["firstgid=\"0\" of <tileset> should be a tile number from 1 on"],
        ),
        (
            row("\n<tileset firstgid=\"1\" source=\"gone.tsx\"/>", &[0]),
            &["maps/gone.tsx: there is no such file", "referenced by maps/a.tmx:2:1, a tile set of the map"],
        ),
        (
            row("\n<tileset firstgid=\"1\" source=\"rock.png\"/>", &[0]),
            &["maps/rock.png: this is a PNG image, not a Tiled tile set", "referenced by maps/a.tmx:2:1"],
        ),
        (
            row("\n<tileset firstgid=\"1\" source=\"a.tmx\"/>", &[0]),
            &["maps/a.tmx:1:1: this is a Tiled map (TMX), not a Tiled tile set", "referenced by maps/a.tmx:"],
        ),
    ];
    for (text, parts) in cases {
        assert_says(&message(text), parts);
    }
}

#[test]
fn faults_of_a_tile_set_file() {
    let disk = |tsx: &str| {
        let sets = r#"<tileset firstgid="1" source="sets/s.tsx"/>"#;
        Disk::default().with("a.tmx", row(sets, &[0])).with("sets/s.tsx", tsx).with("sets/bad.png", "PNG")
    };
    let cases: [(&str, &[&str]); 5] = [
        ("<tileset name=\"s\"\n", &["sets/s.tsx:1:1:", "the XML is malformed"]),
        ("", &["sets/s.tsx: the file is empty", "referenced by a.tmx:1:"]),
        ("{\"columns\": 1}", &["sets/s.tsx:1:1: this is a JSON document, not a Tiled tile set", "TSJ"]),
        (
            "<tileset name=\"s\" tilewidth=\"4\" tileheight=\"4\">\n<image source=\"bad.png\"/></tileset>",
            &["sets/bad.png: this is a text, not a PNG image", "referenced by sets/s.tsx:2:1, tile set 's'"],
        ),
        (
            "<tileset name=\"s\">\n<tile id=\"0\"><image source=\"../a.png\"/></tile></tileset>",
            &["a.png: there is no such file", "sets/s.tsx:2:14"],
        ),
    ];
    for (tsx, parts) in cases {
        assert_says(&disk(tsx).map("a.tmx").unwrap_err().to_string(), parts);
    }
}

#[test]
fn limits_of_a_map_are_raised_and_lowered_by_the_caller() {
    let limits = LoadLimits::default();
    let sets =
        r#"<tileset firstgid="1" tilewidth="4" tileheight="4" tilecount="2"><image source="rock.png"/></tileset>"#;
    let flat = row(sets, &[1, 2, 1]);
    let groups = map(ONE, "<group><group/></group>");
    let cases = [
        (&flat, limits.with_cells(2), limits.with_cells(3), "with_cells"),
        (&flat, limits.with_tiles(1), limits.with_tiles(2), "with_tiles"),
        // Two tiles of four rows, and a row counts 64.
        (&flat, limits.with_map_pixels(511), limits.with_map_pixels(512), "with_map_pixels"),
        // Three tiles of four rows.
        (&flat, limits.with_drawn_pixels(767), limits.with_drawn_pixels(768), "with_drawn_pixels"),
        (&flat, limits.with_image_pixels(31), limits.with_image_pixels(32), "with_image_pixels"),
        (&flat, limits.with_file_bytes(100), limits.with_file_bytes(1000), "with_file_bytes"),
        (&groups, limits.with_nesting(1), limits.with_nesting(2), "with_nesting"),
    ];
    for (text, low, high, remedy) in cases {
        let disk = Disk::default().with("a.tmx", text.as_bytes()).with("rock.png", rock());
        let read = |limits| disk.map_with("a.tmx", &LoadOptions::default().with_limits(limits));
        assert_says(&read(low).unwrap_err().to_string(), &[remedy]);
        assert!(read(high).is_ok(), "{remedy}");
    }
}

#[test]
fn offsets_that_scale_differently_are_refused() {
    let sets = r#"<tileset firstgid="1" name="things" tilerendersize="grid"><tileoffset x="2" y="0"/>
        <tile id="0"><image source="rock.png"/></tile><tile id="1" width="4"><image source="rock.png"/></tile></tileset>"#;
    assert_says(
        &message(row(sets, &[1])),
        &["tile set 'things'", "scaled to the grid by different amounts is not supported"],
    );
}

#[test]
fn copies_of_a_tile_set_are_counted() {
    let sets = r#"<tileset firstgid="1" source="s.tsx"/><tileset firstgid="9" source="s.tsx"/>"#;
    let disk = Disk::default()
        .with("a.tmx", row(sets, &[1, 10]))
        .with("s.tsx", r#"<tileset name="s" tilewidth="4" tileheight="4"><image source="rock.png"/></tileset>"#)
        .with("rock.png", rock());
    let read =
        |tiles| disk.map_with("a.tmx", &LoadOptions::default().with_limits(LoadLimits::default().with_tiles(tiles)));
    assert_eq!(
        read(3).unwrap_err().kind(),
        &LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::Tiles, asked: 4, most: 3 })
    );
    assert_eq!(read(4).unwrap().tile_sets().len(), 2);
}

#[test]
fn references_to_images_are_counted() {
    let map = |images: usize| {
        let images = r#"<image source="rock.png"/>"#.repeat(images);
        map(ONE, &format!(r#"<tileset firstgid="1" name="s" tilewidth="4" tileheight="4">{images}</tileset>"#))
    };
    let read = |images| {
        let options = LoadOptions::default().with_limits(LoadLimits::default().with_tiles(9));
        Disk::default().with("a.tmx", map(images)).with("rock.png", rock()).map_with("a.tmx", &options)
    };
    // The map has one more set, with one image.
    assert_eq!(read(65_544).map(drop), Ok(()));
    let error = read(65_545).unwrap_err();
    assert_eq!(
        error.kind(),
        &LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::Tiles, asked: 65_546, most: 65_545 })
    );
}
