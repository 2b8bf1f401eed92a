//! Broken files, and what is said about each: the file, the place, the remedy, on one line.
//!
//! The files in `faults` have the cases. In an input `\n` is a new line, and `\x89` is a byte.
//!
//! ```text
//! == PATH                 the file that is opened, and its text; without a text that of the sample
//! ++ PATH                 a file beside it
//! --
//! TEXT => PART | PART     a text in the place of CASE, and parts of the message
//! FROM -> TO == MESSAGE   a change of one of the texts, and the whole message
//! ```

use crate::support::{Disk, rock};
use std::path::Path;
use tileray::SolidityMap;
use tileray::load::{LoadOptions, Project, ProjectOptions, TileSolidity};

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

/// Opens a file by the reader for its ending, makes all maps that it has, and returns the error of that.
fn message(disk: &Disk, path: &str) -> String {
    let options = LoadOptions::default();
    let project = || {
        let project = Project::read(path, disk, &ProjectOptions::default())?;
        (0..project.levels().len()).try_for_each(|index| project.map(index).map(drop))?;
        (0..project.worlds().len()).try_for_each(|index| project.world_map(index).map(drop))
    };
    let read = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("png") => SolidityMap::read(path, disk, &options).map(drop),
        Some("ldtk" | "world") => project(),
        #[cfg(feature = "ros")]
        Some("yaml") => tileray::load::OccupancyMap::read(path, disk, &Default::default()).map(drop),
        _ => disk.map(path).map(drop),
    };
    let message = read.expect_err(path).to_string();
    if path.ends_with(".tmx") || path.ends_with(".tmj") {
        let by_shapes = disk.map_with(path, &options.with_tile_solidity(TileSolidity::Shapes));
        assert_eq!(by_shapes.unwrap_err().to_string(), message);
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
            let exact = case.split_once(" == ").map(|(input, whole)| (input, vec![whole], true));
            let parts = || case.split_once(" => ").map(|(input, parts)| (input, parts.split(" | ").collect(), false));
            let (input, parts, is_whole) = exact.or_else(parts).expect(case);
            let (from, to) = input.split_once(" -> ").unwrap_or(("CASE", input));
            let from = String::from_utf8(bytes_of(from)).unwrap();
            let (path_of, text) = texts.iter().find(|(_, text)| text.contains(&from)).expect(case);
            let text = if from == "CASE" { text.clone() } else { without_case(text) };
            let (before, after) = text.split_once(&from).unwrap();
            let changed = [before.as_bytes(), &bytes_of(to), after.as_bytes()].concat();
            let message = message(&disk.clone().with(path_of, changed), texts[0].0);
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

#[cfg(feature = "ldtk")]
#[test]
fn faults_of_projects() {
    check(include_str!("faults/ldtk.txt"), &crate::ldtk_faults::sample());
}

#[cfg(feature = "ros")]
#[test]
fn faults_of_robots_maps() {
    check(include_str!("faults/occupancy.txt"), &disk().with("maps/map.pgm", "P5 1 1 255 \0"));
}
