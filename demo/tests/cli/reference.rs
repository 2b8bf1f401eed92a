//! The answers to files of rays are those of the library, which its own tests hold against plain walks.

use crate::bulk::numbers;
use crate::fixture::{Folder, random_words};
use crate::tool::tileray;
use std::fmt::Write;
use tileray::glam::DVec2;
use tileray::{Ray, RayHit, Terrain, TileMap};

/// A line of the CSV.
fn line(hit: Option<RayHit>) -> String {
    let Some(hit) = hit else { return "0,,,,,,,,,".into() };
    let (pixel, normal, cell) = (hit.pixel(), hit.normal().as_ivec2(), hit.cell());
    let tile = hit.tile().map_or_else(String::new, |tile| tile.id.to_string());
    let (x, y, distance, layer) = (pixel.x, pixel.y, hit.distance(), hit.layer());
    format!("1,{x},{y},{distance},{},{},{layer},{},{},{tile}", normal.x, normal.y, cell.x, cell.y)
}

#[test]
fn rays_are_answered_as_the_library_does() {
    let folder = Folder::new();
    // The second and the third map have offsets.
    for (map, count) in [("cave", 10_000), ("infinite", 2000), ("town", 2000)] {
        let path = format!("maps/{map}.tmx");
        let terrain = Terrain::from_map(&TileMap::open(format!("../{path}")).expect("a map of the repository"));
        let (min, size) = (terrain.bounds().min.as_dvec2() - 50.0, terrain.bounds().size().as_dvec2() + 100.0);
        let mut word = random_words();
        let mut below = || (word() >> 11) as f64 / (1u64 << 53) as f64;
        let mut point = || min + size * DVec2::new(below(), below());
        let (mut rays, mut expected) = (String::new(), String::new());
        for place in 0..count {
            let (from, to) = (point(), point());
            // Every fourth is short, and every fourth runs along a row.
            let (from, to) = match place % 4 {
                0 => (from, from + (to - from) / 100.0),
                1 => (from.floor(), DVec2::new(to.x.floor(), from.y.floor())),
                _ => (from, to),
            };
            writeln!(rays, "{},{},{},{}", from.x, from.y, to.x, to.y).expect("a line");
            expected += &line(terrain.raycast(&Ray::between_f64(from, to)));
            expected.push('\n');
        }
        let printed = tileray(&["cast", &path, "--rays", &folder.write("rays.csv", rays)]).printed();
        let (answers, expected) = (&numbers(&printed)[1..], numbers(&expected));
        let first = answers.iter().zip(&expected).find(|(found, expected)| found != expected);
        assert!(answers == expected, "{map}: {first:?}");
        assert!(answers.iter().filter(|fields| fields[0] == Some(1.0)).count() > count / 4, "{map}");
    }
}
