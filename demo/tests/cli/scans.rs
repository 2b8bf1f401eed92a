//! Scans of a file of poses: the ranges that the library gives, in each format.

use crate::bulk::{floats, npy, parts};
use crate::fixture::Folder;
use crate::tool::{fed, tileray};
use std::fmt::Write as _;
use std::fs;
use tileray::load::OccupancyMap;
use tileray::{Pose, Terrain, TileMap};

const MAP: &str = "../maps/cave.tmx";
const ANGLES: [&str; 2] = ["--angles", "-90:90:37"];

fn poses() -> Vec<[f32; 3]> {
    (0..500).map(|place| [place as f32 * 7.5 + 0.25, (place * 37 % 1024) as f32, place as f32 * 0.1]).collect()
}

fn angles() -> Vec<f32> {
    (0..37).map(|beam| (-90.0 + 5.0 * f64::from(beam)).to_radians() as f32).collect()
}

fn csv(poses: &[[f32; 3]]) -> String {
    let mut text = "x,y,theta\n".to_owned();
    poses.iter().for_each(|[x, y, theta]| writeln!(text, "{x},{y},{theta}").expect("a line"));
    text
}

fn bits(ranges: &[f32]) -> Vec<u32> {
    ranges.iter().map(|range| range.to_bits()).collect()
}

/// The ranges in a CSV of scans.
fn ranges(csv: &str) -> Vec<f32> {
    let mut lines = csv.lines();
    let header = lines.next().expect("a header");
    assert!(header.starts_with("range_0,range_1,") && header.ends_with(",range_36"), "{header}");
    lines.flat_map(|line| line.split(',')).map(|field| field.parse().expect("a number")).collect()
}

#[test]
fn scans_are_those_of_the_library_in_each_format() {
    let folder = Folder::new();
    let terrain = Terrain::from_map(&TileMap::open(MAP).expect("the cave"));
    let poses = poses();
    let posed: Vec<Pose> = poses.iter().map(|&[x, y, theta]| Pose::new((x, y), theta)).collect();
    let mut expected = vec![0.0; posed.len() * 37];
    let query = terrain.query().no_return(f32::INFINITY);
    query.scan(&posed, &angles(), 200.0, &mut expected);
    assert!(expected.contains(&f32::INFINITY) && expected.iter().any(|range| *range > 0.0 && *range < 200.0));

    let scan = |file: &str, more: &[&str]| {
        let args = [&["scan", "maps/cave.tmx", "--poses", file, "--max-range", "200"][..], &ANGLES, more].concat();
        tileray(&args).printed()
    };
    let text = folder.write("poses.csv", csv(&poses));
    assert_eq!(bits(&ranges(&scan(&text, &[]))), bits(&expected));
    let array = npy("'<f4'", "False", "(500, 3)", poses.iter().flatten().flat_map(|value| value.to_le_bytes()));
    let array = folder.write("poses.npy", array);
    let out = folder.name("ranges.npy");
    scan(&array, &["-o", &out]);
    let file = fs::read(&out).expect("ranges");
    let (header, found) = parts(&file);
    assert_eq!(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (500, 37), }");
    assert_eq!(bits(&floats(found)), bits(&expected));
    // Angles of a file, in radians.
    let angles = npy("'<f4'", "False", "(37,)", angles().into_iter().flat_map(f32::to_le_bytes));
    let angles = folder.write("angles.npy", angles);
    let args = ["scan", "maps/cave.tmx", "--poses", &array, "--max-range", "200", "--angles", &angles];
    assert_eq!(bits(&ranges(&tileray(&args).printed())), bits(&expected));
}

#[test]
fn scans_in_meters_follow_rep_117() {
    let office = OccupancyMap::open("../maps/office.yaml").expect("the office");
    let (terrain, frame) = (Terrain::from_map(office.map()), office.frame);
    let poses = [[0.0, 0.0, 0.0], [1.0, 0.5, 1.5], [3.0, -0.5, -2.0]];
    let pixels: Vec<Pose> = poses.iter().map(|&[x, y, theta]| frame.pose_to_pixels((x, y), theta)).collect();
    let clockwise: Vec<f32> = angles().into_iter().map(|angle| -angle).collect();
    let mut expected = vec![0.0; 3 * 37];
    let query = terrain.query().no_return(f32::INFINITY);
    query.scan(&pixels, &clockwise, frame.distance_to_pixels(5.0) as f32 + 1.0, &mut expected);
    frame.ranges_to_world(&mut expected, 0.0, 5.0);
    assert!(expected.contains(&f32::INFINITY) && expected.iter().all(|range| *range <= 5.0 || range.is_infinite()));
    let array = npy("'<f8'", "False", "(3, 3)", poses.iter().flatten().flat_map(|value: &f64| value.to_le_bytes()));
    let args = ["scan", "maps/office.yaml", "--meters", "--poses", "-", "--max-range", "5"];
    let output = fed(&[&args[..], &ANGLES].concat(), array);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr)), (Some(0), "".into()));
    assert_eq!(bits(&ranges(&String::from_utf8(output.stdout).expect("text"))), bits(&expected));
    // Straight ahead of the dock is a column, 4.2 m away; the wall on the left is at 1.1 m.
    assert!((expected[18] - 4.2).abs() < 1e-3 && (expected[36] - 1.1).abs() < 1e-3, "{expected:?}");
}

#[test]
fn wrong_scans_are_refused() {
    let (folder, level) = Folder::with_level();
    let poses = folder.write("poses.csv", "1,2,0\n");
    let scan = |more: &[&str]| tileray(&[&["scan", &level, "--poses", &poses], more].concat());
    scan(&["--angles", "0:90:2"]).misused(&["--max-range"]);
    scan(&["--angles", "0:90:2", "--max-range", "0"]).misused(&["a range is above 0"]);
    scan(&["--angles", "0:90:2", "--max-range", "2e6"]).misused(&["--max-range", "1048576 pixels"]);
    scan(&["--angles", "0:90:0", "--max-range", "9"]).misused(&["give 1 to 65536 angles"]);
    scan(&["--angles", "0:90:2", "--max-range", "9", "--meters"]).refused(&["--meters", "leave the flag out"]);
    scan(&["--angles", "0:90:2", "--max-range", "9", "-o", "a.json"]).misused(&["as .json", ".csv or .npy"]);
    scan(&["--angles", "0:90:2", "--max-range", "9", "--format", "npy"]).misused(&["--out FILE.npy"]);
    scan(&["--angles", &folder.name("none.csv"), "--max-range", "9"]).refused(&["none.csv: cannot read the angles"]);
    scan(&["--angles", &folder.write("empty.csv", ""), "--max-range", "9"]).refused(&["empty.csv: there is no angle"]);
    scan(&["--angles", &folder.write("many.csv", "1\n".repeat(70_000)), "--max-range", "9"])
        .refused(&["many.csv: there is more than 65536 angles"]);
    scan(&["--angles", &poses, "--max-range", "9"]).refused(&["poses.csv:1: 3 fields where 1 is needed"]);
    let both = ["scan", &level, "--poses", "-", "--angles", "-", "--max-range", "9"];
    tileray(&both).misused(&["cannot both be standard input"]);
    folder.write("poses.csv", "x,y,theta\n1,2,0\n1,2\n");
    scan(&["--angles", "0:90:2", "--max-range", "9"])
        .refused(&["poses.csv:3: 2 fields where 3 are needed; give x,y,theta"]);
}
