//! Broken files, and what is said about each: the file, the place, the remedy, on one line.
//!
//! The files in `faults` have the cases. In an input `\n` is a new line, and `\x89` is a byte.
//!
//! ```text
//! == PATH                 the file that is opened, and its text; without a text that of the sample
//! ++ PATH                 a file beside it
//! --
//! TEXT => PART | PART     a text in the place of CASE, and parts of the message
//! TEXT ~> PART | PART     the same, but the level is read, with this warning
//! FROM -> TO == MESSAGE   a change of one of the texts, and the whole message
//! ```

use crate::support::{Disk, assert_says, exceeded, map, rock, row};
use std::path::Path;
use tileray::load::{Limit, LoadLimits, LoadOptions, Project, ProjectOptions, TileSolidity};
use tileray::{SolidityMap, TileMap};

fn bytes_of(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = match part.split_at(1) {
            ("n", rest) => (b'\n', rest),
            ("x", rest) => (u8::from_str_radix(&rest[..2], 16).unwrap(), &rest[2..]),
            _ => panic!("\\{part} is no byte"),
        };
        bytes.extend([&[byte], rest.as_bytes()].concat());
    }
    bytes
}

/// Opens a file by the reader for its ending and makes all maps that it has. Returns the error of that, or else the only
/// warning.
fn message(disk: &Disk, path: &str) -> Result<String, String> {
    let options = LoadOptions::default();
    let warnings = |map: TileMap| map.warnings().to_vec();
    let project = || {
        let project = Project::read(path, disk, &ProjectOptions::default())?;
        let levels = (0..project.levels().len()).map(|index| project.map(index));
        let worlds = (0..project.worlds().len()).map(|index| project.world_map(index));
        let mut of_maps = levels.chain(worlds).map(|map| map.map(warnings)).collect::<Result<Vec<_>, _>>()?.concat();
        of_maps.dedup();
        Ok([project.warnings().to_vec(), of_maps].concat())
    };
    let read = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("png") => SolidityMap::read(path, disk, &options).map(|_| Vec::new()),
        Some("ldtk" | "world") => project(),
        #[cfg(feature = "ros")]
        Some("yaml") => tileray::load::OccupancyMap::read(path, disk, &Default::default()).map(|_| Vec::new()),
        _ => disk.map(path).map(warnings),
    };
    let message = match read {
        Err(error) => Err(error.to_string()),
        Ok(warnings) => match &*warnings {
            [warning] => Ok(warning.to_string()),
            warnings => panic!("{path}: {warnings:?}"),
        },
    };
    if path.ends_with(".tmx") || path.ends_with(".tmj") {
        let by_shapes = disk.map_with(path, &options.tile_solidity(TileSolidity::Shapes));
        let by_shapes = by_shapes.map(|map| map.warnings()[0].to_string()).map_err(|error| error.to_string());
        assert_eq!(by_shapes, message);
    }
    message
}

fn check(faults: &str, sample: &Disk) {
    // A checkout may end lines with a carriage return.
    let faults = faults.replace("\r\n", "\n");
    for section in faults.split("\n\n== ").skip(1) {
        let (head, cases) = section.split_once("\n--\n").unwrap();
        let texts = head.split("\n++ ").map(|file| {
            let own = |path| String::from_utf8(sample.get(Path::new(path)).unwrap()).unwrap();
            let line = |text: &str| text.to_owned() + if text == "CASE" { "" } else { "\n" };
            file.split_once('\n').map_or_else(|| (file, own(file)), |(path, text)| (path, line(text)))
        });
        let texts: Vec<(&str, String)> = texts.collect();
        let without_case = |text: &str| text.replacen("CASE", "", 1);
        let disk = texts.iter().fold(sample.clone(), |disk, (path, text)| disk.with(path, without_case(text)));
        for case in cases.lines().filter(|case| !case.is_empty()) {
            let split = |sign| case.split_once(sign);
            let exact = split(" == ").map(|(input, whole)| (input, vec![whole], true));
            let is_warning = split(" => ").is_none() && split(" ~> ").is_some();
            let parts = || split(if is_warning { " ~> " } else { " => " });
            let parts = || parts().map(|(input, parts)| (input, parts.split(" | ").collect(), false));
            let (input, parts, is_whole) = exact.or_else(parts).expect(case);
            let (from, to) = input.split_once(" -> ").unwrap_or(("CASE", input));
            let from = String::from_utf8(bytes_of(from)).unwrap();
            let (path_of, text) = texts.iter().find(|(_, text)| text.contains(&from)).expect(case);
            let text = if from == "CASE" { text.clone() } else { without_case(text) };
            let (before, after) = text.split_once(&from).unwrap();
            let changed = [before.as_bytes(), &bytes_of(to), after.as_bytes()].concat();
            let message = message(&disk.clone().with(path_of, changed), texts[0].0);
            assert_eq!(message.is_ok(), is_warning, "{case}\nit says: {message:?}");
            let message = message.unwrap_or_else(|error| error);
            assert!(!message.contains('\n') && !message.contains("at line") && message.len() < 400, "{message}");
            let says = |part: &str| if is_whole { message == part } else { message.contains(part) };
            assert!(parts.iter().all(|part| says(part)), "{case}\nit says: {message}");
        }
    }
}

fn disk() -> Disk {
    Disk::default()
        .with("rock.png", rock())
        .with("maps/rock.png", rock())
        .with("maps/s.tsx", r#"<tileset name="s" tilewidth="4" tileheight="4"><image source="rock.png"/></tileset>"#)
}

#[test]
fn faults_of_maps_sets_and_objects() {
    check(include_str!("faults/maps.txt"), &disk());
}

#[test]
fn faults_of_json() {
    check(include_str!("faults/json.txt"), &disk());
}

#[test]
fn faults_of_worlds() {
    check(include_str!("faults/worlds.txt"), &disk());
}

#[test]
fn faults_of_projects() {
    check(include_str!("faults/ldtk.txt"), &crate::ldtk_faults::sample());
}

#[cfg(feature = "ros")]
#[test]
fn faults_of_robots_maps() {
    check(include_str!("faults/occupancy.txt"), &disk().with("maps/map.pgm", "P5 1 1 255 \0"));
}

const ONE: &str = r#"width="1" height="1""#;

fn message_of(map: String) -> String {
    message(&disk().with("maps/a.tmx", map), "maps/a.tmx").unwrap_err()
}

#[test]
fn long_names_of_control_characters_are_shortened() {
    // Each of these characters is eight in a message.
    let controls = "&#x2028;".repeat(1000);
    let data = format!("<layer name=\"{controls}\"><data encoding=\"{controls}\">1</data></layer>");
    let message = message_of(map(ONE, &data));
    let seven = "\\u{2028}".repeat(7);
    assert_says(&message, &[&format!("layer '{seven}...'"), &format!("encoding '{seven}...' is not supported")]);
}

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
        assert_says(&message_of(map(ONE, &layer)), &["layer 'a'", "holds 2 or more cells where 1 are expected"]);
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
        (&flat, limits.cells(2), limits.cells(3), "LoadLimits::cells"),
        (&flat, limits.tiles(1), limits.tiles(2), "LoadLimits::tiles"),
        // Two tiles of four rows, and a row counts 64.
        (&flat, limits.map_pixels(511), limits.map_pixels(512), "LoadLimits::map_pixels"),
        // Three tiles of four rows.
        (&flat, limits.drawn_pixels(767), limits.drawn_pixels(768), "LoadLimits::drawn_pixels"),
        (&flat, limits.image_pixels(31), limits.image_pixels(32), "LoadLimits::image_pixels"),
        (&flat, limits.file_bytes(100), limits.file_bytes(1000), "LoadLimits::file_bytes"),
        (
            &groups,
            limits.nesting(1),
            limits.nesting(2),
            "nested 2 deep, more than the limit of 1; nest them less, or raise LoadLimits::nesting",
        ),
    ];
    for (text, low, high, remedy) in cases {
        let disk = Disk::default().with("a.tmx", text.as_bytes()).with("rock.png", rock());
        let read = |limits| disk.map_with("a.tmx", &LoadOptions::default().limits(limits));
        assert_says(&read(low).unwrap_err().to_string(), &[remedy]);
        assert!(read(high).is_ok(), "{remedy}");
    }
}

#[test]
fn copies_of_a_tile_set_are_counted() {
    let sets = r#"<tileset firstgid="1" source="s.tsx"/><tileset firstgid="9" source="s.tsx"/>"#;
    let disk = Disk::default()
        .with("a.tmx", row(sets, &[1, 10]))
        .with("s.tsx", r#"<tileset name="s" tilewidth="4" tileheight="4"><image source="rock.png"/></tileset>"#)
        .with("rock.png", rock());
    let read = |tiles| disk.map_with("a.tmx", &LoadOptions::default().limits(LoadLimits::default().tiles(tiles)));
    assert_eq!(exceeded(read(3)), (Limit::Tiles, 4, 3));
    assert_eq!(read(4).unwrap().tile_sets().len(), 2);
}

#[test]
fn references_to_images_are_counted() {
    let map = |images: usize| {
        let images = r#"<image source="rock.png"/>"#.repeat(images);
        map(ONE, &format!(r#"<tileset firstgid="1" name="s" tilewidth="4" tileheight="4">{images}</tileset>"#))
    };
    let read = |images| {
        let options = LoadOptions::default().limits(LoadLimits::default().tiles(9));
        Disk::default().with("a.tmx", map(images)).with("rock.png", rock()).map_with("a.tmx", &options)
    };
    // The map has one more set, with one image.
    assert_eq!(read(65_544).map(drop), Ok(()));
    assert_eq!(exceeded(read(65_545)), (Limit::Tiles, 65_546, 65_545));
}
