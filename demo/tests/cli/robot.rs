//! Maps of robots: their facts, rays in pixels and in meters, and what is refused.

use crate::fixture::{Folder, read_mask};
use crate::tool::tileray;
use serde_json::json;

/// A room of 8×5 pixels at half a meter a pixel, whose lower left corner is at (10, 20) meters.
///
/// ```text
/// # # # # # # # #
/// # . . . . . . #
/// # . . ? . . . #
/// # . . . . . . #
/// # # # # # # # #
/// ```
fn room() -> (Folder, String) {
    let folder = Folder::new();
    let picture = "P2\n8 5\n255\n\
        0 0 0 0 0 0 0 0\n0 254 254 254 254 254 254 0\n0 254 254 205 254 254 254 0\n\
        0 254 254 254 254 254 254 0\n0 0 0 0 0 0 0 0\n";
    folder.write("room.pgm", picture);
    let yaml = "image: room.pgm\nresolution: 0.5\norigin: [10.0, 20.0, 0.0]\n\
        negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";
    let name = folder.write("room.yaml", yaml);
    (folder, name)
}

#[test]
fn facts_of_a_robots_map() {
    let (folder, room) = room();
    let mut found = tileray(&["info", &room, "--format", "json"]).json();
    assert!(found["terrain_bytes"].as_u64().is_some_and(|bytes| bytes > 0));
    found["terrain_bytes"] = json!(0);
    let layer =
        |path, solid| json!({"path": path, "visible": true, "solid": solid, "offset_x": 0, "offset_y": 0, "cells": 1});
    let expected = json!({
        "file": room, "kind": "robot", "image": folder.name("room.pgm"), "resolution": 0.5,
        "origin_x": 10.0, "origin_y": 20.0, "origin_yaw": 0.0, "mode": "trinary", "negate": false,
        "occupied_thresh": 0.65, "free_thresh": 0.196,
        "occupied_pixels": 22, "free_pixels": 17, "unknown_pixels": 1,
        "orientation": "orthogonal", "width": 1, "height": 1, "tile_width": 8, "tile_height": 5,
        "tile_sets": [{"name": "map", "tiles": 2, "tiles_with_shapes": 0}],
        "layers": [layer("occupied", true), layer("unknown", false)],
        "solid_object_layers": [], "distinct_tiles": 2,
        "bounds": {"x": 0, "y": 0, "width": 8, "height": 5},
        "solid_bounds": {"x": 0, "y": 0, "width": 8, "height": 5},
        "solid_pixels": 22, "solid_share": 0.55, "terrain_bytes": 0, "warnings": [],
    });
    assert_eq!(found, expected);
}

#[test]
fn masks_have_what_is_occupied_and_unknown_if_asked() {
    let (folder, room) = room();
    let walls = "########\n#......#\n#......#\n#......#\n########\n";
    for (extra, count, expected) in [
        (&[][..], 22, walls.to_owned()),
        (&["--unknown", "free"], 22, walls.to_owned()),
        (&["--unknown", "solid"], 23, walls.replacen("#......#\n#......#\n#", "#......#\n#..#...#\n#", 1)),
        (&["--layers", "unknown"], 1, "........\n........\n...#....\n........\n........\n".to_owned()),
    ] {
        let out = folder.name("mask.png");
        let printed = tileray(&[&["solidity", &*room, "--out", &*out][..], extra].concat()).printed();
        assert_eq!(printed, format!("8 5 0 0 {count}\n"), "{extra:?}");
        assert_eq!(read_mask(&folder.path("mask.png")), expected, "{extra:?}");
    }
}

#[test]
fn rays_are_cast_in_pixels_and_in_meters() {
    let (_folder, room) = room();
    let pixels = tileray(&["cast", &room, "--from", "1.5,2.5", "--to", "7.5,2.5", "--format", "csv"]).printed();
    assert!(pixels.ends_with("\n1,7,2,5.5,-1,0,0,0,0,0\n"), "{pixels}");
    let unknown = ["cast", &room, "--from", "1.5,2.5", "--to", "7.5,2.5", "--unknown", "solid", "--format", "csv"];
    assert!(tileray(&unknown).printed().ends_with("\n1,3,2,1.5,-1,0,1,0,0,1\n"));

    // The same ray in meters, with y up: the row in the middle lies 1.25 m above the origin.
    let meters = ["cast", &room, "--meters", "--traversal", "exact", "--from", "10.75,21.25"];
    let text = tileray(&[&meters[..], &["--to", "13.75,21.25"]].concat()).printed();
    assert!(text.starts_with("hit       7,2\n") && text.contains("\ndistance  5.5 px\n"), "{text}");
    assert!(text.ends_with("\ninside    no\nworld     13.5000,21.2500 m\nrange     2.7500 m\n"), "{text}");
    // 90 degrees are up.
    let json = tileray(&[&meters[..], &["--angle", "90", "--length", "3", "--format", "json"]].concat()).json();
    assert_eq!((&json["pixel_x"], &json["pixel_y"]), (&json!(1), &json!(0)));
    for (key, expected) in [("world_x", 10.75), ("world_y", 22.0), ("range", 0.75)] {
        // A hit's point is of `f32`.
        assert!(json[key].as_f64().is_some_and(|found| (found - expected).abs() < 1e-6), "{key} of {json}");
    }
    assert_eq!(tileray(&[&meters[..], &["--angle", "90", "--length", "0.25"]].concat()).printed(), "no hit\n");
    let bench = tileray(&["bench", &room, "--rays", "10", "--threads", "1", "--format", "json"]).json();
    assert_eq!(bench["rays"], json!(10));
}

#[test]
fn wrong_files_and_flags_are_refused() {
    let (folder, room) = room();
    let map = "maps/cave.tmx";
    tileray(&["info", &folder.name("room.pgm")]).refused(&["this is a PGM image", "name the .yaml beside it"]);
    tileray(&["info", map, "--unknown", "solid"]).refused(&[map, "--unknown", "leave the flag out"]);
    tileray(&[map, "--unknown", "solid", "--headless", &folder.name("a.png")]).refused(&["--unknown"]);
    tileray(&["info", &room, "--level", "A"]).refused(&["--level", "leave the flag out"]);
    tileray(&["cast", map, "--meters", "--from", "0,0", "--to", "1,1"]).refused(&["--meters", "leave the flag out"]);
    tileray(&["cast", &room, "--meters", "--from", "0,0", "--to", "1,1", "--format", "csv"])
        .misused(&["--meters", "json"]);
    tileray(&["cast", &room, "--meters", "--rays", "-"]).misused(&["--meters", "--rays"]);
    tileray(&["info", &room, "--limit", "image_pixels=39"]).refused(&["40 pixels", "--limit image_pixels=N"]);
}
