use crate::fixture::{Folder, png};
use crate::tool::tileray;
use serde_json::json;

#[test]
fn facts_of_a_map() {
    let (_folder, level) = Folder::with_level();
    let mut found = tileray(&["info", &level, "--format", "json"]).json();
    assert!(found["terrain_bytes"].as_u64().is_some_and(|bytes| bytes > 0));
    assert!(found["solid_share"].as_f64().is_some_and(|share| (share - 320.0 / (36.0 * 24.0)).abs() < 1e-12));
    found["terrain_bytes"] = json!(0);
    found["solid_share"] = json!(0);
    let layer = |path, visible, offset_x, cells| json!({"path": path, "visible": visible, "solid": visible, "offset_x": offset_x, "offset_y": 0, "cells": cells});
    let expected = json!({
        "file": level, "kind": "map", "orientation": "orthogonal", "width": 4, "height": 3,
        "tile_width": 8, "tile_height": 8, "tile_sets": [{"name": "rock", "tiles": 2, "tiles_with_shapes": 0}],
        "layers": [layer("back", false, 0, 1), layer("rocks/ground", true, 0, 5), layer("rocks/ledge", true, 4, 1)],
        "solid_object_layers": [], "distinct_tiles": 3,
        "bounds": {"x": 0, "y": 0, "width": 36, "height": 24},
        "solid_bounds": {"x": 0, "y": 8, "width": 32, "height": 16},
        "solid_pixels": 320, "solid_share": 0, "terrain_bytes": 0, "warnings": [],
    });
    assert_eq!(found, expected);
}

#[test]
fn facts_of_a_map_as_text() {
    let (_folder, level) = Folder::with_level();
    let printed = tileray(&["info", &level]).printed();
    let lines: Vec<&str> = printed.lines().filter(|line| !line.starts_with("terrain ")).collect();
    let file = format!("file       {level}");
    let expected = [
        &*file,
        "kind       map, orthogonal",
        "size       4x3 tiles of 8x8 pixels",
        "tiles      3 distinct with their flips, in 7 cells",
        "bounds     36x24 pixels from 0,0",
        "solid      320 pixels, 37.0 %, 32x16 pixels from 0,8",
        "tile sets  1",
        "    0  rock  2 tiles",
        "layers     3, from the back",
        "    0  hidden   free          1 cells  offset 0,0  back",
        "    1  visible  solid         5 cells  offset 0,0  rocks/ground",
        "    2  visible  solid         1 cells  offset 4,0  rocks/ledge",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn facts_of_a_picture() {
    let folder = Folder::new();
    let picture = folder.write("dot.png", png(10, 5, |x, y| if x > 6 && y > 2 { 9 } else { 0 }));
    let mut found = tileray(&["info", &picture, "--format", "json"]).json();
    found["terrain_bytes"] = json!(0);
    let expected = json!({
        "file": picture, "kind": "image", "bounds": {"x": 0, "y": 0, "width": 10, "height": 5},
        "solid_bounds": {"x": 7, "y": 3, "width": 3, "height": 2},
        "solid_pixels": 6, "solid_share": 0.12, "terrain_bytes": 0, "warnings": [],
    });
    assert_eq!(found, expected);
    assert!(tileray(&["info", &picture]).printed().contains("solid      6 pixels, 12.0 %, 3x2 pixels from 7,3\n"));
}
